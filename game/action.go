package game

import (
	"strconv"

	"github.com/banchess/banchess/game/chess"
)

// Action is a ban or a move: what a player does in one ply. A ban names a pair, and
// forbids every move with this pair, all four promotions included. Actions are
// comparable. The zero Action is neither a ban nor a move.
//
// The text of an action is BCN, the Ban Chess Notation: "b:e2e4", "m:d2d4", "m:e7e8q".
// Reading accepts a trailing indicator (+ # =) and drops it, because whether an action
// gives check depends on the position, which an Action does not know.
type Action struct {
	phase Phase
	move  Move // a ban has its pair alone
}

// NewBan returns the action that bans a pair of squares.
func NewBan(from, to Square) Action {
	return BanAction(NewPair(from, to))
}

// NewMove returns the action that moves from one square to another. The role is that to
// which a pawn promotes, or NoRole.
func NewMove(from, to Square, promotion Role) Action {
	return MoveAction(chess.NewMove(from, to, promotion))
}

// BanAction returns the action that bans a pair.
func BanAction(p Pair) Action { return Action{PhaseBan, Move(p)} }

// MoveAction returns the action that plays a move.
func MoveAction(m Move) Action { return Action{PhaseMove, m} }

// ParseAction reads BCN. The error's code is CodeBadBCN.
func ParseAction(s string) (Action, error) {
	a, ok := parseAction(s)
	if !ok {
		return Action{}, errNotAction(s)
	}
	return a, nil
}

// MustParseAction is ParseAction for constants in programs and tests; it
// panics on bad text.
func MustParseAction(s string) Action { return must(ParseAction(s)) }

func parseAction(s string) (Action, bool) {
	s, _ = cutIndicator(s)
	if len(s) < 6 || s[1] != ':' {
		return Action{}, false
	}
	m, err := chess.ParseMove(s[2:])
	switch {
	case err != nil:
	case s[0] == 'b' && m.Promotion() == NoRole:
		return BanAction(m.Pair()), true
	case s[0] == 'm':
		return MoveAction(m), true
	}
	return Action{}, false
}

// Phase returns PhaseBan for a ban, PhaseMove for a move, and 0 for the zero Action.
func (a Action) Phase() Phase { return a.phase }

// IsBan reports whether the action is a ban.
func (a Action) IsBan() bool { return a.phase == PhaseBan }

// IsMove reports whether the action is a move.
func (a Action) IsMove() bool { return a.phase == PhaseMove }

// IsValid reports whether the action is a ban or a move between two different squares of
// the board. It need not be legal.
func (a Action) IsValid() bool {
	return a.move.IsValid() && (a.IsMove() || a.IsBan() && a.Promotion() == NoRole)
}

// Pair returns the pair of the ban or of the move.
func (a Action) Pair() Pair { return a.move.Pair() }

// Promotion returns the role to which the move promotes, or NoRole.
func (a Action) Promotion() Role { return a.move.Promotion() }

// Ban returns the pair of a ban; ok is false for a move.
func (a Action) Ban() (p Pair, ok bool) {
	if !a.IsBan() {
		return NoPair, false
	}
	return a.Pair(), true
}

// Move returns the action as a move; ok is false for a ban.
func (a Action) Move() (m Move, ok bool) {
	if !a.IsMove() {
		return NoMove, false
	}
	return a.move, true
}

// String returns the action in BCN without an indicator, or "-" for the zero Action.
func (a Action) String() string { return string(a.AppendTo(nil)) }

// AppendTo appends String to b.
func (a Action) AppendTo(b []byte) []byte {
	switch {
	case !a.IsValid():
		return append(b, '-')
	case a.IsBan():
		return a.Pair().AppendTo(append(b, "b:"...))
	}
	return a.move.AppendTo(append(b, "m:"...))
}

// MarshalText writes BCN without an indicator.
func (a Action) MarshalText() ([]byte, error) { return a.AppendTo(nil), nil }

// UnmarshalText reads BCN. "-" is the zero Action.
func (a *Action) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*a = Action{}
		return nil
	}
	b, err := ParseAction(string(text))
	if err != nil {
		return err
	}
	*a = b
	return nil
}

// Ply numbers the actions of a game from 1: odd plies are bans, even plies are moves. Ply
// 1 is Black's ban, ply 2 White's move, ply 3 White's ban, ply 4 Black's move, and so on.
// Whose turn it is follows from the number alone.
type Ply int

// MaxPly is the highest ply, full-move number and half-move clock that a FEN may have, so
// that no input makes them overflow.
const MaxPly = 1_000_000

// Phase is the kind of action that a ply has: a ban or a move.
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

// IsValid reports whether the ply is from 1 to MaxPly.
func (p Ply) IsValid() bool { return p >= 1 && p <= MaxPly }

// Phase returns PhaseBan at odd plies and PhaseMove at even ones.
func (p Ply) Phase() Phase {
	if p%2 != 0 {
		return PhaseBan
	}
	return PhaseMove
}

// Mover returns the side whose pieces move next. It is the same at a ban ply and at the
// move ply after it.
func (p Ply) Mover() Player {
	if m := p % 4; m == 1 || m == 2 {
		return White
	}
	return Black
}

// ActivePlayer returns the player who acts at the ply: the mover at a move ply, the
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
