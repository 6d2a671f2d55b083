package room

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// A server that answers with anything at all gives an error that can be shown, and no link.
func TestHostileServer(t *testing.T) {
	for answer, want := range map[string]string{
		`{"code":"\u001b[31mx","reason":"\u001b]0;title\u0007 no\u202e","hint":"a\nb"}`: "[31mx: ]0;title no (ab)",
		`{"code":"no_room","reason":"` + strings.Repeat("x", 1<<20) + `"}`:              "no_room: there are no rooms at this address: it answers with status 418 (look at the address)",
		"<html>": "no_room: there are no rooms at this address: it answers with status 418 (look at the address)",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTeapot)
			fmt.Fprint(w, answer)
		}))
		_, _, err := Open(t.Context(), s.URL+"/", Options{})
		s.Close()
		e, ok := err.(*game.Error)
		if !ok || fmt.Sprintf("%s: %s (%s)", e.Code, e.Message, e.Hint) != want {
			t.Errorf("%.60s: %.100q", answer, fmt.Sprint(err))
		}
	}
	for _, answer := range []string{`{}`, `{"room":"\u001b[31m","secret":"` + testID + `","invitation":"` + testID + `"}`, strings.Repeat(" ", 1<<20) + `{"room":"` + testID + `","secret":"` + testID + `","invitation":"` + testID + `"}`} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, answer)
		}))
		own, _, err := Open(t.Context(), s.URL+"/", Options{})
		s.Close()
		if err == nil {
			t.Errorf("%.60s gives %v", answer, own)
		}
	}
}

func TestMessagesArePrintable(t *testing.T) {
	m, err := decode([]byte(`{"message_type":"room","seats":{"white":"here\u001b[2J"},"next_room":"\u001b[2J","reason":"\u009b2J"}`))
	if err != nil || m.Seats["white"] != "here[2J" || m.Next != "" || m.Reason != "2J" {
		t.Errorf("%+v, %v", m, err)
	}
}

// A client whose messages nobody takes does not keep them all.
func TestClientQueueIsBounded(t *testing.T) {
	c := &Client{news: make(chan struct{}, 1)}
	for i := range 2 * maxQueue {
		if err := c.take(Message{Type: TypeRoom, KeptDays: i}); err != nil {
			t.Fatal(err)
		}
	}
	if first := c.queue[0].KeptDays; len(c.queue) != maxQueue || first != maxQueue {
		t.Errorf("%d messages wait, the first is number %d", len(c.queue), first)
	}
}
