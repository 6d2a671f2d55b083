package torture

import (
	"errors"
	"fmt"
	"strings"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// The storage for all tabs and that of one tab: the page stores a game in both, and reads
// the tab's own first.
const sharedStorage, ownStorage = "localStorage", "sessionStorage"

var storages = []string{sharedStorage, ownStorage}

// storageFault is a fault of one storage. It excuses nothing about the other.
type storageFault uint8

const (
	full      storageFault = 1 << iota
	blocked                // nothing is read or written
	corrupted              // its content was overwritten
	late                   // it works again, but has not been written since
	older                  // like late, and its old content hides that of the other storage, because it could not be removed
	foreign                // another tab may have written it
)

// storageFaults are the faults of the storages, by name.
type storageFaults map[string]storageFault

// works reports whether a storage must contain the game shown.
func (f storageFaults) works(name string) bool { return f[name] == 0 }

// isRead reports whether a reload would read what the page wrote last.
func (f storageFaults) isRead() bool {
	return f.works(ownStorage) || f.works(sharedStorage) && f[ownStorage]&older == 0
}

// repaired updates the faults after full and blocked storages were repaired.
func (f storageFaults) repaired() {
	for name, fault := range f {
		if fault&(full|blocked) != 0 {
			f[name] |= late
		}
		if fault&blocked != 0 {
			f[name] |= older
		}
		f[name] &^= full | blocked
	}
}

// written updates the faults after the page has written a storage.
func (f storageFaults) written(name string) {
	if f[name]&(full|blocked) == 0 {
		delete(f, name)
	}
}

// inNewTab returns the faults that another tab has as well.
func (f storageFaults) inNewTab() storageFaults {
	return storageFaults{sharedStorage: f[sharedStorage] | foreign, ownStorage: f[ownStorage] & blocked}
}

// acknowledged checks that each working storage contains the game shown, and that the next
// load would read it.
func (u *user) acknowledged(now kept) error {
	for name, in := range now.In {
		if in.Written {
			u.storage.written(name)
		}
	}
	if now.Away || !now.Shown {
		return nil
	}
	for _, name := range storages {
		switch in := now.In[name]; {
		case !u.storage.works(name) || !in.Written && now.Line == "":
		case !in.Written:
			return fmt.Errorf("%s %q is shown, and %s works and does not have what the page wrote last", now.FEN, now.Line, name)
		case !in.Has:
			return fmt.Errorf("%s %q is shown, and %s works and does not have it", now.FEN, now.Line, name)
		}
	}
	switch {
	case !now.Stored && (!u.storage.isRead() || now.Line == ""):
		return nil
	case !now.Stored:
		return fmt.Errorf("%s %q is shown, and the next load would not read what the page wrote last", now.FEN, now.Line)
	case now.Start != now.FEN || now.Nodes[now.Line] == nil:
		return fmt.Errorf("%s %q is shown, of which there is stored: %s %q", now.FEN, now.Line, now.Start, lines(now.Nodes))
	}
	return nil
}

// storages sets a fault for one of the two storages or both, and returns their names.
func (u *user) storages(fault storageFault) []string {
	names := storages
	if i := u.r.IntN(1 + len(names)); i < len(names) {
		names = names[i : i+1]
	}
	for _, name := range names {
		u.storage[name] |= fault
	}
	return names
}

func (u *user) fillStorage() error {
	fill := ""
	for _, name := range u.storages(full) {
		fill += "try { " + gallery.FillStorage(name) + " } catch {}\n" // it may be blocked
	}
	return u.keeps(fill)
}

func (u *user) blockStorage() error {
	block := ""
	for _, name := range u.storages(blocked) {
		u.site.does(func() { u.site.blocked[name] = true })
		block += "torture.blocked.add(" + e2e.Quote(name) + ");"
	}
	return u.keeps(block)
}

// corruptStorage overwrites stored data, and mostly makes the page read them: it
// continues with the content of the other storage.
func (u *user) corruptStorage() error {
	junk := u.r.IntN(strings.Count(junkTexts, "\n") - 1)
	before, err := u.snapshot()
	if err != nil {
		return err
	}
	if err := u.acknowledged(before); err != nil {
		return err
	}
	corrupt := ""
	for _, name := range u.storages(corrupted) { // only now, because an earlier write does not repair it
		corrupt += fmt.Sprintf("torture.corrupt(%q, %d);", name, junk)
	}
	if err := u.script(corrupt); err != nil {
		return err
	}
	after, err := u.rested()
	if err != nil {
		return err
	}
	if err := first(sameLine(before, after), u.nothingLost(before, after)); err != nil || u.r.IntN(4) == 0 {
		return err
	}
	if err := u.goOnline(); err != nil {
		return err
	}
	return u.reload()
}

// repairStorage ends the faults of the storages, but keeps their content.
func (u *user) repairStorage() error {
	u.storage.repaired()
	u.site.does(func() { clear(u.site.blocked) })
	return u.script("torture.repairStorage()")
}

var errNotRead = errors.New("what was stored is not what the next load would read")

// junkTexts is JavaScript for the texts that corruptStorage writes, one a line between the
// brackets.
const junkTexts = `[
	"",
	"{",
	"[]",
	"null",
	'{"record": 5}',
	'{"record": {"tree": {"fen": "x", "nodes": [{}]}, "outcomes": [[0, {}]], "at": 9}}',
	"\ud800",
]`
