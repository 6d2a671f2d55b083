package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/site/app"
)

// ReleaseNames are the releases of the tests, in which every script and page says of which it
// is. The last one has another WebAssembly, too.
var ReleaseNames = []string{"A", "B", "C"}

// releases returns the folders of the releases, which are made once from the built site.
var releases = sync.OnceValues(func() (dirs []string, err error) {
	root, err := os.MkdirTemp("", "banchess-releases-")
	if err != nil {
		return nil, err
	}
	removeReleases = func() { os.RemoveAll(root) }
	built := os.Getenv("BANCHESS_SITE")
	if list, err := site.ReadList(built); err != nil {
		return nil, err
	} else if placeOf(list) == "" {
		sealed := filepath.Join(root, "sealed")
		if err := os.CopyFS(sealed, os.DirFS(built)); err != nil {
			return nil, err
		}
		if err := site.Seal(sealed); err != nil {
			return nil, err
		}
		built = sealed
	}
	for i, name := range ReleaseNames {
		dir := filepath.Join(root, name)
		if err := rerelease(built, dir, name, i == len(ReleaseNames)-1); err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
})

var removeReleases = func() {}

// placeOf returns the folder of a sealed site's files, or "" for a site that is not sealed.
func placeOf(list site.List) string {
	for _, f := range list.Files {
		if folder, name, _ := strings.Cut(f.Path, "/"); name == "page.js" {
			return folder
		}
	}
	return ""
}

// core is the file of the engine in a site.
const core = "banchess-core.wasm"

// rerelease makes another release of a sealed site, as a build would from other sources:
// its files say its name and are in another folder, and the worker lists them.
func rerelease(from, to, name string, newCore bool) error {
	list, err := site.ReadList(from)
	if err != nil {
		return err
	}
	place := placeOf(list)
	sum := sha256.Sum256([]byte(name + place))
	renamed := []string{place, "r-" + hex.EncodeToString(sum[:])[:12]}
	if newCore {
		for _, f := range list.Files {
			if folder, file, _ := strings.Cut(f.Path, "/"); file == core {
				renamed = append(renamed, folder, "w-"+hex.EncodeToString(sum[:])[12:24])
			}
		}
	}
	rename := strings.NewReplacer(renamed...)
	sums := map[string]string{}
	var program []byte
	for _, f := range list.Files {
		text, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(f.Path)))
		if err != nil {
			return err
		}
		switch filepath.Ext(f.Path) {
		case ".html":
			text = []byte(strings.Replace(rename.Replace(string(text)), "<html ", `<html data-release="`+name+`" `, 1))
		case ".js":
			if f.Path == app.WorkerName {
				program = app.Program(text)
				continue
			}
			text = fmt.Appendf(nil, "%s\n;(globalThis.releases ??= []).push(%q);\n", rename.Replace(string(text)), name)
		case ".wasm":
			if newCore && strings.HasSuffix(f.Path, core) {
				text = append(text, 0, 3, 1, 'c', name[0]) // a custom section
			}
		}
		file := rename.Replace(f.Path)
		if err := writeFile(filepath.Join(to, filepath.FromSlash(file)), text); err != nil {
			return err
		}
		folder, inside, _ := strings.Cut(file, "/")
		if file == "index.html" || strings.HasPrefix(folder, "w-") || strings.HasPrefix(folder, "r-") && app.Kept(inside) {
			sums[strings.TrimSuffix(file, "index.html")] = app.Integrity(text)
		}
	}
	worker, err := app.Worker(program, renamed[1], sums)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(to, app.WorkerName), worker)
}

