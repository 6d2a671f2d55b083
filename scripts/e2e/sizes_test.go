package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// sizes are common windows: two laptops, two phones, one of them lying down, and the smallest.
var sizes = []browser.View{
	{Width: 1280, Height: 800, Still: true},
	{Width: 1440, Height: 900, Still: true},
	{Width: 390, Height: 844, Touch: true, Still: true},
	{Width: 412, Height: 915, Touch: true, Still: true},
	{Width: 844, Height: 390, Touch: true, Still: true},
	{Width: 320, Height: 568, Touch: true, Still: true},
}

// outOfSight is JavaScript for a function that returns those of some elements that are not
// wholly on the screen, or whose text is cut.
const outOfSight = `((...selectors) => selectors.filter((selector) => {
	const e = document.querySelector(selector);
	if (!e?.checkVisibility()) return true;
	const {left, right, top, bottom} = e.getBoundingClientRect();
	const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
	const isCut = getComputedStyle(e).overflow === "hidden" && e.scrollWidth > e.clientWidth;
	const isCovered = e.matches("button") && !e.contains(at);
	return isCut || isCovered || left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).join())`

// inSight fails the test if an element is not wholly on the screen.
func (p player) inSight(view browser.View, state string, selectors ...string) {
	p.t.Helper()
	list := ""
	for _, selector := range selectors {
		list += quote(selector) + ","
	}
	if hidden := p.text(outOfSight + "(" + list + ")"); hidden != "" {
		p.t.Errorf("%d×%d, %s: out of sight: %s", view.Width, view.Height, state, hidden)
	}
}

// takenPieces are the captured pieces beside the names. Those below the line are left out.
const takenPieces = "[...document.querySelectorAll('.taken img')]"

// cutPieces is JavaScript that counts the captured pieces that are shown and cut.
const cutPieces = takenPieces + `.filter((piece) => {
	const {right, top} = piece.getBoundingClientRect(), box = piece.parentElement.getBoundingClientRect();
	return top < box.bottom && right > box.right + 0.5;
}).length`

// takeAll is JavaScript that plays bans, and captures where there are any.
const takeAll = `(() => {
	const game = document.getElementById("board").game;
	const takes = ({move}) => game.get(move.to);
	for (let i = 0; i < 80 && !game.gameOver(); i++) {
		const legal = game.getLegalActions();
		game.play((legal[0].move && legal.find(takes)) || legal[i * 7 % legal.length]);
	}
})()`

// In each of these windows, what one needs at a time is on the screen without scrolling, and
// uncut: the ways to begin, the players with what they have taken, the words about a premove,
// the way back to the game, the buttons that go through it in each mode, who is to act in
// Analyse, what Learn asks for, and the next steps after the game. Back closes what is open. On the smallest phone there is no room for a list.
func TestInSight(t *testing.T) {
	p := open(t, visit{view: sizes[0], wrap: gallery.Instead("/worker.js", silentWorker)}).ready()
	p.press("#tour-skip")
	var view browser.View
	see := func(state string, selectors ...string) {
		t.Helper()
		p.inSight(view, state, selectors...)
	}
	for _, view = range sizes {
		p.turn(view)
		see("nothing played", "#headline", "#player-top .acts", "#new", "#menu-open")
		if view.Width > 320 {
			see("nothing played", "#begin-computer", "#begin-friend", "#begin-puzzle")
		}
	}
	p.timedGame("against=computer", "level=1", "side=white")
	p.plays("b:a2a3 m:e2e4 b:a7a6 m:d7d5 b:a2a3 m:e4d5 b:a7a6 m:d8d5 b:a2a3 m:b1c3 b:a7a6 m:d5g2 b:a2a3 m:f1g2 b:a7a6 m:h7h6")
	var i int
	for i, view = range sizes {
		h := hands[0]
		if view.Touch {
			h = hands[1]
		}
		p.turn(view)
		see("a game", "#headline", "#player-top .who", "#player-bottom .who", "#player-top .clock", "#undo", "#redo")
		if view.Width > 320 {
			see("a game", "#moves [aria-current]", "#player-top .taken", "#player-bottom .taken", "#player-top .acts")
		}
		p.premoves(h, "g1", "f3", false, "premoveg1f3")
		p.words("notice", "Premove g1–f3.")
		see("a premove", "#headline", "#notice")
		p.must(h.point(p, p.at("e5")))
		p.words("notice", "Premove cancelled.")
		see("no premove", "#headline", "#notice")
		p.press("#undo")
		p.wait("document.getElementById('to-game').checkVisibility()")
		see("looking back", "#headline", "#to-game", "#undo", "#redo")
		p.press("#to-game")
		o := opened[i%5] // another one in each window
		p.press(o.by)
		p.wait(o.there)
		p.must(p.Eval("history.back(), 1", nil))
		p.wait("!(" + o.there + ") && history.state?.layer !== true")
		p.press("#mode-analyse")
		p.wait("document.getElementById('tab-report')?.checkVisibility()")
		p.must(p.Eval("scrollTo(0, 0)", nil))
		see("Analyse", "#headline", "#engine", "#tab-report")
		p.must(p.Eval("scrollTo(0, 9999)", nil))
		see("the end of Analyse", "#undo", "#redo")
		p.press("#mode-learn")
		p.wait("document.body.dataset.learn === 'try'")
		see("Learn", "#learn-main button")
		p.must(p.Eval("scrollTo(0, 9999)", nil))
		see("the end of Learn", "#undo", "#redo")
		p.press("#mode-play")
		p.wait("document.body.dataset.mode === 'play' && " + canPremove)
	}

	// After many captures, the pieces that have no room are left out.
	p.must(p.Eval(takeAll, nil))
	for _, view = range sizes {
		p.turn(view)
		see("many captures", "#player-top .who", "#player-bottom .who", "#player-top .clock")
		if n := p.number(cutPieces); n > 0 {
			t.Errorf("%d×%d: %g captured pieces are cut", view.Width, view.Height, n)
		}
		if n := p.number(takenPieces + ".length"); n < 16 {
			t.Fatalf("only %g pieces are captured", n)
		}
	}
	if p.text("String("+game+".gameOver())") == "false" {
		p.menu("#resign")
	}
	p.wait(game + ".gameOver()")
	for _, view = range sizes {
		p.turn(view)
		p.must(p.Eval("scrollTo(0, 0)", nil))
		see("after the game", "#headline", "#rematch", "#analyse-game", "#undo", "#new")
	}
}

// In each of these windows, the warning that nothing is stored leaves room for the board and
// what one needs to play.
func TestWarningInSight(t *testing.T) {
	p := open(t, visit{view: sizes[0], wrap: gallery.Before(gallery.StorageFull)}).ready()
	p.press("#tour-skip")
	p.plays("b:e2e4 m:d2d4")
	for _, view := range sizes {
		p.turn(view)
		p.inSight(view, "nothing is stored", "#unkept", "#board", "#undo", "#new")
	}
}
