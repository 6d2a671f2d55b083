package game

import "strings"

// Reason is why a game ended. Its values are the whole list; the same strings
// stand in Go, JavaScript, JSON and on the command line.
type Reason string

// The reasons. NotOver is the reason of a game that goes on.
const (
	NotOver                     Reason = ""
	Checkmate                   Reason = "checkmate"
	CheckmateByBan              Reason = "checkmate_by_ban"
	Stalemate                   Reason = "stalemate"
	StalemateByBan              Reason = "stalemate_by_ban"
	ThreefoldRepetition         Reason = "threefold_repetition"
	FiftyMoveRule               Reason = "fifty_move_rule"
	InsufficientMaterial        Reason = "insufficient_material"
	Resignation                 Reason = "resignation"
	Agreement                   Reason = "agreement"
	Timeout                     Reason = "timeout"
	TimeoutInsufficientMaterial Reason = "timeout_insufficient_material"
)

// Reasons returns every reason a game can end for.
func Reasons() []Reason {
	return []Reason{Checkmate, CheckmateByBan, Stalemate, StalemateByBan, ThreefoldRepetition,
		FiftyMoveRule, InsufficientMaterial, Resignation, Agreement, Timeout, TimeoutInsufficientMaterial}
}

// ParseReason reads a reason other than NotOver. The error's code is
// CodeBadReason.
func ParseReason(s string) (Reason, error) {
	var words []string
	for _, r := range Reasons() {
		if string(r) == s {
			return r, nil
		}
		words = append(words, string(r))
	}
	return NotOver, errNotReason(s, words)
}

// IsCheckmate reports whether the reason is checkmate, by a move or by a ban.
func (r Reason) IsCheckmate() bool { return r == Checkmate || r == CheckmateByBan }

// IsStalemate reports whether the reason is stalemate, by a move or by a ban.
func (r Reason) IsStalemate() bool { return r == Stalemate || r == StalemateByBan }

// IsDecision reports whether the players, or their clocks, ended the game.
func (r Reason) IsDecision() bool {
	switch r {
	case Resignation, Agreement, Timeout, TimeoutInsufficientMaterial:
		return true
	}
	return false
}

// Words returns the reason as people say it: "checkmate by ban", "fifty-move
// rule", "time-out".
func (r Reason) Words() string {
	switch r {
	case FiftyMoveRule:
		return "fifty-move rule"
	case Timeout:
		return "time-out"
	case TimeoutInsufficientMaterial:
		return "time-out against a bare king"
	}
	return strings.ReplaceAll(string(r), "_", " ")
}

// Result is how a game stands: the zero Result says that it goes on; otherwise
// Reason says why it ended and Winner who won, NoPlayer for a draw. Results
// are comparable.
type Result struct {
	Winner Player `json:"winner"`
	Reason Reason `json:"reason"`
}

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Reason != NotOver }

// Draw reports whether the game has ended without a winner.
func (r Result) Draw() bool { return r.Over() && r.Winner == NoPlayer }

// Token returns the PGN result: "1-0", "0-1", "1/2-1/2", or "*" for a game that
// goes on.
func (r Result) Token() string {
	switch {
	case !r.Over():
		return "*"
	case r.Winner == White:
		return "1-0"
	case r.Winner == Black:
		return "0-1"
	}
	return "1/2-1/2"
}

// String returns the result in words: "White wins: checkmate by ban", "Draw:
// stalemate", "The game goes on".
func (r Result) String() string {
	switch {
	case !r.Over():
		return "The game goes on"
	case r.Winner == NoPlayer:
		return "Draw: " + r.Reason.Words()
	}
	return r.Winner.Name() + " wins: " + r.Reason.Words()
}
