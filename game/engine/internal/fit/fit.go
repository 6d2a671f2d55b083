package main

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/banchess/banchess/game/engine/internal/eval"
	lab "github.com/banchess/banchess/scripts/lab/sample"
)

// sample is a position as the fit sees it.
type sample struct {
	counted
	danger [2]counted // of the mover's king and the opponent's
	phase  float32    // 1 middlegame, 0 endgame
	target float32
}

// counted are the terms that occur, and how often.
type counted struct {
	terms  []uint16
	counts []int8
}

// countedOf returns those of the terms from a first one on.
func countedOf(counts []int8, first int) (c counted) {
	for i, n := range counts {
		if n != 0 {
			c.terms = append(c.terms, uint16(first+i))
			c.counts = append(c.counts, n)
		}
	}
	return c
}

// count makes ready what is fitted to. The share says how much of the target is the
// result; the rest is what the search said.
func count(from []lab.Sample, share float64) []sample {
	samples := make([]sample, len(from))
	for i := range from {
		board := from[i].Board()
		features := eval.Count(&board)
		s := sample{
			counted: countedOf(features.Terms[:], 0),
			phase:   float32(features.Phase) / eval.FullPhase,
			target:  float32(share*float64(from[i].Result)/2 + (1-share)*predict(float64(from[i].Score))),
		}
		for k := range s.danger {
			s.danger[k] = countedOf(features.Danger[k][:], eval.Terms-eval.Dangers)
		}
		samples[i] = s
	}
	return samples
}

// scale is the advantage in centipawns with which three in four points are won
// or so.
const scale = 180

func predict(score float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

func (s *sample) sum(c *counted, weights *[eval.Terms][2]float64) float64 {
	v := 0.0
	for i, t := range c.terms {
		w := &weights[t]
		v += float64(c.counts[i]) * (w[0]*float64(s.phase) + w[1]*(1-float64(s.phase)))
	}
	return v
}

func (s *sample) units(side int, weights *[eval.Terms][2]float64) float64 {
	return s.sum(&s.danger[side], weights)
}

func (s *sample) value(weights *[eval.Terms][2]float64) float64 {
	return s.sum(&s.counted, weights) - eval.Danger(s.units(0, weights)) + eval.Danger(s.units(1, weights))
}

// meanError returns the mean squared error of predicted shares of points.
func meanError(samples []sample, weights *[eval.Terms][2]float64) float64 {
	sum := 0.0
	for i := range samples {
		d := predict(samples[i].value(weights)) - float64(samples[i].target)
		sum += d * d
	}
	return sum / float64(len(samples))
}

// improve fits the weights to the samples, which it shuffles, for a number of
// rounds, and calls report after each. The decay pulls weights back to where
// they began, smooth pulls those of neighbouring squares and counts together, both
// in proportion to how little the samples say of them.
func improve(ctx context.Context, samples []sample, weights *[eval.Terms][2]float64, rounds int, decay, smooth float64, report func(round int, err float64)) {
	const batch = 4096
	rng := rand.New(rand.NewPCG(1, 3))
	origin := *weights
	var mean, square [eval.Terms][2]float64
	step := 0
	for round := range rounds {
		rng.Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
		rate := 2.0 * math.Pow(0.1, float64(round)/float64(rounds))
		for at := 0; at < len(samples) && ctx.Err() == nil; at += batch {
			part := samples[at:min(at+batch, len(samples))]
			var gradient [eval.Terms][2]float64
			for i := range part {
				s := &part[i]
				p := predict(s.value(weights))
				d := (p - float64(s.target)) * p * (1 - p) / float64(len(part))
				add := func(c *counted, d float64) {
					for j, t := range c.terms {
						g := d * float64(c.counts[j])
						gradient[t][0] += g * float64(s.phase)
						gradient[t][1] += g * (1 - float64(s.phase))
					}
				}
				add(&s.counted, d)
				for side, sign := range [2]float64{-1, 1} {
					if slope := eval.DangerSlope(s.units(side, weights)); slope != 0 {
						add(&s.danger[side], sign*slope*d)
					}
				}
			}
			roughness(weights, smooth, &gradient)
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
		report(round+1, meanError(samples, weights))
	}
}

// roughness adds to a gradient what pulls each weight towards those of its
// neighbours.
func roughness(weights *[eval.Terms][2]float64, smooth float64, gradient *[eval.Terms][2]float64) {
	if smooth == 0 {
		return
	}
	for _, n := range eval.Neighbours() {
		for k := range 2 {
			pull := smooth * (weights[n[0]][k] - weights[n[1]][k])
			gradient[n[0]][k] += pull
			gradient[n[1]][k] -= pull
		}
	}
}

// logLoss returns the mean surprise at the samples' targets.
func logLoss(samples []sample, weights *[eval.Terms][2]float64) float64 {
	sum := 0.0
	for i := range samples {
		p := predict(samples[i].value(weights))
		p = min(max(p, 1e-9), 1-1e-9)
		t := float64(samples[i].target)
		sum -= t*math.Log(p) + (1-t)*math.Log(1-p)
	}
	return sum / float64(len(samples))
}
