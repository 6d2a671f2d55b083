//go:build !js

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
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
	rooms := roomsHere(t)
	return func(files http.Handler) http.Handler {
		return while(func(r *http.Request) bool { return isDown.Load() && strings.Contains(r.URL.Path, "/rooms/") }, func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "down", http.StatusBadGateway) })
		})(rooms(gallery.Before(liveClock)(files)))
	}
}

const liveRows = "[...document.querySelectorAll('#live-table tbody tr')].map((row) => [...row.children].map((e) => e.querySelector('bdi')?.textContent ?? e.textContent).join(' ')).join('; ')"

// rows waits until the table of a live race has these rows.
func (p player) rows(want string) {
	p.t.Helper()
	p.wait(liveRows + " === " + quote(want))
}

// phase waits until a live race is in a phase.
func (p player) phase(name string) {
	p.t.Helper()
	p.wait("document.getElementById('live')?.dataset.phase === " + quote(name))
}

// Two race live: one opens the race on a desktop, and the other comes by its link, on a phone
// in the dark. They begin at the same moment with the same puzzles, see each other's counts,
// one loses the connection and loads the page again meanwhile, and both see the same result.
func TestLiveRace(t *testing.T) {
	var isDown atomic.Bool
	byID := shippedPuzzles(t)
	ann := open(t, visit{hash: "#race/new", wrap: racesHere(t, &isDown), allow: faulty("WebSocket connection")}).ready()
	ann.press("#storm-live")
	ann.wait("/^#race\\/live\\/[\\da-f]{32}$/.test(location.hash)")
	ann.words("live-said", "Waiting for somebody else.")
	ann.words("live-racers", "Player 1 (you)")
	ann.wait("document.getElementById('storm-again').ariaDisabled === 'true'")
	check := ann.axe()
	check("the lobby")
	ann.fill("#live-name", "Ann")

	ben := ann.follows(ann.text("document.getElementById('live-link').value"), browser.View{Width: phone.Width, Height: phone.Height, Touch: true, Dark: true})
	checkPhone := ben.axe()
	ben.words("live-said", "2 players are here.")
	ben.words("live-racers", "Player 2 (you)")
	ann.words("live-said", "2 players are here.")
	ann.wait("document.getElementById('live-name').value === 'Ann'") // it was typed meanwhile
	ann.must(ann.Key(browser.Enter))
	ann.words("live-racers", "Ann (you)")
	checkPhone("the lobby on a phone")
	ann.press("#storm-again")
	for _, p := range []player{ann, ben} {
		p.phase("countdown")
	}
	check("the countdown")
	for _, p := range []player{ann, ben} {
		p.wait("document.getElementById('storm-left')?.checkVisibility()")
	}
	ann.wait("document.getElementById('learn-main') && !document.getElementById('live-link')")
	code := ann.text("document.getElementById('live').dataset.race")
	if other := ben.text("document.getElementById('live').dataset.race"); other != code {
		t.Fatalf("the race is %s and %s", code, other)
	}
	order := orderOf(t, byID, code)
	annWrong := hands[0].storms(ann, byID, order, 2)
	table := func(p player, wrong int) { p.wait(fmt.Sprintf("/^1 Ann 2 %d /.test(%s)", wrong, liveRows)) }
	table(ben, annWrong)
	table(ann, annWrong)
	benWrong := hands[1].storms(ben, byID, order, 1)
	ann.wait(fmt.Sprintf("/; 2 Player 2 1 %d /.test(%s)", benWrong, liveRows))
	check("the race")
	checkPhone("the race on a phone")

	// The connection is lost: the run goes on, and what was solved is told afterwards.
	ben.must(ben.Eval(keepSocket, nil))
	benWrong += hands[1].storms(ben, byID, order[1+benWrong:], 1)
	ann.wait(fmt.Sprintf("%s.includes('Player 2 2 %d ')", liveRows, benWrong))
	isDown.Store(true)
	ben.must(ben.Eval("socket.close()", nil))
	ben.words("live-said", "Connection lost. Your race goes on")
	ann.wait("document.querySelector('#live-table [data-away=true]') !== null")
	benWrong += hands[1].storms(ben, byID, order[2+benWrong:], 1)
	ben.words("storm-score", "3 puzzles solved")
	isDown.Store(false)
	ann.wait(fmt.Sprintf("%s.includes('Player 2 3 %d ')", liveRows, benWrong))
	ben.wait("document.getElementById('live-said').textContent === ''")

	// So does a page that is loaded again, in the same seat.
	ben.reload()
	ben.ready()
	checkPhone = ben.axe()
	ben.words("storm-score", "3 puzzles solved")
	benWrong += hands[1].storms(ben, byID, order[3+benWrong:], 1)
	ann.wait(fmt.Sprintf("%s.includes('Player 2 4 %d ')", liveRows, benWrong))

	ben.must(ben.Eval("window.ahead = 800000", nil))
	ben.words("live-task", "You are done.")
	ben.words("live-said", "1 player is still solving.")
	checkPhone("the end before the others")
	ann.must(ann.Eval("window.ahead = 800000", nil))
	for _, p := range []player{ann, ben} {
		p.phase("over")
	}
	ben.words("live-task", "You have won the race.")
	ann.words("live-task", "You finished 2nd.")
	if one, two := ann.text(liveRows), ben.text(liveRows); one != two || !strings.HasPrefix(one, fmt.Sprintf("1 Player 2 4 %d ", benWrong)) {
		t.Errorf("the result is %q and %q", one, two)
	}
	check("the result")
	checkPhone("the result on a phone")

	// Another race has other puzzles.
	ben.press("#storm-again")
	for _, p := range []player{ann, ben} {
		p.phase("countdown")
		p.rows(" Ann 0 0 0;  Player 2 0 0 0")
	}
	if again := ann.text("document.getElementById('live').dataset.race"); again == code {
		t.Errorf("the next race is %s again", again)
	}
}

