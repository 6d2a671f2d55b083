package room

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/train"
)

// The bounds of a race.
const (
	MostRacers  = 10
	LongestName = 20               // characters
	Countdown   = 3 * time.Second  // between the start that somebody asks for and the first puzzle
	Grace       = 30 * time.Second // that a count may be late: who lost the connection sends it again

	MostNames   = 20              // that one racer takes
	MostEntries = MaxRecords / 10 // names and seats that are taken in a race; the other records are for starts and counts
)

// Race is what follows from the records of a race: a room in which several people solve
// the same puzzles at the same time. It has one heat after the other. In each heat all
// storms begin at the same moment, and everybody says how many puzzles are solved.
type Race struct {
	racers  []racer
	entries int    // records of names and seats
	heat    int    // 0 before the first
	code    string // of its puzzles
	begins  time.Time
}

// racer is somebody who has a seat, with the results in the last heat.
type racer struct {
	key, name string
	names     int  // that were taken, the first included
	isIn      bool // the heat
	count     RacerCount
}

// RacerCount is what a racer has solved in a heat.
type RacerCount struct {
	Solved int  `json:"solved,omitempty"`
	Wrong  int  `json:"wrong,omitempty"`
	Combo  int  `json:"combo,omitempty"` // the longest
	Done   bool `json:"done,omitempty"`  // this count is the last one
}

// RacerSet is a set of seats, which are numbered from 1.
type RacerSet uint16

// Add adds a seat. It ignores 0, which is not a seat.
func (s *RacerSet) Add(seat int) { *s |= 1 << seat >> 1 & (1<<MostRacers - 1) }

// Has reports whether a seat is in the set.
func (s RacerSet) Has(seat int) bool { return seat > 0 && s>>(seat-1)&1 == 1 }

func (c RacerCount) result() train.Result {
	return train.Result{Score: c.Solved, Wrong: c.Wrong, Combo: c.Combo}
}

// apply adds a record, and reports whether it follows.
func (a *Race) apply(r Record, at time.Time) bool {
	isSeat := r.Racer > 0 && r.Racer <= len(a.racers)
	switch {
	case r.Kind == KindRacer && isSeat && a.racers[r.Racer-1].key == r.Key:
		a.racers[r.Racer-1].name = r.Name
		a.racers[r.Racer-1].names++
	case r.Kind == KindRacer && isSeat:
		a.racers[r.Racer-1] = racer{key: r.Key, name: r.Name, names: 1}
	case r.Kind == KindRacer && r.Racer == len(a.racers)+1 && r.Racer <= MostRacers:
		a.racers = append(a.racers, racer{key: r.Key, name: r.Name, names: 1})
	case r.Kind == KindHeat:
		a.heat++
		a.code, a.begins = r.Race, at.Add(Countdown)
		for i := range a.racers {
			a.racers[i].isIn, a.racers[i].count = r.Racers.Has(i+1), RacerCount{}
		}
	case r.Kind == KindCount && isSeat && r.Count != nil:
		a.racers[r.Racer-1].count = *r.Count
	default:
		return false
	}
	if r.Kind == KindRacer {
		a.entries++
	}
	return true
}

// Seat returns the seat, from 1, of the player whose secret has a hash, or 0 if the
// player has none.
func (a *Race) Seat(key string) int {
	for i, r := range a.racers {
		if key != "" && r.key == key {
			return i + 1
		}
	}
	return 0
}

// ends returns the latest time at which a racer of the heat ends, if nothing more is heard.
func (a *Race) ends(r racer) time.Time {
	return a.begins.Add(time.Duration(train.LastEnd(r.count.result()))*time.Millisecond + Grace)
}

// Left returns the longest time for which the heat can go on if no other count comes, or
// 0 when it is over.
func (a *Race) Left(now time.Time) time.Duration {
	left := time.Duration(0)
	for _, r := range a.racers {
		if r.isIn && !r.count.Done {
			left = max(left, a.ends(r).Sub(now))
		}
	}
	return left
}

