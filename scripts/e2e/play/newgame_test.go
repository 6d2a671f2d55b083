package play

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// The strips show the players, the captured pieces, and who bans or moves.
func TestStrips(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const (
		top    = "document.getElementById('player-top')"
		bottom = "document.getElementById('player-bottom')"
	)
	says := func(strip, want string) {
		t.Helper()
		p.Await("[" + strip + ".dataset.player, " + strip + ".dataset.acts, " + strip + ".querySelector('.words').textContent, " +
			strip + ".querySelector('.taken').checkVisibility() ? " + strip + ".querySelector('.taken').getAttribute('aria-label') : ''].join('|') === " + e2e.Quote(want))
	}
	says(top, "black|true|Blackto ban|")
	says(bottom, "white|false|White|")
	p.Plays("b:a2a3 m:e2e4 b:a7a6 m:d7d5 b:a2a3")
	says(bottom, "white|true|Whiteto move|")
	p.Plays("m:e4d5")
	says(bottom, "white|true|Whiteto ban|has taken pawn, ahead by 1")
	p.Plays("b:a7a6 m:d8d5")
	says(top, "black|true|Blackto ban|has taken pawn")
	says(bottom, "white|false|White|has taken pawn")
	p.Menu("#flip")
	says(bottom, "black|true|Blackto ban|has taken pawn")

	p.NewGame("against=computer", "level=2", "side=black")
	says(top, "white|false|Computer, level 2|")
	says(bottom, "black|true|Youto ban|")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	p.Menu("#resign")
	says(bottom, "black|false|You|")
}

// The names of players in a PGN are shown as text.
func TestHostileNames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const name = `<img src=x onerror=alert(1)>`
	p.Give("[White \"" + name + "\"]\n\n1. {banning: e2e4} d4")
	p.Await("document.querySelector('#player-bottom .who').textContent === " + e2e.Quote(name))
	if over := p.Number("document.documentElement.scrollWidth - innerWidth"); over > 0 {
		t.Errorf("%g pixels run out at the side", over)
	}
}

// A long name leaves room for how much the player is ahead.
func TestLongNames(t *testing.T) {
	for _, view := range append([]browser.View{e2e.Hands[1].View}, e2e.Hands[1].Other...) {
		t.Run(strconv.Itoa(view.Width), func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: view}).Ready()
			p.Give("[White \"" + strings.Repeat("Maximiliana ", 5) + "\"]\n\n1. {banning: a2a3} e4 {banning: a7a6} d5 {banning: a2a3} 2. exd5")
			p.Await(`(() => {
				const taken = document.querySelector("#player-bottom .taken"), {left, right} = taken.getBoundingClientRect(), ahead = taken.querySelector("b").getBoundingClientRect();
				return taken.textContent === "+1" && left <= ahead.left && ahead.right <= right && right <= innerWidth;
			})()`)
		})
	}
}

// The dialog for a new game remembers its choices; the old game can be restored.
func TestNewGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.NewGame("against=friend", "side=black", "from=here")
	p.Await(e2e.Game + ".getPly() === 3 && " + e2e.Game + ".toJSON().actions.length === 0")
	p.Await("document.getElementById('board').options.orientation === 'black'")
	p.Press("#restore")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")

	// An invalid FEN is reported at its field, and changes nothing.
	p.Press("#new")
	for _, want := range []string{"against=friend", "side=black", "timed=false", "from=start"} {
		name, value, _ := strings.Cut(want, "=")
		if got := p.Text("document.getElementById('new-form').elements." + name + ".value"); got != value {
			t.Errorf("%s is %s, not what was chosen last (%s)", name, got, value)
		}
	}
	p.Press("#new-form [name=from][value=fen]")
	p.Press("#new-start")
	p.Words("new-error", "FEN")
	p.Fill("#new-fen", "8/8/8/8/8/8/8/8 w - - 0 1")
	p.Press("#new-start")
	p.Words("new-error", "king")
	p.Press("#new-form [name=timed][value=true]")
	p.Fill("#new-form [name=minutes]", "1")
	p.Must(p.Type("2")) // the focus stays where one types
	p.Await("document.activeElement.name === 'minutes' && document.activeElement.value === '12'")
	p.Press("#new-form [name=timed][value=false]")
	p.Fill("#new-fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	p.Press("#new-start")
	p.Await(e2e.Game + ".fen() === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1'")

	// Where a game was given up, another one can begin.
	p.Menu("#resign")
	p.NewGame("against=friend", "side=white", "from=here")
	p.Await(e2e.Game + ".toJSON().actions.length === 0 && " + e2e.Game + ".fen() === '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1'")

	// Either side is one of the two.
	p.NewGame("side=either", "against=computer", "level=1")
	p.Await("document.getElementById('board').options.orientation === document.getElementById('player-bottom').dataset.player")
	p.Await("document.querySelector('#player-top .who').textContent === 'Computer, level 1'")
}

