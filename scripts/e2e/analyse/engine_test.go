package analyse

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// lost is JavaScript that reports whether the game is shown as lost, without a trophy.
const lost = "document.getElementById('status').dataset.lost === 'true' && document.querySelector('.status-icon use').getAttribute('href') === '#i-resign'"

// The computer makes its bans as well as its moves, and waits for the person.
func TestComputerPlays(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "level=1", "side=white")
	p.Await(e2e.Game + ".getPly() === 2") // Black has banned by itself
	p.Words("headline", "Your move")
	legal := p.Text(e2e.Game + ".getLegalActions().map(({move}) => move.from + move.to)[0]")
	e2e.Hands[0].Play(p, "m:"+legal, true)
	p.Words("headline", "Ban one of Black’s moves")
	ban := p.Text(e2e.Game + ".getLegalActions().map(({ban}) => ban.from + ban.to)[0]")
	e2e.Hands[0].Play(p, "b:"+ban, false)
	p.Await(e2e.Game + ".getPly() === 6") // Black has moved, and banned
	p.Await("document.body.dataset.engine === 'off'")

	for _, tag := range []string{`[White "You"]`, `[Black "Computer, level 1"]`} {
		p.Await(e2e.SharedPGN + ".includes(" + e2e.Quote(tag) + ")")
	}
	p.Press("#start")
	p.Await(e2e.Game + ".getPly() === 1") // looked at, not played
	p.Await("document.getElementById('board').hasAttribute('readonly')")
	if got := p.Text("document.body.dataset.engine"); got != "off" {
		t.Errorf("the engine is %s while the game is looked through", got)
	}
}

// A hundred bans and moves of the computer against itself, requested like the page's, are
// all legal.
func TestComputersActionsAreLegal(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	var refused []string
	p.Must(p.Eval(fmt.Sprintf(`(async () => {
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
	})()`, p.Text("new URL('"+e2e.Prefix+e2e.Place(t, "engine.js")+"', location).href"), e2e.Game), &refused))
	for _, r := range refused {
		t.Error(r)
	}
}

// A person cannot act for the computer while it thinks: what the person does is a premove.
func TestComputersTurn(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=computer", "side=white", "level=1")
	p.NewGame("level=2") // replaces the search that has not begun yet
	p.Words("engine-status", "The engine is")
	e2e.Hands[0].Move(p, "h2", "h4", false)
	if got := p.Actions(); strings.Contains(got, "b:h2h4") {
		t.Errorf("the person banned for the computer: %s", got)
	}
	if got := p.Text("document.getElementById('draw').disabled"); got != "true" {
		t.Error("the computer agrees on a draw unasked")
	}
	p.Menu("#resign") // the user's game, whoever is to act
	p.Words("headline", "You lost by resignation")
	p.Await(lost)
	p.Await("document.getElementById('engine-status').textContent === ''")
	p.NewGame("against=friend")
	p.Await("!document.getElementById('board').hasAttribute('readonly')")
}

// The previous game can still be restored after two others were loaded.
func TestRestoreAfterTwoLoads(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.LoadTime(e2e.Promotion)
	p.LoadTime(e2e.PromotionBan)
	p.Press("#restore")
	p.Await(e2e.Game + ".getPly() === 3")
	if got := p.Actions(); got != "b:e2e4 m:d2d4" {
		t.Errorf("restored %s", got)
	}
}

// A hint draws the best action in both phases.
func TestHint(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.Mate[:strings.LastIndexByte(e2e.Mate, ' ')])
	middle := p.Inside("e8", 1, 1) // the corner of e8 and f7
	before := p.Colour(middle)
	p.Menu("#hint")
	p.Words("notice", "Hint: ban e8–f7: a forced win in 1")
	p.Drawn()
	if got := p.Colour(middle); got == before {
		t.Errorf("no arrow from e8 to f7: the colour stays %v", got)
	}

	p.Press("#undo") // the move f3f7
	p.Await("document.getElementById('notice').textContent === ''")
	p.Menu("#hint")
	p.Words("notice", "Hint: move f3–f7: a forced win")
}

