package game

import (
	"slices"
	"strings"
)

// maxVariations is how deep variations may stand in each other.
const maxVariations = 200

// maxUnplayed is how many variations that cannot be played Tree.Unplayed tells of.
const maxUnplayed = 1000

// withoutBraces writes what cannot be played as it can stand in a comment.
var withoutBraces = strings.NewReplacer("{", "(", "}", ")").Replace

// variation reads (…). What of it cannot be played is kept as a comment: it may be
// of ordinary chess, or a sentence.
func (p *pgnParser) variation() error {
	if p.firsts == nil {
		p.firsts = map[first]*Node{}
	}
	outside := *p
	behind, ok := p.afterVariation()
	if !ok {
		return outside.fail(outside.place(), "(", errOpenVariation())
	}
	outside.spans = p.spans
	inside := outside
	inside.text = inside.text[:behind.at]
	inside.advance(1)
	inside.depth++
	inside.moves = true // no tag stands in a variation
	inside.branchFrom, inside.branch, inside.before, inside.branches = outside.last, nil, nil, nil
	unplayed := len(p.tree.Unplayed)
	var err error
	if inside.depth <= maxVariations {
		err = inside.parse()
	} else {
		err = inside.fail(outside.place(), "(", errDeepVariation())
	}
	*p = outside
	p.scanner, p.moves = behind, true
	if inside.branch == nil { // one error for all of it
		p.tree.Unplayed = p.tree.Unplayed[:unplayed]
	}
	if e, ok := err.(*Error); ok && len(p.tree.Unplayed) < maxUnplayed {
		p.tree.Unplayed = append(p.tree.Unplayed, e)
	}
	if inside.branch == nil {
		p.addComment(withoutBraces(outside.text[outside.at:behind.at]))
		return nil
	}
	if err != nil {
		inside.addComment(withoutBraces(inside.text[inside.start : behind.at-1]))
	}
	p.branches = append(append(p.branches, inside.branch), inside.graft()...)
	return nil
}

// afterVariation returns the scanner after the variation that opens here. The one
// at depth 1 is looked through for all in it.
func (p *pgnParser) afterVariation() (behind scanner, ok bool) {
	if p.depth == 0 {
		s := p.scanner
		p.spans, ok = s.variations()
		return s, ok
	}
	for len(p.spans) > 0 && p.spans[0].at < p.at { // what was passed over with a variation that cannot be played
		p.spans = p.spans[1:]
	}
	if len(p.spans) == 0 || p.spans[0].at > p.at {
		return behind, false
	}
	return p.spans[0].behind, true
}

// graft adds the variations of a line that is read to its end, so that what it goes
// on with comes first. It returns those that depart before the line.
func (p *pgnParser) graft() (outer []*Node) {
	for i, branch := range p.branches {
		// After the line's first action all depart from what leads to its last one.
		if p.branch == nil || i >= p.early && branch.parent.After.ply >= p.branch.After.ply {
			branch.parent.graft(branch)
		} else {
			outer = append(outer, branch)
		}
	}
	return outer
}

// graft adds a node, and what follows it, to the children; what is there already
// takes over what the node says. A comment before it goes on to the first action
// that is new.
func (n *Node) graft(child *Node) {
	type scion struct{ on, node *Node }
	for left := []scion{{n, child}}; len(left) > 0; {
		on, node := left[len(left)-1].on, left[len(left)-1].node
		left = left[:len(left)-1]
		at := slices.IndexFunc(on.children, func(there *Node) bool { return there.Action == node.Action })
		if at < 0 {
			node.parent = on
			on.follow(node)
			on.settleComments()
			continue
		}
		there := on.children[at]
		if len(node.children) > 0 {
			if before := node.takeBefore(); before != nil {
				next := node.children[0]
				next.addComments(append(before, next.takeBefore()...))
			}
		}
		there.merge(node)
		on.settleComments()
		for _, next := range slices.Backward(node.children) {
			left = append(left, scion{there, next})
		}
	}
}

// comments are the comments about a node while its game is being read. They are joined
// when all are there: joined one by one, many would take time by the square of their
// length.
type comments struct {
	before []string // as they can stand in braces
	after  []string // as they are in the text
}

// addComments takes down comments before a node and after it. It stays a call: the
// WebAssembly has to be small.
//
//go:noinline
func (n *Node) addComments(before []string, after ...string) {
	if n.comments == nil {
		n.comments = new(comments)
	}
	r := n.comments
	if r.after = append(r.after, after...); r.before == nil {
		r.before = before // many may go on from action to action: they are not copied
	} else {
		r.before = append(r.before, before...)
	}
}

// takeBefore returns the comments before a node, and takes them away.
func (n *Node) takeBefore() (comments []string) {
	if n.comments != nil {
		comments, n.comments.before = n.comments.before, nil
	}
	return comments
}

// merge adds what is said of another node of the same action.
func (n *Node) merge(other *Node) {
	before := other.takeBefore()
	other.annotate()
	for _, nag := range other.NAGs {
		n.addNAG(nag)
	}
	if text := other.Text(); text != "" || before != nil {
		n.addComments(before, text)
	}
}

// settleComments is settle while a game is being read.
func (n *Node) settleComments() {
	if len(n.children) > 0 {
		if before := n.children[0].takeBefore(); before != nil {
			n.addComments(nil, strings.Join(before, " "))
		}
	}
}

// annotate writes the comments on a node to its annotation.
func (n *Node) annotate() {
	if r := n.comments; r != nil {
		n.comments = nil
		n.CommentBefore = strings.Join(r.before, " ")
		n.read(r.after...)
	}
}

// annotateAll annotates a node and all that follows it.
func (n *Node) annotateAll() {
	for left := []*Node{n}; len(left) > 0; {
		n = left[len(left)-1]
		n.annotate()
		left = append(left[:len(left)-1], n.children...)
	}
}
