package review

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/game/message/jsontext"
)

// FuzzState checks that any state of exercises is refused, or is written so that it reads as
// the same, also after it is merged with itself.
func FuzzState(f *testing.F) {
	const card = `{"id":"c","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"centipawns":20},"better":["b:f3f7"],"answers":[[5,3]]}`
	f.Add(`{"version":1,"cards":[` + card + `]}`)
	f.Add(`{"version":1,"cards":[` + card + `,` + card + `],"x":[{}]}`)
	f.Add(`[` + card + `]`)
	f.Add(`{"version":1,"cards":[` + strings.Replace(card, `"c"`, "\"\xff\"", 1) + `]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if list, err := ReadExercises(text); err == nil {
			again, err := ReadExercises(Exercises(list))
			if err != nil || Exercises(again) != Exercises(list) {
				t.Fatalf("%q is written as %s: %v", text, Exercises(list), err)
			}
		}
		s, err := Parse(text)
		if err != nil {
			return
		}
		written := s.String()
		again := new(State)
		if err := again.UnmarshalJSON([]byte(written)); err != nil || again.String() != written {
			t.Fatalf("%q is written as %s: %v", text, written, err)
		}
		if s.Merge(again); s.String() != written {
			t.Fatalf("merged with itself %s becomes %s", written, s)
		}
		s.Due(20783, Wish{New: Few})
	})
}

// FuzzDo checks that any request is refused or answered with a state that reads.
func FuzzDo(f *testing.F) {
	const state = `{"version":1,"cards":[{"id":"c","fen":"8/8/8/8/8/8/8/K1k5 w - - 0 1 1","played":"b:a2a3","mark":4,"best":{"mate":2},"better":["b:f3f7"],"answers":[[5,3]]}]}`
	f.Add(`{"state":` + state + `,"answer":{"id":"c","grade":1},"day":20783}`)
	f.Add(`{"merge":` + state + `,"drop":"c","day":16777216,"new":0,"opening":true}`)
	f.Add(`{"day":-1,"answer":7}`)
	f.Fuzz(func(t *testing.T, request string) {
		answer, err := Do(request)
		if err != nil {
			return
		}
		isRead := false
		if !jsontext.ReadObject(answer, func(name, value string) bool {
			if name == "state" {
				_, err := Parse(value)
				isRead = err == nil
			}
			return true
		}) || !isRead {
			t.Fatalf("%q is answered %s", request, answer)
		}
	})
}
