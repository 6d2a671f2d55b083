package e2e

import (
	"fmt"
	"image/color"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// plays plays actions through the board's game, like a script of the page.
func (p player) plays(actions string) {
	p.t.Helper()
	for _, a := range strings.Fields(actions) {
		p.wait(game + ".play('" + a + "').success")
	}
}

// playsFirst plays the first legal action, because any action that a test names may be
// banned by the computer.
func (p player) playsFirst() {
	p.t.Helper()
	p.wait(game + ".play(" + game + ".getLegalActions()[0]).success")
}

// lost is JavaScript that reports whether the game is shown as lost, without a trophy.
const lost = "document.getElementById('status').dataset.lost === 'true' && document.querySelector('.status-icon use').getAttribute('href') === '#i-resign'"

// The computer makes its bans as well as its moves, and waits for the person.
func TestComputerPlays(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "level=1", "side=white")
	p.wait(game + ".getPly() === 2") // Black has banned by itself
	p.words("headline", "Your move")
	legal := p.text(game + ".getLegalActions().map(({move}) => move.from + move.to)[0]")
	hands[0].play(p, "m:"+legal, true)
	p.words("headline", "Ban one of Black’s moves")
	ban := p.text(game + ".getLegalActions().map(({ban}) => ban.from + ban.to)[0]")
	hands[0].play(p, "b:"+ban, false)
	p.wait(game + ".getPly() === 6") // Black has moved, and banned
	p.wait("document.body.dataset.engine === 'off'")

	for _, tag := range []string{`[White "You"]`, `[Black "Computer, level 1"]`} {
		p.wait(sharedPGN + ".includes(" + quote(tag) + ")")
	}
	p.press("#start")
	p.wait(game + ".getPly() === 1") // looked at, not played
	p.wait("document.getElementById('board').hasAttribute('readonly')")
	if got := p.text("document.body.dataset.engine"); got != "off" {
		t.Errorf("the engine is %s while the game is looked through", got)
	}
}

// A hundred bans and moves of the computer against itself, requested like the page's, are
// all legal.
func TestComputersActionsAreLegal(t *testing.T) {
	p := open(t, visit{}).ready()
	var refused []string
	p.must(p.Eval(fmt.Sprintf(`(async () => {
		const {Engine} = await import(%q), engine = new Engine(), refused = [];
		const game = %s.clone();
		for (let n = 0; n < 100; n++) {
			if (game.gameOver()) game.reset();
			const {action} = await engine.best(game, {level: 1 + n %% 3, time: 50});
			const {success, error} = game.play(action);
			if (!success) refused.push(game.fen() + ": " + JSON.stringify(action) + ": " + error);
		}
		engine.close();
		return refused;
	})()`, p.text("new URL('"+prefix+place(t, "engine.js")+"', location).href"), game), &refused))
	for _, r := range refused {
		t.Error(r)
	}
}

// A person cannot act for the computer while it thinks: what the person does is a premove.
func TestComputersTurn(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "side=white", "level=1")
	p.newGame("level=2") // replaces the search that has not begun yet
	p.words("engine-status", "The engine is")
	hands[0].move(p, "h2", "h4", false)
	if got := p.actions(); strings.Contains(got, "b:h2h4") {
		t.Errorf("the person banned for the computer: %s", got)
	}
	if got := p.text("document.getElementById('draw').disabled"); got != "true" {
		t.Error("the computer agrees on a draw unasked")
	}
	p.menu("#resign") // the user's game, whoever is to act
	p.words("headline", "You lost by resignation")
	p.wait(lost)
	p.wait("document.getElementById('engine-status').textContent === ''")
	p.newGame("against=friend")
	p.wait("!document.getElementById('board').hasAttribute('readonly')")
}

// The previous game can still be restored after two others were loaded.
func TestRestoreAfterTwoLoads(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.load(promotion)
	p.load(promotionBan)
	p.press("#restore")
	p.wait(game + ".getPly() === 3")
	if got := p.actions(); got != "b:e2e4 m:d2d4" {
		t.Errorf("restored %s", got)
	}
}

// A hint draws the best action in both phases.
func TestHint(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(mate[:strings.LastIndexByte(mate, ' ')])
	middle := p.inside("e8", 1, 1) // the corner of e8 and f7
	before := p.colour(middle)
	p.menu("#hint")
	p.words("notice", "Hint: ban e8–f7: a forced win in 1")
	p.drawn()
	if got := p.colour(middle); got == before {
		t.Errorf("no arrow from e8 to f7: the colour stays %v", got)
	}

	p.press("#undo") // the move f3f7
	p.wait("document.getElementById('notice').textContent === ''")
	p.menu("#hint")
	p.words("notice", "Hint: move f3–f7: a forced win")
}

