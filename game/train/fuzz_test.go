package train

import (
	"encoding/json"
	"testing"

	"github.com/banchess/banchess/game"
)

// FuzzDo checks that any request is refused, or answered in JSON with a record that reads.
func FuzzDo(f *testing.F) {
	const record = `{"banchess":"progress","version":1,"days":[[20783,3]],"games":[["a","1. {banning: e2e4} *"]]}`
	for _, s := range []string{
		`{"now":1795651200,"progress":` + record + `,"event":{"id":"a","rating":700,"is":"solved"},"storm":12,"lessons":[3]}`,
		`{"now":1795651200,"file":` + quote(record) + `,"games":[["a","1. {banning: e2e4} d4 *"]],"fixed":["a"]}`,
		`{"now":1,"old":{"rating":700,"solved":1,"seen":{"a":true},"hinted":["b"]}}`,
		`{"puzzles":[["a",1,"mate 1"],["b",2]],"random":7,"race":"abcdefgh/1-2-3"}`, `{"puzzles":[["a",1000]],"before":"a","rating":1}`,
		`{"now":5000,"run":[0,0,4,4,0],"act":"solved","than":[1,2,3]}`, `{"read":"# banchess puzzles 1\n"}`,
		`{"puzzle":{"fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","goal":"mate 1","line":"e2e4"},"actions":["b:e2e4"]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, request string) {
		answer, err := Do(request)
		if err != nil {
			return
		}
		var a struct{ Progress json.RawMessage }
		if err := json.Unmarshal([]byte(answer), &a); err != nil {
			t.Fatalf("%q is answered %s: %v", request, answer, err)
		}
		if a.Progress != nil {
			if err := new(Progress).UnmarshalJSON(a.Progress); err != nil {
				t.Fatalf("%q is answered %s: %v", request, answer, err)
			}
		}
	})
}

// FuzzOld checks that any score of an older release, and any race, leaves a record that reads, and
// that a score counts once.
func FuzzOld(f *testing.F) {
	f.Add(`{"rating":700,"solved":1,"failed":1,"best":1,"seen":{"a":true,"b":false},"hinted":["c"]}`, 20783)
	f.Add(`{"seen":{"__proto__":1}}`, 0)
	f.Add("abcdefgh/1-2-3", 1)
	f.Fuzz(func(t *testing.T, text string, day int) {
		if race, err := ParseRace(text); err == nil && race.String() != text || err != nil && game.CodeOf(err) != CodeBadRace {
			t.Fatalf("%q is the race %v, %v", text, race, err)
		}
		var p Progress
		p.TakeOld(text, min(max(day, 0), lastDay))
		before := p.String()
		p.TakeOld(text, 3)
		if _, err := Parse(before); err != nil || p.String() != before && before != new(Progress).String() && len(p.Puzzles()) > 0 && p.before != (Before{}) {
			t.Fatalf("%q makes %s and then %s: %v", text, before, &p, err)
		}
	})
}

// FuzzMerge checks that of two records that read, either order comes to the same but for the ids
// of games, that no game is lost, and that to take in either once more changes nothing.
func FuzzMerge(f *testing.F) {
	const shorter, longer, other = `["a","1. {banning: e2e4} *"]`, `["a","1. {banning: e2e4} d4 *"],["b","*"]`, `["a","1. {banning: e2e4} c4 {x} *"],["a--b","1. {banning: d2d4} *"]`
	of := func(days, games string) string {
		return `{"banchess":"progress","version":1,"days":[` + days + `],"games":[` + games + `]}`
	}
	f.Add(of("[1,1]", shorter), of("[1,3]", longer))
	f.Add(of("[1,2],[3,1]", longer), of("[2,2]", other))
	f.Fuzz(func(t *testing.T, one, two string) {
		a, err1 := Parse(one)
		b, err2 := Parse(two)
		if err1 != nil || err2 != nil || a.games.check() != nil || b.games.check() != nil {
			return
		}
		ab, ba := a.clone(), b.clone()
		if ab.Merge(b) != nil || ba.Merge(a) != nil {
			return // there is too much
		}
		if x, y := withoutGames(ab), withoutGames(ba); x != y {
			t.Fatalf("%s and %s come to\n%s\nin the other order\n%s", one, two, x, y)
		}
		before := ab.String()
		for _, from := range []*Progress{a, b} {
			for _, g := range from.games {
				if ab.games.mergeOne(g, nil) >= 0 || ba.games.mergeOne(g, nil) >= 0 {
					t.Fatalf("%s and %s come to\n%s\nwhich has not all of %+v", one, two, before, g)
				}
			}
			if err := ab.Merge(from); err != nil || ab.String() != before {
				t.Fatalf("%s and %s come to\n%s\nand once more\n%s: %v", one, two, before, ab, err)
			}
		}
	})
}

func withoutGames(p *Progress) string {
	c := p.clone()
	c.games = nil
	return c.String()
}
