package selfplay

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/scripts/lab/sample"
)

// held is the number of games of which one provides test positions.
const held = 10

// Positions writes the quiet positions of games, each board once, as a file of
// samples: those of every tenth game of a file to test, and the others to train.
func Positions(games [][]Record, train, test string) (counts [2]int, err error) {
	var out [2]*bufio.Writer
	for i, name := range []string{train, test} {
		file, createErr := os.Create(name)
		if createErr != nil {
			return counts, createErr
		}
		out[i] = bufio.NewWriter(file)
		defer func() { err = errors.Join(err, out[i].Flush(), file.Close()) }()
	}
	type board struct {
		occupied uint64
		pieces   [16]byte
		mover    chess.Player
	}
	seen := map[board]bool{}
	for _, file := range games {
		for i, g := range file {
			to := 0
			if (i+1)%held == 0 {
				to = 1
			}
			for p := range g.Positions {
				s := sample.New(&p.Board, p.Score, p.Result, p.Ply)
				key := board{s.Occupied, s.Pieces, s.Mover}
				if seen[key] {
					continue
				}
				seen[key] = true
				if _, err := out[to].Write(s.AppendTo(nil)); err != nil {
					return counts, err
				}
				counts[to]++
			}
		}
	}
	return counts, nil
}

// A Position is a position at a ban ply with what became of it.
type Position struct {
	Board  chess.Position
	Score  int16 // the search's, in centipawns for the mover
	Result uint8 // half points of the mover
	Ply    int   // of the game
}

// Positions calls yield with the quiet positions of a game at ban plies. Quiet means that the
// mover is not in check, no mate is seen, and the move that follows captures nothing. A
// stopped game counts as drawn. The game must be one that self-play has written.
func (r Record) Positions(yield func(*Position) bool) {
	p := Position{Board: start}
	for i := range r.turns() {
		turn := r[gameHead+i*turnSize:]
		move := chess.Move(binary.LittleEndian.Uint16(turn[2:]))
		p.Score = int16(binary.LittleEndian.Uint16(turn[4:]))
		if move == chess.NoMove {
			return
		}
		passing := p.Board.At(move.From()).Role() == chess.Pawn && move.To() == p.Board.EnPassant()
		captures := passing || p.Board.At(move.To()) != chess.NoPiece
		if p.Score >= -mateScore && p.Score <= mateScore && !captures && !p.Board.InCheck() {
			p.Ply, p.Result = 2*i, r[8]
			if p.Board.Mover() == chess.Black {
				p.Result = 2 - p.Result
			}
			if !yield(&p) {
				return
			}
		}
		p.Board.Play(move)
	}
}

var start = game.New().Position().Chess()

// halfPoints returns White's half points. A stopped game counts as drawn.
func halfPoints(r game.Result) uint8 {
	switch r.Winner {
	case game.White:
		return 2
	case game.Black:
		return 0
	}
	return 1
}
