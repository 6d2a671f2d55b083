package explore

import (
	"encoding/json"
	"testing"

	"github.com/banchess/banchess/game"
)

// FuzzExplorer checks that any two requests are refused or answered in JSON, and that any date is a
// date or refused with a code.
func FuzzExplorer(f *testing.F) {
	f.Add(`{"pgn":"1. {banning: e2e4} d4 {banning: e7e5} d5 *","end":true}`, `{"fen":"`+game.StartFEN+`","own":true,"side":"white","since":"2026","player":"x"}`, "2026.11.26")
	f.Add(`{"pgn":"1. e4","stop":true}`, `{"clear":true}`, "????.??.??")
	f.Add(`{"book":"`+bookHead+`\n# x\nAAAAAAAA ME1,2,3\n"}`, `{"fen":"`+game.StartFEN+`"}`, "2026-13")
	f.Add(`{"pgn":7,"fen":null}`, `[]`, "é")
	f.Fuzz(func(t *testing.T, one, two, date string) {
		if d, err := ParseDate(date); err != nil && game.CodeOf(err) != CodeBadArgument || d < 0 {
			t.Fatalf("%q is the date %d, %v", date, d, err)
		}
		if b, err := ReadBook(date); err == nil {
			b.At(game.StartPosition())
		}
		var x Explorer
		for _, request := range []string{one, two} {
			if answer, err := x.Do(request); err == nil && !json.Valid([]byte(answer)) {
				t.Fatalf("%q is answered %s", request, answer)
			}
		}
		x.Do(`{"stop":true}`)
	})
}
