package site

import (
	"bytes"
	"compress/gzip"
	"errors"
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

// contentType uses a fixed table, because the system's table differs between
// machines, and a wasm file with another type cannot be streamed.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".mp3":
		return "audio/mpeg"
	case ".ogg":
		return "audio/ogg"
	case ".wav":
		return "audio/wav"
	case ".ts", ".txt", ".md":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
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
	text, err := h.read(name)
	if err != nil {
		status = http.StatusNotFound
		name = "404.html"
		if text, err = h.read(name); err != nil {
			text, name = []byte("not found\n"), "404.txt"
		}
	}
	head := w.Header()
	head.Set("Content-Type", contentType(name))
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Vary", "Accept-Encoding")
	if compressible(name) && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
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

func (h *handler) read(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, errors.New("invalid path")
	}
	return fs.ReadFile(h.root, name)
}

func compressible(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".wasm", ".svg", ".ts", ".txt":
		return true
	}
	return false
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
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	// Writing to memory does not fail.
	z.Write(text)
	z.Close()
	h.zipped[name] = zipped{sum, b.Bytes()}
	return b.Bytes()
}
