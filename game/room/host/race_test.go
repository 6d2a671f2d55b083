//go:build !js

package host_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
	"github.com/banchess/banchess/game/room/host"
	"github.com/banchess/banchess/game/train"
)

// racing is a message of a race.
type racing struct {
	fields
	Phase  string
	Heat   int
	Race   string
	Begins int `json:"begins_ms"`
	Ends   int `json:"ends_ms"`
	Racer  int
	Racers []struct {
		Racer, Place, Solved, Wrong, Combo int
		Name                               string
		Here, Done                         bool
	}
}

// post opens a room, and returns its id or the code of the refusal.
func post(t *testing.T, base, body string) (id string, code game.Code) {
	t.Helper()
	answer, err := http.Post(base+"rooms", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	var m fields
	if err != nil || json.Unmarshal(text, &m) != nil || strings.Contains(body, "race") && strings.Contains(string(text), "secret") {
		t.Fatalf("%s: %v", text, err)
	}
	return m.Room, m.Code
}

// told reads the last message of a race.
func (w *wire) told() (m racing) {
	w.t.Helper()
	if err := json.Unmarshal(w.last, &m); err != nil {
		w.t.Fatal(err)
	}
	return m
}

// says sends a request, and returns the answer.
func (w *wire) says(format string, values ...any) racing {
	w.t.Helper()
	w.ask(fmt.Sprintf(format, values...))
	return w.told()
}

// sees reads up to a message of which something holds.
func (w *wire) sees(what string, holds func(racing) bool) racing {
	w.t.Helper()
	for m := w.told(); ; m = w.told() {
		if holds(m) {
			return m
		}
		if w.read().Type == room.TypeFailure {
			w.t.Fatalf("%s: %s", what, w.last)
		}
	}
}

// enters comes to a race, and takes part.
func enters(t *testing.T, base, id, name string) (*wire, room.Link) {
	t.Helper()
	l := room.Link{Base: base, Room: id, Secret: room.NewSecret()}
	w, m := join(t, l)
	if m.Type != room.TypeRace || m.KeptDays != 1 || w.told().Racer != 0 {
		t.Fatalf("whoever comes hears %s", w.last)
	}
	w.says(`{"message_type":"enter","name":%q}`, name)
	return w, l
}

const someRace = "k3v9x2ab" // a race with the puzzles of the tests' page

// starts starts a heat, three seconds before now.
func (w *wire) starts(now *fakeTime, heat int) racing {
	w.t.Helper()
	m := w.says(`{"message_type":"start","heat":%d,"race":%q}`, heat, someRace)
	if m.Phase != "running" || m.Heat != heat || m.Begins != 3000 || m.Ends != 183_000 || !strings.HasPrefix(m.Race, someRace[:3]) {
		w.t.Fatalf("%s", w.last)
	}
	now.pass(room.Countdown)
	return m
}

// Two race on two servers: they begin at the same moment with the same puzzles, see each
// other's counts and the result, and race again. Whoever comes late sees the race, and takes
// part in the next one. A connection that is lost comes back into its seat.
func TestRaceOfTwo(t *testing.T) {
	j, now := &room.Memory{}, &fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	one, two := serve(t, host.Options{Journal: j, Now: now.now}), serve(t, host.Options{Journal: j, Now: now.now})
	id, _ := post(t, one.url, `{"race":true}`)
	ann, _ := enters(t, one.url, id, "  Ann ")
	if m := ann.says(`{"message_type":"start","heat":1,"race":%q}`, someRace); m.Code != room.CodeFewRacers {
		t.Errorf("alone: %s", ann.last)
	}
	ben, own := enters(t, two.url, id, "")
	m := ann.sees("both are here", func(m racing) bool { return len(m.Racers) == 2 && m.Racers[1].Here })
	if m.Phase != "lobby" || m.Racers[0].Name != "Ann" || m.Racers[1].Name != "" || ben.told().Racer != 2 {
		t.Errorf("%s\n%s", ann.last, ben.last)
	}
	if m := ann.says(`{"message_type":"count","heat":1}`); m.Code != room.CodeOutOfDate {
		t.Errorf("before the first start: %s", ann.last)
	}
	ben.sees("Ann", func(m racing) bool { return m.Racers[0].Here })
	first := ben.says(`{"message_type":"start","heat":1,"race":%q}`, someRace)
	if m := ann.says(`{"message_type":"count","heat":1,"solved":1,"combo":1}`); m.Code != room.CodeNotRacing {
		t.Errorf("before the begin: %s", ann.last)
	}
	if m := ann.says(`{"message_type":"start","heat":1,"race":%q}`, someRace); m.Race != first.Race || m.Type != room.TypeRace {
		t.Errorf("both start: %s, want %s", ann.last, first.Race)
	}
	now.pass(room.Countdown + 4*time.Second)
	ann.says(`{"message_type":"count","heat":1,"solved":2,"combo":3}`)
	ben.sees("Ann's count", func(m racing) bool {
		return m.Racers[0].Solved == 2 && m.Racers[0].Place == 1 && m.Racers[1].Place == 2
	})

	late, _ := enters(t, two.url, id, "Late")
	if m := late.told(); m.Phase != "running" || m.Racer != 3 || m.Racers[2].Place != 0 || m.Racers[0].Solved != 2 {
		t.Errorf("who is late hears %s", late.last)
	}
	if m := late.says(`{"message_type":"count","heat":1,"solved":1,"combo":1}`); m.Code != room.CodeNotRacing {
		t.Errorf("who is late: %s", late.last)
	}
	if m := late.says(`{"message_type":"start","heat":2,"race":%q}`, someRace); m.Code != room.CodeRaceGoesOn {
		t.Errorf("before the end: %s", late.last)
	}

	_ = ben.socket.CloseNow()
	ann.sees("Ben away", func(m racing) bool { return !m.Racers[1].Here })
	now.pass(20 * time.Second)
	own.Base = one.url // the other server
	ben, _ = join(t, own)
	if m := ben.told(); m.Racer != 2 || m.Begins != -24_000 {
		t.Errorf("who comes back hears %s", ben.last)
	}
	ben.says(`{"message_type":"count","heat":1,"solved":5,"wrong":1,"combo":9}`)
	ann.sees("Ben's count", func(m racing) bool { return m.Racers[1].Solved == 5 && m.Racers[1].Here })
	ben.says(`{"message_type":"count","heat":1,"solved":5,"wrong":1,"combo":9,"done":true}`)
	now.pass(3 * time.Minute)
	ann.says(`{"message_type":"count","heat":1,"solved":5,"combo":9,"done":true}`)
	for _, w := range []*wire{ann, ben, late} {
		m := w.sees("the end", func(m racing) bool { return m.Phase == "over" })
		if r := m.Racers; r[0].Place != 1 || r[1].Place != 2 || r[2].Place != 0 || !r[0].Done || !r[1].Done {
			t.Errorf("the result: %s", w.last)
		}
	}
	// The clock has jumped beyond what the other server has said of its players.
	late.says(`{"message_type":"state"}`)
	late.sees("the others here", func(m racing) bool { return m.Racers[0].Here || m.Racers[1].Here })
	second := late.starts(now, 2)
	if second.Race == first.Race || second.Racers[2].Place != 1 || second.Racers[0].Solved != 0 {
		t.Errorf("the next race: %s", late.last)
	}
}

// Ten race, an eleventh watches, and gets the seat of the one who has left and solved less.
func TestRaceOfTen(t *testing.T) {
	now := &fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Now: now.now, Limits: host.Limits{AddressRate: 1e6, Messages: 1e6}})
	id, _ := post(t, p.url, `{"race":true}`)
	var all []*wire
	for i := range room.MostRacers {
		w, _ := enters(t, p.url, id, fmt.Sprint("Racer ", i+1))
		all = append(all, w)
	}
	guest, _ := enters(t, p.url, id, "Guest")
	if m := guest.told(); m.Code != room.CodeRaceFull || m.Racer != 0 || m.Watchers != 1 {
		t.Errorf("an eleventh: %s", guest.last)
	}
	all[0].starts(now, 1)
	now.pass(10 * time.Second)
	for i, w := range all {
		w.says(`{"message_type":"count","heat":1,"solved":%d,"combo":%d,"done":true}`, i, i)
	}
	m := guest.sees("the end", func(m racing) bool { return m.Phase == "over" })
	for i, r := range m.Racers {
		if r.Solved != i || r.Place != room.MostRacers-i || r.Name != fmt.Sprint("Racer ", i+1) {
			t.Errorf("racer %d: %+v", i+1, r)
		}
	}
	_ = all[7].socket.CloseNow()
	_ = all[3].socket.CloseNow()
	guest.sees("two less", func(m racing) bool { return !m.Racers[3].Here && !m.Racers[7].Here })
	if m := guest.says(`{"message_type":"enter","name":"Guest"}`); m.Racer != 4 || m.Racers[3].Name != "Guest" || len(m.Racers) != room.MostRacers {
		t.Errorf("a seat is free: %s", guest.last)
	}
}

