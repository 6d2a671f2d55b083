package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/banchess/banchess/game/engine/internal/eval"
)

// net is a network in floating point. The weight of an input is the sum of two parameters: one of the
// input alone, and, for a man on a square, one that all ways in which it may be attacked and guarded
// share. So what is rare is learnt from what is like it.
type net struct {
	hidden  int
	weights []float32 // of each input, bias, of each output, the outputs' offsets
	learnt  []float32 // the same, but the inputs' own parameters, and then the shared ones
	rounded bool      // weights holds the rounded values of the file
}

func (n *net) bias() int    { return eval.InputCount * n.hidden }
func (n *net) outputs() int { return n.bias() + n.hidden }
func (n *net) offsets() int { return n.outputs() + eval.Buckets*2*n.hidden }
func (n *net) size() int    { return n.offsets() + eval.Buckets }

// sharing calls yield for each input that shares parameters, with where its weights begin, and where
// the shared parameters do.
func (n *net) sharing(yield func(own, shared int)) {
	for i := range eval.InputCount {
		if plain := eval.Plain(i); plain >= 0 {
			yield(i*n.hidden, n.size()+plain*n.hidden)
		}
	}
}

// newNet returns a network that knows nothing. Its sums begin where they have a slope.
func newNet(hidden int, seed uint64) *net {
	n := &net{hidden: hidden}
	n.weights = make([]float32, n.size())
	n.learnt = make([]float32, n.size()+eval.PlainCount*hidden)
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := n.size(); i < len(n.learnt); i++ {
		n.learnt[i] = float32(rng.NormFloat64() * 0.1)
	}
	for i := n.bias(); i < n.outputs(); i++ {
		n.learnt[i] = 0.2
	}
	for i := n.outputs(); i < n.offsets(); i++ {
		n.learnt[i] = float32(rng.NormFloat64() / math.Sqrt(float64(hidden)))
	}
	n.merge()
	return n
}

// mostInput is the largest weight of an input, which has 8 bits.
const mostInput = float32(math.MaxInt8) / eval.SumUnit

// merge computes the weights from what was learnt.
func (n *net) merge() {
	copy(n.weights, n.learnt)
	n.sharing(func(own, shared int) { add(n.weights[own:own+n.hidden], n.learnt[shared:]) })
	for i, w := range n.weights[:n.outputs()] {
		n.weights[i] = min(max(w, -mostInput), mostInput)
	}
	if n.rounded {
		for i, w := range n.weights[:n.offsets()] {
			n.weights[i] = float32(math.Round(float64(w*n.unit(i)))) / n.unit(i)
		}
	}
}

// unit is what stands for a weight of 1 in the file.
func (n *net) unit(i int) float32 {
	if i < n.outputs() {
		return eval.SumUnit
	}
	return eval.OutputUnit
}

// quantised returns the network's file. Men that never stood on a square, such as a pawn on the first
// rank, have learnt nothing: they are 0, to be packed better.
func (n *net) quantised() []byte {
	var stood [eval.PlainCount]bool
	n.sharing(func(own, shared int) {
		at := (shared - n.size()) / n.hidden
		stood[at] = stood[at] || slices.ContainsFunc(n.learnt[own:own+n.hidden], func(w float32) bool { return w != 0 })
	})
	var file []byte
	for i, w := range n.weights[:n.outputs()] {
		if plain := eval.Plain(i / n.hidden); i < n.bias() && plain >= 0 && !stood[plain] {
			w = 0
		}
		file = append(file, byte(int8(math.Round(float64(w)*eval.SumUnit))))
	}
	for _, w := range n.weights[n.outputs():n.offsets()] {
		v := math.Round(float64(w) * eval.OutputUnit)
		file = binary.LittleEndian.AppendUint16(file, uint16(int16(max(math.MinInt16, min(math.MaxInt16, v)))))
	}
	for _, w := range n.weights[n.offsets():] {
		file = binary.LittleEndian.AppendUint32(file, uint32(int32(math.Round(float64(w)*eval.SumUnit*eval.OutputUnit))))
	}
	return file
}

func sigmoid(output float64) float64 { return 1 / (1 + math.Exp(-output)) }

// pass is the computation of one position, forwards and back.
type pass struct{ sums, slopes [2][]float32 }

func newPass(hidden int) *pass {
	p := new(pass)
	for i := range p.sums {
		p.sums[i], p.slopes[i] = make([]float32, hidden), make([]float32, hidden)
	}
	return p
}

// predict returns the mover's predicted share of points.
func (p *pass) predict(n *net, x *example) float64 {
	h := n.hidden
	weights := n.weights[n.outputs()+x.bucket*2*h:]
	output := n.weights[n.offsets()+x.bucket]
	for side, sums := range p.sums {
		copy(sums, n.weights[n.bias():n.outputs()])
		for _, on := range x.on[side] {
			add(sums, n.weights[int(on)*h:])
		}
		for j, v := range sums {
			v = min(max(v, 0), 1)
			output += v * v * weights[side*h+j]
		}
	}
	return sigmoid(float64(output))
}

// learn adds an example's gradient and returns its squared error.
func (p *pass) learn(n *net, x *example, share float64, gradient []float32) float64 {
	predicted := p.predict(n, x)
	off := predicted - x.target(share)
	slope := float32(off * predicted * (1 - predicted))
	h := n.hidden
	first := n.outputs() + x.bucket*2*h
	gradient[n.offsets()+x.bucket] += slope
	for side, slopes := range p.slopes {
		for j, v := range p.sums[side] {
			at := first + side*h + j
			clipped := min(max(v, 0), 1)
			gradient[at] += slope * clipped * clipped
			slopes[j] = 0
			if clipped == v {
				slopes[j] = slope * 2 * v * n.weights[at]
			}
		}
		add(gradient[n.bias():n.outputs()], slopes)
		for _, on := range x.on[side] {
			add(gradient[int(on)*h:int(on)*h+h], slopes)
		}
	}
	return off * off
}

// add adds as many weights as there are sums. It is unrolled by hand: this is the hot loop.
func add(sums, weights []float32) {
	weights = weights[:len(sums)]
	for len(sums) >= 8 && len(weights) >= 8 {
		sums[0] += weights[0]
		sums[1] += weights[1]
		sums[2] += weights[2]
		sums[3] += weights[3]
		sums[4] += weights[4]
		sums[5] += weights[5]
		sums[6] += weights[6]
		sums[7] += weights[7]
		sums, weights = sums[8:], weights[8:]
	}
	for i, w := range weights {
		sums[i] += w
	}
}
