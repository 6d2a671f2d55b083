package play

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// openAgainst opens a game against a computer that finds nothing.
func openAgainst(t *testing.T, view browser.View, side string) e2e.Player {
	t.Helper()
	p := e2e.Open(t, e2e.Visit{View: view, Wrap: gallery.Instead("/worker.js", e2e.SilentWorker)}).Ready()
	p.NewGame("against=computer", "level=1", "side="+side)
	p.Must(p.Eval("scrollTo(0, 0)", nil))
	return p
}

// hasPlayed waits until the game consists of these actions.
func hasPlayed(p e2e.Player, actions string) {
	p.T.Helper()
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(actions))
}

// While the computer bans or moves, the next move and the ban after it are chosen. They are
// played at once when the turn comes, by dragging and by clicks.
func TestPremoveAndPreban(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := openAgainst(t, h.View, "white")
			p.Premoves(h, "g1", "f3", true, "premoveg1f3")
			p.Words("notice", "Premove g1–f3.")
			p.Premoves(h, "e7", "e5", false, "premoveg1f3 prebane7e5")
			p.Words("notice", "Pre-ban e7–e5.")
			hasPlayed(p, "")
			p.Plays("b:e2e4")
			hasPlayed(p, "b:e2e4 m:g1f3 b:e7e5")
			p.Await(e2e.BoardArrows + " === ''")
			// A premove that was played at once is announced with the action before it.
			for _, said := range []string{"Black banned pawn e2 to e4.", "White played knight g1 to f3.", "White banned pawn e7 to e5."} {
				p.Words("announcer", said)
			}

			// Now the computer moves: a capture of what it may put there.
			p.Premoves(h, "f3", "f5", false, "")
			p.Await("document.getElementById('board').state.selected === null")
			p.Premoves(h, "f3", "d4", true, "premovef3d4")
			p.Plays("m:d7d5")
			p.Premoves(h, "c8", "g4", true, "premovef3d4 prebanc8g4")
			p.Plays("b:a2a3")
			hasPlayed(p, "b:e2e4 m:g1f3 b:e7e5 m:d7d5 b:a2a3 m:f3d4 b:c8g4")
			p.Words("headline", "The computer moves")
		})
	}
}

// A premove that becomes possible only by the opponent's move is accepted. One that is
// banned or has become impossible is not played, and the page says why; the user then moves.
func TestPremoveNotPlayed(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	h := e2e.Hands[0]
	p.Premoves(h, "e2", "e4", true, "premovee2e4")
	p.Premoves(h, "d7", "d5", true, "premovee2e4 preband7d5")
	p.Plays("b:e2e4")
	p.Words("notice", "Your premove e2–e4 is banned.")
	p.Await(e2e.BoardArrows + " === ''")
	h.Play(p, "m:d2d4", true)
	h.Play(p, "b:a7a6", true)

	p.Premoves(h, "d4", "e5", true, "premoved4e5") // if Black moves a pawn there
	p.Plays("m:h7h6 b:a2a3")
	p.Words("notice", "Your premove d4–e5 is not possible any more.")
	h.Play(p, "m:h2h3", true)
	h.Play(p, "b:a7a6", true)
	p.Premoves(h, "d4", "e5", true, "premoved4e5")
	p.Premoves(h, "d8", "e7", true, "premoved4e5 preband8e7")
	p.Plays("m:e7e5 b:a2a3")
	hasPlayed(p, "b:e2e4 m:d2d4 b:a7a6 m:h7h6 b:a2a3 m:h2h3 b:a7a6 m:e7e5 b:a2a3 m:d4e5 b:d8e7")

	// The ban is no longer possible after the opponent's move.
	p.Premoves(h, "g1", "f3", true, "premoveg1f3")
	p.Premoves(h, "b8", "c6", true, "premoveg1f3 prebanb8c6")
	p.Plays("m:b8a6 b:a2a3")
	p.Words("notice", "Your pre-ban b8–c6 is not possible any more.")
	p.Words("headline", "Ban one of Black’s moves")
	h.Play(p, "b:a6b4", true)
}

