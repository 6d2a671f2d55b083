package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/report"
)

// TestReference holds the schedule against the numbers that the tests of go-fsrs 3.3.1
// (MIT licence) expect of its long-term scheduler.
func TestReference(t *testing.T) {
	var m memory
	var days []int
	var stability, difficulty []float64
	round := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	for i, g := range []Grade{Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good} {
		if i == 0 {
			m = first(g)
		} else {
			m = m.after(m.interval, g)
		}
		days, stability, difficulty = append(days, m.interval), append(stability, round(m.stability)), append(difficulty, round(m.difficulty))
	}
	if want := []int{3, 11, 35, 101, 269, 669, 12, 2, 5, 12, 26, 55, 112}; !slices.Equal(days, want) {
		t.Errorf("%v, want %v", days, want)
	}
	if want := []float64{3.173, 10.7389, 34.5776, 100.7483, 269.2838, 669.3093, 11.8987, 2.236, 5.2001, 11.8993, 26.4917, 55.4949, 111.9726}; !slices.Equal(stability, want) {
		t.Errorf("%v, want %v", stability, want)
	}
	if want := []float64{5.2824, 5.273, 5.2635, 5.2542, 5.2448, 5.2355, 6.7654, 7.794, 7.773, 7.7521, 7.7312, 7.7105, 7.6899}; !slices.Equal(difficulty, want) {
		t.Errorf("%v, want %v", difficulty, want)
	}
}

// A better answer never comes back earlier, and every interval is a day at least.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		m := first(Grade(1 + r.IntN(3)))
		for range 20 {
			days := r.IntN(2 * m.interval)
			again, hard, good := m.after(days, Again), m.after(days, Hard), m.after(days, Good)
			if !(1 <= again.interval && again.interval < hard.interval && hard.interval < good.interval) || good.interval > longest+2 || math.IsNaN(good.stability) {
				t.Fatalf("%+v after %d days: %+v, %+v, %+v", m, days, again, hard, good)
			}
			m = []memory{again, hard, good}[r.IntN(3)]
		}
	}
}

func TestDayOf(t *testing.T) {
	east, west := time.FixedZone("", 14*60*60), time.FixedZone("", -11*60*60)
	at := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	if e, u, w := DayOf(at.In(east)), DayOf(at), DayOf(at.In(west)); u != 20781 || e != u+1 || w != u {
		t.Errorf("%d, %d, %d", e, u, w)
	}
}

// judged is a game with a report in it: three moments, one of which has nothing better.
const judged = `[White "Ada"]

{[%eval 0.08]} 1. {banning: e2e4} {[%eval 0.08]} a3 $6 {[%eval -0.6] Leads to less.} ( 1. d4 $142 {[%eval 0.08]} {banning: d7d5} e6 )
{banning: a7a6 $4} {[%eval -2.0] Mine.} ( 1. {banning: e7e5 $142} {[%eval -0.6]} d5 ) e5 $2 {[%eval 0.1]} *
`

func exercises(t *testing.T) []Exercise {
	t.Helper()
	tree, err := game.ParseTree(judged)
	if err != nil {
		t.Fatal(err)
	}
	return Find(tree, "g1", game.NoPlayer)
}

