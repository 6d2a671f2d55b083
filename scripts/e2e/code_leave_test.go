package e2e

import "testing"

// After a page was loaded again the box says what has happened, and who makes the new code. It
// can be opened in another tab.
func TestWordsAfterReload(t *testing.T) {
	white := open(t, visit{}).ready()
	white.invites("side=white")
	white.press("#connect .head button")
	white.words("together-connection", "Waiting for your friend’s answer.")
	white.reload()
	white.ready()
	white.words("together-connection", "Your friend is not connected. Make a code and send it; an older one cannot be used any more.")
	white.press("#together-connect")
	black := white.meets(white.codeToSend(), desktop)
	black.plays("b:e2e4")
	white.has("b:e2e4")
	black.reload()
	black.ready()
	black.words("together-connection", "You are not connected:")
	white.words("together-connection", "make a new code and send it")
	white.press("#together-connect")
	tab := black.beside("#" + white.codeToSend()) // the link is opened by a chat
	tab.words("connect", "You play Black.")
	white.enters(tab.codeToSend())
	white.connected()
	tab.connected()
	white.plays("m:d2d4")
	tab.has("b:e2e4 m:d2d4")
	white.menu("#resign")
	white.reload()
	white.ready()
	white.words("together-text", "The game is over. If your opponent has not seen its end, send this link:")

	// In tabs of one browser no code is needed.
	white.newGame("against=code", "side=white")
	second := white.beside("#" + white.codeToSend())
	second.connected()
	second.plays("b:e2e4")
	white.has("b:e2e4")
	white.must(white.Goto("about:blank"))
	second.words("together-connection", "The game goes on when it is on the board in the other tab again.")
}
