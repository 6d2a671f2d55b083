package game

import "strings"

// Reason is why a game ended. The constants below are all reasons. Go, JavaScript, JSON
// and the command line use the same strings.
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

// Reasons returns every reason for which a game can end.
func Reasons() []Reason {
	return []Reason{Checkmate, CheckmateByBan, Stalemate, StalemateByBan, ThreefoldRepetition,
		FiftyMoveRule, InsufficientMaterial, Resignation, Agreement, Timeout, TimeoutInsufficientMaterial}
}

// ParseReason reads a reason other than NotOver. The code of its error is CodeBadReason.
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
	return r == Resignation || r == Agreement || r.isTimeout()
}

func (r Reason) isTimeout() bool { return r == Timeout || r == TimeoutInsufficientMaterial }

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

// Result says whether and how a game has ended. The zero Result means that the game goes
// on. Otherwise Reason says why it ended, and Winner who won; a draw has NoPlayer.
// Results are comparable.
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

// AllIndicators returns the setting of a new game, which writes indicators everywhere.
func AllIndicators() Indicators { return Indicators{PGN: true, SAN: true, BCN: true} }

// Result returns whether and how the game has ended. An ending on the board takes
// precedence over how the players ended the game. If several draws apply at once, the
// reason is the first of stalemate, threefold repetition, fifty-move rule, insufficient
// material.
//
// Insufficient material is the standard list of chess, as in the original game. A ban can
// mate with less (a lone bishop may, if the last flight square is banned), but the game
// ends all the same.
func (g *Game) Result() Result {
	if r := g.now().Result; r.Over() {
		return r
	}
	if g.decided.Over() {
		return g.decided
	}
	if g.clock != nil && g.clock.Flagged() != NoPlayer {
		return g.timeOut(g.clock.Flagged())
	}
	return Result{}
}

// resultOf is Position.Result of a position that has occurred that often.
func resultOf(p Position, occurrences int) Result {
	r := p.Result()
	switch r.Reason {
	case NotOver, FiftyMoveRule, InsufficientMaterial:
		if occurrences >= 3 {
			return Result{NoPlayer, ThreefoldRepetition}
		}
	}
	return r
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.Result().Over() }

// InCheck reports whether the mover's king is attacked.
func (g *Game) InCheck() bool { return g.Position().InCheck() }

// Resign ends the game with a loss for the player. Either player may resign at any time.
// Errors: CodeGameOver, CodeBadPlayer.
func (g *Game) Resign(p Player) error {
	if p != White && p != Black {
		return nobodyResigns.error()
	}
	return g.decide(Result{p.Opponent(), Resignation})
}

// AgreeDraw ends the game in a draw on which both players agree. Error: CodeGameOver.
func (g *Game) AgreeDraw() error { return g.decide(Result{NoPlayer, Agreement}) }

// TimeOut ends the game because the player's time has run out. The opponent wins, or the
// game is drawn if the opponent has only a king. A Game with a Clock ends by itself when
// a time runs out. Errors: CodeGameOver, CodeBadPlayer.
func (g *Game) TimeOut(p Player) error {
	if p != White && p != Black {
		return nobodyTimedOut.error()
	}
	return g.decide(g.timeOut(p))
}

func (g *Game) timeOut(p Player) Result {
	if g.Position().board().bare(p.Opponent()) {
		return Result{NoPlayer, TimeoutInsufficientMaterial}
	}
	return Result{p.Opponent(), Timeout}
}

// EndAs ends the game with a result that was written down earlier: a resignation, an
// agreement or a time-out. Errors: CodeGameOver; CodeBadPlayer for a resignation or a
// time-out without a winner; CodeBadReason for a result that this game cannot have, or
// that only the board can give.
func (g *Game) EndAs(r Result) error {
	if _, err := ParseReason(string(r.Reason)); err != nil {
		return err
	}
	if !r.Reason.IsDecision() {
		return errBoardEnding(r.Reason)
	}
	if g.Over() {
		return g.decide(r) // which says so
	}
	can := r
	switch {
	case r.Reason == Resignation && r.Winner != White && r.Winner != Black:
		return nobodyResigns.error()
	case r.Reason == Timeout && r.Winner == NoPlayer:
		return nobodyTimedOut.error()
	case r.Reason == Agreement:
		can.Winner = NoPlayer
	case r.Reason == Timeout:
		can = g.timeOut(r.Winner.Opponent())
	case r.Reason == TimeoutInsufficientMaterial:
		if can = g.timeOut(White); can.Reason != r.Reason {
			can = g.timeOut(Black)
		}
	}
	if can != r {
		return errOtherEnding(r)
	}
	return g.decide(r)
}

func (g *Game) decide(r Result) error {
	if now := g.Result(); now.Over() {
		return g.Position().refuse(NewBan(0, 1), now).of("")
	}
	g.decided = r
	if g.clock != nil {
		g.clock.Pause()
	}
	return nil
}
