package e2e

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// node is a node of the accessibility tree, as a screen reader sees it.
type node struct {
	Role, Name string
	Checked    bool // of a switch or a radio button
	Disabled   bool
	Children   []string // the roles of its children that are not ignored

	id cdp.BackendNodeID
}

// Tree returns the accessibility tree of the page without ignored nodes, in reading
// order.
func (p *Tab) Tree() ([]node, error) {
	var all []*accessibility.Node
	err := p.Run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		all, err = accessibility.GetFullAXTree().Do(ctx)
		return err
	}))
	if err != nil {
		return nil, fmt.Errorf("reading the accessibility tree: %w", err)
	}
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range all {
		byID[n.NodeID] = n
	}
	var below func(*accessibility.Node) []string
	below = func(n *accessibility.Node) (roles []string) {
		for _, id := range n.ChildIDs {
			switch child := byID[id]; {
			case child == nil:
			case child.Ignored:
				roles = append(roles, below(child)...)
			default:
				roles = append(roles, textOf(child.Role))
			}
		}
		return roles
	}
	var nodes []node
	for _, n := range all {
		if n.Ignored {
			continue
		}
		one := node{Role: textOf(n.Role), Name: textOf(n.Name), Children: below(n), id: n.BackendDOMNodeID}
		for _, property := range n.Properties {
			switch property.Name {
			case accessibility.PropertyNameChecked:
				one.Checked = textOf(property.Value) == "true"
			case accessibility.PropertyNameDisabled:
				one.Disabled = textOf(property.Value) == "true"
			}
		}
		nodes = append(nodes, one)
	}
	return nodes, nil
}

func textOf(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	if json.Unmarshal(v.Value, &text) != nil {
		return string(v.Value)
	}
	return text
}

// Act performs a node's own action, as a screen reader does: a click without a pointer or a
// position.
func (p *Tab) Act(n node) error {
	err := p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		object, err := dom.ResolveNode().WithBackendNodeID(n.id).Do(ctx)
		if err != nil {
			return err
		}
		_, thrown, err := runtime.CallFunctionOn("function() { this.click(); }").WithObjectID(object.ObjectID).WithUserGesture(true).Do(ctx)
		if err == nil && thrown != nil {
			err = thrown
		}
		return err
	}))
	if err != nil {
		return fmt.Errorf("acting on the %s %q: %w", n.Role, n.Name, err)
	}
	return nil
}
