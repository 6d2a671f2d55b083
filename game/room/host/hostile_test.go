//go:build !js

package host_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

var nil404 = http.NotFoundHandler()

// locked is a writer for several goroutines.
type locked struct {
	mu *sync.Mutex
	io.Writer
}

func (l locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Writer.Write(p)
}

// Every message that is no request is refused with its code, and the game goes on.
func TestRefusals(t *testing.T) {
	p := serve(t, host.Options{Limits: host.Limits{Messages: 1000, AddressRate: 1000}})
	_, black, own, _ := open(t, p.url, room.Options{})
	watcher, _ := join(t, own.Watch())
	for text, code := range map[string]game.Code{
		``: message.CodeBadJSON, `{`: message.CodeBadJSON, `[]`: message.CodeBadJSON, `{} {}`: message.CodeBadJSON, `null`: message.CodeBadJSON, "\xff": message.CodeBadJSON,
		`{"message_type":"junk"}`: message.CodeUnknownMessage, `{"message_type":7}`: message.CodeBadField, `{"message_type":"state","x":1}`: message.CodeUnknownField,
		`{"message_type":"state","from":"e2"}`: message.CodeUnknownField, `{"message_type":"ban","from":"e2"}`: message.CodeMissingField, `{"message_type":"ban","from":"e2","to":"z9"}`: message.CodeBadField,
		`{"message_type":"ban","from":"e2","to":"e4","number":"1"}`: message.CodeBadField, `{"message_type":"ban","from":"e2","to":"e4","number":-1}`: room.CodeOutOfDate, `{"message_type":"ban","from":"e2","to":"e4","number":99}`: room.CodeOutOfDate,
		`{"message_type":"piece_move","from":"e2","to":"e4"}`: game.CodeWrongPhase, `{"message_type":"piece_move","from":"e2","to":"e4","promotion":"king"}`: message.CodeBadField,
		`{"message_type":"ban","from":"e2","to":"e2"}`: game.CodeBadAction, `{"message_type":"state","id":[]}`: message.CodeBadField, `{"message_type":"undo","actions":-5}`: room.CodeBadTakeback, `{"message_type":"undo","actions":99999}`: room.CodeBadLog,
		`{"message_type":"join"}`: room.CodeNotJoined, `{"message_type":"new_game"}`: message.CodeUnknownMessage, `{"message_type":"best_action"}`: message.CodeUnknownMessage,
	} {
		black.send(text)
		if m := black.until(room.TypeFailure); m.Code != code || m.Reason == "" {
			t.Errorf("%s: %s, want %s", text, black.last, code)
		}
	}
	for _, kind := range []string{`"ban","from":"e2","to":"e4"`, `"resign"`, `"offer_draw"`, `"undo"`, `"rematch"`, `"decline"`} {
		if m := watcher.ask(`{"message_type":` + kind + `}`); m.Code != room.CodeNotSeated {
			t.Errorf("a watcher sends %s: %s", kind, watcher.last)
		}
	}
	if m := black.ask(`{"message_type":"ban","from":"e2","to":"e4"}`); m.Number != 1 {
		t.Errorf("the game does not go on: %s", black.last)
	}
}

