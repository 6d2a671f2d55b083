//go:build !js

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
)

// shortDays returns the first of thirty days in the past whose puzzles need the fewest actions.
// The puzzles of the days that are played must be plain.
func shortDays(t *testing.T, byID map[string]*puzzle.Puzzle, isPlayed func(i int) bool) (first int) {
	t.Helper()
	least := 0
search:
	for day := 20400; day < 20700; day++ {
		sum := 0
		for i := range 30 {
			if of := byID[train.Daily(day+i)]; isPlayed(i) && !isPlain(of) {
				continue search
			} else if isPlayed(i) {
				sum += len(of.MainLine())
			}
		}
		if first == 0 || sum < least {
			first, least = day, sum
		}
	}
	if first == 0 {
		t.Fatal("there are no such days")
	}
	return first
}

// Thirty days are played through with a moved clock, across two releases, on two devices that
// exchange their files of progress, also through the terminal. The streak is right on each day,
// and in the end the calendar is the same on both.
func TestThirtyDays(t *testing.T) {
	byID := shippedPuzzles(t)
	// Each day: h or t where its puzzle is solved, here or there, x if it is failed here, . if it
	// is missed. Then the streak on that device.
	days := []struct {
		does   byte
		streak int
	}{
		{'h', 1}, {'h', 2}, {'h', 3}, {'h', 4}, {'h', 5}, {'.', 0}, {'h', 6}, {'h', 7}, {'h', 8}, {'h', 9},
		{'h', 10}, {'t', 11}, {'t', 12}, {'t', 13}, {'t', 14}, {'x', 14}, {'h', 15}, {'h', 16}, {'h', 17}, {'t', 18},
		{'t', 19}, {'t', 20}, {'.', 0}, {'t', 21}, {'.', 0}, {'.', 0}, {'t', 1}, {'h', 1}, {'t', 3}, {'h', 3},
	}
	const calendar = "33333-3333333331333333-3--3333"
	first := shortDays(t, byID, func(i int) bool { return days[i].does == 'h' || days[i].does == 't' })

	d := deployed(t)
	command := builtCommand(t)
	state := append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	throughTerminal := func(text string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "progress.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, do := range []string{"import", "export"} {
			banchess := exec.Command(command, "progress", do, file)
			banchess.Env = state
			if out, err := banchess.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", do, err, out)
			}
		}
		out, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	here := d.open(t).ready()
	page, err := newInstallable(shared, d.address, phone)
	if err != nil {
		t.Fatal(err)
	}
	there := d.watch(player{page, t}).ready()
	for _, p := range []player{here, there} {
		p.wait(isInstalled)
		p.must(p.Before(movedClock))
		p.opensOn(first)
		p.visits("puzzle/daily", "Puzzle of the day")
		p.press("#train summary")
	}
	carry := func(text string, to player) {
		t.Helper()
		to.opensProgress(text)
		to.words("train-said", "Progress imported.")
	}
	loads := func(p player) {
		t.Helper()
		p.must(p.Eval(comesBack, nil))
		p.loadsNew("B")
		p.learnt("try")
		p.press("#train summary")
	}
	for i, day := range days {
		for _, p := range []player{here, there} {
			p.must(p.Eval(fmt.Sprintf("localStorage.setItem('test.day', '%d')", first+i), nil))
		}
		switch i {
		case 10:
			d.deploy(1)
			loads(here)
			here.words("train-streak", "9 days in a row")
		case 11:
			carry(here.saved(), there)
		case 15:
			carry(throughTerminal(there.saved()), here)
		case 19:
			carry(throughTerminal(here.saved()), there)
			loads(there)
			there.words("train-streak", "17 days in a row")
		case 28:
			carry(here.saved(), there)
			carry(there.saved(), here)
		}
		if day.does == '.' {
			continue
		}
		p, h := here, hands[0]
		if day.does == 't' {
			p, h = there, hands[1]
		}
		p.press("#learn-daily") // the page has been open since another day
		p.wait(fmt.Sprintf("document.body.dataset.learn === 'try' && %s.fen() === %s", game, quote(byID[train.Daily(first+i)].Position.FEN())))
		if i == 26 {
			p.words("train-streak", "No streak yet")
		}
		switch {
		case day.does == 'x':
			p.press("#learn-solution")
			p.learnt("done")
		case day.streak == 1:
			h.solves(p, byID[train.Daily(first+i)])
			p.words("learn-feedback", "Today counts: day 1.")
		default:
			h.solves(p, byID[train.Daily(first+i)])
			p.words("learn-feedback", fmt.Sprintf("Today counts: %d days in a row.", day.streak))
		}
		p.wait(fmt.Sprintf(`document.getElementById("train-streak").textContent.startsWith("%d day")`, day.streak))
	}
	carry(here.saved(), there)
	carry(throughTerminal(there.saved()), here)
	for _, p := range []player{here, there} {
		p.opensOn(first + len(days) - 1)
		p.words("train-streak", "4 days in a row")
		p.words("train-told", "Today’s puzzle is solved. Your longest streak is 21 days.")
		got := p.text("[...document.querySelectorAll('#train-calendar td[title]')].map(({dataset}) => dataset.grade ?? '-').join('')")
		if want := calendar[1:]; !strings.HasSuffix(got, want) { // of five weeks, which end on a Monday here at the earliest
			t.Errorf("the calendar has %s, want %s", got, want)
		}
		p.isOf("B")
		p.unmixed()
	}
	const stored = `localStorage.getItem("banchess.progress")`
	if here, there := here.text(stored), there.text(stored); here != there {
		t.Errorf("the devices differ:\n%s\n%s", here, there)
	}
}
