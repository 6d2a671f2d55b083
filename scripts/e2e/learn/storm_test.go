package learn

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// A race has the same puzzles on two devices. The result goes back by a link, in which the other
// one's is compared. The best of the day and of all is kept.
func TestRace(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	here := e2e.Open(t, e2e.Visit{Hash: "#race/new", Wrap: gallery.Before(e2e.StormClock)}).Ready()
	here.Await("/^#race\\/\\w{8}$/.test(location.hash)")
	code := strings.TrimPrefix(here.Text("location.hash"), "#race/")
	order := e2e.OrderOf(t, byID, code)
	here.Words("storm-said", "The time begins with your first ban or move.")
	here.Words("storm-left", "3:00")
	wrong := e2e.Hands[0].Storms(here, byID, order, 3)
	here.Words("storm-score", "3 puzzles solved")
	here.Must(here.Eval("window.ahead = 400000", nil))
	want := "You have solved 3 puzzles."
	if wrong > 0 {
		want = fmt.Sprintf("You have solved 3 puzzles, with %d wrong.", wrong)
	}
	here.Words("storm-task", want)
	here.Words("storm-result", "This is your best result.")
	link := here.Text("document.getElementById('storm-link').hash")
	race, err := train.ParseRace(strings.TrimPrefix(link, "#race/"))
	if err != nil || race.Code != code || race.Result.Score != 3 || race.Result.Wrong != wrong {
		t.Fatalf("%s: %v", link, err)
	}

	there := e2e.Open(t, e2e.Visit{Hash: link, View: e2e.Phone, Wrap: gallery.Before(e2e.StormClock)}).Ready()
	mine := e2e.Hands[1].Storms(there, byID, order, 1)
	there.Words("storm-score", "1 puzzle solved")
	there.Must(there.Eval("window.ahead = 400000", nil))
	there.Words("storm-compared", fmt.Sprintf("You are behind. You solved 1, with %d wrong; your friend solved 3, with %d wrong.", mine, wrong))

	for i, said := range []string{"This is your best result today.", "Your best today is 1; your best ever is 3."} { // on the next day
		here.Must(here.Eval(fmt.Sprintf("window.ahead = 864e5 + %d", i*800_000), nil))
		here.Press("#storm-again")
		here.Await(e2e.Game + ".fen() === " + e2e.Quote(byID[order[0]].Position.FEN()))
		e2e.Hands[0].Storms(here, byID, order, 1)
		here.Words("storm-score", "1 puzzle solved") // before the time is up
		here.Must(here.Eval("window.ahead += 400000", nil))
		here.Words("storm-result", said)
	}

	// A player who has solved nothing on a day is not told a best of 0.
	here.Must(here.Eval("window.ahead += 2 * 864e5", nil))
	here.Press("#storm-again")
	here.Await("document.getElementById('storm').dataset.phase === 'try' && " + e2e.Game + ".fen() === " + e2e.Quote(byID[order[0]].Position.FEN()))
	wrongOne := e2e.WrongIn(puzzle.NewAttempt(byID[order[0]])).Pair()
	e2e.Hands[0].Move(here, wrongOne.From().String(), wrongOne.To().String(), false)
	here.Words("storm-said", "Wrong")
	here.Must(here.Eval("window.ahead += 400000", nil))
	here.Await("document.getElementById('storm-result')?.innerText.startsWith('Your best ever is 3.')")

	for _, bad := range []string{"x", code + "/1-2", "zzz" + code[3:]} {
		here.Must(here.Eval("location.hash = '#race/"+bad+"'", nil))
		here.Await("/no such race|another release/.test(document.getElementById('storm-said').textContent)")
	}
	if height := here.Number("document.querySelector('#learn-main a').getBoundingClientRect().height"); height < 44 {
		t.Errorf("the button is %g px high", height)
	}
	here.Press("#learn-main a")
	here.Await("/^#race\\/\\w{8}$/.test(location.hash)")
	here.Words("storm-left", "3:00")
}

