package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
)

// The installed page works without a network, in the tab that has installed it and in a new
// one: a game is played by clicks, the engine gives lines, a report and a picture are made, and
// every puzzle is there.
func TestOffline(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	d.goes(true)
	p.press("#settings-open") // it is loaded only now
	p.wait("document.getElementById('settings').open")
	p.must(p.Key(browser.Escape))
	p.reload()
	p.press("#tour-skip")
	hands[0].playAll(p, mate)
	p.words("headline", "White wins: checkmate by ban")
	p.press("#mode-analyse")
	p.report()
	p.reported("done")
	p.press("#tab-lines")
	p.press("#undo")
	p.press("#engine")
	p.wait("document.querySelector('#engine-lines [data-action=\"b:e8f7\"]')")
	p.press("#engine")
	p.wait("import(new URL('picture.js', document.querySelector('script[type=module]').src)).then(({picture}) => picture(" + game + ", {format: 'svg'})).then(({size}) => size > 1000)")
	p.unmixed()

	q := d.beside(p, "#puzzle/daily").ready()
	q.shown("puzzle/daily", "Puzzle of the day")
	part, err := os.ReadFile("../../assets/puzzles-3.txt")
	if err != nil {
		t.Fatal(err)
	}
	has := q.text("await fetch(new URL('assets/puzzles-3.txt', document.querySelector('script[type=module]').src)).then((answer) => answer.text())")
	if has != string(part) {
		t.Error("the puzzles without a network are others")
	}
	q.unmixed()
}

// A first visit is not taken over while it loads: its files are from the network, and afterwards
// it is installed without a reload.
func TestFirstVisitIsInstalled(t *testing.T) {
	d := deployed(t)
	p := d.open(t)
	p.must(p.Eval("window.taken = [], navigator.serviceWorker.addEventListener('controllerchange', () => taken.push(document.body.dataset.boot)), 1", nil))
	p.ready()
	p.wait(isInstalled)
	p.wait("taken.join() === 'ready'")
}

// A new release waits, is offered in a line, and is loaded with one click. The game stays, and
// the older release is deleted. The WebAssembly that has not changed is not loaded again.
func TestNewRelease(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	p.press("#tour-skip")
	hands[0].playAll(p, firstActions(mate, 5))
	d.note()
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.wait(isOffered)
	p.words("update", "A new version is ready.")
	if got := p.text(release); got != "A" {
		t.Errorf("the release is %s before the click", got)
	}
	for _, asked := range d.noted() {
		if strings.HasSuffix(asked, ".wasm") {
			t.Errorf("%s was loaded again", asked)
		}
	}
	p.loadsNew("B")
	if got := p.actions(); got != firstActions(mate, 5) {
		t.Errorf("the game is %s", got)
	}
	p.wait(keptReleases + ".then((n) => n === 1)")
	p.unmixed()
	d.goes(true)
	p.reload()
	p.unmixed()
}

// loadsNew clicks the offer, and waits for the release.
func (p player) loadsNew(want string) {
	p.t.Helper()
	p.wait(isOffered)
	p.must(p.Eval("window.before = true", nil))
	p.press("#update-load")
	p.wait("!window.before")
	p.ready()
	if got := p.text(release); got != want {
		p.t.Errorf("the release is %s after the click, want %s", got, want)
	}
}

// While one tab loads the new release, another goes on with the old one, of which it can still
// load parts, and comes to the new one by a click of its own. The old one goes with its last tab.
func TestTabsOfTwoReleases(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	q := d.beside(p, "").ready()
	q.press("#tour-skip")
	hands[0].playAll(q, firstActions(mate, 3))
	d.deploy(2)
	p.must(p.Eval(comesBack, nil))
	p.loadsNew("C")
	q.press("#help-open")
	q.wait("document.getElementById('help').open")
	q.must(q.Key(browser.Escape))
	q.wait("!document.getElementById('help').open")
	q.press("#mode-learn")
	q.wait("document.body.dataset.learn === 'try'")
	q.press("#mode-play")
	q.unmixed()
	p.unmixed()
	if n := q.number(keptReleases); n != 2 {
		t.Errorf("%g releases are kept while two are shown", n)
	}
	q.loadsNew("C")
	if got := q.actions(); got != firstActions(mate, 3) {
		t.Errorf("the game is %s", got)
	}
	p.wait(keptReleases + ".then((n) => n === 1)")
}

