package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// movedClock sets the page's clock to noon of the day that stands in its storage.
const movedClock = `{
	const Real = Date, now = () => {
		const day = localStorage.getItem("test.day");
		return day === null ? Real.now() : 864e5 * (Number(day) + 0.5) + Math.round(performance.now());
	};
	Date = class extends Real {
		constructor(...parts) { parts.length > 0 ? super(...parts) : super(now()); }
		static now() { return now(); }
	};
}`

// opensOn opens the page again on a day, as package train counts days.
func (p player) opensOn(day int) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf("localStorage.setItem('test.day', '%d')", day), nil))
	p.reload()
}

// readShipped reads the puzzles of the site once.
var readShipped = sync.OnceValues(func() (map[string]*puzzle.Puzzle, error) {
	all, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	byID := map[string]*puzzle.Puzzle{}
	for i := range all {
		byID[all[i].ID()] = &all[i]
	}
	return byID, err
})

// shippedPuzzles are the puzzles of the site, by id.
func shippedPuzzles(t *testing.T) map[string]*puzzle.Puzzle {
	t.Helper()
	byID, err := readShipped()
	if err != nil {
		t.Fatal(err)
	}
	return byID
}

// rated returns the title of a puzzle of the site.
func rated(id string) string {
	if byID, err := readShipped(); err == nil && byID[id] != nil {
		return fmt.Sprintf("Puzzle, rated %d", byID[id].Rating)
	}
	return "the puzzle " + id + ", which the site does not have"
}

// isPlain reports whether a puzzle is solved by clicks alone: without a choice of a piece, and
// with a line that is known to its end.
func isPlain(p *puzzle.Puzzle) bool {
	for _, a := range p.MainLine() {
		if a == puzzle.Any || a.Promotion() != 0 {
			return false
		}
	}
	return true
}

// solves plays the solver's actions of a puzzle that is on the board.
func (h hand) solves(p player, of *puzzle.Puzzle) {
	p.t.Helper()
	attempt := puzzle.NewAttempt(of)
	for !attempt.Done() {
		a := attempt.Expected()
		p.wait(fmt.Sprintf("document.body.dataset.learn === 'try' && %s.toJSON().actions.length === %d", game, attempt.Game().Len()))
		p.must(p.Eval("scrollTo(0, 0)", nil))
		h.move(p, a.Pair().From().String(), a.Pair().To().String(), false)
		if role := a.Promotion(); role != chess.NoRole {
			h.promotes(p, string(rune(role.Letter())), false)
		}
		if _, err := attempt.Try(a); err != nil {
			p.t.Fatal(err)
		}
	}
	p.learnt("done")
}

// plainDays returns a day such that the puzzles of the days at some distances from it are plain.
func plainDays(t *testing.T, byID map[string]*puzzle.Puzzle, distances ...int) int {
	t.Helper()
search:
	for day := 20800; day < 21100; day++ {
		for _, d := range distances {
			if !isPlain(byID[train.Daily(day+d)]) {
				continue search
			}
		}
		return day
	}
	t.Fatal("there are no such days")
	return 0
}

// ownRating is JavaScript for the rating that Learn shows.
const ownRating = "+document.getElementById('learn-score').textContent.match(/is (\\d+)/)[1]"

