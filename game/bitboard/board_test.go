package bitboard

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func must(t testing.TB, fen string) *Board {
	t.Helper()
	b, err := Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// randomGames plays random actions, bans and moves, and calls visit before
// each, until it has been called n times.
func randomGames(t testing.TB, n int, visit func(b *Board)) {
	rng := rand.New(rand.NewPCG(1, 2))
	starts := perftFile(t, "testdata/perft.txt")
	var l MoveList
	for n > 0 {
		b := must(t, starts[rng.IntN(len(starts))].fen)
		for range 300 {
			visit(b)
			n--
			b.Playable(&l)
			if n == 0 || len(l.Slice()) == 0 || b.halfmove >= 100 {
				break
			}
			m := l.Slice()[rng.IntN(len(l.Slice()))]
			if b.BanPly() {
				b.Ban(m.Pair())
			} else {
				b.Move(m)
			}
		}
	}
}

// visits is how many random positions a property test sees.
func visits(normal int) int {
	switch {
	case *long:
		return 100 * normal
	case testing.Short():
		return normal / 10
	}
	return normal
}

func TestSliderTable(t *testing.T) {
	Start() // fills the tables
	rng := rand.New(rand.NewPCG(3, 4))
	for q := Square(0); q < 64; q++ {
		for _, mask := range []Bitboard{geo.rook[q].mask, geo.bishop[q].mask} {
			for blockers := Bitboard(0); ; {
				occupied := blockers | Bitboard(rng.Uint64())&^mask
				if got, want := RookAttacks(q, occupied), walkAll(q, rookSteps, occupied); got != want {
					t.Fatalf("rook on %s among %x: %x, want %x", q, occupied, got, want)
				}
				if got, want := BishopAttacks(q, occupied), walkAll(q, bishopSteps, occupied); got != want {
					t.Fatalf("bishop on %s among %x: %x, want %x", q, occupied, got, want)
				}
				blockers = (blockers - mask) & mask
				if blockers == 0 {
					break
				}
			}
		}
	}
}

// TestUndoRestores plays every action of random positions and takes it back:
// nothing may differ, and the hash kept on the way is the hash made anew.
func TestUndoRestores(t *testing.T) {
	randomGames(t, visits(20_000), func(b *Board) {
		before, fen := *b, b.FEN()
		same := func() bool {
			now := *b
			ok := slices.Equal(now.history, before.history)
			now.history, before.history = nil, nil
			defer func() { before.history = b.history }()
			return ok && now.by == before.by && now.square == before.square && now.key == before.key &&
				now.ban == before.ban && now.ply == before.ply && now.fullmove == before.fullmove &&
				now.halfmove == before.halfmove && now.castling == before.castling && now.ep == before.ep && now.mover == before.mover
		}
		var l MoveList
		b.Playable(&l)
		for _, m := range l.Slice() {
			b.Move(m)
			if b.key != b.computeKey() {
				t.Fatalf("%s: hash is wrong after %s", fen, m)
			}
			b.Undo()
			if !same() {
				t.Fatalf("%s: %s is not taken back", fen, m)
			}
			if b.BanPly() {
				b.Ban(m.Pair())
				b.Undo()
				if !same() {
					t.Fatalf("%s: the ban of %s is not taken back", fen, m.Pair())
				}
			}
		}
		if !b.InCheck() {
			b.Pass()
			if b.key != b.computeKey() {
				t.Fatalf("%s: hash is wrong after a pass", fen)
			}
			b.Undo()
			if !same() {
				t.Fatalf("%s: a pass is not taken back", fen)
			}
		}
	})
}

// TestCountAgreesWithList compares the two ways of generating, and the noisy
// moves with the captures and promotions among all.
func TestCountAgreesWithList(t *testing.T) {
	randomGames(t, visits(100_000), func(b *Board) {
		var all, noisy MoveList
		b.Moves(&all)
		b.Noisy(&noisy)
		pairs := map[Pair]bool{}
		var want []Move
		for _, m := range all.Slice() {
			pairs[m.Pair()] = true
			if b.square[m.To()] != 0 || m.Promotion() != 0 || b.square[m.From()].Type() == Pawn && m.To() == b.ep {
				want = append(want, m)
			}
		}
		if m, p := b.Count(); m != len(all.Slice()) || p != len(pairs) {
			t.Fatalf("%s: counts %d moves, %d pairs; lists %d, %d", b.FEN(), m, p, len(all.Slice()), len(pairs))
		}
		got := slices.Clone(noisy.Slice())
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: noisy moves %v, want %v", b.FEN(), got, want)
		}
		if b.InCheck() != (b.Checkers() != 0) {
			t.Fatalf("%s: two opinions on check", b.FEN())
		}
	})
}

