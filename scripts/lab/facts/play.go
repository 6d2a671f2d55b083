// Package facts plays games of the engine against itself and counts what they say about the game.
//
// The games are a file of PGN with the search's score at every action that it
// chose. Each game is determined by the file's seed, the game's number and the number of
// nodes, so a file can be continued at any time, and is the same on every
// machine.
package facts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Config has the settings of games.
type Config struct {
	Nodes   []uint64 // for an action; both sides of a game use one of them
	Seed    uint64
	Varied  bool   // all openings are varied, otherwise half of them
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

// The names of the tags that describe how a game was played.
const (
	tagNumber  = "Round"
	tagSeed    = "Seed"
	tagBench   = "Bench"
	tagNodes   = "Nodes"
	tagOpening = "OpeningKind"
	tagLength  = "OpeningActions"
)

// Play plays the game with a number, counted from 1. Its annotations contain the search's
// score of each action that it chose.
func (c *Config) Play(ctx context.Context, e *engine.Engine, number int) (*game.Game, error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(number)))
	nodes, opening, kind := c.Nodes[rng.IntN(len(c.Nodes))], 6+rng.IntN(12), Random
	if rng.IntN(2) == 0 || c.Varied {
		kind = Varied
	}
	g := game.New()
	e.Clear()
	for g.Len() < c.Longest && !g.Over() {
		inOpening := g.Len() < opening
		if inOpening && kind == Random {
			actions := g.AppendLegalActions(nil)
			if err := g.Play(actions[rng.IntN(len(actions))]); err != nil {
				return nil, err
			}
			continue
		}
		limits := engine.Limits{Nodes: nodes}
		if inOpening {
			limits.Lines = variety
		}
		r, err := e.Search(ctx, g, limits, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		chosen := engine.Info{Actions: []game.Action{r.Best}, Score: r.Score}
		if inOpening && len(r.Lines) > 0 { // a few nodes may not finish any
			chosen = draw(r.Lines, rng)
		}
		active := g.ActivePlayer()
		if err := g.Play(chosen.Actions[0]); err != nil {
			return nil, err
		}
		g.Annotation(g.Len()).Eval = evalOf(chosen.Score, active)
	}
	player := fmt.Sprintf("banchess, %d nodes", nodes)
	for _, tag := range []game.Tag{
		{Name: "Event", Value: "Self-play"}, {Name: tagNumber, Value: strconv.Itoa(number)},
		{Name: "White", Value: player}, {Name: "Black", Value: player},
		{Name: tagSeed, Value: strconv.FormatUint(c.Seed, 10)},
		{Name: tagBench, Value: strconv.FormatUint(c.Bench, 10)}, {Name: tagNodes, Value: strconv.FormatUint(nodes, 10)},
		{Name: tagOpening, Value: string(kind)}, {Name: tagLength, Value: strconv.Itoa(min(opening, g.Len()))},
	} {
		if err := g.Tags.Set(tag.Name, tag.Value); err != nil {
			return nil, err
		}
	}
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
