package game

import (
	"slices"
	"strings"
)

// Entry is one action of a game's history.
type Entry struct {
	Action Action
	// Before is the position the action was played in, After the one it led to.
	Before, After Position
	// SAN is the move in standard algebraic notation, or the banned pair, without an
	// indicator.
	SAN string
	// Occurrences is how often After's board position had then occurred.
	Occurrences int
	// Result is how the game stood on the board after the action.
	Result Result
}

// Ply returns the action's ply.
func (e Entry) Ply() Ply { return e.Before.Ply() }

// Player returns who acted.
func (e Entry) Player() Player { return e.Before.ActivePlayer() }

// Ban returns the ban in force: the action itself for a ban, for a move the one
// it was played under. ok is false for a move without one. Whether the entry is
// a ban, Action.IsBan tells.
func (e Entry) Ban() (pair Pair, ok bool) {
	if e.Action.IsBan() {
		return e.Action.Ban()
	}
	return e.Before.Ban()
}

// Indicator returns what notations write behind the action.
func (e Entry) Indicator() Indicator { return indicatorOf(e.After.InCheck(), e.Result) }

// FEN returns the extended FEN after the action. Its indicator knows of a
// repetition, and not of what the players decide: Game.FEN does.
func (e Entry) FEN() string {
	return string(e.After.appendFEN(make([]byte, 0, 96), e.Result))
}

// Piece returns the piece that moved, and for a ban the one whose moves were
// banned.
func (e Entry) Piece() Piece { return e.Before.PieceAt(e.Action.Pair().From()) }

// Captured returns the piece that the move captured, NoPiece for a ban and for a
// move that is no capture.
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

// String returns the action as the action log has it: "b:e2e4", "d4", "Qxf7+".
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

// LastMove returns the last move that was played, whatever was banned since.
func (g *Game) LastMove() (m Move, ok bool) {
	for i := g.at - 1; i >= 0 && !ok; i-- {
		m, ok = g.played[i].Action.Move()
	}
	return m, ok
}

// Len returns how many actions are played.
func (g *Game) Len() int { return g.at }

// History returns an entry for every action played.
func (g *Game) History() []Entry { return slices.Clone(g.played[:g.at]) }

// Entry returns the entry of the action with the index i, from 0 to Len()-1.
// Outside that it returns the zero Entry.
func (g *Game) Entry(i int) Entry {
	if i < 0 || i >= g.at {
		return Entry{}
	}
	return g.played[i]
}

// Annotation returns what is written about the place after i actions, 0 being the
// start, to be read and changed. Outside 0 to Len() it returns nil. PGN writes it,
// ParsePGN reads it; playing on after Undo drops that of what could be redone.
func (g *Game) Annotation(i int) *Annotation {
	if i < 0 || i > g.at {
		return nil
	}
	if g.note(i) == nil {
		g.write(i, &Annotation{})
	}
	return g.notes[i]
}

// Annotated returns the places, as Annotation counts them, about which something is
// written.
func (g *Game) Annotated() (places []int) {
	for i, note := range g.notes[:min(len(g.notes), g.at+1)] {
		if note != nil && !note.IsZero() {
			places = append(places, i)
		}
	}
	return places
}

// note returns what is written about the place after i actions, nil for nothing.
func (g *Game) note(i int) *Annotation {
	if i < len(g.notes) {
		return g.notes[i]
	}
	return nil
}

// write sets a copy of an annotation.
func (g *Game) write(i int, a *Annotation) {
	for len(g.notes) <= i {
		g.notes = append(g.notes, nil)
	}
	if a != nil {
		c := a.clone()
		g.notes[i] = &c
	}
}

// Actions returns the actions played.
func (g *Game) Actions() []Action {
	actions := make([]Action, g.at)
	for i := range actions {
		actions[i] = g.played[i].Action
	}
	return actions
}

// BCN returns the actions played in Ban Chess Notation, with indicators if
// Indicators has them in BCN: "b:e2e4", "m:d2d4", "m:d8h4#".
func (g *Game) BCN() []string {
	bcn := make([]string, g.at)
	for i, e := range g.played[:g.at] {
		bcn[i] = e.Action.String()
		if g.Indicators.BCN {
			bcn[i] += string(e.Indicator())
		}
	}
	return bcn
}

// ActionLog returns the actions played with bans in BCN and moves in SAN, with
// indicators if Indicators has them in SAN: "b:e2e4", "d4".
func (g *Game) ActionLog() []string {
	log := make([]string, g.at)
	for i, e := range g.played[:g.at] {
		log[i] = e.text(g.Indicators.SAN)
	}
	return log
}

// ReplayLog returns the game of an action log from a position: bans in BCN,
// moves in SAN or BCN.
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
