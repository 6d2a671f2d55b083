package game

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	notnil "github.com/notnil/chess"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/gametest"
)

// TestAgreesWithLibrary compares the fast position, its counters and its check
// with what the chess library keeps, through random games.
func TestAgreesWithLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 300 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), 150)
		library := new(notnil.Position)
		if err := library.UnmarshalText([]byte(g.Start().StandardFEN())); err != nil {
			t.Fatal(err)
		}
		for k := 0; k <= g.Len(); k++ {
			p := g.nodes()[k].After
			if k > 0 && g.Entry(k-1).Action.IsMove() {
				a := g.Entry(k - 1).Action
				played := slices.IndexFunc(library.ValidMoves(), func(m *notnil.Move) bool {
					return chess.NewMove(Square(m.S1()), Square(m.S2()), roleOfStd[m.Promo()]) == a.Pair().Promoting(a.Promotion())
				})
				library = library.Update(library.ValidMoves()[played])
			}
			if want := listOf(library).moves; !slices.Equal(p.board().legal().moves, want) {
				t.Fatalf("%s: the legal moves are %v, the library's %v", p, p.board().legal().moves, want)
			}
			if ours, theirs := p.StandardFEN(), library.String(); ours != theirs {
				t.Fatalf("after %v the FEN is %q, the library's %q", g.BCN()[:k], ours, theirs)
			}
			if p.Phase() == PhaseMove && p.ban.IsValid() {
				continue
			}
			method := library.Status()
			if reason := p.Result().Reason; (method == notnil.Checkmate) != (reason == Checkmate) || (method == notnil.Stalemate) != (reason == Stalemate) {
				t.Fatalf("%s: ended by %q, the library says %v", p, reason, method)
			}
		}
	}
}

// TestPerftOfLibrary counts with the moves of the chess library: each move is possible after all
// bans but its own.
func TestPerftOfLibrary(t *testing.T) {
	var count func(p *notnil.Position, moves int) uint64
	count = func(p *notnil.Position, moves int) uint64 {
		legal, lines := p.ValidMoves(), uint64(0)
		for _, m := range legal {
			if moves == 1 {
				lines++
			} else {
				lines += count(p.Update(m), moves-1)
			}
		}
		pairs := map[[2]notnil.Square]bool{}
		for _, m := range legal {
			pairs[[2]notnil.Square{m.S1(), m.S2()}] = true
		}
		return lines * uint64(max(len(pairs)-1, 0))
	}
	moves := 5 // of both sides
	if testing.Short() {
		moves = 4
	}
	for n := range moves {
		if got, want := Perft(StartPosition(), 2*n+2), count(notnil.StartingPosition(), n+1); got != want {
			t.Errorf("%d lines of %d actions, with the library's moves %d", got, 2*n+2, want)
		}
	}
}

// TestAgreesWithOracle compares what may be banned, and what each ban leaves, with
// the rules as gametest has them.
func TestAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 200 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(100))
		p := g.Position()
		if p.Phase() != PhaseBan || p.Result().Over() {
			continue
		}
		oracle := gametest.NewOracle(p.FEN())
		agree(t, p, oracle)
		for _, ban := range p.LegalBans() {
			after, err := p.Play(BanAction(ban))
			if err != nil {
				t.Fatal(err)
			}
			oracle.Play(BanAction(ban).String())
			agree(t, after, oracle)
			oracle.Undo()
			if after.Chess() != p.Chess() || after.Mover() != p.Mover() || after.ActivePlayer() != p.Mover() || p.ActivePlayer() == p.Mover() {
				t.Fatalf("%s: a ban changed more than the ply", p)
			}
		}
	}
}

