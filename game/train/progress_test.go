package train

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
)

// randomProgress returns a record in which little differs from that of another number, so that
// two have much in common.
func randomProgress(r *rand.Rand) *Progress {
	var p Progress
	if r.IntN(3) == 0 {
		p.before = Before{600 + r.IntN(2), 1 + r.IntN(3), r.IntN(3)}
	}
	for range r.IntN(12) {
		id := fmt.Sprintf("p%d", r.IntN(6))
		switch day := 100 + r.IntN(5); r.IntN(4) {
		case 0:
			p.Hint(id)
		case 1:
			g := review.Grade(1 + r.IntN(3))
			p.addPuzzle(&Puzzle{ID: id, First: g, Answers: []review.Answer{{Day: day, Grade: g}}})
		default:
			p.Answer(Item{id, Strength{600 + r.IntN(2), 60 + r.IntN(2)}}, int64(day)*secondsOfDay+int64(r.IntN(3)), day, review.Grade(1+r.IntN(3)))
		}
	}
	for range r.IntN(5) {
		p.addMark(Mark{100 + r.IntN(5), review.Grade(1 + r.IntN(3))})
		p.Storm(r.IntN(4), int64(100+r.IntN(5))*secondsOfDay)
		p.Complete(1 + r.IntN(8))
	}
	if r.IntN(3) == 0 {
		s, err := review.Parse(fmt.Sprintf(`{"version":1,"cards":[{"id":"c%d","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"centipawns":20},"better":["b:f3f7"],"answers":[[%d,%d]]}]}`, r.IntN(3), 100+r.IntN(3), 1+r.IntN(3)))
		if err != nil {
			panic(err)
		}
		p.Mistakes = *s
	}
	if plies := r.IntN(4); plies > 0 { // of one game
		pgn := "1. " + strings.Join([]string{"{banning: e2e4}", "d4", "{banning: e7e5}"}[:plies], " ")
		p.games.set(Game{fmt.Sprintf("g%d", r.IntN(2)), mustUnion(pgn)})
	}
	return &p
}

// mustUnion returns a PGN as it is read.
func mustUnion(pgn string) string {
	both, _ := union(pgn, pgn)
	return both
}

// merged returns what comes of several records, and leaves them as they are.
func merged(t *testing.T, all ...*Progress) string {
	t.Helper()
	var p Progress
	for _, x := range all {
		before := x.String()
		if err := p.Merge(x); err != nil {
			t.Fatal(err)
		}
		if x.String() != before {
			t.Fatal("the other record has changed")
		}
	}
	return p.String()
}

// The rating follows the answer that was the first on any device, and what comes again the lower
// grade of a day; of two older records the longer row stays with the rating from more answers.
func TestFirstAnswerCounts(t *testing.T) {
	var here, there Progress
	here.Answer(Item{"p", Strength{800, 60}}, 100*secondsOfDay+1, 100, review.Good)
	there.Answer(Item{"p", Strength{800, 60}}, 100*secondsOfDay+2, 100, review.Again)
	here.before, there.before = Before{1240, 100, 5}, Before{1700, 70, 30}
	alone, _ := here.Standing()
	text := merged(t, &there, &here)
	both, err := Parse(text)
	if err != nil || both.before != (Before{1240, 100, 30}) {
		t.Fatalf("%v: %s", err, text)
	}
	together, _ := both.Standing()
	due, _ := both.Again(101)
	if together.Rating != alone.Rating || together.Solved != 1 || together.Failed != 0 || len(due) != 1 {
		t.Errorf("%+v, %d due; alone %+v", together, len(due), alone)
	}
}

