//go:build !js

package together

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// Somebody who begins or opens another game is asked before a connection ends, or a code that
// was sent. The other player is told, and the game goes on by a new code.
func TestLeavingByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	leaves := func() {
		white.Press("#new")
		white.ChooseGame("against=friend")
		white.Press("#new-start")
	}
	leaves()
	white.Words("together-question", "The connection with your friend ends, and the clocks stop.")
	white.Axe()("the question")
	white.Press("#leave-not")
	white.Await("document.getElementById('new-game').open && !document.getElementById('together-question').open && " + e2e.IsLive)
	white.Press("#new-start")
	white.Press("#together-question .head button")
	white.Await("document.getElementById('new-game').open && !document.getElementById('together-question').open && " + e2e.IsLive)
	white.Press("#new-start")
	white.Press("#leave")
	white.Await(e2e.Game + ".getPly() === 1")
	white.Words("notice", "New game. Your game with your friend is in My games: to go on, make a new code there.")
	black.Words("together-connection", "Your friend has closed or reloaded the page, or has opened another game.")

	white.Plays("b:a2a3")
	white.ListGames(2)
	white.InRow(1, "open")
	white.Has("b:e2e4 m:d2d4 b:e7e5")
	white.Words("together-connection", "You are not connected,")
	white.Press("#together-connect")
	black.Opens("#" + white.CodeToSend())
	white.Enters(black.CodeToSend())
	white.Connected()
	black.Connected()
	white.ListGames(2)
	white.InRow(0, "open")
	white.Words("together-question", "The connection with your friend ends")
	white.Press("#leave-not")
	white.Must(white.Key(browser.Escape))
	white.Await(e2e.IsLive)
	black.Plays("m:d7d5")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")

	// A game that is over can be left.
	black.Menu("#resign")
	white.Words("headline", "You won by resignation")
	white.Press("#mode-analyse")
	white.Press("#play-on")
	white.Words("notice", "This is a copy of the game")
	white.Press("#mode-play")
	white.NewGame("against=code", "side=white")
	white.CodeToSend()
	white.Press("#connect .head button")
	white.Await(e2e.HistoryIsFlat)
	leaves()
	white.Words("together-question", "Your code stops working")
	white.Press("#leave")
	white.Await("document.getElementById('together').hidden")
}

// A game in a room goes on without a question. The other player sees who is away, and the entry
// of the list leads back.
func TestLeavingARoom(t *testing.T) {
	white, black := inRoom(t, e2e.RoomsHere(t), "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	white.NewGame("against=friend")
	white.Words("notice", "New game. Your game in the room goes on, and so does its clock. You can return to it from My games.")
	black.Words("together-text", "Your friend is not connected.")
	black.Plays("m:d7d5")
	white.Plays("b:a2a3")
	white.ListGames(2)
	white.RowSays(1, "10+5", "in a room", "as White")
	white.InRow(1, "open")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.Words("together-text", "Connected.")
	white.Await(e2e.BlackClock + ".dataset.running === 'true'")
	black.Plays("b:c2c4")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
}

// After a page was loaded again the box says what has happened, and who makes the new code. It
// can be opened in another tab.
func TestWordsAfterReload(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	white.Invites("side=white")
	white.Press("#connect .head button")
	white.Words("together-connection", "Waiting for your friend’s answer.")
	white.Reload()
	white.Ready()
	white.Words("together-connection", "Your friend is not connected. Make a code and send it; older codes no longer work.")
	white.Press("#together-connect")
	black := white.Meets(white.CodeToSend(), e2e.Desktop)
	black.Plays("b:e2e4")
	white.Has("b:e2e4")
	black.Reload()
	black.Ready()
	black.Words("together-connection", "You are not connected,")
	white.Words("together-connection", "make a new code and send it")
	white.Press("#together-connect")
	tab := black.OpenBeside("#" + white.CodeToSend()) // the link is opened by a chat
	tab.Words("connect", "You play Black.")
	white.Enters(tab.CodeToSend())
	white.Connected()
	tab.Connected()
	black.Words("together-connection", "The game goes on in another tab of this browser.")
	white.Plays("m:d2d4")
	tab.Has("b:e2e4 m:d2d4")
	white.Menu("#resign")
	white.Reload()
	white.Ready()
	white.Words("together-text", "The game is over. If your friend has not seen its end, send this link:")

	// In tabs of one browser no code is needed.
	white.NewGame("against=code", "side=white")
	second := white.OpenBeside("#" + white.CodeToSend())
	second.Connected()
	second.Plays("b:e2e4")
	white.Has("b:e2e4")
	white.Must(white.Goto("about:blank"))
	second.Words("together-connection", "To continue, open this game in the other tab.")
}

// While Learn has the board, Play shows when it is the user's turn in the game by code.
func TestDueByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	white.Visits("learn/3", "The ban that mates")
	white.Await(isDue)
	white.Press("#mode-play")
	white.Await("!(" + isDue + ")")
	white.Plays("m:d2d4 b:e7e5")
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	becomesDue(white, black)
}

// isDue is JavaScript that reports whether Play is marked.
const isDue = "document.querySelector('#mode-play[data-due]')?.title === 'It is your turn in the game with your friend.'"

// becomesDue goes to Learn after White's ban of e7e5 and waits for the mark of Black's answer.
func becomesDue(white, black e2e.Player) {
	white.T.Helper()
	white.Visits("learn/3", "The ban that mates")
	white.Await("!(" + isDue + ")")
	black.Plays("m:d7d5 b:c2c4")
	white.Await(isDue)
	white.Press("#mode-play")
	white.Await("!(" + isDue + ")")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
}
