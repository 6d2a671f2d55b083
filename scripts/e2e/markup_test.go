package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
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

	check := func(t *testing.T, p player, where, text string) {
		t.Helper()
		p.wait(text)
		const made = "document.querySelectorAll('img[src=x], img[onerror]').length + [...document.querySelectorAll('b')].filter((b) => b.textContent === 'bold').length + (window.hit ?? 0)"
		if n := p.number(made); n != 0 {
			t.Errorf("%s: markup has made %g elements: %s", where, n, p.text("document.body.innerHTML"))
		}
	}
	says := func(selector, text string) string {
		return fmt.Sprintf("[...document.querySelectorAll(%s)].some((e) => e.textContent.includes(%s))", quote(selector), quote(text+markup))
	}
	shown := func(t *testing.T, p player) {
		t.Helper()
		for _, place := range []struct{ selector, text string }{
			{".who", "W"}, {".who", "B"},
			{".comment", "start"}, {".comment", "ban"}, {".comment", "move"}, {".comment", "before"}, {".comment", "other"}, {".comment", "end"}, {".comment", "last"},
		} {
			check(t, p, place.selector, says(place.selector, place.text))
		}
		check(t, p, "the title", "!document.title.includes('<')")
		check(t, p, "the report", "document.body.dataset.report === 'done' && document.getElementById('report').textContent.length > 0")
		p.press("#share-open")
		for _, tag := range []string{"Event \"E", "White \"W", "Black \"B", "Annotator \"A"} {
			check(t, p, "the PGN", fmt.Sprintf(sharedPGN+".includes(%s)", quote("["+tag+markup)))
		}
		p.must(p.Key(browser.Escape))
		p.wait("!document.getElementById('share')?.open")
		p.must(p.Key("c"))
		check(t, p, "the comment that is edited", "document.getElementById('comment').open && document.getElementById('comment-text').value.includes("+quote(markup)+")")
		p.must(p.Key(browser.Escape))
	}

	p := open(t, visit{}).ready()
	p.give(pgn)
	p.wait(game + ".getPly() === 5")
	p.press("#mode-analyse")
	t.Run("pgn", func(t *testing.T) { shown(t, player{p.page, t}) })
	t.Run("reload", func(t *testing.T) {
		q := player{p.page, t}
		q.revisit()
		shown(t, q)
	})
	t.Run("link", func(t *testing.T) {
		q := visitLink(t, p.link()).ready()
		shown(t, q)
	})
	t.Run("games", func(t *testing.T) {
		q := player{p.page, t}
		q.give(pgn + "\n\n" + pgn)
		check(t, q, "the games to choose from", says("#load-games li", "W"))
		for _, junk := range []string{"1. {banning: e2e4} " + markup, markup, "[White \"" + markup, "b:e2e4 " + markup} {
			q.give(junk)
			check(t, q, "what is refused", "document.getElementById('load-error').textContent !== ''")
		}
		q.must(q.Eval(fmt.Sprintf(`(() => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File([new Uint8Array(17e6)], %s));
			document.dispatchEvent(new DragEvent("drop", {dataTransfer, cancelable: true}));
		})()`, quote(markup)), nil))
		check(t, q, "the name of a file", says("#load-error", ""))
	})
}
