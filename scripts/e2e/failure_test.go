package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/gallery"
)

// faulty accepts the problems that a deliberate fault of the test causes.
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

// A board that crashes is restarted with a message. After repeated crashes it is given up,
// and the game continues on the text board with rules that do not need the board, until the
// user tries again.
func TestBoardGivesUp(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 4))
	p.must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.ready()
	p.words("notice", "The board stopped and was restarted. The game goes on.")
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

	// It is given up a second time, too, when the rules without it have been loaded long ago.
	p.must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.wait("document.body.dataset.boot === 'text' && document.getElementById('grid').dataset.mode === 'solid'")
	p.words("headline", "White wins: checkmate by ban")
	if got := p.actions(); got != mate {
		t.Errorf("played %s, want %s", got, mate)
	}
}

// If the board cannot be loaded, the text board shows the stored game.
func TestBoardMissing(t *testing.T) {
	p := open(t, visit{wrap: gallery.Without("/banchess.wasm"), allow: faulty("404")})
	p.wait("document.body.dataset.boot === 'text'")
	p.words("failure-text", "The board cannot be loaded. You can play on the text board")
	p.byText(firstActions(mate, 2))
	p.must(p.Goto(p.text("location.href")))
	p.wait("document.body.dataset.boot === 'text'")
	p.byText(strings.Join(strings.Fields(mate)[2:], " "))
	p.words("headline", "White wins: checkmate by ban")
}

// If WebGL is lost while Ebitengine starts, its program ends with a panic, which is
// printed. The board is restarted, and later messages of the ended program are ignored.
func TestWebGLLostBeginning(t *testing.T) {
	p := open(t, visit{allow: func(problem string) bool { return strings.HasPrefix(problem, "console: panic: gl: ") }, wrap: gallery.Before(`
		let lost = false;
		setInterval(() => {
			const view = document.querySelector("#board iframe")?.contentWindow;
			if (lost || view?.patched || !view?.location.href.includes("board.html")) return;
			view.patched = true;
			const {prototype} = view.WebGL2RenderingContext, real = prototype.linkProgram;
			prototype.linkProgram = function (program) {
				if (!lost) this.getExtension("WEBGL_lose_context").loseContext(), lost = true;
				return real.call(this, program);
			};
		}, 1);`)}).ready()
	if problems := p.Problems(); len(problems) != 1 {
		t.Errorf("there are these problems, want the one panic: %q", problems)
	}
	p.plays("b:e2e4")
}

// An iframe that could not be reloaded because the network was down shows a page of the
// browser, which scripts cannot access. The page reports it like any missing file, and
// tries again.
func TestFrameMissing(t *testing.T) {
	var down atomic.Bool
	cut := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	}
	p := open(t, visit{wrap: while(func(*http.Request) bool { return down.Load() }, cut), allow: faulty("net::ERR_")}).ready()
	p.plays(firstActions(mate, 2))
	down.Store(true)
	p.must(p.Eval("document.getElementById('board').restart()", nil))
	p.wait("document.body.dataset.boot === 'failed'")
	p.words("failure-text", "The board cannot be loaded. Check your connection and try again.")
	p.press("#failure-retry")
	p.wait("document.body.dataset.boot === 'failed'")
	down.Store(false)
	p.press("#failure-retry")
	p.ready()
	if got, want := p.actions(), firstActions(mate, 2); got != want {
		t.Errorf("the game is %s, want %s", got, want)
	}
}

// While the storage is full or blocked, the page says so, and the address contains the
// game, so that a reload keeps it. If only the tab's own storage fails, the game is stored
// for all tabs, and there is no message.
func TestStorage(t *testing.T) {
	const all, own = "localStorage", "sessionStorage"
	for name, tt := range map[string]struct {
		script, want string
	}{
		"full":              {gallery.StorageFull, "storage is full. The game is in this page’s address"},
		"blocked":           {gallery.StorageBlocked, "does not let the page store anything. The game is in this page’s address"},
		"shared is full":    {gallery.FillStorage(all), "storage is full. The game is in this page’s address"},
		"shared is blocked": {gallery.BlockStorage(all), "does not let the page store anything. The game is in this page’s address"},
		"own is full":       {gallery.FillStorage(own), ""},
		"own is blocked":    {gallery.BlockStorage(own), ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, visit{wrap: gallery.Before(tt.script)}).ready()
			said := func() {
				t.Helper()
				p.wait(fmt.Sprintf("document.getElementById('unkept').checkVisibility() === %v", tt.want != ""))
				p.words("unkept", tt.want)
			}
			said()
			hands[0].playAll(p, firstActions(mate, 2))
			p.plays(strings.Join(strings.Fields(mate)[2:], " "))
			p.words("headline", "White wins: checkmate by ban")
			said()
			p.settle()
			if linked := p.text("location.hash") != ""; linked != (tt.want != "") {
				t.Errorf("the address has the game: %v", linked)
			}
			p.reload()
			if got := p.actions(); got != mate {
				t.Errorf("loaded again, the tab has %q, want its game", got)
			}
			if got := p.text("document.getElementById('notice').textContent"); got != "" {
				t.Errorf("loaded again, it says %q", got)
			}
			said()
		})
	}
}

