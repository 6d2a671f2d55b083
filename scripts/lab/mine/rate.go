package mine

import (
	"context"
	"math"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// levels are the levels that try a puzzle, with their assumed ratings.
var levels = []struct {
	level, tries int
	rating       float64
}{{1, 8, 500}, {2, 8, 800}, {4, 8, 1100}, {6, 6, 1400}, {8, 4, 1750}, {11, 2, 2100}}

// rate rates a puzzle by how often the engine's levels solve it, and by
// features that make it harder for people: more to find, and a move without check or
// capture. A puzzle that the weakest level always solves although it does not mate is not
// worth solving.
func (m *Miner) rate(ctx context.Context, p *puzzle.Puzzle) error {
	solved := make([]float64, len(levels))
	for i, l := range levels {
		for try := range l.tries {
			if err := m.guesser.Configure(engine.Options{Hash: 1, Seed: uint64(try)*0x9e3779b97f4a7c15 + uint64(l.level)}); err != nil {
				return err
			}
			ok, err := m.try(ctx, p, l.level)
			if err != nil {
				return err
			}
			if ok {
				solved[i] += 1 / float64(l.tries)
			}
		}
	}
	rating := fit(solved)
	if p.Goal.Kind == puzzle.Mate {
		rating += 100 * float64(p.Goal.Turns-1)
	}
	for _, theme := range p.Themes() {
		if theme == puzzle.ThemeQuiet {
			rating += 100
		}
	}
	p.Rating = int(min(max(rating, puzzle.MinRating), puzzle.MaxRating))
	if p.Goal.Kind != puzzle.Mate && solved[0] >= 1 {
		return errNone
	}
	return nil
}

// try lets a level of the engine solve a puzzle.
func (m *Miner) try(ctx context.Context, p *puzzle.Puzzle, level int) (bool, error) {
	m.guesser.Clear()
	attempt := puzzle.NewAttempt(p)
	for !attempt.Done() {
		if len(attempt.Game().LegalActions()) == 1 {
			if ok, err := attempt.Try(attempt.Game().LegalActions()[0]); err != nil || !ok {
				return ok, err
			}
			continue
		}
		r, err := m.guesser.Search(ctx, attempt.Game(), engine.Limits{Level: level}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return false, err
		}
		if ok, err := attempt.Try(r.Best); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// fit returns the rating at which the levels are expected to solve as much as they
// did, by the usual logistic curve.
func fit(solved []float64) float64 {
	sum := 0.0
	for _, s := range solved {
		sum += s
	}
	low, high := 0.0, 3000.0
	for range 40 {
		mid := (low + high) / 2
		expected := 0.0
		for _, l := range levels {
			expected += 1 / (1 + math.Pow(10, (mid-l.rating)/400))
		}
		if expected > sum {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
