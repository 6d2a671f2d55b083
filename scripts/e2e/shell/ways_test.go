package shell

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
	"github.com/banchess/banchess/scripts/e2e"
)

// picks gives a file to the chooser that something opens.
func picks(p e2e.Player, file string, open func()) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), browser.Patience)
	defer cancel()
	asked := make(chan *cdppage.EventFileChooserOpened, 1)
	chromedp.ListenTarget(ctx, func(event any) {
		if e, is := event.(*cdppage.EventFileChooserOpened); is {
			asked <- e
		}
	})
	p.Must(p.Run(cdppage.SetInterceptFileChooserDialog(true)))
	open()
	select {
	case e := <-asked:
		p.Must(p.Run(dom.SetFileInputFiles([]string{file}).WithBackendNodeID(e.BackendNodeID), cdppage.SetInterceptFileChooserDialog(false)))
	case <-ctx.Done():
		p.T.Fatal("nothing has asked for a file")
	}
}

// Controls of Learn.
var (
	toPuzzle   = e2e.Control{Selector: "#learn-puzzle", Role: "button", Name: "Solve a puzzle"}
	toSolution = e2e.Control{Selector: "#learn-solution", Role: "button", Name: "Solution"}
	toProgress = e2e.Control{Selector: "#train summary", Role: "DisclosureTriangle", Name: "Progress "}
	toCode     = e2e.Control{Selector: "#train-code", Role: "textbox", Name: "Progress code"}
)

