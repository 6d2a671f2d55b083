package main

import (
	"math"
	"math/rand/v2"
	"sync"

	lab "github.com/banchess/banchess/scripts/lab/sample"
)

// batch is the number of samples of a step. They are summed up in parts, whose sums are then added in
// their order, so that the result does not depend on the number of threads.
const (
	batch = 4096
	parts = 16
)

// trainer trains a network by Adam.
type trainer struct {
	net           *net
	share         float64
	threads       int
	seed          uint64
	batch         int
	steps         int
	gradients     [parts][]float32
	errors        [parts]float64
	first, second []float32 // moments
}

func newTrainer(n *net, share float64, threads int, seed uint64) *trainer {
	t := &trainer{net: n, share: share, threads: threads, seed: seed, batch: batch}
	for i := range t.gradients {
		t.gradients[i] = make([]float32, n.size())
	}
	t.first, t.second = make([]float32, n.size()), make([]float32, n.size())
	return t
}

// round learns once from each sample, in a random order, and returns their mean squared error. The
// rate falls from round to round, and within them, as a cosine does.
func (t *trainer) round(samples []lab.Sample, r, rounds int, rate float64) float64 {
	order := rand.New(rand.NewPCG(t.seed, uint64(r+1))).Perm(len(samples))
	sum := 0.0
	for from := 0; from < len(order); from += t.batch {
		chosen := order[from:min(len(order), from+t.batch)]
		t.each(func(part int) {
			clear(t.gradients[part])
			t.errors[part] = 0
			p := newPass(t.net.hidden)
			for i := part; i < len(chosen); i += parts {
				t.errors[part] += p.learn(t.net, &samples[chosen[i]], t.share, t.gradients[part])
			}
		})
		sum += t.error()
		done := (float64(r) + float64(from)/float64(len(order))) / float64(rounds)
		t.step(len(chosen), rate*(0.5+0.5*math.Cos(math.Pi*done)))
	}
	return sum / float64(len(samples))
}

// each calls a function for each part, in several threads.
func (t *trainer) each(f func(part int)) {
	var group sync.WaitGroup
	for w := range t.threads {
		group.Go(func() {
			for part := w; part < parts; part += t.threads {
				f(part)
			}
		})
	}
	group.Wait()
}

// error returns the sum of all parts.
func (t *trainer) error() (sum float64) {
	for _, e := range t.errors {
		sum += e
	}
	return sum
}

// step changes the weights by the gradients of so many samples.
func (t *trainer) step(count int, rate float64) {
	const fade1, fade2 = 0.9, 0.999
	t.steps++
	unbiased := float32(rate * math.Sqrt(1-math.Pow(fade2, float64(t.steps))) / (1 - math.Pow(fade1, float64(t.steps))))
	weights, outputs := t.net.weights, t.net.outputs()
	for i := range weights {
		g := float32(0)
		for _, gradient := range &t.gradients {
			g += gradient[i]
		}
		g /= float32(count)
		t.first[i] = fade1*t.first[i] + (1-fade1)*g
		t.second[i] = fade2*t.second[i] + (1-fade2)*g*g
		w := weights[i] - unbiased*t.first[i]/(float32(math.Sqrt(float64(t.second[i])))+1e-8)
		if i < outputs {
			w = min(max(w, -mostInput), mostInput)
		}
		weights[i] = w
	}
}

// test returns the mean squared error for samples, with a share of the result in the target.
func (t *trainer) test(samples []lab.Sample, share float64) float64 {
	t.each(func(part int) {
		t.errors[part] = 0
		p := newPass(t.net.hidden)
		for i := part; i < len(samples); i += parts {
			off := p.predict(t.net, &samples[i]) - target(&samples[i], share)
			t.errors[part] += off * off
		}
	})
	return t.error() / float64(len(samples))
}