// RaceRecord returns the record for a request in a race. key is the hash of the sender's
// secret, or "" without a secret; here has the seats whose players are there now; random
// draws the puzzles of a heat. The kind of the record is "" if nothing changes. Errors:
// CodeNotSeated, CodeBadSecret, CodeBadName, CodeTooManyNames, CodeLongLog, CodeRaceFull,
// CodeFewRacers, CodeRaceGoesOn, CodeOutOfDate, CodeNotRacing, CodeRaceOver,
// CodeBadCount, train.CodeOtherPuzzles, and those of train.ParseRace.
func (s *State) RaceRecord(r Request, key string, here RacerSet, random uint64) (record Record, err error) {
	switch seat := s.Race.Seat(key); {
	case r.Type == TypeEnter:
		record, err = s.enterRace(key, seat, r.Name, here)
	case seat == 0:
		err = refusal(CodeNotSeated, "you do not take part in this race", "send an enter first")
	case r.Type == TypeStart:
		record, err = s.startHeat(r, here, random)
	default:
		record, err = s.count(seat, r)
	}
	if record.Kind != "" && s.Number >= MaxRecords || record.Kind == KindRacer && s.Race.entries >= MostEntries {
		return Record{}, errLongLog()
	}
	return record, err
}

func (s *State) enterRace(key string, seat int, name string, here RacerSet) (Record, error) {
	a := s.Race
	name = strings.Join(strings.Fields(name), " ")
	isOdd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	switch {
	case key == "":
		return Record{}, refusal(CodeBadSecret, "without a secret one only watches", "join with a secret of 128 random bits")
	case utf8.RuneCountInString(name) > LongestName || strings.ContainsFunc(name, isOdd):
		return Record{}, refusal(CodeBadName, fmt.Sprintf("a name has at most %d characters, which can be printed", LongestName), "send another one, or none")
	case seat > 0 && a.racers[seat-1].name == name:
		return Record{}, nil
	case seat > 0 && a.racers[seat-1].names >= MostNames:
		return Record{}, refusal(CodeTooManyNames, fmt.Sprintf("you have had %d names in this race", MostNames), "keep the last one")
	case seat == 0:
		seat = a.freeSeat(here, s.now)
	}
	if seat == 0 {
		return Record{}, refusal(CodeRaceFull, fmt.Sprintf("%d take part in this race already", MostRacers), "watch, or enter when somebody has left")
	}
	return Record{Kind: KindRacer, Racer: seat, Key: key, Name: name}, nil
}

// freeSeat returns a seat for somebody new, or 0: when all are taken, that of somebody who is
// away and does not race now, if possible of one who was not in the last heat, else of the one
// who has solved the fewest puzzles in it.
func (a *Race) freeSeat(here RacerSet, now time.Time) int {
	if len(a.racers) < MostRacers {
		return len(a.racers) + 1
	}
	seat, fewest := 0, 0
	for i, r := range a.racers {
		solved := r.count.Solved
		if !r.isIn {
			solved = -1
		}
		if !here.Has(i+1) && (!r.isIn || a.Left(now) == 0) && (seat == 0 || solved < fewest) {
			seat, fewest = i+1, solved
		}
	}
	return seat
}

func (s *State) startHeat(r Request, here RacerSet, random uint64) (Record, error) {
	a, isHere := s.Race, 0
	for i := range a.racers {
		if here.Has(i + 1) {
			isHere++
		}
	}
	race, err := train.ParseRace(r.Race)
	switch {
	case r.Heat == a.heat:
		return Record{}, nil // somebody else was faster, or it was sent before
	case r.Heat != a.heat+1:
		return Record{}, errOtherHeat(a.heat + 1)
	case a.Left(s.now) > 0:
		return Record{}, refusal(CodeRaceGoesOn, "the race goes on", "start another one when all have ended")
	case isHere < 2:
		return Record{}, refusal(CodeFewRacers, "nobody else is here", "send the link to a friend")
	case err != nil:
		return Record{}, err
	case a.heat > 0 && !train.HaveSameSet(race, a.code):
		return Record{}, refusal(train.CodeOtherPuzzles, "this race began with other puzzles", "reload the page, or open another race")
	}
	return Record{Kind: KindHeat, Race: train.Redraw(race, random).Code, Racers: here}, nil
}