// The arrows of a hint and of a threat survive a crash of the board. That of a hint
// disappears at another position and in Analyse; that of a threat stays until it is
// removed.
func TestArrowsStay(t *testing.T) {
	const arrows = "document.getElementById('board').state?.arrows.map(({kind, from, to}) => kind + from + to).join()"
	p := open(t, visit{}).ready()
	p.plays(beforeMate)
	p.menu("#hint")
	p.wait(arrows + " === 'hint-bane8f7'")
	p.must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.words("notice", "The board stopped and was restarted.")
	p.wait(arrows + " === 'hint-bane8f7'")
	p.press("#mode-analyse")
	p.wait(arrows + " === ''")
	p.press("#mode-play")
	p.menu("#hint")
	p.wait(arrows + " === 'hint-bane8f7'")
	p.press("#undo")
	p.wait(arrows + " === ''")

	p.press("#undo") // White threatens f3f7
	p.must(p.Key("x"))
	p.wait(arrows + " === 'threatf3f7'")
	p.must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.words("notice", "The board stopped and was restarted.")
	p.press("#mode-analyse")
	p.wait(arrows + " === 'threatf3f7'")
	p.must(p.Key("x"))
	p.wait(arrows + " === ''")
}

// A worker that dies during a search is replaced and the search repeated, with messages
// about both.
func TestEngineRestarts(t *testing.T) {
	var served atomic.Int32
	p := open(t, visit{
		wrap: while(func(r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/worker.js") && served.Add(1) == 1
		}, gallery.Instead("/worker.js", gallery.DeadWorker)),
		allow: faulty("a fault for the test"),
	}).ready()
	p.must(p.Eval("window.said = []; new MutationObserver(() => said.push(document.getElementById('engine-status').textContent)).observe(document.getElementById('engine-status'), {childList: true, characterData: true, subtree: true}); 1", nil))
	p.menu("#hint")
	p.words("notice", "Hint: ban")
	if said := p.text("said.join('|')"); !strings.Contains(said, "restarted") {
		t.Errorf("the restart was not shown: %s", said)
	}
	if n := served.Load(); n != 2 {
		t.Errorf("%d workers were started, want 2", n)
	}
}

// The engine's refusal of a position is shown, and the search can be tried again.
func TestEngineRefuses(t *testing.T) {
	p := open(t, visit{wrap: gallery.Instead("/worker.js", `let refused = false;
			const best = {action: {ban: {from: 'e2', to: 'e4'}}, reply: null, score: {for: 'black', centipawns: 0}, info: null};
			self.onmessage = ({data: {id, call}}) => {
				if (call === 'search' && !refused) {
					refused = true;
					postMessage({id, error: {code: 'bad_fen', error: 'a refusal for the test'}});
				} else if (call) {
					postMessage({id, answer: call === 'search' ? best : null});
				}
			};`)}).ready()
	p.menu("#hint")
	p.words("engine-status", "A refusal for the test")
	p.wait("!document.getElementById('engine-retry').hidden")
	p.menu("#hint")
	p.words("notice", "Hint: ban e2–e4")
	p.wait("document.getElementById('engine-status').textContent === ''")
}

// If an engine cannot be loaded, the page says so, and loading can be tried again.
func TestEngineFails(t *testing.T) {
	var broken atomic.Bool
	broken.Store(true)
	p := open(t, visit{
		wrap:  while(func(*http.Request) bool { return broken.Load() }, gallery.Without("banchess-core.wasm")),
		allow: faulty("404"),
	}).ready()
	p.newGame("against=computer", "side=white")
	p.words("engine-status", "The engine cannot be loaded.")
	hands[0].play(p, "b:e2e4", true) // the user continues without it
	broken.Store(false)
	p.press("#undo")
	p.wait(game + ".getPly() === 1")
	p.press("#engine-retry")
	p.newGame("against=friend")
	p.menu("#hint")
	p.words("notice", "Hint: ban")
}

// colour returns the page's colour at a point.
func (p player) colour(at browser.Point) color.Color {
	p.t.Helper()
	picture, err := p.Picture()
	p.must(err)
	return picture.At(int(at.X), int(at.Y))
}

// drawn waits until the board has drawn its last change.
func (p player) drawn() { p.t.Helper(); p.frames(3) }

// still waits until no piece moves on the board and the last frame is shown.
func (p player) still() {
	p.t.Helper()
	p.wait("!document.getElementById('board').state.animating")
	p.drawn()
}

// frames waits for that many frames of the browser.
func (p player) frames(n int) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf("(async () => { for (let i = 0; i < %d; i++) await new Promise(requestAnimationFrame); })()", n), nil))
}
