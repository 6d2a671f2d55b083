package torture

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// step is an action of a user, or a fault.
type step struct {
	name  string
	often int
	do    func(*user) error
}

var steps = slices.Concat(inputs, breakdowns, []step{
	{"a drag that never ends", 3, (*user).dragForEver},
})

var inputs = []step{
	{"play", 30, (*user).play},
	{"press", 20, (*user).press},
	{"click", 10, func(u *user) error {
		at, err := u.anywhere()
		if err != nil {
			return err
		}
		return []func(browser.Point) error{u.Click, u.DoubleClick, u.RightClick, u.Tap}[u.r.IntN(4)](at)
	}},
	{"drag", 6, (*user).dragAnywhere},
	{"key", 20, (*user).anyKey},
	{"the engine on", 16, (*user).engineOn},
	{"wait", 3, func(u *user) error {
		return u.Eval(fmt.Sprintf("new Promise((done) => setTimeout(done, %d))", u.r.IntN(400)), nil)
	}},
}

const losesWebGL = "lose WebGL"

var breakdowns = []step{
	{"resize", 5, func(u *user) error { return u.keepsIn(func() error { return u.SetView(anyView(u.r)) }) }},
	{"reload", 5, online((*user).reload)},
	{"reload the frame", 4, inPage(`
		const frame = document.getElementById('board').frameWindow;
		frame ? frame.location.replace(document.querySelector('#board iframe').src) : hit = false`)},
	{losesWebGL, 4, inPage(`
		const gl = document.querySelector('#board iframe').contentDocument?.querySelector('canvas')?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
		hit = !!gl, begins = hit && (torture.crashing || !document.getElementById('board').drawn);
		gl?.loseContext(), setTimeout(() => { try { gl?.restoreContext(); } catch {} }, 50)`)},
	{"crash the board", 3, func(u *user) error {
		return u.keeps(fmt.Sprintf("if (!document.getElementById('board').drawn) hit = false; else torture.crashing = true, %s(%d).catch(() => {}).finally(() => { torture.crashing = false; })", gallery.CrashBoard, 1+u.r.IntN(2)*4))
	}},
	{"kill the worker", 6, inPage("hit = torture.killWorkers() > 0")},
	{"storage is full", 2, (*user).fillStorage},
	{"storage is blocked", 2, (*user).blockStorage},
	{"storage is corrupted", 2, (*user).corruptStorage},
	{"storage is as it was", 4, func(u *user) error {
		u.hit = u.storage[sharedStorage]|u.storage[ownStorage] != 0
		return u.repairStorage()
	}},
	{"offline", 3, func(u *user) error {
		u.hit = !u.site.isDown()
		u.site.does(func() { u.site.down = true })
		return u.Eval("dispatchEvent(new Event('offline'))", nil)
	}},
	{"online", 5, func(u *user) error {
		u.hit = u.site.isDown()
		return u.goOnline()
	}},
	{"a second tab", 2, online((*user).secondTab)},
	{"the clock jumps", 4, func(u *user) error { return u.jump() }},
	{"a reload after the clock has jumped", 2, online(func(u *user) error {
		if err := u.jump(); err != nil {
			return err
		}
		return u.reload()
	})},
	{"hide", 3, inPage("hit = !document.hidden, torture.hide(true)")},
	{"show", 4, inPage("hit = document.hidden, torture.hide(false)")},
}

// duringDrag are the faults that occur during a drag, by name.
var duringDrag = []string{"reload", "reload the frame", "resize", "hide", "kill the worker", losesWebGL, "crash the board"}

// inPage returns a step with a fault in the page that must not change the record.
func inPage(script string) func(*user) error {
	return func(u *user) error { return u.keeps(script) }
}

// online returns a step that switches the network on first.
func online(do func(*user) error) func(*user) error {
	return func(u *user) error {
		if err := u.goOnline(); err != nil {
			return err
		}
		return do(u)
	}
}

func (u *user) goOnline() error {
	u.site.does(func() { u.site.down = false })
	if err := u.script("dispatchEvent(new Event('online')), document.getElementById('failure-retry').checkVisibility() && document.getElementById('failure-retry').click()"); err != nil {
		return err
	}
	return u.waitLoaded()
}

// jump shifts the system's clock, and reports to the page a sleep of the computer
// of up to an hour if it goes forward.
func (u *user) jump() error {
	by := []float64{-1e9, -5000, 5000, 3.6e6, 1e9}[u.r.IntN(5)]
	u.site.does(func() { u.site.shift = by })
	return u.keeps(fmt.Sprintf("torture.clock.shift = %g, torture.clock.slept += %g", by, max(0, min(by, 3.6e6))))
}

