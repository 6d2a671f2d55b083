package gallery

import (
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"time"
)

// Wrap wraps the handler of a site, and changes what it serves.
type Wrap func(http.Handler) http.Handler

// on changes the answer for a file whose path ends with suffix.
func on(suffix string, answer http.HandlerFunc) Wrap {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Without answers that a file is missing if its path ends with suffix.
func Without(suffix string) Wrap {
	return on(suffix, func(w http.ResponseWriter, r *http.Request) { http.Error(w, "gone", http.StatusNotFound) })
}

// Instead serves a text instead of a file whose path ends with suffix.
func Instead(suffix, text string) Wrap {
	return on(suffix, func(w http.ResponseWriter, r *http.Request) { serve(w, r, path.Base(suffix), text) })
}

// before is the path of the script of [Before]: a page that forbids inline
// scripts gets it as a file.
const before = "/before.js"

// Before runs a script on the front page before its own scripts.
func Before(script string) Wrap {
	return func(next http.Handler) http.Handler {
		page := on("/", func(w http.ResponseWriter, r *http.Request) {
			plain, answer := r.Clone(r.Context()), httptest.NewRecorder()
			plain.Header.Del("Accept-Encoding")
			next.ServeHTTP(answer, plain)
			serve(w, r, "index.html", strings.Replace(answer.Body.String(), "<head>", `<head><script src="`+before[1:]+`"></script>`, 1))
		})
		return Instead(before, script)(page(next))
	}
}

func serve(w http.ResponseWriter, r *http.Request, name, text string) {
	http.ServeContent(w, r, name, time.Time{}, strings.NewReader(text))
}

// BlockStorage returns a script that makes a storage refuse all access.
func BlockStorage(name string) string {
	return `Object.defineProperty(window, "` + name + `", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`
}

// FillStorage returns a script that fills a storage.
func FillStorage(name string) string {
	return `((storage) => {
		for (let size = 1 << 23; size >= 1; size >>= 1) {
			try { storage.setItem("other" + size, "x".repeat(size)); } catch {}
		}
		for (let n = 0; ; n++) {
			try { storage.setItem("other." + n, ""); } catch { break; } // fills the last few bytes
		}
	})(` + name + `);`
}

// Faults of a browser, as scripts for [Before].
var (
	// StorageBlocked makes both storages refuse all access, and, as Firefox does where it keeps
	// no data of a site, channels between tabs and locks too.
	StorageBlocked = BlockStorage("localStorage") + BlockStorage("sessionStorage") + `
		const refusal = () => new DOMException("The operation is insecure.", "SecurityError");
		window.BroadcastChannel = class { constructor() { throw refusal(); } };
		LockManager.prototype.request = () => Promise.reject(refusal());`

	// StorageFull fills both storages.
	StorageFull = FillStorage("localStorage") + FillStorage("sessionStorage")
)

// DeadWorker is a script that replaces the engine's worker: it starts, and dies at its
// first search.
const DeadWorker = `self.onmessage = ({data: {id, call}}) => {
	if (call === "initialize") postMessage({id, answer: null});
	else throw new Error("a fault for the test");
};`

// InstanceOf is a JavaScript function that returns the private instance of a board's
// game.
const InstanceOf = "(({game}) => game[Object.getOwnPropertySymbols(game)[0]].live())"

// CrashBoard is a JavaScript function that crashes the board's program n times, or until
// the board gives up.
const CrashBoard = `(async (n) => {
	const board = document.getElementById("board");
	for (; n > 0; n--) {
		` + InstanceOf + `(board).go.exited = true; // as after the end of a program
		const next = new Promise((done) => ["ready", "failed"].forEach((type) => board.addEventListener(type, done, {once: true})));
		try { board.game.fen(); } catch {}
		if ((await next).type === "failed") return;
	}
})`