// Merging is commutative, associative and idempotent. Nothing is lost, and nothing counts
// twice.
func TestMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 2000 {
		x, y, z := randomProgress(r), randomProgress(r), randomProgress(r)
		xy := merged(t, x, y)
		if yx := merged(t, y, x); xy != yx {
			t.Fatalf("not commutative:\n%s\n%s", xy, yx)
		}
		again := merged(t, x, x)
		if again != x.String() {
			t.Fatalf("not idempotent:\n%s\n%s", x, again)
		}
		both, err := Parse(xy)
		if err != nil {
			t.Fatal(err)
		}
		yz, err := Parse(merged(t, y, z))
		if err != nil {
			t.Fatal(err)
		}
		if a, b := merged(t, both, z), merged(t, x, yz); a != b {
			t.Fatalf("not associative:\n%s\n%s", a, b)
		}
		if a := merged(t, both, x, y, both); a != xy {
			t.Fatalf("counted twice:\n%s\n%s", a, xy)
		}
		answers := map[string]bool{}
		for _, p := range []*Progress{x, y} {
			for _, one := range p.puzzles {
				for _, a := range one.Answers {
					answers[fmt.Sprint(one.ID, " ", a.Day)] = true
				}
			}
		}
		for _, one := range both.puzzles {
			for _, a := range one.Answers {
				delete(answers, fmt.Sprint(one.ID, " ", a.Day))
			}
		}
		if len(answers) > 0 {
			t.Fatalf("lost: %v", answers)
		}
	}
}

// The text of a record reads as the same record.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for range 500 {
		p := randomProgress(r)
		back, err := Parse(p.String())
		if err != nil || back.String() != p.String() {
			t.Fatalf("%s becomes %v, %v", p, back, err)
		}
		var kept struct{ Progress Progress }
		data, err := json.Marshal(struct{ Progress Progress }{*p})
		if err != nil || json.Unmarshal(data, &kept) != nil || json.Unmarshal([]byte(`{"Progress":null}`), &kept) != nil || kept.Progress.String() != p.String() {
			t.Fatalf("%s becomes %s, %v", p, data, err)
		}
	}
	// What a record cannot have does not get into it, so that it always reads.
	var p Progress
	for _, now := range []int64{-1, 1795651200000} {
		p.Storm(3, now)
		p.Count(Item{"a", Strength{600, 60}}, puzzle.Solved, now, today)
	}
	for _, item := range []Item{{"", Strength{}}, {"A", Strength{}}, {"a", Strength{-1, 0}}, {"a", Strength{0, maxRating + 1}}} {
		p.Answer(item, 1795651200, today, review.Good)
	}
	p.Answer(Item{"a", Strength{}}, 1795651200, -1, review.Good)
	p.Answer(Item{"a", Strength{}}, 1795651200, lastDay+1, review.Good)
	p.Answer(Item{"a", Strength{}}, 1795651200, today, 0)
	p.Storm(-1, 1795651200)
	p.Hint("A")
	if p.String() != new(Progress).String() {
		t.Errorf("a record has %s", &p)
	}
	if p, err := Parse(` {"later":{"x":[1]},"version":1,"banchess":"progress"} `); err != nil || p.String() != new(Progress).String() {
		t.Errorf("%v, %v", p, err)
	}
}

