// Package endings makes the tables of endings that banchess ships, and compares them with those
// of a second, slow generator, position by position.
package endings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/tables"
)

// All are the endings with four men.
var All = []string{
	"KQQK", "KQRK", "KQBK", "KQNK", "KQPK", "KRRK", "KRBK", "KRNK", "KRPK", "KBBK", "KBNK", "KBPK", "KNNK", "KNPK", "KPPK",
	"KQKQ", "KQKR", "KQKB", "KQKN", "KQKP", "KRKR", "KRKB", "KRKN", "KRKP", "KBKB", "KBKN", "KBKP", "KNKN", "KNKP", "KPKP",
}

// Write makes the tables of some endings and writes each to a file of a folder. Other tables that
// it needs are read if they are there, and made if not. The report is called with each.
func Write(names []string, folder string, report func(name string, bytes int)) error {
	var set tables.Set
	for _, name := range All {
		if data, err := os.ReadFile(filepath.Join(folder, name+tables.Ext)); err == nil && !slices.Contains(names, name) {
			if _, err := set.Load(data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	made := make([]*tables.Table, len(names))
	for i, name := range names {
		t, err := set.Add(name)
		if err != nil {
			return err
		}
		made[i] = t
	}
	set.Make()
	errs := make([]error, len(names))
	var all sync.WaitGroup
	var lock sync.Mutex
	for i, t := range made {
		all.Go(func() {
			data, err := t.Pack()
			if err == nil {
				err = os.WriteFile(filepath.Join(folder, t.Name()+tables.Ext), data, 0o644)
			}
			lock.Lock()
			defer lock.Unlock()
			if errs[i] = err; err == nil {
				report(t.Name(), len(data))
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Compare looks up each position of a table of the slow generator in a set. It returns how many
// there are, the longest win, and a position whose value is another, if there is one.
func (t *SlowTable) Compare(set *tables.Set) (positions, longest int, differs error) {
	var lock sync.Mutex
	inParallel(len(t.values), func(from, to int) {
		n, most := 0, 0
		var wrong error
		for i, v := range t.values[from:to] {
			if v == unknown {
				continue
			}
			n++
			want := tables.Value(min(v, max(v-1, 0)))
			most = max(most, want.Distance())
			s, _ := t.setup(t.place(from+i), false)
			p := chess.NewPosition(chess.Setup{Board: s.Board, Mover: s.Mover, EnPassant: s.EnPassant, Fullmove: 1})
			if got, ok := set.Probe(&p); !ok || got != want {
				wrong = fmt.Errorf("%s: %d by the table (%v), %d by the slow generator", s.FEN(), got, ok, want)
			}
		}
		lock.Lock()
		defer lock.Unlock()
		positions += n
		longest = max(longest, most)
		if differs == nil {
			differs = wrong
		}
	})
	return positions, longest, differs
}
