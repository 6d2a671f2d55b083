//go:build !js

package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// backup is what nats stream backup writes: the configuration and the state of the stream, and
// its records.
type backup struct {
	about   server.JSApiStreamRestoreRequest
	records []byte
}

const chunk = 1024 // bytes that are sent at a time

// answerOf asks the server a question of its API, and decodes the answer.
func answerOf(t *testing.T, c *nats.Conn, subject string, question, answer any) {
	t.Helper()
	text, ok := question.([]byte)
	if !ok {
		var err error
		if text, err = json.Marshal(question); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), startTime)
	defer cancel()
	m, err := c.RequestWithContext(ctx, subject, text)
	if err != nil {
		t.Fatalf("%s: %v", subject, err)
	}
	if len(m.Data) == 0 {
		return
	}
	var failed server.ApiResponse
	if err := json.Unmarshal(m.Data, &failed); err != nil || failed.Error != nil {
		t.Fatalf("%s: %s, %v", subject, m.Data, err)
	}
	if err := json.Unmarshal(m.Data, answer); err != nil {
		t.Fatal(err)
	}
}

// backUp does what nats stream backup does.
func backUp(t *testing.T, c *nats.Conn) (b backup) {
	t.Helper()
	chunks, err := c.SubscribeSync(c.NewInbox())
	if err != nil {
		t.Fatal(err)
	}
	var about server.JSApiStreamSnapshotResponse
	answerOf(t, c, fmt.Sprintf(server.JSApiStreamSnapshotT, Stream), server.JSApiStreamSnapshotRequest{DeliverSubject: chunks.Subject, ChunkSize: chunk}, &about)
	b.about = server.JSApiStreamRestoreRequest{Config: *about.Config, State: *about.State}
	for {
		m, err := chunks.NextMsg(startTime)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Data) == 0 {
			if len(b.records) <= chunk {
				t.Error("the backup is a single chunk")
			}
			return b
		}
		b.records = append(b.records, m.Data...)
		if m.Reply != "" {
			if err := m.Respond(nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// restore does what nats stream restore does.
func (b backup) restore(t *testing.T, c *nats.Conn) {
	t.Helper()
	var to server.JSApiStreamRestoreResponse
	answerOf(t, c, fmt.Sprintf(server.JSApiStreamRestoreT, Stream), b.about, &to)
	for r := bytes.NewBuffer(b.records); r.Len() > 0; {
		answerOf(t, c, to.DeliverSubject, r.Next(chunk), &server.ApiResponse{})
	}
	var made server.JSApiStreamCreateResponse
	answerOf(t, c, to.DeliverSubject, []byte{}, &made)
	if made.StreamInfo == nil || made.State.Msgs != b.about.State.Msgs {
		t.Fatalf("restored is %+v", made)
	}
}

// startAlone starts a NATS server, and returns it and a connection.
func startAlone(t *testing.T) (*server.Server, *nats.Conn) {
	t.Helper()
	return startIn(t, t.TempDir())
}

func startIn(t *testing.T, dir string) (*server.Server, *nats.Conn) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Port: server.RANDOM_PORT, Host: "127.0.0.1", JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(startTime) {
		t.Fatal("NATS does not start")
	}
	c, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return s, c
}

// hostAt serves the rooms of a NATS server, and returns the address.
func hostAt(t *testing.T, s *server.Server) string {
	t.Helper()
	j, err := Connect(t.Context(), s.ClientURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(host.Options{Journal: j})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(h.Handler(http.NotFoundHandler()))
	t.Cleanup(func() {
		_ = h.Drain(context.Background())
		web.Close()
		_ = j.Close()
	})
	return web.URL + "/"
}

// A stream that was backed up while its games went on, by the calls that NATS's own command
// makes, is restored to a server that has nothing, and the games go on from there with the
// same links.
func TestBackup(t *testing.T) {
	first, toFirst := startAlone(t)
	var links [20][2]room.Link // so that there is more than one chunk
	play := func(l room.Link, action string) string {
		t.Helper()
		c, err := room.Join(t.Context(), l)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.Act(t.Context(), game.MustParseAction(action)); err != nil {
			t.Fatal(err)
		}
		return c.Log().Text()
	}
	base := hostAt(t, first)
	for i := range links {
		black, white, err := room.Open(t.Context(), base, room.Options{Seat: game.Black})
		if err != nil {
			t.Fatal(err)
		}
		links[i] = [2]room.Link{black, white.WithSecret()}
		play(black, "b:e2e4")
		play(links[i][1], "m:d2d4")
	}
	b := backUp(t, toFirst)
	play(links[0][1], "b:e7e5") // which is not in the backup
	first.Shutdown()
	first.WaitForShutdown()

	second, toSecond := startAlone(t)
	b.restore(t, toSecond)
	base = hostAt(t, second)
	for _, l := range links {
		black, white := l[0], l[1]
		black.Base, white.Base = base, base
		if got := play(white, "b:a7a6"); got != "e2e4d2d4a7a6" {
			t.Errorf("after the ban the log is %s", got)
		}
		if got := play(black, "m:e7e5"); got != "e2e4d2d4a7a6e7e5" {
			t.Errorf("after the move the log is %s", got)
		}
	}
}

// A room of a folder is deleted by NATS's own server and the call that its command makes.
func TestDeletedByRequest(t *testing.T) {
	dir := t.TempDir()
	j := start(t, dir)
	for _, id := range []string{"a", "b"} {
		if _, err := j.Append(t.Context(), id, 0, []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	s, c := startIn(t, dir)
	answer, err := c.Request("$JS.API.STREAM.PURGE."+Stream, []byte(`{"filter":"banchess.room.a"}`), startTime)
	if err != nil || !strings.Contains(string(answer.Data), `"success":true`) {
		t.Fatalf("%v: %+v", err, answer)
	}
	s.Shutdown()
	s.WaitForShutdown()
	j = start(t, dir)
	defer j.Close()
	if a, b := text(t, j, "a"), text(t, j, "b"); a != "" || b != "1 " {
		t.Errorf("kept %q and %q", a, b)
	}
}
