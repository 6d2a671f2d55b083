package e2e

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/gallery"
)

// faulty are the problems that a fault of the test's own brings with it.
func faulty(words ...string) func(string) bool {
	return func(problem string) bool {
		for _, word := range words {
			if strings.Contains(problem, word) {
				return true
			}
		}
		return false
	}
}

// byText plays actions on the text board.
func (p player) byText(actions string) {
	p.t.Helper()
	for _, a := range strings.Fields(actions) {
		p.press("[data-square='" + a[2:4] + "']")
		p.press("[data-square='" + a[4:6] + "']")
	}
}

// A board that crashes is started again, and the page says so; one that crashes
// again and again is given up, and the game goes on in text, by rules without a
// board, until it is tried again.
func TestBoardGivesUp(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 4))
	p.must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.ready()
	p.words("notice", "The board stopped and was started again. The game goes on.")
	hands[0].play(p, strings.Fields(mate)[4], true)

	p.must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.wait("document.body.dataset.boot === 'text'")
	p.words("failure-text", "The board has crashed. You can play on the text board below")
	p.wait("document.getElementById('grid').dataset.mode === 'solid'")
	p.byText(strings.Join(strings.Fields(mate)[5:7], " "))
	p.press("#undo")
	p.wait(game + ".getPly() === 7")
	p.press("#redo")
	p.analyse()
	p.linesAreLegal(3)
	p.press("#mode-play")

	p.press("#failure-retry")
	p.ready()
	p.wait("document.getElementById('failure').hidden")
	hands[0].playAll(p, strings.Join(strings.Fields(mate)[7:], " "))
	p.words("headline", "White wins: checkmate by ban")
	if got := p.actions(); got != mate {
		t.Errorf("played %s, want %s", got, mate)
	}
}

// A board that cannot be loaded leaves the text board, and a game that was stored.
func TestBoardMissing(t *testing.T) {
	p := open(t, visit{wrap: gallery.Without("/banchess.wasm"), allow: faulty("404")})
	p.wait("document.body.dataset.boot === 'text'")
	p.words("failure-text", "The board cannot be loaded: the server answered 404. You can play on the text board")
	p.byText(firstActions(mate, 2))
	p.must(p.Goto(p.text("location.href")))
	p.wait("document.body.dataset.boot === 'text'")
	p.byText(strings.Join(strings.Fields(mate)[2:], " "))
	p.words("headline", "White wins: checkmate by ban")
}

// Storage that is full or blocked is said once, in words of its own, and the game
// goes on.
func TestStorage(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"full":    {gallery.StorageFull, "storage is full: play on, but save the PGN"},
		"blocked": {gallery.StorageBlocked, "lets the page store nothing: play on, but save the PGN"},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, visit{wrap: gallery.Before(tt.script)}).ready()
			p.words("notice", tt.want)
			p.wait("document.getElementById('notice').scrollHeight <= document.getElementById('status').clientHeight")
			hands[0].playAll(p, mate)
			p.words("headline", "White wins: checkmate by ban")
			if got := p.text("document.getElementById('notice').textContent"); got != "" {
				t.Errorf("it is said again: %q", got)
			}
		})
	}
}

// An engine whose worker dies is said where it was asked for, with what works
// without it.
func TestEngineDies(t *testing.T) {
	p := open(t, visit{wrap: gallery.Instead("/worker.js", gallery.DeadWorker), allow: faulty("a fault for the test")}).ready()
	p.newGame("against=computer", "side=white", "level=1")
	p.words("engine-status", "The engine has crashed. You can play for it.")
	p.wait("!document.getElementById('engine-retry').hidden")
	hands[0].playAll(p, firstActions(mate, 2))
	p.analyse()
	p.words("analysis-error", "The engine has crashed. The board and the list go on without it.")
	p.wait("document.getElementById('analysis-retry').checkVisibility()")
	hands[0].play(p, strings.Fields(mate)[2], true)
	p.press("#report")
	p.words("report-text", "The engine has crashed")
	p.words("report", "Try again")
}
