// Package analysis turns what the engine finds into what people and programs
// read: lines of actions in the notation of the action log, with scores.
package analysis

import (
	"context"
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

// Line is an action that can be played and what is expected to follow.
type Line struct {
	Action string       `json:"action"` // in BCN
	Score  engine.Score `json:"score"`
	Line   []string     `json:"line"` // action log: bans in BCN, moves in SAN
	Depth  int          `json:"depth"`
	Nodes  uint64       `json:"nodes"`
}

// Analyst searches one position after the other.
type Analyst struct {
	engine *engine.Engine
	// Progress, if set, is called as a search goes deeper.
	Progress func(depth int, nodes uint64)
}

// New returns an analyst with an engine of its own.
func New(options engine.Options) (*Analyst, error) {
	e, err := engine.New(options)
	return &Analyst{engine: e}, err
}

// Analyze returns the best lines of a game's position, best first: none when the
// game is over. When the context ends it returns what it has.
func (a *Analyst) Analyze(ctx context.Context, g *game.Game, limits engine.Limits) ([]Line, error) {
	if g.Over() {
		return nil, nil
	}
	a.engine.Report = func(i engine.Info) {
		if a.Progress != nil {
			a.Progress(i.Depth, i.Nodes)
		}
	}
	found, err := a.engine.Search(ctx, g, limits, nil)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(found.Lines))
	for i, l := range found.Lines {
		lines[i] = Line{
			Score: l.Score,
			Line:  Write(g.Position(), l.Actions),
			Depth: l.Depth,
			Nodes: found.Nodes,
		}
		if len(l.Actions) > 0 {
			lines[i].Action = l.Actions[0].String()
		}
	}
	return lines, nil
}

// Write writes a line of actions from a position as an action log writes them,
// indicators included, as far as they are legal.
func Write(p game.Position, actions []game.Action) []string {
	log := []string{}
	for _, a := range actions {
		text := a.String()
		if m, ok := a.Move(); ok {
			san, err := p.SAN(m)
			if err != nil {
				break
			}
			text = san
		}
		next, err := p.Play(a)
		if err != nil {
			break
		}
		if a.IsBan() {
			text += string(next.Indicator())
		}
		log, p = append(log, text), next
	}
	return log
}
