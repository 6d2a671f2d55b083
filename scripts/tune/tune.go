// Package tune fits the engine's evaluation to the results of games it plays
// against itself.
//
// Positions plays the games and writes positions with their results; Read reads
// them; Fit moves the weights, by gradient descent on the squared error of the
// predicted share of points, to where they would have predicted these results
// best. Whether the outcome is stronger is for a match to say.
//
// Mates collects forced wins from such games, for the tests of the search.
package tune

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

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

// sample is a position as the fit sees it.
type sample struct {
	terms  []uint16
	counts []int8
	phase  float32 // 1 middlegame, 0 endgame
	target float32
}

// Read reads what Positions wrote. The share says how much of the target is the
// result; the rest is what the search said.
func Read(r io.Reader, share float64) ([]sample, error) {
	var samples []sample
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q: want FEN;result;score", lines.Text())
		}
		p, err := game.FromStandardFEN(fields[0])
		if err != nil {
			return nil, err
		}
		var result, score float64
		if _, err := fmt.Sscan(fields[1]+" "+fields[2], &result, &score); err != nil {
			return nil, err
		}
		counts, phase := engine.Features(p)
		s := sample{
			phase:  float32(phase) / engine.FullPhase,
			target: float32(share*result + (1-share)*predict(score)),
		}
		for i, n := range counts {
			if n != 0 {
				s.terms = append(s.terms, uint16(i))
				s.counts = append(s.counts, n)
			}
		}
		samples = append(samples, s)
	}
	return samples, lines.Err()
}

// scale is the advantage in centipawns with which three in four points are won
// or so.
const scale = 180

func predict(score float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

func (s *sample) value(weights *[engine.Terms][2]float64) float64 {
	v := 0.0
	for i, t := range s.terms {
		w := &weights[t]
		v += float64(s.counts[i]) * (w[0]*float64(s.phase) + w[1]*(1-float64(s.phase)))
	}
	return v
}

// Error returns the mean squared error of predicted shares of points.
func Error(samples []sample, weights *[engine.Terms][2]float64) float64 {
	sum := 0.0
	for i := range samples {
		d := predict(samples[i].value(weights)) - float64(samples[i].target)
		sum += d * d
	}
	return sum / float64(len(samples))
}

// Fit improves the weights over the samples, which it shuffles, for a number of
// rounds, and calls report after each. The decay pulls weights back to where
// they began, in proportion to how little the samples say of them.
func Fit(ctx context.Context, samples []sample, weights *[engine.Terms][2]float64, rounds int, decay float64, report func(round int, err float64)) {
	const batch = 4096
	rng := rand.New(rand.NewPCG(1, 3))
	origin := *weights
	var mean, square [engine.Terms][2]float64
	step := 0
	for round := range rounds {
		rng.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		rate := 2.0 * math.Pow(0.1, float64(round)/float64(rounds))
		for at := 0; at < len(samples) && ctx.Err() == nil; at += batch {
			part := samples[at:min(at+batch, len(samples))]
			var gradient [engine.Terms][2]float64
			for i := range part {
				s := &part[i]
				p := predict(s.value(weights))
				d := (p - float64(s.target)) * p * (1 - p) / float64(len(part))
				for j, t := range s.terms {
					g := d * float64(s.counts[j])
					gradient[t][0] += g * float64(s.phase)
					gradient[t][1] += g * (1 - float64(s.phase))
				}
			}
			step++
			for t := range gradient {
				for k := range 2 {
					g := gradient[t][k] + decay*(weights[t][k]-origin[t][k])
					mean[t][k] += 0.1 * (g - mean[t][k])
					square[t][k] += 0.001 * (g*g - square[t][k])
					m := mean[t][k] / (1 - math.Pow(0.9, float64(step)))
					v := square[t][k] / (1 - math.Pow(0.999, float64(step)))
					weights[t][k] -= rate * m / (math.Sqrt(v) + 1e-9)
				}
			}
		}
		report(round+1, Error(samples, weights))
	}
}
