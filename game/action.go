package game

import "strings"

// Ban is a ban of one pair. It removes every move of the mover that has the
// pair, all four promotions included.
type Ban struct {
	Pair
}

// Move is a move in coordinates. Castling is the king's two-square pair; an en
// passant capture is the capturing pawn's pair. Promotion is NoRole but where a
// pawn reaches the last rank.
type Move struct {
	Pair
	Promotion Role
}

// String returns the move in coordinates: "e2e4", "e7e8q".
func (m Move) String() string { return string(m.AppendTo(nil)) }

// AppendTo appends String to b.
func (m Move) AppendTo(b []byte) []byte {
	b = m.Pair.AppendTo(b)
	if m.Promotion != NoRole {
		b = append(b, m.Promotion.Letter())
	}
	return b
}

// Action is a ban or a move: what a player does in one ply. Actions are
// comparable. The zero Action is none.
//
// Its text is BCN, the Ban Chess Notation: "b:e2e4", "m:d2d4", "m:e7e8q".
// Reading accepts a trailing indicator (+ # =) and drops it: whether an action
// gives check is a matter of the position, which an Action does not know.
type Action struct {
	phase     Phase
	pair      Pair
	promotion Role
}

// NewBan returns the action that bans the pair.
func NewBan(from, to Square) Action {
	return Action{phase: PhaseBan, pair: Pair{from, to}}
}

// NewMove returns the action that moves from one square to another, with the
// role a pawn promotes to, or NoRole.
func NewMove(from, to Square, promotion Role) Action {
	return Action{phase: PhaseMove, pair: Pair{from, to}, promotion: promotion}
}

// Action returns the ban as an action.
func (b Ban) Action() Action { return Action{phase: PhaseBan, pair: b.Pair} }

// Action returns the move as an action.
func (m Move) Action() Action {
	return Action{phase: PhaseMove, pair: m.Pair, promotion: m.Promotion}
}

// ParseAction reads BCN. The error's code is CodeBadBCN.
func ParseAction(s string) (Action, error) {
	a, ok := parseAction(s)
	if !ok {
		return Action{}, &Error{
			Code:    CodeBadBCN,
			Message: quote(s) + " is not an action in Ban Chess Notation",
			Hint:    "write b:e2e4 for a ban, m:d2d4 for a move, m:e7e8q for a promotion (q, r, b or n), each with an optional + # or = at the end",
			Input:   s,
		}
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
	pair, err := ParsePair(s[2:6])
	if err != nil {
		return Action{}, false
	}
	switch {
	case s[0] == 'b' && len(s) == 6:
		return NewBan(pair.From, pair.To), true
	case s[0] == 'm' && len(s) == 6:
		return NewMove(pair.From, pair.To, NoRole), true
	case s[0] == 'm' && len(s) == 7 && strings.IndexByte("qrbn", s[6]) >= 0:
		return NewMove(pair.From, pair.To, roleOf(s[6])), true
	}
	return Action{}, false
}

// Phase returns PhaseBan for a ban, PhaseMove for a move, 0 for none.
func (a Action) Phase() Phase { return a.phase }

// IsBan reports whether the action is a ban.
func (a Action) IsBan() bool { return a.phase == PhaseBan }

// IsMove reports whether the action is a move.
func (a Action) IsMove() bool { return a.phase == PhaseMove }

// IsValid reports whether the action is a ban or a move between two different
// squares of the board, legal or not.
func (a Action) IsValid() bool {
	return (a.phase == PhaseBan || a.phase == PhaseMove) && a.pair.IsValid() &&
		(a.promotion == NoRole || a.IsMove() && a.promotion.promotes())
}

// Pair returns the pair of the ban or of the move.
func (a Action) Pair() Pair { return a.pair }

// Promotion returns the role that a promoting move names, or NoRole.
func (a Action) Promotion() Role { return a.promotion }

// Ban returns the action as a ban; ok is false for a move.
func (a Action) Ban() (b Ban, ok bool) {
	if !a.IsBan() {
		return Ban{}, false
	}
	return Ban{a.pair}, true
}

// Move returns the action as a move; ok is false for a ban.
func (a Action) Move() (m Move, ok bool) {
	if !a.IsMove() {
		return Move{}, false
	}
	return Move{a.pair, a.promotion}, true
}

// String returns the action in BCN without an indicator, or "-" for none.
func (a Action) String() string { return string(a.AppendTo(nil)) }

// AppendTo appends String to b.
func (a Action) AppendTo(b []byte) []byte {
	switch {
	case !a.IsValid():
		return append(b, '-')
	case a.IsBan():
		return a.pair.AppendTo(append(b, "b:"...))
	}
	return Move{a.pair, a.promotion}.AppendTo(append(b, "m:"...))
}

// MarshalText writes BCN without an indicator.
func (a Action) MarshalText() ([]byte, error) { return a.AppendTo(nil), nil }

// UnmarshalText reads BCN; "-" is no action.
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