// breaks takes a step, and counts whether it found something to break.
func (u *user) breaks(s step) error {
	u.hit = true
	err := s.do(u)
	if isBreakdown(s.name) {
		u.hits.count(s.name, u.hit)
	}
	if err == nil && u.hit && slices.Contains(endsEngine, s.name) {
		err = u.engineAnswers()
	}
	return err
}

// endsEngine are the faults after which the engine has to start again, by name.
var endsEngine = []string{"reload", "reload the frame", "kill the worker", "crash the board"}

// anyView returns a window of random size.
func anyView(r *rand.Rand) browser.View {
	if r.IntN(2) == 0 {
		return []browser.View{browser.Desktop, browser.Phone}[r.IntN(2)]
	}
	return browser.View{Width: 280 + r.IntN(1400), Height: 280 + r.IntN(900), Ratio: 1 + float64(r.IntN(3))/2, Dark: r.IntN(2) == 0, Still: r.IntN(2) == 0, Touch: r.IntN(2) == 0}
}

// anywhere returns a random point in the window.
func (u *user) anywhere() (at browser.Point, err error) {
	var size struct{ X, Y float64 }
	err = u.Eval("({X: innerWidth, Y: innerHeight})", &size)
	return browser.Point{X: u.r.Float64() * size.X, Y: u.r.Float64() * size.Y}, err
}

// fromTo returns two random points in the window.
func (u *user) fromTo() (from, to browser.Point, err error) {
	if from, err = u.anywhere(); err != nil {
		return from, to, err
	}
	to, err = u.anywhere()
	return from, to, err
}

// press clicks a random control.
func (u *user) press() error {
	var at *browser.Point
	err := u.Eval(fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll("button:not(:disabled), summary, input, select, [data-entry], [data-action], a")].filter((e) => e.checkVisibility() && e.type !== "file");
		const top = document.querySelector("dialog[open]");
		const near = top ? all.filter((e) => top.contains(e)) : all;
		const e = near[%d %% near.length];
		if (!e) return null;
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, u.r.IntN(1e6)), &at)
	if err != nil || at == nil {
		return err
	}
	return u.Click(*at)
}

func (u *user) dragAnywhere() error {
	from, to, err := u.fromTo()
	if err != nil {
		return err
	}
	switch u.r.IntN(5) {
	case 0:
		return u.Swipe(from, to)
	case 1:
		return u.RightDrag(from, to, u.r.IntN(11))
	case 2:
		return u.Pinch(from, 2)
	case 3:
		return u.Wheel(from, 600*u.r.Float64()-300)
	}
	return u.Drag(from, to)
}

func (u *user) anyKey() error {
	keys := []string{browser.ArrowLeft, browser.ArrowRight, browser.ArrowUp, browser.ArrowDown, browser.Home, browser.End, browser.Escape, browser.Enter, browser.Tab, " ", "f", "h", "l", "x", "c", "/", "?", "q", "e"}
	key := keys[u.r.IntN(len(keys))]
	switch u.r.IntN(8) {
	case 0:
		return u.Chord(browser.Control, []string{"z", "y"}[u.r.IntN(2)])
	case 1:
		return u.Chord(browser.Shift, key)
	case 2:
		return u.Type([]string{"Nf3", "e2e4", "hello", "b:e2e4 m:d2d4", "\U0001f600"}[u.r.IntN(5)])
	}
	return u.Key(key)
}

// dragForEver begins to drag, mostly a piece, and causes a fault during the drag. Then it
// releases the button, or leaves it pressed for the next steps.
func (u *user) dragForEver() error {
	from, to, err := u.fromTo()
	if err != nil {
		return err
	}
	if u.r.IntN(4) > 0 {
		if piece, square, ok, err := u.aim(""); err != nil {
			return err
		} else if ok {
			from, to = piece, square
		}
	}
	down, move := u.MouseDown, u.MouseMove
	if u.r.IntN(2) == 0 {
		down, move, u.touching = u.TouchDown, u.TouchMove, true
	}
	if err := down(from); err != nil {
		return err
	}
	if err := move(to); err != nil {
		return err
	}
	name := duringDrag[u.r.IntN(len(duringDrag))]
	fault := breakdowns[slices.IndexFunc(breakdowns, func(s step) bool { return s.name == name })]
	if err := u.breaks(fault); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if u.r.IntN(2) == 0 {
		return u.letGo()
	}
	return nil
}

