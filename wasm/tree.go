//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// heldTree is a tree that JavaScript holds. Its nodes have numbers: the root is 0,
// and read gives the others theirs, each after its parent; a node that is added
// has the next.
type heldTree struct {
	*game.Tree
	nodes   []*game.Node // by number, nil where one was deleted
	numbers map[*game.Node]int
}

var treeMethods = []method[*heldTree]{
	{"read", func(_ *module, t *heldTree, _ call) (any, error) { return t.read(), nil }},
	{"entry", func(_ *module, t *heldTree, c call) (any, error) {
		n, err := t.node(c.number(0))
		if err != nil || n == t.Root() {
			return js.Null(), err
		}
		return toJSON(func(w *jsontext.Writer) { writeEntry(w, n.Entry, t.san(n), n.FEN()) }), nil
	}},
	{"grow", growTree},
	{"annotate", annotate},
	{"promote", func(_ *module, t *heldTree, c call) (any, error) {
		n, err := t.node(c.number(0))
		if err != nil {
			return nil, err
		}
		for ; n.Parent() != nil; n = n.Parent() {
			if n.Parent().Next() != n {
				n.Promote()
				return t.family(n.Parent()), nil
			}
		}
		return js.Null(), nil
	}},
	{"remove", func(_ *module, t *heldTree, c call) (any, error) {
		n, err := t.node(c.number(0))
		if err != nil || n == t.Root() {
			return js.Null(), err
		}
		parent := n.Parent()
		n.Delete()
		t.forget(n)
		return t.family(parent), nil
	}},
	{"pgn", func(_ *module, t *heldTree, _ call) (any, error) { return t.PGN(), nil }},
	{"movetext", func(_ *module, t *heldTree, _ call) (any, error) { return t.String(), nil }},
	{"result", func(_ *module, t *heldTree, _ call) (any, error) { return resultValue(t.Standing()), nil }},
	{"endAs", endTree},
	{"tags", func(m *module, t *heldTree, _ call) (any, error) { return m.tagsValue(t.Tags), nil }},
	{"setTag", func(m *module, t *heldTree, c call) (any, error) { return m.setTag(&t.Tags, c) }},
}

// newTree(options?) gives a tree: of a PGN, or of the game that newGame would give.
func (m *module) newTree(c call) (any, error) {
	from, err := m.source(c)
	if err != nil {
		return nil, err
	}
	t, err := from.tree()
	if err != nil {
		return nil, err
	}
	return m.wrapTree(t), nil
}

func (m *module) wrapTree(t *game.Tree) js.Value {
	held := &heldTree{Tree: t}
	held.number()
	return m.wrapAs(m.trees, m.hold(held))
}

// tree makes the tree, or nothing at all.
func (from source) tree() (*game.Tree, error) {
	if from.PGN == nil {
		g, err := from.game()
		if err != nil {
			return nil, err
		}
		return game.NewTree(g), nil
	}
	if len(from.actions) > 0 || from.Ended != "" {
		return nil, badOption("there is a PGN, and what goes on after it", "add that to the tree")
	}
	t, err := game.ParseTree(*from.PGN)
	if err != nil {
		return nil, err
	}
	if err := t.Tags.SetAll(from.tags...); err != nil {
		return nil, err
	}
	assign(&t.Indicators, from.indicators.PGN)
	return t, nil
}

func (t *heldTree) node(number int) (*game.Node, error) {
	if number < 0 || number >= len(t.nodes) || t.nodes[number] == nil {
		return nil, &game.Error{Code: codeFreed, Message: "this node has been deleted", Hint: "take another node of the tree"}
	}
	return t.nodes[number], nil
}

// number gives every node its number, parents first and each line after its node.
func (t *heldTree) number() {
	t.nodes, t.numbers = nil, map[*game.Node]int{}
	stack := []*game.Node{t.Root()}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t.know(n)
		children := n.Children()
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, children[i])
		}
	}
}

// know gives a node the next number.
func (t *heldTree) know(n *game.Node) {
	t.numbers[n] = len(t.nodes)
	t.nodes = append(t.nodes, n)
}