// A game against the computer continues after a reload, even if nothing could be stored.
func TestStorageAndComputer(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(gallery.StorageBlocked)}).ready()
	p.newGame("against=computer", "level=2", "side=black")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	played := p.actions()
	p.settle()
	p.reload()
	if got := p.actions(); got != played {
		t.Errorf("loaded again, the game is %s, want %s", got, played)
	}
	p.wait("document.querySelector('#player-top .who').textContent === 'Computer, level 2'")
	p.playsFirst()
	p.playsFirst()
	p.wait(game + ".getPly() === 8") // Black has moved and banned, White has moved and banned
}

// With any content in the storage, the page starts, can be played on, and stores the
// game. The game is lost only if neither storage contains it.
func TestStrangeStorage(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=friend")
	p.plays("b:e2e4")
	for i, junk := range []string{``, `{`, `"x"`, `[]`, `null`, `5`, `{"record": 5}`, `{"record": {"tree": {"fen": "x", "nodes": [{}]}, "outcomes": [[0, {}]], "at": 9}}`, "\\ud800"} {
		for j, storage := range []string{"both", "localStorage", "sessionStorage"} {
			if j > 0 && i%2 != j-1 && !isLong() {
				continue
			}
			p.must(p.Eval(fmt.Sprintf(`(() => {
				for (const storage of [localStorage, sessionStorage]) {
					if (%q !== 'both' && storage !== window[%[1]q]) continue;
					for (const key of ['game', 'settings', 'clock', 'learn', 'lesson', 'stale']) storage['banchess.' + key] = %[2]s;
				}
			})()`, storage, quote(junk)), nil))
			p.reload()
			p.ready()
			want := "b:e2e4"
			if storage == "both" {
				want = ""
			}
			if got := p.actions(); got != want {
				t.Errorf("with %q in %s the game is %q, want %q", junk, storage, got, want)
			}
			if want == "" {
				hands[0].play(p, "b:e2e4", false)
			}
			p.wait("['localStorage', 'sessionStorage'].every((name) => JSON.parse(window[name]['banchess.game']).record.nodes.length === 1)")
		}
	}
}

// If the engine's worker dies, a message appears where the engine was used, and says what
// works without it.
func TestEngineDies(t *testing.T) {
	p := open(t, visit{wrap: gallery.Instead("/worker.js", gallery.DeadWorker), allow: faulty("a fault for the test")}).ready()
	p.newGame("against=computer", "side=white", "level=1")
	p.words("engine-status", "The engine has crashed. You can play for it.")
	p.wait("!document.getElementById('engine-retry').hidden")
	hands[0].playAll(p, firstActions(mate, 2))
	p.analyse()
	p.inPlainWords()
	p.words("analysis-error", "The engine has crashed. The board and the list still work.")
	p.wait("document.getElementById('analysis-retry').checkVisibility()")
	hands[0].play(p, strings.Fields(mate)[2], true)
	p.report()
	p.words("report-text", "The engine has crashed")
	p.words("report", "Try again")
}

// inPlainWords fails the test if the page shows what only a browser or a compiler says.
func (p player) inPlainWords() {
	p.t.Helper()
	if raw := p.text(`/Failed to fetch|[A-Z][a-z]+Error|undefined|\[object/.exec(document.body.innerText)`); raw != "null" {
		p.t.Errorf("the page says %s in\n%s", raw, p.text("document.body.innerText"))
	}
}

