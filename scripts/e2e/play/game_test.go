package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// A whole game by hand, including bans, to the words at its end, in every window that the
// page supports.
func TestCheckmateByBan(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			for i, view := range append([]browser.View{h.View}, h.Other...) {
				if i > 0 {
					p.Turn(view)
					p.NewGame("against=friend")
					p.Must(p.Eval("scrollTo(0, 0)", nil))
				}
				p.Words("headline", "Black bans a White move")
				h.PlayAll(p, e2e.Mate)
				p.Words("headline", "White wins: checkmate by ban")
				if got := p.Actions(); got != e2e.Mate {
					t.Errorf("%d×%d: played %s, want %s", view.Width, view.Height, got, e2e.Mate)
				}
				if got := p.Text("document.getElementById('headline').checkVisibility()"); got != "true" {
					t.Errorf("%d×%d: nobody sees who has won", view.Width, view.Height)
				}
			}
			if n := p.Number(e2e.Game + ".getLegalActions().length"); n != 0 {
				t.Errorf("%g legal actions after the end", n)
			}

			// An action after the end is refused and changes nothing.
			fen := p.FEN()
			h.Move(p, "a2", "a3", false)
			p.Await("document.getElementById('notice').dataset.code === 'game_over'")
			p.Await("document.getElementById('details').checkVisibility() && document.getElementById('details').textContent !== ''") // why it ended
			if got := p.FEN(); got != fen {
				t.Errorf("the game went on to %s", got)
			}
		})
	}
}

// The headline names the player and the action at every ply, and below it the number of replies.
func TestHeadline(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	for i, want := range []string{
		"Black bans a White move", "White moves", "White bans a Black move", "Black moves", "Black bans a White move",
	} {
		p.Words("headline", want)
		p.Words("details", []string{"20 legal moves", "19 legal moves", "20 legal moves", "19 legal moves", "30 legal moves"}[i])
		e2e.Hands[0].Play(p, strings.Fields(e2e.Mate)[i], i%2 == 0)
	}
}

// A banned move is refused with a message, and nothing changes.
func TestBannedMoveIsRefused(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			h.Play(p, "b:e2e4", true)
			fen := p.FEN()
			for _, carry := range []bool{false, true} {
				h.Move(p, "e2", "e4", carry)
				p.Await("document.getElementById('notice').dataset.code === 'banned'")
				p.Words("notice", "e2–e4 is banned")
				if got := p.FEN(); got != fen {
					t.Fatalf("the game went on to %s", got)
				}
				p.Must(p.Key(browser.Escape))
			}
			h.Play(p, "m:e2e3", true)
		})
	}
}

// A piece that is dropped off the board or on an impossible square returns, at a ban and at
// a move. A selected piece is deselected by another click, and by Escape.
func TestDropElsewhere(t *testing.T) {
	const state = "document.getElementById('board').state"
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			for _, from := range []string{"e2", "g1"} { // Black bans, White moves
				fen := p.FEN()
				board := p.Inside("h1", 1, 1)
				for _, drop := range []struct {
					name string
					to   browser.Point
				}{
					{"off the board", browser.Point{X: board.X - 100, Y: board.Y + 12}},
					{"an illegal square", p.At("e6")},
					{"its own square", p.Inside(from, 0.8, 0.2)},
				} {
					p.Must(h.Carry(p, p.At(from), drop.to))
					p.Await(state + ".dragging === false")
					p.Await("!" + state + ".animating")
					if got := p.FEN(); got != fen {
						t.Errorf("%s dropped on %s: %s", from, drop.name, got)
					}
					p.Must(p.Key(browser.Escape))
					p.Await(state + ".selected === null")
				}
				for _, leave := range []struct {
					name string
					do   func() error
				}{
					{"again", func() error { return h.Point(p, p.At(from)) }},
					{"Escape", func() error { return p.Key(browser.Escape) }},
				} {
					p.Must(h.Point(p, p.At(from)))
					p.Await(state + ".selected === '" + from + "'")
					p.Must(leave.do())
					if err := p.Wait(state + ".selected === null"); err != nil {
						t.Errorf("%s stays picked up after %s", from, leave.name)
					}
				}
				if got := p.FEN(); got != fen {
					t.Errorf("picking up and putting back led to %s", got)
				}
				if from == "e2" {
					h.Play(p, "b:e2e4", false)
				}
			}
		})
	}
}

// Undo, redo, flip and new, by their buttons. If nothing was edited, Ctrl+Z and Ctrl+Y take
// back a ban or a move and repeat it.
func TestControls(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	fen := p.FEN()
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 3")
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 2")
	p.Press("#redo")
	p.Press("#redo")
	p.Await(e2e.Game + ".getPly() === 4")
	if got := p.FEN(); got != fen {
		t.Errorf("after undo and redo %s, want %s", got, fen)
	}
	for _, step := range []struct {
		key string
		ply int
	}{{"z", 3}, {"z", 2}, {"z", 1}, {"y", 2}, {"y", 3}, {"y", 4}} {
		p.Must(p.Chord(browser.Control, step.key))
		p.Await(fmt.Sprintf("%s.getPly() === %d", e2e.Game, step.ply))
	}
	if got := p.FEN(); got != fen {
		t.Errorf("after Ctrl+Z and Ctrl+Y %s, want %s", got, fen)
	}

	before := p.At("a1")
	p.Menu("#flip")
	p.Await("document.getElementById('board').options.orientation === 'black'")
	after := p.At("a1")
	if after.X <= before.X || after.Y >= before.Y {
		t.Errorf("a1 went from %v to %v, want it up and to the right", before, after)
	}

	p.NewGame("against=friend")
	p.Await(e2e.Game + ".getPly() === 1")
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 2))
}