func TestFind(t *testing.T) {
	tree, err := game.ParseTree(judged)
	if err != nil {
		t.Fatal(err)
	}
	all := Find(tree, "g1", game.NoPlayer)
	var got []string
	for _, x := range all {
		got = append(got, fmt.Sprint(x.Game, " ", x.Played, x.Mark, x.Best, x.Better, x.Text, x.IsOpening()))
	}
	want := []string{"g1 m:a2a3 ?! 0.08 [m:d2d4 b:d7d5 m:e7e6]Leads to less.true", "g1 b:a7a6 ?? -0.60 [b:e7e5 m:d7d5]Mine.true"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if w, b := Find(tree, "", game.White), Find(tree, "", game.Black); len(w) != 2 || len(b) != 0 {
		t.Errorf("%d are White's, %d Black's", len(w), len(b))
	}
	// The counters of a position do not count for what an exercise is, the ban does.
	id := func(fen string) string {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return idOf(p)
	}
	const at = "4k3/8/8/3q4/4P3/8/8/4K3 w - - "
	if id(at+"0 1 1") != id(at+"7 20 77") || id(at+"0 1 2:e4d5") != id(at+"7 20 78:e4d5") {
		t.Error("the counters count")
	}
	if id(at+"0 1 1") == id(at+"0 1 2:e4d5") || id(at+"0 1 2:e4e5") == id(at+"0 1 2:e4d5") {
		t.Error("the ban does not count")
	}
}

// A mistake is asked, and comes again: sooner if it was wrong. So many new ones begin on a day.
func TestSchedule(t *testing.T) {
	s := &State{}
	list := exercises(t)
	if n := s.Add(list); n != 2 || s.Add(list) != 0 {
		t.Errorf("%d exercises are new", n)
	}
	due := func(day int, wish Wish) string {
		cards, next := s.Due(day, wish)
		var text strings.Builder
		for _, c := range cards {
			text.WriteString(c.Played.String() + " ")
		}
		return text.String() + fmt.Sprint(next)
	}
	blunder, inaccuracy := list[1].ID, list[0].ID
	for _, step := range []struct {
		do   func()
		day  int
		wish Wish
		want string
	}{
		{func() {}, 100, Wish{New: 5}, "b:a7a6 m:a2a3 0"},
		{func() {}, 100, Wish{New: 1}, "b:a7a6 101"},
		{func() {}, 100, Wish{}, "0"},
		{func() { s.Answer(blunder, 100, Again) }, 100, Wish{New: 1}, "101"},
		{func() { s.Answer(blunder, 100, Good) }, 101, Wish{New: 1}, "b:a7a6 m:a2a3 0"}, // the first answer counts
		{func() { s.Answer(blunder, 101, Good); s.Answer(inaccuracy, 101, Good) }, 101, Wish{New: 5}, "104"},
		{func() {}, 105, Wish{New: 5}, "b:a7a6 m:a2a3 0"}, // the longest waiting first
		{func() { s.Answer(inaccuracy, 105, Hard) }, 105, Wish{New: 5, Opening: true}, "b:a7a6 110"},
		{func() { s.Drop(blunder) }, 105, Wish{New: 5}, "110"},
	} {
		step.do()
		if got := due(step.day, step.wish); got != step.want {
			t.Errorf("on day %d: %s, want %s\n%s", step.day, got, step.want, s)
		}
	}
	if s.Answer(inaccuracy, 300, 0) || s.Answer(inaccuracy, 300, Good+1) || s.Answer(inaccuracy, lastDay+1, Good) || s.Answer(inaccuracy, -1, Good) {
		t.Error("what is not a grade counts")
	}
	if s.Answer("none", 300, Good) || s.Answer(inaccuracy, 104, Good) || len(s.Cards()) != 1 {
		t.Errorf("%s", s)
	}
}

// random returns a state with some of so many exercises, answered at random.
func random(r *rand.Rand) *State {
	s := &State{}
	for i := range 6 {
		if r.IntN(3) == 0 {
			continue
		}
		id := fmt.Sprint("x", i)
		s.Add([]Exercise{{ID: id, Game: fmt.Sprint("g", r.IntN(2)), FEN: game.StartFEN, Played: game.MustParseAction("b:a2a3"), Mark: report.Blunder, Better: []game.Action{game.MustParseAction("b:e2e4")}, Text: "é\"\n"}})
		for day := range 8 {
			if r.IntN(2) == 0 {
				s.Answer(id, 100+day, Grade(1+r.IntN(3)))
			}
		}
		if r.IntN(5) == 0 {
			s.Drop(id)
		}
	}
	return s
}

// States are merged in any order, and as often as one likes, without a loss.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	merged := func(states ...*State) string {
		s := &State{}
		for _, other := range states {
			s.Merge(other)
		}
		return s.String()
	}
	for range 300 {
		x, y, z := random(r), random(r), random(r)
		before := x.String() + y.String() + z.String()
		all := merged(x, y, z)
		for _, other := range []string{merged(z, y, x), merged(y, x, z, x, y), merged(x, x, y, z, z)} {
			if other != all {
				t.Fatalf("%s\n%s", all, other)
			}
		}
		if x.String()+y.String()+z.String() != before {
			t.Fatal("merging changes what is taken in")
		}
		s, err := Parse(all)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []*State{x, y, z} {
			for _, c := range part.cards {
				whole := s.Card(c.ID)
				if whole == nil || c.IsDropped && !whole.IsDropped {
					t.Fatalf("%s is lost in %s", c.ID, all)
				}
				for _, a := range c.Answers {
					if !slices.ContainsFunc(whole.Answers, func(b Answer) bool { return a.Day == b.Day && b.Grade <= a.Grade }) {
						t.Fatalf("%v of %s is lost in %s", a, c.ID, all)
					}
				}
			}
		}
	}
}

