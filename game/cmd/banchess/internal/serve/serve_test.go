package serve

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A browser keeps a file until another release has another one, although all files of all
// releases have the same time.
func TestAnotherRelease(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		stamp := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		for _, err := range []error{os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644), os.Chtimes(file, stamp, stamp)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	server := files(dir)
	get := func(path, header, value string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set(header, value)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		return w
	}
	const fixed = "r-0123456789ab/page.js"
	write("index.html", "release 1")
	write(fixed, "1")
	first := get("/", "Accept", "*/*")
	tag, at := first.Header().Get("ETag"), first.Header().Get("Last-Modified")
	if w := get("/", "If-None-Match", tag); tag == "" || w.Code != http.StatusNotModified {
		t.Errorf("the same file with the tag %q: %d", tag, w.Code)
	}
	if w := get("/"+fixed, "If-Modified-Since", at); w.Code != http.StatusNotModified {
		t.Errorf("a file that is named by its content: %d", w.Code)
	}
	write("index.html", "release 2")
	for header, value := range map[string]string{"If-None-Match": tag, "If-Modified-Since": at} {
		if w := get("/", header, value); w.Code != http.StatusOK || w.Body.String() != "release 2" {
			t.Errorf("another file with %s %s: %d %q", header, value, w.Code, w.Body)
		}
	}
	if w := get("/nowhere", "If-None-Match", tag); w.Code != http.StatusNotFound || w.Header().Get("ETag") != "" {
		t.Errorf("no file: %d with the tag %q", w.Code, w.Header().Get("ETag"))
	}
}

func TestRoomsElsewhere(t *testing.T) {
	dir := t.TempDir()
	for _, rooms := range []string{"", dir + "-rooms", filepath.Join(dir, "..", "rooms"), filepath.Join(dir, "..")} {
		if err := checkRoomsDir(rooms, dir); err != nil {
			t.Errorf("rooms in %q: %v", rooms, err)
		}
	}
}

// The address that is shown can be typed, and is one and the same for this computer.
func TestShownAddress(t *testing.T) {
	for listened, want := range map[string]string{
		"127.0.0.1:8080": "localhost:8080", "[::1]:8080": "localhost:8080", "[::ffff:127.0.0.1]:8080": "localhost:8080",
		"[::]:8080": "localhost:8080 for all", "0.0.0.0:8080": "localhost:8080 for all",
		"127.0.0.2:8080": "127.0.0.2:8080", "10.0.0.1:8080": "10.0.0.1:8080", "[2001:db8::1]:8080": "[2001:db8::1]:8080",
	} {
		got, isForAll := shownAddress(listened)
		if isForAll {
			got += " for all"
		}
		if got != want {
			t.Errorf("%s is shown as %s, want %s", listened, got, want)
		}
	}
}

func TestIsOrigin(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.org": true, "http://localhost:8080": true, "https://[2001:db8::1]:8443": true,
		"example.org": false, "https://example.org/": false, "https://Example.org": false, "https://": false, "*": false, "": false,
		"https://example.org:443": false, "http://example.org:80": false, "https://example.org:": false, "http://example.org:443": true,
		"https://schäch.example": false, "https://xn--schch-gra.example": true, "https://a@example.org": false,
	} {
		if isOrigin(text) != want {
			t.Errorf("%q is an origin: %v", text, !want)
		}
	}
}
