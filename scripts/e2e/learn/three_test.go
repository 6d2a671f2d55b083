//go:build !js

package learn

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// ways are how two players in different places and a watcher come to a game.
var ways = map[string]func(t *testing.T, view browser.View) (white, black, watcher e2e.Player){
	"link": func(t *testing.T, view browser.View) (white, black, watcher e2e.Player) {
		white, black = e2e.FriendsAt(t, view)
		return white, black, e2e.Open(t, e2e.Visit{View: view, Server: white.Text("location.origin")}).Ready()
	},
	"code": func(t *testing.T, view browser.View) (white, black, watcher e2e.Player) {
		white = e2e.Open(t, e2e.Visit{View: view}).Ready()
		invitation := white.Invites("side=white")
		black = white.Meets(invitation, view)
		watcher = white.OpenBesideAt("#"+invitation, view)
		watcher.Words("notice", "You are watching this game.")
		return white, black, watcher
	},
	"room": func(t *testing.T, view browser.View) (white, black, watcher e2e.Player) {
		white = e2e.Open(t, e2e.Visit{View: view, Wrap: e2e.RoomsHere(t)}).Ready()
		black = white.Follows(white.OpensRoom("side=white"), view)
		black.Words("notice", "Connected. You play Black.")
		black.Await("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
		white.Words("notice", "Connected. You play White.")
		watcher = white.Follows(white.RoomLink("watch"), view)
		watcher.Words("together-text", "You are watching this game.")
		white.Words("room-watchers", "1 person is watching.")
		return white, black, watcher
	},
}

// Two players and a watcher play the mating game to its end in each of the ways, with mouse
// or touch and with keys, beside the board and on a phone. What one does is on the other
// pages at once, or when they open the link. Each player has the game in the list.
func TestThreeBrowsers(t *testing.T) {
	for way, meet := range ways {
		for i, view := range []browser.View{e2e.Desktop, e2e.Phone} {
			hand := e2e.Hands[i]
			t.Run(way+"/"+hand.Name, func(t *testing.T) {
				white, black, watcher := meet(t, view)
				all := strings.Fields(e2e.Mate)
				for i, action := range all {
					p, other := black, white
					if i%4 == 1 || i%4 == 2 {
						p, other = white, black
					}
					if i%2 == 0 {
						hand.Play(p, action, i%4 == 0)
					} else {
						byKeys(p, action)
					}
					played := strings.Join(all[:i+1], " ")
					if way == "link" {
						if i%2 == 1 && i+1 < len(all) {
							continue // the same player bans
						}
						link := p.LinkToSend()
						other.Opens(link)
						if i == 0 {
							continue // whoever opens the first link has the other seat
						}
						watcher.Opens(link)
						watcher.Press("#only-look")
					}
					for _, p := range []e2e.Player{white, black, watcher} {
						p.Has(played)
					}
				}
				white.Words("headline", "You won by a ban that mates")
				black.Words("headline", "You lost by a ban that mates")
				watcher.Words("headline", "White wins: checkmate by ban")
				for side, p := range map[string]e2e.Player{"White": white, "Black": black} {
					p.ListGames(1)
					p.RowSays(0, "Your friend", "as "+side, "11 bans and moves · "+map[string]string{"link": "by link", "code": "by code", "room": "in a room"}[way])
					p.Must(p.Key(browser.Escape))
				}
			})
		}
	}
}

// byKeys plays an action on the board with nothing but keys.
func byKeys(p e2e.Player, action string) {
	p.T.Helper()
	p.TabTo("e.dataset.square")
	for _, square := range []string{action[2:4], action[4:6]} {
		p.ArrowsTo(square)
		p.Must(p.Key(browser.Enter))
	}
}
