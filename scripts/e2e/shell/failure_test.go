package shell

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// A board that crashes is restarted with a message. After repeated crashes it is given up,
// and the game continues on the text board with rules that do not need the board, until the
// user tries again.
func TestBoardGivesUp(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 4))
	p.Must(p.Eval(gallery.CrashBoard+"(1)", nil))
	p.Ready()
	p.Words("notice", "The board stopped and was restarted. The game goes on.")
	e2e.Hands[0].Play(p, strings.Fields(e2e.Mate)[4], true)

	p.Must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.Await("document.body.dataset.boot === 'text'")
	p.Words("failure-text", "The board has crashed. You can play on the text board below")
	p.Await("document.getElementById('grid').dataset.mode === 'solid'")
	p.ByText(strings.Join(strings.Fields(e2e.Mate)[5:7], " "))
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 7")
	p.Press("#redo")
	p.Analyse()
	p.LinesAreLegal(3)
	p.Press("#mode-play")

	p.Press("#failure-retry")
	p.Ready()
	p.Await("document.getElementById('failure').hidden")
	e2e.Hands[0].PlayAll(p, strings.Join(strings.Fields(e2e.Mate)[7:], " "))

	// It is given up a second time, too, when the rules without it have been loaded long ago.
	p.Must(p.Eval(gallery.CrashBoard+"(4)", nil))
	p.Await("document.body.dataset.boot === 'text' && document.getElementById('grid').dataset.mode === 'solid'")
	p.Words("headline", "White wins: checkmate by ban")
	if got := p.Actions(); got != e2e.Mate {
		t.Errorf("played %s, want %s", got, e2e.Mate)
	}
}

// If the board cannot be loaded, the text board shows the stored game.
func TestBoardMissing(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Without("/banchess.wasm"), Allow: e2e.Faulty("404")})
	p.Await("document.body.dataset.boot === 'text'")
	p.Words("failure-text", "The board cannot be loaded. You can play on the text board")
	p.ByText(e2e.FirstActions(e2e.Mate, 2))
	p.Must(p.Goto(p.Text("location.href")))
	p.Await("document.body.dataset.boot === 'text'")
	p.ByText(strings.Join(strings.Fields(e2e.Mate)[2:], " "))
	p.Words("headline", "White wins: checkmate by ban")
}

// If WebGL is lost while Ebitengine starts, its program ends with a panic, which is
// printed. The board is restarted, and later messages of the ended program are ignored.
func TestWebGLLostBeginning(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Allow: func(problem string) bool { return strings.HasPrefix(problem, "console: panic: gl: ") }, Wrap: gallery.Before(`
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
		}, 1);`)}).Ready()
	if problems := p.Problems(); len(problems) != 1 {
		t.Errorf("there are these problems, want the one panic: %q", problems)
	}
	p.Plays("b:e2e4")
}

// An iframe that could not be reloaded because the network was down shows a page of the
// browser, which scripts cannot access. The page reports it like any missing file, and
// tries again.
func TestFrameMissing(t *testing.T) {
	var down atomic.Bool
	cut := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	}
	p := e2e.Open(t, e2e.Visit{Wrap: e2e.While(func(*http.Request) bool { return down.Load() }, cut), Allow: e2e.Faulty("net::ERR_")}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 2))
	down.Store(true)
	p.Must(p.Eval("document.getElementById('board').restart()", nil))
	p.Await("document.body.dataset.boot === 'failed'")
	p.Words("failure-text", "The board cannot be loaded. Check your connection and try again.")
	p.Press("#failure-retry")
	p.Await("document.body.dataset.boot === 'failed'")
	down.Store(false)
	p.Press("#failure-retry")
	p.Ready()
	if got, want := p.Actions(), e2e.FirstActions(e2e.Mate, 2); got != want {
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
			p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(tt.script)}).Ready()
			said := func() {
				t.Helper()
				p.Await(fmt.Sprintf("document.getElementById('unkept').checkVisibility() === %v", tt.want != ""))
				p.Words("unkept", tt.want)
			}
			said()
			e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
			p.Plays(strings.Join(strings.Fields(e2e.Mate)[2:], " "))
			p.Words("headline", "White wins: checkmate by ban")
			said()
			p.Settle()
			if linked := p.Text("location.hash") != ""; linked != (tt.want != "") {
				t.Errorf("the address has the game: %v", linked)
			}
			p.Reload()
			if got := p.Actions(); got != e2e.Mate {
				t.Errorf("loaded again, the tab has %q, want its game", got)
			}
			if got := p.Text("document.getElementById('notice').textContent"); got != "" {
				t.Errorf("loaded again, it says %q", got)
			}
			said()
		})
	}
}

