package together

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
	"github.com/banchess/banchess/scripts/e2e"
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
			if of := byID[train.Daily(day+i)]; isPlayed(i) && !e2e.IsPlain(of) {
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
	byID := e2e.ShippedPuzzles(t)
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

	d := e2e.Deployed(t)
	command := e2e.BuiltCommand(t)
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
	here := d.Open(t).Ready()
	page, err := e2e.NewInstallable(e2e.Shared(), d.Address, e2e.Phone)
	if err != nil {
		t.Fatal(err)
	}
	there := d.Watch(e2e.Player{Tab: page, T: t}).Ready()
	for _, p := range []e2e.Player{here, there} {
		p.Await(e2e.IsInstalled)
		p.Must(p.Before(e2e.MovedClock))
		p.OpensOn(first)
		p.Visits("puzzle/daily", "Puzzle of the day")
		p.Press("#train summary")
	}
	carry := func(text string, to e2e.Player) {
		t.Helper()
		to.OpensProgress(text)
		to.Words("train-said", "Progress imported.")
	}
	loads := func(p e2e.Player) {
		t.Helper()
		p.Must(p.Eval(e2e.ComesBack, nil))
		p.LoadsNew("B")
		p.Learnt("try")
		p.Press("#train summary")
	}
	for i, day := range days {
		for _, p := range []e2e.Player{here, there} {
			p.Must(p.Eval(fmt.Sprintf("localStorage.setItem('test.day', '%d')", first+i), nil))
		}
		switch i {
		case 10:
			d.Deploy(1)
			loads(here)
			here.Words("train-streak", "9 days in a row")
		case 11:
			carry(here.Saved(), there)
		case 15:
			carry(throughTerminal(there.Saved()), here)
		case 19:
			carry(throughTerminal(here.Saved()), there)
			loads(there)
			there.Words("train-streak", "17 days in a row")
		case 28:
			carry(here.Saved(), there)
			carry(there.Saved(), here)
		}
		if day.does == '.' {
			continue
		}
		p, h := here, e2e.Hands[0]
		if day.does == 't' {
			p, h = there, e2e.Hands[1]
		}
		p.Press("#learn-daily") // the page has been open since another day
		p.Await(fmt.Sprintf("document.body.dataset.learn === 'try' && %s.fen() === %s", e2e.Game, e2e.Quote(byID[train.Daily(first+i)].Position.FEN())))
		if i == 26 {
			p.Words("train-streak", "No streak yet")
		}
		switch {
		case day.does == 'x':
			p.Press("#learn-solution")
			p.Learnt("done")
		case day.streak == 1:
			h.Solves(p, byID[train.Daily(first+i)])
			p.Words("learn-feedback", "Today counts: day 1.")
		default:
			h.Solves(p, byID[train.Daily(first+i)])
			p.Words("learn-feedback", fmt.Sprintf("Today counts: %d days in a row.", day.streak))
		}
		p.Await(fmt.Sprintf(`document.getElementById("train-streak").textContent.startsWith("%d day")`, day.streak))
	}
	carry(here.Saved(), there)
	carry(throughTerminal(there.Saved()), here)
	for _, p := range []e2e.Player{here, there} {
		p.OpensOn(first + len(days) - 1)
		p.Words("train-streak", "4 days in a row")
		p.Words("train-told", "Today’s puzzle is solved. Your longest streak is 21 days.")
		got := p.Text("[...document.querySelectorAll('#train-calendar td[title]')].map(({dataset}) => dataset.grade ?? '-').join('')")
		if want := calendar[1:]; !strings.HasSuffix(got, want) { // of five weeks, which end on a Monday here at the earliest
			t.Errorf("the calendar has %s, want %s", got, want)
		}
		p.IsOf("B")
		p.Unmixed()
	}
	const stored = `localStorage.getItem("banchess.progress")`
	if here, there := here.Text(stored), there.Text(stored); here != there {
		t.Errorf("the devices differ:\n%s\n%s", here, there)
	}
}
