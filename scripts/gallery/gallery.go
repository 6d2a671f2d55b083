// Package gallery takes the pictures of the page: real states, each reached in a
// browser in the same way as by a user, and the states after faults. The faults
// are also used by the tests.
package gallery

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/banchess/banchess/scripts/browser"
)

// Picture is one state of the page.
type Picture struct {
	Name  string
	About string
	View  browser.View
	Shown bool // in the README
	Fault bool // something has failed

	flags []string // for its own browser
	wrap  Wrap
	steps []step
}

// step is an action on the page, or a condition to wait for.
type step func(*browser.Page) error

// Take opens the page of a site, served at the root, brings it into the state, and returns
// its picture as PNG.
func (p Picture) Take(ctx context.Context, shared *browser.Browser, handler http.Handler) ([]byte, error) {
	if p.wrap != nil {
		handler = p.wrap(handler)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	b := shared
	if p.flags != nil {
		own, err := browser.Start(ctx, p.flags...)
		if err != nil {
			return nil, err
		}
		defer own.Close()
		b = own
	}
	view := p.View
	view.Still = true
	page, err := b.Open(server.URL, view)
	if err != nil {
		return nil, err
	}
	defer page.Close()
	for i, do := range append(p.steps, settled) {
		if err := do(page); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return page.PNG()
}

// settled waits until nothing moves: the canvas is on the screen a frame after it
// is drawn, and the page scrolls in a separate frame.
var settled = all(
	wait("!document.getElementById('board')?.state?.animating"),
	run("document.activeElement?.matches('dialog *') || document.activeElement?.blur(), 1"),
	run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"),
	wait("[...document.images].every((image) => image.complete)"),
)

// run evaluates an expression.
func run(format string, args ...any) step {
	return func(p *browser.Page) error { return p.Eval(fmt.Sprintf(format, args...), nil) }
}

// wait waits until an expression is true.
func wait(format string, args ...any) step {
	return func(p *browser.Page) error { return p.Wait(fmt.Sprintf(format, args...)) }
}

// press clicks a button or a choice.
func press(selector string) step {
	return all(wait("document.querySelector(%q) && !document.querySelector(%[1]q).disabled", selector), run("document.querySelector(%q).click()", selector))
}

// all performs several steps as one.
func all(steps ...step) step {
	return func(p *browser.Page) error {
		for _, do := range steps {
			if err := do(p); err != nil {
				return err
			}
		}
		return nil
	}
}

const board = "document.getElementById('board')"

// learn opens a place in Learn.
func learn(place string) step {
	return all(ready, run("location.hash = %q", place), wait("document.body.dataset.learn === 'try'"))
}

// ready waits for the drawn board.
var ready = wait("document.body.dataset.boot === 'ready'")

// visited skips the first steps.
var visited = all(ready, wait("document.body.dataset.tour !== undefined"),
	run("document.body.dataset.tour === 'off' || document.getElementById('tour-skip').click()"))

// load loads a game and shows its end, or some plies before.
func load(actions string, back int) step {
	return all(run("%s.game.load({actions: %q.split(' ')})", board, actions),
		func(p *browser.Page) error {
			for range back {
				if err := press("#undo")(p); err != nil {
					return err
				}
			}
			return nil
		},
		wait("document.getElementById('moves').querySelector('[aria-current]')"))
}

// against starts a game with the computer.
func against(level int, side string) step {
	return all(press("#new"), press("#new-form [name=against][value=computer]"),
		run("document.querySelector('#new-form [name=level]').value = %d", level), press(fmt.Sprintf("#new-form [name=side][value=%s]", side)),
		press("#new-start"), wait("!document.getElementById('new-game').open"))
}

// analysed lets the engine search the position shown, down to a depth.
func analysed(depth int) step {
	return all(press("#mode-analyse"), press("#engine"),
		wait("document.querySelectorAll('#engine-lines li').length === 3 && document.querySelector('#engine-lines li').dataset.depth >= %d", depth),
		wait("document.body.dataset.analysis !== 'loading'"))
}
