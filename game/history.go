package game

import "strings"

// Flags say what an action did. Each is true only when it is so right after the
// action.
type Flags struct {
	Check, Checkmate, Stalemate, Draw, GameOver           bool
	InsufficientMaterial, ThreefoldRepetition             bool
	FiftyMoveRule, BanCausedCheckmate, BanCausedStalemate bool
	Capture, EnPassant, Castle, Promotion                 bool
}

// Entry is one action of a game's history.
type Entry struct {
	Ply    Ply
	Player Player // who acted
	Action Action
	// SAN is the move in standard algebraic notation, or the banned pair, with an
	// indicator if Game.Indicators has them in SAN.
	SAN string
	// FEN is the extended FEN right after the action.
	FEN string
	// Ban is the ban in force: the action itself for a ban, the one the move was
	// played under for a move; not valid at a move without one.
	Ban   Pair
	Flags Flags
}

// Len returns how many actions are played.
func (g *Game) Len() int { return g.at }

// History returns an entry for every action played.
func (g *Game) History() []Entry {
	entries := make([]Entry, g.at)
	for i := range entries {
		entries[i] = g.Entry(i)
	}
	return entries
}

// Entry returns the entry of the action with the index i, from 0 to Len()-1.
// Outside that it returns the zero Entry.
func (g *Game) Entry(i int) Entry {
	if i < 0 || i >= g.at {
		return Entry{}
	}
	s := g.played[i]
	before := g.positionAt(i)
	ban := s.after.ban
	if s.action.IsMove() {
		ban = before.ban
	}
	return Entry{
		Ply:    before.ply,
		Player: before.ActivePlayer(),
		Action: s.action,
		SAN:    s.san + g.indicator(i, g.Indicators.SAN),
		FEN:    g.fenAt(i + 1),
		Ban:    ban,
		Flags:  g.flags(i),
	}
}

// indicator returns the indicator of the action with the index i, or "".
func (g *Game) indicator(i int, on bool) string {
	if !on {
		return ""
	}
	s := g.played[i]
	return string(indicatorOf(s.after.InCheck(), s.result))
}

func (g *Game) flags(i int) Flags {
	s, before := g.played[i], g.positionAt(i)
	r := g.resultAt(i + 1)
	f := Flags{
		Check:              s.after.InCheck(),
		Checkmate:          r.Reason == Checkmate || r.Reason == CheckmateByBan,
		Stalemate:          r.Reason == Stalemate || r.Reason == StalemateByBan,
		Draw:               r.Draw(),
		GameOver:           r.Over(),
		BanCausedCheckmate: r.Reason == CheckmateByBan,
		BanCausedStalemate: r.Reason == StalemateByBan,

		InsufficientMaterial: s.after.n.InsufficientMaterial(),
		ThreefoldRepetition:  g.seenAt(i+1) >= 3,
		FiftyMoveRule:        s.after.n.Halfmove() >= 100,
	}
	if m, ok := s.action.Move(); ok {
		role, taken := before.n.At(m.From()).Role(), before.n.At(m.To()) != NoPiece
		f.EnPassant = role == Pawn && m.From().File() != m.To().File() && !taken
		f.Capture = f.EnPassant || taken
		f.Castle = role == King && castlingFiles(m.Pair()) != 0
		f.Promotion = m.Promotion() != NoRole
	}
	return f
}

// Actions returns the actions played.
func (g *Game) Actions() []Action {
	actions := make([]Action, g.at)
	for i := range actions {
		actions[i] = g.played[i].action
	}
	return actions
}

// BCN returns the actions played in Ban Chess Notation, with indicators if
// Indicators has them in BCN: "b:e2e4", "m:d2d4", "m:d8h4#".
func (g *Game) BCN() []string {
	bcn := make([]string, g.at)
	for i := range bcn {
		bcn[i] = g.played[i].action.String() + g.indicator(i, g.Indicators.BCN)
	}
	return bcn
}

// ActionLog returns the actions played with bans in BCN and moves in SAN, with
// indicators if Indicators has them in SAN: "b:e2e4", "d4".
func (g *Game) ActionLog() []string {
	log := make([]string, g.at)
	for i := range log {
		log[i] = g.played[i].san + g.indicator(i, g.Indicators.SAN)
		if g.played[i].action.IsBan() {
			log[i] = "b:" + log[i]
		}
	}
	return log
}

// ReplayLog returns the game of an action log from a position: bans in BCN,
// moves in SAN or BCN.
func ReplayLog(start Position, log ...string) (*Game, error) {
	g := NewFrom(start)
	for _, s := range log {
		a, err := g.parseLog(s)
		if e, ok := err.(*Error); ok {
			e.Ply = g.Ply()
		}
		if err == nil {
			err = g.Play(a)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (g *Game) parseLog(s string) (Action, error) {
	if strings.HasPrefix(s, "b:") || strings.HasPrefix(s, "m:") {
		return ParseAction(s)
	}
	m, err := g.Position().ParseSAN(s)
	return MoveAction(m), err
}