func writeFile(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// Deployment serves one release at a time, as GitHub Pages does: the files of the others are
// gone, and files may be cached for ten minutes.
type Deployment struct {
	Server  *httptest.Server
	Address string
	Dirs    []string

	mu         sync.Mutex
	Current    int      // the release
	Down       bool     // true while the network is down
	OnlyWorker bool     // true while it goes down after the worker has come
	Unsealed   bool     // true while a site without names by content is served
	asked      []string // the paths that were requested
}

// Deploy returns a site whose releases a test deploys one after the other. The first is there.
func Deploy() (*Deployment, error) {
	dirs, err := releases()
	if err != nil {
		return nil, err
	}
	d := &Deployment{Dirs: dirs}
	d.Server = httptest.NewServer(http.StripPrefix(strings.TrimSuffix(Prefix, "/"), d))
	d.Address = d.Server.URL + Prefix
	served.Store(d.Server.URL, true)
	return d, nil
}

// Does changes the deployment between two requests.
func (d *Deployment) Does(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

// Goes takes the server down, or up again.
func (d *Deployment) Goes(down bool) { d.Does(func() { d.Down = down }) }

// Deploy replaces the release by another one.
func (d *Deployment) Deploy(release int) { d.Does(func() { d.Current = release }) }

// Note forgets the requests.
func (d *Deployment) Note() { d.Does(func() { d.asked = nil }) }

// Noted returns the paths that were requested since then.
func (d *Deployment) Noted() (asked []string) {
	d.Does(func() { asked = slices.Clone(d.asked) })
	return asked
}

// Newest returns the name of the release that is served.
func (d *Deployment) Newest() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return ReleaseNames[d.Current]
}

// ServeHTTP answers with the files of the current release.
func (d *Deployment) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	down, dir, unsealed := d.Down || d.OnlyWorker && r.URL.Path != "/"+app.WorkerName, d.Dirs[d.Current], d.Unsealed
	d.asked = append(d.asked, r.URL.Path)
	d.mu.Unlock()
	if down {
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	text, err := fs.ReadFile(os.DirFS(dir), name)
	if err != nil || r.Method != http.MethodGet {
		http.NotFound(w, r)
		return
	}
	switch {
	case unsealed && name == "index.html":
		text = []byte("<title>worked on</title>")
	case unsealed && name == app.WorkerName:
		if text, err = app.Worker(app.Program(text), "", nil); err != nil {
			panic(err)
		}
	}
	w.Header().Set("Cache-Control", "max-age=600")
	w.Header().Set("Content-Type", contentTypes[filepath.Ext(name)])
	_, _ = w.Write(text) // the browser may be gone
}

var contentTypes = map[string]string{
	".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
	".png": "image/png", ".webmanifest": "application/manifest+json", ".txt": "text/plain", ".json": "application/json", "": "application/json",
}

// Open opens the page in a new browser profile, in which it may install itself.
func (d *Deployment) Open(t *testing.T) Player {
	t.Helper()
	page, err := NewInstallable(Shared(), d.Address, Desktop)
	if err != nil {
		t.Fatal(err)
	}
	return d.Watch(Player{page, t})
}

// Beside opens the page in another tab, with an end of its address.
func (d *Deployment) Beside(p Player, hash string) Player {
	p.T.Helper()
	q, err := p.Beside(d.Address+hash, Desktop)
	if err != nil {
		p.T.Fatal(err)
	}
	return d.Watch(Player{q, p.T})
}

// Watch closes a page at the end, and fails the test if it has thrown anything.
func (d *Deployment) Watch(p Player) Player {
	p.T.(*testing.T).Cleanup(func() {
		for _, problem := range p.Problems() {
			if strings.HasPrefix(problem, "uncaught") {
				p.T.Error("the page has a problem:", problem)
			}
		}
		if p.T.Failed() {
			p.keep()
		}
		p.Close()
	})
	return p
}

// Deployed serves the first release.
func Deployed(t *testing.T) *Deployment {
	t.Helper()
	NeedSite(t)
	d, err := Deploy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Server.Close)
	return d
}

// JavaScript about releases.
const (
	// isInstalled reports whether the page is installed, and answers without a network.
	IsInstalled = "navigator.serviceWorker.controller?.state === 'activated'"

	// release is the release of the page's document.
	Release = "document.documentElement.dataset.release"

	// loaded are the releases of everything that a page has loaded, without repetitions.
	Loaded = `[...new Set([document.documentElement.dataset.release, ...globalThis.releases ?? [], ...Array.from(frames, (_, i) => frames[i].document.documentElement?.dataset.release ?? [])].flat())]`

	// folders are the folders of the files that a page has loaded.
	Folders = `[...new Set([window, ...Array.from(frames, (_, i) => frames[i])].flatMap((frame) => frame.performance.getEntriesByType("resource").flatMap(({name}) => /\/(r-[0-9a-f]{12})\//.exec(name)?.[1] ?? [])))]`

	// keptReleases is the number of releases that the browser keeps.
	KeptReleases = "caches.keys().then((names) => names.filter((name) => name.startsWith('banchess')).length)"

	// comesBack makes the page think that its user comes back to it after two more hours.
	ComesBack = "(() => { const {now} = Date, later = window.later = (window.later ?? 0) + 7_200_000; Date.now = () => now() + later; dispatchEvent(new Event('focus')); Date.now = now; })()"

	// isOffered reports whether the page offers a newer release.
	IsOffered = "document.getElementById('update-load')?.checkVisibility() === true"
)

// Unmixed fails if a page has loaded files of two releases.
func (p Player) Unmixed() {
	p.T.Helper()
	var of, in []string
	p.Must(p.Eval(Loaded, &of))
	p.Must(p.Eval(Folders, &in))
	if len(of) != 1 || len(in) != 1 {
		p.T.Errorf("the page has loaded files of the releases %v, from %v", of, in)
	}
}

// PlaceIn returns the folder of a release's files.
func PlaceIn(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "r-*"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the folders of %s are %v: %v", dir, found, err)
	}
	return filepath.Base(found[0]), nil
}
