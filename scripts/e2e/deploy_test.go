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

// releaseNames are the releases of the tests, in which every script and page says of which it
// is. The last one has another WebAssembly, too.
var releaseNames = []string{"A", "B", "C"}

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
	for i, name := range releaseNames {
		dir := filepath.Join(root, name)
		if err := rerelease(built, dir, name, i == len(releaseNames)-1); err != nil {
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

// deployment serves one release at a time, as GitHub Pages does: the files of the others are
// gone, and files may be cached for ten minutes.
type deployment struct {
	server  *httptest.Server
	address string
	dirs    []string

	mu         sync.Mutex
	current    int      // the release
	down       bool     // true while the network is down
	onlyWorker bool     // true while it goes down after the worker has come
	unsealed   bool     // true while a site without names by content is served
	asked      []string // the paths that were requested
}

func deploy() (*deployment, error) {
	dirs, err := releases()
	if err != nil {
		return nil, err
	}
	d := &deployment{dirs: dirs}
	d.server = httptest.NewServer(http.StripPrefix(strings.TrimSuffix(prefix, "/"), d))
	d.address = d.server.URL + prefix
	served.Store(d.server.URL, true)
	return d, nil
}

func (d *deployment) does(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

func (d *deployment) goes(down bool) { d.does(func() { d.down = down }) }

func (d *deployment) deploy(release int) { d.does(func() { d.current = release }) }

// note forgets the requests.
func (d *deployment) note() { d.does(func() { d.asked = nil }) }

// noted returns the paths that were requested since then.
func (d *deployment) noted() (asked []string) {
	d.does(func() { asked = slices.Clone(d.asked) })
	return asked
}

// newest returns the name of the release that is served.
func (d *deployment) newest() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return releaseNames[d.current]
}

func (d *deployment) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	down, dir, unsealed := d.down || d.onlyWorker && r.URL.Path != "/"+app.WorkerName, d.dirs[d.current], d.unsealed
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

// open opens the page in a new browser profile, in which it may install itself.
func (d *deployment) open(t *testing.T) player {
	t.Helper()
	page, err := newInstallable(shared, d.address, desktop)
	if err != nil {
		t.Fatal(err)
	}
	return d.watch(player{page, t})
}

// beside opens the page in another tab, with an end of its address.
func (d *deployment) beside(p player, hash string) player {
	p.t.Helper()
	q, err := p.Beside(d.address+hash, desktop)
	if err != nil {
		p.t.Fatal(err)
	}
	return d.watch(player{q, p.t})
}

// watch closes a page at the end, and fails the test if it has thrown anything.
func (d *deployment) watch(p player) player {
	p.t.(*testing.T).Cleanup(func() {
		for _, problem := range p.Problems() {
			if strings.HasPrefix(problem, "uncaught") {
				p.t.Error("the page has a problem:", problem)
			}
		}
		if p.t.Failed() {
			p.keep()
		}
		p.Close()
	})
	return p
}

// deployed serves the first release.
func deployed(t *testing.T) *deployment {
	t.Helper()
	if shared == nil {
		t.Skip(needsSite)
	}
	d, err := deploy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.server.Close)
	return d
}

// JavaScript about releases.
const (
	// isInstalled reports whether the page is installed, and answers without a network.
	isInstalled = "navigator.serviceWorker.controller?.state === 'activated'"

	// release is the release of the page's document.
	release = "document.documentElement.dataset.release"

	// loaded are the releases of everything that a page has loaded, without repetitions.
	loaded = `[...new Set([document.documentElement.dataset.release, ...globalThis.releases ?? [], ...Array.from(frames, (_, i) => frames[i].document.documentElement?.dataset.release ?? [])].flat())]`

	// folders are the folders of the files that a page has loaded.
	folders = `[...new Set([window, ...Array.from(frames, (_, i) => frames[i])].flatMap((frame) => frame.performance.getEntriesByType("resource").flatMap(({name}) => /\/(r-[0-9a-f]{12})\//.exec(name)?.[1] ?? [])))]`

	// keptReleases is the number of releases that the browser keeps.
	keptReleases = "caches.keys().then((names) => names.filter((name) => name.startsWith('banchess')).length)"

	// comesBack makes the page think that its user comes back to it after two more hours.
	comesBack = "(() => { const {now} = Date, later = window.later = (window.later ?? 0) + 7_200_000; Date.now = () => now() + later; dispatchEvent(new Event('focus')); Date.now = now; })()"

	// isOffered reports whether the page offers a newer release.
	isOffered = "document.getElementById('update-load')?.checkVisibility() === true"
)

// unmixed fails if a page has loaded files of two releases.
func (p player) unmixed() {
	p.t.Helper()
	var of, in []string
	p.must(p.Eval(loaded, &of))
	p.must(p.Eval(folders, &in))
	if len(of) != 1 || len(in) != 1 {
		p.t.Errorf("the page has loaded files of the releases %v, from %v", of, in)
	}
}

// placeIn returns the folder of a release's files.
func placeIn(dir string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, "r-*"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the folders of %s are %v: %v", dir, found, err)
	}
	return filepath.Base(found[0]), nil
}
