//go:build !js

package together

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// liveClock runs, as a countdown has to end, and a test moves it on by window.ahead in milliseconds.
const liveClock = `{
	const now = Date.now.bind(Date);
	window.ahead = 0;
	Date.now = () => now() + window.ahead;
}`

// racesHere is a server with races for pages whose clock a test moves. While isDown, nobody
// connects to it.
func racesHere(t *testing.T, isDown *atomic.Bool) func(http.Handler) http.Handler {
	t.Helper()
	rooms := e2e.RoomsHere(t)
	return func(files http.Handler) http.Handler {
		return e2e.While(func(r *http.Request) bool { return isDown.Load() && strings.Contains(r.URL.Path, "/rooms/") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(gallery.Before(liveClock)(files)))
	}
}

const liveRows = "[...document.querySelectorAll('#live-table tbody tr')].map((row) => [...row.children].map((e) => e.querySelector('bdi')?.textContent ?? e.textContent).join(' ')).join('; ')"

// rows waits until the table of a live race has these rows.
func rows(p e2e.Player, want string) {
	p.T.Helper()
	p.Await(liveRows + " === " + e2e.Quote(want))
}

// phase waits until a live race is in a phase.
func phase(p e2e.Player, name string) {
	p.T.Helper()
	p.Await("document.getElementById('live')?.dataset.phase === " + e2e.Quote(name))
}

// Two race live: one opens the race on a desktop, and the other comes by its link, on a phone
// in the dark. They begin at the same moment with the same puzzles, see each other's counts,
// one loses the connection and loads the page again meanwhile, and both see the same result.
func TestLiveRace(t *testing.T) {
	var isDown atomic.Bool
	byID := e2e.ShippedPuzzles(t)
	ann := e2e.Open(t, e2e.Visit{Hash: "#race/new", Wrap: racesHere(t, &isDown), Allow: e2e.Faulty("WebSocket connection")}).Ready()
	ann.Press("#storm-live")
	ann.Await("/^#race\\/live\\/[\\da-f]{32}$/.test(location.hash)")
	ann.Words("live-said", "Waiting for somebody else.")
	ann.Words("live-racers", "Player 1 (you)")
	ann.Await("document.getElementById('storm-again').ariaDisabled === 'true'")
	check := ann.Axe()
	check("the lobby")
	ann.Fill("#live-name", "Ann")

	ben := ann.Follows(ann.Text("document.getElementById('live-link').value"), browser.View{Width: e2e.Phone.Width, Height: e2e.Phone.Height, Touch: true, Dark: true})
	checkPhone := ben.Axe()
	ben.Words("live-said", "2 players are here.")
	ben.Words("live-racers", "Player 2 (you)")
	ann.Words("live-said", "2 players are here.")
	ann.Await("document.getElementById('live-name').value === 'Ann'") // it was typed meanwhile
	ann.Must(ann.Key(browser.Enter))
	ann.Words("live-racers", "Ann (you)")
	checkPhone("the lobby on a phone")
	ann.Press("#storm-again")
	for _, p := range []e2e.Player{ann, ben} {
		phase(p, "countdown")
	}
	check("the countdown")
	for _, p := range []e2e.Player{ann, ben} {
		p.Await("document.getElementById('storm-left')?.checkVisibility()")
	}
	ann.Await("document.getElementById('learn-main') && !document.getElementById('live-link')")
	code := ann.Text("document.getElementById('live').dataset.race")
	if other := ben.Text("document.getElementById('live').dataset.race"); other != code {
		t.Fatalf("the race is %s and %s", code, other)
	}
	order := e2e.OrderOf(t, byID, code)
	annWrong := e2e.Hands[0].Storms(ann, byID, order, 2)
	table := func(p e2e.Player, wrong int) { p.Await(fmt.Sprintf("/^1 Ann 2 %d /.test(%s)", wrong, liveRows)) }
	table(ben, annWrong)
	table(ann, annWrong)
	benWrong := e2e.Hands[1].Storms(ben, byID, order, 1)
	ann.Await(fmt.Sprintf("/; 2 Player 2 1 %d /.test(%s)", benWrong, liveRows))
	check("the race")
	checkPhone("the race on a phone")

	// The connection is lost: the run goes on, and what was solved is told afterwards.
	ben.Must(ben.Eval(keepSocket, nil))
	benWrong += e2e.Hands[1].Storms(ben, byID, order[1+benWrong:], 1)
	ann.Await(fmt.Sprintf("%s.includes('Player 2 2 %d ')", liveRows, benWrong))
	isDown.Store(true)
	ben.Must(ben.Eval("socket.close()", nil))
	ben.Words("live-said", "Connection lost. Your race goes on")
	ann.Await("document.querySelector('#live-table [data-away=true]') !== null")
	benWrong += e2e.Hands[1].Storms(ben, byID, order[2+benWrong:], 1)
	ben.Words("storm-score", "3 puzzles solved")
	isDown.Store(false)
	ann.Await(fmt.Sprintf("%s.includes('Player 2 3 %d ')", liveRows, benWrong))
	ben.Await("document.getElementById('live-said').textContent === ''")

	// So does a page that is loaded again, in the same seat.
	ben.Reload()
	ben.Ready()
	checkPhone = ben.Axe()
	ben.Words("storm-score", "3 puzzles solved")
	benWrong += e2e.Hands[1].Storms(ben, byID, order[3+benWrong:], 1)
	ann.Await(fmt.Sprintf("%s.includes('Player 2 4 %d ')", liveRows, benWrong))

	ben.Must(ben.Eval("window.ahead = 800000", nil))
	ben.Words("live-task", "You are done.")
	ben.Words("live-said", "1 player is still solving.")
	checkPhone("the end before the others")
	ann.Must(ann.Eval("window.ahead = 800000", nil))
	for _, p := range []e2e.Player{ann, ben} {
		phase(p, "over")
	}
	ben.Words("live-task", "You have won the race.")
	ann.Words("live-task", "You finished 2nd.")
	if one, two := ann.Text(liveRows), ben.Text(liveRows); one != two || !strings.HasPrefix(one, fmt.Sprintf("1 Player 2 4 %d ", benWrong)) {
		t.Errorf("the result is %q and %q", one, two)
	}
	check("the result")
	checkPhone("the result on a phone")

	// Another race has other puzzles.
	ben.Press("#storm-again")
	for _, p := range []e2e.Player{ann, ben} {
		phase(p, "countdown")
		rows(p, " Ann 0 0 0;  Player 2 0 0 0")
	}
	if again := ann.Text("document.getElementById('live').dataset.race"); again == code {
		t.Errorf("the next race is %s again", again)
	}
}

// Whoever comes late sees the race, and takes part in the next one. Whoever leaves in the middle
// has ended. There are no races where there is no server, and a race that is not there is said.
func TestLateInLiveRace(t *testing.T) {
	var isDown atomic.Bool
	ann := e2e.Open(t, e2e.Visit{Hash: "#race/live", Wrap: racesHere(t, &isDown), Allow: e2e.Faulty("WebSocket connection", "404")}).Ready()
	ann.Await("document.getElementById('live-open')?.checkVisibility() && location.hash === '#race/live'")
	check := ann.Axe()
	check("before a race is open")
	ann.Press("#live-open")
	ann.Words("live-said", "Waiting for somebody else.")
	link := ann.Text("document.getElementById('live-link').value")
	ben := ann.Follows(link, browser.View{})
	ben.Words("live-said", "2 players are here.")
	ben.Press("#storm-again")
	phase(ann, "countdown")
	late := ann.Follows(link, e2e.Phone)
	late.Words("live-task", "A race is under way.")
	rows(late, " Player 1 0 0 0;  Player 2 0 0 0")
	for _, p := range []e2e.Player{ann, ben} {
		p.Await("document.getElementById('storm-left')?.checkVisibility()")
	}
	ben.Press("#mode-play")
	ben.Await("location.hash === '' && " + e2e.Game + ".getPly() === 1")
	ann.Await("document.querySelector('#live-table [data-away=true]') !== null")
	ann.Press("#storm-end")
	phase(late, "over")
	late.Words("live-said", "2 players are here.")
	late.Press("#storm-again")
	phase(late, "countdown")
	rows(late, " Player 1 0 0 0;  Player 3 0 0 0")
	phase(ann, "countdown")
	ann.Must(ann.Eval("location.hash = '#race/live/"+strings.Repeat("0", 32)+"'", nil))
	ann.Words("live-error", "This race does not exist.")
	ann.Await("getComputedStyle(document.querySelector('#learn-main a')).color === getComputedStyle(document.body).color") // and not that of a link

	alone := e2e.Open(t, e2e.Visit{Hash: "#race/new", Allow: e2e.Faulty("405")}).Ready()
	alone.Words("storm-said", "The time begins with your first ban or move.")
	alone.Must(alone.Eval("location.hash = '#race/live'", nil))
	alone.Press("#live-open")
	alone.Words("live-error", "The server of this page cannot be reached, or it has no live races.")
}

// A guest who starts a race with puzzles that nobody has throws nobody out.
func TestLiveRaceOfOtherPuzzles(t *testing.T) {
	var isDown atomic.Bool
	ann := e2e.Open(t, e2e.Visit{Hash: "#race/new", Wrap: racesHere(t, &isDown)}).Ready()
	ann.Press("#storm-live")
	ann.Words("live-said", "Waiting for somebody else.")
	ann.Must(ann.Eval(`window.guest = new WebSocket(location.href.split("#")[0].replace(/^http/, "ws") + "rooms/" + location.hash.split("/")[2]);
		guest.onopen = () => {
			guest.send('{"message_type":"join","secret":"' + "7".repeat(32) + '"}');
			guest.send('{"message_type":"enter"}');
		}, 1`, nil))
	ann.Words("live-said", "2 players are here.")
	ann.Must(ann.Eval(`guest.send('{"message_type":"start","heat":1,"race":"zzz00000"}'), 1`, nil))
	ann.Words("live-said", "This race has the puzzles of another release.")
	phase(ann, "running")
	ann.Must(ann.Eval("guest.close(), 1", nil))
	ann.Await("document.querySelector('#live-table [data-away=true]') !== null && !document.getElementById('live-error')")
}
