//go:build !js

package host_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
)

// schema is that of the messages of rooms.
var schema = sync.OnceValue(func() map[string]*jsonschema.Schema {
	const base = "https://raw.githubusercontent.com/banchess/banchess/main/game/"
	c := jsonschema.NewCompiler()
	for name, text := range map[string]string{"message/schema.json": message.Schema(), "room/schema.json": room.Schema()} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			panic(err)
		}
		if err := c.AddResource(base+name, doc); err != nil {
			panic(err)
		}
	}
	parts := map[string]*jsonschema.Schema{}
	for _, part := range []string{"request", "reply"} {
		parts[part] = c.MustCompile(base + "room/schema.json#/$defs/" + part)
	}
	return parts
})

func validate(t *testing.T, part string, text []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = schema()[part].Validate(v)
	}
	if err != nil {
		t.Errorf("%s is no %s: %v", text, part, err)
	}
}

// place is a server of rooms.
type place struct {
	*host.Host
	url     string
	log     *bytes.Buffer
	metrics *prometheus.Registry
}

// serve starts a server for a test, whose log must hold no secret.
func serve(t *testing.T, o host.Options) *place {
	t.Helper()
	if o.Journal == nil {
		o.Journal = &room.Memory{}
	}
	log := &bytes.Buffer{}
	var mu sync.Mutex
	o.Log = slog.New(slog.NewTextHandler(locked{&mu, log}, nil))
	metrics := prometheus.NewRegistry()
	o.Metrics = metrics
	h, err := host.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h.Handler(nil404))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := h.Drain(ctx); err != nil {
			t.Errorf("drain: %v", err)
		}
		s.Close()
		if strings.Contains(log.String(), "fault") {
			t.Errorf("%s", log)
		}
	})
	return &place{h, s.URL + "/", log, metrics}
}

// patience is the time after which a test has failed.
const patience = 20 * time.Second

// wire is a connection whose messages a test reads one by one.
type wire struct {
	t      *testing.T
	socket *websocket.Conn
	last   []byte
}

// fields are those of a message that tests look at.
type fields struct {
	room.Message
	Room    string
	Ply     int
	Phase   string
	Victor  string
	Undo    *struct{ Actions int } `json:"undo_offer"`
	Draw    string                 `json:"draw_offer"`
	History []string
}

func dial(t *testing.T, l room.Link) *wire {
	t.Helper()
	address, err := room.Rooms(l.Base)
	if err != nil {
		t.Fatal(err)
	}
	socket, _, err := websocket.Dial(t.Context(), address+"/"+l.Room, nil)
	if err != nil {
		t.Fatal(err)
	}
	socket.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = socket.CloseNow() })
	return &wire{t: t, socket: socket}
}

func (w *wire) send(text string) {
	w.t.Helper()
	if err := w.socket.Write(w.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) read() (m fields) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	_, text, err := w.socket.Read(ctx)
	if err != nil {
		w.t.Fatalf("%v; the last message was %s", err, w.last)
	}
	w.last = text
	validate(w.t, "reply", text)
	if err := json.Unmarshal(text, &m); err != nil {
		w.t.Fatal(err)
	}
	return m
}

// until reads messages up to one of a type.
func (w *wire) until(kind string) fields {
	w.t.Helper()
	for {
		if m := w.read(); m.Type == kind {
			return m
		}
	}
}

// ask sends a request, which the schema has, and reads up to its answer.
func (w *wire) ask(text string) fields {
	w.t.Helper()
	text = strings.TrimSuffix(text, "}") + `,"id":"q"}`
	validate(w.t, "request", []byte(text))
	w.send(text)
	for {
		if m := w.read(); string(m.ID) == `"q"` {
			return m
		}
	}
}

// join joins, and returns the state.
func join(t *testing.T, l room.Link) (*wire, fields) {
	t.Helper()
	w := dial(t, l)
	text, err := json.Marshal(map[string]string{"message_type": "join", "secret": l.Secret, "invitation": l.Invitation})
	if err != nil {
		t.Fatal(err)
	}
	w.send(strings.NewReplacer(`"invitation":"",`, "", `,"secret":""`, "").Replace(string(text)))
	return w, w.read()
}

// open opens a room, and seats both players.
func open(t *testing.T, base string, wish room.Options) (white, black *wire, own, guest room.Link) {
	t.Helper()
	wish.Seat = game.White
	own, guest, err := room.Open(t.Context(), base, wish)
	if err != nil {
		t.Fatal(err)
	}
	guest.Secret = room.NewSecret()
	white, state := join(t, own)
	if state.Type != room.TypeState || state.Seat != "white" || state.Seats["black"] != "open" {
		t.Fatalf("White hears %s", white.last)
	}
	black, state = join(t, guest)
	if state.Type != room.TypeState || state.Seat != "black" || state.Seats["white"] != "here" {
		t.Fatalf("Black hears %s", black.last)
	}
	guest.Invitation = ""
	return white, black, own, guest
}