// A state reads as it was written, and other text is refused.
func TestParse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 100 {
		text := random(r).String()
		s, err := Parse(text)
		if err != nil || s.String() != text {
			t.Fatalf("%v\n%s\n%v", err, text, s)
		}
		var back struct{ Kept State }
		data, err := json.Marshal(struct{ Kept State }{*s})
		if err != nil || json.Unmarshal(data, &back) != nil || json.Unmarshal([]byte(`{"Kept":null}`), &back) != nil || back.Kept.String() != text {
			t.Fatalf("%v\n%s\n%s", err, text, data)
		}
	}
	list := exercises(t)
	if again, err := ReadExercises(Exercises(list)); err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
		t.Errorf("%v\n%v\n%v", err, list, again)
	}
	const card = `{"id":"a","fen":"x","played":"b:a2a3","mark":4,"best":{},"better":["b:e2e4"],"answers":[[1,1],[2,3]],"later":{}}`
	if s, err := Parse(`{"version":1,"cards":[` + card + `,` + strings.Replace(card, "[2,3]", "[2,1]", 1) + `],"later":1}`); err != nil || len(s.cards) != 1 || fmt.Sprint(s.cards[0].Answers) != "[{1 1} {2 1}]" {
		t.Errorf("%v, %v", s, err)
	}
	for _, bad := range []string{
		"", "{}", "[]", "null", `{"version":2,"cards":[]}`, `{"version":1,"cards":{}}`, `{"version":1}x`, `{"version":1,"cards":[{}]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `"mark":4`, `"mark":1`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `b:a2a3`, `a2`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `"better":["b:e2e4"]`, `"better":[]`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `[1,1]`, `[1,4]`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `[1,1]`, `[1]`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `[1,1]`, `[-1,1]`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `[1,1]`, `[2,1]`, 1) + `]}`,
		`{"version":1,"cards":[` + strings.Replace(card, `[1,1]`, `[3,1]`, 1) + `]}`,
	} {
		if s, err := Parse(bad); !errors.Is(err, errState) {
			t.Errorf("%s is read as %v, %v", bad, s, err)
		}
	}
}

func TestDo(t *testing.T) {
	list := exercises(t)
	do := func(request string) string {
		t.Helper()
		answer, err := Do(request)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	answer := do(`{"add":` + Exercises(list) + `,"day":100,"new":1}`)
	state, _, _ := strings.Cut(strings.TrimPrefix(answer, `{"state":`), `,"added"`)
	if !strings.HasSuffix(answer, `,"added":2,"counted":false,"due":["`+list[1].ID+`"],"next":101}`) {
		t.Error(answer)
	}
	for request, want := range map[string]string{
		`{"state":` + state + `,"answer":{"id":"` + list[1].ID + `","grade":3},"day":100,"opening":true}`: `"added":0,"counted":true,"due":["` + list[0].ID + `"],"next":103}`,
		`{"state":` + state + `,"answer":{"id":"` + list[1].ID + `","grade":3}}`:                          `"counted":false,"due":[],"next":null}`,
		`{"state":` + state + `,"drop":"` + list[1].ID + `","day":5}`:                                     `"due":["` + list[0].ID + `"],"next":null}`,
		`{"merge":` + state + `,"day":5,"new":0}`:                                                         `"due":[],"next":null}`,
		`{}`: `{"state":{"version":1,"cards":[]},"added":0,"counted":false,"due":[],"next":null}`,
	} {
		if got := do(request); !strings.HasSuffix(got, want) {
			t.Errorf("%s:\n%s\nwant %s", request, got, want)
		}
	}
	for _, bad := range []string{"", "[]", `{"state":{}}`, `{"add":7}`, `{"day":0}`, `{"answer":{"grade":9}}`, `{"merge":null}`, `{"new":-1}`} {
		if got, err := Do(bad); err == nil {
			t.Errorf("%s: %s, %v", bad, got, err)
		}
	}
}
