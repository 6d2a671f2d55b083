//go:build !js

package e2e

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// ways are how two players in different places and a watcher come to a game.
var ways = map[string]func(t *testing.T, view browser.View) (white, black, watcher player){
	"link": func(t *testing.T, view browser.View) (white, black, watcher player) {
		white, black = friendsAt(t, view)
		return white, black, open(t, visit{view: view, server: white.text("location.origin")}).ready()
	},
	"code": func(t *testing.T, view browser.View) (white, black, watcher player) {
		white = open(t, visit{view: view}).ready()
		invitation := white.invites("side=white")
		black = white.meets(invitation, view)
		watcher = white.besideAt("#"+invitation, view)
		watcher.words("notice", "You are watching this game.")
		return white, black, watcher
	},
	"room": func(t *testing.T, view browser.View) (white, black, watcher player) {
		white = open(t, visit{view: view, wrap: roomsHere(t)}).ready()
		black = white.follows(white.opensRoom("side=white"), view)
		black.words("notice", "Connected. You play Black.")
		black.wait("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
		white.words("notice", "Connected. You play White.")
		watcher = white.follows(white.roomLink("watch"), view)
		watcher.words("together-text", "You are watching this game.")
		white.words("room-watchers", "1 person is watching.")
		return white, black, watcher
	},
}

// Two players and a watcher play the mating game to its end in each of the ways, with mouse
// or touch and with keys, beside the board and on a phone. What one does is on the other
// pages at once, or when they open the link. Each player has the game in the list.
func TestThreeBrowsers(t *testing.T) {
	for way, meet := range ways {
		for i, view := range []browser.View{desktop, phone} {
			hand := hands[i]
			t.Run(way+"/"+hand.name, func(t *testing.T) {
				white, black, watcher := meet(t, view)
				all := strings.Fields(mate)
				for i, action := range all {
					p, other := black, white
					if i%4 == 1 || i%4 == 2 {
						p, other = white, black
					}
					if i%2 == 0 {
						hand.play(p, action, i%4 == 0)
					} else {
						p.byKeys(action)
					}
					played := strings.Join(all[:i+1], " ")
					if way == "link" {
						if i%2 == 1 && i+1 < len(all) {
							continue // the same player bans
						}
						link := p.linkToSend()
						other.opens(link)
						if i == 0 {
							continue // whoever opens the first link has the other seat
						}
						watcher.opens(link)
						watcher.press("#only-look")
					}
					for _, p := range []player{white, black, watcher} {
						p.has(played)
					}
				}
				white.words("headline", "You won by a ban that mates")
				black.words("headline", "You lost by a ban that mates")
				watcher.words("headline", "White wins: checkmate by ban")
				for side, p := range map[string]player{"White": white, "Black": black} {
					p.listGames(1)
					p.rowSays(0, "Your friend", "as "+side, "11 bans and moves · "+map[string]string{"link": "by link", "code": "by code", "room": "in a room"}[way])
					p.must(p.Key(browser.Escape))
				}
			})
		}
	}
}

// byKeys plays an action on the board with nothing but keys.
func (p player) byKeys(action string) {
	p.t.Helper()
	p.tabTo("e.dataset.square")
	for _, square := range []string{action[2:4], action[4:6]} {
		p.arrowsTo(square)
		p.must(p.Key(browser.Enter))
	}
}
