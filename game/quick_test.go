package game

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQuickAnswersAgreeWithLibrary asks every question of quick.go at positions
// of random games, of nodes that know no list, and holds the answers to the
// library's list.
func TestQuickAnswersAgreeWithLibrary(t *testing.T) {
	games := 400
	if testing.Short() {
		games = 60
	}
	r := rand.New(rand.NewPCG(11, 12))
	roles := []Role{NoRole, Pawn, Knight, Bishop, Rook, Queen, King}
	for i := range games {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(160))
		s := g.Position().node().setup
		legal := g.Position().node().legal()
		fresh := func() *node { return &node{setup: s, check: s.inCheck(s.mover)} }
		n := fresh()
		for from := Square(0); from < NoSquare; from++ {
			for to := Square(0); to < NoSquare; to++ {
				pair := Pair{from, to}
				if got, want := n.hasPair(pair), slices.Contains(legal.pairs, Ban{pair}); got != want {
					t.Fatalf("%s: a legal move with %s: %v, the library says %v", g.FEN(), pair, got, want)
				}
				for _, role := range roles {
					m := Move{pair, role}
					if _, want := legal.find(m); n.may(m) != want {
						t.Fatalf("%s: %s is legal: %v, the library says %v", g.FEN(), m, !want, want)
					}
				}
			}
		}
		for _, but := range append(slices.Clone(legal.pairs), Ban{}) {
			want := slices.ContainsFunc(legal.pairs, func(b Ban) bool { return b != but })
			for _, n := range []*node{n, fresh()} {
				if n.known.Load() != nil {
					t.Fatal("a quick answer asked for the list")
				}
				if got := n.hasOther(but.Pair); got != want {
					t.Fatalf("%s: a move other than %s: %v, the library says %v", g.FEN(), but, got, want)
				}
			}
		}
		if listed := n.legal(); len(listed.moves) != len(legal.moves) || listed.std.String() != legal.std.String() {
			t.Fatalf("%s: the list made late differs", g.FEN())
		}
	}
}

// TestReplayNeedsNoList: what was only replayed says and plays the same as what
// was listed on the way.
func TestReplayNeedsNoList(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 100 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(200))
		h, err := Replay(g.Start(), g.Actions()...)
		if err != nil {
			t.Fatal(err)
		}
		if h.PGN() != g.PGN() || h.FEN() != g.FEN() || h.Result() != g.Result() {
			t.Fatalf("replayed as\n%s\nwas\n%s", h.PGN(), g.PGN())
		}
		if i := slices.IndexFunc(h.played, func(s step) bool { return s.after.n != h.start.n && s.after.n.known.Load() != nil }); i >= 0 {
			t.Fatalf("replaying listed the moves after action %d of %v", i, g.BCN())
		}
		if got, want := asSet(h.LegalActions()), asSet(g.LegalActions()); got != want {
			t.Fatalf("%s: legal actions\n%s, were\n%s", g.FEN(), got, want)
		}
	}
}
