package mine

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// draws is the number of endgames that are drawn for a number of a run.
const draws = 3000

// drawnLimit limits proofs in random endgames, of which there are many.
const drawnLimit = 4_000

// Endgames is the source of random endgames. It looks for the two kinds of puzzles that are
// rare in games: a promotion to a piece other than a queen, and a stalemate that saves.
func (m *Miner) Endgames(ctx context.Context, number int) ([]Find, error) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(number)))
	var finds []Find
	for i := range draws {
		draw, goals, wanted := promotion, append(turns(puzzle.Mate, 3), puzzle.Goal{Kind: puzzle.Material, Turns: 2, Gain: 2}), under
		if i%2 == 1 {
			draw, goals, wanted = corner, turns(puzzle.Stalemate, 3), stalemates
		}
		p, ok := draw(rng)
		if !ok || !choice(p) {
			continue
		}
		f, err := m.drawn(ctx, p, goals, wanted)
		if finds, err = add(finds, f, err); err != nil {
			return nil, err
		}
	}
	return finds, nil
}

// drawn returns the puzzle of a random position, if it is wanted.
func (m *Miner) drawn(ctx context.Context, p game.Position, goals []puzzle.Goal, wanted func(*puzzle.Puzzle) bool) (Find, error) {
	found, err := m.prove(ctx, p, goals, drawnLimit)
	if err != nil {
		return Find{}, err
	}
	if !wanted(&found) {
		return Find{}, errNone
	}
	return m.finish(ctx, found)
}

// quietDraws is the number of positions that are drawn for a number of the source Quiet.
const quietDraws = 1500

// Quiet is the source of random positions in which a king is hunted, and the solver's key is a
// ban of a move that neither captures nor checks: of the way out that counts. Games hardly have
// them.
func (m *Miner) Quiet(ctx context.Context, number int) ([]Find, error) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(number)|1<<41))
	var finds []Find
	goals := turns(puzzle.Mate, 3)[1:]
	for range quietDraws {
		p, ok := hunt(rng)
		if !ok || !choice(p) {
			continue
		}
		f, err := m.drawn(ctx, p, goals, bansQuiet)
		if finds, err = add(finds, f, err); err != nil {
			return nil, err
		}
	}
	return finds, nil
}

// bansQuiet reports whether the key is a quiet ban.
func bansQuiet(p *puzzle.Puzzle) bool { return slices.Contains(p.Themes(), puzzle.ThemeQuietBan) }

// under reports whether the key promotes a pawn to a piece other than a queen.
func under(p *puzzle.Puzzle) bool {
	role := p.Key().Promotion()
	return role != game.NoRole && role != game.Queen
}

// stalemates reports whether the main line ends in stalemate, not in a draw by
// material.
func stalemates(p *puzzle.Puzzle) bool {
	g, err := game.Replay(p.Position, p.MainLine()...)
	return err == nil && g.Result().Reason.IsStalemate()
}

// drawing is a random set-up in progress.
type drawing struct {
	game.Setup
	rng *rand.Rand
}

// near puts a piece on an empty square with at most that distance from another.
func (d *drawing) near(piece game.Piece, at game.Square, far int) game.Square {
	for range 50 {
		file, rank := at.File()+d.rng.IntN(2*far+1)-far, at.Rank()+d.rng.IntN(2*far+1)-far
		q := game.SquareAt(file, rank)
		if q == game.NoSquare || d.Board[q] != game.NoPiece || piece.Role() == game.Pawn && (rank == 0 || rank == 7) {
			continue
		}
		d.Board[q] = piece
		return q
	}
	return at
}

