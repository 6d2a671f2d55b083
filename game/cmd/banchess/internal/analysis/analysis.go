// Package analysis writes what the engine finds for people and programs: lines of
// actions in the notation of the action log, with scores.
package analysis

import (
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Words writes the score of the active player from White's side, as people read it:
// "+0.34", "White mates in 2".
func Words(s engine.Score, active game.Player) string {
	if s.Mate != 0 {
		winner, n := active, s.Mate
		if n < 0 {
			winner, n = active.Opponent(), -n
		}
		return fmt.Sprintf("%s mates in %d", winner.Name(), n)
	}
	if active == game.Black {
		s.Centipawns = -s.Centipawns
	}
	return fmt.Sprintf("%+.2f", float64(s.Centipawns)/100)
}

// Verdict says what an exact table knows of a position, by its best line.
func Verdict(p game.Position, best Line) string {
	n := max(best.Score.Mate, -best.Score.Mate)
	winner := p.ActivePlayer()
	if best.Score.Mate < 0 {
		winner = winner.Opponent()
	}
	switch isBan := p.Phase() == game.PhaseBan; {
	case n == 0:
		return "The ending is drawn, by an exact table."
	case winner == p.ActivePlayer() && isBan:
		return fmt.Sprintf("%s wins in %d by the right ban.", winner.Name(), n)
	case winner == p.ActivePlayer():
		return fmt.Sprintf("%s wins in %d.", winner.Name(), n)
	case isBan:
		return fmt.Sprintf("%s wins in %d, whatever is banned.", winner.Name(), n)
	}
	return fmt.Sprintf("%s wins in %d, whatever is played.", winner.Name(), n)
}

// Line is an action that can be played and what is expected to follow.
type Line struct {
	Action string       `json:"action"` // in BCN
	Score  engine.Score `json:"score"`
	Line   []string     `json:"line"` // action log: bans in BCN, moves in SAN
	Depth  int          `json:"depth"`
	Nodes  uint64       `json:"nodes"`
	Exact  bool         `json:"exact,omitempty"` // by the tables of endings
}

// Lines writes the lines that a search of a position has found, best first.
func Lines(p game.Position, found engine.Result) []Line {
	lines := make([]Line, len(found.Lines))
	for i, l := range found.Lines {
		lines[i] = Line{Score: l.Score, Line: Write(p, l.Actions), Depth: l.Depth, Nodes: found.Nodes, Exact: l.Exact}
		if len(l.Actions) > 0 {
			lines[i].Action = l.Actions[0].String()
		}
	}
	return lines
}

// Write writes a line of actions from a position as an action log writes them,
// indicators included, as far as they are legal.
func Write(p game.Position, actions []game.Action) []string {
	g := game.NewFrom(p)
	for _, a := range actions {
		if g.Play(a) != nil {
			break
		}
	}
	return g.ActionLog()
}
