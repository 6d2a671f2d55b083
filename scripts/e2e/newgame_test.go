package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// The strips show the players, the captured pieces, and who bans or moves.
func TestStrips(t *testing.T) {
	p := open(t, visit{}).ready()
	const (
		top    = "document.getElementById('player-top')"
		bottom = "document.getElementById('player-bottom')"
	)
	says := func(strip, want string) {
		t.Helper()
		p.wait("[" + strip + ".dataset.player, " + strip + ".dataset.acts, " + strip + ".querySelector('.words').textContent, " +
			strip + ".querySelector('.taken').checkVisibility() ? " + strip + ".querySelector('.taken').getAttribute('aria-label') : ''].join('|') === " + quote(want))
	}
	says(top, "black|true|Blackto ban|")
	says(bottom, "white|false|White|")
	p.plays("b:a2a3 m:e2e4 b:a7a6 m:d7d5 b:a2a3")
	says(bottom, "white|true|Whiteto move|")
	p.plays("m:e4d5")
	says(bottom, "white|true|Whiteto ban|has taken pawn, ahead by 1")
	p.plays("b:a7a6 m:d8d5")
	says(top, "black|true|Blackto ban|has taken pawn")
	says(bottom, "white|false|White|has taken pawn")
	p.menu("#flip")
	says(bottom, "black|true|Blackto ban|has taken pawn")

	p.newGame("against=computer", "level=2", "side=black")
	says(top, "white|false|Computer, level 2|")
	says(bottom, "black|true|Youto ban|")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	p.menu("#resign")
	says(bottom, "black|false|You|")
}

// The names of players in a PGN are shown as text.
func TestHostileNames(t *testing.T) {
	p := open(t, visit{}).ready()
	const name = `<img src=x onerror=alert(1)>`
	p.give("[White \"" + name + "\"]\n\n1. {banning: e2e4} d4")
	p.wait("document.querySelector('#player-bottom .who').textContent === " + quote(name))
	if over := p.number("document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("%g pixels run out at the side", over)
	}
}

// A long name leaves room for how much the player is ahead.
func TestLongNames(t *testing.T) {
	for _, view := range append([]browser.View{hands[1].view}, hands[1].other...) {
		t.Run(strconv.Itoa(view.Width), func(t *testing.T) {
			p := open(t, visit{view: view}).ready()
			p.give("[White \"" + strings.Repeat("Maximiliana ", 5) + "\"]\n\n1. {banning: a2a3} e4 {banning: a7a6} d5 {banning: a2a3} 2. exd5")
			p.wait(`(() => {
				const taken = document.querySelector("#player-bottom .taken"), {left, right} = taken.getBoundingClientRect(), ahead = taken.querySelector("b").getBoundingClientRect();
				return taken.textContent === "+1" && left <= ahead.left && ahead.right <= right && right <= innerWidth;
			})()`)
		})
	}
}

// The dialog for a new game remembers its choices; the old game can be restored.
func TestNewGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.newGame("against=friend", "side=black", "from=here")
	p.wait(game + ".getPly() === 3 && " + game + ".toJSON().actions.length === 0")
	p.wait("document.getElementById('board').options.orientation === 'black'")
	p.press("#restore")
	p.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")

	// An invalid FEN is reported at its field, and changes nothing.
	p.press("#new")
	for _, want := range []string{"against=friend", "side=black", "timed=false", "from=start"} {
		name, value, _ := strings.Cut(want, "=")
		if got := p.text("document.getElementById('new-form').elements." + name + ".value"); got != value {
			t.Errorf("%s is %s, not what was chosen last (%s)", name, got, value)
		}
	}
	p.press("#new-form [name=from][value=fen]")
	p.press("#new-start")
	p.words("new-error", "FEN")
	p.fill("#new-fen", "8/8/8/8/8/8/8/8 w - - 0 1")
	p.press("#new-start")
	p.words("new-error", "king")
	p.press("#new-form [name=timed][value=true]")
	p.fill("#new-form [name=minutes]", "1")
	p.must(p.Type("2")) // the focus stays where one types
	p.wait("document.activeElement.name === 'minutes' && document.activeElement.value === '12'")
	p.press("#new-form [name=timed][value=false]")
	p.fill("#new-fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	p.press("#new-start")
	p.wait(game + ".fen() === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1'")

	// Where a game was given up, another one can begin.
	p.menu("#resign")
	p.newGame("against=friend", "side=white", "from=here")
	p.wait(game + ".toJSON().actions.length === 0 && " + game + ".fen() === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1'")

	// Either side is one of the two.
	p.newGame("side=either", "against=computer", "level=1")
	p.wait("document.getElementById('board').options.orientation === document.getElementById('player-bottom').dataset.player")
	p.wait("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
}

// A browser that cannot connect to another one has no games by code, whatever was chosen before.
func TestNoCodesWithoutConnections(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before("delete window.RTCPeerConnection; localStorage.setItem('banchess.settings', JSON.stringify({against: 'code'}))")}).ready()
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=link]').checked && !document.querySelector('#new-form [value=code]')")
}