// request returns the request of an action.
func request(a game.Action) string {
	kind, promotion := room.TypeMove, ""
	if a.IsBan() {
		kind = room.TypeBan
	} else if a.Promotion() != game.NoRole {
		promotion = `,"promotion":"` + a.Promotion().String() + `"`
	}
	return `{"message_type":"` + kind + `","from":"` + a.Pair().From().String() + `","to":"` + a.Pair().To().String() + `"` + promotion + `}`
}

// mate is a game that ends with checkmate by ban.
const mate = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

// Two players play a game to its end while somebody watches, and all see the same.
func TestGame(t *testing.T) {
	p := serve(t, host.Options{})
	white, black, own, guest := open(t, p.url, room.Options{})
	watcher, state := join(t, own.Watch())
	if state.Seat != "" || state.Watchers != 1 || state.Seats["white"] != "here" || state.Seats["black"] != "here" {
		t.Fatalf("the watcher hears %s", watcher.last)
	}
	for m := white.until(room.TypeRoom); m.Watchers != 1; m = white.until(room.TypeRoom) {
		// The first are about Black.
	}
	local, err := room.NewLog(own.Room, "")
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.FieldsSeq(mate) {
		a := game.MustParseAction(text)
		active, other := white, black
		if local.Game().ActivePlayer() == game.Black {
			active, other = black, white
		}
		if err := local.Add(room.EntryOf(a)); err != nil {
			t.Fatal(err)
		}
		answer := active.ask(request(a))
		for answer.Number != local.Len() {
			answer = active.read()
		}
		for _, m := range []fields{answer, heard(other, local.Len()), heard(watcher, local.Len())} {
			if m.Hash != local.Hash() || m.Entry != room.EntryOf(a) || m.Ply != int(local.Game().Ply()) {
				t.Fatalf("after %s: %+v", text, m)
			}
		}
	}
	var m fields
	if err := json.Unmarshal(watcher.last, &m); err != nil || m.Type != room.TypeGameEnd || m.Victor != "white" || m.Reason != "checkmate_by_ban" {
		t.Errorf("the end: %s", watcher.last)
	}
	back, state := join(t, guest)
	if state.Log != local.Text() || state.Seat != "black" || state.KeptDays != 30 || len(state.History) != local.Len() {
		t.Errorf("who comes back hears %s", back.last)
	}
	for _, secret := range []string{own.Secret, guest.Secret, guest.Invitation} {
		if secret != "" && (strings.Contains(p.log.String(), secret) || bytes.Contains(watcher.last, []byte(secret))) {
			t.Errorf("a secret is told: %s\n%s", p.log, watcher.last)
		}
	}
	if strings.Contains(p.log.String(), own.Room) {
		t.Errorf("the log has the link of a room: %s", p.log)
	}
}

// heard reads up to the message about an entry.
func heard(w *wire, number int) fields {
	w.t.Helper()
	for {
		if m := w.read(); m.Number == number && m.Type != room.TypeRoom {
			return m
		}
	}
}

