package message_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/banchess/banchess/game/message"
)

// malformed are the codes of what the schema can tell from a message alone.
var malformed = []string{"unknown_message_type", "unknown_field", "missing_field", "bad_field"}

// FuzzMessage sends any line, after a ban so that moves are possible, and checks
// that there is one reply that the schema knows, that a failure changes nothing,
// and that parser and schema agree on what a request is.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"message_type":"state","id":1}`,
		`{"message_type":"new_game","fen":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 2:e5e6"}`,
		`{"message_type":"new_game","clock":{"base_ms":300000,"increment_ms":2e3}}`,
		`{"message_type":"peice move","from":"E2","to":"e4","promotion":"queen"}`,
		`{"message_type":"piece_move","from":"d2","to":"D4","id":"x"}`,
		`{"message_type":"ban","from":"D2","to":"D4"}`,
		`{"message_type":"piece_promotion_choice","piece_choice":"rook"}`,
		`{"message_type":"resign","player":"black"}`,
		`{"message_type":"offer_draw"}`,
		`{"message_type":"accept_draw"}`,
		`{"message_type":"undo"}`,
		`{"message_type":"best_action","depth":3,"nodes":4,"movetime_ms":5,"level":6}`,
		`{"message_type":"stop"}`,
		`{"message_type":"redo"}`,
		`{"message_type":"solve","turns":1,"movetime_ms":1}`,
		`{"message_type":"state","san":true,"pgn":false}`,
		`{"message_type":"best_action","lines":2}`,
		`{"message_type":"new_game","history":["b:e2e4","m:d2d4+"]}`,
		`{"message_type":"new_game","pgn":"1. {banning: e2e4} d4 *","clock":{"base_ms":1,"announce":true}}`,
		`{"message_type":"state","message_type":"stop"}`,
		`{"message_type":"state","extra":null}`,
		`{"message_type":"state","extra":[1,-0.5e+3,{"a":[true,false]},"\u00e9\ud83d\ude00\ud800\n"]}`,
		"{\"message_type\":\"\\u0073tate\",\"id\":\"\\ud83d\\ude00\\udc00\"}",
		`{"message_type":"new_game","pgn":"{banning:}"}`,
		"\xff", `[]`, `{}`, `{"id":[]}`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		s := message.NewSession(fake{}, func() time.Time { return time.Time{} })
		s.Answer(t.Context(), []byte(`{"message_type":"ban","from":"e2","to":"e4"}`))
		before := stateOf(t, s)
		reply := s.Answer(t.Context(), line)
		if err := validate("reply", reply); err != nil {
			t.Fatalf("reply %s: %v", reply, err)
		}
		var r struct {
			MessageType string `json:"message_type"`
			Code        string
			ID          json.RawMessage
		}
		if err := json.Unmarshal(reply, &r); err != nil {
			t.Fatal(err)
		}
		if r.MessageType == "failure" && stateOf(t, s) != before {
			t.Errorf("%q failed and changed the game", line)
		}
		switch {
		case r.Code == "message_too_long":
			return
		case r.Code == "bad_json": // what is JSON and yet refused is so for what a schema cannot say
			if json.Valid(line) && utf8.Valid(line) && !strings.Contains(string(reply), "not a JSON object") &&
				!strings.Contains(string(reply), "stands twice") && !deep(line) {
				t.Errorf("%q is JSON: %s", line, reply)
			}
			return
		case !json.Valid(line):
			t.Errorf("%q is not JSON: %s", line, reply)
		}
		if err := validate("request", line); (err == nil) == slices.Contains(malformed, r.Code) {
			t.Errorf("%q: the schema says %v, the reply %s", line, err, reply)
		}
	})
}

// FuzzServe checks that any text is served to its end, with a reply in JSON for each line that is
// not blank.
func FuzzServe(f *testing.F) {
	f.Add("{\"message_type\":\"state\"}\n\n{\r\n")
	f.Add("{\"message_type\":\"new_game\"}\n\xff")
	f.Fuzz(func(t *testing.T, text string) {
		want := 0
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" {
				want++
			}
		}
		var out strings.Builder
		err := message.Serve(t.Context(), strings.NewReader(text), &out, message.NewSession(fake{}, time.Now))
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("%q is answered %q", text, line)
			}
			if !strings.Contains(line, `"message_type":"progress"`) {
				want--
			}
		}
		if err != nil || want != 0 {
			t.Fatalf("%q lacks %d of its answers: %q, %v", text, want, &out, err)
		}
	})
}

// deep reports whether brackets may be nested more deeply than a message may be.
func deep(line []byte) bool {
	return strings.Count(string(line), "[")+strings.Count(string(line), "{") > 64
}