// The old release goes also when its last tab is closed, and not taken to the new one.
func TestOldReleaseGoesWithItsTab(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	q := d.beside(p, "").ready()
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.loadsNew("B")
	if n := p.number(keptReleases); n != 2 {
		t.Errorf("%g releases are kept while two are shown", n)
	}
	q.Close()
	p.wait(keptReleases + ".then((n) => n === 1)")
}

// A release that is deployed again is in use: its installation never takes away what it has,
// neither if the network goes in the middle of it nor if it has nothing to load. The release
// between is deleted then.
func TestReleaseComesBack(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	p.press("#tour-skip")
	hands[0].playAll(p, firstActions(mate, 3))
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.wait(isOffered)
	p.wait("caches.keys().then(([name]) => caches.open(name)).then(async (cache) => { for (const {url} of await cache.keys()) if (url.endsWith('.txt')) await cache.delete(url); return true; })")
	d.deploy(0)
	p.must(p.Run(network.ClearBrowserCache()))
	d.does(func() { d.onlyWorker = true })
	p.must(p.Eval("window.ended = 0, navigator.serviceWorker.getRegistration().then((registration) => registration.onupdatefound = () => registration.installing.onstatechange = ({target}) => window.ended += target.state === 'redundant')", nil))
	p.must(p.Eval(comesBack, nil))
	p.wait("ended === 1")
	d.goes(true)
	p.reload()
	p.isOf("A")
	if got := p.actions(); got != firstActions(mate, 3) {
		t.Errorf("the game is %s", got)
	}
	hands[0].playAll(p, strings.TrimPrefix(firstActions(mate, 5), firstActions(mate, 3)+" "))
	p.unmixed()

	d.does(func() { d.down, d.onlyWorker = false, false })
	d.note()
	p.must(p.Eval(comesBack, nil))
	p.wait(keptReleases + ".then((n) => n === 1)")
	for _, asked := range d.noted() {
		if !strings.HasSuffix(asked, ".txt") && !strings.HasSuffix(asked, "/sw.js") {
			t.Errorf("%s was loaded again", asked)
		}
	}
	d.goes(true)
	p.reload()
	p.isOf("A")
	p.unmixed()
}

// A release that is deployed again takes over while pages of it and of the other one are open,
// by one click, even if the browser starts the old worker again at the moment when it stops.
func TestReleaseReturns(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	q := d.beside(p, "").ready()
	clicked := func(newest string) {
		t.Helper()
		p.must(p.Eval(comesBack, nil))
		p.wait(isOffered)
		p.must(p.Eval("window.before = true, document.getElementById('update-load').click(), 1", nil))
		p.wait("!window.before")
		p.ready()
		p.isOf(newest)
	}
	d.deploy(1)
	clicked("B")
	q.isOf("A")
	d.deploy(0)
	clicked("A")
	q.isOf("A")
	q.wait(keptReleases + ".then((n) => n === 1)")
}

// isOf fails if the page is of another release.
func (p player) isOf(want string) {
	p.t.Helper()
	if got := p.text(release); got != want {
		p.t.Errorf("the release is %s, want %s", got, want)
	}
}

// A page in a frame does not keep an older release.
func TestFrameKeepsNoRelease(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	q := d.beside(p, "nothing")
	q.must(q.Eval(fmt.Sprintf("document.body.appendChild(Object.assign(document.createElement('iframe'), {src: %q})), 1", d.address), nil))
	q.wait("frames[0]?.document.body?.dataset.boot === 'ready'")
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.loadsNew("B")
	p.wait(keptReleases + ".then((n) => n === 1)")
}

