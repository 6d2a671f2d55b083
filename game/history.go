package game

import "strings"

// LastMove returns the last move that was played, whatever was banned since.
func (g *Game) LastMove() (m Move, ok bool) {
	for i := g.at; i > 0 && !ok; i-- {
		m, ok = g.line[i].Action.Move()
	}
	return m, ok
}

// Len returns how many actions are played.
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

// Entry returns the entry of the action with the index i, from 0 to Len()-1.
// Outside that it returns the zero Entry.
func (g *Game) Entry(i int) Entry {
	if i < 0 || i >= g.at {
		return Entry{}
	}
	return g.line[i+1].Entry
}

// Annotation returns what is written about the place after i actions, 0 being the
// start, to be read and changed. Outside 0 to Len() it returns nil. PGN writes it,
// ParsePGN reads it; playing on after Undo drops that of what could be redone.
func (g *Game) Annotation(i int) *Annotation {
	if i < 0 || i > g.at {
		return nil
	}
	return &g.nodes()[i].Annotation
}

// Annotated returns the places, as Annotation counts them, about which something is
// written.
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

// BCN returns the actions played in Ban Chess Notation, with indicators if
// Indicators has them in BCN: "b:e2e4", "m:d2d4", "m:d8h4#".
func (g *Game) BCN() []string {
	return ofEach(g, func(n *Node) string {
		if g.Indicators.BCN {
			return n.Action.String() + string(n.Indicator())
		}
		return n.Action.String()
	})
}

// ActionLog returns the actions played with bans in BCN and moves in SAN, with
// indicators if Indicators has them in SAN: "b:e2e4", "d4".
func (g *Game) ActionLog() []string {
	return ofEach(g, func(n *Node) string { return n.text(g.Indicators.SAN) })
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