// If a part that is loaded later is missing, a message appears where it was requested, and
// the next request loads it again.
func TestLaterPartsMissing(t *testing.T) {
	danger := func(p player) {
		p.press("#settings-open")
		p.press("#settings [name=danger]")
		p.press("#settings .head button")
	}
	for part, tt := range map[string]struct {
		ask, again func(p player)
		id, want   string
		there      string
	}{
		"/entry-menu.js": {
			ask: func(p player) { p.must(p.Key("c")) }, again: func(p player) { p.must(p.Key("c")) },
			id: "notice", want: "A part of the page could not be loaded.",
			there: "document.getElementById('comment').open",
		},
		"/dialog.js": {
			ask: func(p player) { p.press("#share-open") }, again: func(p player) { p.press("#share-open") },
			id: "notice", want: "Sharing could not be loaded.",
			there: "document.getElementById('share')?.open",
		},
		"/moveinput.js": {
			ask: func(p player) { p.must(p.Key("/")) }, again: func(p player) { p.menu("#type") },
			id: "notice", want: "A part of the page could not be loaded.",
			there: "document.activeElement.id === 'typed-text'",
		},
		"/analyse.js": {
			ask: func(p player) { p.press("#mode-analyse") }, again: func(p player) { p.press("#mode-analyse"); p.report() },
			id: "notice", want: "Analyse could not be loaded.",
			there: "document.body.dataset.report === 'done'",
		},
		"/hint.js": {
			ask: func(p player) { p.must(p.Key("h")) }, again: func(p player) { p.must(p.Key("h")) },
			id: "notice", want: "Hint could not be loaded.",
			there: "document.getElementById('notice').textContent.startsWith('Hint: ')",
		},
		"/danger.js": {
			ask: danger, again: danger,
			id: "notice", want: "The danger warning could not be loaded.",
			there: "document.querySelector('#settings [name=danger]').checked",
		},
		"/games.js": {
			ask: func(p player) { p.menu("#games-open") }, again: func(p player) { p.menu("#games-open") },
			id: "notice", want: "My games could not be loaded.",
			there: gameRows + ".length === 1",
		},
		"/together.js": {
			ask: func(p player) {
				p.press("#new")
				p.chooseGame("against=code")
				p.fill("#new-form [name=code]", "nonsense")
				p.press("#new-start")
			},
			again: func(p player) { p.press("#new-start") },
			id:    "new-code-error", want: "The game with your friend could not be loaded.",
			there: "document.querySelector('#new-form [name=code]').value === 'nonsense' && document.getElementById('new-code-error').textContent.includes('This is not a whole code')",
		},
		"/learn.js": {
			ask: func(p player) { p.press("#mode-learn") }, again: func(p player) { p.press("#mode-learn") },
			id: "notice", want: "Learn could not be loaded.",
			there: "document.body.dataset.learn === 'try'",
		},
	} {
		t.Run(part[1:], func(t *testing.T) {
			var there atomic.Bool
			wrap := while(func(*http.Request) bool { return !there.Load() }, gallery.Without(part))
			p := open(t, visit{wrap: wrap, allow: faulty("404")}).ready()
			hands[0].playAll(p, firstActions(mate, 1))
			tt.ask(p)
			p.words(tt.id, tt.want)
			p.inPlainWords()
			p.wait("document.body.dataset.mode !== 'learn' && location.hash !== '#learn'")
			there.Store(true)
			tt.again(p)
			p.wait(tt.there)
		})
	}
}

// An error in such a part is not reported as a missing part, and the part is not created
// twice.
func TestLaterPartsFail(t *testing.T) {
	const fault = "a fault for the test"
	for part, tt := range map[string]struct {
		script string
		ask    func(p player)
		check  func(p player)
	}{
		"/entry-menu.js": {
			`export const createEntryMenu = () => { window.made = (window.made ?? 0) + 1; return {comment() { window.asked = (window.asked ?? 0) + 1; throw new TypeError("` + fault + `"); }}; };`,
			func(p player) { p.must(p.Key("c")) },
			func(p player) { p.wait("made === 1") },
		},
		"/dialog.js": {
			`export const ShareDialog = class { constructor() { window.made = (window.made ?? 0) + 1; } open() { window.asked = (window.asked ?? 0) + 1; throw new TypeError("` + fault + `"); } };`,
			func(p player) { p.press("#share-open") },
			func(p player) { p.wait("made === 1") },
		},
		"/analyse.js": {
			`export const createAnalyse = () => { window.asked = 2; window.made = (window.made ?? 0) + 1; throw new TypeError("` + fault + `"); };`,
			func(p player) { p.press("#mode-analyse"); p.press("#mode-play") },
			func(p player) { p.wait("made === 1") },
		},
	} {
		t.Run(part[1:], func(t *testing.T) {
			p := open(t, visit{wrap: gallery.Instead(part, tt.script), allow: faulty(fault)}).ready()
			hands[0].playAll(p, firstActions(mate, 1))
			tt.ask(p)
			p.wait("asked > 0")
			tt.ask(p)
			p.wait("asked > 1")
			p.wait("new Promise(requestAnimationFrame)")
			tt.check(p)
			if got := p.text("document.getElementById('notice').textContent"); strings.Contains(got, "could not be loaded") {
				t.Errorf("the page says: %s", got)
			}
		})
	}
}

// A browser without compression says so, for a link and for its own game.
func TestOldBrowser(t *testing.T) {
	const old = `delete window.CompressionStream; delete window.DecompressionStream;`
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 2))
	q := open(t, visit{wrap: gallery.Before(old), hash: p.link()}).ready()
	q.words("notice", "This browser is too old for links.")
	q.press("#share-open")
	q.words("link-hint", "This browser is too old to make links.")
}
