package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// silentWorker replaces the engine's worker by one that finds nothing: the test plays for
// the computer.
const silentWorker = `self.onmessage = ({data: {id, call}}) => { if (call && call !== "search") postMessage({id, answer: null}); };`

const (
	boardArrows = "(document.getElementById('board').state?.arrows ?? []).map(({kind, from, to}) => kind + from + to).join(' ')"
	canPremove  = "!document.getElementById('board').hasAttribute('readonly')"
)

// openAgainst opens a game against a computer that finds nothing.
func openAgainst(t *testing.T, view browser.View, side string) player {
	t.Helper()
	p := open(t, visit{view: view, wrap: gallery.Instead("/worker.js", silentWorker)}).ready()
	p.newGame("against=computer", "level=1", "side="+side)
	p.must(p.Eval("scrollTo(0, 0)", nil))
	return p
}

// premoves chooses an action ahead of the turn, and waits until it is shown.
func (p player) premoves(h hand, from, to string, carry bool, want string) {
	p.t.Helper()
	p.wait(canPremove)
	h.move(p, from, to, carry)
	p.wait(boardArrows + " === " + quote(want))
}

// hasPlayed waits until the game consists of these actions.
func (p player) hasPlayed(actions string) {
	p.t.Helper()
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(actions))
}

// While the computer bans or moves, the next move and the ban after it are chosen. They are
// played at once when the turn comes, by dragging and by clicks.
func TestPremoveAndPreban(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := openAgainst(t, h.view, "white")
			p.premoves(h, "g1", "f3", true, "premoveg1f3")
			p.words("notice", "Premove g1–f3.")
			p.premoves(h, "e7", "e5", false, "premoveg1f3 prebane7e5")
			p.words("notice", "Pre-ban e7–e5.")
			p.hasPlayed("")
			p.plays("b:e2e4")
			p.hasPlayed("b:e2e4 m:g1f3 b:e7e5")
			p.wait(boardArrows + " === ''")
			// A premove that was played at once is announced with the action before it.
			for _, said := range []string{"Black banned pawn e2 to e4.", "White played knight g1 to f3.", "White banned pawn e7 to e5."} {
				p.words("announcer", said)
			}

			// Now the computer moves: a capture of what it may put there.
			p.premoves(h, "f3", "f5", false, "")
			p.wait("document.getElementById('board').state.selected === null")
			p.premoves(h, "f3", "d4", true, "premovef3d4")
			p.plays("m:d7d5")
			p.premoves(h, "c8", "g4", true, "premovef3d4 prebanc8g4")
			p.plays("b:a2a3")
			p.hasPlayed("b:e2e4 m:g1f3 b:e7e5 m:d7d5 b:a2a3 m:f3d4 b:c8g4")
			p.words("headline", "The computer moves")
		})
	}
}

// A premove that becomes possible only by the opponent's move is accepted. One that is
// banned or has become impossible is not played, and the page says why; the user then moves.
func TestPremoveNotPlayed(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	h := hands[0]
	p.premoves(h, "e2", "e4", true, "premovee2e4")
	p.premoves(h, "d7", "d5", true, "premovee2e4 preband7d5")
	p.plays("b:e2e4")
	p.words("notice", "Your premove e2–e4 is banned.")
	p.wait(boardArrows + " === ''")
	h.play(p, "m:d2d4", true)
	h.play(p, "b:a7a6", true)

	p.premoves(h, "d4", "e5", true, "premoved4e5") // if Black moves a pawn there
	p.plays("m:h7h6 b:a2a3")
	p.words("notice", "Your premove d4–e5 is not possible any more.")
	h.play(p, "m:h2h3", true)
	h.play(p, "b:a7a6", true)
	p.premoves(h, "d4", "e5", true, "premoved4e5")
	p.premoves(h, "d8", "e7", true, "premoved4e5 preband8e7")
	p.plays("m:e7e5 b:a2a3")
	p.hasPlayed("b:e2e4 m:d2d4 b:a7a6 m:h7h6 b:a2a3 m:h2h3 b:a7a6 m:e7e5 b:a2a3 m:d4e5 b:d8e7")

	// The ban is no longer possible after the opponent's move.
	p.premoves(h, "g1", "f3", true, "premoveg1f3")
	p.premoves(h, "b8", "c6", true, "premoveg1f3 prebanb8c6")
	p.plays("m:b8a6 b:a2a3")
	p.words("notice", "Your pre-ban b8–c6 is not possible any more.")
	p.words("headline", "Ban one of Black’s moves")
	h.play(p, "b:a6b4", true)
}