// waysToTrain are the ways to train. Each goes from Learn to one right thing.
var waysToTrain = []struct {
	name string
	does func(t *testing.T, d e2e.Driver) e2e.Player
}{
	{"puzzles", func(t *testing.T, d e2e.Driver) e2e.Player {
		p := d.Front(t, "")
		d.SolvesNext(p, toPuzzle)
		p.Words("learn-score", "1 of 1 solved")
		return p
	}},
	{"themes", func(t *testing.T, d e2e.Driver) e2e.Player {
		p := d.Front(t, "")
		d.Option(p, e2e.Control{Selector: "#learn-theme", Role: "combobox", Name: "Theme"}, "opening")
		id := d.SolvesNext(p, toPuzzle)
		all := 0
		for other, of := range e2e.ShippedPuzzles(t) {
			is := strings.Contains(strings.Join(of.Themes(), " "), "opening")
			if is {
				all++
			} else if other == id {
				t.Errorf("%s is of another theme", id)
			}
		}
		p.Await(fmt.Sprintf("document.getElementById('learn-theme').selectedOptions[0].textContent === 'Opening (1 of %d)'", all))
		return p
	}},
	{"day", func(t *testing.T, d e2e.Driver) e2e.Player {
		day := e2e.PlainDays(t, e2e.ShippedPuzzles(t), 0)
		p := d.Front(t, fmt.Sprintf("localStorage['test.day'] = %d;", day)+e2e.MovedClock)
		d.Press(p, e2e.Control{Selector: "#learn-daily", Role: "link", Name: "Puzzle of the day"})
		p.Shown("puzzle/daily", "Puzzle of the day")
		d.Solves(p, e2e.ShippedPuzzles(t)[train.Daily(day)])
		p.Words("learn-feedback", "Today counts: day 1.")
		d.Press(p, toProgress)
		p.Await("document.querySelector('#train-calendar [aria-current]').dataset.grade === '3'")
		return p
	}},
	{"again", func(t *testing.T, d e2e.Driver) e2e.Player {
		p := d.Front(t, "localStorage['test.day'] ??= 20800;"+e2e.MovedClock)
		p.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
		d.Press(p, toSolution)
		p.Learnt("done")
		p.OpensOn(20801)
		d.Press(p, e2e.Control{Selector: "#learn-failed", Role: "link", Name: "1 failed puzzle"})
		p.Shown("puzzle/again", e2e.Rated("zq82ztv"))
		d.Solves(p, e2e.ShippedPuzzles(t)["zq82ztv"])
		p.Await("document.getElementById('learn-failed').hidden")
		return p
	}},
	{"storm", func(t *testing.T, d e2e.Driver) e2e.Player {
		byID := e2e.ShippedPuzzles(t)
		draw, order := e2e.PlainStorm(t, byID, 2)
		p := d.Front(t, e2e.StormClock+draw)
		d.Press(p, e2e.Control{Selector: "#learn-storm", Role: "link", Name: "Storm"})
		p.Words("storm-left", "3:00")
		d.Storms(p, byID, order, 1)
		p.Words("storm-score", "1 puzzle solved")
		d.Press(p, e2e.Control{Selector: "#storm-end", Role: "button", Name: "End"})
		p.Words("storm-task", "You have solved 1 puzzle.")
		p.Words("storm-result", "This is your best result.")
		return p
	}},
	{"race", func(t *testing.T, d e2e.Driver) e2e.Player {
		byID := e2e.ShippedPuzzles(t)
		draw, order := e2e.PlainStorm(t, byID, 2)
		p := d.Front(t, e2e.StormClock+draw+"navigator.clipboard.writeText = (text) => (window.copied = text, Promise.resolve());")
		d.Press(p, e2e.Control{Selector: "#learn-race", Role: "link", Name: "Race"})
		p.Words("storm-left", "3:00")
		d.Press(p, e2e.Control{Selector: "#storm-link", Role: "link", Name: "Copy the link"})
		p.Words("storm-copied", "Link copied.")
		p.Await("copied === location.href && /#race\\/\\w{8}$/.test(copied)")
		d.Storms(p, byID, order, 1)
		p.Words("storm-score", "1 puzzle solved")
		return p
	}},
	{"endings", func(t *testing.T, d e2e.Driver) e2e.Player {
		p := d.Front(t, "")
		moves := d.BeginsEnding(p, e2e.Control{Selector: "#ending-list [data-men=KQK]", Role: "button", Name: "Queen against king"})
		d.Wins(p)
		p.Words("ending-result", "You won in "+moves+" moves, the shortest way.")
		d.Press(p, e2e.Control{Selector: "#ending-way", Role: "button", Name: "The shortest way"})
		p.Words("depth", "exact")
		p.Await(e2e.Game + ".getPly() === 1")
		p.Press("#redo") // the game is still there
		p.Await(e2e.Game + ".getPly() === 2")
		return p
	}},
	{"progress", func(t *testing.T, d e2e.Driver) e2e.Player {
		here, there := d.Front(t, ""), d.Front(t, "")
		d.SolvesNext(here, toPuzzle)
		for _, p := range []e2e.Player{here, there} {
			d.Press(p, toProgress)
		}
		d.Press(here, e2e.Control{Selector: "#train-copy", Role: "button", Name: "Copy a code"})
		here.Words("train-said", "A code of ")
		d.Focus(there, toCode)
		there.Must(there.Type(here.Text("document.getElementById('train-code').value")))
		d.Press(there, e2e.Control{Selector: "#train-take", Role: "button", Name: "Import"})
		there.Taken("Progress imported.")
		there.Words("learn-score", "1 of 1 solved")

		here.Visits("puzzle/zq82ztv", e2e.Rated("zq82ztv"))
		d.Press(here, toSolution)
		here.Words("learn-score", "1 of 2 solved")
		file := filepath.Join(t.TempDir(), "progress.json")
		here.Must(os.WriteFile(file, []byte(here.SavedBy(func() { d.Press(here, e2e.Control{Selector: "#train-save", Role: "button", Name: "Save to a file"}) })), 0o600))
		picks(there, file, func() { d.Press(there, e2e.Control{Selector: "#train-open", Role: "button", Name: "Open a file"}) })
		there.Words("learn-score", "1 of 2 solved")
		return there
	}},
}

// Every way to train is used from Learn's front by the mouse, by touch on a phone in the dark, by
// keys, and through the accessibility tree.
func TestWaysToTrain(t *testing.T) {
	for _, way := range waysToTrain {
		for _, d := range e2e.Drivers {
			t.Run(way.name+"/"+d.Name, func(t *testing.T) {
				t.Parallel()
				p := way.does(t, d)
				if d.View.Dark {
					p.Await("matchMedia('(prefers-color-scheme: dark)').matches")
					p.Axe()(way.name)
				}
			})
		}
	}
}