// Each way to cancel a premove, after which nothing is played by itself.
func TestPremoveCancelled(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	h := e2e.Hands[0]
	key := func(key string) func() { return func() { p.Must(p.Key(key)) } }
	click := func(square string) func() { return func() { p.Must(p.Click(p.At(square))) } }
	for _, tt := range []struct {
		name     string
		cancel   func()
		goBack   func()
		isSilent bool
	}{
		{"a click on an empty square", click("e5"), nil, false},
		{"a click on a piece that cannot be picked up", click("a1"), nil, false},
		{"Escape", key(browser.Escape), nil, false},
		{"the right button", func() { p.Must(p.RightClick(p.At("e5"))) }, nil, false},
		{"looking back", key(browser.ArrowLeft), func() { p.Press("#to-game") }, true},
		{"Analyse", func() { p.Press("#mode-analyse") }, func() { p.Press("#mode-play") }, true},
		{"Learn", func() { p.Press("#mode-learn") }, func() { p.Press("#mode-play") }, true},
		{"taking back", func() { p.Menu("#take-back") }, func() { p.Press("#undo-edit") }, true},
		{"an action of a script, taken back", func() { p.Must(p.Eval(e2e.Game+".undo(), 1", nil)) }, func() { p.Press("#to-game") }, true},
		{"resigning", func() { p.Menu("#resign") }, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p.NewGame("against=computer", "level=1", "side=white")
			p.Plays("b:a2a3 m:d2d4 b:a7a6")
			p.Premoves(h, "e2", "e4", true, "premovee2e4")
			p.Premoves(h, "h7", "h6", true, "premovee2e4 prebanh7h6")
			tt.cancel()
			p.Await(e2e.BoardArrows + " === ''")
			if !tt.isSilent {
				p.Words("notice", "Premove cancelled.")
			}
			if tt.goBack != nil {
				tt.goBack()
			}
			if tt.name == "resigning" {
				p.Words("headline", "You lost by resignation")
				return
			}
			p.Await(e2e.ShownPly + "4 && " + e2e.CanPremove)
			p.Plays("m:b8c6 b:a2a3")
			p.Words("headline", "Your move")
			hasPlayed(p, "b:a2a3 m:d2d4 b:a7a6 m:b8c6 b:a2a3")
		})
	}

	// A new game, and other players.
	p.NewGame("against=computer", "side=white")
	p.Premoves(h, "e2", "e4", true, "premovee2e4")
	p.NewGame("against=computer", "side=black")
	p.Await(e2e.BoardArrows + " === ''")
	p.Plays("b:a2a3")
	p.Premoves(h, "e7", "e5", true, "premovee7e5")
	p.NewGame("against=friend")
	p.Await(e2e.BoardArrows + " === ''")
	h.PlayAll(p, e2e.FirstActions(e2e.Mate, 3))

	// It is not kept over a reload.
	p.NewGame("against=computer", "side=white")
	p.Premoves(h, "e2", "e4", true, "premovee2e4")
	p.Settle()
	p.Reload()
	p.Await(e2e.CanPremove)
	p.Plays("b:a2a3")
	p.Words("headline", "Your move")
	hasPlayed(p, "b:a2a3")
}

// A piece that is in hand when the turn comes is played there and then.
func TestPremoveInHand(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	p.Await(e2e.CanPremove)
	from, to := p.At("g1"), p.At("f3")
	p.Must(p.MouseMove(from))
	p.Must(p.MouseDown(from))
	p.Must(p.MouseMove(to))
	p.Await("document.getElementById('board').state.dragging")
	p.Plays("b:e2e4")
	p.Words("headline", "Your move")
	p.Must(p.MouseUp(to))
	hasPlayed(p, "b:e2e4 m:g1f3")

	e2e.Hands[0].Play(p, "b:e7e5", true)
	p.Choose("textBoard", "")
	p.Await("document.getElementById('grid').dataset.mode === 'solid' && " + e2e.CanPremove)
	p.Press("[data-square=f3]")
	p.Plays("m:a7a6 b:a2a3")
	p.Press("[data-square=d4]")
	hasPlayed(p, "b:e2e4 m:g1f3 b:e7e5 m:a7a6 b:a2a3 m:f3d4")
}

// A pawn that is to promote asks for the piece, on the drawn board and on the text board.
func TestPremovePromotes(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	load := func() {
		p.NewGame("against=computer", "side=white")
		p.Await(e2e.Game + ".load({fen: " + e2e.Quote(e2e.PromotionBan) + "}), true")
		p.Await(e2e.ShownPly + "1 && " + e2e.CanPremove + " && document.getElementById('board').state?.arrows.length === 0")
	}
	load()
	e2e.Hands[0].Move(p, "a7", "a8", true)
	p.Await(e2e.Chooser + " !== null")
	p.Must(p.Key("n"))
	p.Await(e2e.BoardArrows + " === 'premovea7a8'")
	p.Plays("b:h2h3")
	hasPlayed(p, "b:h2h3 m:a7a8n")

	p.Choose("textBoard", "")
	p.Await("document.getElementById('grid').dataset.mode === 'solid'")
	load()
	p.Press("[data-square=a7]")
	p.Press("[data-square=a8]")
	p.Press("#promotion [data-role=r]")
	p.Words("notice", "Premove a7–a8.")
	p.Plays("b:h2h3")
	hasPlayed(p, "b:h2h3 m:a7a8r")
}

