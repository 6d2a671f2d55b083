package share

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// The markup in the documentation of the embedded board and in the README works as it stands
// there, with the site at another address.
func TestEmbedDocumentation(t *testing.T) {
	code := regexp.MustCompile("(?s)```html\n(<iframe.*?)```")
	var body string
	for _, name := range []string{"../../../web/docs/embed.md", "../../../README.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range code.FindAllStringSubmatch(string(text), -1) {
			body += found[1]
		}
	}
	body = strings.ReplaceAll(body, "https://banchess.github.io/banchess/", "")
	for _, id := range []string{"pawn", "readme"} { // the others have one
		body = strings.Replace(body, `<iframe src`, `<iframe id="`+id+`" src`, 1)
	}
	if n := strings.Count(body, "<iframe id="); n != 4 || strings.Count(body, "<iframe") != 4 {
		t.Fatalf("the documents have %d frames", n)
	}
	p := inFrames(t, e2e.Visit{View: browser.View{Width: 720, Height: 1900}}, body)
	for _, id := range []string{"pawn", "readme", "question"} {
		if got := p.Text("told('" + id + "', 'ready')[0].fen"); got != "8/P6k/8/8/8/8/5K2/8 w - - 0 1 1" {
			t.Errorf("the board %s shows %s", id, got)
		}
	}
	p.Await("told('board', 'done').some(({id}) => id === 1)")
	p.Await("document.getElementById('board').style.height === told('board', 'resize').at(-1).height + 'px'")
	p.Must(p.Click(framed(p, "question", "a7")))
	p.Must(p.Click(framed(p, "question", "a8")))
	p.Await("document.getElementById('next').checkVisibility()")
}
