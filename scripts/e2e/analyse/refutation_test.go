package analyse

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A wrong answer is followed on the board by what it loses, and the message says that. It
// is given by mouse, by touch, by keys, and through the accessibility tree.
func TestPuzzleLoss(t *testing.T) {
	byKeys := func(p e2e.Player, from, to string) {
		for _, square := range []string{from, to} {
			p.Must(p.Eval("document.querySelector(\"[data-square='"+square+"']\").focus()", nil))
			p.Must(p.Key(browser.Enter))
		}
	}
	byTree := func(p e2e.Player, from, to string) {
		for _, square := range []string{from, to} {
			p.Activate("gridcell", square+", ")
		}
	}
	byHand := func(h e2e.Hand) func(p e2e.Player, from, to string) {
		return func(p e2e.Player, from, to string) { h.Move(p, from, to, false) }
	}
	for _, row := range []struct {
		name, puzzle string
		view         browser.View
		answer       func(p e2e.Player, from, to string)
		action, says string
		line         string // what is played, and then
		after        string // holds on the board
	}{
		{"mate by ban", "zq82ztv", e2e.Desktop, byHand(e2e.Hands[0]), "b:f7f6",
			"That is not it. Black plays Rf2+, bans f1–e1 and mates.", "b:f7f6 m:d2f2 b:f1e1", e2e.Game + ".result().reason === 'checkmate_by_ban'"},
		{"material", "pey37n3", e2e.Phone, byHand(e2e.Hands[1]), "m:e1e2",
			"That is not it. Even after your best ban, c8–a6, Black plays Bxg7 and takes your queen. The right answer wins the value of a knight.", "m:e1e2 b:c8a6 m:f8g7", "!" + e2e.Game + ".fen().split(' ')[0].includes('Q')"},
		{"nothing", "464g525", e2e.Desktop, byTree, "m:g1f1",
			"That is not it. Even after your best ban, a2–a1, White plays Kb2. Within 2 turns you win nothing. The right answer wins the value of a knight and a pawn.", "m:g1f1 b:a2a1 m:a2b2", e2e.Game + ".getPly() === 7"},
		{"escape", "gt9b5pk", e2e.Desktop, byKeys, "m:d5c3",
			"Black’s king is not in check, and without a check there is no mate.", "m:d5c3 b:", e2e.Game + ".getPly() === 5"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/" + row.puzzle, View: row.view}).Ready()
			p.Shown("puzzle/"+row.puzzle, e2e.Rated(row.puzzle))
			start := p.FEN()
			row.answer(p, row.action[2:4], row.action[4:6])
			p.Learnt("refuted")
			p.Words("learn-feedback", row.says)
			if got := p.Actions(); !strings.HasPrefix(got, row.line) {
				t.Errorf("on the board is %s, want %s", got, row.line)
			}
			p.Await(row.after)
			p.Press("#learn-again")
			p.Learnt("try")
			p.Await(e2e.Game + ".fen() === " + e2e.Quote(start))
		})
	}
}