// The arrows of a hint and of a threat survive a crash of the board. That of a hint
// disappears at another position and in Analyse; that of a threat stays until it is
// removed.
func TestArrowsStay(t *testing.T) {
	const arrows = "document.getElementById('board').state?.arrows.map(({kind, from, to}) => kind + from + to).join()"
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Menu("#hint")
	p.Await(arrows + " === 'hint-bane8f7'")
	p.Must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.Words("notice", "The board stopped and was restarted.")
	p.Await(arrows + " === 'hint-bane8f7'")
	p.Press("#mode-analyse")
	p.Await(arrows + " === ''")
	p.Press("#mode-play")
	p.Menu("#hint")
	p.Await(arrows + " === 'hint-bane8f7'")
	p.Press("#undo")
	p.Await(arrows + " === ''")

	p.Press("#undo") // White threatens f3f7
	p.Must(p.Key("x"))
	p.Await(arrows + " === 'threatf3f7'")
	p.Must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.Words("notice", "The board stopped and was restarted.")
	p.Press("#mode-analyse")
	p.Await(arrows + " === 'threatf3f7'")
	p.Must(p.Key("x"))
	p.Await(arrows + " === ''")
}

// A worker that dies during a search is replaced and the search repeated, with messages
// about both.
func TestEngineRestarts(t *testing.T) {
	var served atomic.Int32
	p := e2e.Open(t, e2e.Visit{
		Wrap: e2e.While(func(r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/worker.js") && served.Add(1) == 1
		}, gallery.Instead("/worker.js", gallery.DeadWorker)),
		Allow: e2e.Faulty("a fault for the test"),
	}).Ready()
	p.Must(p.Eval("window.said = []; new MutationObserver(() => said.push(document.getElementById('engine-status').textContent)).observe(document.getElementById('engine-status'), {childList: true, characterData: true, subtree: true}); 1", nil))
	p.Menu("#hint")
	p.Words("notice", "Hint: ban")
	if said := p.Text("said.join('|')"); !strings.Contains(said, "restarted") {
		t.Errorf("the restart was not shown: %s", said)
	}
	if n := served.Load(); n != 2 {
		t.Errorf("%d workers were started, want 2", n)
	}
}

// The engine's refusal of a position is shown, and the search can be tried again.
func TestEngineRefuses(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Instead("/worker.js", `let refused = false;
			const best = {action: {ban: {from: 'e2', to: 'e4'}}, reply: null, score: {for: 'black', centipawns: 0}, info: null};
			self.onmessage = ({data: {id, call}}) => {
				if (call === 'search' && !refused) {
					refused = true;
					postMessage({id, error: {code: 'bad_fen', error: 'a refusal for the test'}});
				} else if (call) {
					postMessage({id, answer: call === 'search' ? best : null});
				}
			};`)}).Ready()
	p.Menu("#hint")
	p.Words("engine-status", "A refusal for the test")
	p.Await("!document.getElementById('engine-retry').hidden")
	p.Menu("#hint")
	p.Words("notice", "Hint: ban e2–e4")
	p.Await("document.getElementById('engine-status').textContent === ''")
}

// If an engine cannot be loaded, the page says so, and loading can be tried again.
func TestEngineFails(t *testing.T) {
	for _, file := range []string{"banchess-core.wasm", "/worker.js"} {
		t.Run(file, func(t *testing.T) { testEngineFails(t, file) })
	}
}

func testEngineFails(t *testing.T, file string) {
	var broken atomic.Bool
	broken.Store(true)
	p := e2e.Open(t, e2e.Visit{
		Wrap:  e2e.While(func(*http.Request) bool { return broken.Load() }, gallery.Without(file)),
		Allow: e2e.Faulty("404"),
	}).Ready()
	p.NewGame("against=computer", "side=white")
	p.Words("engine-status", "The engine cannot be loaded.")
	e2e.Hands[0].Play(p, "b:e2e4", true) // the user continues without it
	broken.Store(false)
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Press("#engine-retry")
	p.NewGame("against=friend")
	p.Menu("#hint")
	p.Words("notice", "Hint: ban")
}