// Whoever never ends holds up the others no longer than the time allows.
func TestRaceEndsByTime(t *testing.T) {
	now := &fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Now: now.now})
	id, _ := post(t, p.url, `{"race":true}`)
	ann, _ := enters(t, p.url, id, "")
	ben, _ := enters(t, p.url, id, "")
	ann.sees("both", func(m racing) bool { return len(m.Racers) == 2 })
	ann.starts(now, 1)
	now.pass(train.StormTime*time.Millisecond + room.Grace - time.Millisecond)
	if m := ben.says(`{"message_type":"state"}`); m.Phase != "running" {
		t.Errorf("just before: %s", ben.last)
	}
	now.pass(time.Millisecond)
	if m := ben.says(`{"message_type":"state"}`); m.Phase != "over" {
		t.Errorf("then: %s", ben.last)
	}
	now.pass(time.Millisecond)
	if m := ann.says(`{"message_type":"count","heat":1,"solved":3,"wrong":1,"combo":3}`); m.Code != room.CodeRaceOver {
		t.Errorf("too late: %s", ann.last)
	}
	// Five in a row have given three seconds more.
	if m := ann.says(`{"message_type":"count","heat":1,"solved":3,"combo":5}`); m.Racers[0].Solved != 3 {
		t.Errorf("with a bonus: %s", ann.last)
	}
}

