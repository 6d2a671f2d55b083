package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/network"
	lab "github.com/banchess/banchess/scripts/lab/sample"
)

// net is the network in floating point: the weights of each input, the bias, the weights of each
// output, and the outputs' offsets, in one slice.
type net struct {
	hidden  int
	weights []float32
}

func (n *net) bias() int    { return network.Inputs * n.hidden }
func (n *net) outputs() int { return n.bias() + n.hidden }
func (n *net) offsets() int { return n.outputs() + network.Buckets*2*n.hidden }
func (n *net) size() int    { return n.offsets() + network.Buckets }

// newNet returns a network that knows nothing. Its sums begin where they have a slope.
func newNet(hidden int, seed uint64) *net {
	n := &net{hidden: hidden}
	n.weights = make([]float32, n.size())
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range n.bias() {
		n.weights[i] = float32(rng.NormFloat64() * 0.1)
	}
	for i := n.bias(); i < n.outputs(); i++ {
		n.weights[i] = 0.2
	}
	for i := n.outputs(); i < n.offsets(); i++ {
		n.weights[i] = float32(rng.NormFloat64() / math.Sqrt(float64(hidden)))
	}
	return n
}

// mostInput is the largest weight of an input: the sums of MostMen of them fit in 16 bits.
const mostInput = 1.98

// quantised returns the network's file.
func (n *net) quantised() []byte {
	var file []byte
	for i, w := range n.weights[:n.offsets()] {
		unit := network.SumUnit
		if i >= n.outputs() {
			unit = network.OutputUnit
		}
		v := math.Round(float64(w) * float64(unit))
		file = binary.LittleEndian.AppendUint16(file, uint16(int16(max(math.MinInt16, min(math.MaxInt16, v)))))
	}
	for _, w := range n.weights[n.offsets():] {
		file = binary.LittleEndian.AppendUint32(file, uint32(int32(math.Round(float64(w)*network.SumUnit*network.OutputUnit))))
	}
	return file
}

func predict(output float64) float64 { return 1 / (1 + math.Exp(-output)) }

// target returns the mover's share of points to predict, of which a share is the result.
func target(s *lab.Sample, share float64) float64 {
	return share*float64(s.Result)/2 + (1-share)*predict(float64(s.Score)/network.OutputScale)
}

// inputs are the inputs of a position that are 1, as its mover and its opponent see them.
type inputs struct {
	n      int
	bucket int
	on     [2][lab.MostMen]uint16
}

func (in *inputs) set(s *lab.Sample) {
	var kings [2]chess.Square
	for square, piece := range s.Men {
		if piece.Role() == chess.King {
			kings[piece.Player().Index()] = square
		}
	}
	for view, side := range [...]chess.Player{s.Mover, s.Mover.Opponent()} {
		turn := network.Turn(side, network.Mirrored(kings[side.Index()]))
		in.n = 0
		for square, piece := range s.Men {
			in.on[view][in.n] = uint16(network.Input(side, piece.Player(), piece.Role()) + int(square^turn))
			in.n++
		}
	}
	in.bucket = network.Bucket(in.n)
}

// pass is the computation of one position, forwards and back.
type pass struct {
	inputs
	sums, slopes [2][]float32
}

func newPass(hidden int) *pass {
	p := new(pass)
	for i := range p.sums {
		p.sums[i], p.slopes[i] = make([]float32, hidden), make([]float32, hidden)
	}
	return p
}

// predict returns the mover's predicted share of points.
func (p *pass) predict(n *net, s *lab.Sample) float64 {
	p.set(s)
	h := n.hidden
	weights := n.weights[n.outputs()+p.bucket*2*h:]
	output := n.weights[n.offsets()+p.bucket]
	for side, sums := range p.sums {
		copy(sums, n.weights[n.bias():n.outputs()])
		for _, on := range p.on[side][:p.n] {
			add(sums, n.weights[int(on)*h:])
		}
		for j, v := range sums {
			v = min(max(v, 0), 1)
			output += v * v * weights[side*h+j]
		}
	}
	return predict(float64(output))
}

// learn adds a sample's gradient and returns its squared error.
func (p *pass) learn(n *net, s *lab.Sample, share float64, gradient []float32) float64 {
	predicted := p.predict(n, s)
	off := predicted - target(s, share)
	slope := float32(off * predicted * (1 - predicted))
	h := n.hidden
	first := n.outputs() + p.bucket*2*h
	gradient[n.offsets()+p.bucket] += slope
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
		for _, on := range p.on[side][:p.n] {
			add(gradient[int(on)*h:int(on)*h+h], slopes)
		}
	}
	return off * off
}

// add adds as many weights as there are sums. Eight at a time take half of the time.
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
