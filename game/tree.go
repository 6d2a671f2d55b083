package game

import "slices"

// Tree is the whole record of a game: the actions played, others that were looked
// at instead (variations), and what was written down about each, bans and moves
// alike. A Game is one line of it. It is what a PGN holds: ParseTree reads one,
// PGN writes it. The zero Tree is empty, at the start position.
type Tree struct {
	root *Node
	// Tags are as in Game.
	Tags Tags
	// Result is how the main line ended: on the board, or by the players.
	Result Result
	// Indicators says whether PGN writes + # = behind actions.
	Indicators bool
}

// Node is a place in a Tree: an action with the positions before and after it, as
// in a game's history, and what was written about it. The root stands for the
// start: it has no action, and After is the start position. In a variation nobody
// counts repetitions: Occurrences is 0.
type Node struct {
	Entry
	Annotation
	parent   *Node
	children []*Node // the first is the main line
}

// NewTree returns the tree of a game: its actions, and nothing beside them.
func NewTree(g *Game) *Tree {
	t := &Tree{root: newRoot(g.Start()), Tags: slices.Clone(g.Tags), Result: g.Result(), Indicators: g.Indicators.PGN}
	n := t.root
	for _, e := range g.played[:g.at] {
		n = n.append(e)
	}
	return t
}

func newRoot(start Position) *Node { return &Node{Entry: Entry{After: start}} }

// Root returns the start.
func (t *Tree) Root() *Node {
	if t.root == nil {
		t.root = newRoot(StartPosition())
	}
	return t.root
}

// End returns the last node of the main line.
func (t *Tree) End() *Node { return t.Root().End() }

// Game returns the game of the line that leads to a node. At the end of the main
// line it has the tree's Result. An action that the rules do not allow, such as
// one after a threefold repetition in a variation, is an error, that of Play.
func (t *Tree) Game(n *Node) (*Game, error) {
	g := NewFrom(t.Root().After)
	g.Tags, g.Indicators.PGN = slices.Clone(t.Tags), t.Indicators
	for _, on := range n.Line() {
		if err := g.Play(on.Action); err != nil {
			return nil, err
		}
	}
	if r := t.Result; n == t.End() && !g.Over() {
		g.decided = r
	}
	return g, nil
}

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
// behind those that are. The error of an illegal action is that of Position.Check.
func (n *Node) Add(a Action) (*Node, error) {
	for _, child := range n.children {
		if child.Action == a {
			return child, nil
		}
	}
	after, err := n.After.Play(a)
	if err != nil {
		return nil, err
	}
	e := Entry{Action: a, Before: n.After, After: after, SAN: a.Pair().String(), Result: after.Result()}
	if m, ok := a.Move(); ok {
		e.SAN = n.After.n.san(m)
	}
	return n.append(e), nil
}

func (n *Node) append(e Entry) *Node {
	child := &Node{Entry: e, parent: n}
	n.children = append(n.children, child)
	return child
}

// graft adds a node, and what follows it, to the children; what is there already
// takes over what the node says.
func (n *Node) graft(child *Node) {
	for _, there := range n.children {
		if there.Action != child.Action {
			continue
		}
		there.merge(&child.Annotation)
		for _, next := range child.children {
			there.graft(next)
		}
		return
	}
	child.parent = n
	n.children = append(n.children, child)
}

// Promote makes the node's line the main one at the last place where it is not. It
// reports whether there was one.
func (n *Node) Promote() bool {
	for ; n.parent != nil; n = n.parent {
		siblings := n.parent.children
		if i := slices.Index(siblings, n); i > 0 {
			copy(siblings[1:i+1], siblings[:i])
			siblings[0] = n
			return true
		}
	}
	return false
}

// Delete takes the node, and all that follows it, out of its tree. The root stays.
func (n *Node) Delete() {
	if n.parent != nil {
		n.parent.children = slices.DeleteFunc(n.parent.children, func(child *Node) bool { return child == n })
		n.parent = nil
	}
}
