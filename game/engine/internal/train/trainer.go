package main

import (
	"math"
	"math/rand/v2"
	"sync"
)

// batch is the number of examples of a step. They are summed up in parts, whose sums are then added in
// their order, so that the result does not depend on the number of threads.
const (
	batch = 4096
	parts = 4
)

// roundedFrom is the share of the training after which errors and gradients are those of rounded
// weights (quantisation-aware training).
const roundedFrom = 0.6

// trainer trains a network by Adam, with weights that decay.
type trainer struct {
	net           *net
	share, decay  float64
	threads       int
	seed          uint64
	batch         int
	steps         int
	gradients     [parts][]float32
	errors        [parts]float64
	gradient      []float32 // of all that is learnt
	first, second []float32 // moments
}

func newTrainer(n *net, share float64, threads int, seed uint64) *trainer {
	t := &trainer{net: n, share: share, decay: 0.3, threads: threads, seed: seed, batch: batch}
	for i := range t.gradients {
		t.gradients[i] = make([]float32, n.size())
	}
	t.gradient, t.first, t.second = make([]float32, len(n.learnt)), make([]float32, len(n.learnt)), make([]float32, len(n.learnt))
	return t
}

// round learns once from each example, in a random order, and returns their mean squared error. The
// rate falls from round to round, and within them, as a cosine does.
func (t *trainer) round(e *examples, r, rounds int, rate float64) float64 {
	order := rand.New(rand.NewPCG(t.seed, uint64(r+1))).Perm(len(e.samples))
	sum := 0.0
	for from := 0; from < len(order); from += t.batch {
		chosen := order[from:min(len(order), from+t.batch)]
		t.each(func(part int) {
			clear(t.gradients[part])
			t.errors[part] = 0
			p := newPass(t.net.hidden)
			for i := part; i < len(chosen); i += parts {
				x := e.at(chosen[i])
				t.errors[part] += p.learn(t.net, &x, t.share, t.gradients[part])
			}
		})
		sum += t.error()
		done := (float64(r) + float64(from)/float64(len(order))) / float64(rounds)
		t.net.rounded = done > roundedFrom
		t.step(len(chosen), rate*(0.5+0.5*math.Cos(math.Pi*done)))
	}
	return sum / float64(len(order))
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

// step changes the weights by the gradients of so many examples.
func (t *trainer) step(count int, rate float64) {
	const fade1, fade2 = 0.9, 0.999
	t.steps++
	unbiased := float32(rate * math.Sqrt(1-math.Pow(fade2, float64(t.steps))) / (1 - math.Pow(fade1, float64(t.steps))))
	n := t.net
	clear(t.gradient)
	for _, gradient := range &t.gradients {
		add(t.gradient[:n.size()], gradient)
	}
	n.sharing(func(own, shared int) { add(t.gradient[shared:shared+n.hidden], t.gradient[own:]) })
	inverse, decay := 1/float32(count), float32(rate*t.decay)
	for i, g := range t.gradient {
		g *= inverse
		t.first[i] = fade1*t.first[i] + (1-fade1)*g
		t.second[i] = fade2*t.second[i] + (1-fade2)*g*g
		w := n.learnt[i] - unbiased*t.first[i]/(float32(math.Sqrt(float64(t.second[i])))+1e-8)
		if i < n.bias() || i >= n.size() {
			w -= decay * n.learnt[i]
			w = min(max(w, -mostInput), mostInput)
		}
		n.learnt[i] = w
	}
	n.merge()
}

// test returns the mean squared error for examples, with a share of the result in the target.
func (t *trainer) test(e *examples, share float64) float64 {
	t.each(func(part int) {
		t.errors[part] = 0
		p := newPass(t.net.hidden)
		for i := part; i < len(e.samples); i += parts {
			x := e.at(i)
			off := p.predict(t.net, &x) - x.target(share)
			t.errors[part] += off * off
		}
	})
	return t.error() / float64(len(e.samples))
}
