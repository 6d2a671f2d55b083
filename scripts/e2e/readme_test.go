package e2e

import (
	"io"
	"net/http"
	"os"
	"path"
	"strings"
	"testing"
)

// The README's page beside the site's files: it plays by hand and by the engine, takes back
// and turns the board.
func TestReadmePage(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, behind, _ := strings.Cut(string(readme), "```html\n<!doctype html>\n")
	page, _, ok := strings.Cut(behind, "```")
	if !ok {
		t.Fatal("the README has no page")
	}
	if os.Getenv("BANCHESS_SITE") == "" {
		t.Skip(needsSite)
	}
	at := path.Join(path.Dir(place(t, "banchess.js")), "mine.html")
	favicon := func(problem string) bool { return strings.Contains(problem, "favicon.ico") } // the browser requests one
	p := open(t, visit{path: at, allow: favicon, wrap: func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == prefix+at {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = io.WriteString(w, "<!doctype html>\n"+page)
				return
			}
			files.ServeHTTP(w, r)
		})
	}})
	p.words("said", "black: ")
	p.wait("document.getElementById('board').drawn")
	p.must(p.Drag(p.onBoard("board", "e2"), p.onBoard("board", "e4")))
	p.words("said", "white: 1. {banning: e2e4}")
	p.press("#answer")
	p.wait("document.getElementById('board').game.getPly() === 3")
	p.press("#back")
	p.words("said", "white: 1. {banning: e2e4}")
	p.press("#turn")
	p.wait("document.getElementById('board').options.orientation === 'black'")
}