// Each way to cancel a premove, after which nothing is played by itself.
func TestPremoveCancelled(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	h := hands[0]
	key := func(key string) func() { return func() { p.must(p.Key(key)) } }
	click := func(square string) func() { return func() { p.must(p.Click(p.at(square))) } }
	for _, tt := range []struct {
		name     string
		cancel   func()
		goBack   func()
		isSilent bool
	}{
		{"a click on an empty square", click("e5"), nil, false},
		{"a click on a piece that cannot be picked up", click("a1"), nil, false},
		{"Escape", key(browser.Escape), nil, false},
		{"the right button", func() { p.must(p.RightClick(p.at("e5"))) }, nil, false},
		{"looking back", key(browser.ArrowLeft), func() { p.press("#to-game") }, true},
		{"Analyse", func() { p.press("#mode-analyse") }, func() { p.press("#mode-play") }, true},
		{"Learn", func() { p.press("#mode-learn") }, func() { p.press("#mode-play") }, true},
		{"taking back", func() { p.menu("#take-back") }, func() { p.press("#undo-edit") }, true},
		{"an action of a script, taken back", func() { p.must(p.Eval(game+".undo(), 1", nil)) }, func() { p.press("#to-game") }, true},
		{"resigning", func() { p.menu("#resign") }, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p.newGame("against=computer", "level=1", "side=white")
			p.plays("b:a2a3 m:d2d4 b:a7a6")
			p.premoves(h, "e2", "e4", true, "premovee2e4")
			p.premoves(h, "h7", "h6", true, "premovee2e4 prebanh7h6")
			tt.cancel()
			p.wait(boardArrows + " === ''")
			if !tt.isSilent {
				p.words("notice", "Premove cancelled.")
			}
			if tt.goBack != nil {
				tt.goBack()
			}
			if tt.name == "resigning" {
				p.words("headline", "You lost by resignation")
				return
			}
			p.wait(shownPly + "4 && " + canPremove)
			p.plays("m:b8c6 b:a2a3")
			p.words("headline", "Your move")
			p.hasPlayed("b:a2a3 m:d2d4 b:a7a6 m:b8c6 b:a2a3")
		})
	}

	// A new game, and other players.
	p.newGame("against=computer", "side=white")
	p.premoves(h, "e2", "e4", true, "premovee2e4")
	p.newGame("against=computer", "side=black")
	p.wait(boardArrows + " === ''")
	p.plays("b:a2a3")
	p.premoves(h, "e7", "e5", true, "premovee7e5")
	p.newGame("against=friend")
	p.wait(boardArrows + " === ''")
	h.playAll(p, firstActions(mate, 3))

	// It is not kept over a reload.
	p.newGame("against=computer", "side=white")
	p.premoves(h, "e2", "e4", true, "premovee2e4")
	p.settle()
	p.reload()
	p.wait(canPremove)
	p.plays("b:a2a3")
	p.words("headline", "Your move")
	p.hasPlayed("b:a2a3")
}

// A piece that is in hand when the turn comes is played there and then.
func TestPremoveInHand(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	p.wait(canPremove)
	from, to := p.at("g1"), p.at("f3")
	p.must(p.MouseMove(from))
	p.must(p.MouseDown(from))
	p.must(p.MouseMove(to))
	p.wait("document.getElementById('board').state.dragging")
	p.plays("b:e2e4")
	p.words("headline", "Your move")
	p.must(p.MouseUp(to))
	p.hasPlayed("b:e2e4 m:g1f3")

	hands[0].play(p, "b:e7e5", true)
	p.choose("textBoard", "")
	p.wait("document.getElementById('grid').dataset.mode === 'solid' && " + canPremove)
	p.press("[data-square=f3]")
	p.plays("m:a7a6 b:a2a3")
	p.press("[data-square=d4]")
	p.hasPlayed("b:e2e4 m:g1f3 b:e7e5 m:a7a6 b:a2a3 m:f3d4")
}

// A pawn that is to promote asks for the piece, on the drawn board and on the text board.
func TestPremovePromotes(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	load := func() {
		p.newGame("against=computer", "side=white")
		p.wait(game + ".load({fen: " + quote(promotionBan) + "}), true")
		p.wait(shownPly + "1 && " + canPremove + " && document.getElementById('board').state?.arrows.length === 0")
	}
	load()
	hands[0].move(p, "a7", "a8", true)
	p.wait(chooser + " !== null")
	p.must(p.Key("n"))
	p.wait(boardArrows + " === 'premovea7a8'")
	p.plays("b:h2h3")
	p.hasPlayed("b:h2h3 m:a7a8n")

	p.choose("textBoard", "")
	p.wait("document.getElementById('grid').dataset.mode === 'solid'")
	load()
	p.press("[data-square=a7]")
	p.press("[data-square=a8]")
	p.press("#promotion [data-role=r]")
	p.words("notice", "Premove a7–a8.")
	p.plays("b:h2h3")
	p.hasPlayed("b:h2h3 m:a7a8r")
}

