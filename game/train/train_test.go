package train

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

var update = flag.Bool("update", false, "bring days.txt up to date with the puzzles: what has passed stays")

func item(id string, rating int) Item { return Item{id, Strength{Rating: rating}} }

// shipped returns the puzzles of the program.
func shipped(t testing.TB) (items []Item) {
	t.Helper()
	all, err := puzzle.Read(strings.NewReader(assets.Puzzles()))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		items = append(items, item(all[i].ID(), all[i].Rating))
	}
	return items
}

// hardest is the highest rating of a puzzle that has its day before the harder ones.
const hardest = 2000

// Every puzzle has its day before one comes twice, and there are enough for a year.
func TestDays(t *testing.T) {
	items := shipped(t)
	known, isHard := map[string]bool{}, map[string]bool{}
	for _, item := range items {
		known[item.ID], isHard[item.ID] = true, item.Rating > hardest
	}
	list := strings.Fields(days)
	passed := min(max(DayOf(time.Now().Unix())-firstDay+1, 0), len(list))
	if *update {
		used := map[string]bool{}
		for i, id := range list {
			used[id] = i < passed || known[id]
		}
		slices.SortFunc(items, func(x, y Item) int {
			if hash("day "+x.ID) < hash("day "+y.ID) {
				return -1
			}
			return 1
		})
		// A puzzle that has gone gives its day to a new one, and every other day keeps its own.
		at := passed
		for _, item := range items {
			if used[item.ID] {
				continue
			}
			for at < len(list) && known[list[at]] {
				at++
			}
			if at == len(list) {
				list = append(list, "")
			}
			list[at], at = item.ID, at+1
		}
		for at < len(list) { // fewer have come than gone
			if known[list[at]] {
				at++
			} else {
				list[at] = list[len(list)-1]
				list = list[:len(list)-1]
			}
		}
		slices.SortStableFunc(list[passed:], func(x, y string) int {
			switch {
			case isHard[x] == isHard[y]:
				return 0
			case isHard[y]:
				return -1
			}
			return 1
		})
		if err := os.WriteFile("days.txt", []byte(strings.Join(list, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	left := len(list) - (DayOf(time.Now().Unix()) - firstDay)
	if days != strings.Join(list, "\n")+"\n" || left < 365 || len(days) != lineLength*len(list) {
		t.Fatalf("days.txt has %d days from today, want at least 365 lines of %d letters", left, idLength)
	}
	seen := map[string]bool{}
	for i, id := range list {
		if seen[id] || !known[id] {
			t.Errorf("line %d of days.txt: %s comes twice, or is no puzzle: run go test ./game/train -run TestDays -update", i+1, id)
		}
		seen[id] = true
		if i > passed && isHard[list[i-1]] && !isHard[id] {
			t.Errorf("line %d of days.txt: %s comes after a harder one than most can solve: run go test ./game/train -run TestDays -update", i+1, id)
		}
	}
	if len(seen) < len(items) {
		t.Errorf("%d puzzles have no day: run go test ./game/train -run TestDays -update", len(items)-len(seen))
	}
	for _, day := range []int{-1, 0, firstDay - 1, firstDay, firstDay + len(list) - 1, firstDay + len(list), 1 << 20} {
		if !known[Daily(day)] {
			t.Errorf("day %d has %q", day, Daily(day))
		}
	}
	// A day changes only if its puzzle has gone, and one that has passed never does.
	for day, want := range map[int]string{firstDay: "pdpy5d3", firstDay + 26: "pzeq8mg", firstDay + 100: "dks5v6w", firstDay + 391: "zscs22v"} {
		if got := Daily(day); got != want {
			t.Errorf("day %d has %s, want %s", day, got, want)
		}
	}
}

func TestDayOf(t *testing.T) {
	for now, want := range map[int64]int{-1: -1, 0: 0, 86399: 0, 86400: 1, time.Date(2026, 11, 26, 23, 59, 59, 0, time.UTC).Unix(): 20783} {
		if got := DayOf(now); got != want {
			t.Errorf("%d: day %d, want %d", now, got, want)
		}
	}
}

// A table of streaks: each letter is a day, x if it counts and o if it was failed.
func TestStreak(t *testing.T) {
	for _, row := range []struct {
		days      string // the last is today
		now, best int
		isDone    bool
		hasGrace  bool
	}{
		{"", 0, 0, false, false},
		{".", 0, 0, false, false},
		{"x", 1, 1, true, true},
		{"o", 0, 0, false, false},
		{"x.", 1, 1, false, true},
		{"xo", 1, 1, false, true},
		{"x..", 1, 1, false, false},
		{"x...", 0, 1, false, false},
		{"xx.x", 3, 3, true, false},
		{"xxox", 3, 3, true, false},
		{"xx..x", 1, 2, true, true},
		{"x.x.x", 1, 2, true, true}, // two missed days within a week
		{"x.xxxxxx", 7, 7, true, true},
		{"x.xxxxxxx", 8, 8, true, true},
		{"x.xxxxxx.x", 8, 8, true, false}, // the seventh day after the first missed one
		{"x.xxxxx.x", 1, 6, true, true},
		{"xxxxx..xx", 2, 5, true, true},
		{"xxxxx...", 0, 5, false, false},
		{"x.xxx..", 0, 4, false, false}, // the grace is used up
		{"x.xxx.", 4, 4, false, false},
	} {
		var p Progress
		const first = 20000
		for i, c := range row.days {
			switch c {
			case 'x':
				p.addMark(Mark{first + i, review.Hard})
			case 'o':
				p.addMark(Mark{first + i, review.Again})
			}
		}
		got := p.Streak(first + len(row.days) - 1)
		if want := (Streak{row.now, row.best, row.isDone, row.hasGrace}); got != want {
			t.Errorf("%q: %+v, want %+v", row.days, got, want)
		}
	}
}

// A solver on each of thirty days, with two devices that exchange their files now and then.
func TestThirtyDays(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for range 20 {
		var devices [2]Progress
		var all Progress // what one device would know
		missed := 3 + r.IntN(25)
		start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		for i := range 30 {
			day := firstDay + i
			for range 1 + r.IntN(3) {
				now := start.AddDate(0, 0, i).Add(time.Duration(r.IntN(secondsOfDay)) * time.Second).Unix()
				on := &devices[r.IntN(2)]
				item := item(fmt.Sprintf("p%05d", r.IntN(60)), 600+r.IntN(1000))
				g := review.Grade(1 + r.IntN(3))
				on.Answer(item, now, day, g)
				all.Answer(item, now, day, g)
				score := r.IntN(40)
				on.Storm(score, now)
				all.Storm(score, now)
			}
			if i != missed {
				now := start.AddDate(0, 0, i).Add(23 * time.Hour).Unix()
				item := item(Daily(DayOf(now)), 900)
				for _, g := range []review.Grade{review.Again, review.Hard}[r.IntN(2):] {
					devices[r.IntN(2)].Answer(item, now, day, g)
					all.Answer(item, now, day, g)
				}
			}
			if r.IntN(4) == 0 || i == 29 { // the files go to and fro, some of them twice
				for _, to := range []int{0, 1, 0, 1} {
					file, err := Parse(devices[1-to].String())
					if err != nil {
						t.Fatal(err)
					}
					if err := devices[to].Merge(file); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if a, b := devices[0].String(), devices[1].String(); a != b {
			t.Fatalf("the devices differ:\n%s\n%s", a, b)
		}
		today := firstDay + 29
		if got, want := devices[0].Streak(today), (Streak{29, 29, true, missed < 30-graceDays}); got != want {
			t.Errorf("missed day %d: %+v, want %+v", missed, got, want)
		}
		if got, want := devices[0].Days(), all.Days(); !slices.Equal(got, want) {
			t.Errorf("calendar %v, want %v", got, want)
		}
		if got, want := devices[0].storms, all.storms; !slices.Equal(got, want) {
			t.Errorf("storms %v, want %v", got, want)
		}
		if got, want := len(devices[0].Puzzles()), len(all.Puzzles()); got != want {
			t.Errorf("%d puzzles, want %d", got, want)
		}
		for _, x := range all.Puzzles() {
			if got := devices[0].Puzzle(x.ID); got.At > x.At {
				t.Errorf("%s was first answered at %d, want %d", x.ID, got.At, x.At)
			}
		}
	}
}

// A hint is remembered until the first answer, which it lowers. The first answer of a day
// counts. What was failed comes again as mistakes do.
func TestAnswers(t *testing.T) {
	var p Progress
	failed, item := item("bbbbbbb", 900), item("aaaaaaa", 800)
	p.Hint(item.ID)
	if !p.IsHinted(item.ID) || p.Puzzle(item.ID).IsSolved() {
		t.Error("the hint is not noted")
	}
	const noon = firstDay*secondsOfDay + 12*60*60
	if !p.Answer(item, noon, firstDay, review.Good) || p.Answer(item, noon+60, firstDay, review.Again) {
		t.Error("only the first answer is the first")
	}
	if x := p.Puzzle(item.ID); !slices.Equal(x.Answers, []review.Answer{{Day: firstDay, Grade: review.Hard}}) || x.At != noon || x.Rating != 800 || p.IsHinted(item.ID) || !x.IsSolved() {
		t.Errorf("%+v", x)
	}
	p.Hint(item.ID)
	if p.IsHinted(item.ID) {
		t.Error("a hint after the answer changes nothing")
	}
	if due, next := p.Again(firstDay + 1000); due != nil || next != 0 {
		t.Errorf("what was solved comes again: %v, %d", due, next)
	}
	p.Answer(failed, noon, firstDay, review.Again)
	card := review.Card{Answers: []review.Answer{{Day: firstDay, Grade: review.Again}}}
	want, _ := card.Due()
	if due, next := p.Again(want - 1); due != nil || next != want {
		t.Errorf("%v, %d, want nothing before %d", due, next, want)
	}
	if due, next := p.Again(want); !slices.Equal(due, []string{failed.ID}) || next != 0 {
		t.Errorf("%v, %d", due, next)
	}
	p.Answer(failed, noon+secondsOfDay, want, review.Good)
	if due, next := p.Again(want); due != nil || next <= want {
		t.Errorf("%v, %d after a right answer", due, next)
	}
}

// What older releases kept is taken in once.
func TestOldScore(t *testing.T) {
	const old = `{"rating":1240,"solved":2,"failed":1,"streak":1,"best":2,"seen":{"aaaaaaa":true,"bbbbbbb":true,"ccccccc":false},"hinted":["ddddddd"]}`
	const want = `{"banchess":"progress","version":1,"before":[1240,3,2],"puzzles":[["aaaaaaa",0,0,0,20783,3],["bbbbbbb",0,0,0,20783,3],["ccccccc",0,0,0,20783,1],["ddddddd",0,0,0]],"days":[],"storms":[],"lessons":[]}`
	var p Progress
	p.TakeOld(old, 20783)
	if got := p.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p.TakeOld(strings.ReplaceAll(old, "aaaaaaa", "eeeeeee"), 20790)
	if got := p.String(); got != want {
		t.Errorf("taken in twice: %s", got)
	}
	for _, bad := range []string{"", "null", "7", `{"rating":-1}`, `{"solved":20000,"failed":1}`, `{"seen":{"<script>":true}}`, `{"hinted":[1]}`} {
		var p Progress
		if p.TakeOld(bad, 1); p.String() != new(Progress).String() {
			t.Errorf("%s gives %s", bad, p.String())
		}
	}
}

// The times of a storm are those of the package documentation.
func TestRun(t *testing.T) {
	var r Run
	const start = 5_000_000
	if r.Left(start) != StormTime || r.IsOver(start+1e9) {
		t.Error("the storm has begun before the first action")
	}
	total := int64(StormTime)
	for i := 1; i <= 60; i++ {
		want := map[int]int64{5: 3000, 12: 5000, 20: 7000, 30: 10000, 40: 10000, 50: 10000, 60: 10000}[i]
		if got := r.Right(start, i%2 == 0); got != want {
			t.Errorf("combo %d gives %d, want %d", i, got, want)
		}
		total += want
	}
	r.Miss(start)
	if total -= WrongCosts; r.Left(start) != total || r.Score != 30 || r.Wrong != 1 || r.Combo != 0 || r.Best != 60 {
		t.Errorf("%+v, %d left, want %d", r, r.Left(start), total)
	}
	if r.Left(start+1000) != total-1000 || r.IsOver(start+total-1) || !r.IsOver(start+total) {
		t.Error("the time does not pass")
	}
	over := r
	if r.Right(start+total, true) != 0 || r != over {
		t.Error("an action after the end counts")
	}
	if r.Miss(start + total); r != over {
		t.Error("a wrong action after the end counts")
	}
	var lost Run
	for range 18 {
		lost.Miss(start)
	}
	if !lost.IsOver(start) || lost.Wrong != 18 {
		t.Errorf("%+v", lost)
	}
}

// The order is the same everywhere, goes from easy to hard, has no puzzle twice, and is another
// one for another seed.
func TestOrder(t *testing.T) {
	items := shipped(t)
	rating := map[string]int{}
	for _, item := range items {
		rating[item.ID] = item.Rating
	}
	ids := Order(items, "seed")
	if len(ids) != stormPuzzles {
		t.Fatalf("%d puzzles", len(ids))
	}
	seen := map[string]bool{}
	for i, id := range ids {
		if seen[id] || i > 0 && rating[id] < rating[ids[i-1]] {
			t.Errorf("%s comes twice, or after a harder one", id)
		}
		seen[id] = true
	}
	shuffled := slices.Clone(items)
	rand.New(rand.NewPCG(1, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	if !slices.Equal(Order(shuffled, "seed"), ids) {
		t.Error("the order of the file matters")
	}
	if slices.Equal(Order(items, "other"), ids) {
		t.Error("another seed gives the same")
	}
	// This order never changes, so that two releases with the same puzzles race each other.
	few := []Item{item("a", 1), item("b", 2), item("c", 3), item("d", 4)}
	if got := Order(few, ""); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Error(got)
	}
	if got := Order(nil, "seed"); len(got) != 0 {
		t.Error(got)
	}
	many := make([]Item, 200)
	for i := range many {
		many[i] = item(fmt.Sprintf("%03d", i), 600)
	}
	if got := strings.Join(Order(many, "k3v9x2ab")[:8], " "); got != "000 002 005 009 010 014 016 018" {
		t.Error(got)
	}
}

// A race has the same puzzles on two machines, and is refused with other puzzles.
func TestRace(t *testing.T) {
	items := shipped(t)
	mine := NewRace(items, 42)
	theirs, err := ParseRace(mine.String())
	if err != nil || theirs.Code != mine.Code || theirs.Result != nil {
		t.Fatal(theirs, err)
	}
	x, err := mine.Order(items)
	if err != nil {
		t.Fatal(err)
	}
	if y, err := theirs.Order(items); err != nil || !slices.Equal(x, y) {
		t.Error("the order differs", err)
	}
	if _, err := mine.Order(items[1:]); game.CodeOf(err) != CodeOtherPuzzles {
		t.Errorf("other puzzles: %v", err)
	}
	if NewRace(items, 43).Code == mine.Code {
		t.Error("two races have the same code")
	}
	mine.Result = &Result{17, 2, 31}
	if r, err := ParseRace(mine.String()); err != nil || *r.Result != *mine.Result {
		t.Error(r, err)
	}
	for _, bad := range []string{"", "k3v9x2a", "k3v9x2abc", "k3v9x2ai", "k3v9x2ab/", "k3v9x2ab/1-2", "k3v9x2ab/1-2-3-4", "k3v9x2ab/-1-2-3", "k3v9x2ab/01-2-3", "k3v9x2ab/10000-0-0", "k3v9x2ab/1-2-3/"} {
		if r, err := ParseRace(bad); game.CodeOf(err) != CodeBadRace {
			t.Errorf("%q: %v, %v", bad, r, err)
		}
	}
	better := []Result{{5, 0, 9}, {4, 0, 9}, {4, 1, 9}, {4, 1, 8}}
	for i, x := range better {
		for j, y := range better {
			if got, want := x.Compare(y), min(max(j-i, -1), 1); got != want {
				t.Errorf("%v against %v: %d, want %d", x, y, got, want)
			}
		}
	}
}