// finish sets the ply of the set-up, exchanges its colours half of the time, and returns
// the position if it is valid.
func (d *drawing) finish(mover game.Player, ban bool) (game.Position, bool) {
	d.Mover = mover
	d.Ply = 2
	if mover == game.Black {
		d.Ply = 4
	}
	if ban {
		d.Ply--
	}
	s := d.Setup
	if d.rng.IntN(2) == 0 {
		s = flipped(s)
	}
	p, err := s.Position()
	if err != nil || p.Result().Over() {
		return p, false
	}
	p, err = puzzle.Normal(p)
	return p, err == nil
}

// promotion generates a white pawn before its last step, and Black's king near it.
func promotion(rng *rand.Rand) (game.Position, bool) {
	d := drawing{game.NewSetup(), rng}
	pawn := game.SquareAt(rng.IntN(8), 6)
	d.Board[pawn] = game.NewPiece(game.White, game.Pawn)
	d.near(game.NewPiece(game.Black, game.King), pawn, 2)
	d.near(game.NewPiece(game.White, game.King), pawn, 4)
	for range rng.IntN(3) {
		d.near(game.NewPiece(game.White, lesser[rng.IntN(4)]), pawn, 4)
	}
	for range 1 + rng.IntN(4) {
		d.near(game.NewPiece(game.Black, lesser[rng.IntN(len(lesser))]), pawn, 3)
	}
	return d.finish(game.White, false)
}

// hunt generates a black king with some cover, hunted by two or three white pieces; White bans.
func hunt(rng *rand.Rand) (game.Position, bool) {
	d := drawing{game.NewSetup(), rng}
	at := game.SquareAt(rng.IntN(8), []int{7, 7, 6, 5}[rng.IntN(4)])
	d.Board[at] = game.NewPiece(game.Black, game.King)
	d.near(game.NewPiece(game.White, game.King), at, 3+rng.IntN(4))
	for range 2 + rng.IntN(2) {
		d.near(game.NewPiece(game.White, []game.Role{game.Queen, game.Rook, game.Rook, game.Bishop, game.Knight, game.Knight, game.Pawn}[rng.IntN(7)]), at, 4)
	}
	for range 1 + rng.IntN(4) {
		d.near(game.NewPiece(game.Black, lesser[rng.IntN(len(lesser)-1)]), at, 2)
	}
	return d.finish(game.Black, true)
}

var lesser = []game.Role{game.Pawn, game.Pawn, game.Knight, game.Bishop, game.Rook, game.Queen}

// corner generates a white king at the edge with little space and a piece to give away,
// against much more material.
func corner(rng *rand.Rand) (game.Position, bool) {
	d := drawing{game.NewSetup(), rng}
	edge := game.SquareAt([]int{0, 0, 0, 1, 7, 7}[rng.IntN(6)], rng.IntN(8))
	if rng.IntN(2) == 0 {
		edge = game.SquareAt(edge.Rank(), edge.File())
	}
	d.Board[edge] = game.NewPiece(game.White, game.King)
	king := d.near(game.NewPiece(game.Black, game.King), edge, 3)
	d.near(game.NewPiece(game.Black, game.Queen), edge, 4)
	for range 1 + rng.IntN(2) {
		d.near(game.NewPiece(game.White, []game.Role{game.Rook, game.Rook, game.Queen, game.Knight, game.Bishop}[rng.IntN(5)]), king, 4)
	}
	for range 1 + rng.IntN(3) {
		d.near(game.NewPiece(game.Black, lesser[rng.IntN(len(lesser))]), edge, 4)
	}
	if rng.IntN(2) == 0 {
		at := d.near(game.NewPiece(game.White, game.Pawn), edge, 4)
		if q := game.SquareAt(at.File(), at.Rank()+1); at.Rank() < 6 && d.Board[q] == game.NoPiece {
			d.Board[q] = game.NewPiece(game.Black, game.Pawn) // stops it
		}
	}
	ban := rng.IntN(3) == 0
	if ban { // White bans, Black moves
		return d.finish(game.Black, true)
	}
	return d.finish(game.White, false)
}

// flipped returns a set-up with exchanged colours.
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