// The puzzle of the day makes a streak, which one missed day does not end and two do. The
// calendar has it all, after a reload too.
func TestTrainingDays(t *testing.T) {
	byID := shippedPuzzles(t)
	first := plainDays(t, byID, 0, 2)
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{view: h.view, wrap: gallery.Before(movedClock)}).ready()
			daily := func(day int) *puzzle.Puzzle {
				t.Helper()
				p.opensOn(day)
				p.visits("puzzle/daily", "Puzzle of the day")
				return byID[train.Daily(day)]
			}
			of := daily(first)
			p.words("train-streak", "No streak yet")
			h.solves(p, of)
			p.words("learn-feedback", "Today counts: day 1.")
			p.words("learn-daily", "✓")
			p.press("#train summary")
			p.words("train-streak", "1 day in a row")
			p.wait("document.querySelector('#train-calendar [aria-current]').dataset.grade === '3'")
			p.wait("document.querySelector('#train-calendar [aria-current]').textContent.endsWith(': solved on the first try')")
			of = daily(first + 2)
			p.words("train-streak", "1 day in a row")
			p.words("train-told", "Solve today’s puzzle to keep your streak. Your longest streak is 1 day. One missed day a week does not break a streak.")
			before := p.number(ownRating)
			h.solves(p, of)
			p.words("learn-feedback", "Today counts: 2 days in a row.")
			p.words("train-told", "Today’s puzzle is solved. Your longest streak is 2 days.")
			curve := fmt.Sprintf("Your rating, from %g to %g", before, p.number(ownRating))
			p.words("train-curve", curve)
			p.press("#train summary")
			p.nodes("image", curve)
			p.wait("document.querySelector('#train-curve polyline').getAttribute('points') === '0.0,60.0 300.0,0.0'") // two days, and it rose
			p.opensOn(first + 5)
			p.visits("learn/2", "What a ban covers")
			p.words("train-streak", "No streak yet")
			p.wait("document.querySelectorAll('#train-calendar [data-grade]').length === 2")
		})
	}
}

// A puzzle that was failed comes again on a later day, and not on the same day or when it has
// been solved then. The puzzle of the day is that of UTC, also where it is another day.
func TestFailedPuzzleComesAgain(t *testing.T) {
	const id = "zq82ztv"
	of := shippedPuzzles(t)[id]
	p := open(t, visit{wrap: gallery.Before(movedClock)}).ready()
	t.Cleanup(func() { p.must(p.Run(emulation.SetTimezoneOverride(""))) })
	p.must(p.Run(emulation.SetTimezoneOverride("Pacific/Kiritimati")))
	p.opensOn(20800)
	p.wait("new Date().getDate() === new Date().getUTCDate() + 1")
	p.visits("puzzle/daily", "Puzzle of the day")
	p.wait(game + ".fen() === " + quote(shippedPuzzles(t)[train.Daily(20800)].Position.FEN()))
	p.toProgress()
	// A puzzle that another release had, and this one has not, does not come.
	p.opensProgress(`{"banchess":"progress","version":1,"puzzles":[["zzzzzzz",600,60,1797000000,20798,1]]}`)
	p.words("train-said", "Progress imported.")
	p.wait("document.getElementById('learn-failed').hidden")
	p.visits("puzzle/"+id, rated(id))
	p.press("#learn-solution")
	p.learnt("done")
	p.must(p.Eval("location.hash = '#puzzle/again'", nil))
	p.words("learn-feedback", "No failed puzzle is due today. The next one is due tomorrow.")
	p.opensOn(20801)
	p.visits("puzzle/again", rated(id))
	hands[0].solves(p, of)
	p.visits("learn/2", "What a ban covers")
	p.must(p.Eval("location.hash = '#puzzle/again'", nil))
	p.words("learn-feedback", "No failed puzzle is due today. The next one is due in ")
}

// toProgress shows the progress in Learn.
func (p player) toProgress() {
	p.t.Helper()
	p.press("#mode-learn")
	p.wait("document.getElementById('train')?.checkVisibility() && localStorage.getItem('banchess.progress')")
	p.must(p.Eval("document.getElementById('train').open = true", nil))
}

// opensProgress gives the page a file of progress.
func (p player) opensProgress(text string) {
	p.t.Helper()
	p.must(p.Eval(`(() => {
		const data = new DataTransfer(), input = document.getElementById("train-file");
		data.items.add(new File([`+quote(text)+`], "banchess-progress.json"));
		input.files = data.files;
		input.dispatchEvent(new Event("change"));
	})()`, nil))
}

