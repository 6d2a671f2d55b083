package shell

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
	"github.com/banchess/banchess/scripts/e2e"
)

// The installed page works without a network, in the tab that has installed it and in a new
// one: a game is played by clicks, the engine gives lines, a report and a picture are made, and
// every puzzle is there.
func TestOffline(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	d.Goes(true)
	p.Press("#settings-open") // it is loaded only now
	p.Await("document.getElementById('settings').open")
	p.Must(p.Key(browser.Escape))
	p.Reload()
	p.Press("#tour-skip")
	e2e.Hands[0].PlayAll(p, e2e.Mate)
	p.Words("headline", "White wins: checkmate by ban")
	p.Press("#mode-analyse")
	p.Report()
	p.Reported("done")
	p.Press("#tab-lines")
	p.Press("#undo")
	p.Press("#engine")
	p.Await("document.querySelector('#engine-lines [data-action=\"b:e8f7\"]')")
	p.Press("#engine")
	p.Await("import(new URL('picture.js', document.querySelector('script[type=module]').src)).then(({picture}) => picture(" + e2e.Game + ", {format: 'svg'})).then(({size}) => size > 1000)")
	p.Unmixed()

	q := d.Beside(p, "#puzzle/daily").Ready()
	q.Shown("puzzle/daily", "Puzzle of the day")
	part, err := os.ReadFile("../../../assets/puzzles-3.txt")
	if err != nil {
		t.Fatal(err)
	}
	has := q.Text("await fetch(new URL('assets/puzzles-3.txt', document.querySelector('script[type=module]').src)).then((answer) => answer.text())")
	if has != string(part) {
		t.Error("the puzzles without a network are others")
	}
	q.Unmixed()
}

// A first visit is not taken over while it loads: its files are from the network, and afterwards
// it is installed without a reload.
func TestFirstVisitIsInstalled(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t)
	p.Must(p.Eval("window.taken = [], navigator.serviceWorker.addEventListener('controllerchange', () => taken.push(document.body.dataset.boot)), 1", nil))
	p.Ready()
	p.Await(e2e.IsInstalled)
	p.Await("taken.join() === 'ready'")
}

// A new release waits, is offered in a line, and is loaded with one click. The game stays, and
// the older release is deleted. The WebAssembly that has not changed is not loaded again.
func TestNewRelease(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	p.Press("#tour-skip")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 5))
	d.Note()
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Await(e2e.IsOffered)
	p.Words("update", "A new version is ready.")
	if got := p.Text(e2e.Release); got != "A" {
		t.Errorf("the release is %s before the click", got)
	}
	for _, asked := range d.Noted() {
		if strings.HasSuffix(asked, ".wasm") {
			t.Errorf("%s was loaded again", asked)
		}
	}
	p.LoadsNew("B")
	if got := p.Actions(); got != e2e.FirstActions(e2e.Mate, 5) {
		t.Errorf("the game is %s", got)
	}
	p.Await(e2e.KeptReleases + ".then((n) => n === 1)")
	p.Unmixed()
	d.Goes(true)
	p.Reload()
	p.Unmixed()
}

// While one tab loads the new release, another goes on with the old one, of which it can still
// load parts, and comes to the new one by a click of its own. The old one goes with its last tab.
func TestTabsOfTwoReleases(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	q := d.Beside(p, "").Ready()
	q.Press("#tour-skip")
	e2e.Hands[0].PlayAll(q, e2e.FirstActions(e2e.Mate, 3))
	d.Deploy(2)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.LoadsNew("C")
	q.Press("#help-open")
	q.Await("document.getElementById('help').open")
	q.Must(q.Key(browser.Escape))
	q.Await("!document.getElementById('help').open")
	q.Press("#mode-learn")
	q.Await("document.body.dataset.learn === 'try'")
	q.Press("#mode-play")
	q.Unmixed()
	p.Unmixed()
	if n := q.Number(e2e.KeptReleases); n != 2 {
		t.Errorf("%g releases are kept while two are shown", n)
	}
	q.LoadsNew("C")
	if got := q.Actions(); got != e2e.FirstActions(e2e.Mate, 3) {
		t.Errorf("the game is %s", got)
	}
	p.Await(e2e.KeptReleases + ".then((n) => n === 1)")
}

