package puzzle_test

import (
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/puzzle"
)

// TestGlicko computes the example of Glickman's paper: a player rated 1500 with deviation 200
// wins against 1400 and loses to 1550 and 1700.
func TestGlicko(t *testing.T) {
	player := puzzle.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}
	after := player.After(
		puzzle.Result{Against: puzzle.Rating{Value: 1400, Deviation: 30, Volatility: 0.06}, Score: 1},
		puzzle.Result{Against: puzzle.Rating{Value: 1550, Deviation: 100, Volatility: 0.06}},
		puzzle.Result{Against: puzzle.Rating{Value: 1700, Deviation: 300, Volatility: 0.06}},
	)
	for _, one := range []struct{ got, want, within float64 }{
		{after.Value, 1464.06, 0.01}, {after.Deviation, 151.52, 0.01}, {after.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(one.got-one.want) > one.within {
			t.Errorf("%v, and in the paper %v", one.got, one.want)
		}
	}
	// A period without results: the deviation alone grows.
	idle := player.After()
	if want := 200.2714; idle.Value != 1500 || idle.Volatility != 0.06 || math.Abs(idle.Deviation-want) > 1e-3 {
		t.Errorf("%+v after a period without results", idle)
	}
	// A volatility that is left out, and one that is no number, must not keep it busy for ever.
	win := puzzle.Result{Against: puzzle.Rating{Value: 1500, Deviation: 30}, Score: 1}
	steady, nearly := puzzle.Rating{Value: 1500, Deviation: 200}.After(win), puzzle.Rating{Value: 1500, Deviation: 200, Volatility: 1e-6}.After(win)
	if !(math.Abs(steady.Value-nearly.Value) < 0.01 && math.Abs(steady.Deviation-nearly.Deviation) < 0.01) || steady.Volatility != 0 {
		t.Errorf("%+v after a win without a volatility, and %+v with hardly any", steady, nearly)
	}
	if r := (puzzle.Rating{Value: 1500, Deviation: math.NaN(), Volatility: math.Inf(1)}).After(win); r.Value < 1500 {
		t.Errorf("%+v after a win, without numbers", r)
	}
}

// TestGlickoIsSound checks what must be true of any ratings: a win never lowers, a loss never
// raises, nothing is infinite, and two that meet expect one point together.
func TestGlickoIsSound(t *testing.T) {
	for _, value := range []float64{400, 600, 1500, 2800} {
		for _, deviation := range []float64{50, 110, 250, 350} {
			for _, sigma := range []float64{0.01, 0.06, 0.12} {
				for _, against := range []float64{400, 1400, 2800} {
					r, other := puzzle.Rating{Value: value, Deviation: deviation, Volatility: sigma}, puzzle.Rating{Value: against, Deviation: deviation, Volatility: sigma}
					won, lost := r.After(puzzle.Result{Against: other, Score: 1}), r.After(puzzle.Result{Against: other})
					if !(won.Value >= value && lost.Value <= value) || !(won.Deviation > 0 && won.Deviation < 400 && won.Volatility > 0 && won.Volatility < 1) {
						t.Errorf("%+v against %+v: %+v, %+v", r, other, won, lost)
					}
					if sum := r.Expected(other) + other.Expected(r); math.Abs(sum-1) > 1e-9 {
						t.Errorf("%+v and %+v expect %v together", r, other, sum)
					}
				}
			}
		}
	}
}

// events are the rows of the table in the package's documentation.
var events = map[string]puzzle.Event{
	"solved": puzzle.Solved, "wrong answer": puzzle.Wrong, "hint: the piece is told": puzzle.Hinted,
	"the action is told": puzzle.Shown, "left, or given up": puzzle.Left,
}

// before are the events that lead to each column.
var before = [][]puzzle.Event{nil, {puzzle.Hinted}, {puzzle.Wrong}, {puzzle.Solved}}