// What is not a count, a name or a start is refused with its code, and changes nothing.
func TestHostileRacers(t *testing.T) {
	now := &fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	p := serve(t, host.Options{Now: now.now, Limits: host.Limits{Messages: 1e6, AddressRate: 1e6}})
	id, _ := post(t, p.url, `{"race":true}`)
	ann, own := enters(t, p.url, id, "Ann")
	ben, _ := enters(t, p.url, id, "Ben")
	guest, _ := join(t, own.Watch())
	ann.sees("both", func(m racing) bool { return len(m.Racers) == 2 })
	ann.starts(now, 1)
	now.pass(10 * time.Second)
	ann.says(`{"message_type":"count","heat":1,"solved":4,"wrong":1,"combo":8}`)
	for _, row := range []struct {
		who  *wire
		text string
		code game.Code
	}{
		{ann, `{"message_type":"count","heat":1,"solved":3,"wrong":1,"combo":8}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":5,"wrong":0,"combo":8}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":5,"wrong":1,"combo":7}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":21,"wrong":1,"combo":21}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":5,"wrong":1,"combo":41}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":4,"wrong":77,"combo":8}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":4,"wrong":17,"combo":8}`, room.CodeBadCount},
		{ben, `{"message_type":"count","heat":1,"wrong":1,"combo":11}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":-9,"wrong":1,"combo":8}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":9223372036854775807,"wrong":1,"combo":9223372036854775807}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"wrong":9223372036854775807,"solved":4,"combo":9}`, room.CodeBadCount},
		{ann, `{"message_type":"count","heat":1,"solved":1e99}`, message.CodeBadField},
		{ann, `{"message_type":"count","heat":1,"solved":1.5}`, message.CodeBadField},
		{ann, `{"message_type":"count","heat":1,"racer":2,"solved":5}`, message.CodeUnknownField},
		{ann, `{"message_type":"count","heat":2,"solved":5,"wrong":1,"combo":8}`, room.CodeOutOfDate},
		{ann, `{"message_type":"count","solved":5}`, message.CodeMissingField},
		{ann, `{"message_type":"start","heat":9,"race":"k3v9x2ab"}`, room.CodeOutOfDate},
		{ann, `{"message_type":"start","heat":2,"race":"k3v9x2ab"}`, room.CodeRaceGoesOn},
		{ann, `{"message_type":"start","heat":2}`, message.CodeMissingField},
		{ann, `{"message_type":"enter","name":"` + strings.Repeat("x", room.LongestName+1) + `"}`, room.CodeBadName},
		{ann, `{"message_type":"enter","name":"` + strings.Repeat("x", 60_000) + `"}`, room.CodeBadName},
		{ann, `{"message_type":"enter","name":"a\u202eb"}`, room.CodeBadName},
		{ann, `{"message_type":"enter","name":"a\u0000b"}`, room.CodeBadName},
		{ann, `{"message_type":"enter","name":7}`, message.CodeBadField},
		{ann, `{"message_type":"enter","secret":"x"}`, message.CodeUnknownField},
		{ann, `{"message_type":"ban","from":"e2","to":"e4"}`, room.CodeOtherRoom},
		{ann, `{"message_type":"rematch"}`, room.CodeOtherRoom},
		{ann, `{"message_type":"resign"}`, room.CodeOtherRoom},
		{ann, `not JSON`, message.CodeBadJSON},
		{guest, `{"message_type":"count","heat":1,"solved":5}`, room.CodeNotSeated},
		{guest, `{"message_type":"start","heat":2,"race":"k3v9x2ab"}`, room.CodeNotSeated},
		{guest, `{"message_type":"enter"}`, room.CodeBadSecret},
	} {
		row.who.send(row.text)
		if m := row.who.until(room.TypeFailure); m.Code != row.code || m.Reason == "" {
			t.Errorf("%.90s: %.200s, want %s", row.text, row.who.last, row.code)
		}
	}
	m := ben.says(`{"message_type":"state"}`)
	if r := m.Racers[0]; r.Solved != 4 || r.Wrong != 1 || r.Combo != 8 || r.Name != "Ann" || m.Racers[1].Solved != 0 || m.Heat != 1 {
		t.Errorf("something has changed: %s", ben.last)
	}
	now.pass(time.Hour)
	ann.send(`{"message_type":"start","heat":2,"race":"../../../"}`)
	if m := ann.until(room.TypeFailure); m.Code != train.CodeBadRace {
		t.Errorf("%s", ann.last)
	}
	ann.send(`{"message_type":"start","heat":2,"race":"zzzv9x2ab"}`)
	if m := ann.until(room.TypeFailure); m.Code != train.CodeBadRace {
		t.Errorf("%s", ann.last)
	}
	ann.send(`{"message_type":"start","heat":2,"race":"zzzv9x2a"}`)
	if m := ann.until(room.TypeFailure); m.Code != train.CodeOtherPuzzles || m.Reason == "" || m.Hint == "" {
		t.Errorf("another set of puzzles: %s", ann.last)
	}
	for body, code := range map[string]game.Code{`{"race":true,"seat":"white"}`: message.CodeBadField, `{"race":true,"clock":{"base_ms":1}}`: message.CodeBadField, `{"race":1}`: message.CodeBadField} {
		if id, got := post(t, p.url, body); got != code {
			t.Errorf("%s: %s %s", body, id, got)
		}
	}
	_, black, _, _ := open(t, p.url, room.Options{})
	if m := black.says(`{"message_type":"enter"}`); m.Code != room.CodeOtherRoom {
		t.Errorf("the room of a game: %s", black.last)
	}
	if _, err := room.Join(t.Context(), own); err == nil {
		t.Error("a client of games joins a race")
	}
}

