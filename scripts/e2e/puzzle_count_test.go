package e2e

import (
	"testing"
)

// What the documentation of game/puzzle says of each event with a puzzle is what the page
// does: to the rating, to the counts and to the schedule, whose grades the record has.
func TestPuzzleCounts(t *testing.T) {
	const id = "zq82ztv"
	solve := func(p player) {
		hands[0].move(p, "d2", "f2", false)
		p.learnt("done")
	}
	fail := func(p player) {
		hands[0].move(p, "f7", "f6", false)
		p.learnt("refuted")
	}
	hint := func(p player) {
		p.press("#learn-hint")
		p.words("learn-feedback", "Ban a move of the rook on d2.")
	}
	again := func(p player) {
		p.press("#learn-again")
		p.learnt("try")
	}
	back := func(p player) {
		p.reload()
		p.shown("puzzle/"+id, rated(id))
	}
	for _, row := range []struct {
		name   string
		do     []func(p player)
		says   string // beside the board
		score  string
		rating string // what holds for it
		grades string // in the record; "none" without a puzzle there
	}{
		{"solved", []func(player){solve}, " (+", "1 of 1 solved · 1 in a row", "> 600", "3"},
		{"wrong answer", []func(player){fail}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"wrong answer, tried again", []func(player){fail, again, solve}, "Solved.", "0 of 1 solved", "< 600", "1"},
		{"hint", []func(player){hint}, "With a hint your rating does not rise.", "You start at 600.", "=== 600", ""},
		{"hint, then solved", []func(player){hint, solve}, "With a hint your rating does not rise.", "Your rating is 600 · 1 of 1 solved", "=== 600", "2"},
		{"hint, left, solved on another visit", []func(player){hint, back, solve}, "With a hint your rating does not rise.", "Your rating is 600 · 1 of 1 solved", "=== 600", "2"},
		{"hint, then a wrong answer", []func(player){hint, fail}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"the action is told", []func(player){hint, func(p player) { p.press("#learn-hint") }}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"the solution is shown", []func(player){func(p player) { p.press("#learn-solution"); p.learnt("done") }}, "This counts as failed.", "0 of 1 solved", "< 600", "1"},
		{"left", []func(player){func(p player) {
			p.press("#learn-next")
			p.wait("location.hash !== '#puzzle/" + id + "'")
			p.learnt("try")
		}}, "", "You start at 600.", "=== 600", "none"},
		{"failed, solved on another visit", []func(player){fail, back, solve}, "Only your first answer counts.", "0 of 1 solved", "< 600", "1"},
		{"solved, failed on another visit", []func(player){solve, back, fail}, "Only your first answer counts.", "1 of 1 solved · 1 in a row", "> 600", "3"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{hash: "#puzzle/" + id}).ready()
			p.shown("puzzle/"+id, rated(id))
			for _, do := range row.do {
				do(p)
			}
			p.words("learn-feedback", row.says)
			p.words("learn-score", row.score)
			p.wait("Number(/\\d+/.exec(document.getElementById('learn-score').textContent)[0]) " + row.rating)
			p.wait(`(JSON.parse(localStorage.getItem("banchess.progress")).puzzles.find(([id]) => id === "` + id + `")?.slice(4).filter((_, i) => i % 2 === 1).join(" ") ?? "none") === ` + quote(row.grades))
		})
	}
}