// saved returns the file of progress that the page saves.
func (p player) saved() string {
	p.t.Helper()
	return p.savedBy(func() {
		p.must(p.Eval("document.getElementById('train-save').focus()", nil))
		p.must(p.Key(browser.Enter)) // the offer of a release may lie over it
	})
}

// savedBy is saved by another way to press the button.
func (p player) savedBy(press func()) string {
	p.t.Helper()
	folder := p.t.(*testing.T).TempDir()
	p.must(p.Downloads(folder))
	press()
	p.words("train-said", "Saved as banchess-progress.json")
	path := filepath.Join(folder, "banchess-progress.json")
	for deadline := time.Now().Add(browser.Patience); ; p.frames(1) { // the browser writes it
		text, err := os.ReadFile(path)
		if err == nil {
			if _, err = train.Parse(string(text)); err == nil {
				return string(text)
			}
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("the file has %q, %v", text, err)
		}
	}
}

// The progress of one device is taken to another and back, with its mistakes, and counts once.
// A hostile file changes nothing.
func TestProgressMoves(t *testing.T) {
	byID := shippedPuzzles(t)
	here, there := open(t, visit{}).ready(), open(t, visit{hash: "#puzzle/gt9b5pk", view: phone}).ready()
	here.mistakes()
	here.press("#learn-solution")
	here.learnt("done")
	here.visits("puzzle/zq82ztv", rated("zq82ztv"))
	hands[0].solves(here, byID["zq82ztv"])
	here.words("learn-feedback", " (+")
	there.shown("puzzle/gt9b5pk", rated("gt9b5pk"))
	hands[1].solves(there, byID["gt9b5pk"])
	there.words("learn-feedback", " (+")

	here.words("learn-due", "2 due today · 3 in all")
	here.press("#train summary")
	file := here.saved()
	progress, err := train.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(progress.Puzzles()) != 1 || !progress.Puzzle("zq82ztv").IsSolved() {
		t.Fatalf("%s: %v", file, err)
	}
	there.press("#train summary")
	for range 2 {
		there.opensProgress(file)
		there.words("train-said", "Progress imported.")
		there.words("learn-score", "2 of 2 solved · 2 in a row")
		there.words("learn-due", "2 due today · 3 in all")
	}
	stored := there.text(`localStorage.getItem("banchess.progress")`)
	here.opensProgress(stored)
	here.words("learn-score", "2 of 2 solved · 2 in a row")
	if got := here.text(`localStorage.getItem("banchess.progress")`); got != stored {
		t.Errorf("the devices differ:\n%s\n%s", got, stored)
	}
	newer, ahead := `{"banchess":"progress","version":9}`, `{"banchess":"progress","version":1,"days":[[90000,3]]}`
	for _, hostile := range [][2]string{
		{"", "This is not a record of progress, or it is damaged."}, {newer, "saved by a newer release than this one."}, {"<html>", "This is not a record of progress"},
		{ahead, "a day that has not come"}, {strings.Repeat("[", 1e5), "This is not a record"}, {strings.Replace(stored, `"lessons":[`, `"lessons":[99`, 1), "is damaged: its lessons cannot be read."},
		{strings.Replace(stored, "gt9b5pk", "gt9b5\\u202e", 1), "is damaged: its puzzles cannot be read."}, {strings.Repeat(" ", 17<<20), "The file is too large"},
	} {
		there.opensProgress(hostile[0])
		there.words("train-said", hostile[1])
		there.words("train-said", "Nothing has changed.")
		there.wait("document.getElementById('train-said').dataset.bad === 'true'")
	}
	if got := there.text(`localStorage.getItem("banchess.progress")`); got != stored {
		t.Errorf("a hostile file has changed the progress:\n%s\n%s", got, stored)
	}
	there.reload()
	there.words("learn-score", "2 of 2 solved · 2 in a row")
}
