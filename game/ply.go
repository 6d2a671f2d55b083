package game

import "strconv"

// Ply counts actions from 1: odd plies are bans, even plies are moves. Ply 1 is
// Black's ban, ply 2 White's move, ply 3 White's ban, ply 4 Black's move, and so
// on. Everything about whose turn it is follows from the number.
type Ply int

// MaxPly bounds the ply, the full-move number and the half-move clock that a FEN
// may carry, so that no input can make them overflow.
const MaxPly = 1_000_000

// Phase is what an action at a ply is: a ban or a move.
type Phase uint8

// The phases. The zero Phase is that of no action.
const (
	PhaseBan  Phase = 1
	PhaseMove Phase = 2
)

// String returns "ban", "move" or "none".
func (p Phase) String() string {
	switch p {
	case PhaseBan:
		return "ban"
	case PhaseMove:
		return "move"
	}
	return "none"
}

// MarshalText writes String.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads "ban", "move" or "none".
func (p *Phase) UnmarshalText(text []byte) error {
	for q := range PhaseMove + 1 {
		if q.String() == string(text) {
			*p = q
			return nil
		}
	}
	return errNotPhase(string(text))
}

// IsValid reports whether the ply is in 1 … MaxPly.
func (p Ply) IsValid() bool { return p >= 1 && p <= MaxPly }

// Phase returns PhaseBan at odd plies and PhaseMove at even ones.
func (p Ply) Phase() Phase {
	if p%2 != 0 {
		return PhaseBan
	}
	return PhaseMove
}

// Mover returns the side whose pieces move next: the same at a ban ply and at
// the move ply after it.
func (p Ply) Mover() Player {
	if m := p % 4; m == 1 || m == 2 {
		return White
	}
	return Black
}

// ActivePlayer returns who acts at the ply: the mover at a move ply, the
// mover's opponent at a ban ply.
func (p Ply) ActivePlayer() Player {
	if p.Phase() == PhaseBan {
		return p.Mover().Opponent()
	}
	return p.Mover()
}

// String returns the number.
//
//go:noinline
func (p Ply) String() string { return strconv.Itoa(int(p)) }

// parseCount reads a plain non-negative decimal number up to MaxPly.
func parseCount(s string) (int, bool) {
	if s == "" || len(s) > 7 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, n <= MaxPly
}
