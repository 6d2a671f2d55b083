package site

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With the site's address, the page has tags with absolute addresses, and the picture has
// the size that they say. Without it there is neither.
func TestPreview(t *testing.T) {
	const page = `<meta name="description" content="Ban &amp; move"><title>x</title>`
	dir := write(t, map[string]string{"index.html": page})
	read := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(dir, name))
		return string(text)
	}
	if err := writePreview(Options{Dir: dir}); err != nil || read("index.html") != page || read(previewName) != "" {
		t.Errorf("without an address: %v, %s", err, read("index.html"))
	}
	for _, address := range []string{"banchess", "ftp://example.org/", "https:///a", "https://example.org/?a", "https://example.org/#a", "http://[::"} {
		if err := writePreview(Options{Dir: dir, URL: address}); err == nil || read("index.html") != page {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := writePreview(Options{Dir: dir, URL: "https://example.org/banchess"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<meta property="og:title" content="Ban Chess">`, `<meta property="og:description" content="Ban &amp; move">`, `<meta property="og:url" content="https://example.org/banchess/">`,
		`<meta property="og:image" content="https://example.org/banchess/preview.png">`, `<meta property="og:image:width" content="1200">`, `<meta property="twitter:card" content="summary_large_image">`,
	} {
		if !strings.Contains(read("index.html"), want) {
			t.Errorf("no %s in %s", want, read("index.html"))
		}
	}
	picture := read(previewName)
	if config, err := png.DecodeConfig(bytes.NewReader([]byte(picture))); err != nil || config.Width != previewWidth || config.Height != previewHeight || len(picture) > PreviewBytes {
		t.Errorf("%v, %v, %d bytes", err, config, len(picture))
	}
}