// The result of a storm names wrong puzzles only if there are some, and says that it is not stored.
func TestStormUnkept(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	draw, order := e2e.PlainStorm(t, byID, 1)
	p := e2e.Open(t, e2e.Visit{Hash: "#storm", Wrap: gallery.Before(gallery.StorageFull + draw)}).Ready()
	e2e.Hands[0].Storms(p, byID, order, 1)
	p.Words("storm-score", "1 puzzle solved")
	p.Press("#storm-end")
	p.Await("document.getElementById('storm-task').textContent === 'You have solved 1 puzzle.'")
	p.Words("storm-result", "This is your best result. This browser’s storage is full: your results last only as long as this page is open.")
}

// A storm that could not be loaded begins when it is asked for again.
func TestStormLater(t *testing.T) {
	var isThere atomic.Bool
	p := e2e.Open(t, e2e.Visit{
		Hash:  "#storm",
		Wrap:  e2e.While(func(*http.Request) bool { return !isThere.Load() }, gallery.Without("train-worker.js")),
		Allow: e2e.Faulty("404"),
	}).Ready()
	p.Words("storm-said", "The rules of training could not be loaded.")
	isThere.Store(true)
	p.Press("#storm-again")
	p.Words("storm-left", "3:00")
}

// In a puzzle of several turns the opponent moves and then bans, before it is the solver's turn
// again.
func TestStormOfTurns(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	items := e2e.ItemsOf(byID)
	for random := range uint64(10_000) {
		code := train.NewRace(items, random).Code
		order := e2e.OrderOf(t, byID, code)
		if first := byID[order[0]]; !e2e.IsPlain(first) || len(first.MainLine()) < 4 || !first.Position.LegalActions()[0].IsBan() {
			continue
		}
		p := e2e.Open(t, e2e.Visit{Hash: "#race/" + code}).Ready()
		p.Words("storm-left", "3:00")
		p.Must(p.Eval(`window.heard = [], new MutationObserver(() => heard.push(document.getElementById("storm-said").textContent)).observe(document.getElementById("storm"), {childList: true, characterData: true, subtree: true}), 1`, nil))
		if wrong := e2e.Hands[0].Storms(p, byID, order, 1); wrong > 0 {
			t.Errorf("%s: %d right actions are wrong", order[0], wrong)
		}
		p.Words("storm-score", "1 puzzle solved")
		p.Await("heard.includes('Right. Now move.')") // the task says that one has to ban
		return
	}
	t.Fatal("no race begins with a puzzle of several turns")
}

// A storm that is opened by its address shows its whole task on a small phone, and no focus that
// nobody has set.
func TestStormByAddress(t *testing.T) {
	for _, view := range []browser.View{{Width: 390, Height: 664, Touch: true}, {Width: 320, Height: 568, Touch: true}} {
		p := e2e.Open(t, e2e.Visit{View: view, Hash: "#storm"}).Ready()
		p.Words("storm-left", "3:00")
		p.Await("document.getElementById('storm-task').textContent !== '' && document.activeElement === document.body")
		p.InSight(view, "a storm", "#storm-left", "#storm-task", "#storm-end")
		if over := p.Number("document.getElementById('storm-task').getBoundingClientRect().bottom - document.getElementById('tools').getBoundingClientRect().top"); over > 0 {
			t.Errorf("%d×%d: %g px of the task are under the tools", view.Width, view.Height, over)
		}
	}
}

