package e2e

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/scripts/browser"
)

// user is somebody at the page who does anything.
type user struct {
	*page
	r    *rand.Rand
	site *torturedSite

	storage       storageFaults
	touching      bool // whether a finger was put down and not lifted
	hit           bool // whether the step that runs has found something to break
	hits          hits
	lostBeginning int // times WebGL was taken from a board that began, less the panics that excused
	seen          int // how many problems of the page were looked at
	answers       int // times the engine was seen to answer after a fault
	plays, played int // tries to play by hand, and those of them that found something to play
}

// waitLoaded waits until the page is not loading. A finger that is drawn over it may go
// back to what was before it, and then it is visited again.
func (u *user) waitLoaded() error {
	const is = "['ready', 'text', 'failed'].includes(document.body.dataset.boot)"
	const left = "location.protocol === 'about:'"
	if err := u.Wait(left + " || " + is); err != nil { // a busy machine takes long to start a board
		if err := u.Wait(left + " || " + is); err != nil {
			return err
		}
	}
	var gone bool
	if err := u.Eval(left, &gone); err != nil || !gone {
		return err
	}
	if err := u.Goto(u.site.address); err != nil {
		return err
	}
	return u.Wait(is)
}

// script runs JavaScript whose value does not matter.
func (u *user) script(text string) error { return u.Eval("(() => { "+text+" })()", nil) }

// tidy closes what is open, leaves Learn, and has a board that could not be started
// tried again.
func (u *user) tidy() error {
	if err := u.letGo(); err != nil {
		return err
	}
	for range 4 {
		if err := u.Key(browser.Escape); err != nil {
			return err
		}
	}
	if err := u.script(`
		for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
		document.getElementById("tour-skip").click();
		document.getElementById("mode-play").click();
		torture.hide(false);
		const retry = document.getElementById("failure-retry");
		if (retry.checkVisibility()) retry.click();
	`); err != nil {
		return err
	}
	if err := u.Wait("document.body.dataset.boot === 'ready' && !/^#(learn|puzzle)/.test(location.hash)"); err != nil {
		var how string
		_ = u.Eval("[location.hash, document.body.dataset.boot, document.getElementById('failure-text').textContent, document.body.dataset.mode].join(', ')", &how)
		return fmt.Errorf("%w: %s", err, how)
	}
	return nil
}

// letGo ends every drag.
func (u *user) letGo() error {
	if u.touching {
		u.touching = false
		// Where the page was loaded meanwhile there is no finger left to lift.
		_ = u.TouchUp()
	}
	return u.MouseUp(browser.Point{X: 5, Y: 5})
}

// newGame begins a game by the dialog for it.
func (u *user) newGame(choices string) error {
	if err := u.script("document.getElementById('new').click()"); err != nil {
		return err
	}
	if err := u.Wait("document.getElementById('new-game')?.open"); err != nil {
		return err
	}
	return u.script(`
		const press = (name, value) => document.querySelector("#new-form [name=" + name + "][value=" + value + "]").click();
		` + choices + `
		document.getElementById("new-start").click();
	`)
}

// engineOn has the engine on, if it is not: against a computer, now and then with a
// clock, or in an analysis.
func (u *user) engineOn() error {
	now, err := u.snapshot()
	if err != nil || now.Engine || u.site.isDown() {
		return err
	}
	if err := u.tidy(); err != nil {
		return err
	}
	if u.r.IntN(2) == 0 {
		if err := u.script(`document.getElementById("mode-analyse").click()`); err != nil {
			return err
		}
		if err := u.Wait(`document.getElementById("engine")`); err != nil {
			return err
		}
		return u.script(`const engine = document.getElementById("engine"); if (!engine.checked) engine.click();`)
	}
	level, timed := 1+u.r.IntN(3), u.r.IntN(2) == 0
	return u.newGame(fmt.Sprintf(`
		press("against", "computer"), press("timed", "%t");
		document.querySelector("#new-form [name=level]").value = %d;
	`, timed, level))
}

