package e2e

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"

	"github.com/banchess/banchess/scripts/browser"
)

// Where two versions of a game differ, both are shown, and the one that is not chosen is
// kept as a game of its own.
func TestForkedLink(t *testing.T) {
	white, black := friends(t)
	invitation := white.linkToSend()
	again := open(t, visit{server: white.text("location.origin"), hash: invitation}).ready()
	again.words("notice", "You play Black against a friend.")
	black.sendsTo(white, "b:e2e4")
	white.plays("m:d2d4 b:e7e5")
	again.plays("b:c2c4")
	fork := again.linkToSend()

	white.opens(fork)
	white.wait("document.getElementById('together-question')?.open")
	white.words("together-question", "They differ from the start.")
	white.words("together-mine", "1. ban e2–e41. d41… ban e7–e5")
	white.words("together-theirs", "1. ban c2–c4")
	white.axe()("two versions")
	white.must(white.Key(browser.Escape)) // nothing is chosen
	white.wait("!document.getElementById('together-question').open && location.hash === ''")
	white.has("b:e2e4 m:d2d4 b:e7e5")

	white.opensAnew(fork)
	white.press("#keep-mine")
	white.words("notice", "Your version goes on. The other one is in My games.")
	white.has("b:e2e4 m:d2d4 b:e7e5")
	white.listGames(2)
	white.must(white.Key(browser.Escape))

	white.opens(fork)
	white.press("#take-theirs")
	white.words("notice", "The link’s version goes on. Yours is in My games.")
	white.has("b:c2c4")
	again.opens(white.sendsBack("m:e2e4 b:e7e5"))
	again.has("b:c2c4 m:e2e4 b:e7e5")
	white.listGames(3)
	white.rowSays(0, "Your friend", "Your friend’s turn")
	for _, row := range []int{1, 2} {
		white.rowSays(row, "You – Your friend", "Unfinished")
	}
	white.must(white.Key(browser.Escape))

	// The opponent cannot act for the user either.
	const id = "JSON.parse(localStorage.getItem('banchess.game')).begun.id"
	log := "c2c4e2e4e7e5d7d5a2a3g1f3"
	white.opens(white.packAs(2, fmt.Sprintf(`{"id":%q,"by":"black","log":%q,"hash":%q}`, white.text(id), log, hashOf(white.text(id)+" "+startFEN+" "+log))))
	white.words("together-mine", "Nothing more")
	white.words("together-theirs", "1… d52. ban a2–a32. Nf3")
	white.must(white.Key(browser.Escape))
	white.has("b:c2c4 m:e2e4 b:e7e5")
}

// sendsBack plays actions by a script and returns the link.
func (p player) sendsBack(actions string) string {
	p.t.Helper()
	p.plays(actions)
	return p.linkToSend()
}

