package eval

import (
	"encoding/binary"
	"fmt"
)

// The shape of a network. From the inputs that are 1, Hidden sums are computed for each side. The sums of
// the mover and those of its opponent, clipped and squared, are the inputs of one output, of which there
// is one for each of Buckets numbers of men.
const (
	Hidden  = 32
	Buckets = 8
)

// The sums are integers, SumUnit for 1, and so are the weights of the outputs, OutputUnit
// for 1. An output of 1 stands for OutputScale centipawns.
const (
	SumUnit     = 64
	OutputUnit  = 256
	OutputScale = 180
)

// lanes is the number of 16-bit sums that a word holds. They are added all at once: a word is
// the sum of lane i times 2^16i. Each sum fits an int16, because an input's weight has 8 bits and at
// most mostOn inputs are 1.
const (
	lanes = 4
	words = Hidden / lanes
)

type sums [words]uint64

// A Network has the weights, as they are computed with.
type Network struct {
	inputs  [InputCount]sums
	bias    sums
	outputs [Buckets][2][Hidden]int16 // the mover's and its opponent's
	offsets [Buckets]int32            // in units of SumUnit*OutputUnit
}

// networkSize is the size of a network's file: the weights of each input and the bias in 8 bits, the
// outputs in 16, and the offsets in 32, little-endian.
const networkSize = (InputCount+1)*Hidden + Buckets*(2*2*Hidden+4)

// New reads a network's file.
func New(file []byte) (*Network, error) {
	if len(file) != networkSize {
		return nil, fmt.Errorf("the network has %d bytes, want %d", len(file), networkSize)
	}
	n := new(Network)
	for i := range n.inputs {
		n.inputs[i].pack(file[i*Hidden:])
	}
	file = file[InputCount*Hidden:]
	n.bias.pack(file)
	file = file[Hidden:]
	for b := range n.outputs {
		for side := range n.outputs[b] {
			for j := range n.outputs[b][side] {
				n.outputs[b][side][j] = int16(binary.LittleEndian.Uint16(file))
				file = file[2:]
			}
		}
	}
	for b := range n.offsets {
		n.offsets[b] = int32(binary.LittleEndian.Uint32(file[4*b:]))
	}
	return n, nil
}

// pack puts weights into lanes.
func (s *sums) pack(weights []byte) {
	for i, w := range weights[:Hidden] {
		s[i/lanes] += uint64(int64(int8(w))) << (16 * (i % lanes))
	}
}

// Bucket returns the output for a number of men.
func Bucket(men int) int { return min(max(men-2, 0)/4, Buckets-1) }

// value returns what a network says of a position to its mover, in centipawns.
func (n *Network) value(in *Inputs) int {
	bucket, sum := Bucket(in.men), 0
	for side := range 2 {
		s := n.sum(in.On(side))
		sum += s.output(&n.outputs[bucket][side])
	}
	sum = sum/SumUnit + int(n.offsets[bucket])
	return sum * OutputScale / (SumUnit * OutputUnit)
}

// sum adds up the weights of inputs. It is unrolled by hand: this is the hot loop, and by fours it is a
// quarter faster in WebAssembly, where Go ends each turn of a loop with a jump through a table.
func (n *Network) sum(on []uint16) sums {
	b := &n.bias
	s0, s1, s2, s3, s4, s5, s6, s7 := b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]
	for ; len(on) >= 4; on = on[4:] {
		w, x, y, z := &n.inputs[on[0]], &n.inputs[on[1]], &n.inputs[on[2]], &n.inputs[on[3]]
		s0 += w[0] + x[0] + y[0] + z[0]
		s1 += w[1] + x[1] + y[1] + z[1]
		s2 += w[2] + x[2] + y[2] + z[2]
		s3 += w[3] + x[3] + y[3] + z[3]
		s4 += w[4] + x[4] + y[4] + z[4]
		s5 += w[5] + x[5] + y[5] + z[5]
		s6 += w[6] + x[6] + y[6] + z[6]
		s7 += w[7] + x[7] + y[7] + z[7]
	}
	for _, i := range on {
		w := &n.inputs[i]
		s0 += w[0]
		s1 += w[1]
		s2 += w[2]
		s3 += w[3]
		s4 += w[4]
		s5 += w[5]
		s6 += w[6]
		s7 += w[7]
	}
	return sums{s0, s1, s2, s3, s4, s5, s6, s7}
}

// output returns what the sums of a side contribute.
func (s *sums) output(weights *[Hidden]int16) int {
	const positive = 0x8000_8000_8000_8000 // added to each lane, so that none is negative
	sum := 0
	for i, word := range s {
		word += positive
		w := (*[lanes]int16)(weights[i*lanes:])
		sum += squared(word&0xffff)*int(w[0]) + squared(word>>16&0xffff)*int(w[1]) + squared(word>>32&0xffff)*int(w[2]) + squared(word>>48)*int(w[3])
	}
	return sum
}

// squared returns the square of a clipped sum, to which 0x8000 was added.
func squared(lane uint64) int {
	v := min(max(int(lane)-0x8000, 0), SumUnit)
	return v * v
}
