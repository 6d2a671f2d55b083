package game

import (
	"slices"
	"strings"
)

// Entry is one action of a game's history.
type Entry struct {
	Action Action `json:"action"`
	// Before is the position in which the action was played; After is the position to
	// which it led.
	Before Position `json:"before"`
	After  Position `json:"after"`
	// SAN is the move in standard algebraic notation, or the banned pair, without an
	// indicator.
	SAN string `json:"san"`
	// Occurrences is how often the board position of After had occurred by then.
	Occurrences int `json:"occurrences"`
	// Result is whether and how the game had ended on the board after the action.
	Result Result `json:"result"`
}

// Ply returns the action's ply.
func (e Entry) Ply() Ply { return e.Before.Ply() }

// Player returns the player who acted.
func (e Entry) Player() Player { return e.Before.ActivePlayer() }

// Ban returns the ban in force. For a ban this is the action itself; for a move it is the
// ban under which the move was played. ok is false for a move without a ban. To tell a
// ban from a move, use Action.IsBan.
func (e Entry) Ban() (pair Pair, ok bool) {
	if e.Action.IsBan() {
		return e.Action.Ban()
	}
	return e.Before.Ban()
}

// Indicator returns the indicator that notations write after the action.
func (e Entry) Indicator() Indicator { return indicatorOf(e.After.InCheck(), e.Result) }

// FEN returns the extended FEN after the action, or "" for the zero Entry. Its indicator
// takes repetitions into account, but not what the players decided; Game.FEN does both.
func (e Entry) FEN() string {
	return string(e.After.appendFEN(make([]byte, 0, 96), e.Result))
}

// Piece returns the piece that moved, or for a ban the piece whose moves were banned.
func (e Entry) Piece() Piece { return e.Before.PieceAt(e.Action.Pair().From()) }

// Captured returns the piece that the move captured, or NoPiece for a ban and for a move
// that captures nothing.
func (e Entry) Captured() Piece {
	switch {
	case e.IsEnPassant():
		return NewPiece(e.Before.Mover().Opponent(), Pawn)
	case e.Action.IsMove():
		return e.Before.PieceAt(e.Action.Pair().To())
	}
	return NoPiece
}

// IsCapture reports whether the action is a move that captures.
func (e Entry) IsCapture() bool { return e.Captured() != NoPiece }

// IsEnPassant reports whether the action is a capture en passant.
func (e Entry) IsEnPassant() bool {
	p := e.Action.Pair()
	return e.Action.IsMove() && e.Before.PieceAt(p.From()).Role() == Pawn && p.To() == e.Before.EnPassant()
}

// IsCastling reports whether the action is a move that castles.
func (e Entry) IsCastling() bool {
	p := e.Action.Pair()
	return e.Action.IsMove() && e.Before.PieceAt(p.From()).Role() == King && castlingFiles(p) != 0
}

// String returns the action as the action log writes it: "b:e2e4", "d4", "Qxf7+".
func (e Entry) String() string { return e.text(true) }

func (e Entry) text(indicator bool) string {
	s := e.SAN
	if e.Action.IsBan() {
		s = "b:" + s
	}
	if indicator {
		s += string(e.Indicator())
	}
	return s
}

// Node is a place in a Tree or in a Game: an action, the positions before and after it,
// and what was written about it. The root is the start. It has no action, and its After
// is the start position. Repetitions are counted along the line that leads to the node.
type Node struct {
	parent *Node // first, for who goes back along a line
	Entry
	children []*Node  // the first is the main line
	only     [1]*Node // holds them where there is one
	Annotation
}

func newRoot(start Position) *Node {
	return &Node{Entry: Entry{After: start, Occurrences: 1, Result: start.Result()}}
}

// String returns the action as Entry.String does, together with what is written about it.
func (n *Node) String() string {
	return strings.TrimSpace(n.Entry.String() + " " + n.Annotation.String())
}

// Parent returns the node before this one, or nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// Children returns the nodes after this one, the main line first.
func (n *Node) Children() []*Node { return slices.Clone(n.children) }

// Next returns the next node of the main line, or nil at its end.
func (n *Node) Next() *Node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// End returns the last node of the main line from this node on.
func (n *Node) End() *Node {
	for n.Next() != nil {
		n = n.Next()
	}
	return n
}

// Line returns the nodes from the first action to this one.
func (n *Node) Line() []*Node { return n.path()[1:] }