// A whole game is taken back to its start and repeated to its end. The list has all its
// bans and moves, and a click on one shows it.
func TestUndoAll(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	start := p.FEN()
	e2e.Hands[0].PlayAll(p, e2e.Mate)
	end := p.FEN()
	plies := len(strings.Fields(e2e.Mate))
	fens := []string{start}
	for ply := plies; ply >= 1; ply-- {
		fens = slices.Insert(fens, 1, p.FEN())
		p.Press("#undo")
		p.Await(fmt.Sprintf("%s.getPly() === %d", e2e.Game, ply))
	}
	if got := p.FEN(); got != start {
		t.Errorf("all taken back it is %s, want %s", got, start)
	}
	p.Words("headline", "Black bans a White move")
	for ply := 2; ply <= plies+1; ply++ {
		p.Press("#redo")
		p.Await(fmt.Sprintf("%s.getPly() === %d", e2e.Game, ply))
	}
	if got := p.FEN(); got != end {
		t.Errorf("all done again it is %s, want %s", got, end)
	}
	p.Words("headline", "White wins: checkmate by ban")

	const entries = "[...document.querySelectorAll('#moves [data-entry]')]"
	want := "ban pawn a2–a3|e4|ban pawn a7–a6|h6|ban pawn a2–a3|Qf3|ban pawn a7–a6|h5|ban pawn a2–a3|Qxf7+|ban king e8–f7#"
	if got := p.Text(entries + ".map((e) => e.textContent).join('|')"); got != want {
		t.Errorf("the list has\n%s, want\n%s", got, want)
	}
	for _, n := range []int{4, 1, 11, 2, 10, 3, 9, 5, 8, 6, 7} {
		p.Press(fmt.Sprintf("#moves [data-ply='%d']", n))
		p.Await(fmt.Sprintf("%s.getPly() === %d", e2e.Game, n+1))
		if got := p.FEN(); got != fens[n] {
			t.Errorf("entry %d shows %s, want %s", n, got, fens[n])
		}
		p.Await(fmt.Sprintf("%s.findIndex((e) => e.ariaCurrent === 'true') === %d", entries, n-1))
	}
}

// The game survives its program, because the page owns the record.
func TestFrameReloads(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	e2e.Hands[0].PlayAll(p, e2e.FirstActions(e2e.Mate, 4))
	fen := p.FEN()
	p.Must(p.Eval("document.getElementById('board').frameWindow.gone = true, document.getElementById('board').frameWindow.location.reload()", nil))
	p.Await("!document.getElementById('board').frameWindow.gone && document.getElementById('board').drawn")
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(fen))
	e2e.Hands[0].PlayAll(p, strings.Join(strings.Fields(e2e.Mate)[4:], " "))
	p.Words("headline", "White wins: checkmate by ban")
}

// A reloaded tab keeps its own game, whatever another one has stored.
func TestOtherTab(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 2))
	p.Await("JSON.parse(localStorage['banchess.game']).record.nodes.length === 2")
	p.Must(p.Eval(`(() => {
		const stored = JSON.parse(localStorage['banchess.game']);
		stored.record = {...stored.record, nodes: [{action: 'b:d2d4'}], at: 1, end: 1};
		localStorage['banchess.game'] = JSON.stringify(stored);
	})()`, nil))
	p.Reload()
	p.Ready()
	if got, want := p.Actions(), e2e.FirstActions(e2e.Mate, 2); got != want {
		t.Errorf("loaded again, the tab has %s, want its own %s", got, want)
	}
}

// A stored game that the rules refuse is reported once, not at every visit.
func TestDamagedGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4")
	p.Await("JSON.parse(localStorage['banchess.game']).record.nodes.length === 1")
	p.Must(p.Eval(`(() => {
		const stored = JSON.parse(localStorage['banchess.game']);
		stored.record.nodes.push({action: 'm:e2e4'}); // it is banned
		stored.record.at = stored.record.end = 2;
		sessionStorage['banchess.game'] = JSON.stringify(stored);
	})()`, nil))
	address := p.Text("location.href")
	p.Must(p.Goto(address))
	p.Ready()
	p.Words("notice", "could not be restored")
	p.Must(p.Goto(address))
	p.Ready()
	p.Await(e2e.Game + ".getPly() === 1")
	if got := p.Text("document.getElementById('notice').textContent"); got != "" {
		t.Errorf("at the next visit the page still says %q", got)
	}
}