// Premoves by keys and on the text board, in words.
func TestPremoveByKeys(t *testing.T) {
	for _, isText := range []bool{false, true} {
		p := openAgainst(t, e2e.Desktop, "black")
		if isText {
			p.Choose("textBoard", "")
			p.Await("document.getElementById('grid').dataset.mode === 'solid'")
		}
		p.Plays("b:a2a3")
		p.Await(e2e.CanPremove)
		label := func(square, want string) {
			t.Helper()
			p.Await("document.querySelector('[data-square=" + square + "]').ariaLabel.includes(" + e2e.Quote(want) + ")")
		}
		acts := func(square string, keys ...string) {
			t.Helper()
			p.Must(p.Eval("document.querySelector('[data-square="+square+"]').focus(), 1", nil))
			for _, key := range keys {
				p.Must(p.Key(key))
			}
		}
		label("g8", "can move")
		acts("g8", browser.Enter)
		p.Words("announcer", "Picked up the black knight on g8: ")
		label("f6", "move here")
		acts("f6", browser.Enter)
		p.Words("notice", "Premove g8–f6.")
		label("g8", "premove to f6")
		acts("e2", browser.Enter, browser.ArrowDown, browser.ArrowDown) // Black is below
		label("e4", "ban e2 to here")
		p.Must(p.Key(browser.Enter))
		p.Words("notice", "Pre-ban e2–e4.")
		label("e2", "pre-ban to e4")
		if got := p.Text("document.querySelectorAll('.premove, .preban').length"); got != "4" {
			t.Errorf("%s squares are marked", got)
		}
		p.Must(p.Key(browser.Escape))
		p.Words("notice", "Premove cancelled.")
		p.Await("!document.querySelector('.premove')")

		acts("d7", browser.Enter)
		acts("d5", browser.Enter)
		p.Words("notice", "Premove d7–d5.")
		acts("d4", browser.Enter) // picks up nothing
		p.Words("notice", "Premove cancelled.")
		acts("g8", browser.Enter)
		acts("h6", browser.Enter)
		p.Words("notice", "Premove g8–h6.")
		p.Plays("m:d2d4 b:a7a6")
		hasPlayed(p, "b:a2a3 m:d2d4 b:a7a6 m:g8h6")
	}
}

// A premove and a pre-ban are typed as their squares. Anything else is refused.
func TestPremoveTyped(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	p.Await(e2e.CanPremove)
	p.Must(p.Key("/"))
	p.Await("document.activeElement.id === 'typed-text'")
	for _, tt := range []struct{ text, notice string }{
		{"Nf3", "No such premove. Type its two squares, such as g1f3."},
		{"g1f3", "Premove g1–f3."},
		{"g1h3", "No such premove."}, // a pre-ban is next
		{"b:E7-e5", "Pre-ban e7–e5."},
	} {
		p.Fill("#typed-text", tt.text)
		p.Must(p.Key(browser.Enter))
		p.Words("notice", tt.notice)
	}
	p.Plays("b:e2e4")
	hasPlayed(p, "b:e2e4 m:g1f3 b:e7e5")
}

// The setting switches premoves off, with what was chosen, and on again.
func TestPremovesSwitchedOff(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	p.Premoves(e2e.Hands[0], "e2", "e4", true, "premovee2e4")
	p.Choose("premoves", "")
	p.Await(e2e.BoardArrows + " === '' && !(" + e2e.CanPremove + ")")
	p.Reload()
	p.Await("document.body.dataset.boot === 'ready' && !(" + e2e.CanPremove + ")")
	p.Choose("premoves", "")
	p.Premoves(e2e.Hands[0], "e2", "e4", true, "premovee2e4")
	p.Plays("b:a2a3")
	hasPlayed(p, "b:a2a3 m:e2e4")
}

// A premove takes no time of the clock: White has its three minutes and the increment.
func TestPremoveTakesNoTime(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	p.TimedGame("against=computer", "side=white")
	p.Premoves(e2e.Hands[0], "g1", "f3", true, "premoveg1f3")
	p.Premoves(e2e.Hands[0], "e7", "e5", true, "premoveg1f3 prebane7e5")
	p.Plays("b:e2e4")
	hasPlayed(p, "b:e2e4 m:g1f3 b:e7e5")
	p.Await(e2e.BlackClock + ".dataset.running === 'true'")
	p.Words("player-bottom", "3:03")
}

// Nothing is chosen ahead between two people, in Analyse and in Learn.
func TestNoPremoves(t *testing.T) {
	p := openAgainst(t, e2e.Desktop, "white")
	h := e2e.Hands[0]
	p.Must(p.Eval("window.premoved = 0, document.getElementById('board').addEventListener('premove', () => premoved++), 1", nil))
	p.Await(e2e.CanPremove)
	p.Press("#mode-analyse")
	h.PlayAll(p, e2e.FirstActions(e2e.Mate, 3))
	p.Press("#mode-play")
	p.NewGame("against=friend")
	h.PlayAll(p, e2e.FirstActions(e2e.Mate, 4))
	p.Must(p.Eval("location.hash = '#learn/8', 1", nil))
	p.Await("document.body.dataset.mode === 'learn' && " + e2e.ShownPly + "1 && document.body.dataset.engine === 'thinking'")
	p.Await("document.getElementById('board').hasAttribute('readonly')")
	h.Move(p, "e2", "e4", true)
	p.Drawn()
	if n := p.Number("premoved"); n != 0 {
		t.Errorf("%g premoves", n)
	}
}
