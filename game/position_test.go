package game

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// TestCaptured compares the piece that an entry says was captured with what the
// board lost, and the piece that moved with what stands there afterwards.
func TestCaptured(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	count := func(p Position) (n map[Piece]int) {
		n = map[Piece]int{}
		for _, piece := range p.Board() {
			n[piece]++
		}
		return n
	}
	var captures, passing int
	for i := range 400 {
		for _, e := range randomGame(r, MustParseFEN(starts[i%len(starts)]), 200).History() {
			before, after, lost := count(e.Before), count(e.After), NoPiece
			for piece, n := range before {
				if piece != NoPiece && piece.Player() != e.Before.Mover() && after[piece] < n {
					lost = piece
				}
			}
			if e.Captured() != lost || e.IsCapture() != (lost != NoPiece) {
				t.Fatalf("%s at %s captured %v, the board lost %v", e.Action, e.Before.FEN(), e.Captured(), lost)
			}
			at := e.After.PieceAt(e.Action.Pair().To())
			if e.Action.IsBan() {
				at = e.After.PieceAt(e.Action.Pair().From())
			}
			if e.Piece() != at && (e.Action.Promotion() == NoRole || e.Piece() != NewPiece(e.Player(), Pawn)) {
				t.Fatalf("%s at %s is of %v, and %v stands there", e.Action, e.Before.FEN(), e.Piece(), at)
			}
			if lost != NoPiece {
				captures++
			}
			if e.IsEnPassant() {
				passing++
			}
		}
	}
	if captures < 1000 || passing == 0 {
		t.Errorf("only %d captures, %d of them en passant", captures, passing)
	}
}

// TestAttackers holds the attackers of a square to the moves that go there: a
// king can be checked by nothing else, and what may capture attacks.
func TestAttackers(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 300 {
		p := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(150)).Position()
		if got, want := p.Attackers(p.King(p.Mover()), p.Mover().Opponent()), p.Checkers(); !slices.Equal(got, want) {
			t.Fatalf("%s: the king is attacked from %v, in check from %v", p.FEN(), got, want)
		}
		for sq := range NoSquare {
			for _, by := range []Player{White, Black} {
				for _, from := range p.Attackers(sq, by) {
					if p.PieceAt(from).Player() != by || from == sq {
						t.Fatalf("%s: %s of %s attacks %s", p.FEN(), from, by, sq)
					}
				}
			}
		}
		var l chess.MoveList
		p.n.Moves(&l)
		for _, m := range l.Slice() {
			from, to := m.From(), m.To()
			straight := p.PieceAt(from).Role() == Pawn && from.File() == to.File() || p.PieceAt(from).Role() == King && castlingFiles(m.Pair()) != 0
			if slices.Contains(p.Attackers(to, p.Mover()), from) == straight {
				t.Fatalf("%s: %s is legal, and %v attack %s", p.FEN(), m, p.Attackers(to, p.Mover()), to)
			}
		}
	}
	if p := StartPosition(); p.Attackers(NoSquare, White) != nil || p.Attackers(0, NoPlayer) != nil || (Position{}).Attackers(0, White) != nil {
		t.Error("an invalid square, player or position has attackers")
	}
}

// TestHash shows that the hash is that of what is played on: positions of random
// games have the same one exactly if all but their counters is the same.
func TestHash(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	said := map[uint64]string{}
	hashes := map[string]uint64{}
	for i := range 300 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(150))
		for k := range g.Len() + 1 {
			p := g.nodes()[k].After
			ban, _ := p.Ban()
			words := append(strings.Fields(p.FEN())[:4], p.Phase().String(), ban.String())
			what, hash := strings.Join(words, " "), p.Hash()
			if was, ok := said[hash]; ok && was != what {
				t.Fatalf("%s and %s have the same hash", was, what)
			}
			if was, ok := hashes[what]; ok && was != hash {
				t.Fatalf("%s has two hashes", what)
			}
			said[hash], hashes[what] = what, hash
		}
	}
	later := MustParseFEN(strings.Replace(StartFEN, "0 1 1", "7 5 17", 1))
	if later.Hash() != StartPosition().Hash() {
		t.Error("the counters change the hash")
	}
}

// TestEntryPositions: each entry of a game, and each node of its tree, carries the
// positions before and after it, in which one can go on.
func TestEntryPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for i := range 60 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), 60)
		at, n := g.Start(), NewTree(g).Root()
		for k, e := range g.History() {
			n = n.Next()
			after, err := e.Before.Play(e.Action)
			if err != nil || e.Before.FEN() != at.FEN() || e.After.FEN() != after.FEN() || !e.Before.IsLegal(e.Action) || e.Ply() != g.Start().Ply()+Ply(k) {
				t.Fatalf("%s at %s, %v: entry %v from %s to %s", e.Action, at, err, e, e.Before, e.After)
			}
			if n.Before != e.Before || n.After != e.After || n.Action != e.Action {
				t.Fatalf("the tree's node %v is not the entry %v", n, e)
			}
			at = e.After
		}
		if at.FEN() != g.Position().FEN() {
			t.Errorf("the last entry leads to %s, the game stands at %s", at, g.Position())
		}
	}
}
