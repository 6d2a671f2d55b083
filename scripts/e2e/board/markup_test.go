package board

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// Everything that a person writes into a game, its tags or a file's name is shown as text
// everywhere, whether it comes by PGN, by link or from the storage.
func TestMarkupIsText(t *testing.T) {
	const markup = "<img src=x onerror=hit=1><b>bold</b>&amp;"
	pgn := strings.NewReplacer("!", markup).Replace(`[Event "E!"]
[Site "S!"]
[Round "R!"]
[White "W!"]
[Black "B!"]
[Annotator "A!"]

{start!} 1. {banning: e2e4} {[%eval 0.1] ban!} d4 {[%eval 0.1] move!} ({before!} 1. c4 {other!}) {banning: e7e5} {[%eval 0.1] end!} d5 {[%eval 9] last!} *`)
	pgn = strings.Replace(pgn, "{start", "{[%eval 0.1] start", 1)

	check := func(t *testing.T, p e2e.Player, where, text string) {
		t.Helper()
		p.Await(text)
		const made = "document.querySelectorAll('img[src=x], img[onerror]').length + [...document.querySelectorAll('b')].filter((b) => b.textContent === 'bold').length + (window.hit ?? 0)"
		if n := p.Number(made); n != 0 {
			t.Errorf("%s: markup has made %g elements: %s", where, n, p.Text("document.body.innerHTML"))
		}
	}
	says := func(selector, text string) string {
		return fmt.Sprintf("[...document.querySelectorAll(%s)].some((e) => e.textContent.includes(%s))", e2e.Quote(selector), e2e.Quote(text+markup))
	}
	shown := func(t *testing.T, p e2e.Player) {
		t.Helper()
		for _, place := range []struct{ selector, text string }{
			{".who", "W"}, {".who", "B"},
			{".comment", "start"}, {".comment", "ban"}, {".comment", "move"}, {".comment", "before"}, {".comment", "other"}, {".comment", "end"}, {".comment", "last"},
		} {
			check(t, p, place.selector, says(place.selector, place.text))
		}
		check(t, p, "the title", "!document.title.includes('<')")
		check(t, p, "the report", "document.body.dataset.report === 'done' && document.getElementById('report').textContent.length > 0")
		p.Press("#share-open")
		for _, tag := range []string{"Event \"E", "White \"W", "Black \"B", "Annotator \"A"} {
			check(t, p, "the PGN", fmt.Sprintf(e2e.SharedPGN+".includes(%s)", e2e.Quote("["+tag+markup)))
		}
		p.Must(p.Key(browser.Escape))
		p.Await("!document.getElementById('share')?.open")
		p.Must(p.Key("c"))
		check(t, p, "the comment that is edited", "document.getElementById('comment').open && document.getElementById('comment-text').value.includes("+e2e.Quote(markup)+")")
		p.Must(p.Key(browser.Escape))
	}

	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Give(pgn)
	p.Await(e2e.Game + ".getPly() === 5")
	p.Press("#mode-analyse")
	t.Run("pgn", func(t *testing.T) { shown(t, e2e.Player{Tab: p.Tab, T: t}) })
	t.Run("reload", func(t *testing.T) {
		q := e2e.Player{Tab: p.Tab, T: t}
		q.Revisit()
		shown(t, q)
	})
	t.Run("link", func(t *testing.T) {
		q := e2e.VisitLink(t, p.Link()).Ready()
		shown(t, q)
	})
	t.Run("games", func(t *testing.T) {
		q := e2e.Player{Tab: p.Tab, T: t}
		q.Give(pgn + "\n\n" + pgn)
		check(t, q, "the games to choose from", says("#load-games li", "W"))
		for _, junk := range []string{"1. {banning: e2e4} " + markup, markup, "[White \"" + markup, "b:e2e4 " + markup} {
			q.Give(junk)
			check(t, q, "what is refused", "document.getElementById('load-error').textContent !== ''")
		}
		q.Must(q.Eval(fmt.Sprintf(`(() => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File([new Uint8Array(17e6)], %s));
			document.dispatchEvent(new DragEvent("drop", {dataTransfer, cancelable: true}));
		})()`, e2e.Quote(markup)), nil))
		check(t, q, "the name of a file", says("#load-error", ""))
	})
}
