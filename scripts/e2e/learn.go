package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/banchess/banchess/assets"
	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
)

// Learnt waits for a phase of Learn, such as try, refuted or done.
func (p Player) Learnt(phase string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("document.body.dataset.learn === '%s'", phase))
}

// Shown waits until Learn shows a lesson or a puzzle, given by its place in the address.
func (p Player) Shown(place, title string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("location.hash === '#%s'", place))
	p.Words("learn-title", title)
	p.Learnt("try")
}

// Visits opens a lesson or a puzzle by its link. A dialog or a menu that was just closed first
// leaves the history.
func (p Player) Visits(place, title string) {
	p.T.Helper()
	p.Await(HistoryIsFlat)
	p.Must(p.Eval("location.hash = '#"+place+"'", nil))
	p.Shown(place, title)
}

// ReportedGame is a game with what the command report writes into it: three mistakes of Black,
// two moves and a ban.
const ReportedGame = `[White "Computer, level 3"]
[Black "You"]
[Result "1-0"]
[Variant "Ban Chess"]

{[%eval 0.54]} 1. {banning: a2a3} {[%eval 0.58]} e4 {[%eval 0.37]}
{banning: a7a6} {[%eval 0.39]} h6 $6
{[%eval 1.36] Lowers Black’s winning chances from 46% to 38%: after ban b1–c3, White can play Qh5. Better: e6, which keeps them at 46%.}
( 1... e6 $142 {[%eval 0.39]} 2. {banning: d1h5} Qf3 {banning: b8c6} ) 2.
{banning: a2a3} {[%eval 1.76]} Qf3 {[%eval 1.18]} {banning: a7a6} {[%eval 1.18]}
h5 $6
{[%eval 1.97] Lowers Black’s winning chances from 39% to 33%: after ban f3–f7, White can play Nc3. Better: e6, which keeps them at 39%.}
( 2... e6 $142 {[%eval 1.18]} 3. {banning: f3f7} Nc3 {banning: d8f6} ) 3.
{banning: a2a3 $6}
{[%eval #1] Lets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from 33% to 0%. Better: ban f3–f7, which keeps them at 33%.}
Qxf7+ {[%eval #1]} ( 3. {banning: f3f7 $142} {[%eval 1.97]} Nc3 {banning: e7e6}
Nh6 ) 3... {banning: e8f7#} 1-0
`

// Mistake waits until a mistake is on the board.
func (p Player) Mistake(number int, task string) {
	p.T.Helper()
	p.Words("learn-title", fmt.Sprintf("Mistake %d of 3", number))
	p.Words("learn-task", task)
	p.Learnt("try")
}

// Choice chooses the theme or the rating of the next puzzle, by keys.
func (p Player) Choice(id, value string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("document.querySelector('#%s [value=%q]') !== null", id, value))
	p.Must(p.Eval("document.getElementById('"+id+"').focus()", nil))
	p.Must(p.Key(browser.Home))
	for at, more := "none", true; more; p.Must(p.Key(browser.ArrowDown)) {
		now := p.Text("document.getElementById('" + id + "').value")
		if now == value {
			return
		}
		at, more = now, at != now
	}
	p.T.Fatalf("%s has no %s", id, value)
}

// StormClock stops the clock of a storm, which a test moves on by window.ahead in milliseconds.
const StormClock = `{
	const start = Date.now();
	window.ahead = 0;
	Date.now = () => start + window.ahead;
}`

// ItemsOf returns what a storm knows of puzzles.
func ItemsOf(byID map[string]*puzzle.Puzzle) (items []train.Item) {
	for id, p := range byID {
		items = append(items, train.Item{ID: id, Strength: train.Strength{Rating: p.Rating}})
	}
	return items
}

