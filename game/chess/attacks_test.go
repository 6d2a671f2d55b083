package chess_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// early asks for attacks while the test program is set up, before anything else
// was called: the tables must be ready.
var early = [...]chess.Bitboard{
	chess.RookAttacks(0, 0), chess.BishopAttacks(0, 0), chess.QueenAttacks(0, 0),
	chess.KnightAttacks(0), chess.KingAttacks(0),
	chess.PawnAttacks(chess.White, 0), chess.PawnsAttack(chess.White, 1),
}

func TestTablesAreReady(t *testing.T) {
	for i, want := range [...]chess.Bitboard{
		0x01010101010101fe, 0x8040201008040200, 0x81412111090503fe, 0x20400, 0x302, 0x200, 0x200,
	} {
		if early[i] != want {
			t.Errorf("attack %d from a1 is %x, want %x", i, early[i], want)
		}
	}
}

var (
	straight = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	slanted  = [][2]int{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}
)

// goes walks from a square in each direction, up to the first piece.
func goes(q chess.Square, steps [][2]int, most int, occupied chess.Bitboard) chess.Bitboard {
	var s chess.Bitboard
	for _, step := range steps {
		for n := 1; n <= most; n++ {
			to := chess.SquareAt(q.File()+n*step[0], q.Rank()+n*step[1])
			if !to.IsValid() {
				break
			}
			s |= to.Bit()
			if occupied.Has(to) {
				break
			}
		}
	}
	return s
}

// TestSliders tries every arrangement of blockers on the lines of a slider, with
// other pieces anywhere else.
func TestSliders(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, slider := range []struct {
		name    string
		steps   [][2]int
		attacks func(chess.Square, chess.Bitboard) chess.Bitboard
	}{{"rook", straight, chess.RookAttacks}, {"bishop", slanted, chess.BishopAttacks}} {
		for q := range chess.NoSquare {
			lines := goes(q, slider.steps, 7, 0)
			for blockers := chess.Bitboard(0); ; {
				occupied := blockers | chess.Bitboard(rng.Uint64())&^lines
				if got, want := slider.attacks(q, occupied), goes(q, slider.steps, 7, occupied); got != want {
					t.Fatalf("%s on %s among %x: %x, want %x", slider.name, q, occupied, got, want)
				}
				if got, want := chess.QueenAttacks(q, occupied), chess.RookAttacks(q, occupied)|chess.BishopAttacks(q, occupied); got != want {
					t.Fatalf("queen on %s among %x: %x, want %x", q, occupied, got, want)
				}
				if blockers = (blockers - lines) & lines; blockers == 0 {
					break
				}
			}
		}
	}
}

func TestJumps(t *testing.T) {
	knight := [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
	for q := range chess.NoSquare {
		for _, jump := range []struct {
			name      string
			got, want chess.Bitboard
		}{
			{"king", chess.KingAttacks(q), goes(q, straight, 1, 0) | goes(q, slanted, 1, 0)},
			{"knight", chess.KnightAttacks(q), goes(q, knight, 1, 0)},
			{"white pawn", chess.PawnAttacks(chess.White, q), goes(q, [][2]int{{-1, 1}, {1, 1}}, 1, 0)},
			{"black pawn", chess.PawnAttacks(chess.Black, q), goes(q, [][2]int{{-1, -1}, {1, -1}}, 1, 0)},
			{"white pawns", chess.PawnsAttack(chess.White, q.Bit()), chess.PawnAttacks(chess.White, q)},
			{"black pawns", chess.PawnsAttack(chess.Black, q.Bit()), chess.PawnAttacks(chess.Black, q)},
		} {
			// A set of pawns has none on the last rank, from where it could go no further.
			if jump.got != jump.want && (q.Rank()%7 != 0 || !strings.HasSuffix(jump.name, "pawns")) {
				t.Errorf("%s on %s: %x, want %x", jump.name, q, jump.got, jump.want)
			}
		}
	}
}