// path returns the nodes from the root to this one.
func (n *Node) path() (path []*Node) {
	for ; n != nil; n = n.parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// copied returns a line of nodes again, without what else follows each. No node of
// it begins a variation, so a comment before one joins the one before.
func copied(path []*Node) []*Node {
	line := make([]*Node, len(path))
	for i, n := range path {
		line[i] = &Node{Entry: n.Entry, Annotation: n.Annotation.clone()}
		if i > 0 {
			before := line[i-1]
			line[i].parent = before
			before.follow(line[i])
			before.settle()
		}
	}
	return line
}

// Add returns the node after an action. If there is none yet, it adds one after the other
// children. The error of an illegal action is that of Game.Check.
func (n *Node) Add(a Action) (*Node, error) {
	if child := n.child(a); child != nil {
		return child, nil
	}
	if err := n.check(a); err != nil {
		return nil, err
	}
	return n.append(n.entry(a), new(Node)), nil
}

// child returns the node after an action, nil if there is none.
func (n *Node) child(a Action) *Node {
	for _, child := range n.children {
		if child.Action == a {
			return child
		}
	}
	return nil
}

// check returns nil when the action is legal after this node, and otherwise the
// error that says why not.
func (n *Node) check(a Action) error {
	if n.Result.Over() || !n.After.takes(a) {
		return n.After.refuse(a, n.Result)
	}
	return nil
}

// entry returns the entry of a legal action after this node.
func (n *Node) entry(a Action) Entry {
	e := Entry{Action: a, Before: n.After, After: n.After.playLegal(a)}
	if m, ok := a.Move(); ok {
		e.SAN = n.After.n.san(m)
		e.Occurrences = 1 + n.occurrences(e.After.n)
	} else {
		e.SAN = a.Pair().String()
		e.Occurrences = n.Occurrences
	}
	e.Result = resultOf(e.After, e.Occurrences)
	return e
}

// occurrences counts how often a board has stood on the line that leads here.
// Boards before the last capture or pawn move cannot be the same.
func (n *Node) occurrences(after *board) int {
	count := 0
	for ; n != nil; n = n.parent {
		if n.parent != nil && n.Action.IsBan() {
			continue // the board of the move before it
		}
		if n.After.n.Repeats(&after.Position) {
			count++
		}
		if n.After.n.Halfmove() == 0 {
			break
		}
	}
	return count
}

// append makes a new node the last child, and returns it.
func (n *Node) append(e Entry, child *Node) *Node {
	child.Entry, child.parent = e, n
	n.follow(child)
	return child
}

// spare has nodes for a line that grows. Several at a time are quicker to be had.
type spare []Node

func (s *spare) node() *Node {
	if len(*s) == 0 {
		*s = make(spare, 8)
	}
	n := &(*s)[0]
	*s = (*s)[1:]
	return n
}

// follow adds a child after the others.
func (n *Node) follow(child *Node) {
	if len(n.children) == 0 {
		n.children = n.only[:0]
	}
	n.children = append(n.children, child)
}

// Promote makes the node's line the main line at the last place where it is not. It
// reports whether there was such a place.
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

// Delete removes the node and everything that follows it from its tree. The root cannot
// be deleted.
func (n *Node) Delete() {
	if n.parent != nil {
		n.parent.children = slices.DeleteFunc(n.parent.children, func(child *Node) bool { return child == n })
		n.parent.settle()
		n.parent = nil
	}
}

// settle moves a comment before the main line to after the node, where it is read:
// only a variation has one before it.
func (n *Node) settle() {
	if next := n.Next(); next != nil && next.CommentBefore != "" {
		n.read(next.CommentBefore)
		next.CommentBefore = ""
	}
}

// Tree is the whole record of a game: the actions played, the variations that were looked
// at instead, and what was written about each of them. A Game is one line of a tree. A
// PGN holds a tree: ParseTree reads it, and PGN writes it. The zero Tree is empty, at the
// start position.
type Tree struct {
	root *Node
	// Tags are as in Game.
	Tags Tags
	// Result is how the players ended the main line: by resignation, agreement or
	// time-out. If the main line ended on the board, that ending counts, whatever Result
	// says.
	Result Result
	// Indicators says whether PGN writes + # = after actions.
	Indicators bool
	// Unplayed says where and why variations cannot be played, one error for each
	// variation, at most 1,000. Reading fills it in, and keeps such variations as
	// comments.
	Unplayed []*Error
}

// NewTree returns the tree of a game, with its actions and its annotations.
func NewTree(g *Game) *Tree {
	t := g.tree()
	t.root, t.Tags = copied(g.nodes()[:g.at+1])[0], slices.Clone(g.Tags)
	return t
}

// tree returns the game as a tree that shares its nodes.
func (g *Game) tree() *Tree {
	return &Tree{root: g.nodes()[0], Tags: g.Tags, Result: g.Result(), Indicators: g.Indicators.PGN}
}

// Standing returns how the main line ended: on the board, or otherwise as Result says.
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

// Game returns the game of the line that leads to a node, with its annotations. At the
// end of the main line, the game has ended as the tree has.
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
