package e2e

import (
	"fmt"
	"testing"
)

// hidden tells the page that its tab is hidden, or visible again.
func (p player) hidden(is bool) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(() => {
		Object.defineProperty(document, "hidden", {configurable: true, get: () => %t});
		document.dispatchEvent(new Event("visibilitychange"));
	})()`, is), nil))
}

// stopTime stops the page's time. From here on [player.pass] advances it.
func (p player) stopTime() {
	p.t.Helper()
	p.must(p.Eval("window.time = performance.now(), performance.now = () => time, 1", nil))
}

// pass advances a stopped time by seconds.
func (p player) pass(seconds int) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf("time += %d", 1000*seconds), nil))
}

// In a hidden tab the engine does not search, neither for its lines nor for a report.
// Both continue when the tab is visible.
func TestHiddenTabStopsEngine(t *testing.T) {
	p := open(t, visit{}).ready()
	// asked counts the searches, and answered those that have ended.
	p.must(p.Eval(`(() => {
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
	p.plays(quiet())
	p.analyse()
	p.linesAreLegal(3)
	p.hidden(true)
	p.wait("document.body.dataset.analysis === 'off' && asked === answered")
	before := p.number("asked")
	p.press("#undo")
	p.press("#undo")
	if got := p.number("asked"); got != before {
		t.Errorf("%g searches were asked for while nobody saw them", got-before)
	}
	p.hidden(false)
	p.linesAreLegal(3)
	p.press("#engine")
	p.wait("asked === answered")

	const looked = "document.getElementById('report-progress').value"
	p.report()
	p.wait(looked + " >= 3")
	p.hidden(true)
	p.wait("asked === answered")
	p.reported("running")
	paused := p.number(looked)
	if paused >= 48 {
		t.Fatalf("all %g positions were looked at while nobody saw it", paused)
	}
	p.hidden(false)
	p.wait(fmt.Sprintf("%s > %g", looked, paused+1))
	p.hidden(true)
	p.press("#report-stop")
	p.reported("stopped")
}

// In a hidden tab no clock runs, and the computer still answers.
func TestHiddenTabInPlay(t *testing.T) {
	p := open(t, visit{}).ready()
	p.stopTime()
	p.newGame("against=computer", "side=white", "level=1", "timed=true")
	p.wait(game + ".getPly() === 2") // Black has banned
	clock := "document.querySelector('#player-bottom .clock')"
	p.wait(clock + ".dataset.running === 'true'")
	p.hidden(true)
	p.wait(clock + ".dataset.running === 'false'")
	p.pass(120)
	p.hidden(false)
	p.wait(clock + ".dataset.running === 'true' && " + clock + ".textContent === '5:00'")
	p.pass(60) // in a visible tab, the clock runs
	p.hidden(true)
	p.wait(clock + ".textContent === '4:00'")

	p.plays("m:" + p.text(game+".getLegalActions().map(({move}) => move.from + move.to)[0]"))
	p.plays("b:" + p.text(game+".getLegalActions().map(({ban}) => ban.from + ban.to)[0]"))
	p.wait(game + ".getPly() === 6") // Black has moved, and banned
}