// The old release goes also when its last tab is closed, and not taken to the new one.
func TestOldReleaseGoesWithItsTab(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	q := d.Beside(p, "").Ready()
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.LoadsNew("B")
	if n := p.Number(e2e.KeptReleases); n != 2 {
		t.Errorf("%g releases are kept while two are shown", n)
	}
	q.Close()
	p.Await(e2e.KeptReleases + ".then((n) => n === 1)")
}

// A release that is deployed again is in use: its installation never takes away what it has,
// neither if the network goes in the middle of it nor if it has nothing to load. The release
// between is deleted then.
func TestReleaseComesBack(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	p.Press("#tour-skip")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Await(e2e.IsOffered)
	p.Await("caches.keys().then(([name]) => caches.open(name)).then(async (cache) => { for (const {url} of await cache.keys()) if (url.endsWith('.txt')) await cache.delete(url); return true; })")
	d.Deploy(0)
	p.Must(p.Run(network.ClearBrowserCache()))
	d.Does(func() { d.OnlyWorker = true })
	p.Must(p.Eval("window.ended = 0, navigator.serviceWorker.getRegistration().then((registration) => registration.onupdatefound = () => registration.installing.onstatechange = ({target}) => window.ended += target.state === 'redundant')", nil))
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Await("ended === 1")
	d.Goes(true)
	p.Reload()
	p.IsOf("A")
	if got := p.Actions(); got != e2e.FirstActions(e2e.Mate, 3) {
		t.Errorf("the game is %s", got)
	}
	e2e.Hands[0].PlayAll(p, strings.TrimPrefix(e2e.FirstActions(e2e.Mate, 5), e2e.FirstActions(e2e.Mate, 3)+" "))
	p.Unmixed()

	d.Does(func() { d.Down, d.OnlyWorker = false, false })
	d.Note()
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Await(e2e.KeptReleases + ".then((n) => n === 1)")
	for _, asked := range d.Noted() {
		if !strings.HasSuffix(asked, ".txt") && !strings.HasSuffix(asked, "/sw.js") {
			t.Errorf("%s was loaded again", asked)
		}
	}
	d.Goes(true)
	p.Reload()
	p.IsOf("A")
	p.Unmixed()
}

// A release that is deployed again takes over while pages of it and of the other one are open,
// by one click, even if the browser starts the old worker again at the moment when it stops.
func TestReleaseReturns(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	q := d.Beside(p, "").Ready()
	clicked := func(newest string) {
		t.Helper()
		p.Must(p.Eval(e2e.ComesBack, nil))
		p.Await(e2e.IsOffered)
		p.Must(p.Eval("window.before = true, document.getElementById('update-load').click(), 1", nil))
		p.Await("!window.before")
		p.Ready()
		p.IsOf(newest)
	}
	d.Deploy(1)
	clicked("B")
	q.IsOf("A")
	d.Deploy(0)
	clicked("A")
	q.IsOf("A")
	q.Await(e2e.KeptReleases + ".then((n) => n === 1)")
}

// A page in a frame does not keep an older release.
func TestFrameKeepsNoRelease(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	q := d.Beside(p, "nothing")
	q.Must(q.Eval(fmt.Sprintf("document.body.appendChild(Object.assign(document.createElement('iframe'), {src: %q})), 1", d.Address), nil))
	q.Await("frames[0]?.document.body?.dataset.boot === 'ready'")
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.LoadsNew("B")
	p.Await(e2e.KeptReleases + ".then((n) => n === 1)")
}

// A game with a clock is not touched: the release is offered when it is over.
func TestNewReleaseWaitsForTheClock(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	p.TimedGame("against=friend")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Await("navigator.serviceWorker.getRegistration().then(({waiting}) => waiting)")
	if p.Text(e2e.IsOffered) != "false" {
		t.Error("the release is offered during a game with a clock")
	}
	p.Menu("#resign")
	p.LoadsNew("B")
}

// The offer can be put off.
func TestNewReleaseLater(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	d.Deploy(1)
	p.Must(p.Eval(e2e.ComesBack, nil))
	p.Press("#update-later")
	p.Await("document.querySelector('#update').childElementCount === 0 && document.activeElement.id === 'headline'")
	p.Reload()
	p.LoadsNew("B")
}

