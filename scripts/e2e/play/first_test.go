package play

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/site"
)

// At first the page loads only what its budget counts. Parts, dialogs and the other set of
// pieces are loaded when they are needed.
func TestFirstLoad(t *testing.T) {
	inSite := path.Dir(e2e.Place(t, "page.js")) // the directory of all files except index.html in a sealed site
	var mu sync.Mutex
	var asked []string
	note := func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked = append(asked, strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, e2e.Prefix), inSite+"/"))
			mu.Unlock()
			files.ServeHTTP(w, r)
		})
	}
	p := e2e.Open(t, e2e.Visit{Wrap: note}).Ready()
	// The text board shows its pieces until the drawn one is ready.
	p.Await("performance.getEntriesByType('resource').some(({name}) => name.includes('/classic.svg'))")
	mu.Lock()
	defer mu.Unlock()
	counted := site.First(filepath.Join(os.Getenv("BANCHESS_SITE"), inSite))
	first := asked
	if i := slices.Index(asked, "spoken.js"); i >= 0 { // it is asked for when the board can be used
		first = asked[:i]
	}
	for _, file := range first {
		if file == "" {
			file = "index.html"
		}
		if path.Ext(file) != ".wasm" && !slices.Contains(counted, file) {
			t.Errorf("the page loads %s at first, which its budget leaves out", file)
		}
	}
	for _, file := range counted {
		if file != "index.html" && !slices.Contains(asked, file) {
			t.Errorf("the budget counts %s, which the page does not load at first", file)
		}
	}
}
