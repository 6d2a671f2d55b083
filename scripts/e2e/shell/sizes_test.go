package shell

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// sizes are common windows: two laptops, two phones, one of them lying down, the smallest, and a tablet.
var sizes = []browser.View{
	{Width: 1280, Height: 800, Still: true},
	{Width: 1440, Height: 900, Still: true},
	{Width: 390, Height: 844, Touch: true, Still: true},
	{Width: 412, Height: 915, Touch: true, Still: true},
	{Width: 844, Height: 390, Touch: true, Still: true},
	{Width: 320, Height: 568, Touch: true, Still: true},
	{Width: 768, Height: 1024, Touch: true, Still: true},
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
	p := e2e.Open(t, e2e.Visit{View: sizes[0], Wrap: gallery.Instead("/worker.js", e2e.SilentWorker)}).Ready()
	p.Press("#tour-skip")
	var view browser.View
	see := func(state string, selectors ...string) {
		t.Helper()
		p.InSight(view, state, selectors...)
	}
	for _, view = range sizes {
		p.Turn(view)
		see("nothing played", "#headline", "#player-top .acts", "#new", "#menu-open")
		if view.Width > 320 {
			see("nothing played", "#begin-computer", "#begin-friend", "#begin-puzzle")
		}
	}
	p.TimedGame("against=computer", "level=1", "side=white")
	p.Plays("b:a2a3 m:e2e4 b:a7a6 m:d7d5 b:a2a3 m:e4d5 b:a7a6 m:d8d5 b:a2a3 m:b1c3 b:a7a6 m:d5g2 b:a2a3 m:f1g2 b:a7a6 m:h7h6")
	var i int
	for i, view = range sizes {
		h := e2e.Hands[0]
		if view.Touch {
			h = e2e.Hands[1]
		}
		p.Turn(view)
		see("a game", "#headline", "#player-top .who", "#player-bottom .who", "#player-top .clock", "#undo", "#redo")
		if view.Width > 320 {
			see("a game", "#moves [aria-current]", "#player-top .taken", "#player-bottom .taken", "#player-top .acts")
		}
		p.Premoves(h, "g1", "f3", false, "premoveg1f3")
		p.Words("notice", "Premove g1–f3.")
		see("a premove", "#headline", "#notice")
		p.Must(h.Point(p, p.At("e5")))
		p.Words("notice", "Premove cancelled.")
		see("no premove", "#headline", "#notice")
		p.Press("#undo")
		p.Await("document.getElementById('to-game').checkVisibility()")
		see("looking back", "#headline", "#to-game", "#undo", "#redo")
		p.Press("#to-game")
		o := opened[i%5] // another one in each window
		p.Press(o.by)
		p.Await(o.there)
		p.Must(p.Eval("history.back(), 1", nil))
		p.Await("!(" + o.there + ") && history.state?.layer !== true")
		p.Press("#mode-analyse")
		p.Await("document.getElementById('tab-report')?.checkVisibility()")
		p.Must(p.Eval("scrollTo(0, 0)", nil))
		see("Analyse", "#headline", "#engine", "#tab-report")
		p.Must(p.Eval("scrollTo(0, 9999)", nil))
		see("the end of Analyse", "#undo", "#redo")
		p.Press("#mode-learn")
		p.Await("document.body.dataset.learn === 'try'")
		see("Learn", "#learn-main button")
		p.Must(p.Eval("scrollTo(0, 9999)", nil))
		see("the end of Learn", "#undo", "#redo")
		p.Press("#mode-play")
		p.Await("document.body.dataset.mode === 'play' && " + e2e.CanPremove)
	}

	// After many captures, the pieces that have no room are left out.
	p.Must(p.Eval(takeAll, nil))
	for _, view = range sizes {
		p.Turn(view)
		see("many captures", "#player-top .who", "#player-bottom .who", "#player-top .clock")
		if n := p.Number(cutPieces); n > 0 {
			t.Errorf("%d×%d: %g captured pieces are cut", view.Width, view.Height, n)
		}
		if n := p.Number(takenPieces + ".length"); n < 16 {
			t.Fatalf("only %g pieces are captured", n)
		}
	}
	if p.Text("String("+e2e.Game+".gameOver())") == "false" {
		p.Menu("#resign")
	}
	p.Await(e2e.Game + ".gameOver()")
	for _, view = range sizes {
		p.Turn(view)
		p.Must(p.Eval("scrollTo(0, 0)", nil))
		see("after the game", "#headline", "#rematch", "#analyse-game", "#undo", "#new")
	}
}

// In each of these windows, the warning that nothing is stored leaves room for the board and
// what one needs to play.
func TestWarningInSight(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: sizes[0], Wrap: gallery.Before(gallery.StorageFull)}).Ready()
	p.Press("#tour-skip")
	p.Plays("b:e2e4 m:d2d4")
	for _, view := range sizes {
		p.Turn(view)
		p.InSight(view, "nothing is stored", "#unkept", "#board", "#undo", "#new")
	}
}
