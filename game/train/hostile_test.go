package train

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/review"
)

// A hostileRow is a text that is refused, with a part of the sentence that says why.
type hostileRow struct{ name, text, why string }

func hostileRows() []hostileRow {
	of := func(members string) string { return `{"banchess":"progress","version":1,` + members + `}` }
	const damaged = "this is not a record of progress, or it is damaged"
	many := func(id string) string { return `["` + id + `",1,1,1,` + list(maxAnswers/2, "%d,1") + `]` }
	mistake := func(id, answers string) string {
		return `{"id":"` + id + `","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"centipawns":20},"better":["b:f3f7"],"answers":[` + answers + `]}`
	}
	backwards := make([]string, 100_000)
	for i := range backwards {
		backwards[i] = fmt.Sprintf("[%d,3]", len(backwards)-i)
	}
	rows := []hostileRow{
		{"nothing", "", damaged},
		{"null", "null", damaged},
		{"a list", "[]", damaged},
		{"a number", "7", damaged},
		{"half an object", "{", damaged},
		{"a page", "<!doctype html><title>404</title>", damaged},
		{"a PGN", `[Event "?"] 1. {banning: e2e4} d4`, damaged},
		{"bytes that are no text", "\xff\xfe{\x00", damaged},
		{"no format", `{"version":1}`, damaged},
		{"no version", `{"banchess":"progress"}`, damaged},
		{"another format", `{"banchess":"games","version":1}`, damaged},
		{"the name in another case", `{"Banchess":"progress","version":1}`, damaged},
		{"a name of other letters", `{"b\u0430nchess":"progress","version":1}`, damaged},
		{"a format of other letters", `{"banchess":"prоgress","version":1}`, damaged}, // a Cyrillic о
		{"a format that is read from right to left", "{\"banchess\":\"\u202eprogress\",\"version\":1}", damaged},
		{"version 0", `{"banchess":"progress","version":0}`, damaged},
		{"version -1", `{"banchess":"progress","version":-1}`, damaged},
		{"a version in quotes", `{"banchess":"progress","version":"1"}`, damaged},
		{"version 1.0", `{"banchess":"progress","version":1.0}`, damaged},
		{"a newer version", `{"banchess":"progress","version":2}`, "newer release"},
		{"a much newer version", `{"banchess":"progress","version":1000000000,"puzzles":"later"}`, "newer release"},
		{"two versions", `{"banchess":"progress","version":1,"version":2}`, damaged},
		{"more after it", of(`"days":[]`) + "x", damaged},
		{"two records", of(`"days":[]`) + of(`"days":[]`), damaged},
		{"a member twice", of(`"days":[[1,1]],"days":[[2,1]]`), damaged},
		{"a member twice, once with an escape", of(`"days":[[1,1]],"d\u0061ys":[[2,1]]`), damaged},
		{"a comma at the end", of(`"days":[[1,1],]`), damaged},
		{"a number without a number", of(`"days":[[NaN,1]]`), damaged},
		{"too large", strings.Repeat(" ", MaxText+1), "too large"},
		{"too deep", of(`"x":` + strings.Repeat("[", 1e6)), damaged},
		{"too deep in puzzles", of(`"puzzles":` + strings.Repeat("[", 1e6)), damaged},
		{"too deep and closed", of(`"x":` + strings.Repeat(`{"x":`, 1e5) + "1" + strings.Repeat("}", 1e5)), damaged},
		{"too many puzzles", of(`"puzzles":[` + list(maxPuzzles+1, `["%06d",1,1,1,1,1]`) + `]`), "its puzzles"},
		{"too many answers", of(`"puzzles":[` + strings.Join([]string{many("a"), many("b"), many("c")}, ",") + `]`), "too much"},
		{"a storm of more puzzles than one has", of(`"storms":[[20783,81]]`), "its storms"},
		{"a first grade without an answer", of(`"puzzles":[["a",600,60,[1795644000,3]]]`), "its puzzles"},
		{"a first grade out of its bounds", of(`"puzzles":[["a",600,60,[1795644000,4],20783,1]]`), "its puzzles"},
		{"three numbers for the first answer", of(`"puzzles":[["a",600,60,[1795644000,3,3],20783,1]]`), "its puzzles"},
		{"too many days", of(`"days":[` + list(maxDays+1, "[%d,1]") + `]`), "its days"},
		{"too many versions of a game", of(`"games":[` + list(maxVersions+1, `["a--%06d","*"]`) + `]`), "too many versions"},
		{"too many tags", of(`"games":[["a",` + quote(strings.ReplaceAll(list(maxTags+1, "[Tag%d \"x\"]"), ",", "\n")+"\n\n*") + `]]`), "too many tags"},
		{"too many games", of(`"games":[` + list(maxGames+1, `["%06d","*"]`) + `]`), "its games"},
		{"a million games", of(`"games":[` + list(1e6, `["%07d","*"]`) + `]`), ""},
		{"too much in the games", of(`"games":[["a","` + strings.Repeat(" ", maxGameText) + `*"]]`), "its games"},
		{"a game that does not read", of(`"games":[["a","*"],["b","1. {banning: e2e4} e4 *"]]`), "its games cannot be read: b, "},
		{"answers of a mistake that do not follow each other", of(`"mistakes":{"version":1,"cards":[` + mistake("c", "[5,3],[4,3]") + `]}`), "its mistakes"},
		{"a hundred thousand answers of a mistake, the last first", of(`"mistakes":{"version":1,"cards":[` + mistake("c", strings.Join(backwards, ",")) + `]}`), "its mistakes"},
		{"too many mistakes", of(`"mistakes":{"version":1,"cards":[` + list(maxCards+1, mistake("%06d", "[1,3]")) + `]}`), "its mistakes"},
		{"too many storms", of(`"storms":[` + list(maxDays+1, "[%d,1]") + `]`), "its storms"},
	}
	// The days on which a record may be taken in end with today and a little more.
	const later = today + ahead + 1
	for _, members := range []string{
		fmt.Sprintf(`"days":[[1,1],[%d,3]]`, later), fmt.Sprintf(`"days":[[%d,3]]`, lastDay), fmt.Sprintf(`"storms":[[%d,12]]`, later),
		fmt.Sprintf(`"puzzles":[["a",600,1,1,1,1,%d,3]]`, later), fmt.Sprintf(`"puzzles":[["a",600,1,%d,1,1]]`, later*secondsOfDay),
		fmt.Sprintf(`"mistakes":{"version":1,"cards":[{"id":"c","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"centipawns":20},"better":["b:f3f7"],"answers":[[%d,3]]}]}`, later),
	} {
		rows = append(rows, hostileRow{"a day that has not come: " + members, of(members), "a day that has not come"})
	}
	for member, values := range map[string][]string{
		"puzzles": {
			`{}`, `7`, `null`, `"[]"`, `[1]`, `[[]]`, `[{}]`, `[[7,600,1,1,1,1]]`, `[["a",600,1,1]]`, `[["a",600,1,1,1]]`, `[["a",0,0,0,1]]`,
			`[["a",600,1,1,1,4]]`, `[["a",600,1,1,1,0]]`, `[["a",600,1,1,1,-1]]`, `[["a",600,1,1,1,true]]`, `[["a",600,1,1,[1],1]]`,
			`[["a",600,1,1,2,1,1,1]]`, `[["a",600,1,1,1,1,1,1]]`, `[["a",-1,1,1,1,1]]`, `[["a",4001,1,1,1,1]]`, `[["a",600,-1,1,1,1]]`, `[["a",600,1,-1,1,1]]`,
			`[["a",600,1,1e3,1,1]]`, `[["a",600,1,1.5,1,1]]`, `[["a",600,1,"1",1,1]]`, `[["a",600,1,0x1,1,1]]`, `[["a",600,1,99999999999999999999,1,1]]`, `[["a",600,1,1,99999999,1]]`, `[["a",600,1,1,-9223372036854775808,1]]`,
			`[["",600,1,1,1,1]]`, `[["A",600,1,1,1,1]]`, `[["<b>",600,1,1,1,1]]`, `[["a/../b",600,1,1,1,1]]`, `[["aaaaaaaaaaaaaaaaa",600,1,1,1,1]]`, `[["а",600,1,1,1,1]]`, `[["a\u0000",600,1,1,1,1]]`,
			`[["a\u202e",600,1,1,1,1]]`, `[["a\ud800",600,1,1,1,1]]`, `[["ａ",600,1,1,1,1]]`, "[[\"a\u200b\",600,1,1,1,1]]", `[["é",600,1,1,1,1]]`,
			`[["__proto__",600,1,1,1,1]]`, `[["a",600,1,1,1,1],["a",600,1,1,1,1]]`, `[["b",600,1,1,1,1],["a",600,1,1,1,1]]`, `[["a",0,0,0],["a",600,1,1,1,1]]`,
		},
		"days":    {`7`, `{"1":1}`, `[1,1]`, `[[1]]`, `[[]]`, `[[1,0]]`, `[[1,4]]`, `[[1,-1]]`, `[[-1,1]]`, `[[1,1,1]]`, `[["1",1]]`, `[[1,1],[1,3]]`, `[[2,1],[1,1]]`, `[[1048577,1]]`, `[[1,1e0]]`},
		"storms":  {`[[1,-1]]`, `[[1,10000]]`, `[1]`, `[[1,1],[1,2]]`, `[[2,1],[1,1]]`, `[[1,99999999999999999999]]`, `[[1,null]]`},
		"lessons": {`[0]`, `[-1]`, `["1"]`, `[65]`, `[1,1]`, `[2,1]`, `1`, `[[1]]`},
		"before":  {`[]`, `[1]`, `[1,2,3,4]`, `[5000,1,1]`, `[1,-2,3]`, `[1,20001,1]`, `{}`, `[1,2,"3"]`},
		"games": {
			`{}`, `7`, `null`, `"1. {banning: e2e4} *"`, `[7]`, `[[]]`, `[["a"]]`, `[["a",7]]`, `[[7,"*"]]`, `[["a","*",1]]`, `[["a",["*"]]]`, `[{"a":"*"}]`, `[["","*"]]`, `[["--a","*"]]`,
			`[["a b","*"]]`, `[["../a","*"]]`, `[["<b>","*"]]`, `[["а","*"]]`, `[["a\u202e","*"]]`, `[["b","*"],["a","*"]]`, `[["a","*"],["a","*"]]`, `[["` + strings.Repeat("a", maxGameName+1) + `","*"]]`, `[["a--` + strings.Repeat("a", maxGameID) + `","*"]]`,
			`[["a",""]]`, `[["a","no game"]]`, `[["a","1. e4 e5 *"]]`, `[["a","1. {banning: e2e4} e4 *"]]`, `[["a","1. {banning: e2e4} d4 1-"]]`, `[["a","[FEN \"8/8/8/8/8/8/8/8 w - - 0 1 1\"]\n\n*"]]`, `[["a","*\n\n*"]]`,
			`[["a","1. {banning: e2e4} *"],["b","1. {banning: e9e4} *"]]`, `[["a","` + strings.Repeat("x", game.MaxPGNGame+1) + `"]]`, `[["a","1. {banning: e2e4} ` + strings.Repeat("(", 1e5) + `"]]`,
		},
		"mistakes": {`{"cards":[{}]}`, `7`, `[]`, `null`, `{"version":99,"cards":[]}`},
	} {
		for _, value := range values {
			rows = append(rows, hostileRow{member + " " + value, of(fmt.Sprintf(`"%s":%s`, member, value)), ""})
		}
	}
	return rows
}

