package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// On paper there are the board, with its pieces, and the whole list, however long it is.
// Afterwards the drawn board is back.
func TestPrint(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`(() => {
		const game = document.getElementById('board').game;
		for (let i = 0; i < 200 && !game.gameOver(); i++) {
			const legal = game.getLegalActions();
			game.play(legal[i * 7 % legal.length]);
		}
	})()`, nil))
	p.must(p.Run(emulation.SetEmulatedMedia().WithMedia("print")))
	p.must(p.Eval("dispatchEvent(new Event('beforeprint'))", nil))
	p.wait("document.getElementById('grid').dataset.mode === 'solid' && document.querySelectorAll('#grid img').length === " + game + ".board().flat().filter(Boolean).length")
	p.wait("!document.getElementById('tools').checkVisibility() && !document.querySelector('header').checkVisibility()")
	p.wait("[...document.querySelectorAll('#moves, .record, .panel, body')].every((e) => e.scrollHeight <= e.clientHeight + 1)")
	p.must(p.Run(emulation.SetEmulatedMedia()))
	p.must(p.Eval("dispatchEvent(new Event('afterprint'))", nil))
	p.wait("document.getElementById('grid').dataset.mode === 'overlay'")
}