// A game with a clock is not touched: the release is offered when it is over.
func TestNewReleaseWaitsForTheClock(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	p.timedGame("against=friend")
	hands[0].playAll(p, firstActions(mate, 3))
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.wait("navigator.serviceWorker.getRegistration().then(({waiting}) => waiting)")
	if p.text(isOffered) != "false" {
		t.Error("the release is offered during a game with a clock")
	}
	p.menu("#resign")
	p.loadsNew("B")
}

// The offer can be put off.
func TestNewReleaseLater(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	d.deploy(1)
	p.must(p.Eval(comesBack, nil))
	p.press("#update-later")
	p.wait("document.querySelector('#update').childElementCount === 0 && document.activeElement.id === 'headline'")
	p.reload()
	p.loadsNew("B")
}

// If the browser has no room or stores nothing, the page works as it does without a worker.
func TestNoRoomForARelease(t *testing.T) {
	t.Run("full", func(t *testing.T) {
		d := deployed(t)
		p := d.open(t)
		p.quota(d, 1_000_000)
		p.ready()
		p.wait("navigator.serviceWorker.getRegistration().then((registration) => registration === undefined)")
		hands[0].playAll(p, firstActions(mate, 2))
		p.reload()
		p.wait("caches.keys().then((names) => names.length === 0)")
	})
	t.Run("full for the next one", func(t *testing.T) {
		d := deployed(t)
		p := d.open(t).ready()
		p.wait(isInstalled)
		p.quota(d, p.number("navigator.storage.estimate().then(({usage}) => usage + 500_000)"))
		d.deploy(2)
		p.must(p.Eval("window.ended = 0, navigator.serviceWorker.getRegistration().then((registration) => registration.onupdatefound = () => registration.installing.onstatechange = ({target}) => window.ended += target.state === 'redundant')", nil))
		p.must(p.Eval(comesBack, nil))
		p.wait("ended === 1")
		d.goes(true)
		p.reload()
		if got := p.text(release); got != "A" {
			t.Errorf("the release is %s", got)
		}
		p.unmixed()
	})
	t.Run("blocked", func(t *testing.T) {
		d := deployed(t)
		p := d.open(t)
		p.must(p.Before("ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('blocked', 'SecurityError'))"))
		p.must(p.Goto(d.address))
		p.ready()
		hands[0].playAll(p, firstActions(mate, 2))
		p.unmixed()
	})
}

// quota sets the bytes that the browser stores for the site.
func (p player) quota(d *deployment, bytes float64) {
	p.t.Helper()
	p.must(p.Run(storage.OverrideQuotaForOrigin(d.server.URL).WithQuotaSize(bytes)))
}

// The browser finds nothing wrong with the manifest, and would install the page.
func TestManifest(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	p.must(p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		address, faults, text, _, err := cdppage.GetAppManifest().Do(ctx)
		if err != nil {
			return err
		}
		for _, fault := range faults {
			t.Errorf("%s:%d: %s", address, fault.Line, fault.Message)
		}
		var manifest struct {
			Icons []struct{ Src, Sizes, Purpose string }
			Share struct{ Action string } `json:"share_target"`
			Files []struct {
				Accept map[string][]string
			} `json:"file_handlers"`
		}
		if err := json.Unmarshal([]byte(text), &manifest); err != nil {
			return err
		}
		var icons []string
		for _, icon := range manifest.Icons {
			size := p.text(fmt.Sprintf("await (async () => { const icon = new Image(); icon.src = new URL(%q, %q); await icon.decode(); return icon.width + 'x' + icon.height; })()", icon.Src, address))
			if size != icon.Sizes {
				t.Errorf("%s has the size %s, and its manifest says %s", icon.Src, size, icon.Sizes)
			}
			icons = append(icons, icon.Sizes+" "+icon.Purpose)
		}
		if want := []string{"192x192 any", "512x512 any", "512x512 maskable"}; !slices.Equal(icons, want) {
			t.Errorf("the icons are %v, want %v", icons, want)
		}
		if manifest.Share.Action == "" || len(manifest.Files) != 1 || !slices.Contains(manifest.Files[0].Accept["application/vnd.chess-pgn"], ".pgn") {
			t.Errorf("it takes nothing from other programs: %s", text)
		}
		missing, err := cdppage.GetInstallabilityErrors().Do(ctx)
		for _, fault := range missing {
			if fault.ErrorID != "in-incognito" {
				t.Errorf("it cannot be installed: %s", fault.ErrorID)
			}
		}
		return err
	})))
}

