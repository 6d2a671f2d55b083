package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// kept is what the page has of a game, and what it would have of it if it were loaded
// again: all of it is stored, and not the actions alone.
type kept struct {
	Away   bool   // Learn is open
	Shown  bool   // there are rules to ask
	FEN    string // of the start
	Line   string // what is shown of it
	Engine bool   // whether it is on

	In       map[string]inStorage // by the storage's name
	Stored   bool                 // whether what would be read is what the page wrote last; if not, what follows is empty
	Start    string
	Nodes    map[string]map[string]json.RawMessage // what is written about every position, by the line that leads there
	Outcomes map[string]json.RawMessage            // how the players ended the game, in the same way
	Tags     map[string]string

	Clocks      int       // that are seen
	Clock       *timeLeft // what is stored of them, as of now
	LoadedClock *timeLeft // as it was when the page was loaded
	At          float64   // when this is, in milliseconds of the machine's own clock
	LoadedAt    float64   // when the page was loaded
}

// inStorage is what one storage has of a game.
type inStorage struct {
	Written bool // it is what the page wrote last
	Has     bool // what is shown is in that
}

// timeLeft is a clock, in milliseconds.
type timeLeft struct{ Base, Increment, White, Black float64 }

func (u *user) snapshot() (now kept, err error) {
	err = u.Eval("torture.snapshot()", &now)
	return now, err
}

// keeps does something to the page that must not change its record: all that was there
// in the moment before is there when the page is loaded. The fault is JavaScript, which
// sets "hit" to false where it finds nothing to break, and "begins" to true where it takes
// WebGL from a board that begins.
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

// keepsIn is the same of what is not done in the page.
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

// unchanged compares what was kept with what there is when the page is loaded.
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

// rested is what there is when the page is loaded, and its rules with it.
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

// sameLine is whether the line that was shown is shown, or one that goes on with it. A
// flag that falls leads to where the game is.
func sameLine(before, after kept) error {
	if before.Away || after.Away || !before.Shown || !after.Shown || before.Clocks > 0 {
		return nil
	}
	if before.FEN != after.FEN || !strings.HasPrefix(after.Line+" ", before.Line+" ") && before.Line != "" {
		return fmt.Errorf("%s %q was shown, now it is %s %q", before.FEN, before.Line, after.FEN, after.Line)
	}
	return nil
}

// nothingLost is whether all that was stored is stored, unless storage is broken.
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

// stillThere is whether something that was written about a position is the same; a
// report that runs may add a glyph.
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

// reload loads the page again, which shows and stores what it did, unless storage is
// broken so that it could not be read.
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

// sameClock is whether the clocks go on with what was left: nobody has more time, and
// both together have lost no more than the load took, as only one of them runs.
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
