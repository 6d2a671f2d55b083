package together

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// gameID is JavaScript for the id of the game on the board.
const gameID = `JSON.parse(localStorage.getItem("banchess.game")).begun.id`

// begins waits until the page has a new game with a player at the bottom, and is connected.
func begins(p e2e.Player, side string) {
	p.T.Helper()
	p.Await(e2e.Game + ".getPly() === 1 && document.getElementById('board').options.orientation === " + e2e.Quote(side) + " && " + e2e.IsLive)
}

// A rematch is offered over the open connection: it is declined, or begins for both when the
// other player accepts, with the colours exchanged and the same clock. Each has it as a game of
// its own. Another tab that watches follows.
func TestRematchByCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	invitation := invitesFor(white, "10")
	black := white.Meets(invitation, e2e.Desktop)
	watcher := white.OpenBesideAt("#"+invitation, e2e.Desktop)
	watcher.Words("notice", "You are watching this game.")
	playOn(t, white, black, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) }, watcher)
	first := white.Text(gameID)
	black.Menu("#resign")
	white.Words("headline", "You won by resignation")
	watcher.Words("headline", "White wins by resignation")
	watcher.Await("!document.getElementById('rematch').checkVisibility() && !document.getElementById('rematch-agree')")

	white.Await("!document.getElementById('rematch').checkVisibility()")
	white.Press("#rematch-agree")
	white.Words("together-text", "You have offered a rematch.")
	black.Words("together-text", "Your friend offers a rematch.")
	black.Axe()("the offer of a rematch")
	black.Press("#rematch-decline")
	white.Words("notice", "Your friend has declined the rematch.")
	white.Await("document.getElementById('together-text') === null")
	black.Await("document.getElementById('together-text') === null")
	black.Press("#rematch-agree")
	white.Words("together-text", "Your friend offers a rematch.")
	white.Press("#rematch-agree")
	white.Words("notice", "The rematch has begun. You play Black.")
	black.Words("notice", "The rematch has begun. You play White.")
	watcher.Words("notice", "The rematch has begun.")
	begins(white, "black")
	begins(black, "white")
	if second := white.Text(gameID); len(second) != 32 || second == first || second != black.Text(gameID) {
		t.Errorf("the rematch is %s here and %s there, after %s", second, black.Text(gameID), first)
	}
	playOn(t, black, white, "b:e2e4 m:d2d4 b:e7e5", func(p e2e.Player, _ int, action string) { p.Plays(action) }, watcher)
	for _, p := range []e2e.Player{white, black, watcher} {
		p.Await(e2e.IsLive)
		p.Await(e2e.BlackClock + ".dataset.running === 'true' && " + e2e.BlackClock + ".textContent.startsWith('9:')")
	}
	for _, p := range []e2e.Player{white, black} {
		p.ListGames(2)
		p.RowSays(0, "Your friend", "10+0", "3 bans and moves")
		p.RowSays(1, "Your friend", "10+0", "3 bans and moves")
		p.Must(p.Key(browser.Escape))
	}

	// Somebody who is elsewhere in the page comes to the rematch when back.
	white.Menu("#resign")
	black.Press("#rematch-agree")
	white.Words("together-text", "Your friend offers a rematch.")
	black.Visits("learn/3", "The ban that mates")
	white.Press("#rematch-agree")
	begins(white, "white")
	black.Press("#mode-play")
	begins(black, "black")
	black.Plays("b:e2e4")
	white.Has("b:e2e4")

	// A player who leaves cannot answer, and that is said.
	white.Menu("#resign")
	black.Press("#rematch-agree")
	white.Words("together-text", "Your friend offers a rematch.")
	white.Must(white.Goto("about:blank"))
	black.Words("together-text", "Your friend has left or lost the connection.")
	black.Await("document.getElementById('rematch').checkVisibility()")
}

// If both players offer a rematch at once, one game begins, in tabs of one browser too.
func TestRematchOfBoth(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	link := "#" + white.Invites("side=white")
	black := white.OpenBeside(link)
	black.Connected()
	watcher := white.OpenBeside(link)
	watcher.Words("notice", "You are watching this game.")
	black.Plays("b:e2e4")
	white.Has("b:e2e4")
	for _, sides := range [][2]string{{"black", "white"}, {"white", "black"}} {
		white.Menu("#resign")
		black.Words("headline", "You won by resignation")
		for _, p := range []e2e.Player{white, black} { // neither has heard of the other's offer
			p.Must(p.Eval("{ const post = BroadcastChannel.prototype.postMessage; window.held = []; window.letGo = () => { BroadcastChannel.prototype.postMessage = post; for (const [channel, data] of held) channel.postMessage(data); }; BroadcastChannel.prototype.postMessage = function (data) { held.push([this, data]); }; }", nil))
			p.Press("#rematch-agree")
			p.Words("together-text", "You have offered a rematch.")
		}
		black.Must(black.Eval("letGo(), 1", nil))
		begins(white, sides[0]) // and keeps the game before the other tab hears of it
		white.Must(white.Eval("letGo(), 1", nil))
		begins(black, sides[1])
		p := black
		if sides[0] == "black" {
			p = white
		}
		p.Plays("b:d2d4")
		for _, p := range []e2e.Player{white, black, watcher} {
			p.Has("b:d2d4")
		}
	}
	white.ListGames(3)
	white.Must(white.Key(browser.Escape))
	black.Reload() // comes back to the game that the other tab keeps
	black.Connected()
	black.Has("b:d2d4")
}