func TestOffers(t *testing.T) {
	p := serve(t, host.Options{})
	white, black, own, guest := open(t, p.url, room.Options{})
	for _, step := range []struct {
		who  *wire
		says string
		kind string
		code game.Code
		log  string
	}{
		{white, `{"message_type":"ban","from":"e2","to":"e4"}`, "failure", room.CodeNotYourTurn, ""},
		{black, `{"message_type":"ban","from":"E2","to":"E4"}`, "next_legal_moveset", "", "e2e4"},
		{black, `{"message_type":"undo"}`, "undo_offered", "", "e2e4b<1"},
		{black, `{"message_type":"accept_undo"}`, "failure", room.CodeNoOffer, ""},
		{white, `{"message_type":"offer_draw"}`, "failure", room.CodeOpenOffer, ""},
		{white, `{"message_type":"accept_draw"}`, "failure", room.CodeNoOffer, ""},
		{white, `{"message_type":"accept_undo"}`, "next_legal_banset", "", "e2e4b<1w(1)"},
		{black, `{"message_type":"undo","actions":1}`, "failure", room.CodeBadTakeback, ""},
		{black, `{"message_type":"ban","from":"d2","to":"d4","number":3}`, "failure", room.CodeOutOfDate, ""},
		{black, `{"message_type":"ban","from":"d2","to":"d4","number":4,"hash":"x"}`, "failure", game.CodeDesync, ""},
		{black, `{"message_type":"ban","from":"d2","to":"d5","number":4}`, "failure", game.CodeIllegalBan, ""},
		{black, `{"message_type":"ban","from":"d2","to":"d4","number":4}`, "next_legal_moveset", "", "e2e4b<1w(1)d2d4"},
		{black, `{"message_type":"ban","from":"d2","to":"d4","number":4}`, "state", "", "e2e4b<1w(1)d2d4"}, // sent twice, kept once
		{white, `{"message_type":"piece_move","from":"d2","to":"d4"}`, "failure", game.CodeBanned, ""},
		{white, `{"message_type":"offer_draw"}`, "draw_offered", "", "e2e4b<1w(1)d2d4w="},
		{black, `{"message_type":"decline"}`, "offer_declined", "", "e2e4b<1w(1)d2d4w=b-"},
		{white, `{"message_type":"rematch"}`, "failure", room.CodeGameGoesOn, ""},
		{white, `{"message_type":"offer_draw"}`, "draw_offered", "", "e2e4b<1w(1)d2d4w=b-w="},
		{black, `{"message_type":"offer_draw"}`, "game_end", "", "e2e4b<1w(1)d2d4w=b-w=b+"},
		{black, `{"message_type":"offer_draw","number":9}`, "failure", game.CodeGameOver, ""},
		{black, `{"message_type":"offer_draw","number":8}`, "state", "", ""}, // sent again
		{white, `{"message_type":"resign"}`, "failure", game.CodeGameOver, ""},
		{white, `{"message_type":"decline"}`, "failure", game.CodeGameOver, ""},
		{white, `{"message_type":"rematch"}`, "room", "", ""},
		{black, `{"message_type":"decline","number":9}`, "room", "", ""},
		{black, `{"message_type":"decline","number":9}`, "state", "", ""}, // sent again
		{white, `{"message_type":"decline"}`, "failure", game.CodeGameOver, ""},
		{black, `{"message_type":"rematch"}`, "room", "", ""},
		{white, `{"message_type":"rematch"}`, "room", "", ""},
	} {
		m := step.who.ask(step.says)
		if m.Type != step.kind || m.Code != step.code {
			t.Fatalf("%s: %s", step.says, step.who.last)
		}
		if state := step.who.ask(`{"message_type":"state"}`); step.log != "" && state.Log != step.log {
			t.Fatalf("%s: the log is %s", step.says, state.Log)
		}
	}
	next := white.ask(`{"message_type":"state"}`).Next
	if !room.IsSecret(next) {
		t.Fatalf("no rematch: %s", white.last)
	}
	own.Room, guest.Room = next, next
	if _, state := join(t, own); state.Seat != "black" || state.Log != "" {
		t.Errorf("White of the first game gets %+v", state)
	}
	if _, state := join(t, guest); state.Seat != "white" {
		t.Errorf("Black of the first game gets %+v", state)
	}
}

func TestPromotion(t *testing.T) {
	p := serve(t, host.Options{})
	white, black, own, _ := open(t, p.url, room.Options{FEN: "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"})
	if m := white.ask(`{"message_type":"piece_promotion_choice","piece_choice":"queen"}`); m.Code != message.CodeNoPromotion {
		t.Errorf("%s", white.last)
	}
	if m := white.ask(`{"message_type":"piece_move","from":"A7","to":"A8"}`); m.Type != room.TypePrompt || m.Number != 0 {
		t.Errorf("%s", white.last)
	}
	// The connection is lost before the choice, and again before its answer.
	white, _ = join(t, own)
	if m := white.ask(`{"message_type":"piece_promotion_choice","piece_choice":"knight"}`); m.Entry != "a7a8N" {
		t.Errorf("%s", white.last)
	}
	white, _ = join(t, own)
	if m := white.ask(`{"message_type":"piece_promotion_choice","piece_choice":"knight"}`); m.Type != room.TypeState || m.Log != "a7a8N" {
		t.Errorf("%s", white.last)
	}
	for _, w := range []*wire{white, black} {
		if m := w.ask(`{"message_type":"piece_promotion_choice","piece_choice":"queen"}`); m.Code != message.CodeNoPromotion {
			t.Errorf("%s", w.last)
		}
	}
}

// A room keeps the position as it was read, not the text that was sent.
func TestStartIsKeptAsRead(t *testing.T) {
	j := &room.Memory{}
	p := serve(t, host.Options{Journal: j})
	const fen = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"
	own, _, err := room.Open(t.Context(), p.url, room.Options{FEN: "  " + strings.ReplaceAll(fen, " ", "   ") + " "})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := j.Read(t.Context(), own.Room, 0)
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	if r, err := room.DecodeRecord(kept[0].Text); err != nil || r.Room.FEN != fen {
		t.Errorf("%+v, %v", r.Room, err)
	}
}