// Any text that reads is written the same way again, and can be merged with itself.
func FuzzProgress(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 0))
	for range 8 {
		f.Add(randomProgress(r).String())
	}
	f.Add(`{"banchess":"progress","version":1,"puzzles":[["b",1,1,1,1,1],["a",0,0,0],["a",2,1,2,2,2,3,3]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			if game.CodeOf(err) != CodeBadProgress {
				t.Fatal(err)
			}
			return
		}
		written := p.String()
		back, err := Parse(written)
		if err != nil || back.String() != written {
			t.Fatalf("%s\n%v\n%v", written, back, err)
		}
		if err := p.Merge(back); err != nil || p.String() != written {
			t.Fatalf("%s\n%s\n%v", written, p, err)
		}
		p.Streak(20783)
		p.Again(20783)
		if err := new(Progress).TakeIn(text, 20783*secondsOfDay); err != nil && game.CodeOf(err) != CodeBadProgress {
			t.Fatal(err)
		}
	})
}

// Requests are done, and those that do not read are refused.
func TestDo(t *testing.T) {
	do := func(request string) string {
		t.Helper()
		answer, err := Do(request)
		if err != nil {
			t.Fatal(request, err)
		}
		return answer
	}
	const now = 20783 * secondsOfDay
	daily := Daily(20783)
	got := do(fmt.Sprintf(`{"now":%d,"event":{"id":%q,"rating":700,"is":"solved"},"storm":12,"lessons":[3]}`, now, daily))
	want := fmt.Sprintf(`{"progress":{"banchess":"progress","version":1,"puzzles":[[%q,700,0,%d,20783,3]],"days":[[20783,3]],"storms":[[20783,12]],"lessons":[3]},`, daily, now) +
		fmt.Sprintf(`"isFirst":true,"today":20783,"daily":%q,"score":{"rating":751,"solved":1,"failed":0,"streak":1,"best":1,"seen":{%q:true},"hinted":[]},"curve":[[20783,751]],"streak":{"now":1,"best":1,"isDone":true,"hasGrace":true},"due":[],"next":null,"storm":{"today":12,"best":12,"isBestToday":true,"isBest":true}}`, daily, daily)
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	file := strings.ReplaceAll(fmt.Sprintf(`{"banchess":"progress","version":1,"days":[[20782,2]],"mistakes":%s}`, `{"version":1,"cards":[{"id":"c","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"centipawns":20},"better":["b:f3f7"],"answers":[]}]}`), `"`, `\"`)
	got = do(fmt.Sprintf(`{"now":%d,"progress":{"banchess":"progress","version":1,"days":[[20783,3]]},"file":"%s"}`, now, file))
	if !strings.Contains(got, `"days":[[20782,2],[20783,3]]`) || !strings.Contains(got, `"mistakes":{"version":1,"cards":[{"id":"c"`) || !strings.Contains(got, `"streak":{"now":2,`) {
		t.Error(got)
	}
	race := do(`{"puzzles":[["a",1],["b",2]],"random":7}`)
	if !strings.HasSuffix(race, `"order":["a","b"]}`) {
		t.Error(race)
	}
	if got := do(`{"puzzles":[["a",1000,"mate 1"],["b",2000]],"before":"a"}`) + do(`{"puzzles":[["a",1000]],"before":"a"}`); got != `{"next":"b"}{"next":null}` {
		t.Error(got)
	}
	if got := do(`{"now":5000,"run":[0,0,4,4,0],"act":"solved"}`); got != `{"run":[1,0,5,5,188000],"left":183000,"bonus":3000}` {
		t.Error(got)
	}
	got = do(fmt.Sprintf(`{"now":%d,"games":[["a","1. {banning: e2e4} *"],["b","1. {banning: e2e4} *"]],"fixed":["b"],"file":"%s"}`, now, `{\"banchess\":\"progress\",\"version\":1,\"games\":[[\"a\",\"1. {banning: e2e4} *\"],[\"b\",\"1. {banning: e2e4} d4 *\"],[\"c\",\"*\"]]}`))
	if !strings.Contains(got, `"version":1,"puzzles":[],"days":[],"storms":[],"lessons":[]},"games":[["b--`) || !strings.Contains(got, `["c","*"]],"isFirst"`) || strings.Contains(got, `["a",`) {
		t.Error(got)
	}
	for _, bad := range []string{`{"games":{}}`, `{"fixed":[1]}`, `{"games":[["b","*"],["a","*"]]}`, "", "[]", `{"now":-1}`, `{"progress":7}`, `{"file":7}`, `{"file":"{}"}`, `{"event":{"is":"given up"}}`, `{"puzzles":[["a"]]}`, `{"puzzles":[["a",1]],"race":"x"}`, `{"run":[1]}`, `{"run":[1,1,1,1,1,1]}`, `{"mistakes":7}`, `{"storm":-1}`, `{"now":1} x`} {
		if got, err := Do(bad); err == nil {
			t.Errorf("%s: %s", bad, got)
		}
	}
}