// With a friend at the same screen, the board turns to the player to act if they chose that, also
// after a reload, after analysing and in a rematch, until the game is over. Looking back does not
// turn it, no other opponent has the choice, and a game that is loaded does not turn.
func TestBoardTurns(t *testing.T) {
	for _, h := range hands {
		t.Run(h.name, func(t *testing.T) {
			p := open(t, visit{view: h.view}).ready()
			below := func(player string) {
				t.Helper()
				p.wait("document.getElementById('board').options.orientation === " + quote(player))
				p.wait("document.getElementById('player-bottom').dataset.player === " + quote(player))
			}
			p.newGame("against=friend", "side=turns")
			below("black")
			h.play(p, "b:e2e4", false)
			below("white")
			h.play(p, "m:f2f3", true)
			below("white")
			h.play(p, "b:a7a6", false)
			below("black")
			p.press("#undo")
			p.wait(game + ".getPly() === 3") // White has moved, and would ban
			below("black")
			p.press("#undo")
			p.wait(game + ".getPly() === 2")
			below("black")
			p.press("#redo")
			p.press("#redo")
			h.play(p, "m:e7e5", false)
			p.reload()
			below("black")
			p.press("#mode-analyse")
			h.play(p, "b:d2d4", false)
			below("black")
			p.press("#mode-play")
			below("white")
			p.menu("#flip")
			below("black")
			p.menu("#resign")
			p.wait("document.getElementById('rematch').checkVisibility()")
			below("black")
			p.press("#rematch")
			p.wait(game + ".getPly() === 1")
			below("black")
			h.play(p, "b:e2e4", false)
			below("white")
			p.give("1. {banning: e2e4} d4")
			p.wait(game + ".getPly() === 3")
			h.play(p, "b:a7a6", false)
			below("white")
			p.press("#new")
			for _, against := range []string{"computer", "link", "code", "friend"} {
				p.press("#new-form [name=against][value=" + against + "]")
				p.wait(fmt.Sprintf("(document.querySelector('#new-form [value=turns]') !== null) === %t", against == "friend"))
			}
		})
	}
}

// Common clocks are chosen from a row of buttons, also by keys, and set the fields. Other
// values in the fields are a custom clock.
func TestUsualClocks(t *testing.T) {
	p := open(t, visit{}).ready()
	p.press("#new")
	p.press("#new-form [name=timed][value=true]")
	const form = "document.getElementById('new-form').elements"
	is := func(want string) {
		t.Helper()
		p.wait("[" + form + ".clock.value, " + form + ".minutes.value, " + form + ".increment.value].join() === " + quote(want))
	}
	is("5+3,5,3")
	p.press("#new-form [name=clock][value='1+0']")
	is("1+0,1,0")
	p.must(p.Key(browser.ArrowRight))
	is("3+2,3,2")
	p.fill("#new-form [name=increment]", "4")
	is("Custom,3,4")
	p.fill("#new-form [name=minutes]", "10")
	p.fill("#new-form [name=increment]", "5")
	is("10+5,10,5")
	for _, row := range []struct{ field, bad, words, good string }{
		{"minutes", "0", "Minutes must be between 0.1 and 180.", "10"}, {"increment", "999", "The increment must be a whole number of seconds from 0 to 180.", "5"}, {"increment", "2.5", "The increment must be a whole number", "5"},
	} {
		p.fill("#new-form [name="+row.field+"]", row.bad)
		p.press("#new-start")
		p.words("new-error", row.words)
		p.wait("document.activeElement.name === " + quote(row.field) + " && document.activeElement.matches('[aria-invalid]')")
		p.fill("#new-form [name="+row.field+"]", row.good)
	}
	p.nodes("radiogroup", "Minutes and increment")
	if got := p.nodes("radio", "10+5"); !got[0].Checked {
		t.Error("the clock that is chosen is not said to be")
	}
	p.must(p.Key(browser.Enter))
	p.wait("document.querySelector('#player-top .clock').textContent === '10:00'")
	p.press("#new")
	is("10+5,10,5")
}