// A game against the computer continues after a reload, even if nothing could be stored.
func TestStorageAndComputer(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(gallery.StorageBlocked)}).Ready()
	p.NewGame("against=computer", "level=2", "side=black")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	played := p.Actions()
	p.Settle()
	p.Reload()
	if got := p.Actions(); got != played {
		t.Errorf("loaded again, the game is %s, want %s", got, played)
	}
	p.Await("document.querySelector('#player-top .who').textContent === 'Computer, level 2'")
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(e2e.Game + ".getPly() === 8") // Black has moved and banned, White has moved and banned
}

// With any content in the storage, the page starts, can be played on, and stores the
// game. The game is lost only if neither storage contains it.
func TestStrangeStorage(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=friend")
	p.Plays("b:e2e4")
	for i, junk := range []string{``, `{`, `"x"`, `[]`, `null`, `5`, `{"record": 5}`, `{"record": {"tree": {"fen": "x", "nodes": [{}]}, "outcomes": [[0, {}]], "at": 9}}`, "\\ud800"} {
		for j, storage := range []string{"both", "localStorage", "sessionStorage"} {
			if j > 0 && i%2 != j-1 && !e2e.IsLong() {
				continue
			}
			p.Must(p.Eval(fmt.Sprintf(`(() => {
				for (const storage of [localStorage, sessionStorage]) {
					if (%q !== 'both' && storage !== window[%[1]q]) continue;
					for (const key of ['game', 'settings', 'clock', 'learn', 'lesson', 'stale']) storage['banchess.' + key] = %[2]s;
				}
			})()`, storage, e2e.Quote(junk)), nil))
			p.Reload()
			p.Ready()
			want := "b:e2e4"
			if storage == "both" {
				want = ""
			}
			if got := p.Actions(); got != want {
				t.Errorf("with %q in %s the game is %q, want %q", junk, storage, got, want)
			}
			if want == "" {
				e2e.Hands[0].Play(p, "b:e2e4", false)
			}
			p.Await("['localStorage', 'sessionStorage'].every((name) => JSON.parse(window[name]['banchess.game']).record.nodes.length === 1)")
		}
	}
}

// If the engine's worker dies, a message appears where the engine was used, and says what
// works without it.
func TestEngineDies(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Instead("/worker.js", gallery.DeadWorker), Allow: e2e.Faulty("a fault for the test")}).Ready()
	p.NewGame("against=computer", "side=white", "level=1")
	p.Words("engine-status", "The engine has crashed. You can play for it.")
	p.Await("!document.getElementById('engine-retry').hidden")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	p.Analyse()
	p.InPlainWords()
	p.Words("analysis-error", "The engine has crashed. The board and the list still work.")
	p.Await("document.getElementById('analysis-retry').checkVisibility()")
	e2e.Hands[0].Play(p, strings.Fields(e2e.Mate)[2], true)
	p.Report()
	p.Words("report-text", "The engine has crashed")
	p.Words("report", "Try again")
}

