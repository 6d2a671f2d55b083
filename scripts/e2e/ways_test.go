//go:build !js

package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// control is a control of the page, with what a screen reader calls it.
type control struct{ selector, role, name string }

// driver is a way to use the page with one kind of input alone.
type driver struct {
	hand
	press func(p player, c control) // a button or a link
	focus func(p player, c control) // a field
}

var drivers = []driver{
	{hands[0], clicks, clicks},
	{hand{name: "touch in the dark", view: browser.View{Width: 390, Height: 844, Touch: true, Still: true, Dark: true}, point: hands[1].point}, taps, taps},
	{hand{name: "keys", view: desktop, on: func(p player, square string) {
		p.tabTo("e.dataset.square")
		p.arrowsTo(square)
		p.must(p.Key(browser.Enter))
	}}, func(p player, c control) {
		tabs(p, c)
		p.must(p.Key(browser.Enter))
	}, tabs},
	{hand{name: "tree", view: desktop, on: func(p player, square string) { p.act("gridcell", square+", ") }},
		func(p player, c control) { p.act(c.role, c.name) },
		func(p player, c control) {
			p.must(p.Run(dom.Focus().WithBackendNodeID(p.nodes(c.role, c.name)[0].id)))
		}},
}

func clicks(p player, c control) { p.t.Helper(); p.press(c.selector) }

func taps(p player, c control) { p.t.Helper(); p.must(p.Tap(p.usable(c.selector))) }

func tabs(p player, c control) {
	p.t.Helper()
	p.usable(c.selector)
	p.tabTo("e.matches(" + quote(c.selector) + ")")
}

// front opens the page and goes to Learn.
func (d driver) front(t *testing.T, before string) player {
	t.Helper()
	p := open(t, visit{view: d.view, wrap: gallery.Before(before)}).ready()
	d.press(p, control{"#mode-learn", "button", "Learn"})
	p.learnt("try")
	return p
}

// option chooses an option of a list by the keys, of which a list that is opened takes no others.
func (d driver) option(p player, c control, value string) {
	p.t.Helper()
	option := fmt.Sprintf("[...document.querySelector('%s').options].findIndex(({value}) => value === '%s')", c.selector, value)
	p.wait(option + " > 0")
	d.focus(p, c)
	p.must(p.Key(browser.Home))
	for range int(p.number(option)) {
		p.must(p.Key(browser.ArrowDown))
	}
	p.must(p.Key(browser.Enter))
	p.wait(fmt.Sprintf("document.querySelector('%s').value === '%s'", c.selector, value))
}

// picks gives a file to the chooser that something opens.
func (p player) picks(file string, open func()) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), browser.Patience)
	defer cancel()
	asked := make(chan *cdppage.EventFileChooserOpened, 1)
	chromedp.ListenTarget(ctx, func(event any) {
		if e, is := event.(*cdppage.EventFileChooserOpened); is {
			asked <- e
		}
	})
	p.must(p.Run(cdppage.SetInterceptFileChooserDialog(true)))
	open()
	select {
	case e := <-asked:
		p.must(p.Run(dom.SetFileInputFiles([]string{file}).WithBackendNodeID(e.BackendNodeID), cdppage.SetInterceptFileChooserDialog(false)))
	case <-ctx.Done():
		p.t.Fatal("nothing has asked for a file")
	}
}

// Controls of Learn.
var (
	toPuzzle   = control{"#learn-puzzle", "button", "Solve a puzzle"}
	toSolution = control{"#learn-solution", "button", "Solution"}
	toProgress = control{"#train summary", "DisclosureTriangle", "Progress "}
	toCode     = control{"#train-code", "textbox", "Progress code"}
)

// solvesNext goes to the next puzzle, by a control, and solves it. It returns its id.
func (d driver) solvesNext(p player, c control) (id string) {
	p.t.Helper()
	d.press(p, c)
	p.wait("location.hash.startsWith('#puzzle/')")
	id = strings.TrimPrefix(p.text("location.hash"), "#puzzle/")
	p.learnt("try")
	d.solves(p, shippedPuzzles(p.t.(*testing.T))[id])
	return id
}

