package room

import (
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// story is the records of a room, which a test adds at times of its own.
type story struct {
	t       *testing.T
	state   *State
	records []Record
	now     time.Time
}

var (
	white, black, invitation = NewSecret(), NewSecret(), NewSecret()
	began                    = time.UnixMilli(1_700_000_000_000)
)

func newStory(t *testing.T, base, increment time.Duration) *story {
	s := &story{t, &State{}, nil, began}
	s.add(Record{Kind: KindOpen, Room: &Terms{
		ID: testID, Base: Milliseconds(base.Milliseconds()), Increment: Milliseconds(increment.Milliseconds()),
		Seats: [2]Ticket{{Key: KeyOf(white)}, {Invitation: KeyOf(invitation)}},
	}})
	return s
}

func (s *story) try(r Record) error {
	r.Number, r.At = s.state.Number+1, s.now.UnixMilli()
	err := s.state.Apply(r)
	if err == nil {
		s.records = append(s.records, r)
	}
	return err
}

func (s *story) add(r Record) {
	s.t.Helper()
	if err := s.try(r); err != nil {
		s.t.Fatalf("%+v: %v", r, err)
	}
}

func (s *story) after(d time.Duration, entry string) {
	s.t.Helper()
	s.now = s.now.Add(d)
	s.add(Record{Kind: KindEntry, Entry: entry})
}

func (s *story) sit() { s.add(Record{Kind: KindSeat, Player: "black", Key: KeyOf(black)}) }

// left returns what both clocks show, in seconds, and whose runs.
func (s *story) left() [3]int {
	c := s.state.Log.Game().Clock()
	s.state.SetTime(s.now)
	return [3]int{int(c.Remaining(game.White).Seconds()), int(c.Remaining(game.Black).Seconds()), int(c.Running())}
}

func (s *story) want(white, black int, runs game.Player) {
	s.t.Helper()
	if got, want := s.left(), [3]int{white, black, int(runs)}; got != want {
		s.t.Errorf("the clocks show %v, want %v", got, want)
	}
}

func TestClockFollowsFromTheRecords(t *testing.T) {
	s := newStory(t, 60*time.Second, 5*time.Second)
	s.after(time.Hour, "e2e4") // no clock runs while the other seat is open
	s.now = s.now.Add(time.Hour)
	s.sit()
	s.want(60, 60, game.White)
	s.after(10*time.Second, "d2d4")
	s.after(5*time.Second, "e7e5")
	s.want(50, 60, game.Black)
	s.now = s.now.Add(20 * time.Second)
	s.want(50, 40, game.Black)
	s.add(Record{Kind: KindPause})
	s.now = s.now.Add(time.Hour)
	s.want(50, 40, game.NoPlayer)
	if left := s.state.TimeToAct(); left != 40*time.Second {
		t.Errorf("Black has %v", left)
	}
	if s.state.Flag() != "" || !s.state.Paused {
		t.Errorf("a clock that stands: flag %q, paused %v", s.state.Flag(), s.state.Paused)
	}
	s.after(0, "w<1") // does not start it
	s.after(time.Minute, "b(1)")
	s.want(50, 40, game.NoPlayer)
	s.add(Record{Kind: KindResume})
	s.want(50, 40, game.White)
	s.after(10*time.Second, "e7e6")
	s.want(45, 40, game.Black)
	s.now = s.now.Add(-time.Minute) // of a server whose clock is behind
	s.after(0, "d7d5")
	s.want(45, 40, game.Black)
	s.now = s.now.Add(time.Minute + 40*time.Second)
	if err := s.try(Record{Kind: KindEntry, Entry: "w!"}); game.CodeOf(err) != CodeNoTimeout {
		t.Errorf("White is told to be out of time: %v", err)
	}
	s.now = s.now.Add(-time.Second)
	s.state.SetTime(s.now)
	if err := s.try(Record{Kind: KindEntry, Entry: "b!"}); game.CodeOf(err) != CodeNoTimeout || s.state.Flag() != "" {
		t.Errorf("a second too early: %v, flag %q", err, s.state.Flag())
	}
	s.now = s.now.Add(time.Hour)
	s.state.SetTime(s.now)
	if left := s.state.TimeToAct(); left != 0 {
		t.Errorf("Black has %v, and no time", left)
	}
	if got := s.state.Flag(); got != "b!" {
		t.Fatalf("the time is up, and the flag is %q", got)
	}
	s.after(0, "b!")
	if got := s.state.Log.Game().Result(); got != (game.Result{Winner: game.White, Reason: game.Timeout}) || s.state.Flag() != "" {
		t.Errorf("%v, flag %q", got, s.state.Flag())
	}
	if err := s.try(Record{Kind: KindEntry, Entry: "b!"}); err == nil {
		t.Error("the same flag falls twice")
	}
	s.again()
}

// again replays the records, which has to give the same room.
func (s *story) again() {
	s.t.Helper()
	replayed, err := Replay(s.records)
	if err != nil {
		s.t.Fatal(err)
	}
	replayed.SetTime(s.now)
	s.state.SetTime(s.now)
	here := Presence{White: true}
	if a, b := string(s.state.Encode(Reply{Type: TypeState}, here)), string(replayed.Encode(Reply{Type: TypeState}, here)); a != b {
		s.t.Errorf("replayed:\n%s\nbefore:\n%s", b, a)
	}
}

// A pause does not outlive the game: its clock never runs again.
func TestPausedAtTheEnd(t *testing.T) {
	for _, end := range []string{"b#", "w=", ""} {
		s := newStory(t, time.Minute, 0)
		if end == "" { // a rematch from a position in which the game is over
			terms := s.state.Rematched(invitation)
			terms.FEN = "8/8/8/8/8/8/7K/k7 w - - 0 1 1"
			s.state, s.records = &State{}, nil
			terms.Seats = [2]Ticket{{Key: KeyOf(white)}, {Key: KeyOf(black)}}
			s.add(Record{Kind: KindOpen, Room: &terms})
		} else {
			s.sit()
			s.after(10*time.Second, "e2e4")
			s.add(Record{Kind: KindPause})
			s.after(time.Second, end)
			if end == "w=" {
				s.after(0, "b+")
			}
		}
		if s.state.Paused {
			t.Errorf("after %q the clock waits to go on", end)
		}
		s.add(Record{Kind: KindResume})
		s.now = s.now.Add(time.Hour)
		s.state.SetTime(s.now)
		if got := s.state.Flag(); got != "" || s.state.Log.Game().Clock().Running() != game.NoPlayer {
			t.Errorf("after %q the clock runs, and the flag is %q", end, got)
		}
		s.again()
	}
}

func TestSeats(t *testing.T) {
	s := newStory(t, 0, 0)
	for _, c := range []struct {
		secret, invitation string
		seat               game.Player
		isNew              bool
		code               game.Code
	}{
		{"", "", game.NoPlayer, false, ""},
		{white, "", game.White, false, ""},
		{white, invitation, game.White, false, ""}, // who has a seat takes no other
		{black, invitation, game.Black, true, ""},
		{black, "", game.NoPlayer, false, CodeBadSecret},
		{black, white, game.NoPlayer, false, CodeBadSecret},
		{invitation, "", game.NoPlayer, false, CodeBadSecret},
		{"", invitation, game.NoPlayer, false, CodeBadSecret},
		{"x", invitation, game.NoPlayer, false, CodeBadSecret},
	} {
		p, isNew, err := s.state.Seat(c.secret, c.invitation)
		if p != c.seat || isNew != c.isNew || game.CodeOf(err) != c.code {
			t.Errorf("%+v: %v, %v, %v", c, p, isNew, err)
		}
	}
	s.sit()
	if _, _, err := s.state.Seat(NewSecret(), invitation); game.CodeOf(err) != CodeBadSecret {
		t.Errorf("the invitation is used twice: %v", err)
	}
	if p, isNew, err := s.state.Seat(black, invitation); p != game.Black || isNew || err != nil {
		t.Errorf("who took the seat comes back with the invitation: %v, %v, %v", p, isNew, err)
	}
	if err := s.try(Record{Kind: KindSeat, Player: "black", Key: KeyOf(NewSecret())}); err == nil {
		t.Error("a seat is taken twice")
	}
	for _, r := range s.records {
		for _, secret := range []string{white, black, invitation} {
			if strings.Contains(string(r.Encode()), secret) {
				t.Errorf("a secret is kept: %s", r.Encode())
			}
		}
	}
	s.again()
}

func TestRematch(t *testing.T) {
	s := newStory(t, time.Minute, 0)
	s.sit()
	if err := s.try(Record{Kind: KindOffer, Player: "white"}); game.CodeOf(err) != CodeGameGoesOn {
		t.Errorf("a rematch of a game that goes on: %v", err)
	}
	s.after(0, "w#")
	s.add(Record{Kind: KindOffer, Player: "white"})
	s.add(Record{Kind: KindDecline, Player: "black"})
	s.add(Record{Kind: KindOffer, Player: "black"})
	terms := s.state.Rematched(invitation)
	s.add(Record{Kind: KindNext, Next: invitation})
	s.again()
	next, err := Replay([]Record{{Number: 1, At: s.now.UnixMilli(), Kind: KindOpen, Room: &terms}})
	if err != nil {
		t.Fatal(err)
	}
	if p, _, err := next.Seat(white, ""); p != game.Black || err != nil {
		t.Errorf("White of the first game is %v in the rematch, %v", p, err)
	}
	if _, runs := next.TimeLeft(); runs || !next.Paused {
		t.Error("the clock of a rematch runs before anybody comes")
	}
}

// A room does not take offers of a rematch without end.
func TestRecordsAreBounded(t *testing.T) {
	s := newStory(t, 0, 0)
	s.after(0, "w#")
	for s.state.Number < MaxRecords {
		if err := s.state.CheckRematch(game.White); err != nil {
			t.Fatal(err)
		}
		s.add(Record{Kind: KindOffer, Player: "white"})
		s.add(Record{Kind: KindDecline, Player: "black"})
	}
	if err := s.state.CheckRematch(game.White); game.CodeOf(err) != CodeLongLog {
		t.Errorf("another offer: %v", err)
	}
}

// A race does not take names and seats without end, and keeps records for its starts and counts.
func TestRaceEntriesAreBounded(t *testing.T) {
	s := &story{t, &State{}, nil, began}
	s.add(Record{Kind: KindOpen, Room: &Terms{ID: testID, Race: true}})
	s.state.SetTime(s.now)
	key, record, err := "", Record{}, error(nil)
	for n := range MostEntries + 1 {
		key = KeyOf(NewSecret())
		if record, err = s.state.RaceRecord(Request{Type: TypeEnter}, key, 0, 0); err != nil {
			if n < MostEntries {
				t.Fatalf("seat %d: %v", n, err)
			}
			break
		}
		s.add(record)
	}
	if game.CodeOf(err) != CodeLongLog {
		t.Errorf("after %d seats: %v", MostEntries, err)
	}
	was := s.state.Race.entries
	for _, bad := range []int{0, MostRacers + 1} {
		if s.state.Race.apply(Record{Kind: KindRacer, Racer: bad, Key: "other"}, s.now); s.state.Race.entries != was {
			t.Errorf("seat %d is refused, and counts", bad)
		}
	}
	if RacerSet(3).Has(0) || !RacerSet(3).Has(2) {
		t.Error("nobody's seat is in a set, or the second is not")
	}
	record, err = s.state.RaceRecord(Request{Type: TypeStart, Heat: 1, Race: "k3v9x2ab"}, s.records[len(s.records)-1].Key, 3, 0)
	if record.Kind != KindHeat || err != nil {
		t.Errorf("a start: %+v, %v", record, err)
	}
}

// Records that do not follow are refused, and change nothing.
func TestDamage(t *testing.T) {
	s := newStory(t, 0, 0)
	s.after(0, "e2e4")
	before := string(s.state.Encode(Reply{Type: TypeState}, Presence{}))
	for _, r := range []Record{
		{Number: 2, Kind: KindSeen}, {Number: 4, Kind: KindSeen}, {Number: 3, Kind: "junk"}, {Number: 3}, {Number: 3, Kind: KindOpen, Room: &Terms{}},
		{Number: 3, Kind: KindEntry}, {Number: 3, Kind: KindEntry, Entry: "e2e4"}, {Number: 3, Kind: KindSeat}, {Number: 3, Kind: KindSeat, Player: "white"},
	} {
		r.At = s.now.UnixMilli() + 1000
		if err := s.state.Apply(r); err == nil {
			t.Errorf("%+v is taken", r)
		}
	}
	if after := string(s.state.Encode(Reply{Type: TypeState}, Presence{})); after != before {
		t.Errorf("%s\nwas\n%s", after, before)
	}
	for _, records := range [][]Record{{{Number: 1, Kind: KindSeen}}, {{Number: 1, Kind: KindOpen}}, {{Number: 1, Kind: KindOpen, Room: &Terms{FEN: "x"}}}} {
		if _, err := Replay(records); game.CodeOf(err) != CodeDamaged {
			t.Errorf("%+v: %v", records, err)
		}
	}
}

func TestLinks(t *testing.T) {
	for _, l := range []Link{{Base: "https://example.org/x/?a=b", Room: testID}, {Base: "http://localhost:8080/", Room: testID, Secret: white}, {Base: "https://a/", Room: testID, Invitation: invitation}} {
		if got, err := ParseLink(l.String()); err != nil || got != l {
			t.Errorf("%v reads as %v, %v", l, got, err)
		}
	}
	for _, bad := range []string{"", "x", "https://example.org/", "https://example.org/#room=1", "ftp://a/#room=" + testID, "#room=" + testID, "https://a/#room=" + testID + "&secret=1", "https://a/#%zz"} {
		if l, err := ParseLink(bad); game.CodeOf(err) != CodeBadLink {
			t.Errorf("%q reads as %v, %v", bad, l, err)
		}
	}
}

// Reading a request and writing its message take few allocations: each room of a server does
// both for every action.
func TestAllocations(t *testing.T) {
	s := &State{}
	for i, r := range []Record{{Kind: KindOpen, Room: &Terms{ID: testID}}, {Kind: KindEntry, Entry: "e2e4"}, {Kind: KindEntry, Entry: "d2d4"}} {
		r.Number = i + 1
		if err := s.Apply(r); err != nil {
			t.Fatal(err)
		}
	}
	for name, row := range map[string]struct {
		most float64
		do   func()
	}{
		"request": {20, func() { _, _ = ReadRequest([]byte(`{"message_type":"ban","from":"e7","to":"e5","number":3}`)) }},
		"message": {30, func() { s.Encode(Reply{Type: s.TypeOf(KindEntry)}, Presence{}) }},
	} {
		if n := testing.AllocsPerRun(100, row.do); n > row.most {
			t.Errorf("%s: %v allocations, want at most %v", name, n, row.most)
		}
	}
}
