package torture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// kept is the game of the page, and the game that a reload would give, with everything that
// is stored.
type kept struct {
	Away   bool   // Learn is open
	Shown  bool   // the rules are loaded
	FEN    string // of the start
	Line   string // the actions shown
	Engine bool   // true if it is on

	In       map[string]inStorage // by the storage's name
	Stored   bool                 // true if a reload would read what the page wrote last; otherwise the following fields are empty
	Start    string
	Nodes    map[string]map[string]json.RawMessage // the annotations of every position, by its line
	Outcomes map[string]json.RawMessage            // the players' endings, by line
	Tags     map[string]string

	Clocks      int       // the visible clocks
	Clock       *timeLeft // the stored clock, as it stands
	LoadedClock *timeLeft // the clock when the page was loaded
	At          float64   // the time of this record, in milliseconds of the machine's own clock
	LoadedAt    float64   // the time when the page was loaded
}

// inStorage is the state of a game in one storage.
type inStorage struct {
	Written bool // true if it is what the page wrote last
	Has     bool // true if it contains the game shown
}

// timeLeft is a clock, in milliseconds.
type timeLeft struct{ Base, Increment, White, Black float64 }

func (u *user) snapshot() (now kept, err error) {
	err = u.Eval("torture.snapshot()", &now)
	return now, err
}

// keeps causes a fault that must not change the page's record: a reload gives the same
// record as before. The fault is JavaScript, which sets "hit" to false if it finds nothing to
// break, and "begins" to true if it takes WebGL from a board that is starting or is about to.
func (u *user) keeps(fault string) error {
	var before struct {
		kept
		Hit, Begins bool
	}
	if err := u.Eval("(() => { const before = torture.snapshot(); let hit = true, begins = false; "+fault+"; return {...before, Hit: hit, Begins: begins}; })()", &before); err != nil {
		return err
	}
	u.hit = before.Hit
	if before.Begins {
		u.lostBeginning++
	}
	return u.unchanged(before.kept)
}

// keepsIn is like keeps, for faults outside the page.
func (u *user) keepsIn(do func() error) error {
	before, err := u.snapshot()
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return u.unchanged(before)
}

// unchanged compares an earlier record with that after the page has been loaded.
func (u *user) unchanged(before kept) error {
	if err := u.acknowledged(before); err != nil {
		return err
	}
	after, err := u.rested()
	if err != nil {
		return err
	}
	if err := sameLine(before, after); err != nil {
		return err
	}
	return u.nothingLost(before, after)
}

// rested returns the record after the page and its rules have been loaded.
func (u *user) rested() (now kept, err error) {
	if err := u.waitLoaded(); err != nil {
		return now, err
	}
	if err := u.Wait("document.body.dataset.boot === 'failed' || document.getElementById('board').loaded"); err != nil {
		return now, err
	}
	return u.snapshot()
}

func lines[V any](of map[string]V) (list []string) {
	for line := range of {
		list = append(list, line)
	}
	slices.Sort(list)
	return list
}

// sameLine reports whether the line shown is the same, or a continuation of it. A flag
// that falls shows the game.
func sameLine(before, after kept) error {
	if before.Away || after.Away || !before.Shown || !after.Shown || before.Clocks > 0 {
		return nil
	}
	if before.FEN != after.FEN || !strings.HasPrefix(after.Line+" ", before.Line+" ") && before.Line != "" {
		return fmt.Errorf("%s %q was shown, now it is %s %q", before.FEN, before.Line, after.FEN, after.Line)
	}
	return nil
}

// nothingLost reports as an error if something stored is lost, unless the storage is broken.
func (u *user) nothingLost(before, after kept) error {
	if err := u.acknowledged(after); err != nil || !before.Stored {
		return err
	}
	if !after.Stored {
		if !u.storage.isRead() {
			return nil
		}
		return errNotRead
	}
	if before.Start != after.Start {
		return fmt.Errorf("a game from %s was stored, now it is one from %s", before.Start, after.Start)
	}
	for line, written := range before.Nodes {
		now, ok := after.Nodes[line]
		if !ok {
			return fmt.Errorf("%q is lost; there is %q", line, lines(after.Nodes))
		}
		for what, value := range written {
			if !stillThere(what, value, now[what]) {
				return fmt.Errorf("%q had %s %s, and now %s", line, what, value, now[what])
			}
		}
	}
	for line, outcome := range before.Outcomes {
		if !bytes.Equal(outcome, after.Outcomes[line]) {
			return fmt.Errorf("%q ended with %s, and now with %s", line, outcome, after.Outcomes[line])
		}
	}
	for name, value := range before.Tags {
		if after.Tags[name] != value {
			return fmt.Errorf("the tag %s was %q, and is %q", name, value, after.Tags[name])
		}
	}
	return nil
}

// stillThere reports whether the annotations of a position are the same; a running report
// may add a glyph.
func stillThere(what string, before, after json.RawMessage) bool {
	if bytes.Equal(before, after) {
		return true
	}
	var had, has []int
	if what != "nags" || json.Unmarshal(before, &had) != nil || json.Unmarshal(after, &has) != nil {
		return false
	}
	return !slices.ContainsFunc(had, func(nag int) bool { return !slices.Contains(has, nag) })
}

// reload reloads the page, which must show and store the same, unless the storage could
// not be read.
func (u *user) reload() error {
	var before kept
	if err := u.Eval("torture.reload()", &before); err != nil {
		return err
	}
	if err := u.acknowledged(before); err != nil {
		return err
	}
	if err := u.Wait("!torture.leaving && document.body.dataset.boot"); err != nil {
		return err
	}
	after, err := u.rested()
	if err != nil || !before.Stored {
		return err
	}
	return first(sameLine(before, after), u.nothingLost(before, after), u.sameClock(before, after))
}

// sameClock checks that the clocks continue: no side has more time, and both together have
// lost no more than the time of loading, because only one of them runs.
func (u *user) sameClock(before, after kept) error {
	const tolerance = 250 // milliseconds, by which the clocks of two loads may differ
	had, has := before.Clock, after.LoadedClock
	if had == nil || before.Away || !u.storage.isRead() {
		return nil
	}
	if has == nil {
		return fmt.Errorf("the clocks %+v are lost", *had)
	}
	load := after.LoadedAt - before.At
	if has.Base != had.Base || has.Increment != had.Increment || has.White > had.White+1 || has.Black > had.Black+1 ||
		had.White-has.White+had.Black-has.Black > load+tolerance {
		return fmt.Errorf("the clocks were %+v, and are %+v after a load of %.0f ms", *had, *has, load)
	}
	if before.Clocks > 0 && after.Clocks == 0 && before.Line == after.Line {
		return fmt.Errorf("%d clocks were seen, and now none", before.Clocks)
	}
	return nil
}
