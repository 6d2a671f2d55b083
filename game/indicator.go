package game

// Indicator is "+" for check, "#" for checkmate, "=" for stalemate (in a FEN:
// for any draw), or "".
type Indicator string

// The indicators.
const (
	NoIndicator        Indicator = ""
	CheckIndicator     Indicator = "+"
	CheckmateIndicator Indicator = "#"
	StalemateIndicator Indicator = "="
)

func indicatorOf(check bool, r Result) Indicator {
	switch r.Reason {
	case Checkmate, CheckmateByBan:
		return CheckmateIndicator
	case Stalemate, StalemateByBan:
		return StalemateIndicator
	}
	if check {
		return CheckIndicator
	}
	return NoIndicator
}

// cutIndicator takes one indicator off the end of s.
func cutIndicator(s string) (string, Indicator) {
	if k := len(s) - 1; k >= 0 && (s[k] == '+' || s[k] == '#' || s[k] == '=') {
		return s[:k], Indicator(s[k:])
	}
	return s, NoIndicator
}

// Indicators says where indicators are written. The zero value writes none;
// AllIndicators is what a new game has.
type Indicators struct {
	PGN bool // in PGN, for moves and for bans
	SAN bool // in History and the action log
	BCN bool // in the BCN history
}

// AllIndicators returns the setting of a new game: indicators everywhere.
func AllIndicators() Indicators { return Indicators{PGN: true, SAN: true, BCN: true} }