// Bans and moves take time, a flag ends the game, and the clock survives the page.
func TestClock(t *testing.T) {
	p := open(t, visit{}).ready()
	p.press("#new")
	p.press("#new-form [name=against][value=friend]")
	p.press("#new-form [name=side][value=white]")
	p.press("#new-form [name=timed][value=true]")
	p.fill("#new-form [name=minutes]", "3")
	p.fill("#new-form [name=increment]", "2")
	p.press("#new-start")
	const (
		white = "document.querySelector('[data-player=white] .clock')"
		black = "document.querySelector('[data-player=black] .clock')"
	)
	p.wait(white + ".textContent === '3:00' && " + black + ".textContent === '3:00'")
	if got := p.text(black + ".dataset.running"); got != "false" {
		t.Error("the clock runs before the first ban")
	}
	p.stopTime()
	p.plays("b:e2e4")
	p.pass(1)
	p.wait(white + ".dataset.running === 'true' && " + white + ".textContent === '2:59'")
	p.plays("m:d2d4") // and White continues with the ban
	p.pass(3)
	p.wait(white + ".dataset.running === 'true' && " + white + ".textContent === '2:56'")
	p.plays("b:e7e5")
	p.wait(black + ".dataset.running === 'true'")
	p.wait(white + ".textContent === '2:58'") // two seconds more

	address := p.text("location.href")
	p.must(p.Goto(address))
	p.ready()
	p.wait(black + ".dataset.running === 'true'")

	// A clock that is nearly up runs out, whichever position is shown.
	p.stopTime()
	p.press("#start")
	p.wait(game + ".getPly() === 1")
	p.pass(180)
	p.hidden(true) // the clock stops
	p.hidden(false)
	p.words("headline", "White wins on time")
	p.wait(game + ".getPly() === 4")
	p.wait(black + ".textContent === '0:00.0' && " + black + ".dataset.running === 'false'")
}

const (
	whiteClock = "document.querySelector('[data-player=white] .clock')"
	blackClock = "document.querySelector('[data-player=black] .clock')"
	storedGame = "JSON.parse(localStorage['banchess.game'])"
)

// timedGame starts a game of three minutes a side.
func (p player) timedGame(choices ...string) {
	p.t.Helper()
	p.press("#new")
	p.chooseGame(append(choices, "timed=true")...)
	p.fill("#new-form [name=minutes]", "3")
	p.press("#new-start")
	p.wait("!document.getElementById('new-game').open && " + whiteClock + ".textContent === '3:00'")
}

// Undoing an edit does not change the game: the clock runs on.
func TestClockStaysWhenAnEditIsUndone(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4")
	p.inMenu("b:e2e4", 0, "[data-nag='1']")
	p.writes("1. {banning: e2e4 $1} d4 *")
	p.press("#undo-edit")
	p.writes("1. {banning: e2e4} d4 *")
	p.wait(whiteClock + " && " + whiteClock + ".checkVisibility() && " + whiteClock + ".dataset.running === 'true'")
	p.must(p.Chord(browser.Control, "y"))
	p.writes("1. {banning: e2e4 $1} d4 *")
	p.wait(whiteClock + ".checkVisibility() && " + whiteClock + ".dataset.running === 'true'")
}

