package together

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
	"github.com/banchess/banchess/scripts/e2e"
)

// Where two versions of a game differ, both are shown, and the one that is not chosen is
// kept as a game of its own.
func TestForkedLink(t *testing.T) {
	white, black := friends(t)
	invitation := white.LinkToSend()
	again := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: invitation}).Ready()
	again.Words("notice", "You play Black against a friend.")
	sendsTo(black, white, "b:e2e4")
	white.Plays("m:d2d4 b:e7e5")
	again.Plays("b:c2c4")
	fork := again.LinkToSend()

	white.Opens(fork)
	white.Await("document.getElementById('together-question')?.open")
	white.Words("together-question", "They differ from the start.")
	white.Words("together-mine", "1. ban e2–e41. d41… ban e7–e5")
	white.Words("together-theirs", "1. ban c2–c4")
	white.Axe()("two versions")
	white.Must(white.Key(browser.Escape)) // nothing is chosen
	white.Await("!document.getElementById('together-question').open && location.hash === ''")
	white.Has("b:e2e4 m:d2d4 b:e7e5")

	opensAnew(white, fork)
	white.Press("#keep-mine")
	white.Words("notice", "Your version goes on. The other one is in My games.")
	white.Has("b:e2e4 m:d2d4 b:e7e5")
	white.ListGames(2)
	white.Must(white.Key(browser.Escape))

	white.Opens(fork)
	white.Press("#take-theirs")
	white.Words("notice", "The link’s version goes on. Yours is in My games.")
	white.Has("b:c2c4")
	again.Opens(sendsBack(white, "m:e2e4 b:e7e5"))
	again.Has("b:c2c4 m:e2e4 b:e7e5")
	white.ListGames(3)
	white.RowSays(0, "Your friend", "Your friend’s turn")
	for _, row := range []int{1, 2} {
		white.RowSays(row, "You – Your friend", "Unfinished")
	}
	white.Must(white.Key(browser.Escape))

	// The opponent cannot act for the user either.
	const id = "JSON.parse(localStorage.getItem('banchess.game')).begun.id"
	log := "c2c4e2e4e7e5d7d5a2a3g1f3"
	white.Opens(white.PackAs(2, fmt.Sprintf(`{"id":%q,"by":"black","log":%q,"hash":%q}`, white.Text(id), log, hashOf(white.Text(id)+" "+e2e.StartFEN+" "+log))))
	white.Words("together-mine", "Nothing more")
	white.Words("together-theirs", "1… d52. ban a2–a32. Nf3")
	white.Must(white.Key(browser.Escape))
	white.Has("b:c2c4 m:e2e4 b:e7e5")
}

