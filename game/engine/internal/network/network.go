// Package network evaluates positions by a small network, which package train makes from games of
// the engine against itself. The engine evaluates by it when it is built with the tag "network",
// for matches against the evaluation of package eval; where the trial stands is in package train.
package network

import (
	"encoding/binary"
	"fmt"

	"github.com/banchess/banchess/game/chess"
)

// The shape of a network. It has an input for each piece on each square, as each side sees it: its own pieces
// are the first half, ranks count from its own, and files are mirrored when its king is on
// the king's side. From them it computes Hidden sums for each side. The sums of the mover and
// those of its opponent, clipped and squared, are the inputs of one output, of which there is
// one for each of Buckets numbers of men.
const (
	Inputs  = 2 * 6 * 64
	Hidden  = 32
	Buckets = 8
)

// The sums are integers, SumUnit for 1, and so are the weights of the outputs, OutputUnit
// for 1. An output of 1 stands for OutputScale centipawns.
const (
	SumUnit     = 255
	OutputUnit  = 64
	OutputScale = 180
)

// lanes is the number of 16-bit sums that a word holds. They are added all at once: a word is
// the sum of lane i times 2^16i, and none leaves the range of an int16.
const (
	lanes = 4
	words = Hidden / lanes
)

type sums [words]uint64

// A Network has the weights, as they are computed with.
type Network struct {
	inputs  [Inputs]sums
	bias    sums
	outputs [Buckets][2 * Hidden]int16 // the mover's and its opponent's
	offsets [Buckets]int32             // in units of SumUnit*OutputUnit
}

// pack adds a value to a lane.
func (s *sums) pack(i int, v int16) { s[i/lanes] += uint64(int64(v)) << (16 * (i % lanes)) }

// networkSize is the size of a network's file: weights of each input, bias, outputs in 16
// bits, and offsets in 32, little-endian.
const networkSize = 2*(Inputs+1)*Hidden + Buckets*(2*2*Hidden+4)

// NewNetwork reads a network's file.
func NewNetwork(file []byte) (*Network, error) {
	if len(file) != networkSize {
		return nil, fmt.Errorf("the network has %d bytes, want %d", len(file), networkSize)
	}
	next := func() int16 {
		v := int16(binary.LittleEndian.Uint16(file))
		file = file[2:]
		return v
	}
	n := new(Network)
	for i := range n.inputs {
		for j := range Hidden {
			n.inputs[i].pack(j, next())
		}
	}
	for j := range Hidden {
		n.bias.pack(j, next())
	}
	for b := range n.outputs {
		for j := range n.outputs[b] {
			n.outputs[b][j] = next()
		}
	}
	for b := range n.offsets {
		n.offsets[b] = int32(binary.LittleEndian.Uint32(file))
		file = file[4:]
	}
	return n, nil
}

// Mirrored reports whether a side with its king there sees the files mirrored.
func Mirrored(king chess.Square) bool { return king&4 != 0 }

// Turn returns what a square is XORed with to be numbered as a side sees it.
func Turn(side chess.Player, mirrored bool) chess.Square {
	turn := chess.Square(0)
	if side == chess.Black {
		turn = 56
	}
	if mirrored {
		turn ^= 7
	}
	return turn
}

// Input returns the first input of a player's pieces of a role, as a side sees them.
func Input(side, player chess.Player, r chess.Role) int {
	first := int(r-chess.Pawn) * 64
	if side != player {
		first += Inputs / 2
	}
	return first
}

// Bucket returns the output for a number of men.
func Bucket(men int) int { return min(max(men-2, 0)/4, Buckets-1) }

// view is what one side sees, of a position that was evaluated before.
type view struct {
	known  bool
	pieces [2][7]chess.Bitboard
	sums   sums
}

// update makes the view that of another position.
func (v *view) update(n *Network, p *chess.Position, side chess.Player, mirrored bool) {
	if !v.known {
		v.known, v.sums = true, n.bias
	}
	turn := Turn(side, mirrored)
	for c := chess.White; c <= chess.Black; c++ {
		for r := chess.Pawn; r <= chess.King; r++ {
			now, before := p.Pieces(c, r), v.pieces[c.Index()][r]
			changed := now ^ before
			if changed == 0 {
				continue
			}
			v.pieces[c.Index()][r] = now
			inputs := (*[64]sums)(n.inputs[Input(side, c, r):])
			for set := changed & now; set != 0; set &= set - 1 {
				for i, w := range &inputs[(set.First()^turn)&63] {
					v.sums[i] += w
				}
			}
			for set := changed & before; set != 0; set &= set - 1 {
				for i, w := range &inputs[(set.First()^turn)&63] {
					v.sums[i] -= w
				}
			}
		}
	}
}

// output returns what the sums of a side contribute.
func (s *sums) output(weights *[Hidden]int16) int {
	const positive = 0x8000_8000_8000_8000 // makes each lane one without a sign
	sum := 0
	for i, word := range s {
		word += positive
		for j := range lanes {
			v := min(max(int(word>>(16*j)&0xffff)-0x8000, 0), SumUnit)
			sum += v * v * int(weights[i*lanes+j])
		}
	}
	return sum
}

// An Evaluator evaluates by a network. It remembers the last positions that it saw, and computes
// only what has changed since.
type Evaluator struct {
	network *Network
	views   [2][2]view // by side, and whether its files are mirrored
}

// NewEvaluator returns an evaluator by a network.
func NewEvaluator(n *Network) Evaluator { return Evaluator{network: n} }

// Evaluate returns the value of a position to its mover, in centipawns. Each side has a king.
func (e *Evaluator) Evaluate(p *chess.Position) int {
	us, bucket := p.Mover(), Bucket(p.Occupied().Count())
	outputs, sum := &e.network.outputs[bucket], 0
	for i, side := range [...]chess.Player{us, us.Opponent()} {
		mirrored := Mirrored(p.King(side))
		v := &e.views[side.Index()][0]
		if mirrored {
			v = &e.views[side.Index()][1]
		}
		v.update(e.network, p, side, mirrored)
		sum += v.sums.output((*[Hidden]int16)(outputs[i*Hidden:]))
	}
	sum = sum/SumUnit + int(e.network.offsets[bucket])
	return sum * OutputScale / (SumUnit * OutputUnit)
}