// A storm gives time for right actions in a row, and costs time for a wrong one. Leaving it
// gives the game back.
func TestStormTimes(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	draw, order := e2e.PlainStorm(t, byID, 5)
	p := e2e.Open(t, e2e.Visit{Hash: "#storm", Wrap: gallery.Before(e2e.StormClock + draw)}).Ready()
	p.Words("storm-left", "3:00")
	at, n := 0, 0 // the puzzle, and the right actions
	for ; n < 5; at++ {
		e2e.Hands[0].Storms(p, byID, order[at:], 1)
		n += e2e.TurnsOf(byID[order[at]])
		p.Words("storm-score", fmt.Sprintf("%d puzzle", at+1))
		if n > 1 {
			p.Words("storm-combo", fmt.Sprintf("%d right in a row", n))
		}
	}
	p.Words("storm-said", "5 in a row: 3 seconds more.")
	p.Words("storm-left", "3:03")
	of := byID[order[at]]
	p.Await(e2e.Game + ".fen() === " + e2e.Quote(of.Position.FEN()))
	for _, other := range puzzle.NewAttempt(of).Game().LegalActions() {
		right, err := puzzle.NewAttempt(of).Try(other)
		if err != nil || right || other.Promotion() != 0 {
			continue
		}
		e2e.Hands[0].Move(p, other.Pair().From().String(), other.Pair().To().String(), true)
		break
	}
	p.Words("storm-said", "Wrong: ten seconds less.")
	p.Await("document.getElementById('storm-left').textContent === '2:53' && document.getElementById('storm-combo').textContent === '' && " + e2e.Game + ".fen() !== " + e2e.Quote(of.Position.FEN()))

	// Its puzzles can be looked at afterwards, and the result is there again.
	p.Press("#storm-end")
	marks := strings.TrimSpace(strings.Repeat("true ", at) + "false undefined")
	p.Await("[...document.querySelectorAll('#storm-played a')].map((e) => String(e.dataset.right)).join(' ') === " + e2e.Quote(marks))
	result := p.Text("document.getElementById('storm').textContent")
	p.Press("#storm-played [data-right='false']")
	p.Shown("puzzle/"+of.ID(), e2e.Rated(of.ID()))
	p.Must(p.Eval("history.back()", nil))
	p.Await("document.getElementById('storm')?.textContent === " + e2e.Quote(result))

	// A puzzle that is opened in another tab leaves the result in this one, and a new storm begins here.
	p.Must(p.Eval("addEventListener('click', (event) => event.preventDefault(), {once: true}), document.querySelector('#storm-played a').dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true, cancelable: true})), 1", nil))
	p.Press("#storm-again")
	p.Words("storm-score", "0 puzzles solved")
	p.Press("#mode-play")
	p.Await("location.hash === '' && " + e2e.Game + ".getPly() === 1")
}

// A puzzle whose line ends with the opponent's reply is solved by the action before.
func TestStormReplyAtTheEnd(t *testing.T) {
	byID := e2e.ShippedPuzzles(t)
	items := e2e.ItemsOf(byID)
	endsWithReply := func(id string) bool {
		ply := byID[id].Position.Ply()
		for range len(byID[id].MainLine()) - 1 {
			ply++
		}
		return e2e.IsPlain(byID[id]) && ply.ActivePlayer() != byID[id].Solver()
	}
	var order []string
	code, at := "", len(byID)
	for random := range uint64(100) {
		race := train.NewRace(items, random).Code
		all := e2e.OrderOf(t, byID, race)
		if i := slices.IndexFunc(all, endsWithReply); i >= 0 && i < at {
			order, code, at = all, race, i
		}
	}
	if code == "" {
		t.Fatal("no puzzle ends with a reply")
	}
	solved := 1
	for _, id := range order[:at] {
		if e2e.IsPlain(byID[id]) {
			solved++
		}
	}
	p := e2e.Open(t, e2e.Visit{Hash: "#race/" + code}).Ready()
	e2e.Hands[0].Storms(p, byID, order, solved)
	p.Await(fmt.Sprintf("%s.fen() === %s && parseInt(document.getElementById('storm-score').textContent) === %d", e2e.Game, e2e.Quote(byID[order[at+1]].Position.FEN()), solved))
}
