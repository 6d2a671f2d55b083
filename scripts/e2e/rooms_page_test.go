//go:build !js

package e2e

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// opensRoom starts a game in a room and returns the link for the opponent.
func (p player) opensRoom(choices ...string) string {
	p.t.Helper()
	p.press("#new")
	p.wait("document.querySelector('#new-form [value=room]') !== null")
	p.chooseGame(append([]string{"against=room"}, choices...)...)
	p.press("#new-start")
	p.words("together-text", "Send this link to your friend")
	return p.text("document.getElementById('together-link').value")
}

// follows opens the link of a room in another profile.
func (p player) follows(link string, view browser.View) player {
	p.t.Helper()
	_, hash, _ := strings.Cut(link, "#")
	return open(p.t, visit{view: view, server: p.text("location.origin"), hash: "#" + hash}).ready()
}

// watchLink returns the link for watchers, which a player's box shows.
func (p player) watchLink() string {
	p.t.Helper()
	p.press("#room-watch")
	defer p.press("#room-watch")
	return p.text("document.getElementById('together-link').value")
}

// Two players and a watcher play a whole game in a room, by mouse and keys beside the board,
// and by touch on a phone.
func TestGameInRoom(t *testing.T) {
	for _, view := range []browser.View{{}, phone} {
		white := open(t, visit{view: view, wrap: roomsHere(t)}).ready()
		black := white.follows(white.opensRoom("side=white"), view)
		black.words("notice", "Connected. You play Black.")
		black.wait("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
		white.words("notice", "Connected. You play White.")
		watcher := white.follows(white.watchLink(), view)
		watcher.words("together-text", "You are watching this game.")
		white.words("room-watchers", "1 person is watching.")
		playOn(t, white, black, mate, func(p player, i int, action string) {
			if i%2 == 0 || view.Touch {
				hands[0].play(p, action, i%4 == 0)
				return
			}
			p.byKeys(action)
		}, watcher)
		white.words("headline", "You won by a ban that mates")
		black.words("headline", "You lost by a ban that mates")
		watcher.words("headline", "White wins: checkmate by ban")
		for _, p := range []player{white, black} {
			p.listGames(1)
			p.rowSays(0, "Your friend", "11 plies")
			p.must(p.Key(browser.Escape))
		}
	}
}
