package chess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	notnil "github.com/notnil/chess"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// TestAgreesWithNotnil compares the legal moves of random positions, and the
// FEN after each of them, with another implementation of chess.
func TestAgreesWithNotnil(t *testing.T) {
	var theirs *notnil.Position
	randomGames(t, visits(10_000), func(w *walk) {
		if n := len(w.moves); n > 0 {
			theirs = notnilMove(t, theirs, w.moves[n-1])
		} else if opt, err := notnil.FEN(w.start); err != nil {
			t.Fatal(err)
		} else {
			theirs = notnil.NewGame(opt).Position()
		}
		fen := theirs.String()
		if position(t, fen) != w.Position {
			t.Fatalf("%s: the position is not %s", w, fen)
		}
		// At a move ply without a ban every move of chess may be played.
		ply := 2
		if w.Mover() == chess.Black {
			ply = 4
		}
		ours := game.MustParseFEN(fmt.Sprint(fen, " ", ply))
		var l chess.MoveList
		w.Moves(&l)
		var got, want []string
		for _, m := range l.Slice() {
			after, err := ours.Play(game.MoveAction(m))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, m.String()+" "+after.StandardFEN())
		}
		for _, m := range theirs.ValidMoves() {
			want = append(want, m.String()+" "+theirs.Update(m).String())
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s:\n%s\nwant\n%s", w, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// notnilMove plays a move, which has to be the library's own: it carries tags.
func notnilMove(t testing.TB, p *notnil.Position, m chess.Move) *notnil.Position {
	t.Helper()
	moves := p.ValidMoves()
	i := slices.IndexFunc(moves, func(n *notnil.Move) bool { return n.String() == m.String() })
	if i < 0 {
		t.Fatalf("%s: no %s", p, m)
	}
	return p.Update(moves[i])
}