// One guest does not fill the records of a race with names: neither those of one seat, nor those
// of seats that are taken with ever other secrets. A server that starts again knows of them.
func TestNamesAreBounded(t *testing.T) {
	j, limits := &room.Memory{}, host.Limits{Messages: 1e6, AddressRate: 1e6, Connections: 1e6}
	first := serve(t, host.Options{Journal: j, Limits: limits})
	id, _ := post(t, first.url, `{"race":true}`)
	_, own := enters(t, first.url, id, "0")
	own.Base = serve(t, host.Options{Journal: j, Limits: limits}).url
	ann, _ := join(t, own)
	for n := range room.MostNames {
		m := ann.says(`{"message_type":"enter","name":"%d"}`, n)
		if m.Type != room.TypeRace || m.Racers[0].Name != fmt.Sprint(n) {
			t.Fatalf("name %d: %s", n, ann.last)
		}
	}
	if m := ann.says(`{"message_type":"enter","name":"more"}`); m.Code != room.CodeTooManyNames || m.Hint == "" {
		t.Errorf("another name: %s", ann.last)
	}
	own.Base = serve(t, host.Options{Journal: j, Limits: limits}).url
	ann, _ = join(t, own)
	if m := ann.says(`{"message_type":"enter","name":"more"}`); m.Code != room.CodeTooManyNames {
		t.Errorf("another name after a restart: %s", ann.last)
	}
}

// A race counts as a room for the limits, and a server that starts again goes on with it.
func TestRaceLimitsAndRestart(t *testing.T) {
	j, now := &room.Memory{}, &fakeTime{at: time.UnixMilli(1_700_000_000_000)}
	first := serve(t, host.Options{Journal: j, Now: now.now, Limits: host.Limits{Rooms: 6}})
	id, _ := post(t, first.url, `{"race":true}`)
	if _, code := post(t, first.url, `{}`); code != "" {
		t.Errorf("a second room: %s", code)
	}
	if _, code := post(t, first.url, `{"race":true}`); code != room.CodeTooManyRooms {
		t.Errorf("a third room: %s", code)
	}
	ann, own := enters(t, first.url, id, "Ann")
	ben, _ := enters(t, first.url, id, "Ben")
	ben.starts(now, 1)
	now.pass(5 * time.Second)
	ann.says(`{"message_type":"count","heat":1,"solved":2,"combo":2}`)
	go func() { _ = first.Drain(t.Context()) }()
	for !strings.Contains(string(ann.last), `"restart":true`) {
		ann.read()
	}
	second := serve(t, host.Options{Journal: j, Now: now.now})
	own.Base = second.url
	ann, _ = join(t, own)
	now.pass(5 * time.Second)
	m := ann.says(`{"message_type":"count","heat":1,"solved":3,"combo":3}`)
	if m.Racers[0].Solved != 3 || !m.Racers[0].Here || m.Phase != "running" {
		t.Errorf("after the restart: %s", ann.last)
	}
}