// waysToTrain are the ways to train. Each goes from Learn to one right thing.
var waysToTrain = []struct {
	name string
	does func(t *testing.T, d driver) player
}{
	{"puzzles", func(t *testing.T, d driver) player {
		p := d.front(t, "")
		d.solvesNext(p, toPuzzle)
		p.words("learn-score", "1 of 1 solved")
		return p
	}},
	{"themes", func(t *testing.T, d driver) player {
		p := d.front(t, "")
		d.option(p, control{"#learn-theme", "combobox", "Theme"}, "opening")
		id := d.solvesNext(p, toPuzzle)
		all := 0
		for other, of := range shippedPuzzles(t) {
			is := strings.Contains(strings.Join(of.Themes(), " "), "opening")
			if is {
				all++
			} else if other == id {
				t.Errorf("%s is of another theme", id)
			}
		}
		p.wait(fmt.Sprintf("document.getElementById('learn-theme').selectedOptions[0].textContent === 'Opening (1 of %d)'", all))
		return p
	}},
	{"day", func(t *testing.T, d driver) player {
		day := plainDays(t, shippedPuzzles(t), 0)
		p := d.front(t, fmt.Sprintf("localStorage['test.day'] = %d;", day)+movedClock)
		d.press(p, control{"#learn-daily", "link", "Puzzle of the day"})
		p.shown("puzzle/daily", "Puzzle of the day")
		d.solves(p, shippedPuzzles(t)[train.Daily(day)])
		p.words("learn-feedback", "Today counts: day 1.")
		d.press(p, toProgress)
		p.wait("document.querySelector('#train-calendar [aria-current]').dataset.grade === '3'")
		return p
	}},
	{"again", func(t *testing.T, d driver) player {
		p := d.front(t, "localStorage['test.day'] ??= 20800;"+movedClock)
		p.visits("puzzle/zq82ztv", rated("zq82ztv"))
		d.press(p, toSolution)
		p.learnt("done")
		p.opensOn(20801)
		d.press(p, control{"#learn-failed", "link", "1 failed puzzle"})
		p.shown("puzzle/again", rated("zq82ztv"))
		d.solves(p, shippedPuzzles(t)["zq82ztv"])
		p.wait("document.getElementById('learn-failed').hidden")
		return p
	}},
	{"storm", func(t *testing.T, d driver) player {
		byID := shippedPuzzles(t)
		draw, order := plainStorm(t, byID, 2)
		p := d.front(t, stormClock+draw)
		d.press(p, control{"#learn-storm", "link", "Storm"})
		p.words("storm-left", "3:00")
		d.storms(p, byID, order, 1)
		p.words("storm-score", "1 puzzle solved")
		d.press(p, control{"#storm-end", "button", "End"})
		p.words("storm-task", "You have solved 1 puzzle, with 0 wrong.")
		p.words("storm-result", "This is your best result.")
		return p
	}},
	{"race", func(t *testing.T, d driver) player {
		byID := shippedPuzzles(t)
		draw, order := plainStorm(t, byID, 2)
		p := d.front(t, stormClock+draw+"navigator.clipboard.writeText = (text) => (window.copied = text, Promise.resolve());")
		d.press(p, control{"#learn-race", "link", "Race"})
		p.words("storm-left", "3:00")
		d.press(p, control{"#storm-link", "link", "Copy the link"})
		p.words("storm-copied", "Link copied.")
		p.wait("copied === location.href && /#race\\/\\w{8}$/.test(copied)")
		d.storms(p, byID, order, 1)
		p.words("storm-score", "1 puzzle solved")
		return p
	}},
	{"endings", func(t *testing.T, d driver) player {
		p := d.front(t, "")
		moves := d.beginsEnding(p, control{"#ending-list [data-men=KQK]", "button", "Queen against king"})
		d.wins(p)
		p.words("ending-result", "You won in "+moves+" moves, the shortest way.")
		d.press(p, control{"#ending-way", "button", "The shortest way"})
		p.words("depth", "exact")
		p.wait(game + ".getPly() === 1")
		p.press("#redo") // the game is still there
		p.wait(game + ".getPly() === 2")
		return p
	}},
	{"progress", func(t *testing.T, d driver) player {
		here, there := d.front(t, ""), d.front(t, "")
		d.solvesNext(here, toPuzzle)
		for _, p := range []player{here, there} {
			d.press(p, toProgress)
		}
		d.press(here, control{"#train-copy", "button", "Copy a code"})
		here.words("train-said", "A code of ")
		d.focus(there, toCode)
		there.must(there.Type(here.text("document.getElementById('train-code').value")))
		d.press(there, control{"#train-take", "button", "Import"})
		there.taken("Progress imported.")
		there.words("learn-score", "1 of 1 solved")

		here.visits("puzzle/zq82ztv", rated("zq82ztv"))
		d.press(here, toSolution)
		here.words("learn-score", "1 of 2 solved")
		file := filepath.Join(t.TempDir(), "progress.json")
		here.must(os.WriteFile(file, []byte(here.savedBy(func() { d.press(here, control{"#train-save", "button", "Save to a file"}) })), 0o600))
		there.picks(file, func() { d.press(there, control{"#train-open", "button", "Open a file"}) })
		there.words("learn-score", "1 of 2 solved")
		return there
	}},
}

// Every way to train is used from Learn's front by the mouse, by touch on a phone in the dark, by
// keys, and through the accessibility tree.
func TestWaysToTrain(t *testing.T) {
	for _, way := range waysToTrain {
		for _, d := range drivers {
			t.Run(way.name+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				p := way.does(t, d)
				if d.view.Dark {
					p.wait("matchMedia('(prefers-color-scheme: dark)').matches")
					p.axe()(way.name)
				}
			})
		}
	}
}