// today is the day of the test.
const today = 20783

// list returns so many elements, of which each has its number.
func list(count int, format string) string {
	elements := make([]string, count)
	for i := range elements {
		elements[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(elements, ",")
}

// A hostile text is refused as a whole, with a stable code and a sentence that says what is
// wrong. The record into which it was to be taken stays as it is.
func TestHostileText(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	p := randomProgress(r)
	p.Answer(Item{"mine", Strength{600, 60}}, today*secondsOfDay, today, review.Good)
	before := p.String()
	for _, row := range hostileRows() {
		err := p.TakeIn(row.text, today*secondsOfDay)
		e, ok := errors.AsType[*game.Error](err)
		if !ok || e.Code != CodeBadProgress || !strings.Contains(e.Message, row.why) || !strings.HasSuffix(e.Hint, "nothing has changed") {
			t.Errorf("%.80s: %v", row.name, err)
		}
		if after := p.String(); after != before {
			t.Fatalf("%.80s has changed the record to %s", row.name, after)
		}
	}
	for _, row := range hostileRows() {
		request := fmt.Sprintf(`{"now":%d,"progress":%s,"file":%s}`, today*secondsOfDay, before, quote(row.text))
		if answer, err := Do(request); game.CodeOf(err) != CodeBadProgress {
			t.Errorf("%.80s: %v, %.80s", row.name, err, answer)
		}
	}
}

// quote writes a text as JSON.
func quote(text string) string {
	var w jsontext.Writer
	w.String(text)
	return string(w.Text())
}

// The bounds of what a record may hold count for both together, and a record at the bounds, or
// of a clock that is a little ahead, is taken in.
func TestBounds(t *testing.T) {
	of := func(members string) string { return `{"banchess":"progress","version":1,` + members + `}` }
	const now = 40_000 * secondsOfDay
	var p Progress
	for _, text := range []string{of(fmt.Sprintf(`"storms":[[%d,%d]]`, 40_000+ahead, stormPuzzles)), of(`"days":[` + list(maxDays, "[%d,1]") + `]`), of(`"puzzles":[` + list(maxPuzzles, `["%06d",1,1,1,1,1]`) + `]`)} {
		if err := p.TakeIn(text, now); err != nil {
			t.Fatal(err)
		}
	}
	before := p.String()
	for _, text := range []string{of(fmt.Sprintf(`"days":[[%d,3]]`, maxDays)), of(`"puzzles":[["mine",600,60,1,1,3]]`)} {
		if err := p.TakeIn(text, now); game.CodeOf(err) != CodeBadProgress || p.String() != before {
			t.Errorf("%s: %v", text, err)
		}
	}
}
