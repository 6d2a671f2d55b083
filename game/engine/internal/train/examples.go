package main

import (
	"github.com/banchess/banchess/game/engine/internal/eval"
	"github.com/banchess/banchess/scripts/lab/sample"
)

// examples are samples as a network sees them. The inputs are computed once for all rounds.
type examples struct {
	on      []uint16 // of each sample, the mover's and then its opponent's
	samples []stored
}

type stored struct {
	start         int // in on
	score, result float32
	n, bucket     uint8
}

// example is one of them.
type example struct {
	on            [2][]uint16
	bucket        int
	score, result float64 // the share of points that the score stands for, and that were made
}

func newExamples(samples []sample.Sample) *examples {
	e := &examples{samples: make([]stored, len(samples))}
	var in eval.Inputs
	for i := range samples {
		s := &samples[i]
		board := s.Board()
		in.Set(&board)
		mover, opponent := in.On(0), in.On(1)
		e.samples[i] = stored{
			start: len(e.on), n: uint8(len(mover)), bucket: uint8(eval.Bucket(in.Men())),
			score: float32(sigmoid(float64(s.Score) / eval.OutputScale)), result: float32(s.Result) / 2,
		}
		e.on = append(append(e.on, mover...), opponent...)
	}
	return e
}

func (e *examples) at(i int) example {
	l := &e.samples[i]
	from, n := l.start, int(l.n)
	return example{
		on:     [2][]uint16{e.on[from : from+n], e.on[from+n : from+2*n]},
		bucket: int(l.bucket), score: float64(l.score), result: float64(l.result),
	}
}

// target returns the share of points to predict, of which a share is the result.
func (x *example) target(share float64) float64 { return share*x.result + (1-share)*x.score }