// A browser that cannot connect to another one has no games by code, whatever was chosen before.
func TestNoCodesWithoutConnections(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before("delete window.RTCPeerConnection; localStorage.setItem('banchess.settings', JSON.stringify({against: 'code'}))")}).Ready()
	p.Press("#new")
	p.Await("document.querySelector('#new-form [value=link]').checked && !document.querySelector('#new-form [value=code]')")
}

// With a friend at the same screen, the board turns to the player to act if they chose that, also
// after a reload, after analysing and in a rematch, until the game is over. Looking back does not
// turn it, no other opponent has the choice, and a game that is loaded does not turn.
func TestBoardTurns(t *testing.T) {
	for _, h := range e2e.Hands {
		t.Run(h.Name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: h.View}).Ready()
			below := func(player string) {
				t.Helper()
				p.Await("document.getElementById('board').options.orientation === " + e2e.Quote(player))
				p.Await("document.getElementById('player-bottom').dataset.player === " + e2e.Quote(player))
			}
			p.NewGame("against=friend", "side=turns")
			below("black")
			h.Play(p, "b:e2e4", false)
			below("white")
			h.Play(p, "m:f2f3", true)
			below("white")
			h.Play(p, "b:a7a6", false)
			below("black")
			p.Press("#undo")
			p.Await(e2e.Game + ".getPly() === 3") // White has moved, and would ban
			below("black")
			p.Press("#undo")
			p.Await(e2e.Game + ".getPly() === 2")
			below("black")
			p.Press("#redo")
			p.Press("#redo")
			h.Play(p, "m:e7e5", false)
			p.Reload()
			below("black")
			p.Press("#mode-analyse")
			h.Play(p, "b:d2d4", false)
			below("black")
			p.Press("#mode-play")
			below("white")
			p.Menu("#flip")
			below("black")
			p.Menu("#resign")
			p.Await("document.getElementById('rematch').checkVisibility()")
			below("black")
			p.Press("#rematch")
			p.Await(e2e.Game + ".getPly() === 1")
			below("black")
			h.Play(p, "b:e2e4", false)
			below("white")
			p.Give("1. {banning: e2e4} d4")
			p.Await(e2e.Game + ".getPly() === 3")
			h.Play(p, "b:a7a6", false)
			below("white")
			p.Press("#new")
			for _, against := range []string{"computer", "link", "code", "friend"} {
				p.Press("#new-form [name=against][value=" + against + "]")
				p.Await(fmt.Sprintf("(document.querySelector('#new-form [value=turns]') !== null) === %t", against == "friend"))
			}
		})
	}
}

