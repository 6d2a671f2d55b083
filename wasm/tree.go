//go:build js && wasm

package main

import (
	"io"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
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

var treeMethods = []function{
	{"read", func(c call) any { return c.tree.read() }},
	{"entry", func(c call) any {
		n := c.tree.node(c.number(0))
		if n == c.tree.Root() {
			return js.Null()
		}
		return toJSON(func(w *jsontext.Writer) { writeEntry(w, n.Entry, sanOf(n), n.FEN()) })
	}},
	{"grow", growTree},
	{"annotate", annotate},
	{"promote", func(c call) any {
		for n := c.tree.node(c.number(0)); n.Parent() != nil; n = n.Parent() {
			if n.Parent().Next() != n {
				n.Promote()
				return c.tree.family(n.Parent())
			}
		}
		return js.Null()
	}},
	{"remove", func(c call) any {
		n := c.tree.node(c.number(0))
		if n == c.tree.Root() {
			return js.Null()
		}
		parent := n.Parent()
		n.Delete()
		c.tree.forget(n)
		return c.tree.family(parent)
	}},
	{"pgn", func(c call) any { return c.tree.PGN() }},
	{"movetext", func(c call) any { return c.tree.String() }},
	{"exercises", exercises},
	{"result", func(c call) any { return resultValue(c.tree.Standing()) }},
	{"endAs", endTree},
	{"tags", func(c call) any { return tagsValue(c.tree.Tags) }},
	{"setTag", func(c call) any { return c.setTag(&c.tree.Tags) }},
}

// wrapTree keeps a tree and makes its JavaScript object.
func (m *module) wrapTree(t *game.Tree) js.Value {
	h := &heldTree{Tree: t}
	h.number()
	return m.wrapAs(m.trees, m.hold(held{tree: h}))
}

// node returns the node with a number.
func (t *heldTree) node(number int) *game.Node {
	if number < 0 || number >= len(t.nodes) || t.nodes[number] == nil {
		raise(&game.Error{Code: codeFreed, Message: "this node has been deleted", Hint: "take another node of the tree"})
	}
	return t.nodes[number]
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
			writeNamed(w, n)
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

// growTree(text) adds actions: a text with a line for each, the number of its parent and
// the action as people write it. It answers with a list of their nodes, those that were there
// already among them, and stops at the first that is not legal.
func growTree(c call) any {
	t := c.tree
	var grown []*game.Node
	for line := range strings.SplitSeq(c.text(c.arg(0), "the list of actions"), "\n") {
		place, input, _ := strings.Cut(line, " ")
		number, err := strconv.Atoi(place)
		if err != nil {
			raise(badArgument("the place of an action does not read: "+strconv.Quote(cut(line)), `write a number and BCN, such as "0 b:e2e4"`))
		}
		parent := t.node(number)
		n := must(parent.Add(parseInput(parent.After, input)))
		if _, known := t.numbers[n]; !known {
			t.know(n)
		}
		grown = append(grown, n)
	}
	return listOf(grown, func(w *jsontext.Writer, n *game.Node) {
		w.Object(func() {
			w.Key("node").Int(int64(t.numbers[n]))
			writeNamed(w, n)
		})
	})
}

// writeNamed writes a node's action.
func writeNamed(w *jsontext.Writer, n *game.Node) {
	w.Key("action").String(n.Action.String())
	w.Key("san").String(sanOf(n))
}

// sanOf is what a list shows of a node.
func sanOf(n *game.Node) string { return n.SAN + string(n.Indicator()) }

// endTree(reason, winner?) says how the players ended the main line, endTree(null) that it
// goes on.
func endTree(c call) any {
	t, before := c.tree, c.tree.Result
	if isAbsent(c.arg(0)) {
		t.Result = game.Result{}
		return success
	}
	from := c.ending()
	t.Result = game.Result{}
	g := t.Game(t.End())
	if err := from.end(g); err != nil {
		t.Result = before
		raise(err)
	}
	t.Result = g.Result()
	return endedValue(t.Result)
}

// heldReader reads the games of a PGN file of which JavaScript gives it a piece at
// a time.
type heldReader struct {
	*game.PGNReader
	feed explore.Feed
}

// readPGN() gives a reader: feed(text or bytes), end() after the last, and next(), which
// answers with {tree, line}, {error, line} for a game that is skipped, {waiting}
// for more text, or {done}. free() gives it back.
func readPGN(c call) any {
	r := &heldReader{}
	r.PGNReader = game.NewPGNReader(&r.feed)
	return c.wrapAs(c.readers, c.hold(held{reader: r}))
}

var readerMethods = []function{
	{"feed", func(c call) any {
		c.reader.feed.Write(c.bytesOf(c.arg(0), "the PGN"))
		return success
	}},
	{"end", func(c call) any {
		c.reader.feed.Ended = true
		return success
	}},
	{"next", nextGame},
}

func nextGame(c call) any {
	answer := c.env.object.New()
	t, err := c.reader.NextTree()
	switch {
	case err == explore.ErrWaiting:
		answer.Set("waiting", true)
		return answer
	case err == io.EOF:
		answer.Set("done", true)
		return answer
	case err != nil:
		answer.Set("error", c.failure(err))
	default:
		answer.Set("tree", c.wrapTree(t))
	}
	answer.Set("line", c.reader.Line())
	return answer
}