func TestFENRoundTrip(t *testing.T) {
	randomGames(t, visits(20_000), func(b *Board) {
		fen := b.FEN()
		c, err := Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		if c.Hash() != b.Hash() || c.Ply() != b.Ply() || c.Banned() != b.Banned() {
			t.Fatalf("%s comes back as %s", fen, c.FEN())
		}
		// A draw by repetition is in the history, which a FEN does not carry.
		if again := c.FEN(); strings.TrimRight(again, "+=#") != strings.TrimRight(fen, "+=#") {
			t.Fatalf("%s comes back as %s", fen, again)
		}
	})
}

func TestHashTellsPhaseAndBanApart(t *testing.T) {
	b := Start()
	var l MoveList
	b.Moves(&l)
	seen := map[uint64]string{b.Hash(): "ban ply"}
	for _, m := range l.Slice() {
		b.Ban(m.Pair())
		if other, ok := seen[b.Hash()]; ok {
			t.Errorf("ban %s hashes like %s", m.Pair(), other)
		}
		seen[b.Hash()] = m.Pair().String()
		if b.Key() != Start().Key() {
			t.Errorf("the ban %s changed the position", m.Pair())
		}
		b.Undo()
	}
}

func TestFENs(t *testing.T) {
	for _, row := range []struct{ in, out string }{
		{StartFEN, StartFEN},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", StartFEN},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 b:e2e4", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 5#", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 5"},
	} {
		b, err := Parse(row.in)
		if err != nil {
			t.Errorf("%s: %v", row.in, err)
		} else if got := b.FEN(); got != row.out {
			t.Errorf("%s is written %s, want %s", row.in, got, row.out)
		}
	}
	for _, bad := range []string{
		"", "8/8/8/8/8/8/8/8 w - - 0 1 1", "junk",
		"4k3/8/8/8/8/8/8/4K2K w - - 0 1 1",
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 1",
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1 1",
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1 1",
		"4k3/8/8/8/8/8/8/4K3 w - e6 0 1 1",
		"4k3/8/8/8/8/8/8/4K3 w - - x 1 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 0 1",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 3",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 1:e1e2",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 2:e1e3",
		"4k3/8/8/8/8/8/8/4K3 x - - 0 1 1",
		"4k3/8/8/8/8/8/8/4K4 w - - 0 1 1",
		"4k3/8/8/8/8/8/4K3 w - - 0 1 1",
		"4k3/8/8/8/8/8/8/99999999999999 w - - 0 1 1",
	} {
		if b, err := Parse(bad); err == nil {
			t.Errorf("%q is read as %s", bad, b.FEN())
		}
	}
}

func TestMateByBan(t *testing.T) {
	b := Start()
	for i, s := range strings.Fields("a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7 e8f7") {
		if i%2 == 0 {
			p, _ := ParsePair(s)
			if !b.IsBan(p) {
				t.Fatalf("ban %s is refused", s)
			}
			b.Ban(p)
			continue
		}
		m, ok := b.FindMove(s)
		if !ok {
			t.Fatalf("move %s is refused", s)
		}
		b.Move(m)
	}
	if want := "rnbqkbnr/ppppPQp1/8/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 12:e8f7#"; !strings.HasSuffix(b.FEN(), "12:e8f7#") {
		t.Errorf("the game ends at %s, want %s", b.FEN(), want)
	}
}

func TestRepetitions(t *testing.T) {
	b := Start()
	for round := range 3 {
		if got := b.Repetitions(); got != round {
			t.Errorf("round %d: %d repetitions", round, got)
		}
		for _, s := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
			b.Ban(NewPair(8, 16))
			m, _ := b.FindMove(s)
			b.Move(m)
		}
	}
	if !b.Drawn() {
		t.Error("three occurrences and a fourth, and no draw")
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     true,
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1":    true,
		"4k3/8/8/8/8/8/8/4KB2 w - - 0 1":    true,
		"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1":  true, // c1 and f8 are both dark
		"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1":   false,
		"4kn2/8/8/8/8/8/8/4KB2 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1":   false,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":   false,
		"4k3/8/8/8/8/8/8/4KR2 w - - 0 1":    false,
		"4kq2/8/8/8/8/8/8/4K3 w - - 0 1":    false,
		"b3k3/1b6/8/8/8/8/8/4KB2 w - - 0 1": true,
	} {
		if got := must(t, fen).InsufficientMaterial(); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	b := must(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	if n := testing.AllocsPerRun(5, func() { b.Perft(4) }); n != 0 {
		t.Errorf("a perft of four plies allocates %v times", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(StartFEN)
	f.Add("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3")
	f.Fuzz(func(t *testing.T, s string) {
		b, err := Parse(s)
		if err != nil {
			return
		}
		if _, err := Parse(b.FEN()); err != nil {
			t.Errorf("%q is written %q: %v", s, b.FEN(), err)
		}
	})
}