// Common clocks are chosen from a row of buttons, also by keys, and set the fields. Other
// values in the fields are a custom clock.
func TestUsualClocks(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Press("#new")
	p.Press("#new-form [name=timed][value=true]")
	const form = "document.getElementById('new-form').elements"
	is := func(want string) {
		t.Helper()
		p.Await("[" + form + ".clock.value, " + form + ".minutes.value, " + form + ".increment.value].join() === " + e2e.Quote(want))
	}
	is("5+3,5,3")
	p.Press("#new-form [name=clock][value='1+0']")
	is("1+0,1,0")
	p.Must(p.Key(browser.ArrowRight))
	is("3+2,3,2")
	p.Fill("#new-form [name=increment]", "4")
	is("Custom,3,4")
	p.Fill("#new-form [name=minutes]", "10")
	p.Fill("#new-form [name=increment]", "5")
	is("10+5,10,5")
	for _, row := range []struct{ field, bad, words, good string }{
		{"minutes", "0", "Minutes must be between 0.1 and 180.", "10"}, {"increment", "999", "The increment must be a whole number of seconds from 0 to 180.", "5"}, {"increment", "2.5", "The increment must be a whole number", "5"},
	} {
		p.Fill("#new-form [name="+row.field+"]", row.bad)
		p.Press("#new-start")
		p.Words("new-error", row.words)
		p.Await("document.activeElement.name === " + e2e.Quote(row.field) + " && document.activeElement.matches('[aria-invalid]')")
		p.Fill("#new-form [name="+row.field+"]", row.good)
	}
	p.Nodes("radiogroup", "Minutes and increment")
	if got := p.Nodes("radio", "10+5"); !got[0].Checked {
		t.Error("the clock that is chosen is not said to be")
	}
	p.Must(p.Key(browser.Enter))
	p.Await("document.querySelector('#player-top .clock').textContent === '10:00'")
	p.Press("#new")
	is("10+5,10,5")
}

// Bans and moves take time, a flag ends the game, and the clock survives the page.
func TestClock(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Press("#new")
	p.Press("#new-form [name=against][value=friend]")
	p.Press("#new-form [name=side][value=white]")
	p.Press("#new-form [name=timed][value=true]")
	p.Fill("#new-form [name=minutes]", "3")
	p.Fill("#new-form [name=increment]", "2")
	p.Press("#new-start")
	const (
		white = "document.querySelector('[data-player=white] .clock')"
		black = "document.querySelector('[data-player=black] .clock')"
	)
	p.Await(white + ".textContent === '3:00' && " + black + ".textContent === '3:00'")
	if got := p.Text(black + ".dataset.running"); got != "false" {
		t.Error("the clock runs before the first ban")
	}
	p.StopTime()
	p.Plays("b:e2e4")
	p.Pass(1)
	p.Await(white + ".dataset.running === 'true' && " + white + ".textContent === '2:59'")
	p.Plays("m:d2d4") // and White continues with the ban
	p.Pass(3)
	p.Await(white + ".dataset.running === 'true' && " + white + ".textContent === '2:56'")
	p.Plays("b:e7e5")
	p.Await(black + ".dataset.running === 'true'")
	p.Await(white + ".textContent === '2:58'") // two seconds more

	address := p.Text("location.href")
	p.Must(p.Goto(address))
	p.Ready()
	p.Await(black + ".dataset.running === 'true'")

	// A clock that is nearly up runs out, whichever position is shown.
	p.StopTime()
	p.Press("#start")
	p.Await(e2e.Game + ".getPly() === 1")
	p.Pass(180)
	hidden(p, true) // the clock stops
	hidden(p, false)
	p.Words("headline", "White wins on time")
	p.Await(e2e.Game + ".getPly() === 4")
	p.Await(black + ".textContent === '0:00.0' && " + black + ".dataset.running === 'false'")
}

// Undoing an edit does not change the game: the clock runs on.
func TestClockStaysWhenAnEditIsUndone(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4")
	p.InMenu("b:e2e4", 0, "[data-nag='1']")
	p.Writes("1. {banning: e2e4 $1} d4 *")
	p.Press("#undo-edit")
	p.Writes("1. {banning: e2e4} d4 *")
	p.Await(e2e.WhiteClock + " && " + e2e.WhiteClock + ".checkVisibility() && " + e2e.WhiteClock + ".dataset.running === 'true'")
	p.Must(p.Chord(browser.Control, "y"))
	p.Writes("1. {banning: e2e4 $1} d4 *")
	p.Await(e2e.WhiteClock + ".checkVisibility() && " + e2e.WhiteClock + ".dataset.running === 'true'")
}

