package network

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// random returns a network's file of random weights, as large as training leaves them.
func random(seed uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	var file []byte
	for range (Inputs + 1) * Hidden {
		file = binary.LittleEndian.AppendUint16(file, uint16(rng.IntN(2*500)-500))
	}
	for range Buckets * 2 * Hidden {
		file = binary.LittleEndian.AppendUint16(file, uint16(rng.IntN(400)-200))
	}
	for range Buckets {
		file = binary.LittleEndian.AppendUint32(file, uint32(rng.IntN(1000)-500))
	}
	return file
}

// plainly computes what a network says of a position, straight from its file.
func plainly(file []byte, p *chess.Position) int {
	at := func(i int) int { return int(int16(binary.LittleEndian.Uint16(file[2*i:]))) }
	men := p.Occupied().Count()
	bucket := min((men-2)/4, 7)
	sum := 0
	for k, side := range []chess.Player{p.Mover(), p.Mover().Opponent()} {
		for j := range Hidden {
			v := at(Inputs*Hidden + j)
			for square, piece := range p.Board() {
				if piece == chess.NoPiece {
					continue
				}
				rank, file := square/8, square%8
				if side == chess.Black {
					rank = 7 - rank
				}
				if p.King(side).File() > 3 {
					file = 7 - file
				}
				input := (int(piece.Role())-1)*64 + rank*8 + file
				if piece.Player() != side {
					input += 384
				}
				v += at(input*Hidden + j)
			}
			v = min(max(v, 0), 255)
			sum += v * v * at((Inputs+1)*Hidden+bucket*2*Hidden+k*Hidden+j)
		}
	}
	offsets := file[2*((Inputs+1)*Hidden+Buckets*2*Hidden):]
	sum = sum/255 + int(int32(binary.LittleEndian.Uint32(offsets[4*bucket:])))
	return sum * 180 / (255 * 64)
}

// TestEvaluate follows random games, in which kings cross the middle and men go, with one evaluator, and
// compares what it says with the sum computed plainly.
func TestEvaluate(t *testing.T) {
	file := random(1)
	n, err := NewNetwork(file)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvaluator(n)
	rng := rand.New(rand.NewPCG(7, 0))
	different := map[int]bool{}
	for range 20 {
		p := game.New().Position().Chess()
		for range 150 {
			var list chess.MoveList
			if p.Moves(&list); len(list.Slice()) == 0 {
				break
			}
			p.Play(list.Slice()[rng.IntN(len(list.Slice()))])
			got, want := e.Evaluate(&p), plainly(file, &p)
			if got != want {
				t.Fatalf("%v is worth %d, want %d", p.Board(), got, want)
			}
			different[got] = true
		}
	}
	if len(different) < 500 {
		t.Errorf("only %d different values", len(different))
	}
}

func TestNewNetworkRefuses(t *testing.T) {
	file := random(1)
	for _, bad := range [][]byte{nil, file[1:], append(file, 0)} {
		if _, err := NewNetwork(bad); err == nil || !strings.Contains(err.Error(), "bytes, want") {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
}
