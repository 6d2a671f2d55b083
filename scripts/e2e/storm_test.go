package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// stormClock stops the clock of a storm, which a test moves on by window.ahead in milliseconds.
const stormClock = `{
	const start = Date.now();
	window.ahead = 0;
	Date.now = () => start + window.ahead;
}`

// itemsOf returns what a storm knows of puzzles.
func itemsOf(byID map[string]*puzzle.Puzzle) (items []train.Item) {
	for id, p := range byID {
		items = append(items, train.Item{ID: id, Strength: train.Strength{Rating: p.Rating}})
	}
	return items
}

// orderOf returns the puzzles of a race, as the rules have them.
func orderOf(t *testing.T, byID map[string]*puzzle.Puzzle, code string) []string {
	t.Helper()
	order, err := train.Race{Code: code}.Order(itemsOf(byID))
	if err != nil {
		t.Fatal(err)
	}
	return order
}

// storms plays the solver's actions of the puzzles of a storm, as far as they are plain, until
// some are solved; at the others it plays something wrong. It returns how many were wrong.
func (h hand) storms(p player, byID map[string]*puzzle.Puzzle, order []string, solved int) (wrong int) {
	p.t.Helper()
	for _, id := range order {
		of := byID[id]
		attempt := puzzle.NewAttempt(of)
		p.wait(fmt.Sprintf("%s.fen() === %s && document.getElementById('storm').dataset.phase === 'try'", game, quote(of.Position.FEN())))
		for !attempt.Done() {
			a := attempt.Expected()
			isWrong := !isPlain(of)
			if isWrong {
				a = wrongIn(attempt)
			}
			p.wait(fmt.Sprintf("%s.toJSON().actions.length === %d && document.getElementById('storm').dataset.phase === 'try'", game, attempt.Game().Len()))
			p.must(p.Eval("scrollTo(0, 0)", nil))
			h.move(p, a.Pair().From().String(), a.Pair().To().String(), false)
			if isWrong {
				wrong++
				break
			}
			if _, err := attempt.Try(a); err != nil {
				p.t.Fatal(err)
			}
		}
		if attempt.Done() {
			if solved--; solved == 0 {
				return wrong
			}
		}
	}
	return wrong
}

// wrongIn returns a wrong action other than a promotion, or the right one if all others are right or promote.
func wrongIn(attempt *puzzle.Attempt) rules.Action {
	for _, other := range attempt.Game().LegalActions() {
		if other.Promotion() == 0 {
			if right, err := attempt.Clone().Try(other); err == nil && !right {
				return other
			}
		}
	}
	return attempt.Expected()
}

// A race has the same puzzles on two devices. The result goes back by a link, in which the other
// one's is compared. The best of the day and of all is kept.
func TestRace(t *testing.T) {
	byID := shippedPuzzles(t)
	here := open(t, visit{hash: "#race/new", wrap: gallery.Before(stormClock)}).ready()
	here.wait("/^#race\\/\\w{8}$/.test(location.hash)")
	code := strings.TrimPrefix(here.text("location.hash"), "#race/")
	order := orderOf(t, byID, code)
	here.words("storm-said", "The time begins with your first ban or move.")
	here.words("storm-left", "3:00")
	wrong := hands[0].storms(here, byID, order, 3)
	here.words("storm-score", "3 puzzles solved")
	here.must(here.Eval("window.ahead = 400000", nil))
	here.words("storm-task", fmt.Sprintf("You have solved 3 puzzles, with %d wrong.", wrong))
	here.words("storm-result", "This is your best result.")
	link := here.text("document.getElementById('storm-link').hash")
	race, err := train.ParseRace(strings.TrimPrefix(link, "#race/"))
	if err != nil || race.Code != code || race.Result.Score != 3 || race.Result.Wrong != wrong {
		t.Fatalf("%s: %v", link, err)
	}

	there := open(t, visit{hash: link, view: phone, wrap: gallery.Before(stormClock)}).ready()
	mine := hands[1].storms(there, byID, order, 1)
	there.words("storm-score", "1 puzzle solved")
	there.must(there.Eval("window.ahead = 400000", nil))
	there.words("storm-compared", fmt.Sprintf("You are behind. You solved 1, with %d wrong; your friend solved 3, with %d wrong.", mine, wrong))

	for i, said := range []string{"This is your best result today.", "Your best today is 1; your best ever is 3."} { // on the next day
		here.must(here.Eval(fmt.Sprintf("window.ahead = 864e5 + %d", i*800_000), nil))
		here.press("#storm-again")
		here.wait(game + ".fen() === " + quote(byID[order[0]].Position.FEN()))
		hands[0].storms(here, byID, order, 1)
		here.words("storm-score", "1 puzzle solved") // before the time is up
		here.must(here.Eval("window.ahead += 400000", nil))
		here.words("storm-result", said)
	}

	// A player who has solved nothing on a day is not told a best of 0.
	here.must(here.Eval("window.ahead += 2 * 864e5", nil))
	here.press("#storm-again")
	here.wait("document.getElementById('storm').dataset.phase === 'try'")
	wrongOne := wrongIn(puzzle.NewAttempt(byID[order[0]])).Pair()
	hands[0].move(here, wrongOne.From().String(), wrongOne.To().String(), false)
	here.words("storm-said", "Wrong")
	here.must(here.Eval("window.ahead += 400000", nil))
	here.wait("document.getElementById('storm-result')?.innerText.startsWith('Your best ever is 3.')")

	for _, bad := range []string{"x", code + "/1-2", "zzz" + code[3:]} {
		here.must(here.Eval("location.hash = '#race/"+bad+"'", nil))
		here.wait("/no such race|another release/.test(document.getElementById('storm-said').textContent)")
	}
	here.press("#storm a[href='#storm']")
	here.words("storm-left", "3:00")
}

