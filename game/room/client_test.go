package room

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

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

// A server that begins with something else than a state lets nobody in. That of a race does.
func TestServerWithoutState(t *testing.T) {
	for first, want := range map[string]game.Code{`{"message_type":"room"}`: "", `{"message_type":"race","phase":"lobby"}`: CodeOtherRoom} {
		testWithoutState(t, first, want)
	}
}

func testWithoutState(t *testing.T, first string, want game.Code) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if socket, err := websocket.Accept(w, r, nil); err == nil {
			_ = socket.Write(r.Context(), websocket.MessageText, []byte(first))
			_, _, _ = socket.Read(r.Context()) // until the client goes
		}
	}))
	defer s.Close()
	c, err := Join(t.Context(), Link{Base: s.URL + "/", Room: testID})
	if err == nil {
		c.Close()
	}
	if err == nil || game.CodeOf(err) != want {
		t.Errorf("%s: %v", first, err)
	}
}

func TestMessagesArePrintable(t *testing.T) {
	m, err := decode([]byte(`{"message_type":"room","seats":{"white":"here\u001b[2J"},"next_room":"\u001b[2J","reason":"\u009b2J"}`))
	if err != nil || m.Seats["white"] != "here[2J" || m.Next != "" || m.Reason != "2J" {
		t.Errorf("%+v, %v", m, err)
	}
}

// A balancer whose servers are away for a moment does not end a client's game.
func TestProxyWithoutServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>", http.StatusBadGateway) }))
	defer s.Close()
	if _, err := Join(t.Context(), Link{Base: s.URL + "/", Room: testID}); game.CodeOf(err) != CodeUnavailable || isFinal(err) {
		t.Errorf("%v, final: %v", err, isFinal(err))
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

// Each entry that a client sends goes with the hash of the log with it.
func TestClientSendsHashes(t *testing.T) {
	for _, row := range []struct {
		log     string
		seat    game.Player
		request Request
		entry   string // "" if no hash goes along
	}{
		{"", game.Black, Request{Type: TypeBan, From: "E2", To: "e4"}, "e2e4"},
		{"e2e4", game.White, Request{Type: TypeMove, From: "d2", To: "d4"}, "d2d4"},
		{"e2e4", game.White, Request{Type: TypeMove, From: "a7", To: "a8", Promotion: "knight"}, "a7a8N"},
		{"e2e4", game.White, Request{Type: TypeResign}, "w#"},
		{"e2e4", game.White, Request{Type: TypeOffer}, "w="},
		{"e2e4b=", game.White, Request{Type: TypeOffer}, "w+"},
		{"e2e4b=", game.White, Request{Type: TypeAccept}, "w+"},
		{"e2e4b=", game.White, Request{Type: TypeDecline}, "w-"},
		{"e2e4", game.Black, Request{Type: TypeUndo}, "b<1"},
		{"e2e4b<1", game.White, Request{Type: TypeAcceptUndo}, "w(1)"},
		{"e2e4", game.White, Request{Type: TypeAcceptUndo}, ""},
		{"e2e4", game.White, Request{Type: TypeMove, From: "d2", To: "d2"}, ""},
		{"e2e4", game.White, Request{Type: TypeResign, Number: 1}, ""},
		{"e2e4", game.NoPlayer, Request{Type: TypeResign}, ""},
	} {
		log, err := ReadLog(testID, "", row.log)
		if err != nil {
			t.Fatal(err)
		}
		want, number := "", row.request.Number
		if row.entry != "" {
			want = log.hashWith(row.entry)
		}
		if number == 0 {
			number = log.Len() + 1
		}
		r := row.request
		(&Client{log: log, seat: row.seat}).complete(&r)
		if r.Number != number || r.Hash != want {
			t.Errorf("%s, %+v: number %d and hash %q, want %d and %q", row.log, row.request, r.Number, r.Hash, number, want)
		}
	}
}
