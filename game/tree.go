package game

import (
	"slices"
	"strings"
)

// Tree is the whole record of a game: the actions played, others that were looked
// at instead (variations), and what was written down about each, bans and moves
// alike. A Game is one line of it. It is what a PGN holds: ParseTree reads one,
// PGN writes it. The zero Tree is empty, at the start position.
type Tree struct {
	root *Node
	// Tags are as in Game.
	Tags Tags
	// Result is how the players ended the main line: by resignation, agreement or
	// time-out. Where it ends on the board, that counts, whatever this says.
	Result Result
	// Indicators says whether PGN writes + # = behind actions.
	Indicators bool
	// Unplayed is filled in by reading: for each variation that cannot be played,
	// and is kept as a comment, where it goes wrong and why; the first 1,000 at the most.
	Unplayed []*Error
}

// Node is a place in a Tree: an action with the positions before and after it, as
// in a game's history, and what was written about it. The root stands for the
// start: it has no action, and After is the start position. Repetitions are those
// of the line that leads to the node.
type Node struct {
	Entry
	Annotation
	parent   *Node
	children []*Node  // the first is the main line
	remarks  *remarks // what a PGN says of it, while that is being read
}

// NewTree returns the tree of a game: its actions, and what is written about them.
func NewTree(g *Game) *Tree {
	t := &Tree{root: newRoot(g.Start()), Tags: slices.Clone(g.Tags), Result: g.Result(), Indicators: g.Indicators.PGN}
	n := t.root
	n.Annotation = g.note(0).clone()
	for i, e := range g.played[:g.at] {
		n = n.append(e)
		n.Annotation = g.note(i + 1).clone()
	}
	return t
}

func newRoot(start Position) *Node {
	return &Node{Entry: Entry{After: start, Occurrences: 1, Result: start.Result()}}
}

// Standing returns how the main line ended: on the board, or else as Result says.
func (t *Tree) Standing() Result {
	if r := t.End().Result; r.Over() {
		return r
	}
	if r := t.Result; r.Reason.isDecision() {
		return r
	}
	return Result{}
}

// Root returns the start.
func (t *Tree) Root() *Node {
	if t.root == nil {
		t.root = newRoot(StartPosition())
	}
	return t.root
}

// End returns the last node of the main line.
func (t *Tree) End() *Node { return t.Root().End() }

// Game returns the game of the line that leads to a node, with what is written
// about its actions. At the end of the main line it has ended as the tree has.
func (t *Tree) Game(n *Node) *Game {
	line := n.Line()
	start := n
	if len(line) > 0 {
		start = line[0].parent
	}
	g := NewFrom(start.After)
	g.Tags, g.Indicators.PGN = slices.Clone(t.Tags), t.Indicators
	g.write(0, &start.Annotation)
	for _, on := range line {
		g.played = append(g.played, on.Entry)
		g.at++
		g.write(g.at, &on.Annotation)
		if before := &g.notes[g.at].CommentBefore; *before != "" { // there is no variation to stand in
			g.Annotation(g.at - 1).read(*before)
			*before = ""
		}
	}
	if r := t.Standing(); n == t.End() && r.Reason.isDecision() {
		g.decided = r
	}
	return g
}

// String returns the action as Entry.String does, and what is written about it.
func (n *Node) String() string {
	return strings.TrimSpace(n.Entry.String() + " " + n.Annotation.String())
}

// MarshalText refuses: a node alone is no whole. Marshal the Tree, or the Entry.
func (n Node) MarshalText() ([]byte, error) { return nil, sayNodeAlone.with() }

// MarshalBinary refuses as MarshalText does.
func (n Node) MarshalBinary() ([]byte, error) { return n.MarshalText() }

// Parent returns the node before; the root has none.
func (n *Node) Parent() *Node { return n.parent }

// Children returns what follows, the main line first.
func (n *Node) Children() []*Node { return slices.Clone(n.children) }

// Next returns the main line's next node, nil at its end.
func (n *Node) Next() *Node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// End returns the last node of the line that goes on from this one.
func (n *Node) End() *Node {
	for n.Next() != nil {
		n = n.Next()
	}
	return n
}

// Line returns the nodes from the first action to this one.
func (n *Node) Line() []*Node {
	var line []*Node
	for ; n.parent != nil; n = n.parent {
		line = append(line, n)
	}
	slices.Reverse(line)
	return line
}

// Add returns the node after an action: the one that is there, or else a new one,
// behind those that are. The error of an illegal action is that of Game.Check.
func (n *Node) Add(a Action) (*Node, error) {
	for _, child := range n.children {
		if child.Action == a {
			return child, nil
		}
	}
	if err := n.check(a); err != nil {
		return nil, err
	}
	e := Entry{Action: a, Before: n.After, After: n.After.playLegal(a), SAN: a.Pair().String(), Occurrences: n.Occurrences}
	if m, ok := a.Move(); ok {
		e.SAN = n.After.n.san(m)
		e.Occurrences = 1 + n.occurrences(e.After.n)
	}
	e.Result = resultOf(e.After, e.Occurrences)
	return n.append(e), nil
}

// check is Game.Check at the end of the line that leads to the node.
func (n *Node) check(a Action) error {
	if n.Result.Over() {
		return n.After.refuse(a, n.Result)
	}
	return n.After.Check(a)
}

// occurrences is Game.occurrences on the line that leads to the node.
func (n *Node) occurrences(board *node) int {
	count := 0
	for ; n != nil; n = n.parent {
		if n.parent != nil && n.Action.IsBan() {
			continue // the board of the move before it
		}
		if n.After.n.Repeats(&board.Position) {
			count++
		}
		if n.After.n.Halfmove() == 0 {
			break
		}
	}
	return count
}

func (n *Node) append(e Entry) *Node {
	child := &Node{Entry: e, parent: n}
	n.children = append(n.children, child)
	return child
}

// Promote makes the node's line the main one at the last place where it is not. It
// reports whether there was one.
func (n *Node) Promote() bool {
	for ; n.parent != nil; n = n.parent {
		siblings := n.parent.children
		if i := slices.Index(siblings, n); i > 0 {
			copy(siblings[1:i+1], siblings[:i])
			siblings[0] = n
			n.parent.settle()
			return true
		}
	}
	return false
}

// Delete takes the node, and all that follows it, out of its tree. The root stays.
func (n *Node) Delete() {
	if n.parent != nil {
		n.parent.children = slices.DeleteFunc(n.parent.children, func(child *Node) bool { return child == n })
		n.parent.settle()
		n.parent = nil
	}
}

// settle has a comment before the main line stand behind the node, where it is
// read: only a variation has one before it.
func (n *Node) settle() {
	if next := n.Next(); next != nil && next.CommentBefore != "" {
		n.read(next.CommentBefore)
		next.CommentBefore = ""
	}
}
