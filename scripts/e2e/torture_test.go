package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/torture"
)

// How long go run ./scripts torture runs what is here; without these it is short.
var (
	tortureSeed   = flag.Uint64("torture.seed", 1, "seed of the first round of torture")
	tortureTime   = flag.Duration("torture.time", 0, "how long torture lasts, 0 for ever")
	tortureRounds = flag.Int("torture.rounds", -1, "how many rounds torture has, 0 for any number, -1 for its short form")
)

// tortured runs a part, in its short form with so many rounds.
func tortured(t *testing.T, part torture.Part, short int) {
	if shared == nil {
		t.Skip(needsSite)
	}
	limit := torture.Limit{Time: *tortureTime, Rounds: *tortureRounds}
	if limit.Rounds < 0 {
		limit = torture.Limit{Rounds: short}
	}
	total, err := part.Run(t.Context(), os.Stdout, *tortureSeed, limit)
	if err != nil || total.Failed > 0 {
		t.Errorf("%d of %d rounds failed: %v", total.Failed, total.Rounds, err)
	}
}

// Whatever is pressed, typed, touched and broken, in any order: the record survives to
// the last acknowledged action, nothing is thrown, the console is clean, and in the end
// the page works.
func TestTorturePage(t *testing.T) {
	tortured(t, torture.Part{Name: "page", Unit: "steps", Round: pageRound}, 1)
}

// steady is run in the page before its own scripts: it can kill workers, and keeps
// links from leading away.
const steady = `(() => {
	const Real = Worker, workers = new Set();
	window.Worker = class extends Real { constructor(...args) { super(...args); workers.add(this); } };
	window.storage = Object.getOwnPropertyDescriptor(window, "localStorage");
	window.killWorkers = () => {
		for (const worker of workers) worker.terminate(), worker.dispatchEvent(new ErrorEvent("error", {message: "killed for the test", cancelable: true}));
		workers.clear();
	};
	addEventListener("click", (event) => {
		const link = event.target.closest?.("a[href]");
		if (link && (link.origin !== location.origin || link.pathname !== location.pathname || link.target || !link.hash)) event.preventDefault();
	}, true);
})();`

// kept is what the page has of a game.
type kept struct {
	Away  bool     // Learn is open
	Shown bool     // there are rules to ask
	FEN   string   // of the start
	Line  string   // what is shown of it
	Start string   // of what is stored
	Paths []string // every line that is stored, from the start to each node
}

// snapshot is the JavaScript for that.
const snapshot = `(() => {
	const kept = {Away: /^#(learn|puzzle)/.test(location.hash), Paths: [""]};
	try {
		const {fen, actions} = document.getElementById('board').game.toJSON();
		Object.assign(kept, {Shown: true, FEN: fen, Line: actions.join(" ")});
	} catch {}
	try {
		const {tree} = JSON.parse(localStorage.getItem('banchess.game')).record;
		kept.Start = tree.fen;
		tree.nodes.forEach(({parent, action}, i) => kept.Paths.push((kept.Paths[parent ?? i] + " " + action).trim()));
	} catch {}
	return kept;
})()`

// rider is somebody at the page who does anything.
type rider struct {
	*browser.Page
	r       *rand.Rand
	address string
	cut     *atomic.Bool // whether the network is down
	sick    bool         // whether storage keeps nothing
	broken  bool         // whether requests have failed in this round
	done    []string
}

