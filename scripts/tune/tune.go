// Package tune plays games of the engine against itself and collects what its
// makers need of them: Positions with their results, to which
// game/engine/internal/fit fits the evaluation, and Mates, forced wins for the
// tests of the search.
package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Positions plays games of the engine against itself, with a number of nodes an
// action, and writes the quiet positions at ban plies, one a line: the FEN, the
// result for the mover (1, 0.5, 0) and the search's centipawns for the mover.
func Positions(ctx context.Context, w io.Writer, games int, nodes, seed uint64, report func(games, positions int)) error {
	out := bufio.NewWriter(w)
	defer out.Flush()
	e := engine.New(engine.Options{Hash: 4})
	rng := rand.New(rand.NewPCG(seed, 2))
	total := 0
	for i := range games {
		lines, err := playOne(ctx, e, rng, nodes)
		if err != nil {
			return err
		}
		for _, line := range lines {
			fmt.Fprintln(out, line)
		}
		total += len(lines)
		if report != nil && i%100 == 99 {
			report(i+1, total)
		}
	}
	return out.Flush()
}

// position is one of a game being played.
type position struct {
	fen   string
	mover game.Player
	score int
}

func playOne(ctx context.Context, e *engine.Engine, rng *rand.Rand, nodes uint64) ([]string, error) {
	var kept []position
	g, err := selfPlay(ctx, e, rng, nodes, 400, func(g *game.Game, r engine.Result) {
		p := g.Position()
		if p.Phase() == game.PhaseBan && !p.InCheck() && r.Score.Mate == 0 {
			kept = append(kept, position{p.StandardFEN(), p.Mover(), -r.Score.Centipawns})
		}
		if p.Phase() == game.PhaseMove && p.PieceAt(r.Best.Pair().To()) != game.NoPiece && len(kept) > 0 {
			kept = kept[:len(kept)-1] // a capture was due: not quiet
		}
	})
	if err != nil {
		return nil, err
	}
	lines := make([]string, len(kept))
	for i, p := range kept {
		lines[i] = fmt.Sprintf("%s;%g;%d", p.fen, share(g.Result(), p.mover), p.score)
	}
	return lines, nil
}

// selfPlay plays a game of the engine against itself after a random opening, up to
// a number of actions. What it found is told before it is played.
func selfPlay(ctx context.Context, e *engine.Engine, rng *rand.Rand, nodes uint64, longest int, found func(*game.Game, engine.Result)) (*game.Game, error) {
	g := game.New()
	e.Clear()
	opening := 6 + rng.IntN(12)
	for g.Len() < longest && !g.Over() {
		if g.Len() < opening {
			actions := g.AppendLegalActions(nil)
			_ = g.Play(actions[rng.IntN(len(actions))])
			continue
		}
		r, err := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if found != nil {
			found(g, r)
		}
		if err := g.Play(r.Best); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// share is a side's share of the point. A game that was broken off counts as drawn.
func share(r game.Result, side game.Player) float64 {
	switch r.Winner {
	case side:
		return 1
	case side.Opponent():
		return 0
	}
	return 0.5
}
