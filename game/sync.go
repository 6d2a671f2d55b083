package game

import "strings"

// SyncState is what one client sends to another so that both continue the same game: the
// position, and as much of the past as repetitions need. Only FEN is required. Its JSON
// is what the JavaScript library sends and accepts.
type SyncState struct {
	// FEN is the extended FEN of the game now.
	FEN string `json:"fen"`
	// Ply and MoveNumber are those of the FEN, or 0 if they are left out.
	Ply        Ply `json:"ply,omitempty"`
	MoveNumber int `json:"moveNumber,omitempty"`
	// LastAction is the last action in BCN, or "" if there is none or it is left out.
	LastAction string `json:"lastAction,omitempty"`
	// Past is the part of the game that leads to FEN, or nil if there is none or it is
	// left out.
	Past *Past `json:"past,omitempty"`
	// Ended and Winner say how the players ended the game; see Game.EndAs.
	Ended  Reason `json:"ended,omitempty"`
	Winner string `json:"winner,omitempty"`
}

// Past is the last part of a game: a position, and what was played from there. Its first
// action is the last capture or pawn move, because no earlier position can occur again
// after that. If there was none, it is the first action of the game.
type Past struct {
	FEN     string   `json:"fen"`
	Actions []string `json:"actions"` // BCN, without indicators
}

// SyncState returns what another client needs to continue the game from here.
func (g *Game) SyncState() SyncState {
	p := g.Position()
	s := SyncState{FEN: g.FEN(), Ply: p.Ply(), MoveNumber: p.FullmoveNumber()}
	if g.at > 0 {
		s.LastAction = g.BCN()[g.at-1]
		from := g.lastIrreversible()
		s.Past = &Past{FEN: g.line[from].After.FEN()}
		for _, n := range g.played()[from:] {
			s.Past.Actions = append(s.Past.Actions, n.Action.String())
		}
	}
	if r := g.Result(); r.Reason.IsDecision() {
		s.Ended = r.Reason
		if r.Winner != NoPlayer {
			s.Winner = r.Winner.String()
		}
	}
	return s
}

// lastIrreversible returns the index of the last capture or pawn move, or 0
// without one.
func (g *Game) lastIrreversible() int {
	for i := g.at - 1; i > 0; i-- {
		if e := g.Entry(i); e.Action.IsMove() && e.After.HalfmoveClock() == 0 {
			return i
		}
	}
	return 0
}

// FromSyncState returns the game of a client that sent its state. Without a past the game
// begins at the FEN, and does not know which positions occurred before. Everything in the
// state must agree. Errors: those of ParseFEN, ParseAction, Play and EndAs; CodeBadPly
// for a ply or a move number other than the FEN's; CodeBadPlayer; and CodeDesync for a
// last action, a past or a draw that does not lead to the FEN.
func FromSyncState(s SyncState) (*Game, error) {
	now, err := ParseFEN(s.FEN)
	if err != nil {
		return nil, err
	}
	g := NewFrom(now)
	if s.Past != nil {
		if g, err = s.Past.game(); err != nil {
			return nil, err
		}
		if fen := g.Position().FEN(); fen != now.FEN() {
			return nil, errOtherPast(fen, now.FEN())
		}
	}
	if err := s.agree(g); err != nil {
		return nil, err
	}
	if s.Ended != NotOver || s.Winner != "" {
		said := Result{Reason: s.Ended}
		if s.Winner != "" {
			if said.Winner, err = ParsePlayer(s.Winner); err != nil {
				return nil, err
			}
		}
		if err := g.EndAs(said); err != nil {
			return nil, err
		}
	}
	// Without a past the draw may be a repetition, which nobody can check.
	if s.Past != nil && strings.HasSuffix(strings.TrimSpace(s.FEN), string(StalemateIndicator)) && !g.Result().Draw() {
		return nil, errNoDraw(s.FEN)
	}
	return g, nil
}

// game plays the past.
func (p *Past) game() (*Game, error) {
	g, err := NewFromFEN(p.FEN)
	if err != nil {
		return nil, err
	}
	if err := g.playAll(p.Actions, ParseAction); err != nil {
		return nil, err
	}
	return g, nil
}

// agree compares what is said beside the FEN with the game: all of the ply and the
// full-move number, and the last action as far as the game knows it.
func (s SyncState) agree(g *Game) error {
	p := g.Position()
	if s.Ply != 0 && s.Ply != p.Ply() {
		return errOtherNumber("ply", int(s.Ply), int(p.Ply()))
	}
	if s.MoveNumber != 0 && s.MoveNumber != p.FullmoveNumber() {
		return errOtherNumber("move", s.MoveNumber, p.FullmoveNumber())
	}
	if s.LastAction == "" {
		return nil
	}
	last, err := ParseAction(s.LastAction)
	if err != nil {
		return err
	}
	ban, banned := p.Ban()
	switch {
	case last.Phase() == p.Phase(), last.IsBan() && (!banned || ban != last.Pair()), g.at > 0 && last != g.now().Action:
		return errOtherLast(last, p.FEN())
	}
	return nil
}
