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
	// Result is how the players ended the main line: by resignation, agreement or
	// time-out. Where it ends on the board, that counts, whatever this says.
	Result Result
	// Indicators says whether PGN writes + # = after actions.
	Indicators bool
	// Unplayed is filled in by reading: for each variation that cannot be played,
	// and is kept as a comment, where it goes wrong and why; the first 1,000 at the most.
	Unplayed []*Error
}

// NewTree returns the tree of a game: its actions, and what is written about them.
func NewTree(g *Game) *Tree {
	t := g.tree()
	t.root, t.Tags = copied(g.nodes()[:g.at+1])[0], slices.Clone(g.Tags)
	return t
}

// tree returns the game as a tree that shares its nodes.
func (g *Game) tree() *Tree {
	return &Tree{root: g.nodes()[0], Tags: g.Tags, Result: g.Result(), Indicators: g.Indicators.PGN}
}

// Standing returns how the main line ended: on the board, or else as Result says.
func (t *Tree) Standing() Result { return t.standing(t.End()) }

func (t *Tree) standing(end *Node) Result {
	if r := end.Result; r.Over() {
		return r
	}
	if r := t.Result; r.Reason.IsDecision() {
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
	g := t.gameOf(copied(n.path()))
	g.Tags = slices.Clone(t.Tags)
	if r := t.Standing(); n == t.End() && r.Reason.IsDecision() {
		g.decided = r
	}
	return g
}

// toGame makes a game of the main line, which takes its nodes out of the tree.
func (t *Tree) toGame() *Game {
	g := t.gameOf(t.End().path())
	if r := t.Standing(); r.Reason.IsDecision() {
		g.decided = r
	}
	for _, n := range g.line {
		n.children = n.children[:min(len(n.children), 1)]
	}
	return g
}

func (t *Tree) gameOf(line []*Node) *Game {
	return &Game{line: line, at: len(line) - 1, Tags: t.Tags, Indicators: Indicators{PGN: t.Indicators, SAN: true, BCN: true}}
}