// OrderOf returns the puzzles of a race, as the rules have them.
func OrderOf(t *testing.T, byID map[string]*puzzle.Puzzle, code string) []string {
	t.Helper()
	order, err := train.Race{Code: code}.Order(ItemsOf(byID))
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// Storms plays the solver's actions of the puzzles of a storm, as far as they are plain, until
// some are solved; at the others it plays something wrong. It returns how many were wrong.
func (h Hand) Storms(p Player, byID map[string]*puzzle.Puzzle, order []string, solved int) (wrong int) {
	p.T.Helper()
	for _, id := range order {
		of := byID[id]
		attempt := puzzle.NewAttempt(of)
		p.Await(fmt.Sprintf("%s.fen() === %s && document.getElementById('storm').dataset.phase === 'try'", Game, Quote(of.Position.FEN())))
		for !attempt.Done() {
			a := attempt.Expected()
			isWrong := !IsPlain(of)
			if isWrong {
				a = WrongIn(attempt)
			}
			p.Await(fmt.Sprintf("%s.toJSON().actions.length === %d && document.getElementById('storm').dataset.phase === 'try'", Game, attempt.Game().Len()))
			p.Must(p.Eval("scrollTo(0, 0)", nil))
			h.Move(p, a.Pair().From().String(), a.Pair().To().String(), false)
			if isWrong {
				wrong++
				break
			}
			if _, err := attempt.Try(a); err != nil {
				p.T.Fatal(err)
			}
		}
		if attempt.Done() {
			if solved--; solved == 0 {
				return wrong
			}
		}
	}
	return wrong
}

// WrongIn returns a wrong action other than a promotion, or the right one if all others are right or promote.
func WrongIn(attempt *puzzle.Attempt) rules.Action {
	for _, other := range attempt.Game().LegalActions() {
		if other.Promotion() == 0 {
			if right, err := attempt.Clone().Try(other); err == nil && !right {
				return other
			}
		}
	}
	return attempt.Expected()
}

// TurnsOf returns how many actions of a puzzle's line are the solver's.
func TurnsOf(of *puzzle.Puzzle) (n int) {
	for i := range of.MainLine() {
		if (of.Position.Ply() + rules.Ply(i)).ActivePlayer() == of.Solver() {
			n++
		}
	}
	return n
}

// PlainStorm returns a script that decides which puzzles a storm has, and these. The first are
// plain, and their solver acts just as often as is asked.
func PlainStorm(t *testing.T, byID map[string]*puzzle.Puzzle, actions int) (draw string, order []string) {
	t.Helper()
	items := ItemsOf(byID)
	for random := range uint64(1000) {
		order, n := OrderOf(t, byID, train.NewRace(items, random).Code), 0
		for _, id := range order {
			if n >= actions || !IsPlain(byID[id]) {
				break
			}
			n += TurnsOf(byID[id])
		}
		if n == actions {
			return fmt.Sprintf("Math.random = () => %d / 2 ** 52;", random), order
		}
	}
	t.Fatal("there is no such storm")
	return "", nil
}

// Pastes gives the page a code of progress.
func (p Player) Pastes(code string) {
	p.T.Helper()
	p.Must(p.Eval(`(() => {
		const field = document.getElementById("train-code");
		field.value = `+Quote(code)+`;
		field.dispatchEvent(new Event("input"));
	})()`, nil))
	if err := p.Wait("!document.getElementById('train-take').disabled"); err != nil {
		p.T.Fatal(p.Text("document.getElementById('learning').innerText + document.getElementById('train').outerHTML.slice(-1500)"))
	}
	p.Press("#train-take")
}

// Taken waits until the page says exactly what it has taken in.
func (p Player) Taken(said string) {
	p.T.Helper()
	if err := p.Wait("document.getElementById('train-said').textContent === " + Quote(said)); err != nil {
		p.T.Fatalf("the page says %q, want %q", p.Text("document.getElementById('train-said').textContent"), said)
	}
}

// MovedClock sets the page's clock to noon of the day that stands in its storage.
const MovedClock = `{
	const Real = Date, now = () => {
		const day = localStorage.getItem("test.day");
		return day === null ? Real.now() : 864e5 * (Number(day) + 0.5) + Math.round(performance.now());
	};
	Date = class extends Real {
		constructor(...parts) { parts.length > 0 ? super(...parts) : super(now()); }
		static now() { return now(); }
	};
}`

// OpensOn opens the page again on a day, as package train counts days.
func (p Player) OpensOn(day int) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf("localStorage.setItem('test.day', '%d')", day), nil))
	p.Reload()
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