// sendsBack plays actions by a script and returns the link.
func sendsBack(p e2e.Player, actions string) string {
	p.T.Helper()
	p.Plays(actions)
	return p.LinkToSend()
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
	first := sendsTo(black, white, "b:e2e4")
	good := sendsTo(white, black, "m:d2d4 b:e7e5")
	const begun = "JSON.parse(localStorage.getItem('banchess.game')).begun"
	id, was := black.Text(begun+".id"), black.Text("JSON.stringify("+begun+")")
	content := func(id, fen, log string) string {
		start := ""
		if fen != e2e.StartFEN {
			start = fmt.Sprintf(`"fen":%q,`, fen)
		}
		return black.PackAs(2, fmt.Sprintf(`{"id":%q,"by":"white",%s"log":%q,"hash":%q}`, id, start, log, hashOf(id+" "+fen+" "+log)))
	}
	const damaged, unplayable = "This link is damaged", "The game in the link cannot be played: "
	flipped := []byte(good)
	flipped[len(flipped)/2] ^= 1
	for _, tt := range []struct{ name, link, code, says string }{
		{"cut", good[:len(good)-5], "bad_link", damaged},
		{"a character is another", string(flipped), "bad_link", damaged},
		{"not a link", "#2.", "bad_link", damaged},
		{"of a newer release", "#9" + good[2:], "other_release", "another release"},
		{"without a log", black.PackAs(2, `{"id":"`+id+`","by":"white"}`), "bad_link", damaged},
		{"the log under the id of another game", black.PackAs(2, fmt.Sprintf(`{"id":%q,"by":"white","log":"e2e4d2d4","hash":%q}`, id, hashOf(strings.Repeat("f", 32)+" "+e2e.StartFEN+" e2e4d2d4"))), "bad_link", damaged},
		{"another start", content(id, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1", ""), "foreign_link", "begins from another position"},
		{"an impossible start", content(id, "8/8/8/8/8/8/8/8 w - - 0 1 1", ""), "bad_fen", unplayable},
		{"a banned move", content(id, e2e.StartFEN, "e2e4d2d4e7e5e7e5"), "banned", unplayable + "e7–e5 is banned"},
		{"an illegal move", content(id, e2e.StartFEN, "e2e4d2d4e7e5e7e4"), "illegal_move", unplayable},
		{"an illegal ban", content(id, e2e.StartFEN, "e2e5"), "illegal_ban", unplayable},
		{"something else", content(id, e2e.StartFEN, "e2e4?"), "bad_log", unplayable + "it contains something other than"},
		{"an answer to nothing", content(id, e2e.StartFEN, "e2e4d2d4e7e5w+"), "no_offer", unplayable + "there is no offer to answer"},
		{"after the end", content(id, e2e.StartFEN, "e2e4d2d4e7e5w#d7d5"), "game_over", unplayable + "the game is over"},
		{"taking back too much", content(id, e2e.StartFEN, "e2e4d2d4e7e5w<4"), "bad_takeback", unplayable + "it takes back more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := e2e.Player{Tab: black.Tab, T: t}
			for _, open := range []func(e2e.Player, string){e2e.Player.Opens, opensAnew} {
				open(p, tt.link)
				p.Await("document.getElementById('notice').dataset.kind === 'error' && document.getElementById('notice').dataset.code === " + e2e.Quote(tt.code))
				p.Words("notice", tt.says)
				p.Has("b:e2e4 m:d2d4 b:e7e5")
				if got := p.Text("JSON.stringify(" + begun + ")"); got != was {
					t.Errorf("the game is %s, and was %s", got, was)
				}
			}
			p.Give("https://example.org/" + tt.link)
			p.Words("load-error", tt.says)
			p.Must(p.Eval("document.getElementById('share').close()", nil))
		})
	}
	black.Opens(first)
	black.Words("notice", "2 bans and moves behind")
	black.ListGames(1)
}

// A browser that does not have a game in progress asks whose it is; looking on is no seat.
func TestUnknownGameByLink(t *testing.T) {
	white, black := friends(t)
	sendsTo(black, white, "b:e2e4")
	sendsTo(white, black, "m:d2d4 b:e7e5")
	link := sendsTo(black, white, "m:d7d5 b:c2c4")
	const all = "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4"
	other := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: link}).Ready()
	other.Words("together-question", "which has 5 bans and moves so far. Which side are you playing?")
	other.Press("#only-look")
	other.Has(all)
	other.Await("!document.getElementById('together').checkVisibility()")
	other.ListGames(0)
	other.Must(other.Key(browser.Escape))

	other.Opens(link)
	other.Press("#play-seat")
	other.Words("notice", "You play White against a friend.")
	other.Has(all)
	black.Opens(sendsBack(other, "m:g1f3 b:g8f6"))
	black.Has(all + " m:g1f3 b:g8f6")
	third := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: link}).Ready()
	third.Press("#play-other")
	third.Words("notice", "You play Black against a friend.")
	third.LinkToSend()
}

// What the user does before that part of the page has been loaded belongs to the game too.
func TestActBeforeTogether(t *testing.T) {
	var isSlow atomic.Bool
	g := make(e2e.Gate)
	white := e2e.Open(t, e2e.Visit{Wrap: e2e.While(func(*http.Request) bool { return isSlow.Load() }, g.Before("/together.js"))}).Ready()
	white.NewGame("against=link", "side=white")
	black := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: white.LinkToSend()}).Ready()
	black.Words("notice", "You play Black against a friend.")
	black.Must(black.Run(network.SetCacheDisabled(true)))
	t.Cleanup(func() { black.Must(black.Run(network.SetCacheDisabled(false))) })
	isSlow.Store(true)
	black.Reload()
	e2e.Hands[0].Play(black, "b:e2e4", false)
	black.Has("b:e2e4")
	if black.Text("document.getElementById('together-link')") != "null" {
		t.Error("the part was loaded before")
	}
	close(g)
	white.Opens(black.LinkToSend())
	white.Has("b:e2e4")
}
