package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// A whole game by hand, including bans, to the words at its end, in every window that the
// page supports.
func TestCheckmateByBan(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			for i, view := range append([]browser.View{h.view}, h.other...) {
				if i > 0 {
					p.turn(view)
					p.newGame("against=friend")
					p.must(p.Eval("scrollTo(0, 0)", nil))
				}
				p.words("headline", "Black bans a White move")
				h.playAll(p, mate)
				p.words("headline", "White wins: checkmate by ban")
				if got := p.actions(); got != mate {
					t.Errorf("%d×%d: played %s, want %s", view.Width, view.Height, got, mate)
				}
				if got := p.text("document.getElementById('headline').checkVisibility()"); got != "true" {
					t.Errorf("%d×%d: nobody sees who has won", view.Width, view.Height)
				}
			}
			if n := p.number(game + ".getLegalActions().length"); n != 0 {
				t.Errorf("%g legal actions after the end", n)
			}

			// An action after the end is refused and changes nothing.
			fen := p.fen()
			h.move(p, "a2", "a3", false)
			p.wait("document.getElementById('notice').dataset.code === 'game_over'")
			p.wait("document.getElementById('details').checkVisibility() && document.getElementById('details').textContent !== ''") // why it ended
			if got := p.fen(); got != fen {
				t.Errorf("the game went on to %s", got)
			}
		})
	}
}

// The headline names the player and the action at every ply, and below it the number of replies.
func TestHeadline(t *testing.T) {
	p := open(t, visit{}).ready()
	for i, want := range []string{
		"Black bans a White move", "White moves", "White bans a Black move", "Black moves", "Black bans a White move",
	} {
		p.words("headline", want)
		p.words("details", []string{"20 legal moves", "19 legal moves", "20 legal moves", "19 legal moves", "30 legal moves"}[i])
		hands[0].play(p, strings.Fields(mate)[i], i%2 == 0)
	}
}

// A banned move is refused with a message, and nothing changes.
func TestBannedMoveIsRefused(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			h.play(p, "b:e2e4", true)
			fen := p.fen()
			for _, carry := range []bool{false, true} {
				h.move(p, "e2", "e4", carry)
				p.wait("document.getElementById('notice').dataset.code === 'banned'")
				p.words("notice", "e2–e4 is banned")
				if got := p.fen(); got != fen {
					t.Fatalf("the game went on to %s", got)
				}
				p.must(p.Key(browser.Escape))
			}
			h.play(p, "m:e2e3", true)
		})
	}
}

// A piece that is dropped off the board or on an impossible square returns, at a ban and at
// a move. A selected piece is deselected by another click, and by Escape.
func TestDropElsewhere(t *testing.T) {
	const state = "document.getElementById('board').state"
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			for _, from := range []string{"e2", "g1"} { // Black bans, White moves
				fen := p.fen()
				board := p.inside("h1", 1, 1)
				for _, drop := range []struct {
					name string
					to   browser.Point
				}{
					{"off the board", browser.Point{X: board.X - 100, Y: board.Y + 12}},
					{"an illegal square", p.at("e6")},
					{"its own square", p.inside(from, 0.8, 0.2)},
				} {
					p.must(h.carry(p, p.at(from), drop.to))
					p.wait(state + ".dragging === false")
					p.wait("!" + state + ".animating")
					if got := p.fen(); got != fen {
						t.Errorf("%s dropped on %s: %s", from, drop.name, got)
					}
					p.must(p.Key(browser.Escape))
					p.wait(state + ".selected === null")
				}
				for _, leave := range []struct {
					name string
					do   func() error
				}{
					{"again", func() error { return h.point(p, p.at(from)) }},
					{"Escape", func() error { return p.Key(browser.Escape) }},
				} {
					p.must(h.point(p, p.at(from)))
					p.wait(state + ".selected === '" + from + "'")
					p.must(leave.do())
					if err := p.Wait(state + ".selected === null"); err != nil {
						t.Errorf("%s stays picked up after %s", from, leave.name)
					}
				}
				if got := p.fen(); got != fen {
					t.Errorf("picking up and putting back led to %s", got)
				}
				if from == "e2" {
					h.play(p, "b:e2e4", false)
				}
			}
		})
	}
}

// Undo, redo, flip and new, by their buttons. If nothing was edited, Ctrl+Z and Ctrl+Y take
// back a ban or a move and repeat it.
func TestControls(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 3))
	fen := p.fen()
	p.press("#undo")
	p.wait(game + ".getPly() === 3")
	p.press("#undo")
	p.wait(game + ".getPly() === 2")
	p.press("#redo")
	p.press("#redo")
	p.wait(game + ".getPly() === 4")
	if got := p.fen(); got != fen {
		t.Errorf("after undo and redo %s, want %s", got, fen)
	}
	for _, step := range []struct {
		key string
		ply int
	}{{"z", 3}, {"z", 2}, {"z", 1}, {"y", 2}, {"y", 3}, {"y", 4}} {
		p.must(p.Chord(browser.Control, step.key))
		p.wait(fmt.Sprintf("%s.getPly() === %d", game, step.ply))
	}
	if got := p.fen(); got != fen {
		t.Errorf("after Ctrl+Z and Ctrl+Y %s, want %s", got, fen)
	}

	before := p.at("a1")
	p.menu("#flip")
	p.wait("document.getElementById('board').options.orientation === 'black'")
	after := p.at("a1")
	if after.X <= before.X || after.Y >= before.Y {
		t.Errorf("a1 went from %v to %v, want it up and to the right", before, after)
	}

	p.newGame("against=friend")
	p.wait(game + ".getPly() === 1")
	hands[0].playAll(p, firstActions(mate, 2))
}

