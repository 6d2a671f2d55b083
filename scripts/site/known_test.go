package site

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestKnown checks that the page has all boards of the text, and nothing that cannot be rendered.
func TestKnown(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(knownSource)))
	if err != nil {
		t.Fatal(err)
	}
	html, err := renderKnown(text)
	if err != nil {
		t.Fatal(err)
	}
	boards := strings.Count(string(text), "```board\n")
	links := regexp.MustCompile(`<a href="\./#1\.[\w-]+"><img src="data:image/svg\+xml;base64,`).FindAllString(html, -1)
	if captions := strings.Count(html, "<figcaption>"); boards < 8 || captions != boards || len(links) != boards {
		t.Errorf("%d boards, %d captions, %d links", boards, captions, len(links))
	}
	if strings.Contains(html, "raw HTML omitted") || strings.Contains(html, "```") {
		t.Error("a part of the text is not rendered")
	}
}

func TestKnownRefuses(t *testing.T) {
	for want, text := range map[string]string{
		"has no caption":              "```board\n8/8/8/2K5/k7/2Q5/8/1r6 w - - 0 1 1\n```\n",
		"is of the language \"go\"":   "```go\nfunc main() {}\n```\n",
		"the board 8/8/8/8 w - - 0 1": "```board\n8/8/8/8 w - - 0 1 1\nA board of four ranks.\n```\n",
	} {
		if _, err := renderKnown([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