// Premoves by keys and on the text board, in words.
func TestPremoveByKeys(t *testing.T) {
	for _, isText := range []bool{false, true} {
		p := openAgainst(t, desktop, "black")
		if isText {
			p.choose("textBoard", "")
			p.wait("document.getElementById('grid').dataset.mode === 'solid'")
		}
		p.plays("b:a2a3")
		p.wait(canPremove)
		label := func(square, want string) {
			t.Helper()
			p.wait("document.querySelector('[data-square=" + square + "]').ariaLabel.includes(" + quote(want) + ")")
		}
		acts := func(square string, keys ...string) {
			t.Helper()
			p.must(p.Eval("document.querySelector('[data-square="+square+"]').focus(), 1", nil))
			for _, key := range keys {
				p.must(p.Key(key))
			}
		}
		label("g8", "can move")
		acts("g8", browser.Enter)
		p.words("announcer", "Picked up the black knight on g8: ")
		label("f6", "move here")
		acts("f6", browser.Enter)
		p.words("notice", "Premove g8–f6.")
		label("g8", "premove to f6")
		acts("e2", browser.Enter, browser.ArrowDown, browser.ArrowDown) // Black is below
		label("e4", "ban e2 to here")
		p.must(p.Key(browser.Enter))
		p.words("notice", "Pre-ban e2–e4.")
		label("e2", "pre-ban to e4")
		if got := p.text("document.querySelectorAll('.premove, .preban').length"); got != "4" {
			t.Errorf("%s squares are marked", got)
		}
		p.must(p.Key(browser.Escape))
		p.words("notice", "Premove cancelled.")
		p.wait("!document.querySelector('.premove')")

		acts("d7", browser.Enter)
		acts("d5", browser.Enter)
		p.words("notice", "Premove d7–d5.")
		acts("d4", browser.Enter) // picks up nothing
		p.words("notice", "Premove cancelled.")
		acts("g8", browser.Enter)
		acts("h6", browser.Enter)
		p.words("notice", "Premove g8–h6.")
		p.plays("m:d2d4 b:a7a6")
		p.hasPlayed("b:a2a3 m:d2d4 b:a7a6 m:g8h6")
	}
}

// A premove and a pre-ban are typed as their squares. Anything else is refused.
func TestPremoveTyped(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	p.wait(canPremove)
	p.must(p.Key("/"))
	p.wait("document.activeElement.id === 'typed-text'")
	for _, tt := range []struct{ text, notice string }{
		{"Nf3", "No such premove. Type its two squares, such as g1f3."},
		{"g1f3", "Premove g1–f3."},
		{"g1h3", "No such premove."}, // a pre-ban is next
		{"b:E7-e5", "Pre-ban e7–e5."},
	} {
		p.fill("#typed-text", tt.text)
		p.must(p.Key(browser.Enter))
		p.words("notice", tt.notice)
	}
	p.plays("b:e2e4")
	p.hasPlayed("b:e2e4 m:g1f3 b:e7e5")
}

// The setting switches premoves off, with what was chosen, and on again.
func TestPremovesSwitchedOff(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	p.premoves(hands[0], "e2", "e4", true, "premovee2e4")
	p.choose("premoves", "")
	p.wait(boardArrows + " === '' && !(" + canPremove + ")")
	p.reload()
	p.wait("document.body.dataset.boot === 'ready' && !(" + canPremove + ")")
	p.choose("premoves", "")
	p.premoves(hands[0], "e2", "e4", true, "premovee2e4")
	p.plays("b:a2a3")
	p.hasPlayed("b:a2a3 m:e2e4")
}

// A premove takes no time of the clock: White has its three minutes and the increment.
func TestPremoveTakesNoTime(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	p.timedGame("against=computer", "side=white")
	p.premoves(hands[0], "g1", "f3", true, "premoveg1f3")
	p.premoves(hands[0], "e7", "e5", true, "premoveg1f3 prebane7e5")
	p.plays("b:e2e4")
	p.hasPlayed("b:e2e4 m:g1f3 b:e7e5")
	p.wait(blackClock + ".dataset.running === 'true'")
	p.words("player-bottom", "3:03")
}

// Nothing is chosen ahead between two people, in Analyse and in Learn.
func TestNoPremoves(t *testing.T) {
	p := openAgainst(t, desktop, "white")
	h := hands[0]
	p.must(p.Eval("window.premoved = 0, document.getElementById('board').addEventListener('premove', () => premoved++), 1", nil))
	p.wait(canPremove)
	p.press("#mode-analyse")
	h.playAll(p, firstActions(mate, 3))
	p.press("#mode-play")
	p.newGame("against=friend")
	h.playAll(p, firstActions(mate, 4))
	p.must(p.Eval("location.hash = '#learn/8', 1", nil))
	p.wait("document.body.dataset.mode === 'learn' && " + shownPly + "1 && document.body.dataset.engine === 'thinking'")
	p.wait("document.getElementById('board').hasAttribute('readonly')")
	h.move(p, "e2", "e4", true)
	p.drawn()
	if n := p.number("premoved"); n != 0 {
		t.Errorf("%g premoves", n)
	}
}
