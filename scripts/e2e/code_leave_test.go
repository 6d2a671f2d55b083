//go:build !js

package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// Somebody who begins or opens another game is asked before a connection ends, or a code that
// was sent. The other player is told, and the game goes on by a new code.
func TestLeavingByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	leaves := func() {
		white.press("#new")
		white.chooseGame("against=friend")
		white.press("#new-start")
	}
	leaves()
	white.words("together-question", "The connection with your friend ends, and the clocks stop.")
	white.axe()("the question")
	white.press("#leave-not")
	white.wait("document.getElementById('new-game').open && !document.getElementById('together-question').open && " + isLive)
	white.press("#new-start")
	white.press("#together-question .head button")
	white.wait("document.getElementById('new-game').open && !document.getElementById('together-question').open && " + isLive)
	white.press("#new-start")
	white.press("#leave")
	white.wait(game + ".getPly() === 1")
	white.words("notice", "New game. Your game with your friend is in My games: to go on, make a new code there.")
	black.words("together-connection", "Your friend has closed or reloaded the page, or has opened another game.")

	white.plays("b:a2a3")
	white.listGames(2)
	white.inRow(1, "open")
	white.has("b:e2e4 m:d2d4 b:e7e5")
	white.words("together-connection", "You are not connected,")
	white.press("#together-connect")
	black.opens("#" + white.codeToSend())
	white.enters(black.codeToSend())
	white.connected()
	black.connected()
	white.listGames(2)
	white.inRow(0, "open")
	white.words("together-question", "The connection with your friend ends")
	white.press("#leave-not")
	white.must(white.Key(browser.Escape))
	white.wait(isLive)
	black.plays("m:d7d5")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")

	// A game that is over can be left.
	black.menu("#resign")
	white.words("headline", "You won by resignation")
	white.press("#mode-analyse")
	white.press("#play-on")
	white.words("notice", "This is a copy of the game")
	white.press("#mode-play")
	white.newGame("against=code", "side=white")
	white.codeToSend()
	white.press("#connect .head button")
	white.wait(historyIsFlat)
	leaves()
	white.words("together-question", "Your code stops working")
	white.press("#leave")
	white.wait("document.getElementById('together').hidden")
}

// A game in a room goes on without a question. The other player sees who is away, and the entry
// of the list leads back.
func TestLeavingARoom(t *testing.T) {
	white, black := inRoom(t, roomsHere(t), "timed=true", "clock=10+5")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) })
	white.newGame("against=friend")
	white.words("notice", "New game. Your game in the room goes on, and so does its clock. You can return to it from My games.")
	black.words("together-text", "Your friend is not connected.")
	black.plays("m:d7d5")
	white.plays("b:a2a3")
	white.listGames(2)
	white.rowSays(1, "10+5", "in a room", "as White")
	white.inRow(1, "open")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.words("together-text", "Connected.")
	white.wait(blackClock + ".dataset.running === 'true'")
	black.plays("b:c2c4")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
}

// After a page was loaded again the box says what has happened, and who makes the new code. It
// can be opened in another tab.
func TestWordsAfterReload(t *testing.T) {
	white := open(t, visit{}).ready()
	white.invites("side=white")
	white.press("#connect .head button")
	white.words("together-connection", "Waiting for your friend’s answer.")
	white.reload()
	white.ready()
	white.words("together-connection", "Your friend is not connected. Make a code and send it; older codes no longer work.")
	white.press("#together-connect")
	black := white.meets(white.codeToSend(), desktop)
	black.plays("b:e2e4")
	white.has("b:e2e4")
	black.reload()
	black.ready()
	black.words("together-connection", "You are not connected,")
	white.words("together-connection", "make a new code and send it")
	white.press("#together-connect")
	tab := black.beside("#" + white.codeToSend()) // the link is opened by a chat
	tab.words("connect", "You play Black.")
	white.enters(tab.codeToSend())
	white.connected()
	tab.connected()
	black.words("together-connection", "The game goes on in another tab of this browser.")
	white.plays("m:d2d4")
	tab.has("b:e2e4 m:d2d4")
	white.menu("#resign")
	white.reload()
	white.ready()
	white.words("together-text", "The game is over. If your friend has not seen its end, send this link:")

	// In tabs of one browser no code is needed.
	white.newGame("against=code", "side=white")
	second := white.beside("#" + white.codeToSend())
	second.connected()
	second.plays("b:e2e4")
	white.has("b:e2e4")
	white.must(white.Goto("about:blank"))
	second.words("together-connection", "To continue, open this game in the other tab.")
}

// While Learn has the board, Play shows when it is the user's turn in the game by code.
func TestDueByCode(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4", func(p player, _ int, action string) { p.plays(action) })
	white.visits("learn/3", "The ban that mates")
	white.wait(isDue)
	white.press("#mode-play")
	white.wait("!(" + isDue + ")")
	white.plays("m:d2d4 b:e7e5")
	black.has("b:e2e4 m:d2d4 b:e7e5")
	becomesDue(white, black)
}

// isDue is JavaScript that reports whether Play is marked.
const isDue = "document.querySelector('#mode-play[data-due]')?.title === 'It is your turn in the game with your friend.'"

// becomesDue goes to Learn after White's ban of e7e5 and waits for the mark of Black's answer.
func becomesDue(white, black player) {
	white.t.Helper()
	white.visits("learn/3", "The ban that mates")
	white.wait("!(" + isDue + ")")
	black.plays("m:d7d5 b:c2c4")
	white.wait(isDue)
	white.press("#mode-play")
	white.wait("!(" + isDue + ")")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4")
}
