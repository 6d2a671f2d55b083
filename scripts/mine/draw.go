package mine

import (
	"context"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// draws is how many endgames a number of the run draws.
const draws = 400

// draw looks for puzzles in drawn endgames, of the kinds that games hardly have.
func (m *Miner) draw(ctx context.Context, rng *rand.Rand) ([]Find, error) {
	m.judge.Clear()
	var finds []Find
	for range draws {
		p, ok := endgame(rng)
		if !ok {
			continue
		}
		g := game.NewFrom(p)
		if !choice(p) {
			continue
		}
		r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: 800}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		board := p.Chess()
		under := r.Best.Promotion() != game.NoRole && r.Best.Promotion() != game.Queen
		saved := puzzle.Balance(&board, p.ActivePlayer()) <= -5 && centipawns(r.Score) >= -50
		if !under && !saved {
			continue
		}
		f, ok, err := m.candidate(ctx, g, false)
		if err != nil {
			return nil, err
		}
		if ok && (f.Puzzle.Goal.Kind == puzzle.Stalemate || f.Puzzle.Key().Promotion() != game.NoRole && f.Puzzle.Key().Promotion() != game.Queen) {
			finds = append(finds, f)
		}
	}
	return finds, nil
}

// endgame draws a position with kings, a pawn on the last rank but one or two, and
// a few pieces more.
func endgame(rng *rand.Rand) (game.Position, bool) {
	s := game.NewSetup()
	free := rng.Perm(64)
	put := func(piece game.Piece) {
		for i, q := range free {
			rank := q / 8
			if piece.Role() == game.Pawn && (rank == 0 || rank == 7) {
				continue
			}
			s.Board[q] = piece
			free = append(free[:i], free[i+1:]...)
			return
		}
	}
	put(game.NewPiece(game.White, game.King))
	put(game.NewPiece(game.Black, game.King))
	for i := range 1 + rng.IntN(3) {
		file, rank := rng.IntN(8), 6
		if i > 0 && rng.IntN(2) == 0 {
			rank = 1 + rng.IntN(6)
		}
		if q := rank*8 + file; s.Board[q] == game.NoPiece {
			s.Board[q] = game.NewPiece(game.White, game.Pawn)
			for k, f := range free {
				if f == q {
					free = append(free[:k], free[k+1:]...)
					break
				}
			}
		}
	}
	roles := []game.Role{game.Pawn, game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen}
	for range 1 + rng.IntN(4) {
		side := game.White
		if rng.IntN(3) > 0 {
			side = game.Black
		}
		put(game.NewPiece(side, roles[rng.IntN(len(roles))]))
	}
	s.Mover = game.White
	if rng.IntN(3) == 0 {
		s.Mover = game.Black
	}
	if s.Mover == game.White {
		s.Ply = 2
	} else {
		s.Ply = 4
	}
	if rng.IntN(2) == 0 {
		s.Ply--
	}
	if rng.IntN(2) == 0 {
		s = flipped(s)
	}
	p, err := s.Position()
	return p, err == nil && !p.Result().Over()
}

// flipped is a set-up with colours exchanged.
func flipped(s game.Setup) game.Setup {
	t := s
	for i, piece := range s.Board {
		t.Board[i^56] = game.NoPiece
		if piece != game.NoPiece {
			t.Board[i^56] = game.NewPiece(piece.Player().Opponent(), piece.Role())
		}
	}
	t.Mover = s.Mover.Opponent()
	t.Ply = (s.Ply+1)%4 + 1
	return t
}