func (s *State) count(seat int, r Request) (Record, error) {
	a := s.Race
	racer, c := a.racers[seat-1], RacerCount{r.Solved, r.Wrong, r.Combo, r.Done}
	was, after := racer.count, s.now.Sub(a.begins)
	switch {
	case r.Heat != a.heat:
		return Record{}, errOtherHeat(a.heat)
	case !racer.isIn || after < 0:
		return Record{}, refusal(CodeNotRacing, "you do not race now", "wait until the next start")
	case c == was || c.result() == was.result() && was.Done:
		return Record{}, nil
	case c.Solved < was.Solved || c.Wrong < was.Wrong || c.Combo < was.Combo:
		return Record{}, refusal(CodeBadCount, "what was counted does not become less", "send what is solved in all")
	case !train.IsPossible(c.result(), after.Milliseconds()):
		return Record{}, refusal(CodeBadCount, "nobody solves so much in this time", "send what is solved")
	case was.Done, after > time.Duration(train.LastEnd(c.result()))*time.Millisecond+Grace:
		return Record{}, refusal(CodeRaceOver, "your time in this race is over", "look at the table")
	}
	return Record{Kind: KindCount, Racer: seat, Count: &c}, nil
}

func errOtherHeat(heat int) error {
	return refusal(CodeOutOfDate, fmt.Sprintf("the race has number %d", heat), "send a state, and go on from there")
}

// writeRace writes a message of a race, which has all that is known of it.
func (s *State) writeRace(w *jsontext.Writer, r Reply, here Presence) {
	a := s.Race
	phase := "lobby"
	switch {
	case a.Left(s.now) > 0:
		phase = "running"
	case a.heat > 0:
		phase = "over"
	}
	isState := r.Type == TypeState
	if r.Type != TypeFailure {
		r.Type = TypeRace
	}
	r.writeHead(w)
	w.Key("room").String(s.Terms.ID)
	w.Key("phase").String(phase)
	w.Key("heat").Int(int64(a.heat))
	if a.heat > 0 {
		w.Key("race").String(a.code)
		w.Key("begins_ms").Int(a.begins.Sub(s.now).Milliseconds())
		w.Key("ends_ms").Int(a.begins.Sub(s.now).Milliseconds() + train.StormTime)
	}
	w.Key("racers").Array(func() {
		for i, racer := range a.racers {
			w.Object(func() { a.writeRacer(w, racer, i+1, here.Racers) })
		}
	})
	w.Key("watchers").Int(int64(here.Watchers))
	if isState && r.Racer > 0 {
		w.Key("racer").Int(int64(r.Racer))
	}
	if isState {
		w.Key("kept_days").Int(int64(r.Keep))
	}
	if r.Restart {
		w.Key("restart").Bool(true)
	}
}

func (a *Race) writeRacer(w *jsontext.Writer, r racer, seat int, here RacerSet) {
	w.Key("racer").Int(int64(seat))
	w.NonEmpty("name", r.name)
	w.Key("here").Bool(here.Has(seat))
	if !r.isIn {
		return
	}
	place := 1
	for _, other := range a.racers {
		if other.isIn && other.count.result().Compare(r.count.result()) > 0 {
			place++
		}
	}
	w.Key("place").Int(int64(place))
	w.Key("solved").Int(int64(r.count.Solved))
	w.Key("wrong").Int(int64(r.count.Wrong))
	w.Key("combo").Int(int64(r.count.Combo))
	w.Key("done").Bool(r.count.Done)
}