// engineAnswers sees that the engine, where it is on in an analysis, evaluates the position
// on the board. It is switched off and on for it, so that what is there is new; if it
// fails, it is tried again as is offered.
func (u *user) engineAnswers() error {
	if err := u.waitLoaded(); err != nil || u.site.isDown() {
		return err
	}
	var asked bool
	if err := u.Eval(`(() => {
		const board = document.getElementById("board"), engine = document.getElementById("engine");
		const on = document.body.dataset.mode === "analyse" && !/^#(learn|puzzle)/.test(location.hash) && board.loaded && engine?.checked === true;
		if (on) torture.hide(false), engine.click(), engine.click();
		return on;
	})()`, &asked); err != nil || !asked {
		return err
	}
	u.answers++
	return u.Wait(`(() => {
		const {game} = document.getElementById("board");
		if (game.result().over) return true;
		const retry = document.getElementById("analysis-retry");
		if (retry.checkVisibility()) retry.click();
		const line = document.querySelector("#engine-lines li[data-depth]"), copy = game.clone();
		try {
			return line !== null && copy.play(line.dataset.action).success;
		} finally {
			copy.free();
		}
	})()`)
}

// friendGame begins a game between two people.
func (u *user) friendGame() error {
	if err := u.tidy(); err != nil {
		return err
	}
	if err := u.newGame(`press("against", "friend"), press("timed", "false");`); err != nil {
		return err
	}
	return u.Wait(game + ".getPly() % 4 === 1 && " + game + ".toJSON().actions.length === 0 && !document.getElementById('board').hasAttribute('readonly')")
}

// heal takes away what was broken, and sees that the page works: a new game between two
// people can be played, is stored, and is there again.
func (u *user) heal() error {
	if err := u.SetView(browser.Desktop); err != nil {
		return err
	}
	if err := u.repairStorage(); err != nil {
		return err
	}
	if err := u.goOnline(); err != nil {
		return err
	}
	if err := u.friendGame(); err != nil {
		return err
	}
	if err := u.playOn(); err != nil {
		return fmt.Errorf("playing on: %w", err)
	}
	now, err := u.snapshot()
	if err != nil {
		return err
	}
	clear(u.storage) // both are to have it now
	if err := u.acknowledged(now); err != nil {
		return fmt.Errorf("nothing is broken any more: %w", err)
	}
	return u.reload()
}

// aim is where on the page, on whichever board is there, some legal action is played. It
// is false if none can be: there are no rules yet, or the game is over.
func (u *user) aim(legal string) (from, to browser.Point, ok bool, err error) {
	var at struct {
		From, To browser.Point
		Ok       bool
	}
	err = u.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('board');
		try {
			const legal = board.game.getLegalActions()%s, action = legal[%d %% legal.length], {from, to} = action.ban ?? action.move;
			const middle = (square) => {
				const text = document.querySelector("[data-square='" + square + "']");
				if (document.getElementById('grid').dataset.mode === 'solid') {
					const r = text.getBoundingClientRect();
					return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
				}
				const at = board.getBoundingClientRect(), r = board.squareRect(square);
				return {X: at.x + r.x + r.width / 2, Y: at.y + r.y + r.height / 2};
			};
			scrollTo({top: 0, behavior: 'instant'});
			return {From: middle(from), To: middle(to), Ok: true};
		} catch {
			return {};
		}
	})()`, legal, u.r.IntN(1000)), &at)
	return at.From, at.To, at.Ok, err
}

// play plays some legal action by hand, if there is one. Whatever is over the board is in
// its way.
func (u *user) play() error {
	u.plays++
	from, to, ok, err := u.aim("")
	if err != nil || !ok {
		return err
	}
	u.played++
	return u.clickOrDrag(from, to)
}

func (u *user) clickOrDrag(from, to browser.Point) error {
	if u.r.IntN(3) == 0 {
		return u.Drag(from, to)
	}
	if err := u.Click(from); err != nil {
		return err
	}
	return u.Click(to)
}

var errGameOver = errors.New("nothing can be played")

// playSoon plays an action on a board with nothing over it, and returns the ply to which
// that leads. Nobody is asked what a pawn becomes.
func (u *user) playSoon() (ply int, err error) {
	from, to, ok, err := u.aim(".filter(({move}) => !move?.promotion)")
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, errGameOver
	}
	if err := u.Eval(game+".getPly() + 1", &ply); err != nil {
		return 0, err
	}
	return ply, u.clickOrDrag(from, to)
}

// playOn is the same, and waits until it is played.
func (u *user) playOn() error {
	ply, err := u.playSoon()
	if err != nil {
		return err
	}
	return u.playedTo(ply)
}

func (u *user) playedTo(ply int) error { return u.Wait(fmt.Sprintf("%s.getPly() === %d", game, ply)) }
