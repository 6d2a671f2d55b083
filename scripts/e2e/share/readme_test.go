package share

import (
	"io"
	"net/http"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// The README's page beside the site's files: it plays by hand and by the engine, takes back
// and turns the board.
func TestReadmePage(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, behind, _ := strings.Cut(string(readme), "```html\n<!doctype html>\n")
	page, _, ok := strings.Cut(behind, "```")
	if !ok {
		t.Fatal("the README has no page")
	}
	e2e.NeedSite(t)
	at := path.Join(path.Dir(e2e.Place(t, "banchess.js")), "mine.html")
	favicon := func(problem string) bool { return strings.Contains(problem, "favicon.ico") } // the browser requests one
	p := e2e.Open(t, e2e.Visit{Path: at, Allow: favicon, Wrap: func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == e2e.Prefix+at {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = io.WriteString(w, "<!doctype html>\n"+page)
				return
			}
			files.ServeHTTP(w, r)
		})
	}})
	p.Words("said", "black: ")
	p.Await("document.getElementById('board').drawn")
	p.Must(p.Drag(p.OnBoard("board", "e2"), p.OnBoard("board", "e4")))
	p.Words("said", "white: 1. {banning: e2e4}")
	p.Press("#answer")
	p.Await("document.getElementById('board').game.getPly() === 3")
	p.Press("#back")
	p.Words("said", "white: 1. {banning: e2e4}")
	p.Press("#turn")
	p.Await("document.getElementById('board').options.orientation === 'black'")
}