// If a part that is loaded later is missing, a message appears where it was requested, and
// the next request loads it again.
func TestLaterPartsMissing(t *testing.T) {
	danger := func(p e2e.Player) {
		p.Press("#settings-open")
		p.Press("#settings [name=danger]")
		p.Press("#settings .head button")
	}
	for part, tt := range map[string]struct {
		ask, again func(p e2e.Player)
		id, want   string
		there      string
	}{
		"/entry-menu.js": {
			ask: func(p e2e.Player) { p.Must(p.Key("c")) }, again: func(p e2e.Player) { p.Must(p.Key("c")) },
			id: "notice", want: "A part of the page could not be loaded.",
			there: "document.getElementById('comment').open",
		},
		"/dialog.js": {
			ask: func(p e2e.Player) { p.Press("#share-open") }, again: func(p e2e.Player) { p.Press("#share-open") },
			id: "notice", want: "Sharing could not be loaded.",
			there: "document.getElementById('share')?.open",
		},
		"/moveinput.js": {
			ask: func(p e2e.Player) { p.Must(p.Key("/")) }, again: func(p e2e.Player) { p.Menu("#type") },
			id: "notice", want: "A part of the page could not be loaded.",
			there: "document.activeElement.id === 'typed-text'",
		},
		"/analyse.js": {
			ask: func(p e2e.Player) { p.Press("#mode-analyse") }, again: func(p e2e.Player) { p.Press("#mode-analyse"); p.Report() },
			id: "notice", want: "Analyse could not be loaded.",
			there: "document.body.dataset.report === 'done'",
		},
		"/hint.js": {
			ask: func(p e2e.Player) { p.Must(p.Key("h")) }, again: func(p e2e.Player) { p.Must(p.Key("h")) },
			id: "notice", want: "Hint could not be loaded.",
			there: "document.getElementById('notice').textContent.startsWith('Hint: ')",
		},
		"/danger.js": {
			ask: danger, again: danger,
			id: "notice", want: "The danger warning could not be loaded.",
			there: "document.querySelector('#settings [name=danger]').checked",
		},
		"/games.js": {
			ask: func(p e2e.Player) { p.Menu("#games-open") }, again: func(p e2e.Player) { p.Menu("#games-open") },
			id: "notice", want: "My games could not be loaded.",
			there: e2e.GameRows + ".length === 1",
		},
		"/together.js": {
			ask: func(p e2e.Player) {
				p.Press("#new")
				p.ChooseGame("against=code")
				p.Fill("#new-form [name=code]", "nonsense")
				p.Press("#new-start")
			},
			again: func(p e2e.Player) { p.Press("#new-start") },
			id:    "new-code-error", want: "The game with your friend could not be loaded.",
			there: "document.querySelector('#new-form [name=code]').value === 'nonsense' && document.getElementById('new-code-error').textContent.includes('This is not a whole code')",
		},
		"/learn.js": {
			ask: func(p e2e.Player) { p.Press("#mode-learn") }, again: func(p e2e.Player) { p.Press("#mode-learn") },
			id: "notice", want: "Learn could not be loaded.",
			there: "document.body.dataset.learn === 'try'",
		},
	} {
		t.Run(part[1:], func(t *testing.T) {
			var there atomic.Bool
			wrap := e2e.While(func(*http.Request) bool { return !there.Load() }, gallery.Without(part))
			p := e2e.Open(t, e2e.Visit{Wrap: wrap, Allow: e2e.Faulty("404")}).Ready()
			e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 1))
			tt.ask(p)
			p.Words(tt.id, tt.want)
			p.InPlainWords()
			p.Await("document.body.dataset.mode !== 'learn' && location.hash !== '#learn'")
			there.Store(true)
			tt.again(p)
			p.Await(tt.there)
		})
	}
}

// An error in such a part is not reported as a missing part, and the part is not created
// twice.
func TestLaterPartsFail(t *testing.T) {
	const fault = "a fault for the test"
	for part, tt := range map[string]struct {
		script string
		ask    func(p e2e.Player)
		check  func(p e2e.Player)
	}{
		"/entry-menu.js": {
			`export const createEntryMenu = () => { window.made = (window.made ?? 0) + 1; return {comment() { window.asked = (window.asked ?? 0) + 1; throw new TypeError("` + fault + `"); }}; };`,
			func(p e2e.Player) { p.Must(p.Key("c")) },
			func(p e2e.Player) { p.Await("made === 1") },
		},
		"/dialog.js": {
			`export const ShareDialog = class { constructor() { window.made = (window.made ?? 0) + 1; } open() { window.asked = (window.asked ?? 0) + 1; throw new TypeError("` + fault + `"); } };`,
			func(p e2e.Player) { p.Press("#share-open") },
			func(p e2e.Player) { p.Await("made === 1") },
		},
		"/analyse.js": {
			`export const createAnalyse = () => { window.asked = 2; window.made = (window.made ?? 0) + 1; throw new TypeError("` + fault + `"); };`,
			func(p e2e.Player) { p.Press("#mode-analyse"); p.Press("#mode-play") },
			func(p e2e.Player) { p.Await("made === 1") },
		},
	} {
		t.Run(part[1:], func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{Wrap: gallery.Instead(part, tt.script), Allow: e2e.Faulty(fault)}).Ready()
			e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 1))
			tt.ask(p)
			p.Await("asked > 0")
			tt.ask(p)
			p.Await("asked > 1")
			p.Await("new Promise(requestAnimationFrame)")
			tt.check(p)
			if got := p.Text("document.getElementById('notice').textContent"); strings.Contains(got, "could not be loaded") {
				t.Errorf("the page says: %s", got)
			}
		})
	}
}

// A browser without compression says so, for a link and for its own game.
func TestOldBrowser(t *testing.T) {
	const old = `delete window.CompressionStream; delete window.DecompressionStream;`
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
	q := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(old), Hash: p.Link()}).Ready()
	q.Words("notice", "This browser is too old for links.")
	q.Press("#share-open")
	q.Words("link-hint", "This browser is too old to make links.")
}