// A flag ends the line of the game, even if a variation is shown.
func TestFlagFallsInTheGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	p.press("#undo")
	p.press("#undo")
	p.wait(game + ".getPly() === 2")
	p.plays("m:g1f3 b:a7a6 m:d7d5") // White's ban is due in the game
	p.press("[data-action='b:e7e5']")
	p.wait(game + ".getPly() === 4")
	p.must(p.Goto(p.text("location.href") + "404.html"))
	p.must(p.Eval(`(() => {
		const clock = JSON.parse(localStorage['banchess.clock']);
		sessionStorage['banchess.clock'] = JSON.stringify({...clock, white: 1500, black: 1500});
	})()`, nil))
	p.must(p.Goto(p.text("location.href.replace('404.html', '')")))
	p.ready()
	p.words("headline", "wins on time")
	if got := p.actions(); got != "b:e2e4 m:g1f3 b:a7a6 m:d7d5" {
		t.Errorf("the flag fell after %s", got)
	}
}

// The computer does not play in a loaded game.
func TestLoadedGameAndComputer(t *testing.T) {
	for _, text := range []string{
		"1. {banning: e2e4} d4 *",
		"b:e2e4 m:d2d4",
		"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 3",
	} {
		p := open(t, visit{}).ready()
		p.newGame("against=computer", "level=1", "side=black")
		p.give(text)
		p.wait("!document.getElementById('share')?.open && " + game + ".getPly() === 3")
		p.words("notice", "The computer does not play in it")
		p.wait("document.body.dataset.engine === 'off' && !document.getElementById('board').hasAttribute('readonly')")
		if who := p.text("document.querySelector('#player-top .who').textContent"); strings.Contains(who, "Computer") {
			t.Errorf("%s: the strip says %s", text, who)
		}
	}
}

// A restored game has its players, its clock and its orientation, also at the next
// visit.
func TestRestoredGameGoesOn(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=computer", "level=2", "side=black")
	p.plays("b:e2e4")
	p.wait(game + ".getPly() === 4") // White has moved, and banned
	played := p.actions()
	p.newGame("against=friend", "side=white", "timed=false")
	p.wait("!" + blackClock + "?.checkVisibility()")
	p.wait(storedGame + ".previous.players.white.kind === 'computer'")
	p.reload()
	p.press("#undo") // at the start it leads to the previous game
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(played))
	p.wait("document.querySelector('#player-top .who').textContent === 'Computer, level 2'")
	p.wait("document.querySelector('#player-bottom .who').textContent === 'You'")
	p.wait(blackClock + ".dataset.running === 'true' && " + blackClock + ".textContent.startsWith('2:')")
	p.playsFirst()
	p.wait(whiteClock + ".dataset.running === 'false' && " + blackClock + ".dataset.running === 'true'")

	// A game that was stored as a record alone can still be restored.
	p.must(p.Goto(p.text("location.href") + "404.html"))
	p.must(p.Eval(`(() => {
		const {record} = JSON.parse(localStorage['banchess.game']);
		sessionStorage['banchess.game'] = JSON.stringify({previous: record});
	})()`, nil))
	p.must(p.Goto(p.text("location.href.replace('404.html', '')")))
	p.ready()
	p.press("#undo")
	p.wait(game + ".getPly() === 5")
}

// A rematch has the clock of the game, which need not be that of the dialog.
func TestRematchClock(t *testing.T) {
	p := open(t, visit{}).ready()
	p.timedGame("against=friend", "side=white")
	p.plays("b:e2e4 m:d2d4")
	p.newGame("timed=true", "clock=10+5")
	p.press("#restore")
	p.menu("#resign")
	p.press("#rematch")
	p.wait(game + ".getPly() === 1 && " + whiteClock + ".textContent === '3:00'")
}

// A new game begins without comments, and the old comments are not lost.
func TestNewGameOverAComment(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Key("c"))
	p.wait("document.getElementById('comment').open")
	p.must(p.Type("A thought."))
	p.press("#comment-save")
	p.writes("{A thought.} *")
	p.newGame("against=friend")
	p.writes("*")
	p.press("#restore")
	p.writes("{A thought.} *")
}
