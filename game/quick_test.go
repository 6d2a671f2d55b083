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
		for _, phase := range []Phase{PhaseBan, PhaseMove} {
			banned := Pair{}
			var want []Action
			if phase == PhaseBan {
				for _, b := range legal.pairs {
					want = append(want, b.Action())
				}
			} else {
				if len(legal.pairs) > 0 {
					banned = legal.pairs[r.IntN(len(legal.pairs))].Pair
				}
				for _, m := range legal.moves {
					if m.Pair != banned {
						want = append(want, m.Action())
					}
				}
			}
			if got := n.appendLegal(nil, phase, banned); asSet(got) != asSet(want) {
				t.Fatalf("%s: with %s banned the legal actions are\n%s, the library has\n%s", g.FEN(), banned, asSet(got), asSet(want))
			}
		}
		if listed := n.legal(); len(listed.moves) != len(legal.moves) || listed.std.String() != legal.std.String() {
			t.Fatalf("%s: the list made late differs", g.FEN())
		}
	}
}

// TestQuickListAgreesWithLibrary walks through every position of a few plies from
// positions that are known to find what is wrong with a move generator.
func TestQuickListAgreesWithLibrary(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		plies int
	}{
		{StartFEN, 5},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1", 3},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 1", 5},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 1", 4},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 29", 3},
		{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", 3},
	} {
		plies := tt.plies
		if testing.Short() {
			plies = min(plies, 3)
		}
		compareLists(t, MustParseFEN(tt.fen), plies)
	}
}

// compareLists compares the lists at a position and at all that come after it.
// Every ban leads to the same boards, so one of them is enough to go on.
func compareLists(t *testing.T, p Position, plies int) {
	g := NewFrom(p)
	actions := g.LegalActions()
	if got, want := asSet(g.AppendLegalActions(nil)), asSet(actions); got != want {
		t.Fatalf("%s: the legal actions are\n%s, the library has\n%s", p, got, want)
	}
	if plies == 0 {
		return
	}
	if p.Phase() == PhaseBan {
		actions = actions[:min(len(actions), 1)]
	}
	for _, a := range actions {
		after, err := p.Play(a)
		if err != nil {
			t.Fatal(err)
		}
		compareLists(t, after, plies-1)
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
