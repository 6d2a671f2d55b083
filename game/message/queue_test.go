package message_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
)

// serve runs Serve over text and returns its reply lines.
func serve(t *testing.T, engine message.Engine, in string) []string {
	t.Helper()
	var out strings.Builder
	if err := message.Serve(t.Context(), strings.NewReader(in), &out, message.NewSession(engine, time.Now)); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// TestOneLineOneReply sends good, bad and blank lines, with every line end.
func TestOneLineOneReply(t *testing.T) {
	in := "{\"id\":1,\"message_type\":\"state\"}\r\n" +
		"\n  \t\r\n" +
		"rubbish\n" +
		"{\"message_type\":\"state\",\"id\":\"" + strings.Repeat("x", 3*message.MaxMessage) + "\"}\n" +
		"{\"id\":2,\"message_type\":\"ban\",\"from\":\"E2\",\"to\":\"E4\"}\n" +
		"{\"id\":3,\"message_type\":\"state\"}" // no line end
	want := []string{`"id":1,`, `bad_json`, `message_too_long`, `"id":2,`, `"id":3,`}
	got := serve(t, nil, in)
	if len(got) != len(want) {
		t.Fatalf("%d replies: %q", len(got), got)
	}
	for i, w := range want {
		if !strings.Contains(got[i], w) {
			t.Errorf("reply %d is %.200s, want %s in it", i, got[i], w)
		}
		if err := validate("reply", []byte(got[i])); err != nil {
			t.Error(err)
		}
	}
}

// TestBound sends the longest message that is taken, and one a byte longer.
func TestBound(t *testing.T) {
	line := func(n int) string {
		s := `{"message_type":"state"}`
		return s + strings.Repeat(" ", n-len(s)) + "\r\n"
	}
	got := serve(t, nil, line(message.MaxMessage)+line(message.MaxMessage+1))
	if len(got) != 2 || !strings.Contains(got[0], `"message_type":"state"`) || !strings.Contains(got[1], "message_too_long") {
		t.Errorf("%.100q", got)
	}
}

// TestStop thinks without end until stop, and hears it after other messages.
func TestStop(t *testing.T) {
	got := serve(t, fake{wait: true}, `{"id":1,"message_type":"best_action"}
{"id":2,"message_type":"state"}
{"id":3,"message_type":"best_action"}
{"id":4,"message_type":"stop"}
{"id":5,"message_type":"ban","from":"e2","to":"e4"}`)
	want := []string{`{"message_type":"best_action","id":1,`, `{"message_type":"state","id":2,`, `{"message_type":"best_action","id":3,`,
		`{"message_type":"stopped","id":4,`, `{"message_type":"next_legal_moveset","id":5,`}
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("reply %d: %.100s", i, got[i])
		}
	}
}

// TestInterrupt ends the context while the engine thinks and the input stays open.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	read, out := io.Pipe()
	defer feed.Close()
	done := make(chan error, 1)
	go func() {
		done <- message.Serve(ctx, in, out, message.NewSession(fake{wait: true}, time.Now))
		out.Close()
	}()
	fmt.Fprintln(feed, `{"message_type":"state"}`)
	replies := bufio.NewScanner(read)
	if !replies.Scan() {
		t.Fatal("no reply to state")
	}
	fmt.Fprintln(feed, `{"message_type":"best_action"}`)
	cancel()
	for replies.Scan() {
		if err := validate("reply", replies.Bytes()); err != nil {
			t.Error(err)
		}
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Serve returned %v", err)
	}
}

// TestWriteError stops serving when nobody reads.
func TestWriteError(t *testing.T) {
	read, out := io.Pipe()
	read.Close()
	err := message.Serve(t.Context(), strings.NewReader("{}\n{}\n"), out, message.NewSession(nil, time.Now))
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Serve returned %v", err)
	}
}

func TestQueueIsBounded(t *testing.T) {
	replies := 0
	q := message.NewQueue(t.Context(), message.NewSession(fake{wait: true}, time.Now), func([]byte) { replies++ })
	sent := 0
	var err error
	for ; err == nil; sent++ {
		err = q.Send([]byte(`{"message_type":"best_action"}`))
	}
	if code := game.CodeOf(err); code != message.CodeBusy || sent < 256 {
		t.Errorf("after %d messages: %v", sent, err)
	}
	if err := q.Send([]byte(`{"message_type":"stop"}`)); game.CodeOf(err) != message.CodeBusy { // and yet the searches end
		t.Errorf("stop after a full queue: %v", err)
	}
	q.Close()
	if replies != sent-1 {
		t.Errorf("%d replies to %d messages", replies, sent-1)
	}
	if err := q.Send([]byte("{}")); game.CodeOf(err) != message.CodeClosed {
		t.Errorf("after Close: %v", err)
	}
}
