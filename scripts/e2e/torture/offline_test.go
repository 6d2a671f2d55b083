package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/serviceworker"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/torture"
)

// TestTortureOffline deploys three releases in any order, while tabs are opened, reloaded and
// killed, the service worker is killed, the network goes and comes back, and offers of new
// releases are clicked. No tab may ever have files of two releases or lose its game, an installed
// page must open without the network, and in the end each tab must come to the newest release
// by at most one click, and the older ones must be gone.
func TestTortureOffline(t *testing.T) {
	e2e.NeedSite(t)
	sum := map[string]int{}
	part := torture.Part{
		Name: "offline", Unit: "steps", Whole: true,
		Round: func(ctx context.Context, r *rand.Rand) (int, error) { return releaseOrder(ctx, r, sum) },
		Sum:   func() string { return fmt.Sprint("; ", sum) },
	}
	part.Test(t, 10)
}

// tab is a tab of a user.
type tab struct {
	*e2e.Tab
	game string // the actions that were played in it
	lost bool   // true if it could not be loaded without the network
}

// order is one order of events, with the user's browser.
type order struct {
	*e2e.Deployment
	r      *rand.Rand
	anchor *e2e.Tab // holds the storage; it shows nothing
	tabs   []*tab
	games  []string // those that tabs have stored
	sum    map[string]int
}

// happenings are what may happen, with their frequencies.
var happenings = []struct {
	name  string
	often int
	do    func(*order) error
}{
	{"a deployment", 4, (*order).deploys},
	{"a look for a new release", 4, (*order).looks},
	{"a click", 6, (*order).clicks},
	{"an action", 4, (*order).acts},
	{"a reload", 3, (*order).reloads},
	{"a part is loaded", 3, (*order).opensPart},
	{"another tab", 2, (*order).opens},
	{"a tab is killed", 1, (*order).killsTab},
	{"the worker is killed", 2, (*order).killsWorker},
	{"the network goes or comes", 3, (*order).turns},
}

func releaseOrder(ctx context.Context, r *rand.Rand, sum map[string]int) (steps int, err error) {
	d, err := e2e.Deploy()
	if err != nil {
		return 0, err
	}
	defer d.Server.Close()
	anchor, err := e2e.NewInstallable(e2e.Shared(), "about:blank", e2e.Desktop)
	if err != nil {
		return 0, err
	}
	defer anchor.Close()
	o := &order{Deployment: d, r: r, anchor: anchor, games: []string{""}, sum: sum}
	var done []string
	defer func() {
		if err != nil {
			err = fmt.Errorf("after %s: %w\n%s", strings.Join(done, ", "), err, o.seen())
		}
		for _, tab := range o.tabs {
			tab.Close()
		}
	}()
	d.Deploy(r.IntN(len(e2e.ReleaseNames)))
	if err := o.opens(); err != nil {
		return 0, err
	}
	if r.IntN(3) > 0 { // otherwise anything may happen while it is being installed
		if err := o.tabs[0].Wait(e2e.IsInstalled); err != nil {
			return 0, err
		}
	}
	var all []int
	for i, h := range happenings {
		all = append(all, slices.Repeat([]int{i}, h.often)...)
	}
	for range 8 + r.IntN(9) {
		if ctx.Err() != nil {
			return steps, nil
		}
		h := happenings[all[r.IntN(len(all))]]
		done = append(done, h.name)
		if err := h.do(o); err != nil {
			return steps, err
		}
		if err := o.check(); err != nil {
			return steps, err
		}
		steps++
	}
	done = append(done, "the end")
	return steps, o.settles()
}

// seen describes what each tab is doing, for an order that failed.
func (o *order) seen() string {
	const state = `(async () => {
		const registration = await navigator.serviceWorker?.getRegistration().catch(String), workers = {};
		for (const name of ["installing", "waiting", "active"]) workers[name] = registration?.[name]?.state;
		const {readyState, body, visibilityState} = document;
		return JSON.stringify({at: location.href, before: window.before, readyState, boot: body?.dataset.boot, visibilityState,
			controller: navigator.serviceWorker?.controller?.state, workers, caches: await caches?.keys().catch(String), locks: (await navigator.locks?.query())?.held.map(({name}) => name), since: Math.round(performance.now()),
			files: performance.getEntriesByType("resource").length});
	})()`
	var lines []string
	for i, t := range o.tabs {
		now := ""
		if err := t.Eval(state, &now); err != nil {
			now = err.Error()
		}
		lines = append(lines, fmt.Sprintf("    tab %d: %s %s", i+1, now, strings.Join(t.Problems(), "; ")))
	}
	return strings.Join(lines, "\n")
}

