// Package selfplay plays games of the engine against itself and extracts
// Positions with their results, from which the evaluation is learnt.
//
// A file of games has the search's score of every turn that it chose, in 6 bytes a turn
// (file.go). Each game is determined by the file's seed, the game's number and the number of
// nodes, so a file can be continued at any time, and is the same on every
// machine.
package selfplay

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Config has the settings of games.
type Config struct {
	Nodes   []uint64 // for an action; both sides of a game use one of them
	Seed    uint64
	Longest int    // actions after which a game is stopped
	Bench   uint64 // the engine's bench, which identifies its games
}

// Opening is the kind of a game's opening.
type Opening string

const (
	// Random openings are random legal actions.
	Random Opening = "random"
	// Varied openings are random actions of those that the search prefers, the
	// better the likelier: they show typical games from the start.
	Varied Opening = "varied"
)

// hash is the size of the transposition table, in MB, enough for a hundred thousand
// nodes.
const hash = 4

// A Game is a game of self-play and how it was played.
type Game struct {
	*game.Game         // its annotations contain the search's score of each action that it chose
	Nodes      uint64  // for a turn
	Opening    Opening // its kind
	Length     int     // actions of the opening
}

// Play plays the game with a number, counted from 1. One search chooses a ban and the
// move that answers it.
func (c *Config) Play(ctx context.Context, e *engine.Engine, number int) (*Game, error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(number)))
	g := &Game{Game: game.New(), Nodes: c.Nodes[rng.IntN(len(c.Nodes))], Opening: Random}
	opening := 6 + rng.IntN(12)
	if rng.IntN(2) == 0 {
		g.Opening = Varied
	}
	e.Clear()
	for g.Len() < c.Longest && !g.Over() {
		inOpening := g.Len() < opening
		if inOpening && g.Opening == Random {
			actions := g.AppendLegalActions(nil)
			if err := g.Play(actions[rng.IntN(len(actions))]); err != nil {
				return nil, err
			}
			continue
		}
		limits := engine.Limits{Nodes: g.Nodes}
		if inOpening {
			limits.Lines = variety
		}
		r, err := e.Search(ctx, g.Game, limits, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		chosen, reply := engine.Info{Actions: []game.Action{r.Best}, Score: r.Score}, r.Reply
		if inOpening && len(r.Lines) > 0 { // a few nodes may not finish any
			chosen, reply = draw(r.Lines, rng), game.Action{}
		}
		eval := evalOf(chosen.Score, g.ActivePlayer())
		if err := g.Play(chosen.Actions[0]); err != nil {
			return nil, err
		}
		g.Annotation(g.Len()).Eval = eval
		if reply.IsMove() && g.IsLegal(reply) {
			if err := g.Play(reply); err != nil {
				return nil, err
			}
			g.Annotation(g.Len()).Eval = eval
		}
	}
	g.Length = min(opening, g.Len())
	return g, nil
}

const (
	// variety is the number of actions from which a varied opening draws.
	variety = 6
	// softness is the number of centipawns by which an action is worse that is e times rarer.
	softness = 20
)

// draw returns a random line, the better the likelier.
func draw(lines []engine.Info, rng *rand.Rand) engine.Info {
	weights := make([]float64, len(lines))
	sum := 0.0
	for i, l := range lines {
		weights[i] = math.Exp((worth(l.Score) - worth(lines[0].Score)) / softness)
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return lines[i]
		}
	}
	return lines[0]
}

// worth returns a score in centipawns, a mate as more than any.
func worth(s engine.Score) float64 {
	switch {
	case s.Mate > 0:
		return 10_000
	case s.Mate < 0:
		return -10_000
	}
	return float64(s.Centipawns)
}

// evalOf returns a player's score from White's view.
func evalOf(s engine.Score, active game.Player) *game.Eval {
	if active == game.Black {
		s.Centipawns, s.Mate = -s.Centipawns, -s.Mate
	}
	return &game.Eval{Centipawns: s.Centipawns, Mate: s.Mate}
}
