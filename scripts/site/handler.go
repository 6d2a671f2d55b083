package site

import (
	"cmp"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Handler serves a built site under prefix ("/" or "/banchess/"), like a
// static host: content types by name, gzip if the client accepts it,
// index.html for a directory, 404.html for a missing file. It forbids
// caching, because during development a stale file is never wanted.
//
// Files are read from disk at every request. Compressed files are cached
// until they change.
func Handler(dir, prefix string) http.Handler {
	return http.StripPrefix(strings.TrimSuffix(prefix, "/"), &handler{root: os.DirFS(dir), zipped: map[string]zipped{}})
}

type handler struct {
	root   fs.FS
	mu     sync.Mutex
	zipped map[string]zipped
}

type zipped struct {
	sum  string // size and time of the compressed file
	text []byte
}

// types are the content types. The system's own table differs between machines, and a wasm
// file with another type cannot be streamed.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".mjs":         "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ts":          "text/plain; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".md":          "text/plain; charset=utf-8",
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "only GET and HEAD are served here", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	status := http.StatusOK
	text, err := fs.ReadFile(h.root, name)
	if err != nil {
		status = http.StatusNotFound
		name = "404.html"
		if text, err = fs.ReadFile(h.root, name); err != nil {
			text, name = []byte("not found\n"), "404.txt"
		}
	}
	head := w.Header()
	kind := cmp.Or(types[path.Ext(name)], "application/octet-stream")
	head.Set("Content-Type", kind)
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Vary", "Accept-Encoding")
	if kind != types[".png"] && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		text = h.compress(name, text)
		head.Set("Content-Encoding", "gzip")
	}
	head.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		// The client may have disconnected.
		_, _ = w.Write(text)
	}
}

func (h *handler) compress(name string, text []byte) []byte {
	sum := strconv.Itoa(len(text))
	if info, err := fs.Stat(h.root, name); err == nil {
		sum += info.ModTime().String()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if z, ok := h.zipped[name]; ok && z.sum == sum {
		return z.text
	}
	text = zip(text)
	h.zipped[name] = zipped{sum, text}
	return text
}
