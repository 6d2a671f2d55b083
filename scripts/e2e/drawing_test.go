package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// Keys held with the mouse.
const (
	alt   = 1
	shift = 8
)

// Arrows and circles are drawn with the right button in four colours. They belong to the
// position, are in PGN and link, and disappear when drawn again; nothing is played.
func TestDrawnByHand(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4")
	fen := p.fen()
	shown := func(q player, want string) {
		t.Helper()
		q.wait("document.getElementById('board').state.drawings.map(({color, from, to}) => color + from + (to ?? '')).sort().join() === " + quote(want))
	}
	before := p.colour(p.inside("d5", 0.5, 0.5))
	p.must(p.RightDrag(p.at("d2"), p.at("d8"), 0))
	p.must(p.RightDrag(p.at("g1"), p.at("f3"), shift))
	p.must(p.RightDrag(p.at("e4"), p.at("e4"), alt))
	p.must(p.RightDrag(p.at("e7"), p.at("e5"), shift|alt))
	const all = "bluee4,greend2d8,redg1f3,yellowe7e5"
	shown(p, all)
	p.drawn()
	if after := p.colour(p.inside("d5", 0.5, 0.5)); after == before {
		t.Error("the arrow is not to be seen")
	}
	p.must(p.RightDrag(p.at("d2"), p.at("d4"), 0)) // a move that is legal
	p.must(p.RightDrag(p.at("d2"), p.at("d4"), 0))
	shown(p, all)
	if got := p.fen(); got != fen {
		t.Errorf("drawing has played: %s", got)
	}
	for _, want := range []string{"[%csl Be4]", "[%cal Gd2d8,Rg1f3,Ye7e5]"} {
		p.wait(sharedPGN + ".includes(" + quote(want) + ")")
	}
	p.plays("m:d2d4")
	shown(p, "")
	q := visitLink(t, p.link()).ready()
	shown(q, "")
	for _, page := range []player{p, q} {
		page.press("#undo")
		page.wait(game + ".getPly() === 2")
		page.wait("document.getElementById('board').state.drawings.length === 4")
	}
	p.reload()
	p.wait("document.getElementById('board').state.drawings.length === 4")
	p.must(p.RightDrag(p.at("e4"), p.at("e4"), alt))
	p.must(p.RightDrag(p.at("d2"), p.at("d8"), alt)) // another colour
	p.wait(sharedPGN + ".includes('Bd2d8') && !" + sharedPGN + ".includes('Be4')")
}

// A drawing is undone like any other change, and earlier changes can still be undone after
// it.
func TestDrawingIsUndone(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4")
	p.inMenu("b:e2e4", 0, "[data-nag='1']")
	p.writes("1. {banning: e2e4 $1} *")
	p.must(p.RightDrag(p.at("d2"), p.at("d4"), 0))
	p.writes("1. {banning: e2e4 $1} {[%cal Gd2d4]} *")
	p.must(p.RightDrag(p.at("g1"), p.at("g1"), 0))
	p.writes("1. {banning: e2e4 $1} {[%csl Gg1] [%cal Gd2d4]} *")
	for _, want := range []string{"1. {banning: e2e4 $1} {[%cal Gd2d4]} *", "1. {banning: e2e4 $1} *", "1. {banning: e2e4} *"} {
		p.must(p.Chord(browser.Control, "z"))
		p.writes(want)
	}
	p.wait("document.getElementById('board').state.drawings.length === 0")
	p.must(p.Chord(browser.Control, "y"))
	p.must(p.Chord(browser.Control, "y"))
	p.writes("1. {banning: e2e4 $1} {[%cal Gd2d4]} *")
	p.wait("document.getElementById('board').state.drawings.length === 1 && " + game + ".getPly() === 2")
}

// The user may draw while the board asks for a promotion. On the text board, which has no
// drawings, the right button leaves the question open.
func TestDrawingWhileAPawnPromotes(t *testing.T) {
	p := open(t, visit{}).ready()
	p.load(promotion)
	hands[0].move(p, "a7", "a8", true)
	p.wait("document.getElementById('board').state.promotion")
	p.must(p.RightDrag(p.at("h2"), p.at("h4"), 0))
	p.wait("document.getElementById('board').state.drawings.length === 1 && document.getElementById('board').state.promotion")
	p.must(p.Click(p.role("q")))
	p.wait(game + ".fen().startsWith('Q7/')")

	p.press("#settings-open")
	p.press("#settings [name=textBoard]")
	p.press("#settings .head button")
	p.load(promotion)
	p.press("[data-square=a7]")
	p.press("[data-square=a8]")
	p.wait("document.getElementById('promotion').checkVisibility()")
	p.must(p.RightDrag(p.element("[data-square=h2]"), p.element("[data-square=h4]"), 0))
	p.frames(2)
	p.wait("document.getElementById('promotion').checkVisibility() && " + game + ".fen() === " + quote(promotion))
	p.wait("document.getElementById('board').state.drawings.length === 0")
	p.press("#promotion [data-role=n]")
	p.wait(game + ".fen().startsWith('N7/')")
}