// In a puzzle of several turns the opponent moves and then bans, before it is the solver's turn
// again.
func TestStormOfTurns(t *testing.T) {
	byID := shippedPuzzles(t)
	items := itemsOf(byID)
	for random := range uint64(10_000) {
		code := train.NewRace(items, random).Code
		order := orderOf(t, byID, code)
		if first := byID[order[0]]; !isPlain(first) || len(first.MainLine()) < 4 || !first.Position.LegalActions()[0].IsBan() {
			continue
		}
		p := open(t, visit{hash: "#race/" + code}).ready()
		if wrong := hands[0].storms(p, byID, order, 1); wrong > 0 {
			t.Errorf("%s: %d right actions are wrong", order[0], wrong)
		}
		p.words("storm-score", "1 puzzle solved")
		return
	}
	t.Fatal("no race begins with a puzzle of several turns")
}

// A storm that is opened by its address shows its whole task on a small phone, and no focus that
// nobody has set.
func TestStormByAddress(t *testing.T) {
	for _, view := range []browser.View{{Width: 390, Height: 664, Touch: true}, {Width: 320, Height: 568, Touch: true}} {
		p := open(t, visit{view: view, hash: "#storm"}).ready()
		p.words("storm-left", "3:00")
		p.wait("document.getElementById('storm-task').textContent !== '' && document.activeElement === document.body")
		p.inSight(view, "a storm", "#storm-left", "#storm-task", "#storm-end")
		if over := p.number("document.getElementById('storm-task').getBoundingClientRect().bottom - document.getElementById('tools').getBoundingClientRect().top"); over > 0 {
			t.Errorf("%d×%d: %g px of the task are under the tools", view.Width, view.Height, over)
		}
	}
}

// A storm gives time for right actions in a row, and costs time for a wrong one. Leaving it
// gives the game back.
func TestStormTimes(t *testing.T) {
	byID := shippedPuzzles(t)
	draw, order := plainStorm(t, byID, 5)
	p := open(t, visit{hash: "#storm", wrap: gallery.Before(stormClock + draw)}).ready()
	p.words("storm-left", "3:00")
	at, n := 0, 0 // the puzzle, and the right actions
	for ; n < 5; at++ {
		hands[0].storms(p, byID, order[at:], 1)
		n += turnsOf(byID[order[at]])
		p.words("storm-score", fmt.Sprintf("%d puzzle", at+1))
		if n > 1 {
			p.words("storm-combo", fmt.Sprintf("%d right in a row", n))
		}
	}
	p.words("storm-said", "5 in a row: 3 seconds more.")
	p.words("storm-left", "3:03")
	of := byID[order[at]]
	p.wait(game + ".fen() === " + quote(of.Position.FEN()))
	for _, other := range puzzle.NewAttempt(of).Game().LegalActions() {
		right, err := puzzle.NewAttempt(of).Try(other)
		if err != nil || right || other.Promotion() != 0 {
			continue
		}
		hands[0].move(p, other.Pair().From().String(), other.Pair().To().String(), true)
		break
	}
	p.words("storm-said", "Wrong: ten seconds less.")
	p.wait("document.getElementById('storm-left').textContent === '2:53' && document.getElementById('storm-combo').textContent === '' && " + game + ".fen() !== " + quote(of.Position.FEN()))
	p.press("#mode-play")
	p.wait("location.hash === '' && " + game + ".getPly() === 1")
}

// turnsOf returns how many actions of a puzzle's line are the solver's.
func turnsOf(of *puzzle.Puzzle) (n int) {
	for i := range of.MainLine() {
		if (of.Position.Ply() + rules.Ply(i)).ActivePlayer() == of.Solver() {
			n++
		}
	}
	return n
}

// plainStorm returns a script that decides which puzzles a storm has, and these. The first are
// plain, and their solver acts just as often as is asked.
func plainStorm(t *testing.T, byID map[string]*puzzle.Puzzle, actions int) (draw string, order []string) {
	t.Helper()
	items := itemsOf(byID)
	for random := range uint64(1000) {
		order, n := orderOf(t, byID, train.NewRace(items, random).Code), 0
		for _, id := range order {
			if n >= actions || !isPlain(byID[id]) {
				break
			}
			n += turnsOf(byID[id])
		}
		if n == actions {
			return fmt.Sprintf("Math.random = () => %d / 2 ** 52;", random), order
		}
	}
	t.Fatal("there is no such storm")
	return "", nil
}

// A puzzle whose line ends with the opponent's reply is solved by the action before.
func TestStormReplyAtTheEnd(t *testing.T) {
	byID := shippedPuzzles(t)
	items := itemsOf(byID)
	endsWithReply := func(id string) bool {
		ply := byID[id].Position.Ply()
		for range len(byID[id].MainLine()) - 1 {
			ply++
		}
		return isPlain(byID[id]) && ply.ActivePlayer() != byID[id].Solver()
	}
	var order []string
	code, at := "", len(byID)
	for random := range uint64(100) {
		race := train.NewRace(items, random).Code
		all := orderOf(t, byID, race)
		if i := slices.IndexFunc(all, endsWithReply); i >= 0 && i < at {
			order, code, at = all, race, i
		}
	}
	if code == "" {
		t.Fatal("no puzzle ends with a reply")
	}
	solved := 1
	for _, id := range order[:at] {
		if isPlain(byID[id]) {
			solved++
		}
	}
	p := open(t, visit{hash: "#race/" + code}).ready()
	hands[0].storms(p, byID, order, solved)
	p.wait(fmt.Sprintf("%s.fen() === %s && parseInt(document.getElementById('storm-score').textContent) === %d", game, quote(byID[order[at+1]].Position.FEN()), solved))
}
