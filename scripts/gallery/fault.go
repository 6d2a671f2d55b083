package gallery

import (
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"time"
)

// Wrap stands around what serves a site, and changes what it serves.
type Wrap func(http.Handler) http.Handler

// Without answers that a file is not there, if its path ends so.
func Without(suffix string) Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				http.Error(w, "gone", http.StatusNotFound)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Instead serves a text in the place of a file whose path ends so.
func Instead(suffix, text string) Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				serve(w, r, path.Base(suffix), text)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// before is where [Before] has its script, beside the page: a page that allows
// nothing inline gets it as a file.
const before = "/before.js"

// Before has the front page run a script before its own.
func Before(script string) Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, before):
				serve(w, r, "script.js", script)
			case strings.HasSuffix(r.URL.Path, "/"):
				page := httptest.NewRecorder()
				plain := r.Clone(r.Context())
				plain.Header.Del("Accept-Encoding")
				next.ServeHTTP(page, plain)
				serve(w, r, "index.html", strings.Replace(page.Body.String(), "<head>", `<head><script src="`+before[1:]+`"></script>`, 1))
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
}

func serve(w http.ResponseWriter, r *http.Request, name, text string) {
	http.ServeContent(w, r, name, time.Time{}, strings.NewReader(text))
}

// BlockStorage is a script for a browser that keeps nothing for this page in a storage.
func BlockStorage(name string) string {
	return `Object.defineProperty(window, "` + name + `", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`
}

// FillStorage is a script for a browser in which a storage has no room left for this page.
func FillStorage(name string) string {
	return `((storage) => {
		for (let size = 1 << 23; size >= 1; size >>= 1) {
			try { storage.setItem("other" + size, "x".repeat(size)); } catch {}
		}
		for (let n = 0; ; n++) {
			try { storage.setItem("other." + n, ""); } catch { break; } // the last few bytes
		}
	})(` + name + `);`
}

// What can go wrong with a browser, as scripts for [Before].
var (
	// StorageBlocked is a browser that keeps nothing for this page.
	StorageBlocked = BlockStorage("localStorage") + BlockStorage("sessionStorage")

	// StorageFull is a browser whose storage for this page has no room left.
	StorageFull = FillStorage("localStorage") + FillStorage("sessionStorage")
)

// DeadWorker is a script in the place of the engine's worker that starts, and dies of its
// first search.
const DeadWorker = `self.onmessage = ({data: {id, call}}) => {
	if (call === "initialize") postMessage({id, answer: null});
	else throw new Error("a fault for the test");
};`

// InstanceOf is a function that gives the program in which a board's game lives, which
// the library does not show.
const InstanceOf = "(({game}) => game[Object.getOwnPropertySymbols(game)[0]].live())"

// CrashBoard is a function that crashes the board's program n times, or until the
// board gives up.
const CrashBoard = `(async (n) => {
	const board = document.getElementById("board");
	for (; n > 0; n--) {
		` + InstanceOf + `(board).go.exited = true; // as a program that has ended says
		const next = new Promise((done) => ["ready", "failed"].forEach((type) => board.addEventListener(type, done, {once: true})));
		try { board.game.fen(); } catch {}
		if ((await next).type === "failed") return;
	}
})`
