package e2e

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// A wrong answer is followed on the board by what it loses, and the message says that. It
// is given by mouse, by touch, by keys, and through the accessibility tree.
func TestPuzzleLoss(t *testing.T) {
	byKeys := func(p player, from, to string) {
		for _, square := range []string{from, to} {
			p.must(p.Eval("document.querySelector(\"[data-square='"+square+"']\").focus()", nil))
			p.must(p.Key(browser.Enter))
		}
	}
	byTree := func(p player, from, to string) {
		for _, square := range []string{from, to} {
			p.act("gridcell", square+", ")
		}
	}
	byHand := func(h hand) func(p player, from, to string) {
		return func(p player, from, to string) { h.move(p, from, to, false) }
	}
	for _, row := range []struct {
		name, puzzle string
		view         browser.View
		answer       func(p player, from, to string)
		action, says string
		line         string // what is played, and then
		after        string // holds on the board
	}{
		{"mate by ban", "zq82ztv", desktop, byHand(hands[0]), "b:f7f6",
			"That is not it. Black plays Rf2+, bans f1–e1 and mates.", "b:f7f6 m:d2f2 b:f1e1", game + ".result().reason === 'checkmate_by_ban'"},
		{"material", "pey37n3", phone, byHand(hands[1]), "m:e1e2",
			"That is not it. Even after your best ban, c8–a6, Black plays Bxg7 and takes your queen. The right answer wins the value of a knight.", "m:e1e2 b:c8a6 m:f8g7", "!" + game + ".fen().split(' ')[0].includes('Q')"},
		{"nothing", "464g525", desktop, byTree, "m:g1f1",
			"That is not it. Even after your best ban, a2–a1, White plays Kb2. Within 2 turns you win nothing. The right answer wins the value of a knight and a pawn.", "m:g1f1 b:a2a1 m:a2b2", game + ".getPly() === 7"},
		{"escape", "gt9b5pk", desktop, byKeys, "m:d5c3",
			"Black’s king is not in check, and without a check there is no mate.", "m:d5c3 b:", game + ".getPly() === 5"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{hash: "#puzzle/" + row.puzzle, view: row.view}).ready()
			p.shown("puzzle/"+row.puzzle, rated(row.puzzle))
			start := p.fen()
			row.answer(p, row.action[2:4], row.action[4:6])
			p.learnt("refuted")
			p.words("learn-feedback", row.says)
			if got := p.actions(); !strings.HasPrefix(got, row.line) {
				t.Errorf("on the board is %s, want %s", got, row.line)
			}
			p.wait(row.after)
			p.press("#learn-again")
			p.learnt("try")
			p.wait(game + ".fen() === " + quote(start))
		})
	}
}
