package game

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSetupRoundTrips takes positions of random games apart, puts them together
// again, and reads what they say back.
func TestSetupRoundTrips(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for i := range 500 {
		p := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(150)).Position()
		s := p.Setup()
		made, err := s.Position()
		if err != nil || made.FEN() != p.FEN() {
			t.Fatalf("%s is set up as %s, %v", p.FEN(), made.FEN(), err)
		}
	}
}

// TestSetupFaults edits the start position: each row is possible, or has all the
// faults.
func TestSetupFaults(t *testing.T) {
	sq := MustParseSquare
	for _, tt := range []struct {
		name string
		edit func(s *Setup)
		want string // parts of the faults in their order, or the FEN's last fields
	}{
		{"nothing", func(*Setup) {}, "w KQkq - 0 1 1"},
		{"the ply follows", func(s *Setup) { s.Ply, s.Fullmove = 0, 3 }, "w KQkq - 0 3 9"},
		{"for Black too", func(s *Setup) { s.Ply, s.Mover = 0, Black }, "b KQkq - 0 1 3"},
		{"a ban alone is at the move", func(s *Setup) { s.Ply, s.Ban = 0, MustParsePair("e2e4") }, "w KQkq - 0 1 2:e2e4"},
		{"a ban at its ply", func(s *Setup) { s.Ply, s.Ban = 6, MustParsePair("e2e4") }, "w KQkq - 0 1 6:e2e4"},
		{"a rook goes with its right", func(s *Setup) { s.Board[sq("h1")], s.Castling = NoPiece, "Qkq" }, "w Qkq - 0 1 1"},
		{"no rights", func(s *Setup) { s.Castling = "" }, "w - - 0 1 1"},
		{"en passant", func(s *Setup) {
			s.Board[sq("e2")], s.Board[sq("e4")] = NoPiece, NewPiece(White, Pawn)
			s.Mover, s.EnPassant, s.Ply = Black, sq("e3"), 3
		}, "b KQkq e3 0 1 3"},
		{"an empty board", func(s *Setup) { *s = NewSetup() }, "White has 0 kings | Black has 0 kings"},
		{"two kings and a pawn on the last rank", func(s *Setup) {
			s.Board[sq("e5")], s.Board[sq("a8")], s.Board[sq("a2")], s.Board[sq("b2")] = NewPiece(White, King), NewPiece(White, Pawn), NoPiece, NoPiece
		}, "White has 2 kings | a pawn stands on a8 | the castling right q"},
		{"castling without a rook", func(s *Setup) { s.Board[sq("h1")] = NoPiece }, "the castling right K"},
		{"no such right", func(s *Setup) { s.Castling = "KX" }, `the castling field is "KX"`},
		{"rights with a space", func(s *Setup) { s.Castling = "K q" }, "it has 8 fields"},
		{"an en passant square", func(s *Setup) { s.EnPassant = sq("e6") }, "the en passant square e6"},
		{"no square", func(s *Setup) { s.EnPassant = 200 }, "w KQkq - 0 1 1"},
		{"nobody moves", func(s *Setup) { s.Mover = NoPlayer }, `the side to move is "n"`},
		{"counters", func(s *Setup) { s.Halfmove, s.Fullmove = -1, 0 }, `the half-move clock is "-1" | the full-move number is "0"`},
		{"a full-move number without a ply", func(s *Setup) { s.Ply, s.Fullmove = 0, MaxPly }, "the seventh field"},
		{"an invalid ply", func(s *Setup) { s.Ply = -5 }, `the seventh field is "-5"`},
		{"the other side's ply", func(s *Setup) { s.Ply = 3 }, "at ply 3 Black's pieces move next"},
		{"a ban at a ban", func(s *Setup) { s.Ban = MustParsePair("e2e4") }, "ply 1 is a ban ply"},
		{"a ban of nothing", func(s *Setup) { s.Ply, s.Ban = 2, MustParsePair("e2e5") }, "no legal move has the banned pair e2e5"},
		{"an invalid pair", func(s *Setup) { s.Ply, s.Ban = 2, Pair(12|12<<6) }, "the ban in the seventh field"},
		{"no piece", func(s *Setup) { s.Board[0], s.Board[20], s.Castling = 8, 255, "Kkq" }, "rank 3 has | rank 1 has"},
		{"everything", func(s *Setup) {
			*s = Setup{Castling: "K", EnPassant: sq("e4"), Ply: 1, Ban: MustParsePair("e2e4")}
		}, `side to move | full-move number | White has 0 kings | Black has 0 kings | the castling right K | ply 1 is a ban ply`},
	} {
		s := StartPosition().Setup()
		tt.edit(&s)
		p, err := s.Position()
		if err == nil {
			if !strings.HasSuffix(p.FEN(), tt.want) {
				t.Errorf("%s: %s, want %s", tt.name, p.FEN(), tt.want)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeBadFEN || p.IsValid() {
			t.Fatalf("%s: %v", tt.name, err)
		}
		wants := strings.Split(tt.want, " | ")
		if len(wants) != len(e.Faults) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
			continue
		}
		for i, f := range e.Faults {
			if !strings.Contains(f.Message, wants[i]) {
				t.Errorf("%s: %s, want %s", tt.name, f.Message, wants[i])
			}
		}
	}
}

// FuzzSetup holds that a set-up with fields of any text, number and kind is a position
// exactly if ParseFEN takes its FEN, and then says the same.
func FuzzSetup(f *testing.F) {
	f.Add("KQkq", uint8(0), uint8(20), uint8(7), 1, uint16(0), 4, uint8(0))
	f.Fuzz(func(t *testing.T, castling string, at, piece, enPassant uint8, fullmove int, ban uint16, ply int, mover uint8) {
		s := StartPosition().Setup()
		s.Castling, s.Mover, s.EnPassant = castling, Player(mover), Square(enPassant)
		s.Fullmove, s.Ply, s.Ban, s.Board[at&63] = fullmove, Ply(ply), Pair(ban), Piece(piece)
		p, err := s.Position()
		if q, want := ParseFEN(s.FEN()); p.FEN() != q.FEN() || (err == nil) != (want == nil) {
			t.Fatalf("%q: %v and %v", s.FEN(), err, want)
		}
		if again, err := p.Setup().Position(); p.IsValid() && (err != nil || again.FEN() != p.FEN()) {
			t.Fatalf("%q is set up as %v, %v", p.FEN(), again, err)
		}
	})
}