// forget takes the numbers of a node and of what follows it away.
func (t *heldTree) forget(n *game.Node) {
	for stack := []*game.Node{n}; len(stack) > 0; {
		n, stack = stack[len(stack)-1], stack[:len(stack)-1]
		t.nodes[t.numbers[n]] = nil
		delete(t.numbers, n)
		stack = append(stack, n.Children()...)
	}
}

// san is what a list shows of a node.
func (t *heldTree) san(n *game.Node) string { return n.SAN + string(n.Indicator()) }

// read numbers the nodes anew and tells all of the tree: the start, what is written
// about it, and the nodes in the order of their numbers, the number of each parent
// left out where it is the one before.
func (t *heldTree) read() jsonText {
	t.number()
	return objectOf(func(w *jsontext.Writer) {
		w.Key("fen").String(t.Root().After.FEN())
		writeEnding(w, t.Standing())
		w.Key("indicators").Bool(t.Indicators)
		w.Key("start")
		t.writeNode(w, t.Root(), 0)
		w.Key("nodes").Array(func() {
			for i, n := range t.nodes[1:] {
				t.writeNode(w, n, i)
			}
		})
	})
}

// writeNode writes a node's action and what is written about it. before is the
// number that its parent has if it is not said.
func (t *heldTree) writeNode(w *jsontext.Writer, n *game.Node, before int) {
	w.Object(func() {
		if n.Parent() != nil {
			if parent := t.numbers[n.Parent()]; parent != before {
				w.Key("parent").Int(int64(parent))
			}
			w.Key("action").String(n.Action.String())
			w.Key("san").String(t.san(n))
		}
		writeAnnotation(w, &n.Annotation)
	})
}

// family tells of a node's children, in their order, and of what was written about
// it and the first of them, which changes with the order.
func (t *heldTree) family(parent *game.Node) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		children := parent.Children()
		w.Key("parent").Int(int64(t.numbers[parent]))
		jsontext.List(w.Key("children"), children, func(child *game.Node) { w.Int(int64(t.numbers[child])) })
		about := append([]*game.Node{parent}, children[:min(1, len(children))]...)
		jsontext.List(w.Key("about"), about, func(n *game.Node) {
			w.Object(func() {
				w.Key("node").Int(int64(t.numbers[n]))
				writeAnnotation(w, &n.Annotation)
			})
		})
	})
}

// growTree adds actions: a text with a line for each, the number of its parent and
// the action as people write it. It answers with a list of their nodes, those that were there
// already among them, and stops at the first that is not legal.
func growTree(m *module, t *heldTree, c call) (any, error) {
	text, err := m.text(c.arg(0), "the list of actions")
	if err != nil {
		return nil, err
	}
	var grown []*game.Node
	for line := range strings.SplitSeq(text, "\n") {
		place, input, _ := strings.Cut(line, " ")
		number, err := strconv.Atoi(place)
		if err != nil {
			return nil, badArgument("the place of an action does not read: "+strconv.Quote(cut(line)), `write a number and BCN, such as "0 b:e2e4"`)
		}
		parent, err := t.node(number)
		if err != nil {
			return nil, err
		}
		a, err := parseInput(parent.After, input)
		if err != nil {
			return nil, err
		}
		n, err := parent.Add(a)
		if err != nil {
			return nil, err
		}
		if _, known := t.numbers[n]; !known {
			t.know(n)
		}
		grown = append(grown, n)
	}
	return listOf(grown, func(w *jsontext.Writer, n *game.Node) {
		w.Object(func() {
			w.Key("node").Int(int64(t.numbers[n]))
			w.Key("action").String(n.Action.String())
			w.Key("san").String(t.san(n))
		})
	}), nil
}

// endTree says how the players ended the main line: endAs(reason, winner?), or
// endAs(null) for a line that goes on.
func endTree(m *module, t *heldTree, c call) (any, error) {
	if isAbsent(c.arg(0)) {
		t.Result = game.Result{}
		return success(), nil
	}
	from, err := m.ending(c)
	if err != nil {
		return nil, err
	}
	before := t.Result
	t.Result = game.Result{}
	g := t.Game(t.End())
	if err := from.end(g); err != nil {
		t.Result = before
		return nil, err
	}
	t.Result = g.Result()
	return endedValue(t.Result), nil
}
