package board

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// Keys held with the mouse.
const (
	alt   = 1
	shift = 8
)

// Arrows and circles are drawn with the right button in four colours. They belong to the
// position, are in PGN and link, and disappear when drawn again; nothing is played.
func TestDrawnByHand(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	fen := p.FEN()
	shown := func(q e2e.Player, want string) {
		t.Helper()
		q.Await("document.getElementById('board').state.drawings.map(({color, from, to}) => color + from + (to ?? '')).sort().join() === " + e2e.Quote(want))
	}
	before := p.Colour(p.Inside("d5", 0.5, 0.5))
	p.Must(p.RightDrag(p.At("d2"), p.At("d8"), 0))
	p.Must(p.RightDrag(p.At("g1"), p.At("f3"), shift))
	p.Must(p.RightDrag(p.At("e4"), p.At("e4"), alt))
	p.Must(p.RightDrag(p.At("e7"), p.At("e5"), shift|alt))
	const all = "bluee4,greend2d8,redg1f3,yellowe7e5"
	shown(p, all)
	p.Drawn()
	if after := p.Colour(p.Inside("d5", 0.5, 0.5)); after == before {
		t.Error("the arrow is not to be seen")
	}
	p.Must(p.RightDrag(p.At("d2"), p.At("d4"), 0)) // a move that is legal
	p.Must(p.RightDrag(p.At("d2"), p.At("d4"), 0))
	shown(p, all)
	if got := p.FEN(); got != fen {
		t.Errorf("drawing has played: %s", got)
	}
	for _, want := range []string{"[%csl Be4]", "[%cal Gd2d8,Rg1f3,Ye7e5]"} {
		p.Await(e2e.SharedPGN + ".includes(" + e2e.Quote(want) + ")")
	}
	p.Plays("m:d2d4")
	shown(p, "")
	q := e2e.VisitLink(t, p.Link()).Ready()
	shown(q, "")
	for _, page := range []e2e.Player{p, q} {
		page.Press("#undo")
		page.Await(e2e.Game + ".getPly() === 2")
		page.Await("document.getElementById('board').state.drawings.length === 4")
	}
	p.Reload()
	p.Await("document.getElementById('board').state.drawings.length === 4")
	p.Must(p.RightDrag(p.At("e4"), p.At("e4"), alt))
	p.Must(p.RightDrag(p.At("d2"), p.At("d8"), alt)) // another colour
	p.Await(e2e.SharedPGN + ".includes('Bd2d8') && !" + e2e.SharedPGN + ".includes('Be4')")
}

// A drawing is undone like any other change, and earlier changes can still be undone after
// it.
func TestDrawingIsUndone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	p.InMenu("b:e2e4", 0, "[data-nag='1']")
	p.Writes("1. {banning: e2e4 $1} *")
	p.Must(p.RightDrag(p.At("d2"), p.At("d4"), 0))
	p.Writes("1. {banning: e2e4 $1} {[%cal Gd2d4]} *")
	p.Must(p.RightDrag(p.At("g1"), p.At("g1"), 0))
	p.Writes("1. {banning: e2e4 $1} {[%csl Gg1] [%cal Gd2d4]} *")
	for _, want := range []string{"1. {banning: e2e4 $1} {[%cal Gd2d4]} *", "1. {banning: e2e4 $1} *", "1. {banning: e2e4} *"} {
		p.Must(p.Chord(browser.Control, "z"))
		p.Writes(want)
	}
	p.Await("document.getElementById('board').state.drawings.length === 0")
	p.Must(p.Chord(browser.Control, "y"))
	p.Must(p.Chord(browser.Control, "y"))
	p.Writes("1. {banning: e2e4 $1} {[%cal Gd2d4]} *")
	p.Await("document.getElementById('board').state.drawings.length === 1 && " + e2e.Game + ".getPly() === 2")
}

// The user may draw while the board asks for a promotion. On the text board, which has no
// drawings, the right button leaves the question open.
func TestDrawingWhileAPawnPromotes(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.LoadTime(e2e.Promotion)
	e2e.Hands[0].Move(p, "a7", "a8", true)
	p.Await("document.getElementById('board').state.promotion")
	p.Must(p.RightDrag(p.At("h2"), p.At("h4"), 0))
	p.Await("document.getElementById('board').state.drawings.length === 1 && document.getElementById('board').state.promotion")
	p.Must(p.Click(p.Role("q")))
	p.Await(e2e.Game + ".fen().startsWith('Q7/')")

	p.Press("#settings-open")
	p.Press("#settings [name=textBoard]")
	p.Press("#settings .head button")
	p.LoadTime(e2e.Promotion)
	p.Press("[data-square=a7]")
	p.Press("[data-square=a8]")
	p.Await("document.getElementById('promotion').checkVisibility()")
	p.Must(p.RightDrag(p.Element("[data-square=h2]"), p.Element("[data-square=h4]"), 0))
	p.Frames(2)
	p.Await("document.getElementById('promotion').checkVisibility() && " + e2e.Game + ".fen() === " + e2e.Quote(e2e.Promotion))
	p.Await("document.getElementById('board').state.drawings.length === 0")
	p.Press("#promotion [data-role=n]")
	p.Await(e2e.Game + ".fen().startsWith('N7/')")
}
