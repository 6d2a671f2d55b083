package room

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// FuzzRequest checks that any message is read or refused with a code, and that its id can be
// repeated.
func FuzzRequest(f *testing.F) {
	for _, s := range []string{`{"message_type":"state","id":1}`, `{"message_type":"ban","from":"e2","to":"e4","number":1,"hash":"x","id":"a"}`, `{"message_type":"join","secret":"00"}`, `{"message_type":"undo","actions":-1}`, `[]`, `{"id":{}}`, `{"id":[1],"x":2}`, `{"message_type":"state"}x`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := ReadOpenRequest(text); err != nil && game.CodeOf(err) == "" {
			t.Fatalf("%q: %v", text, err)
		}
		r, err := ReadRequest(text)
		if err != nil && game.CodeOf(err) == "" {
			t.Fatalf("%q: %v", text, err)
		}
		if err == nil {
			if _, err := r.Action(); err != nil && game.CodeOf(err) == "" {
				t.Fatalf("%q: %v", text, err)
			}
		}
		if reply := WithID([]byte(`{"message_type":"done","x":1}`), r.ID); r.ID != nil && (!isID(r.ID) || !json.Valid(reply)) {
			t.Fatalf("%q is answered %s", text, reply)
		}
	})
}

// FuzzLog checks that any entries are read and written again, or refused with a code, and that
// what is refused changes nothing.
func FuzzLog(f *testing.F) {
	f.Add("", "e2e4d2d4e7e5", "w=")
	f.Add("8/P6k/8/8/8/8/7K/8 w - - 0 1 2", "a7a8Q", "b<1")
	f.Add("", "e2e4d2d4w<2b+", "w!")
	f.Add("", "w(1)", "é")
	f.Fuzz(func(t *testing.T, fen, text, more string) {
		l, err := ReadLog("id", fen, text)
		if err != nil {
			if game.CodeOf(err) == "" {
				t.Fatalf("%q %q: %v", fen, text, err)
			}
			if l, err = NewLog("id", ""); err != nil {
				t.Fatal(err)
			}
		}
		var terms Terms
		if err := terms.SetStart(fen); err != nil && game.CodeOf(err) == "" {
			t.Fatalf("%q: %v", fen, err)
		}
		before := standing(l)
		if err := l.Add(more); err != nil && (game.CodeOf(err) == "" || standing(l) != before) {
			t.Fatalf("%q after %q: %v, %s becomes %s", more, text, err, before, standing(l))
		}
		if again, err := ReadLog("id", l.Game().Start().FEN(), l.Text()); err != nil || again.Hash() != l.Hash() || standing(again) != standing(l) {
			t.Fatalf("%q is read as %v, %v", l.Text(), again, err)
		}
	})
}

// FuzzRecord checks that any record of a journal is refused or read as one that is written the
// same again, and that no record ends the program when it is applied.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"kind":"open","room":{"id":"x","fen":""}}`), []byte(`{"kind":"seat","player":"black","key":"k"}`))
	f.Add([]byte(`{"kind":"log","entry":"e2e4"}`), []byte(`{"kind":"rematch"}`))
	f.Add(Record{Kind: KindSeat, Player: "black", Key: KeyOf("x")}.Encode(), []byte("null"))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		s := newStory(t, time.Minute, 0)
		for _, text := range [][]byte{one, two} {
			r, err := DecodeRecord(text)
			if err != nil {
				continue
			}
			again, err := DecodeRecord(r.Encode())
			if err != nil || string(again.Encode()) != string(r.Encode()) {
				t.Fatalf("%q is written as %s, %v", text, r.Encode(), err)
			}
			_ = s.try(r) // may be refused
		}
	})
}

// FuzzLink checks that any link is refused with a code, or read as one that is written so that
// it is read as the same.
func FuzzLink(f *testing.F) {
	room := NewSecret()
	f.Add("https://example.org/#room=" + room)
	f.Add("http://[::1]:8080/a?b#room=" + room + "&secret=" + room)
	f.Add("javascript:alert(1)#room=" + room)
	f.Fuzz(func(t *testing.T, text string) {
		_, errRooms := Rooms(text)
		l, err := ParseLink(text)
		for _, err := range []error{errRooms, err} {
			if err != nil && game.CodeOf(err) == "" {
				t.Fatalf("%q: %v", text, err)
			}
		}
		if IsSecret(text) && len(KeyOf(text)) != 64 {
			t.Fatalf("the key of %q is %q", text, KeyOf(text))
		}
		if err != nil {
			return
		}
		if again, err := ParseLink(l.String()); err != nil || again != l {
			t.Fatalf("%q is read as %+v, which is read as %+v, %v", text, l, again, err)
		}
	})
}

// FuzzRace checks that any two messages to a race, of two people, are refused with a code, or make
// records that are applied.
func FuzzRace(f *testing.F) {
	f.Add(`{"message_type":"enter","secret":"`+white+`","name":"Ann"}`, `{"message_type":"start","heat":1,"race":"abcdefgh"}`, true)
	f.Add(`{"message_type":"enter","name":"\u202e"}`, `{"message_type":"count","heat":1,"solved":3,"wrong":-1}`, false)
	f.Fuzz(func(t *testing.T, one, two string, isOne bool) {
		s := &story{t, &State{}, nil, began}
		s.add(Record{Kind: KindOpen, Room: &Terms{ID: testID, Race: true}})
		for i, text := range []string{one, two, one, two} {
			r, err := ReadRequest([]byte(text))
			if err != nil {
				continue
			}
			secret := white
			if isOne == (i > 1) {
				secret = black
			}
			record, err := s.state.RaceRecord(r, KeyOf(secret), RacerSet(3), 7)
			if err != nil {
				if game.CodeOf(err) == "" {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			if record.Kind != "" {
				s.add(record)
				s.now = s.now.Add(time.Minute)
			}
		}
	})
}