// A whole game is taken back to its start and repeated to its end. The list has all its
// bans and moves, and a click on one shows it.
func TestUndoAll(t *testing.T) {
	p := open(t, visit{}).ready()
	start := p.fen()
	hands[0].playAll(p, mate)
	end := p.fen()
	plies := len(strings.Fields(mate))
	fens := []string{start}
	for ply := plies; ply >= 1; ply-- {
		fens = slices.Insert(fens, 1, p.fen())
		p.press("#undo")
		p.wait(fmt.Sprintf("%s.getPly() === %d", game, ply))
	}
	if got := p.fen(); got != start {
		t.Errorf("all taken back it is %s, want %s", got, start)
	}
	p.words("headline", "Black bans a White move")
	for ply := 2; ply <= plies+1; ply++ {
		p.press("#redo")
		p.wait(fmt.Sprintf("%s.getPly() === %d", game, ply))
	}
	if got := p.fen(); got != end {
		t.Errorf("all done again it is %s, want %s", got, end)
	}
	p.words("headline", "White wins: checkmate by ban")

	const entries = "[...document.querySelectorAll('#moves [data-entry]')]"
	want := "ban pawn a2–a3|e4|ban pawn a7–a6|h6|ban pawn a2–a3|Qf3|ban pawn a7–a6|h5|ban pawn a2–a3|Qxf7+|ban king e8–f7#"
	if got := p.text(entries + ".map((e) => e.textContent).join('|')"); got != want {
		t.Errorf("the list has\n%s, want\n%s", got, want)
	}
	for _, n := range []int{4, 1, 11, 2, 10, 3, 9, 5, 8, 6, 7} {
		p.press(fmt.Sprintf("#moves [data-ply='%d']", n))
		p.wait(fmt.Sprintf("%s.getPly() === %d", game, n+1))
		if got := p.fen(); got != fens[n] {
			t.Errorf("entry %d shows %s, want %s", n, got, fens[n])
		}
		p.wait(fmt.Sprintf("%s.findIndex((e) => e.ariaCurrent === 'true') === %d", entries, n-1))
	}
}

// The game survives its program, because the page owns the record.
func TestFrameReloads(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 4))
	fen := p.fen()
	p.must(p.Eval("document.getElementById('board').frameWindow.gone = true, document.getElementById('board').frameWindow.location.reload()", nil))
	p.wait("!document.getElementById('board').frameWindow.gone && document.getElementById('board').drawn")
	p.wait(game + ".fen() === " + quote(fen))
	hands[0].playAll(p, strings.Join(strings.Fields(mate)[4:], " "))
	p.words("headline", "White wins: checkmate by ban")
}

// A reloaded tab keeps its own game, whatever another one has stored.
func TestOtherTab(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays(firstActions(mate, 2))
	p.wait("JSON.parse(localStorage['banchess.game']).record.nodes.length === 2")
	p.must(p.Eval(`(() => {
		const stored = JSON.parse(localStorage['banchess.game']);
		stored.record = {...stored.record, nodes: [{action: 'b:d2d4'}], at: 1, end: 1};
		localStorage['banchess.game'] = JSON.stringify(stored);
	})()`, nil))
	p.reload()
	p.ready()
	if got, want := p.actions(), firstActions(mate, 2); got != want {
		t.Errorf("loaded again, the tab has %s, want its own %s", got, want)
	}
}

// A stored game that the rules refuse is reported once, not at every visit.
func TestDamagedGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4")
	p.wait("JSON.parse(localStorage['banchess.game']).record.nodes.length === 1")
	p.must(p.Eval(`(() => {
		const stored = JSON.parse(localStorage['banchess.game']);
		stored.record.nodes.push({action: 'm:e2e4'}); // it is banned
		stored.record.at = stored.record.end = 2;
		sessionStorage['banchess.game'] = JSON.stringify(stored);
	})()`, nil))
	address := p.text("location.href")
	p.must(p.Goto(address))
	p.ready()
	p.words("notice", "could not be restored")
	p.must(p.Goto(address))
	p.ready()
	p.wait(game + ".getPly() === 1")
	if got := p.text("document.getElementById('notice').textContent"); got != "" {
		t.Errorf("at the next visit the page still says %q", got)
	}
}