// agree compares a position with the oracle's.
func agree(t *testing.T, p Position, oracle *gametest.Oracle) {
	t.Helper()
	reason, winner := oracle.Result()
	if r := p.Result(); p.FEN() != oracle.FEN() || string(r.Reason) != reason || r.Winner != NoPlayer && r.Winner.String() != winner {
		t.Fatalf("%s, %v: the oracle has %s, %s %s", p, r, oracle.FEN(), winner, reason)
	}
	want := oracle.Actions()
	slices.Sort(want)
	for _, actions := range [][]Action{p.LegalActions(), p.appendLegal(nil)} {
		if got := asSet(actions); got != strings.Join(want, " ") && !p.Result().Over() {
			t.Fatalf("%s: legal are\n%s, the oracle has\n%s", p, got, want)
		}
	}
}

// TestFastAnswersAgreeWithLibrary asks the fast position everything at positions
// of random games, and holds the answers to the library's list.
func TestFastAnswersAgreeWithLibrary(t *testing.T) {
	games := 400
	if testing.Short() {
		games = 60
	}
	r := rand.New(rand.NewPCG(11, 12))
	for i := range games {
		p := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(160)).Position()
		list := p.board().legal()
		fast := p.Chess()
		for from := Square(0); from < NoSquare; from++ {
			for to := Square(0); to < NoSquare; to++ {
				pair := NewPair(from, to)
				if got, want := fast.HasPair(pair), slices.Contains(list.pairs, pair); got != want {
					t.Fatalf("%s: a legal move with %s: %v, the library says %v", p, pair, got, want)
				}
				for role := NoRole; role <= King; role++ {
					m := pair.Promoting(role)
					if want := slices.Contains(list.moves, m); fast.IsLegal(m) != want {
						t.Fatalf("%s: %s is legal: %v, the library says %v", p, m, !want, want)
					}
				}
			}
		}
		if moves, pairs := fast.Count(); moves != len(list.moves) || pairs != len(list.pairs) {
			t.Fatalf("%s: %d moves, %d pairs; the library has %d, %d", p, moves, pairs, len(list.moves), len(list.pairs))
		}
		for _, but := range append(slices.Clone(list.pairs), NoPair) {
			want := slices.ContainsFunc(list.pairs, func(pair Pair) bool { return pair != but })
			if got := p.n.hasOther(but); got != want {
				t.Fatalf("%s: a move other than %s: %v, the library says %v", p, but, got, want)
			}
		}
	}
}

// TestFastListAgreesWithLibrary walks through every position of a few plies from
// positions that are known to find what is wrong with a move generator.
func TestFastListAgreesWithLibrary(t *testing.T) {
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
		if i := slices.IndexFunc(h.line, func(n *Node) bool { return n.After.n != h.Start().n && n.After.n.known.Load() != nil }); i >= 0 {
			t.Fatalf("replaying listed the moves after action %d of %v", i, g.BCN())
		}
		if got, want := asSet(h.LegalActions()), asSet(g.LegalActions()); got != want {
			t.Fatalf("%s: legal actions\n%s, were\n%s", g.FEN(), got, want)
		}
	}
}

// TestReaches: a pair that the piece reaches is legal, unless the king stands in
// the way; and no other pair is, castling aside.
func TestReaches(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for i := range 200 {
		p := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(160)).Position()
		c := p.Chess()
		for from := Square(0); from < NoSquare; from++ {
			for to := Square(0); to < NoSquare; to++ {
				pair := NewPair(from, to)
				castling := c.At(from).Role() == King && castlingFiles(pair) != 0
				want := pair.IsValid() && !castling && leavesKing(c, pair)
				if legal := c.HasPair(pair) && !castling; legal != want {
					t.Fatalf("%s: %s is legal %v; it reaches %v", p, pair, legal, c.Reaches(pair))
				}
			}
		}
	}
}

// leavesKing reports whether the pair can be gone and leaves the king safe.
func leavesKing(c chess.Position, pair Pair) bool {
	if !c.Reaches(pair) || c.At(pair.To()).Role() == King {
		return false
	}
	mover := c.Mover()
	m := Move(pair)
	if c.At(pair.From()).Role() == Pawn && pair.To().Rank()%7 == 0 {
		m = pair.Promoting(Queen)
	}
	c.Play(m)
	return c.Attackers(c.King(mover), mover.Opponent(), c.Occupied()) == 0
}