// hashOf returns the hash of a log: FNV-1a of 32 bits in base 36.
func hashOf(text string) string {
	h := fnv.New32a()
	h.Write([]byte(text))
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// A link that is cut, changed, of another game or against the rules is refused in words, and
// changes nothing.
func TestBadLinksOfTwo(t *testing.T) {
	white, black := friends(t)
	first := black.sendsTo(white, "b:e2e4")
	good := white.sendsTo(black, "m:d2d4 b:e7e5")
	const begun = "JSON.parse(localStorage.getItem('banchess.game')).begun"
	id, was := black.text(begun+".id"), black.text("JSON.stringify("+begun+")")
	content := func(id, fen, log string) string {
		start := ""
		if fen != startFEN {
			start = fmt.Sprintf(`"fen":%q,`, fen)
		}
		return black.packAs(2, fmt.Sprintf(`{"id":%q,"by":"white",%s"log":%q,"hash":%q}`, id, start, log, hashOf(id+" "+fen+" "+log)))
	}
	const damaged, unplayable = "This link is damaged", "The game in the link cannot be played: "
	flipped := []byte(good)
	flipped[len(flipped)/2] ^= 1
	for _, tt := range []struct{ name, link, code, says string }{
		{"cut", good[:len(good)-5], "bad_link", damaged},
		{"a character is another", string(flipped), "bad_link", damaged},
		{"not a link", "#2.", "bad_link", damaged},
		{"of a newer release", "#9" + good[2:], "other_release", "another release"},
		{"without a log", black.packAs(2, `{"id":"`+id+`","by":"white"}`), "bad_link", damaged},
		{"the log under the id of another game", black.packAs(2, fmt.Sprintf(`{"id":%q,"by":"white","log":"e2e4d2d4","hash":%q}`, id, hashOf(strings.Repeat("f", 32)+" "+startFEN+" e2e4d2d4"))), "bad_link", damaged},
		{"another start", content(id, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1", ""), "foreign_link", "begins from another position"},
		{"an impossible start", content(id, "8/8/8/8/8/8/8/8 w - - 0 1 1", ""), "bad_fen", unplayable},
		{"a banned move", content(id, startFEN, "e2e4d2d4e7e5e7e5"), "banned", unplayable + "e7–e5 is banned"},
		{"an illegal move", content(id, startFEN, "e2e4d2d4e7e5e7e4"), "illegal_move", unplayable},
		{"an illegal ban", content(id, startFEN, "e2e5"), "illegal_ban", unplayable},
		{"something else", content(id, startFEN, "e2e4?"), "bad_log", unplayable + "it contains something other than"},
		{"an answer to nothing", content(id, startFEN, "e2e4d2d4e7e5w+"), "no_offer", unplayable + "there is no offer to answer"},
		{"after the end", content(id, startFEN, "e2e4d2d4e7e5w#d7d5"), "game_over", unplayable + "the game is over"},
		{"taking back too much", content(id, startFEN, "e2e4d2d4e7e5w<4"), "bad_takeback", unplayable + "fewer bans and moves have been played"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := player{black.page, t}
			for _, open := range []func(player, string){player.opens, player.opensAnew} {
				open(p, tt.link)
				p.wait("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + quote(tt.code))
				p.words("notice", tt.says)
				p.has("b:e2e4 m:d2d4 b:e7e5")
				if got := p.text("JSON.stringify(" + begun + ")"); got != was {
					t.Errorf("the game is %s, and was %s", got, was)
				}
			}
			p.give("https://example.org/" + tt.link)
			p.words("load-error", tt.says)
			p.must(p.Eval("document.getElementById('share').close()", nil))
		})
	}
	black.opens(first)
	black.words("notice", "2 bans and moves behind")
	black.listGames(1)
}

// A browser that does not have a game in progress asks whose it is; looking on is no seat.
func TestUnknownGameByLink(t *testing.T) {
	white, black := friends(t)
	black.sendsTo(white, "b:e2e4")
	white.sendsTo(black, "m:d2d4 b:e7e5")
	link := black.sendsTo(white, "m:d7d5 b:c2c4")
	const all = "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4"
	other := open(t, visit{server: white.text("location.origin"), hash: link}).ready()
	other.words("together-question", "which has 5 bans and moves so far. Which side are you playing?")
	other.press("#only-look")
	other.has(all)
	other.wait("!document.getElementById('together').checkVisibility()")
	other.listGames(0)
	other.must(other.Key(browser.Escape))

	other.opens(link)
	other.press("#play-seat")
	other.words("notice", "You play White against a friend.")
	other.has(all)
	black.opens(other.sendsBack("m:g1f3 b:g8f6"))
	black.has(all + " m:g1f3 b:g8f6")
	third := open(t, visit{server: white.text("location.origin"), hash: link}).ready()
	third.press("#play-other")
	third.words("notice", "You play Black against a friend.")
	third.linkToSend()
}

// What the user does before that part of the page has been loaded belongs to the game too.
func TestActBeforeTogether(t *testing.T) {
	var isSlow atomic.Bool
	g := make(gate)
	white := open(t, visit{wrap: while(func(*http.Request) bool { return isSlow.Load() }, g.before("/together.js"))}).ready()
	white.newGame("against=link", "side=white")
	black := open(t, visit{server: white.text("location.origin"), hash: white.linkToSend()}).ready()
	black.words("notice", "You play Black against a friend.")
	black.must(black.Run(network.SetCacheDisabled(true)))
	t.Cleanup(func() { black.must(black.Run(network.SetCacheDisabled(false))) })
	isSlow.Store(true)
	black.reload()
	hands[0].play(black, "b:e2e4", false)
	black.has("b:e2e4")
	if black.text("document.getElementById('together-link')") != "null" {
		t.Error("the part was loaded before")
	}
	close(g)
	white.opens(black.linkToSend())
	white.has("b:e2e4")
}