// any returns any tab for which a function is true, or else any tab.
func (o *order) any(is func(*tab) bool) *tab {
	wanted := slices.DeleteFunc(slices.Clone(o.tabs), func(t *tab) bool { return !is(t) })
	if len(wanted) == 0 {
		wanted = o.tabs
	}
	return wanted[o.r.IntN(len(wanted))]
}

func isLoaded(t *tab) bool { return !t.lost }

// deploys deploys another release.
func (o *order) deploys() error {
	o.sum["deployments"]++
	o.Deploy((o.Current + 1 + o.r.IntN(len(e2e.ReleaseNames)-1)) % len(e2e.ReleaseNames))
	return nil
}

func (o *order) turns() error {
	o.Does(func() { o.Down = !o.Down })
	return nil
}

func (o *order) looks() error {
	if t := o.any(isLoaded); !t.lost {
		return t.Eval(e2e.ComesBack, nil)
	}
	return nil
}

func (o *order) killsWorker() error {
	return o.anchor.Run(serviceworker.Enable(), serviceworker.StopAllWorkers())
}

func (o *order) killsTab() error {
	if len(o.tabs) == 1 {
		return nil
	}
	i := o.r.IntN(len(o.tabs))
	o.tabs[i].Close()
	o.tabs = slices.Delete(o.tabs, i, i+1)
	return nil
}

// opens opens another tab, which goes on with a game that was stored.
func (o *order) opens() error {
	if len(o.tabs) == 3 {
		return nil
	}
	installed, err := o.isInstalled()
	if err != nil {
		return err
	}
	page, err := o.anchor.Beside("about:blank", e2e.Desktop)
	if err != nil {
		return err
	}
	t := &tab{Tab: page}
	o.tabs = append(o.tabs, t)
	// Without the network this shows the browser's own page.
	if err := page.Eval(fmt.Sprintf("setTimeout(() => location.href = %q), 1", o.Address), nil); err != nil {
		return err
	}
	if err := o.loads(t, installed); err != nil || t.lost {
		return err
	}
	return o.takes(t)
}

func (t *tab) actions() (actions string, err error) {
	return actions, t.Eval(e2e.Game+".toJSON().actions.join(' ')", &actions)
}

// isInstalled reports whether the worker answers for a tab, and so for all that are loaded.
func (o *order) isInstalled() (is bool, err error) {
	for _, t := range o.tabs {
		if t.lost || is {
			continue
		}
		if err := t.Eval(e2e.IsInstalled, &is); err != nil {
			return false, err
		}
	}
	return is, nil
}

// loads waits until a tab is loaded, or has failed to load, which an installed page must not.
func (o *order) loads(t *tab, installed bool) error {
	const state = "location.protocol === 'about:' ? '' : location.protocol.startsWith('chrome') ? 'failed' : document.body?.dataset.boot === 'loading' ? document.querySelector('.stale')?.checkVisibility() && document.readyState === 'complete' ? 'failed' : '' : document.body?.dataset.boot ?? ''"
	if err := t.Wait("!window.before && (" + state + ")"); err != nil {
		return err
	}
	var now string
	if err := t.Eval(state, &now); err != nil {
		return err
	}
	t.lost = now != "ready"
	if t.lost && installed {
		return errors.New("an installed page does not load: " + now)
	}
	if t.lost && !o.isDown() {
		// The page itself was cached, and the release of it is gone.
		o.sum["stale pages"]++
	}
	if o.isDown() && !t.lost {
		o.sum["loads without the network"]++
	}
	return nil
}

func (o *order) isDown() (is bool) {
	o.Does(func() { is = o.Down })
	return is
}

func (o *order) reloads() error {
	return o.reload(o.any(isLoaded), "setTimeout(() => location.reload())")
}