// Seats cannot be had by guessing, nor by what is known to others.
func TestStrangers(t *testing.T) {
	p := serve(t, host.Options{Limits: host.Limits{AddressRate: 1e6}})
	for _, o := range []room.Options{{Base: -time.Minute}, {Increment: time.Second}, {Base: time.Microsecond}} {
		if _, _, err := room.Open(t.Context(), p.url, o); game.CodeOf(err) != "bad_clock" || !strings.Contains(err.Error(), "base_ms of 1 ms to") {
			t.Errorf("%+v opens a room: %v", o, err)
		}
	}
	if _, err := host.New(host.Options{}); err == nil {
		t.Error("a host has no journal")
	}
	own, guest, err := room.Open(t.Context(), p.url, room.Options{Seat: game.White})
	if err != nil {
		t.Fatal(err)
	}
	used := guest
	used.Secret = room.NewSecret()
	join(t, used)
	for i := range 50 {
		l := own
		l.Secret = room.NewSecret()
		if i%2 == 0 {
			l.Invitation = guest.Invitation // which is used
		}
		w, m := join(t, l)
		if m.Code != room.CodeBadSecret {
			t.Fatalf("%s", w.last)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, _, err := w.socket.Read(ctx)
		cancel()
		if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
			t.Errorf("then %v", err)
		}
	}
	for l, code := range map[room.Link]game.Code{
		{Base: p.url, Room: room.NewSecret()}:                              room.CodeNoRoom,
		{Base: p.url, Room: "../../healthz"}:                               room.CodeNoRoom,
		{Base: p.url, Room: own.Room, Secret: "x"}:                         room.CodeBadSecret,
		{Base: p.url, Room: own.Room, Secret: guest.Invitation}:            room.CodeBadSecret,
		{Base: p.url, Room: own.Room, Secret: strings.ToUpper(own.Secret)}: room.CodeBadSecret,
	} {
		if _, err := room.Join(t.Context(), l); game.CodeOf(err) != code {
			t.Errorf("%v: %v", l, err)
		}
	}
}

// A seat is not lost with the answer to whoever took it.
func TestLostAnswerOfJoin(t *testing.T) {
	p := serve(t, host.Options{})
	_, guest, err := room.Open(t.Context(), p.url, room.Options{Seat: game.White})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []room.Link{guest, {Base: p.url, Room: guest.Room}} {
		if with := l.WithSecret(); with.WithSecret() != with || (with.Secret != "") != (l.Invitation != "") {
			t.Errorf("%v becomes %v", l, with)
		}
	}
	guest = guest.WithSecret()
	join(t, guest) // and the answer is lost
	if l, err := room.ParseLink(guest.String()); err != nil || l != guest {
		t.Errorf("%v, %v", l, err)
	}
	client, err := room.Join(t.Context(), guest)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if client.Seat() != game.Black {
		t.Errorf("the seat is that of %v", client.Seat())
	}
}

func TestOrigins(t *testing.T) {
	p := serve(t, host.Options{Origins: []string{"https://friend.example"}})
	for origin, want := range map[string]int{"": 201, strings.TrimSuffix(p.url, "/"): 201, "https://friend.example": 201, "https://evil.example": 403, "null": 403, "https://friend.example.evil.example": 403} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"rooms", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("origin %q: %s", origin, answer.Status)
		}
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodOptions} {
			r.Method, r.Body = method, http.NoBody
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			shown := answer.Header.Get("Access-Control-Allow-Origin")
			if isShown := origin != "" && shown == origin; isShown != (origin != "" && want == 201) || answer.Header.Get("Vary") != "Origin" {
				t.Errorf("%s for origin %q: the headers are %v", method, origin, answer.Header)
			}
		}
		_, answer, _ = websocket.Dial(t.Context(), p.url+"rooms/"+room.NewSecret(), &websocket.DialOptions{HTTPHeader: r.Header})
		if isIn := answer != nil && answer.StatusCode == http.StatusSwitchingProtocols; isIn != (want == 201) {
			t.Errorf("a WebSocket of origin %q: %v", origin, answer)
		}
	}
	for body, code := range map[string]string{"": "bad_json", "[]": "bad_json", "null": "bad_json", `{"seat":"white"} {}`: "bad_json", `{"x":1}`: "unknown_field", `{"seat":1}`: "bad_field", `{"seat":"red"}`: "bad_player", `{"fen":"x"}`: "bad_fen", `{"clock":{"base_ms":0}}`: "bad_clock", `{"clock":{"base_ms":99999999999}}`: "bad_clock", strings.Repeat(" ", 70_000) + "{}": "message_too_long"} {
		answer, err := http.Post(p.url+"rooms", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != 400 || !strings.Contains(string(text), `"code":"`+code+`"`) {
			t.Errorf("%.60q: %s %s", body, answer.Status, text)
		}
	}
}

