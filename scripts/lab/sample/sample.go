// Package sample keeps positions from which the evaluation is learnt, with what became of
// them, in 32 bytes each.
package sample

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"os"

	"github.com/banchess/banchess/game/chess"
)

// A Sample is the board at a ban ply. It leaves out what no evaluation looks at:
// castling, en passant and the counters.
type Sample struct {
	Occupied uint64   // squares with men, as a chess.Bitboard
	Pieces   [16]byte // of these squares in their order, the first in the low half of the first byte
	Score    int16    // the search's, in centipawns for the mover
	Ply      uint16   // of the game
	Result   uint8    // half points of the mover
	Mover    chess.Player
	_        [2]byte
}

// Size is the size of a sample in a file: its fields in their order, little-endian.
const Size = 32

// MostMen is the most men that a sample holds.
const MostMen = 32

// New returns the sample of a position, which has at most MostMen men. The result is the mover's half points.
func New(p *chess.Position, score int16, result uint8, ply int) Sample {
	s := Sample{Occupied: uint64(p.Occupied()), Score: score, Ply: uint16(ply), Result: result, Mover: p.Mover()}
	for i, set := 0, s.Occupied; set != 0; i, set = i+1, set&(set-1) {
		s.Pieces[i/2] |= byte(p.At(chess.Square(bits.TrailingZeros64(set)))) << (4 * (i % 2))
	}
	return s
}

// Men calls yield with each piece and its square.
func (s *Sample) Men(yield func(chess.Square, chess.Piece) bool) {
	for i, set := 0, s.Occupied; set != 0 && i < MostMen; i, set = i+1, set&(set-1) {
		piece := chess.Piece(s.Pieces[i/2] >> (4 * (i % 2)) & 15)
		if !yield(chess.Square(bits.TrailingZeros64(set)), piece) {
			return
		}
	}
}

// Board returns the position, without castling and en passant.
func (s *Sample) Board() chess.Position {
	setup := chess.Setup{Mover: s.Mover, EnPassant: chess.NoSquare, Fullmove: 1}
	for square, piece := range s.Men {
		setup.Board[square] = piece
	}
	return chess.NewPosition(setup)
}

// AppendTo appends the sample as a file has it.
func (s *Sample) AppendTo(b []byte) []byte {
	b, _ = binary.Append(b, binary.LittleEndian, s) // which fails for other types only
	return b
}

// Read reads the samples of a file.
func Read(name string) ([]Sample, error) {
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(file) == 0 || len(file)%Size != 0 {
		return nil, fmt.Errorf("%s has %d bytes, want one sample of %d or more", name, len(file), Size)
	}
	samples := make([]Sample, len(file)/Size)
	if err := binary.Read(bytes.NewReader(file), binary.LittleEndian, samples); err != nil {
		return nil, err
	}
	for i := range samples {
		if err := samples[i].check(); err != nil {
			return nil, fmt.Errorf("%s: sample %d %w", name, i+1, err)
		}
	}
	return samples, nil
}

// check refuses what no self-play writes.
func (s *Sample) check() error {
	kings := map[chess.Player]int{}
	men := 0
	for _, piece := range s.Men {
		men++
		switch {
		case piece == chess.NoPiece || piece.Role() == chess.NoRole || piece.Role() > chess.King:
			return fmt.Errorf("has the piece %d", piece)
		case piece.Role() == chess.King:
			kings[piece.Player()]++
		}
	}
	switch {
	case men != bits.OnesCount64(s.Occupied):
		return fmt.Errorf("has more than %d men", MostMen)
	case kings[chess.White] != 1 || kings[chess.Black] != 1:
		return fmt.Errorf("has %d and %d kings", kings[chess.White], kings[chess.Black])
	case s.Mover != chess.White && s.Mover != chess.Black:
		return fmt.Errorf("has the mover %d", s.Mover)
	case s.Result > 2:
		return fmt.Errorf("has the result %d", s.Result)
	}
	return nil
}
