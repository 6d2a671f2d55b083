package torture

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/gametest"
)

var searches = Part{
	Name:  "engine",
	Unit:  "searches",
	Round: searchesRound,
}

// searchesRound lets one engine search positions of random games, one after another.
func searchesRound(ctx context.Context, r *rand.Rand) (int, error) {
	options := engine.Options{Hash: 1 << r.IntN(5), Seed: r.Uint64(), Threads: 1 + r.IntN(2)}
	done := 0
	e, err := engine.New(options)
	if err != nil {
		return done, err
	}
	for range 1 + r.IntN(8) {
		g, err := game.NewFromFEN(gametest.Starts[r.IntN(len(gametest.Starts))])
		if err != nil {
			return done, err
		}
		for most := r.IntN(150); g.Len() < most; {
			a := choose(g, g.LegalActions(), r, false)
			if e, err := g.Preview(a); err != nil || e.Result.Over() || g.Play(a) != nil {
				break
			}
		}
		if g.Over() {
			continue
		}
		if err := trySearch(ctx, e, g, r); err != nil {
			return done, fmt.Errorf("%s %v with %+v: %w", g.Start().FEN(), g.BCN(), options, err)
		}
		done++
	}
	return done, nil
}

func trySearch(ctx context.Context, e *engine.Engine, g *game.Game, r *rand.Rand) error {
	limits := engine.Limits{Nodes: 1 + uint64(r.IntN(20_000)), Lines: r.IntN(6)}
	switch r.IntN(5) {
	case 0:
		limits.Depth = 1 + r.IntN(5)
	case 1:
		limits.MoveTime = time.Duration(r.IntN(20)) * time.Millisecond
	case 2:
		limits.Level = 1 + r.IntN(engine.Levels)
	case 3:
		legal := g.LegalActions()
		limits.Only = []game.Action{legal[r.IntN(len(legal))], legal[r.IntN(len(legal))]}
	}
	before := g.PGN()
	e.Clear()
	first, err := e.Search(ctx, g, limits, nil)
	if err != nil {
		return fmt.Errorf("%+v: %w", limits, err)
	}
	if err := sound(g, first, limits); err != nil {
		return fmt.Errorf("%+v: %w", limits, err)
	}
	if e.Options().Threads == 1 && limits.MoveTime == 0 && limits.Level < engine.Levels {
		e.Clear()
		second, err := e.Search(ctx, g, limits, nil)
		if err != nil || second.Best != first.Best || second.Score != first.Score || second.Nodes != first.Nodes || !reflect.DeepEqual(actionsOf(first), actionsOf(second)) {
			return fmt.Errorf("%+v: %v, %v and then %v, %v, %v", limits, first.Best, first.Score, second.Best, second.Score, err)
		}
	}
	if err := brokenOff(ctx, e, g, r); err != nil {
		return err
	}
	if g.PGN() != before {
		return errors.New("the game was changed")
	}
	if r.IntN(4) == 0 {
		return missed(ctx, e, g)
	}
	return nil
}

func actionsOf(r engine.Result) (lines [][]game.Action) {
	for _, line := range r.Lines {
		lines = append(lines, line.Actions)
	}
	return lines
}

// sound checks an answer against the rules.
func sound(g *game.Game, r engine.Result, limits engine.Limits) error {
	if err := g.Check(r.Best); err != nil {
		return fmt.Errorf("the best is %v: %w", r.Best, err)
	}
	if len(limits.Only) > 0 && !slices.Contains(limits.Only, r.Best) {
		return fmt.Errorf("the best is %v, which was not asked for", r.Best)
	}
	if len(r.Lines) > max(limits.Lines, 1) {
		return fmt.Errorf("%d lines", len(r.Lines))
	}
	var firsts []game.Action
	for _, line := range append(r.Lines, engine.Info{Actions: []game.Action{r.Best, r.Reply}}) {
		h := g.Clone()
		for _, a := range line.Actions {
			if a == (game.Action{}) {
				break
			}
			if err := h.Play(a); err != nil {
				return fmt.Errorf("line %v: %w", line.Actions, err)
			}
		}
		if line.Line > 0 && len(line.Actions) > 0 {
			if slices.Contains(firsts, line.Actions[0]) {
				return fmt.Errorf("two lines begin with %v", line.Actions[0])
			}
			firsts = append(firsts, line.Actions[0])
		}
	}
	return nil
}

// brokenOff ends a search without a limit after a random number of yields or lines, and
// checks its result.
func brokenOff(ctx context.Context, e *engine.Engine, g *game.Game, r *rand.Rand) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	left := r.IntN(12)
	count := func() {
		if left--; left < 0 {
			cancel()
		}
	}
	e.Report = func(engine.Info) { count() }
	defer func() { e.Report = nil }()
	switch r.IntN(6) {
	case 0:
		cancel()
	case 1, 2: // from another goroutine, at a random node
		defer time.AfterFunc(time.Duration(r.IntN(10_000))*time.Microsecond, cancel).Stop()
		left = math.MaxInt
	}
	result, err := e.Search(ctx, g, engine.Limits{Lines: 1 + r.IntN(3)}, count)
	if err != nil {
		return fmt.Errorf("broken off: %w", err)
	}
	if err := sound(g, result, engine.Limits{Lines: 3}); err != nil {
		return fmt.Errorf("broken off: %w", err)
	}
	return nil
}

// missed returns an error if the search misses a win in one or two turns.
func missed(ctx context.Context, e *engine.Engine, g *game.Game) error {
	solution, err := engine.Solve(ctx, g, 2, nil)
	if err != nil || solution.Turns == 0 {
		return err
	}
	result, err := e.Search(ctx, g, engine.Limits{Nodes: 300_000}, nil)
	if err != nil {
		return err
	}
	if result.Score.Mate != solution.Turns {
		return fmt.Errorf("there is a mate in %d turns with %v, the search has %v with %v", solution.Turns, solution.Best(), result.Score, result.Best)
	}
	return nil
}
