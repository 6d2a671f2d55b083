package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// gameID is JavaScript for the id of the game on the board.
const gameID = `JSON.parse(localStorage.getItem("banchess.game")).begun.id`

// begins waits until the page has a new game with a player at the bottom, and is connected.
func (p player) begins(side string) {
	p.t.Helper()
	p.wait(game + ".getPly() === 1 && document.getElementById('board').options.orientation === " + quote(side) + " && " + isLive)
}

// A rematch is offered over the open connection: it is declined, or begins for both when the
// other player accepts, with the colours exchanged and the same clock. Each has it as a game of
// its own. Another tab that watches follows.
func TestRematchByCode(t *testing.T) {
	white := open(t, visit{}).ready()
	invitation := white.invitesFor("10")
	black := white.meets(invitation, desktop)
	watcher := white.besideAt("#"+invitation, desktop)
	watcher.words("notice", "You are watching this game.")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) }, watcher)
	first := white.text(gameID)
	black.menu("#resign")
	white.words("headline", "You won by resignation")
	watcher.words("headline", "White wins by resignation")
	watcher.wait("!document.getElementById('rematch').checkVisibility() && !document.getElementById('rematch-agree')")

	white.wait("!document.getElementById('rematch').checkVisibility()")
	white.press("#rematch-agree")
	white.words("together-text", "You have offered a rematch.")
	black.words("together-text", "Your friend offers a rematch.")
	black.axe()("the offer of a rematch")
	black.press("#rematch-decline")
	white.words("notice", "Your friend has declined the rematch.")
	white.wait("document.getElementById('together-text') === null")
	black.wait("document.getElementById('together-text') === null")
	black.press("#rematch-agree")
	white.words("together-text", "Your friend offers a rematch.")
	white.press("#rematch-agree")
	white.words("notice", "The rematch has begun. You play Black.")
	black.words("notice", "The rematch has begun. You play White.")
	watcher.words("notice", "The rematch has begun.")
	white.begins("black")
	black.begins("white")
	if second := white.text(gameID); len(second) != 32 || second == first || second != black.text(gameID) {
		t.Errorf("the rematch is %s here and %s there, after %s", second, black.text(gameID), first)
	}
	playOn(t, black, white, "b:e2e4 m:d2d4 b:e7e5", func(p player, _ int, action string) { p.plays(action) }, watcher)
	for _, p := range []player{white, black, watcher} {
		p.wait(isLive)
		p.wait(blackClock + ".dataset.running === 'true' && " + blackClock + ".textContent.startsWith('9:')")
	}
	for _, p := range []player{white, black} {
		p.listGames(2)
		p.rowSays(0, "Your friend", "10+0", "3 bans and moves")
		p.rowSays(1, "Your friend", "10+0", "3 bans and moves")
		p.must(p.Key(browser.Escape))
	}

	// Somebody who is elsewhere in the page comes to the rematch when back.
	white.menu("#resign")
	black.press("#rematch-agree")
	white.words("together-text", "Your friend offers a rematch.")
	black.visits("learn/3", "The ban that mates")
	white.press("#rematch-agree")
	white.begins("white")
	black.press("#mode-play")
	black.begins("black")
	black.plays("b:e2e4")
	white.has("b:e2e4")

	// A player who leaves cannot answer, and that is said.
	white.menu("#resign")
	black.press("#rematch-agree")
	white.words("together-text", "Your friend offers a rematch.")
	white.must(white.Goto("about:blank"))
	black.words("together-text", "Your friend has left or lost the connection.")
	black.wait("document.getElementById('rematch').checkVisibility()")
}

// If both players offer a rematch at once, one game begins, in tabs of one browser too.
func TestRematchOfBoth(t *testing.T) {
	white := open(t, visit{}).ready()
	link := "#" + white.invites("side=white")
	black := white.beside(link)
	black.connected()
	watcher := white.beside(link)
	watcher.words("notice", "You are watching this game.")
	black.plays("b:e2e4")
	white.has("b:e2e4")
	for _, sides := range [][2]string{{"black", "white"}, {"white", "black"}} {
		white.menu("#resign")
		black.words("headline", "You won by resignation")
		for _, p := range []player{white, black} { // neither has heard of the other's offer
			p.must(p.Eval("{ const post = BroadcastChannel.prototype.postMessage; window.held = []; window.letGo = () => { BroadcastChannel.prototype.postMessage = post; for (const [channel, data] of held) channel.postMessage(data); }; BroadcastChannel.prototype.postMessage = function (data) { held.push([this, data]); }; }", nil))
			p.press("#rematch-agree")
			p.words("together-text", "You have offered a rematch.")
		}
		black.must(black.Eval("letGo(), 1", nil))
		white.begins(sides[0]) // and keeps the game before the other tab hears of it
		white.must(white.Eval("letGo(), 1", nil))
		black.begins(sides[1])
		p := black
		if sides[0] == "black" {
			p = white
		}
		p.plays("b:d2d4")
		for _, p := range []player{white, black, watcher} {
			p.has("b:d2d4")
		}
	}
	white.listGames(3)
	white.must(white.Key(browser.Escape))
	black.reload() // comes back to the game that the other tab keeps
	black.connected()
	black.has("b:d2d4")
}