// The log says once a minute how a proxy in front is set up wrong.
func TestHintsOfAProxy(t *testing.T) {
	for _, row := range []struct {
		trusts       bool
		header, text string
		hint         string
	}{
		{false, "X-Forwarded-For", "192.0.2.1", "without --trust-proxy"},
		{true, "X-Forwarded-For", "192.0.2.1", ""},
		{true, "X-Forwarded-For", "unknown", "no address in X-Forwarded-For"},
		{true, "X-Other", "", "no address in X-Forwarded-For"},
		{false, "X-Other", "", ""},
		{false, "Origin", "https://chess.example:8443", "pass on the Host"},
	} {
		p := serve(t, host.Options{TrustProxy: row.trusts})
		for range 2 {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"rooms", strings.NewReader("[]"))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set(row.header, row.text)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
		}
		said := p.log.String()
		if n := strings.Count(said, "level=WARN"); !strings.Contains(said, row.hint) || (row.hint != "") != (n == 1) {
			t.Errorf("%s %q is logged as %q", row.header, row.text, said)
		}
	}
}

func TestLimits(t *testing.T) {
	p := serve(t, host.Options{TrustProxy: true, Limits: host.Limits{Messages: 2, Connections: 3, Rooms: 6, RoomsInAll: 4, Waiting: 16}})
	from := func(address string) http.Header {
		return http.Header{"X-Forwarded-For": {"198.51.100.9, " + address}}
	}
	post := func(address string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"rooms", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = from(address)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(text), `"code":"`)
		code, _, _ = strings.Cut(code, `"`)
		return code
	}
	// Two rooms at once for an address, whose network counts as one.
	for _, c := range [][2]string{{"2001:db8::1", ""}, {"2001:db8::2", ""}, {"2001:db8::3", "too_many_rooms"}, {"2001:db8:1::1", ""}, {"192.0.2.1", ""}, {"192.0.2.1", "server_full"}, {"192.0.2.1", "too_many_rooms"}, {"192.0.2.2", "server_full"}} {
		if got := post(c[0]); got != c[1] {
			t.Errorf("a room for %s: %q, want %q", c[0], got, c[1])
		}
	}
	// A rematch opens a room too.
	q := serve(t, host.Options{Limits: host.Limits{Rooms: 3}})
	white, black, _, _ := open(t, q.url, room.Options{})
	white.ask(`{"message_type":"resign"}`)
	white.ask(`{"message_type":"rematch"}`)
	if m := black.ask(`{"message_type":"rematch"}`); m.Code != room.CodeTooManyRooms {
		t.Errorf("a second room: %s", black.last)
	}
	var all []*websocket.Conn
	for i := range 4 {
		socket, answer, err := websocket.Dial(t.Context(), p.url+"rooms/"+room.NewSecret(), &websocket.DialOptions{HTTPHeader: from("192.0.2.7")})
		if i == 3 {
			if err == nil || answer.StatusCode != http.StatusTooManyRequests {
				t.Errorf("a fourth connection: %v", answer)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, socket)
	}
	for _, socket := range all {
		_ = socket.CloseNow()
	}
}

// A client that sends without end, or more in one message than it may, is closed; one that
// does not read is closed too, while the game beside it goes on.
func TestFlood(t *testing.T) {
	p := serve(t, host.Options{Limits: host.Limits{Messages: 5, Waiting: 8}})
	_, black, own, _ := open(t, p.url, room.Options{})
	long, _ := join(t, own.Watch())
	long.send(`{"message_type":"state","id":"` + strings.Repeat("x", message.MaxMessage) + `"}`)
	ended(t, long, websocket.StatusMessageTooBig)
	many, _ := join(t, own.Watch())
	go func() {
		for many.socket.Write(context.Background(), websocket.MessageText, []byte(`{"message_type":"state"}`)) == nil {
		}
	}()
	ended(t, many, websocket.StatusPolicyViolation)
	if m := black.ask(`{"message_type":"ban","from":"e2","to":"e4"}`); m.Number != 1 {
		t.Errorf("the game does not go on: %s", black.last)
	}
}

// ended reads until the connection is closed with a status, or is broken by then.
func ended(t *testing.T, w *wire, status websocket.StatusCode) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		if _, _, err := w.socket.Read(ctx); err != nil {
			if got := websocket.CloseStatus(err); got != status && (got != -1 || ctx.Err() != nil) {
				t.Errorf("closed with %v, want %v", err, status)
			}
			return
		}
	}
}