// TestTable does what each cell of the table in the documentation says, and finds what it
// says.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	gap := regexp.MustCompile(`  +`)
	rows := 0
	for text := range strings.Lines(string(source)) {
		text = strings.TrimSpace(strings.TrimPrefix(text, "//"))
		cells := gap.Split(regexp.MustCompile(`([+=-])  ?(solved|failed|hint|later)`).ReplaceAllString(text, "$1 $2"), -1)
		event, ok := events[cells[0]]
		if !ok || len(cells) != 5 {
			continue
		}
		rows++
		for column, cell := range cells[1:] {
			s := puzzle.NewStanding()
			s.Rating, s.Solved, s.Streak, s.Best, s.Deviation = 1200, 7, 3, 5, 90
			for _, e := range before[column] {
				s.Record("x", puzzle.Rating{Value: 1200, Deviation: 60, Volatility: 0.06}, e)
			}
			was := *s
			c := s.Record("x", puzzle.Rating{Value: 1200, Deviation: 60, Volatility: 0.06}, event)
			words := strings.Fields(cell)
			has := func(word string) bool { return slices.Contains(words, word) }
			moved := map[string]bool{"+": s.Rating > was.Rating, "-": s.Rating < was.Rating, "=": s.Rating == was.Rating && s.Deviation == was.Deviation}
			if !moved[words[0]] || c.Before != was.Rating || c.After != s.Rating || c.Rated != (words[0] != "=") {
				t.Errorf("%s, %q: the rating goes from %d to %d", cells[0], cell, was.Rating, s.Rating)
			}
			if s.Solved-was.Solved != count(has("solved")) || s.Failed-was.Failed != count(has("failed")) || c.Counts != (has("solved") || has("failed")) {
				t.Errorf("%s, %q: %d solved and %d failed, before %d and %d", cells[0], cell, s.Solved, s.Failed, was.Solved, was.Failed)
			}
			if wantStreak := map[bool]int{true: was.Streak + 1, false: 0}[has("solved")]; !has("s") && s.Streak != was.Streak || has("s") && s.Streak != wantStreak {
				t.Errorf("%s, %q: the streak goes from %d to %d", cells[0], cell, was.Streak, s.Streak)
			}
			want := was.Status("x")
			switch {
			case has("solved") || has("later"):
				want = puzzle.Done
			case has("failed"):
				want = puzzle.Failed
			case has("hint"):
				want = puzzle.Helped
			}
			if s.Status("x") != want || c.Status != want || len(s.Hinted) != count(want == puzzle.Helped) {
				t.Errorf("%s, %q: %s", cells[0], cell, s.Status("x"))
			}
		}
	}
	if rows != len(puzzle.Events()) {
		t.Errorf("the table has %d rows", rows)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestStandingIsRepaired checks what was kept by earlier releases, and by nobody.
func TestStandingIsRepaired(t *testing.T) {
	for text, want := range map[string]puzzle.Standing{
		`{}`:                          {Rating: 600, Deviation: 250, Volatility: 0.06},
		`{"rating":900}`:              {Rating: 600, Deviation: 250, Volatility: 0.06},
		`{"rating":1300,"solved":40}`: {Rating: 1300, Deviation: 110, Volatility: 0.06},
		`{"rating":1300,"failed":1}`:  {Rating: 1300, Deviation: 250 / math.Sqrt2, Volatility: 0.06},
		`{"rating":99999,"solved":1,"deviation":9e9,"volatility":5,"streak":4}`: {Rating: 2800, Deviation: 350, Volatility: 0.12},
		`{"rating":-5,"solved":1,"deviation":-1,"volatility":-1}`:               {Rating: 400, Deviation: 250 / math.Sqrt2, Volatility: 0.06},
	} {
		var s puzzle.Standing
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		s.Repair()
		if s.Rating != want.Rating || math.Abs(s.Deviation-want.Deviation) > 1e-9 || s.Volatility != want.Volatility || s.Seen == nil || s.Best < s.Streak {
			t.Errorf("%s: %+v", text, s)
		}
	}
}

// TestStandingSettles lets somebody whose strength is 1400 answer: the rating comes near it and
// stays in its bounds, and so does that of one who always fails or always solves.
func TestStandingSettles(t *testing.T) {
	s, low, high := puzzle.NewStanding(), puzzle.NewStanding(), puzzle.NewStanding()
	random := uint32(1)
	for i := range 300 {
		id, against := string(rune('a'+i)), puzzle.Rating{Value: float64(min(max(s.Rating, 400), 2800)), Deviation: 60, Volatility: 0.06}
		random = random*1664525 + 1013904223
		e := puzzle.Wrong
		if (puzzle.Rating{Value: 1400}).Expected(against) > float64(random>>8)/(1<<24) {
			e = puzzle.Solved
		}
		s.Record(id, against, e)
		low.Record(id, puzzle.Rating{Value: float64(low.Rating), Deviation: 60, Volatility: 0.06}, puzzle.Shown)
		high.Record(id, puzzle.Rating{Value: float64(high.Rating), Deviation: 60, Volatility: 0.06}, puzzle.Solved)
		if i == 24 && (s.Rating < 1100 || s.Rating > 1700) {
			t.Errorf("%d after 25 answers", s.Rating)
		}
	}
	if s.Rating < 1250 || s.Rating > 1550 || s.Deviation > 80 {
		t.Errorf("%d±%v after 300 answers", s.Rating, s.Deviation)
	}
	if low.Rating != puzzle.MinRating || high.Rating != puzzle.MaxRating {
		t.Errorf("%d and %d", low.Rating, high.Rating)
	}
}