func pageRound(ctx context.Context, r *rand.Rand) (count int, err error) {
	var cut atomic.Bool
	handler := gallery.Before(steady)(files)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() {
			panic(http.ErrAbortHandler) // the connection is closed without an answer
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	page, err := shared.Open(server.URL+prefix, anyView(r))
	if err != nil {
		return 0, err
	}
	defer page.Close()
	p := &rider{Page: page, r: r, address: server.URL + prefix, cut: &cut}
	defer func() {
		if err != nil {
			err = fmt.Errorf("after %s: %w\n    the console: %s", strings.Join(p.done, ", "), err, strings.Join(page.Console(), "\n        "))
		}
	}()
	if err := p.calm(); err != nil {
		return 0, err
	}
	if err := p.begin(); err != nil {
		return 0, fmt.Errorf("beginning: %w", err)
	}
	for range 20 + r.IntN(60) {
		if ctx.Err() != nil {
			return count, nil
		}
		step := pickStep(r)
		p.done = append(p.done, step.name)
		if err := step.do(p); err != nil {
			return count, fmt.Errorf("%s: %w", step.name, err)
		}
		if err := p.calm(); err != nil {
			return count, fmt.Errorf("%s: %w", step.name, err)
		}
		count++
	}
	p.done = append(p.done, "the end")
	if err := p.heal(); err != nil {
		return count, err
	}
	return count, p.clean()
}

// clean is whether nothing went wrong but what was broken on purpose.
func (p *rider) clean() error {
	for _, problem := range p.Problems() {
		if p.broken && (strings.Contains(problem, "net::ERR_") || strings.Contains(problem, "Failed to fetch")) {
			continue
		}
		return errors.New("the page has a problem: " + problem)
	}
	if foreign := p.Foreign(strings.TrimPrefix(strings.TrimSuffix(p.address, prefix), "http://")); len(foreign) > 0 {
		return fmt.Errorf("the page asked another host: %v", foreign)
	}
	return nil
}

// calm waits until the page is not loading. A finger that is drawn over it may go back
// to what was before it, and then it is visited again.
func (p *rider) calm() error {
	const is = "['ready', 'text', 'failed'].includes(document.body.dataset.boot)"
	const left = "location.protocol === 'about:'"
	if err := p.Wait(left + " || " + is); err != nil { // a busy machine takes long to start a board
		if err := p.Wait(left + " || " + is); err != nil {
			return err
		}
	}
	var gone bool
	if err := p.Eval(left, &gone); err != nil || !gone {
		return err
	}
	if err := p.Goto(p.address); err != nil {
		return err
	}
	return p.Wait(is)
}

// begin has the engine on: against a computer or in an analysis, and now and then a clock.
func (p *rider) begin() error {
	press := func(selector string) error {
		return p.Eval(fmt.Sprintf("document.querySelector(%s).click()", quote(selector)), nil)
	}
	if p.r.IntN(2) == 0 {
		return first(press("#tour-skip"), press("#mode-analyse"), press("#engine"))
	}
	timed := []string{"true", "false"}[p.r.IntN(2)]
	if err := first(press("#tour-skip"), press("#new"), p.Wait("document.getElementById('new-game').open")); err != nil {
		return err
	}
	return first(
		press("#new-form [name=against][value=computer]"),
		p.Eval(fmt.Sprintf("document.querySelector('#new-form [name=level]').value = %d", 1+p.r.IntN(3)), nil),
		press("#new-form [name=timed][value="+timed+"]"),
		press("#new-start"),
	)
}

// first is the first error there is.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// keeps does something to the page that must not change its record: all that was there
// in the moment before is there when the page is calm again.
func (p *rider) keeps(fault string) error {
	var before, after kept
	if err := p.Eval("(() => { const before = "+snapshot+"; "+fault+"; return before; })()", &before); err != nil {
		return err
	}
	return p.same(before, &after)
}

// same compares what was kept with what there is, when the page is calm.
func (p *rider) same(before kept, after *kept) error {
	if err := before.acknowledged(p.sick); err != nil {
		return err
	}
	if err := p.calm(); err != nil {
		return err
	}
	if err := p.Wait("document.body.dataset.boot === 'failed' || document.getElementById('board').loaded"); err != nil {
		return err
	}
	if err := p.Eval(snapshot, after); err != nil {
		return err
	}
	switch {
	case p.sick:
		if !before.Away && !after.Away && before.Shown && after.Shown && (before.FEN != after.FEN || !strings.HasPrefix(after.Line, before.Line)) {
			return fmt.Errorf("%s %s was shown, now it is %s %s", before.FEN, before.Line, after.FEN, after.Line)
		}
		return nil
	case before.Start == "":
		return nil // nothing was stored
	case before.Start != after.Start:
		return fmt.Errorf("a game from %s was stored, now it is one from %s", before.Start, after.Start)
	}
	for _, path := range before.Paths {
		if !slices.Contains(after.Paths, path) {
			return fmt.Errorf("%q is lost; there is %q", path, after.Paths)
		}
	}
	return after.acknowledged(p.sick)
}

// acknowledged is whether what is shown is stored.
func (k kept) acknowledged(sick bool) error {
	if sick || k.Away || !k.Shown || k.Start == "" && k.Line == "" {
		return nil
	}
	if k.Start != k.FEN || !slices.Contains(k.Paths, k.Line) {
		return fmt.Errorf("%s %q is shown, of which there is stored: %s %q", k.FEN, k.Line, k.Start, k.Paths)
	}
	return nil
}

// reload loads the page anew.
func (p *rider) reload() error {
	var before, after kept
	if err := p.Eval("(() => { const before = "+snapshot+"; window.before = true; setTimeout(() => location.reload()); return before; })()", &before); err != nil {
		return err
	}
	if err := p.Wait("!window.before && document.body.dataset.boot"); err != nil {
		return err
	}
	if p.sick { // there is what there is
		if err := p.calm(); err != nil {
			return err
		}
	} else if err := p.same(before, &after); err != nil {
		return err
	}
	var left bool
	if err := p.Eval("'other' in localStorage", &left); err != nil {
		return err
	}
	p.sick = left
	return nil
}

// heal takes away what was broken, and sees that the page works.
func (p *rider) heal() error {
	p.cut.Store(false)
	p.sick = true // until it has written once more
	if err := first(p.MouseUp(browser.Point{X: 5, Y: 5}), p.SetView(browser.Desktop), p.Eval(healed, nil)); err != nil {
		return err
	}
	for range 4 {
		if err := p.Key(browser.Escape); err != nil {
			return err
		}
	}
	if err := p.Eval(`(() => {
		for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
		document.getElementById("mode-play").click();
		const retry = document.getElementById("failure-retry");
		if (retry.checkVisibility()) retry.click();
	})()`, nil); err != nil {
		return err
	}
	if err := p.Wait("document.body.dataset.boot === 'ready' && !/^#(learn|puzzle)/.test(location.hash)"); err != nil {
		var how string
		_ = p.Eval("[location.hash, document.body.dataset.boot, document.getElementById('failure-text').textContent, document.body.dataset.mode].join(', ')", &how)
		return fmt.Errorf("%w: %s", err, how)
	}
	// A new game between two people can be played, is stored, and is there again.
	if err := p.Eval("document.getElementById('new').click()", nil); err != nil {
		return err
	}
	if err := first(
		p.Wait("document.getElementById('new-game').open"),
		p.Eval("document.querySelector('#new-form [name=against][value=friend]').click(), document.querySelector('#new-form [name=timed][value=false]').click(), document.getElementById('new-start').click()", nil),
		p.Wait(game+".getPly() % 4 === 1 && !document.getElementById('board').hasAttribute('readonly')"),
	); err != nil {
		return err
	}
	if err := p.play(); err != nil {
		return err
	}
	if err := p.Wait(game + ".toJSON().actions.length === 1"); err != nil {
		return fmt.Errorf("playing on: %w", err)
	}
	p.sick = false
	return p.reload()
}

const healed = `(() => {
	Object.defineProperty(window, "localStorage", storage);
	localStorage.removeItem("other");
	window.shift = 0, window.slept = 0;
	Object.defineProperty(document, "hidden", {configurable: true, get: () => false});
	document.dispatchEvent(new Event("visibilitychange"));
})()`

// play plays some legal action by hand, on whichever board is there.
func (p *rider) play() error {
	var to struct {
		From, To browser.Point
		Ok       bool
	}
	err := p.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('board');
		try {
			const legal = board.game.getLegalActions(), action = legal[%d %% legal.length], {from, to} = action.ban ?? action.move;
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
	})()`, p.r.IntN(1000)), &to)
	if err != nil || !to.Ok {
		return err
	}
	if p.r.IntN(3) == 0 {
		return p.Drag(to.From, to.To)
	}
	return first(p.Click(to.From), p.Click(to.To))
}

// anyView is a window of any size.
func anyView(r *rand.Rand) browser.View {
	if r.IntN(2) == 0 {
		return []browser.View{browser.Desktop, browser.Phone}[r.IntN(2)]
	}
	return browser.View{Width: 280 + r.IntN(1400), Height: 280 + r.IntN(900), Ratio: 1 + float64(r.IntN(3))/2, Dark: r.IntN(2) == 0, Still: r.IntN(2) == 0, Touch: r.IntN(2) == 0}
}

// anywhere is a point in the window.
func (p *rider) anywhere() (at browser.Point, err error) {
	var size struct{ X, Y float64 }
	err = p.Eval("({X: innerWidth, Y: innerHeight})", &size)
	return browser.Point{X: p.r.Float64() * size.X, Y: p.r.Float64() * size.Y}, err
}

// step is something that a rider does.
type step struct {
	name  string
	often int
	do    func(*rider) error
}

var steps = []step{
	{"play", 30, (*rider).play},
	{"press", 20, func(p *rider) error {
		var at *browser.Point
		err := p.Eval(fmt.Sprintf(`(() => {
			const all = [...document.querySelectorAll("button:not(:disabled), summary, input, select, [data-entry], [data-action], a")].filter((e) => e.checkVisibility() && e.type !== "file");
			const top = document.querySelector("dialog[open]");
			const near = top ? all.filter((e) => top.contains(e)) : all;
			const e = near[%d %% near.length];
			if (!e) return null;
			e.scrollIntoView({block: 'center', behavior: 'instant'});
			const r = e.getBoundingClientRect();
			return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
		})()`, p.r.IntN(1e6)), &at)
		if err != nil || at == nil {
			return err
		}
		return p.Click(*at)
	}},
	{"click", 10, func(p *rider) error {
		at, err := p.anywhere()
		if err != nil {
			return err
		}
		return []func(browser.Point) error{p.Click, p.DoubleClick, p.RightClick, p.Tap}[p.r.IntN(4)](at)
	}},
	{"drag", 6, func(p *rider) error {
		from, err := p.anywhere()
		if err != nil {
			return err
		}
		to, err := p.anywhere()
		if err != nil {
			return err
		}
		switch p.r.IntN(5) {
		case 0:
			return p.Swipe(from, to)
		case 1:
			return p.RightDrag(from, to, p.r.IntN(11))
		case 2:
			return p.Pinch(from, 2)
		case 3:
			return p.Wheel(from, 600*p.r.Float64()-300)
		}
		return p.Drag(from, to)
	}},
	{"a drag that never ends", 3, func(p *rider) error {
		from, err := p.anywhere()
		if err != nil {
			return err
		}
		to, err := p.anywhere()
		if err != nil {
			return err
		}
		if p.r.IntN(2) == 0 {
			return first(p.TouchDown(from), p.TouchMove(to))
		}
		return first(p.MouseDown(from), p.MouseMove(to))
	}},
	{"key", 20, func(p *rider) error {
		keys := []string{browser.ArrowLeft, browser.ArrowRight, browser.ArrowUp, browser.ArrowDown, browser.Home, browser.End, browser.Escape, browser.Enter, browser.Tab, " ", "f", "h", "l", "x", "c", "/", "?", "q", "e"}
		key := keys[p.r.IntN(len(keys))]
		switch p.r.IntN(8) {
		case 0:
			return p.Chord(browser.Control, []string{"z", "y"}[p.r.IntN(2)])
		case 1:
			return p.Chord(browser.Shift, key)
		case 2:
			return p.Type([]string{"Nf3", "e2e4", "hello", "b:e2e4 m:d2d4", "\U0001f600"}[p.r.IntN(5)])
		}
		return p.Key(key)
	}},
	{"resize", 5, func(p *rider) error { return p.SetView(anyView(p.r)) }},
	{"reload", 5, atRest((*rider).reload)},
	{"reload the frame", 4, fault("document.getElementById('board').frameWindow?.location.replace(document.querySelector('#board iframe').src)")},
	{"lose WebGL", 4, fault(`
		const gl = document.querySelector('#board iframe').contentDocument?.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
		gl?.loseContext(), setTimeout(() => { try { gl?.restoreContext(); } catch {} }, 50)`)},
	{"crash the board", 3, func(p *rider) error {
		return p.keeps("if (document.getElementById('board').drawn) " + gallery.CrashBoard + fmt.Sprintf("(%d).catch(() => {})", 1+p.r.IntN(2)*4))
	}},
	{"kill the worker", 6, fault("killWorkers()")},
	{"storage is full", 2, func(p *rider) error {
		p.sick = true
		return p.Eval("try { "+gallery.StorageFull+" } catch {}", nil) // it may be blocked
	}},
	{"storage is blocked", 2, func(p *rider) error {
		p.sick = true
		return p.Eval(`Object.defineProperty(window, "localStorage", {configurable: true, get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }}), 1`, nil)
	}},
	{"storage is corrupted", 2, func(p *rider) error {
		p.sick = true
		junk := []string{`""`, `"{"`, `"[]"`, `"null"`, `"{\"record\": 5}"`, `"{\"record\": {\"tree\": {\"fen\": \"x\", \"nodes\": [{}]}, \"outcomes\": [[0, {}]], \"at\": 9}}"`, `"\ud800"`}[p.r.IntN(7)]
		return p.Eval("try { for (const key of ['game', 'settings', 'clock', 'learn']) localStorage['banchess.' + key] = "+junk+"; } catch {}", nil)
	}},
	{"storage is as it was", 4, func(p *rider) error { return p.Eval(healed, nil) }},
	{"offline", 3, func(p *rider) error {
		p.broken = true
		p.cut.Store(true)
		return p.Eval("dispatchEvent(new Event('offline'))", nil)
	}},
	{"online", 5, func(p *rider) error {
		p.cut.Store(false)
		return p.Eval("dispatchEvent(new Event('online')), document.getElementById('failure-retry').checkVisibility() && document.getElementById('failure-retry').click()", nil)
	}},
	{"another tab", 3, atRest((*rider).twin)},
	{"the clock jumps", 4, func(p *rider) error {
		by := []float64{-1e9, -5000, 5000, 3.6e6, 1e9}[p.r.IntN(5)]
		return p.keeps(fmt.Sprintf(`
			if (!window.realNow) {
				window.realNow = Date.now;
				Date.now = () => realNow() + window.shift;
				const now = performance.now.bind(performance);
				performance.now = () => now() + (window.slept ?? 0);
			}
			window.shift = %g, window.slept = (window.slept ?? 0) + %g`, by, max(0, min(by, 3.6e6))))
	}},
	{"hide", 3, fault(`Object.defineProperty(document, "hidden", {configurable: true, get: () => true}), document.dispatchEvent(new Event("visibilitychange"))`)},
	{"show", 4, fault(`Object.defineProperty(document, "hidden", {configurable: true, get: () => false}), document.dispatchEvent(new Event("visibilitychange"))`)},
	{"wait", 3, func(p *rider) error {
		return p.Eval(fmt.Sprintf("new Promise((done) => setTimeout(done, %d))", p.r.IntN(400)), nil)
	}},
}

// fault is what must not change the record.
func fault(script string) func(*rider) error {
	return func(p *rider) error {
		if strings.Contains(script, "replace") && p.cut.Load() {
			p.broken = true
		}
		return p.keeps(script)
	}
}

// atRest does what needs the network.
func atRest(do func(*rider) error) func(*rider) error {
	return func(p *rider) error {
		if p.cut.Load() {
			return nil
		}
		return do(p)
	}
}

// twin opens the page in another tab, where something is played, and closes it. Here
// nothing of the game is lost, and what is stored is that of who wrote last.
func (p *rider) twin() error {
	var before, after kept
	if err := p.Eval(snapshot, &before); err != nil {
		return err
	}
	other, err := p.Beside(p.address, browser.Desktop)
	if err != nil {
		return err
	}
	defer other.Close()
	o := &rider{Page: other, r: p.r, address: p.address, cut: p.cut, sick: true}
	if err := o.calm(); err != nil {
		return fmt.Errorf("there: %w", err)
	}
	if err := first(o.play(), o.calm(), o.clean()); err != nil {
		return fmt.Errorf("there: %w", err)
	}
	if err := p.Eval(snapshot, &after); err != nil {
		return err
	}
	if !before.Away && !after.Away && before.Shown && after.Shown && (before.FEN != after.FEN || !strings.HasPrefix(after.Line, before.Line)) {
		return fmt.Errorf("%s %s was shown, now it is %s %s", before.FEN, before.Line, after.FEN, after.Line)
	}
	p.sick = true // until the next is played here
	return nil
}

var total = func() (n int) {
	for _, s := range steps {
		n += s.often
	}
	return n
}

// pickStep is one of the steps, by how often they come.
func pickStep(r *rand.Rand) step {
	at := r.IntN(total())
	for _, s := range steps {
		if at -= s.often; at < 0 {
			return s
		}
	}
	panic("no step")
}
