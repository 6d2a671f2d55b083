package learn

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// What the documentation of game/puzzle says of each event with a puzzle is what the page
// does: to the rating, to the counts and to the schedule, whose grades the record has.
func TestPuzzleCounts(t *testing.T) {
	const id = "zq82ztv"
	solve := func(p e2e.Player) {
		e2e.Hands[0].Move(p, "d2", "f2", false)
		p.Learnt("done")
	}
	fail := func(p e2e.Player) {
		e2e.Hands[0].Move(p, "f7", "f6", false)
		p.Learnt("refuted")
	}
	hint := func(p e2e.Player) {
		p.Press("#learn-hint")
		p.Words("learn-feedback", "Ban a move of the rook on d2.")
	}
	again := func(p e2e.Player) {
		p.Press("#learn-again")
		p.Learnt("try")
	}
	back := func(p e2e.Player) {
		p.Reload()
		p.Shown("puzzle/"+id, e2e.Rated(id))
	}
	for _, row := range []struct {
		name   string
		do     []func(p e2e.Player)
		says   string // beside the board
		score  string
		rating string // what holds for it
		grades string // in the record; "none" without a puzzle there
	}{
		{"solved", []func(e2e.Player){solve}, " (+", "1 of 1 solved · 1 in a row", "> 600", "3"},
		{"wrong answer", []func(e2e.Player){fail}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"wrong answer, tried again", []func(e2e.Player){fail, again, solve}, "Solved.", "0 of 1 solved", "< 600", "1"},
		{"hint", []func(e2e.Player){hint}, "With a hint your rating does not rise.", "You start at 600.", "=== 600", ""},
		{"hint, then solved", []func(e2e.Player){hint, solve}, "With a hint your rating does not rise.", "Your rating is 600 · 1 of 1 solved", "=== 600", "2"},
		{"hint, left, solved on another visit", []func(e2e.Player){hint, back, solve}, "With a hint your rating does not rise.", "Your rating is 600 · 1 of 1 solved", "=== 600", "2"},
		{"hint, then a wrong answer", []func(e2e.Player){hint, fail}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"the action is told", []func(e2e.Player){hint, func(p e2e.Player) { p.Press("#learn-hint") }}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"the solution is shown", []func(e2e.Player){func(p e2e.Player) { p.Press("#learn-solution"); p.Learnt("done") }}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"left", []func(e2e.Player){func(p e2e.Player) {
			p.Press("#learn-next")
			p.Await("location.hash !== '#puzzle/" + id + "'")
			p.Learnt("try")
		}}, "", "You start at 600.", "=== 600", "none"},
		{"failed, solved on another visit", []func(e2e.Player){fail, back, solve}, "Only your first answer counts.", "0 of 1 solved", "< 600", "1"},
		{"solved, failed on another visit", []func(e2e.Player){solve, back, fail}, "Only your first answer counts.", "1 of 1 solved · 1 in a row", "> 600", "3"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{Hash: "#puzzle/" + id}).Ready()
			p.Shown("puzzle/"+id, e2e.Rated(id))
			for _, do := range row.do {
				do(p)
			}
			p.Words("learn-feedback", row.says)
			p.Words("learn-score", row.score)
			p.Await("Number(/\\d+/.exec(document.getElementById('learn-score').textContent)[0]) " + row.rating)
			p.Await(`(JSON.parse(localStorage.getItem("banchess.progress")).puzzles.find(([id]) => id === "` + id + `")?.slice(4).filter((_, i) => i % 2 === 1).join(" ") ?? "none") === ` + e2e.Quote(row.grades))
		})
	}
}
