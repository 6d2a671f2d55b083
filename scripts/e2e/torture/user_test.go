package torture

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// user is a user of the page who may do anything.
type user struct {
	*e2e.Tab
	r    *rand.Rand
	site *torturedSite

	storage       storageFaults
	touching      bool // true if a finger was put down and not lifted
	hit           bool // true if the current step has found something to break
	hits          hits
	lostBeginning int // losses of WebGL on a starting board, less the panics that they excused
	seen          int // the number of the page's problems that were checked
	answers       int // the number of times that the engine answered after a fault
	plays, played int // tries to play by hand, and those that found something to play
}

// waitLoaded waits until the page has loaded. A finger that is drawn over it may navigate
// back to another page, and then it is opened again.
func (u *user) waitLoaded() error {
	const is = "['ready', 'text', 'failed'].includes(document.body.dataset.boot)"
	const left = "location.protocol === 'about:'"
	if err := u.Wait(left + " || " + is); err != nil { // a busy machine is slow to start a board
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

// script runs JavaScript and ignores its value.
func (u *user) script(text string) error { return u.Eval("(() => { "+text+" })()", nil) }

// tidy closes what is open, leaves Learn, and tries again to start a board that has
// failed.
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
	`); err != nil {
		return err
	}
	// A board that crashes several times crashes again when it has started.
	if err := u.Wait("!torture.crashing"); err != nil {
		return err
	}
	if err := u.script(`
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
		// If the page was loaded in the meantime, there is no finger to lift.
		_ = u.TouchUp()
	}
	return u.MouseUp(browser.Point{X: 5, Y: 5})
}

// newGame starts a game with the dialog.
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

// engineOn switches the engine on, unless it is on: against a computer, sometimes with a
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

// engineAnswers checks that the engine, if it is on in an analysis, evaluates the position
// on the board. It is switched off and on, so that its results are new. If it has failed,
// this uses the button to try again.
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

// friendGame starts a game between two people.
func (u *user) friendGame() error {
	if err := u.tidy(); err != nil {
		return err
	}
	if err := u.newGame(`press("against", "friend"), press("timed", "false");`); err != nil {
		return err
	}
	return u.Wait(e2e.Game + ".getPly() % 4 === 1 && " + e2e.Game + ".toJSON().actions.length === 0 && !document.getElementById('board').hasAttribute('readonly')")
}

// heal ends all faults, and checks that the page works: a new game between two people can be
// played, is stored, and is there after a reload.
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
	clear(u.storage) // both must contain it now
	if err := u.acknowledged(now); err != nil {
		return fmt.Errorf("nothing is broken any more: %w", err)
	}
	return u.reload()
}

// aim returns the squares of a random legal action on the visible board. It returns false
// while the rules are not loaded, and when the game is over.
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

// play tries to play a legal action by hand, if there is one. Elements over the board may be
// in the way.
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

// playSoon plays an action on a board with nothing over it, and returns the resulting ply.
// It chooses no promotions.
func (u *user) playSoon() (ply int, err error) {
	from, to, ok, err := u.aim(".filter(({move}) => !move?.promotion)")
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, errGameOver
	}
	if err := u.Eval(e2e.Game+".getPly() + 1", &ply); err != nil {
		return 0, err
	}
	return ply, u.clickOrDrag(from, to)
}

// playOn is like playSoon, and waits until the action is played.
func (u *user) playOn() error {
	ply, err := u.playSoon()
	if err != nil {
		return err
	}
	return u.playedTo(ply)
}

func (u *user) playedTo(ply int) error {
	return u.Wait(fmt.Sprintf("%s.getPly() === %d", e2e.Game, ply))
}
