package learn

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// ownRating is JavaScript for the rating that Learn shows.
const ownRating = "+document.getElementById('learn-score').textContent.match(/is (\\d+)/)[1]"

// The puzzle of the day makes a streak, which one missed day does not end and two do. The
// calendar has it all, after a reload too.
func TestTrainingDays(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	first := e2e.PlainDays(t, byID, 0, 2)
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			p := e2e.Open(t, e2e.Visit{View: h.View, Wrap: gallery.Before(e2e.MovedClock)}).Ready()
			daily := func(day int) *puzzle.Puzzle {
				t.Helper()
				p.OpensOn(day)
				p.Visits("puzzle/daily", "Puzzle of the day")
				return byID[train.Daily(day)]
			}
			of := daily(first)
			p.Words("train-streak", "No streak yet")
			h.Solves(p, of)
			p.Words("learn-feedback", "Today counts: day 1.")
			p.Words("learn-daily", "✓")
			p.Press("#train summary")
			p.Words("train-streak", "1 day in a row")
			p.Await("document.querySelector('#train-calendar [aria-current]').dataset.grade === '3'")
			p.Await("document.querySelector('#train-calendar [aria-current]').textContent.endsWith(': solved on the first try')")
			of = daily(first + 2)
			p.Words("train-streak", "1 day in a row")
			p.Words("train-told", "Solve today’s puzzle to keep your streak. Your longest streak is 1 day. One missed day a week does not break a streak.")
			before := p.Number(ownRating)
			h.Solves(p, of)
			p.Words("learn-feedback", "Today counts: 2 days in a row.")
			p.Words("train-told", "Today’s puzzle is solved. Your longest streak is 2 days.")
			after := p.Number(ownRating)
			curve := fmt.Sprintf("Your rating: %g on %s, %g now, %g at best", before, time.Unix(int64(first)*86400, 0).UTC().Format("2 January"), after, after)
			p.Words("train-curve", curve)
			p.Words("train-curve", fmt.Sprintf("%g%g", after, before)) // the scale
			p.Press("#train summary")
			p.Nodes("image", curve)
			p.Await("document.querySelector('#train-curve polyline').getAttribute('points') === '0.0,60.0 300.0,0.0'") // two days, and it rose
			p.OpensOn(first + 5)
			p.Visits("learn/2", "What a ban covers")
			p.Words("train-streak", "No streak yet")
			p.Await("document.querySelectorAll('#train-calendar [data-grade]').length === 2")
		})
	}
}

// A puzzle that was failed comes again on a later day, and not on the same day or when it has
// been solved then. The puzzle of the day is that of UTC, also where it is another day.
func TestFailedPuzzleComesAgain(t *testing.T) {
	const id = "zq82ztv"
	of := e2e.ShippedPuzzles(t)[id]
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(e2e.MovedClock)}).Ready()
	t.Cleanup(func() { p.Must(p.Run(emulation.SetTimezoneOverride(""))) })
	p.Must(p.Run(emulation.SetTimezoneOverride("Pacific/Kiritimati")))
	p.OpensOn(20800)
	p.Await("new Date().getDate() === new Date().getUTCDate() + 1")
	p.Visits("puzzle/daily", "Puzzle of the day")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(e2e.ShippedPuzzles(t)[train.Daily(20800)].Position.FEN()))
	p.ToProgress()
	// A puzzle that another release had, and this one has not, does not come.
	p.OpensProgress(`{"banchess":"progress","version":1,"puzzles":[["zzzzzzz",600,60,1797000000,20798,1]]}`)
	p.Words("train-said", "Progress imported.")
	p.Await("document.getElementById('learn-failed').hidden")
	p.Visits("puzzle/"+id, e2e.Rated(id))
	p.Press("#learn-solution")
	p.Learnt("done")
	p.Must(p.Eval("location.hash = '#puzzle/again'", nil))
	p.Words("learn-feedback", "No failed puzzle is due today. The next one is due tomorrow.")
	p.OpensOn(20801)
	p.Visits("puzzle/again", e2e.Rated(id))
	e2e.Hands[0].Solves(p, of)
	p.Visits("learn/2", "What a ban covers")
	p.Must(p.Eval("location.hash = '#puzzle/again'", nil))
	p.Words("learn-feedback", "No failed puzzle is due today. The next one is due in ")
}

// The progress of one device is taken to another and back, with its mistakes, and counts once.
// A hostile file changes nothing.
func TestProgressMoves(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	here, there := e2e.Open(t, e2e.Visit{}).Ready(), e2e.Open(t, e2e.Visit{Hash: "#puzzle/gt9b5pk", View: e2e.Phone}).Ready()
	mistakes(here)
	here.Press("#learn-solution")
	here.Learnt("done")
	here.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
	e2e.Hands[0].Solves(here, byID["zq82ztv"])
	here.Words("learn-feedback", " (+")
	there.Shown("puzzle/gt9b5pk", e2e.Rated("gt9b5pk"))
	e2e.Hands[1].Solves(there, byID["gt9b5pk"])
	there.Words("learn-feedback", " (+")

	here.Words("learn-due", "2 due today · 3 in all")
	here.Press("#train summary")
	file := here.Saved()
	progress, err := train.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(progress.Puzzles()) != 1 || !progress.Puzzle("zq82ztv").IsSolved() {
		t.Fatalf("%s: %v", file, err)
	}
	there.Press("#train summary")
	for range 2 {
		there.OpensProgress(file)
		there.Words("train-said", "Progress imported.")
		there.Words("learn-score", "2 of 2 solved · 2 in a row")
		there.Words("learn-due", "2 due today · 3 in all")
	}
	stored := there.Text(`localStorage.getItem("banchess.progress")`)
	here.OpensProgress(stored)
	here.Words("learn-score", "2 of 2 solved · 2 in a row")
	if got := here.Text(`localStorage.getItem("banchess.progress")`); got != stored {
		t.Errorf("the devices differ:\n%s\n%s", got, stored)
	}
	newer, ahead := `{"banchess":"progress","version":9}`, `{"banchess":"progress","version":1,"days":[[90000,3]]}`
	for _, hostile := range [][2]string{
		{"", "This is not a record of progress, or it is damaged."}, {newer, "saved by a newer release than this one."}, {"<html>", "This is not a record of progress"},
		{ahead, "a day that has not come"}, {strings.Repeat("[", 1e5), "This is not a record"}, {strings.Replace(stored, `"lessons":[`, `"lessons":[99`, 1), "is damaged: its lessons cannot be read."},
		{strings.Replace(stored, "gt9b5pk", "gt9b5\\u202e", 1), "is damaged: its puzzles cannot be read."}, {strings.Repeat(" ", 17<<20), "The file is too large"},
	} {
		there.OpensProgress(hostile[0])
		there.Words("train-said", hostile[1])
		there.Words("train-said", "Nothing has changed.")
		there.Await("document.getElementById('train-said').dataset.bad === 'true'")
	}
	if got := there.Text(`localStorage.getItem("banchess.progress")`); got != stored {
		t.Errorf("a hostile file has changed the progress:\n%s\n%s", got, stored)
	}
	there.Reload()
	there.Words("learn-score", "2 of 2 solved · 2 in a row")
}