// A flag ends the line of the game, even if a variation is shown.
func TestFlagFallsInTheGame(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	p.Press("#undo")
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 2")
	p.Plays("m:g1f3 b:a7a6 m:d7d5") // White's ban is due in the game
	p.Press("[data-action='b:e7e5']")
	p.Await(e2e.Game + ".getPly() === 4")
	p.Must(p.Goto(p.Text("location.href") + "404.html"))
	p.Must(p.Eval(`(() => {
		const clock = JSON.parse(localStorage['banchess.clock']);
		sessionStorage['banchess.clock'] = JSON.stringify({...clock, white: 1500, black: 1500});
	})()`, nil))
	p.Must(p.Goto(p.Text("location.href.replace('404.html', '')")))
	p.Ready()
	p.Words("headline", "wins on time")
	if got := p.Actions(); got != "b:e2e4 m:g1f3 b:a7a6 m:d7d5" {
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
		p := e2e.Open(t, e2e.Visit{}).Ready()
		p.NewGame("against=computer", "level=1", "side=black")
		p.Give(text)
		p.Await("!document.getElementById('share')?.open && " + e2e.Game + ".getPly() === 3")
		p.Words("notice", "You play both sides")
		p.Await("document.body.dataset.engine === 'off' && !document.getElementById('board').hasAttribute('readonly')")
		if who := p.Text("document.querySelector('#player-top .who').textContent"); strings.Contains(who, "Computer") {
			t.Errorf("%s: the strip says %s", text, who)
		}
	}
}

// A restored game has its players, its clock and its orientation, also at the next
// visit.
func TestRestoredGameGoesOn(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=computer", "level=2", "side=black")
	p.Plays("b:e2e4")
	p.Await(e2e.Game + ".getPly() === 4") // White has moved, and banned
	played := p.Actions()
	p.NewGame("against=friend", "side=white", "timed=false")
	p.Await("!" + e2e.BlackClock + "?.checkVisibility()")
	p.Await(e2e.StoredGame + ".previous.players.white.kind === 'computer'")
	p.Reload()
	p.Press("#undo") // at the start it leads to the previous game
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(played))
	p.Await("document.querySelector('#player-top .who').textContent === 'Computer, level 2'")
	p.Await("document.querySelector('#player-bottom .who').textContent === 'You'")
	p.Await(e2e.BlackClock + ".dataset.running === 'true' && " + e2e.BlackClock + ".textContent.startsWith('2:')")
	p.PlaysFirst()
	p.Await(e2e.WhiteClock + ".dataset.running === 'false' && " + e2e.BlackClock + ".dataset.running === 'true'")

	// A game that was stored as a record alone can still be restored.
	p.Must(p.Goto(p.Text("location.href") + "404.html"))
	p.Must(p.Eval(`(() => {
		const {record} = JSON.parse(localStorage['banchess.game']);
		sessionStorage['banchess.game'] = JSON.stringify({previous: record});
	})()`, nil))
	p.Must(p.Goto(p.Text("location.href.replace('404.html', '')")))
	p.Ready()
	p.Press("#undo")
	p.Await(e2e.Game + ".getPly() === 5")
}

// A rematch has the clock of the game, which need not be that of the dialog.
func TestRematchClock(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.TimedGame("against=friend", "side=white")
	p.Plays("b:e2e4 m:d2d4")
	p.NewGame("timed=true", "clock=10+5")
	p.Press("#restore")
	p.Menu("#resign")
	p.Press("#rematch")
	p.Await(e2e.Game + ".getPly() === 1 && " + e2e.WhiteClock + ".textContent === '3:00'")
}

// A new game begins without comments, and the old comments are not lost.
func TestNewGameOverAComment(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Must(p.Key("c"))
	p.Await("document.getElementById('comment').open")
	p.Must(p.Type("A thought."))
	p.Press("#comment-save")
	p.Writes("{A thought.} *")
	p.NewGame("against=friend")
	p.Writes("*")
	p.Press("#restore")
	p.Writes("{A thought.} *")
}