// reload leaves a page by a script and waits until it is loaded again, with its game.
func (o *order) reload(t *tab, script string) error {
	installed, err := o.isInstalled()
	if err != nil {
		return err
	}
	if err := t.Eval("window.before = true, "+script+", 1", nil); err != nil {
		return err
	}
	return o.again(t, installed)
}

func (o *order) again(t *tab, installed bool) error {
	if err := o.loads(t, installed); err != nil || t.lost {
		return err
	}
	if t.game == "" { // a tab in which nothing was played goes on with the last game, as a new one does
		return o.takes(t)
	}
	return t.sameGame()
}

// takes reads the game of a tab that goes on with one that was stored.
func (o *order) takes(t *tab) (err error) {
	if t.game, err = t.actions(); err == nil && !slices.Contains(o.games, t.game) {
		err = fmt.Errorf("a tab has the game %q, but the games were %q", t.game, o.games)
	}
	return err
}

func (t *tab) sameGame() error {
	now, err := t.actions()
	if err == nil && now != t.game {
		err = fmt.Errorf("the game was %q and is %q", t.game, now)
	}
	return err
}

// clicks clicks the offer of a new release in the tabs that have it.
func (o *order) clicks() error {
	isOffering := func(t *tab) (is bool) {
		return !t.lost && t.Eval(e2e.IsOffered, &is) == nil && is
	}
	if t := o.any(isOffering); isOffering(t) {
		return o.click(t)
	}
	return nil
}

func (o *order) click(t *tab) error {
	o.sum["clicks"]++
	var before, after string
	var at browser.Point
	if err := first(
		t.Eval("window.before = true, "+e2e.Release, &before),
		t.Eval("(() => { const r = document.getElementById('update-load').getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2}; })()", &at),
	); err != nil {
		return err
	}
	if err := first(t.Click(at)); err != nil {
		return err
	}
	if err := o.again(t, true); err != nil {
		return err
	}
	if err := t.Eval(e2e.Release, &after); err != nil {
		return err
	}
	if after == before {
		return fmt.Errorf("the release is %s as before the click", after)
	}
	return nil
}

// acts plays a ban or a move by two clicks on the board.
func (o *order) acts() error {
	t := o.any(isLoaded)
	if t.lost {
		return nil
	}
	var squares []browser.Point
	if err := t.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById("board"), at = board.getBoundingClientRect(), legal = board.game.getLegalActions();
		const {ban, move} = legal[%d %% legal.length], pair = ban ?? move;
		return [pair.from, pair.to].map((square) => board.squareRect(square)).map((r) => ({X: at.x + r.x + r.width / 2, Y: at.y + r.y + r.height / 2}));
	})()`, o.r.IntN(1000)), &squares); err != nil {
		return err
	}
	var ply int
	if err := first(t.Eval(e2e.Game+".getPly()", &ply), t.Run()); err != nil {
		return err
	}
	for _, at := range squares {
		if err := t.Click(at); err != nil {
			return err
		}
	}
	if err := t.Wait(fmt.Sprintf("%s.getPly() === %d", e2e.Game, ply+1)); err != nil {
		return err
	}
	var err error
	t.game, err = t.actions()
	o.games = append(o.games, t.game)
	o.sum["actions"]++
	return err
}

// opensPart opens a dialog of an installed page, whose part is loaded when it is opened for the
// first time, and closes it.
func (o *order) opensPart() error {
	t := o.any(isLoaded)
	if t.lost {
		return nil
	}
	parts := []struct{ button, dialog string }{{"settings-open", "settings"}, {"help-open", "help"}, {"share-open", "share"}, {"new", "new-game"}}
	part := parts[o.r.IntN(len(parts))]
	var controlled bool
	if err := t.Eval(e2e.IsInstalled, &controlled); err != nil || !controlled {
		return err // without the worker it has its files from the network, as far as that has them
	}
	o.sum["parts"]++
	return first(
		t.Eval(fmt.Sprintf("document.getElementById(%q).click(), 1", part.button), nil),
		t.Wait(fmt.Sprintf("document.getElementById(%q)?.open", part.dialog)),
		t.Eval(fmt.Sprintf("document.getElementById(%q).close(), 1", part.dialog), nil),
	)
}