// ShippedPuzzles are the puzzles of the site, by id.
func ShippedPuzzles(t *testing.T) map[string]*puzzle.Puzzle {
	t.Helper()
	byID, err := readShipped()
	if err != nil {
		t.Fatal(err)
	}
	return byID
}

// Rated returns the title of a puzzle of the site.
func Rated(id string) string {
	if byID, err := readShipped(); err == nil && byID[id] != nil {
		return fmt.Sprintf("Puzzle, rated %d", byID[id].Rating)
	}
	return "the puzzle " + id + ", which the site does not have"
}

// IsPlain reports whether a puzzle is solved by clicks alone: without a choice of a piece, and
// with a line that is known to its end.
func IsPlain(p *puzzle.Puzzle) bool {
	for _, a := range p.MainLine() {
		if a == puzzle.Any || a.Promotion() != 0 {
			return false
		}
	}
	return true
}

// Solves plays the solver's actions of a puzzle that is on the board.
func (h Hand) Solves(p Player, of *puzzle.Puzzle) {
	p.T.Helper()
	attempt := puzzle.NewAttempt(of)
	for !attempt.Done() {
		a := attempt.Expected()
		p.Await(fmt.Sprintf("document.body.dataset.learn === 'try' && %s.toJSON().actions.length === %d", Game, attempt.Game().Len()))
		p.Must(p.Eval("scrollTo(0, 0)", nil))
		h.Move(p, a.Pair().From().String(), a.Pair().To().String(), false)
		if role := a.Promotion(); role != chess.NoRole {
			h.Promotes(p, string(rune(role.Letter())), false)
		}
		if _, err := attempt.Try(a); err != nil {
			p.T.Fatal(err)
		}
	}
	p.Learnt("done")
}

// PlainDays returns a day such that the puzzles of the days at some distances from it are plain.
func PlainDays(t *testing.T, byID map[string]*puzzle.Puzzle, distances ...int) int {
	t.Helper()
search:
	for day := 20800; day < 21100; day++ {
		for _, d := range distances {
			if !IsPlain(byID[train.Daily(day+d)]) {
				continue search
			}
		}
		return day
	}
	t.Fatal("there are no such days")
	return 0
}

// ToProgress shows the progress in Learn.
func (p Player) ToProgress() {
	p.T.Helper()
	p.Press("#mode-learn")
	p.Await("document.getElementById('train')?.checkVisibility() && localStorage.getItem('banchess.progress')")
	p.Must(p.Eval("document.getElementById('train').open = true", nil))
}

// OpensProgress gives the page a file of progress.
func (p Player) OpensProgress(text string) {
	p.T.Helper()
	p.Must(p.Eval(`(() => {
		const data = new DataTransfer(), input = document.getElementById("train-file");
		data.items.add(new File([`+Quote(text)+`], "banchess-progress.json"));
		input.files = data.files;
		input.dispatchEvent(new Event("change"));
	})()`, nil))
}

// Saved returns the file of progress that the page saves.
func (p Player) Saved() string {
	p.T.Helper()
	return p.SavedBy(func() {
		p.Must(p.Eval("document.getElementById('train-save').focus()", nil))
		p.Must(p.Key(browser.Enter)) // the offer of a release may lie over it
	})
}

// SavedBy is saved by another way to press the button.
func (p Player) SavedBy(press func()) string {
	p.T.Helper()
	folder := p.T.(*testing.T).TempDir()
	p.Must(p.Downloads(folder))
	press()
	p.Words("train-said", "Saved as banchess-progress.json")
	path := filepath.Join(folder, "banchess-progress.json")
	for deadline := time.Now().Add(browser.Patience); ; p.Frames(1) { // the browser writes it
		text, err := os.ReadFile(path)
		if err == nil {
			if _, err = train.Parse(string(text)); err == nil {
				return string(text)
			}
		}
		if time.Now().After(deadline) {
			p.T.Fatalf("the file has %q, %v", text, err)
		}
	}
}
