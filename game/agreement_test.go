package game

import (
	"math/rand/v2"
	"testing"

	"github.com/notnil/chess"
)

// TestAgreesWithLibrary compares our own board, counters and check with those
// that the chess library keeps beside them, through random games.
func TestAgreesWithLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 300 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), 150)
		for k := 0; k <= g.Len(); k++ {
			p := g.positionAt(k)
			if ours, theirs := p.StandardFEN(), p.n.legal().std.String(); ours != theirs {
				t.Fatalf("after %v the FEN is %q, the library's %q", g.BCN()[:k], ours, theirs)
			}
			if attacked := len(p.n.attackers(p.n.king(p.n.mover), p.n.mover.Opponent())) > 0; attacked != p.InCheck() {
				t.Fatalf("%s: in check %v, king attacked %v", p, p.InCheck(), attacked)
			}
			if p.Phase() == PhaseMove && p.ban.IsValid() {
				continue
			}
			method := p.n.legal().std.Status()
			if reason := p.Result().Reason; (method == chess.Checkmate) != (reason == Checkmate) || (method == chess.Stalemate) != (reason == Stalemate) {
				t.Fatalf("%s: ended by %q, the library says %v", p, reason, method)
			}
		}
	}
}

// TestBansPartitionMoves: at every ban ply, banning a pair leaves exactly the
// moves with the other pairs.
func TestBansPartitionMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 200 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(100))
		p := g.Position()
		if p.Phase() != PhaseBan || p.Result().Over() {
			continue
		}
		for _, ban := range p.LegalBans() {
			after, err := p.Play(ban.Action())
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for _, m := range p.n.legal().moves {
				if m.Pair != ban.Pair {
					want++
				}
			}
			left := after.LegalMoves()
			if len(left) != want || after.Result().Over() != (want == 0) {
				t.Fatalf("%s: banning %s leaves %d moves, want %d; %v", p, ban, len(left), want, after.Result())
			}
			for _, m := range left {
				if m.Pair == ban.Pair {
					t.Fatalf("%s: %s is banned and listed", p, m)
				}
			}
			if !after.n.same(&p.n.setup) || after.Mover() != p.Mover() || after.ActivePlayer() != p.Mover() || p.ActivePlayer() == p.Mover() {
				t.Fatalf("%s: a ban changed more than the ply", p)
			}
		}
	}
}