// If the browser has no room or stores nothing, the page works as it does without a worker.
func TestNoRoomForARelease(t *testing.T) {
	t.Run("full", func(t *testing.T) {
		d := e2e.Deployed(t)
		p := d.Open(t)
		quota(p, d, 1_000_000)
		p.Ready()
		p.Await("navigator.serviceWorker.getRegistration().then((registration) => registration === undefined)")
		e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
		p.Reload()
		p.Await("caches.keys().then((names) => names.length === 0)")
	})
	t.Run("full for the next one", func(t *testing.T) {
		d := e2e.Deployed(t)
		p := d.Open(t).Ready()
		p.Await(e2e.IsInstalled)
		quota(p, d, p.Number("navigator.storage.estimate().then(({usage}) => usage + 500_000)"))
		d.Deploy(2)
		p.Must(p.Eval("window.ended = 0, navigator.serviceWorker.getRegistration().then((registration) => registration.onupdatefound = () => registration.installing.onstatechange = ({target}) => window.ended += target.state === 'redundant')", nil))
		p.Must(p.Eval(e2e.ComesBack, nil))
		p.Await("ended === 1")
		d.Goes(true)
		p.Reload()
		if got := p.Text(e2e.Release); got != "A" {
			t.Errorf("the release is %s", got)
		}
		p.Unmixed()
	})
	t.Run("blocked", func(t *testing.T) {
		d := e2e.Deployed(t)
		p := d.Open(t)
		p.Must(p.Before("ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('blocked', 'SecurityError'))"))
		p.Must(p.Goto(d.Address))
		p.Ready()
		e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
		p.Unmixed()
	})
}

// quota sets the bytes that the browser stores for the site.
func quota(p e2e.Player, d *e2e.Deployment, bytes float64) {
	p.T.Helper()
	p.Must(p.Run(storage.OverrideQuotaForOrigin(d.Server.URL).WithQuotaSize(bytes)))
}

// The browser finds nothing wrong with the manifest, and would install the page.
func TestManifest(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	p.Must(p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
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
			size := p.Text(fmt.Sprintf("await (async () => { const icon = new Image(); icon.src = new URL(%q, %q); await icon.decode(); return icon.width + 'x' + icon.height; })()", icon.Src, address))
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
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	p.Press("#tour-skip")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 4))
	p.Await("document.body.dataset.link === 'made'")
	link := p.Text("await (document.getElementById('share-open').click(), new Promise((done) => setInterval(() => document.getElementById('link')?.value && done(document.getElementById('link').value), 10)))")
	p.Must(p.Key(browser.Escape))
	e2e.Hands[0].PlayAll(p, "b:a2a4")
	d.Goes(true)
	const pgn = "1. {banning: e2e4} d4 {banning: e7e5} d5 *"
	post := func(name, value string) {
		t.Helper()
		p.Must(p.Eval(fmt.Sprintf(`window.before = true, setTimeout(async () => {
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
		p.Await("!window.before")
		p.Ready()
	}
	post("file", pgn)
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")
	p.Press("#restore")
	p.Await(e2e.Game + ".toJSON().actions.length === 5")
	post("text", "Look at this: "+link)
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(e2e.FirstActions(e2e.Mate, 4)))
	p.Await("location.search === ''")
	post("url", link)
	p.Await(e2e.Game + ".toJSON().actions.length === 4")
	p.Reload()
	p.Await("location.search === ''")

	// A file that was opened with the page.
	p.Must(p.Before(fmt.Sprintf(`Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => take({files: [{getFile: async () => new File([%q], "game.pgn")}]})}})`, pgn)))
	p.Must(p.Goto(d.Address))
	p.Ready()
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4 b:e7e5 m:d7d5'")

	// Several files are one list of games.
	p.Must(p.Before(fmt.Sprintf(`Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => take({files: Array(2).fill({getFile: async () => new File([%q], "game.pgn")})})}})`, pgn)))
	p.Must(p.Goto(d.Address))
	p.Ready()
	p.Await("document.querySelectorAll('#load-games .game').length === 2")
}

// A page that is being worked on is never an old one: where a site without names by content is
// served, an installed release is removed at the next visit.
func TestWorkedOnSite(t *testing.T) {
	d := e2e.Deployed(t)
	p := d.Open(t).Ready()
	p.Await(e2e.IsInstalled)
	d.Does(func() { d.Unsealed = true })
	p.Must(p.Goto(d.Address))
	p.Await("navigator.serviceWorker.getRegistration().then((registration) => registration === undefined)")
	p.Await("caches.keys().then((names) => names.length === 0)")
	p.Await("document.title === 'worked on'")
}