// Whoever comes late sees the race, and takes part in the next one. Whoever leaves in the middle
// has ended. There are no races where there is no server, and a race that is not there is said.
func TestLateInLiveRace(t *testing.T) {
	var isDown atomic.Bool
	ann := open(t, visit{hash: "#race/live", wrap: racesHere(t, &isDown), allow: faulty("WebSocket connection", "404")}).ready()
	ann.wait("document.getElementById('live-open')?.checkVisibility() && location.hash === '#race/live'")
	check := ann.axe()
	check("before a race is open")
	ann.press("#live-open")
	ann.words("live-said", "Waiting for somebody else.")
	link := ann.text("document.getElementById('live-link').value")
	ben := ann.follows(link, browser.View{})
	ben.words("live-said", "2 players are here.")
	ben.press("#storm-again")
	ann.phase("countdown")
	late := ann.follows(link, phone)
	late.words("live-task", "A race is under way.")
	late.rows(" Player 1 0 0 0;  Player 2 0 0 0")
	for _, p := range []player{ann, ben} {
		p.wait("document.getElementById('storm-left')?.checkVisibility()")
	}
	ben.press("#mode-play")
	ben.wait("location.hash === '' && " + game + ".getPly() === 1")
	ann.wait("document.querySelector('#live-table [data-away=true]') !== null")
	ann.press("#storm-end")
	late.phase("over")
	late.words("live-said", "2 players are here.")
	late.press("#storm-again")
	late.phase("countdown")
	late.rows(" Player 1 0 0 0;  Player 3 0 0 0")
	ann.phase("countdown")
	ann.must(ann.Eval("location.hash = '#race/live/"+strings.Repeat("0", 32)+"'", nil))
	ann.words("live-error", "This race does not exist.")

	alone := open(t, visit{hash: "#race/new", allow: faulty("405")}).ready()
	alone.words("storm-said", "The time begins with your first ban or move.")
	alone.must(alone.Eval("location.hash = '#race/live'", nil))
	alone.press("#live-open")
	alone.words("live-error", "The server of this page cannot be reached, or it has no live races.")
}

// A guest who starts a race with puzzles that nobody has throws nobody out.
func TestLiveRaceOfOtherPuzzles(t *testing.T) {
	var isDown atomic.Bool
	ann := open(t, visit{hash: "#race/new", wrap: racesHere(t, &isDown)}).ready()
	ann.press("#storm-live")
	ann.words("live-said", "Waiting for somebody else.")
	ann.must(ann.Eval(`window.guest = new WebSocket(location.href.split("#")[0].replace(/^http/, "ws") + "rooms/" + location.hash.split("/")[2]);
		guest.onopen = () => {
			guest.send('{"message_type":"join","secret":"' + "7".repeat(32) + '"}');
			guest.send('{"message_type":"enter"}');
		}, 1`, nil))
	ann.words("live-said", "2 players are here.")
	ann.must(ann.Eval(`guest.send('{"message_type":"start","heat":1,"race":"zzz00000"}'), 1`, nil))
	ann.words("live-said", "This race has the puzzles of another release.")
	ann.phase("running")
	ann.must(ann.Eval("guest.close(), 1", nil))
	ann.wait("document.querySelector('#live-table [data-away=true]') !== null && !document.getElementById('live-error')")
}