// secondTab opens the game in another tab, and plays in both in turn. Each keeps its own
// game after a reload, and a third tab gets the game that was stored last.
func (u *user) secondTab() error {
	if err := u.SetView(browser.Desktop); err != nil {
		return err
	}
	if u.r.IntN(4) > 0 {
		if err := u.repairStorage(); err != nil {
			return err
		}
	}
	if err := u.friendGame(); err != nil {
		return err
	}
	for range 1 + u.r.IntN(3) {
		if err := u.playOn(); err != nil {
			return err
		}
	}
	before, err := u.snapshot()
	if err != nil {
		return err
	}
	if err := u.acknowledged(before); err != nil {
		return err
	}
	other, err := u.beside()
	if err != nil {
		return err
	}
	defer other.Close()
	now, err := other.rested()
	if err != nil {
		return fmt.Errorf("the other tab: %w", err)
	}
	sharedWorks := u.storage[sharedStorage]&^foreign == 0
	if sharedWorks && now.Line != before.Line {
		return fmt.Errorf("%q was stored last, another tab begins with %q", before.Line, now.Line)
	}
	if !sharedWorks { // it has what there is
		if err := other.friendGame(); err != nil {
			return fmt.Errorf("the other tab: %w", err)
		}
	}
	// Each tab waits only for its own actions, so that both write at the same time.
	tabs, plies := []*user{u, other}, []int{0, 0}
	last, played := 0, []int{0, 0}
	for i := range 6 + u.r.IntN(5) {
		last = u.r.IntN(2)
		if i < 2 {
			last = i // each at least once
		}
		tab := tabs[last]
		if plies[last] > 0 {
			if err := tab.playedTo(plies[last]); err != nil {
				return fmt.Errorf("tab %d: %w", last, err)
			}
		}
		if plies[last], err = tab.playSoon(); errors.Is(err, errGameOver) {
			break
		} else if err != nil {
			return fmt.Errorf("tab %d: %w", last, err)
		}
		played[last]++
	}
	if !slices.Contains(played, 0) {
		// The other tab must have finished first, so that the last one is known.
		if err := tabs[1-last].playedTo(plies[1-last]); err != nil {
			return err
		}
		if err := tabs[last].playedTo(plies[last]); err != nil {
			return err
		}
		if plies[last], err = tabs[last].playSoon(); err == nil {
			err = tabs[last].playedTo(plies[last])
		}
		if err != nil && !errors.Is(err, errGameOver) {
			return err
		}
	}
	return u.tabsKeep(tabs, last, err == nil && sharedWorks)
}

// tabsKeep checks that each tab has its own game after a reload, before and after a new
// tab has loaded the game that was stored last.
func (u *user) tabsKeep(tabs []*user, last int, known bool) error {
	want, err := tabs[last].snapshot()
	if err != nil {
		return err
	}
	third, err := u.beside()
	if err != nil {
		return err
	}
	defer third.Close()
	now, err := third.rested()
	if err != nil {
		return fmt.Errorf("a new tab: %w", err)
	}
	if known && (now.FEN != want.FEN || now.Line != want.Line) {
		return fmt.Errorf("%s %q was stored last, a new tab has %s %q", want.FEN, want.Line, now.FEN, now.Line)
	}
	for _, tab := range tabs {
		tab.storage[sharedStorage] |= foreign
	}
	defer func() { u.storage[sharedStorage] |= foreign }()
	for i, tab := range tabs {
		if err := tab.reload(); err != nil {
			return fmt.Errorf("tab %d: %w", i, err)
		}
	}
	return first(tabs[1].clean(), third.clean())
}

// beside opens the page in another tab of the same browser.
func (u *user) beside() (*user, error) {
	page, err := u.Beside(u.site.address, browser.Desktop)
	if err != nil {
		return nil, err
	}
	return &user{Tab: page, r: u.r, site: u.site, storage: u.storage.inNewTab()}, nil
}

var total = func() (n int) {
	for _, s := range steps {
		n += s.often
	}
	return n
}

// pickStep returns a random step, by the frequency of each.
func pickStep(r *rand.Rand) step {
	at := r.IntN(total())
	for _, s := range steps {
		if at -= s.often; at < 0 {
			return s
		}
	}
	panic("no step")
}

// hits counts for each kind of fault, by name, how often it was tried, and how often there
// was something to break: a running worker of an engine, a board with WebGL.
type hits map[string]struct{ found, tried int }

func (h hits) count(name string, found bool) {
	one := h[name]
	one.tried++
	if found {
		one.found++
	}
	h[name] = one
}

func (h hits) add(more hits) {
	for name, n := range more {
		one := h[name]
		one.found, one.tried = one.found+n.found, one.tried+n.tried
		h[name] = one
	}
}

func isBreakdown(name string) bool {
	return slices.ContainsFunc(breakdowns, func(s step) bool { return s.name == name })
}

// repairs are the faults that end other faults.
var repairs = []string{"storage is as it was", "online", "show"}

// missed returns the kinds of faults that have broken nothing.
func (h hits) missed() (names []string) {
	for _, s := range breakdowns {
		if h[s.name].found == 0 && !slices.Contains(repairs, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

func (h hits) String() string {
	var words []string
	for _, s := range breakdowns {
		words = append(words, fmt.Sprintf("%s %d/%d", s.name, h[s.name].found, h[s.name].tried))
	}
	return strings.Join(words, ", ")
}