// A game that another program shares, as a file or a link, or opens with the installed page is
// loaded, also without a network. The game before can be restored.
func TestGivenGames(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	p.press("#tour-skip")
	hands[0].playAll(p, firstActions(mate, 4))
	p.wait("document.body.dataset.link === 'made'")
	link := p.text("await (document.getElementById('share-open').click(), new Promise((done) => setInterval(() => document.getElementById('link')?.value && done(document.getElementById('link').value), 10)))")
	p.must(p.Key(browser.Escape))
	hands[0].playAll(p, "b:a2a4")
	d.goes(true)
	const pgn = "1. {banning: e2e4} d4 {banning: e7e5} d5 *"
	post := func(name, value string) {
		t.Helper()
		p.must(p.Eval(fmt.Sprintf(`window.before = true, setTimeout(async () => {
			// A page of the browser sends this: the policy of the page forbids forms.
			const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), {src: document.getElementById("board").frameWindow.location.href}));
			await new Promise((done) => frame.onload = done);
			const {contentDocument: inside} = frame;
			inside.body.innerHTML = '<form method="post" enctype="multipart/form-data" target="_top"><input name="title"><input name="text"><input name="url"><input type="file" name="file"></form>';
			const [form] = inside.forms, files = new DataTransfer();
			form.action = location.href.split(/[?#]/)[0] + "?share";
			if (%q === "file") files.items.add(new File([%q], "game.pgn", {type: "application/vnd.chess-pgn"})), form.elements.file.files = files.files;
			else form.elements[%q].value = %q;
			form.submit();
		}), 1`, name, value, name, value), nil))
		p.wait("!window.before")
		p.ready()
	}
	post("file", pgn)
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")
	p.press("#restore")
	p.wait(game + ".toJSON().actions.length === 5")
	post("text", "Look at this: "+link)
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(firstActions(mate, 4)))
	p.wait("location.search === ''")
	post("url", link)
	p.wait(game + ".toJSON().actions.length === 4")
	p.reload()
	p.wait("location.search === ''")

	// A file that was opened with the page.
	p.must(p.Before(fmt.Sprintf(`Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => take({files: [{getFile: async () => new File([%q], "game.pgn")}]})}})`, pgn)))
	p.must(p.Goto(d.address))
	p.ready()
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")

	// Several files are one list of games.
	p.must(p.Before(fmt.Sprintf(`Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => take({files: Array(2).fill({getFile: async () => new File([%q], "game.pgn")})})}})`, pgn)))
	p.must(p.Goto(d.address))
	p.ready()
	p.wait("document.querySelectorAll('#load-games .game').length === 2")
}

// A page that is being worked on is never an old one: where a site without names by content is
// served, an installed release is removed at the next visit.
func TestWorkedOnSite(t *testing.T) {
	d := deployed(t)
	p := d.open(t).ready()
	p.wait(isInstalled)
	d.does(func() { d.unsealed = true })
	p.must(p.Goto(d.address))
	p.wait("navigator.serviceWorker.getRegistration().then((registration) => registration === undefined)")
	p.wait("caches.keys().then((names) => names.length === 0)")
	p.wait("document.title === 'worked on'")
}
