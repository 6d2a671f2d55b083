package game

import (
	"slices"
	"strings"
)

// Game is a game of Ban Chess: a start position, the actions played from it, and how it
// ended. It is not safe for use by several goroutines at once. A method that returns an
// error has changed nothing. The zero Game is a game at the start position that writes no
// indicators.
type Game struct {
	line    []*Node // the start, what was played and, after at, what can be redone; nil for the zero Game
	at      int     // how many actions are played
	decided Result  // by resignation, agreement or time-out
	clock   *Clock
	spare   spare

	// Tags are the PGN tags, which ParsePGN reads and PGN writes, except those that
	// follow from the game itself (Result, Variant, SetUp, FEN, Termination).
	Tags Tags
	// Indicators says where indicators are written.
	Indicators Indicators
}

// New returns a game at the start position.
func New() *Game { return NewFrom(StartPosition()) }

// NewFrom returns a game that starts at a position. The zero Position gives a
// game from the start position.
func NewFrom(start Position) *Game {
	if !start.IsValid() {
		start = StartPosition()
	}
	return &Game{line: []*Node{newRoot(start)}, Indicators: AllIndicators()}
}

// NewFromFEN returns a game that starts at an extended FEN. Errors are
// ParseFEN's.
func NewFromFEN(fen string) (*Game, error) {
	start, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	return NewFrom(start), nil
}

