package play

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// hidden tells the page that its tab is hidden, or visible again.
func hidden(p e2e.Player, is bool) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		Object.defineProperty(document, "hidden", {configurable: true, get: () => %t});
		document.dispatchEvent(new Event("visibilitychange"));
	})()`, is), nil))
}

// In a hidden tab the engine does not search, neither for its lines nor for a report.
// Both continue when the tab is visible.
func TestHiddenTabStopsEngine(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	// asked counts the searches, and answered those that have ended.
	p.Must(p.Eval(`(() => {
		window.asked = window.answered = 0;
		const pending = new Map(), post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message, ...rest) {
			if (!pending.has(this)) {
				pending.set(this, new Set());
				this.addEventListener("message", ({data}) => {
					if (("answer" in data || "error" in data) && pending.get(this).delete(data.id)) answered++;
				});
			}
			if (message.call === "search") pending.get(this).add(message.id), asked++;
			return post.call(this, message, ...rest);
		};
	})()`, nil))
	p.Plays(e2e.Quiet())
	p.Analyse()
	p.LinesAreLegal(3)
	hidden(p, true)
	p.Await("document.body.dataset.analysis === 'off' && asked === answered")
	before := p.Number("asked")
	p.Press("#undo")
	p.Press("#undo")
	if got := p.Number("asked"); got != before {
		t.Errorf("%g searches were asked for while nobody saw them", got-before)
	}
	hidden(p, false)
	p.LinesAreLegal(3)
	p.Press("#engine")
	p.Await("asked === answered")

	const looked = "document.getElementById('report-progress').value"
	p.Report()
	p.Await(looked + " >= 3")
	hidden(p, true)
	p.Await("asked === answered")
	p.Reported("running")
	paused := p.Number(looked)
	if paused >= 48 {
		t.Fatalf("all %g positions were looked at while nobody saw it", paused)
	}
	hidden(p, false)
	p.Await(fmt.Sprintf("%s > %g", looked, paused+1))
	hidden(p, true)
	p.Press("#report-stop")
	p.Reported("stopped")
}

// In a hidden tab no clock runs, and the computer still answers.
func TestHiddenTabInPlay(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.StopTime()
	p.NewGame("against=computer", "side=white", "level=1", "timed=true")
	p.Await(e2e.Game + ".getPly() === 2") // Black has banned
	clock := "document.querySelector('#player-bottom .clock')"
	p.Await(clock + ".dataset.running === 'true'")
	hidden(p, true)
	p.Await(clock + ".dataset.running === 'false'")
	p.Pass(120)
	hidden(p, false)
	p.Await(clock + ".dataset.running === 'true' && " + clock + ".textContent === '5:00'")
	p.Pass(60) // in a visible tab, the clock runs
	hidden(p, true)
	p.Await(clock + ".textContent === '4:00'")

	p.Plays("m:" + p.Text(e2e.Game+".getLegalActions().map(({move}) => move.from + move.to)[0]"))
	p.Plays("b:" + p.Text(e2e.Game+".getLegalActions().map(({ban}) => ban.from + ban.to)[0]"))
	p.Await(e2e.Game + ".getPly() === 6") // Black has moved, and banned
}