// Replay returns the game in which the actions are played from a position. The error
// names the first illegal action and its ply.
func Replay(start Position, actions ...Action) (*Game, error) {
	g := NewFrom(start)
	for _, a := range actions {
		if err := g.Play(a); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Clone returns an independent copy of the game. The copy has no clock, because a clock
// belongs to one game.
func (g *Game) Clone() *Game {
	g.settle()
	c := *g
	c.line = copied(g.nodes())
	for _, n := range c.line[g.at:] {
		n.children = nil // until Redo
	}
	c.Tags = slices.Clone(g.Tags)
	c.clock, c.spare = nil, nil
	return &c
}

// nodes returns the nodes of the game: the start, what was played, and what can be
// redone.
func (g *Game) nodes() []*Node {
	if g.line == nil {
		g.line = []*Node{newRoot(StartPosition())}
	}
	return g.line
}

// played returns the nodes of what was played.
func (g *Game) played() []*Node { return g.nodes()[1 : g.at+1] }

// now returns the node of the current position.
func (g *Game) now() *Node { return g.nodes()[g.at] }

// Start returns the position at which the game began.
func (g *Game) Start() Position { return g.nodes()[0].After }

// Position returns the current position.
func (g *Game) Position() Position { return g.now().After }

// Ply returns the ply of the next action.
func (g *Game) Ply() Ply { return g.Position().ply }

// Phase returns whether the next action is a ban or a move.
func (g *Game) Phase() Phase { return g.Position().Phase() }

// ActivePlayer returns who acts next.
func (g *Game) ActivePlayer() Player { return g.Position().ActivePlayer() }

// Mover returns the side whose pieces move next.
func (g *Game) Mover() Player { return g.Position().Mover() }

// Ban returns the ban in force.
func (g *Game) Ban() (pair Pair, ok bool) { return g.Position().Ban() }

// FEN returns the extended FEN of the current position. Its indicator takes the game's
// past into account: a repetition is marked "=", as every draw is.
func (g *Game) FEN() string {
	return string(g.Position().appendFEN(make([]byte, 0, 96), g.Result()))
}

// Play plays a legal action, and drops what could be redone. The error of an illegal
// action is that of Check.
func (g *Game) Play(a Action) error {
	g.settle()
	if err := g.Check(a); err != nil {
		return err
	}
	now := g.now()
	g.line = append(g.line[:g.at+1], now.append(now.entry(a), g.spare.node()))
	g.at++
	if g.clock != nil {
		g.clock.pass(g)
	}
	return nil
}

// Preview returns the entry that a legal action would add to the history, without playing
// it. The error of an illegal action is that of Check.
func (g *Game) Preview(a Action) (Entry, error) {
	if err := g.Check(a); err != nil {
		return Entry{}, err
	}
	return g.now().entry(a), nil
}

// Check returns nil if the action is legal now, and otherwise the error that Play would
// return. Unlike Position.Check it also knows how the game ended.
func (g *Game) Check(a Action) error {
	if r := g.Result(); r.Over() {
		return g.Position().refuse(a, r)
	}
	return g.now().check(a)
}

// IsLegal reports whether the action may be played now.
func (g *Game) IsLegal(a Action) bool { return g.open().takes(a) }

// LegalActions returns the actions that may be played now. There are none when the game
// is over.
func (g *Game) LegalActions() []Action { return g.open().actions() }

// open returns the current position, or the zero one, where nothing can be played, when
// the game is over.
func (g *Game) open() Position {
	if g.Result().Over() {
		return Position{}
	}
	return g.Position()
}

// AppendLegalActions appends the actions that LegalActions returns, in another order. Use
// it if you list actions at every ply: it allocates nothing, and does not use the chess
// library.
func (g *Game) AppendLegalActions(dst []Action) []Action { return g.open().appendLegal(dst) }

// Undo takes back what happened last, and reports whether there was anything to take
// back. If the players or their clocks ended the game, it takes back that; otherwise it
// takes back the last action. It does not give back time on a clock. So a game that was
// lost on its clock cannot be undone until the clock is reset or removed.
func (g *Game) Undo() bool {
	switch g.settle(); {
	case g.flagged():
		return false
	case g.decided.Over():
		g.decided = Result{}
	case g.at > 0:
		g.at--
		g.now().children = nil
	default:
		return false
	}
	if g.clock != nil {
		g.clock.follow(g)
	}
	return true
}

// Redo plays the action again that Undo took back last, and reports whether there was
// one. After you play another action there is nothing to redo.
func (g *Game) Redo() bool {
	if g.settle(); !g.CanRedo() {
		return false
	}
	g.now().follow(g.line[g.at+1])
	g.at++
	if g.clock != nil {
		g.clock.follow(g)
	}
	return true
}

// CanUndo reports whether Undo would do anything.
func (g *Game) CanUndo() bool { return (g.decided.Over() || g.at > 0) && !g.flagged() }

// CanRedo reports whether Redo would do anything.
func (g *Game) CanRedo() bool {
	return g.at < len(g.line)-1 && !g.decided.Over() && !g.flagged()
}

// Reset goes back to the start position of this game and forgets what was played. Tags
// and indicators stay. The clock stays too, but gets its base time again.
func (g *Game) Reset() {
	g.line, g.at, g.decided, g.spare = []*Node{newRoot(g.Start())}, 0, Result{}, nil
	if g.clock != nil {
		g.clock.Reset()
		g.clock.follow(g)
	}
}

// LastMove returns the last move that was played, whatever was banned since.
func (g *Game) LastMove() (m Move, ok bool) {
	for i := g.at; i > 0 && !ok; i-- {
		m, ok = g.line[i].Action.Move()
	}
	return m, ok
}

// Len returns the number of actions played.
func (g *Game) Len() int { return g.at }

// History returns an entry for every action played.
func (g *Game) History() []Entry {
	return ofEach(g, func(n *Node) Entry { return n.Entry })
}

// ofEach lists something of every action played.
func ofEach[T any](g *Game, of func(*Node) T) []T {
	list := make([]T, g.at)
	for i, n := range g.played() {
		list[i] = of(n)
	}
	return list
}

// Entry returns the entry of the action with index i, from 0 to Len()-1, or the zero
// Entry for any other index.
func (g *Game) Entry(i int) Entry {
	if i < 0 || i >= g.at {
		return Entry{}
	}
	return g.line[i+1].Entry
}

// Annotation returns what is written about the place after i actions; 0 is the start. You
// may change it. For an i outside 0 to Len() it returns nil. PGN writes annotations and
// ParsePGN reads them. If you play on after Undo, the annotations of actions that could
// be redone are dropped.
func (g *Game) Annotation(i int) *Annotation {
	if i < 0 || i > g.at {
		return nil
	}
	return &g.nodes()[i].Annotation
}

// Annotated returns the places that have an annotation, as Annotation counts them.
func (g *Game) Annotated() (places []int) {
	for i, n := range g.nodes()[:g.at+1] {
		if !n.IsZero() {
			places = append(places, i)
		}
	}
	return places
}

// Actions returns the actions played.
func (g *Game) Actions() []Action {
	return ofEach(g, func(n *Node) Action { return n.Action })
}

// BCN returns the actions played, in Ban Chess Notation: "b:e2e4", "m:d2d4", "m:d8h4#".
// It writes indicators if Indicators.BCN is set.
func (g *Game) BCN() []string {
	return ofEach(g, func(n *Node) string {
		if g.Indicators.BCN {
			return n.Action.String() + string(n.Indicator())
		}
		return n.Action.String()
	})
}

// ActionLog returns the actions played, bans in BCN and moves in SAN: "b:e2e4", "d4". It
// writes indicators if Indicators.SAN is set.
func (g *Game) ActionLog() []string {
	return ofEach(g, func(n *Node) string { return n.text(g.Indicators.SAN) })
}

// ReplayLog returns the game in which an action log is played from a position. Its bans
// are in BCN, its moves in SAN or BCN.
func ReplayLog(start Position, log ...string) (*Game, error) {
	g := NewFrom(start)
	if err := g.playAll(log, g.parseLog); err != nil {
		return nil, err
	}
	return g, nil
}

// playAll plays what is written, and says of what cannot be read at which ply.
func (g *Game) playAll(written []string, parse func(string) (Action, error)) error {
	for _, s := range written {
		a, err := parse(s)
		if e, ok := err.(*Error); ok {
			e.Ply = g.Ply()
		}
		if err == nil {
			err = g.Play(a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (g *Game) parseLog(s string) (Action, error) {
	if strings.HasPrefix(s, "b:") || strings.HasPrefix(s, "m:") {
		return ParseAction(s)
	}
	m, err := g.Position().ParseSAN(s)
	return MoveAction(m), err
}
