package tables

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/banchess/banchess/game/chess"
)

// magic begins a packed table: the format and its version.
const magic = "banchess table 1\n"

// A packed table holds the values with one side to move. Those with the other follow from the
// positions after each move. It is unpacked when it is first asked.
type packed struct {
	*endings
	mover  chess.Player // with whom to move the values are stored
	mirror bool         // the sides have the same men: the other side's values are the mirrored ones
	values []Value      // of the symbols, the best for the mover last
	tree   tree
	data   []byte

	unpacking sync.Once
	started   sync.Once
	unpacked  atomic.Pointer[walk]
}

// Pack returns a table of four men as a file that Load reads. The file has the values
// with one side to move, the one that needs fewer bytes.
func (t *Table) Pack() ([]byte, error) {
	if t.n != MaxMen || !t.done {
		return nil, fmt.Errorf("%s is not a finished table of four men", t.name)
	}
	var best []byte
	for _, mover := range [...]chess.Player{chess.White, chess.Black} {
		if mover == chess.Black && t.even() {
			continue
		}
		if b := t.pack(mover); best == nil || len(b) < len(best) {
			best = b
		}
	}
	return best, nil
}

// even reports whether the sides have the same men.
func (e *endings) even() bool {
	return e.n == 4 && e.men[2].Role() == e.men[3].Role() && e.men[2] != e.men[3]
}

func (t *Table) pack(mover chess.Player) []byte {
	w := newWalk(&t.endings)
	value := func(at places) Value { return t.Value(t.index(at, mover == chess.Black)) }
	counts := map[Value]int{}
	w.each(mover, func(at places, _ *[contexts]uint32) byte {
		counts[value(at)]++
		return 0
	})
	p := packed{mover: mover}
	for v := range counts {
		p.values = append(p.values, v)
	}
	slices.SortFunc(p.values, func(a, b Value) int { return a.Rank() - b.Rank() })
	symbols := map[Value]byte{}
	b := append([]byte(magic), t.name...)
	b = append(b, '\n', byte(mover), byte(len(p.values)))
	ordered := make([]int, len(p.values))
	for i, v := range p.values {
		symbols[v], ordered[i] = byte(i), counts[v]
		b = binary.AppendUvarint(binary.AppendVarint(b, int64(v)), uint64(counts[v]))
	}
	c := newCoder(newTree(ordered), nil)
	w = newWalk(&t.endings)
	w.each(mover, func(at places, context *[contexts]uint32) byte {
		s := symbols[value(at)]
		c.code(int(s), context)
		return s
	})
	coded := c.end()
	return append(binary.LittleEndian.AppendUint32(b, hash(coded)), coded...)
}

var errDamaged = errors.New("the file is no packed table, or is damaged: fetch it again")

// Load adds a packed table to the set and returns its name. The set keeps the data, so do
// not change it.
func (s *Set) Load(data []byte) (string, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	end := bytes.IndexByte(rest, '\n')
	if !ok || end < 0 || len(rest) < end+3 {
		return "", errDamaged
	}
	name := string(rest[:end])
	e, err := parse(name)
	if err != nil || e.n != MaxMen || e.String() != name {
		return "", errDamaged
	}
	rest = rest[end+1:]
	p := &packed{mover: chess.Player(rest[0]), mirror: e.even()}
	var counts []int
	n := int(rest[1])
	rest = rest[2:]
	for range n {
		v, m := binary.Varint(rest)
		if m <= 0 {
			return "", errDamaged
		}
		count, l := binary.Uvarint(rest[m:])
		if l <= 0 {
			return "", errDamaged
		}
		rest = rest[m+l:]
		p.values, counts = append(p.values, Value(v)), append(counts, int(count))
	}
	if n == 0 || p.mover != chess.White && p.mover != chess.Black || len(rest) < 4 || hash(rest[4:]) != binary.LittleEndian.Uint32(rest) {
		return "", errDamaged
	}
	p.tree, p.data, p.endings = newTree(counts), rest[4:], e
	s.add(e, entry{packed: p})
	if s.turn == nil {
		s.turn = new(sync.Mutex)
	}
	return name, nil
}

// ready reports whether the table is unpacked. If it need not be at once, it is unpacked in the
// background, one table at a time.
func (p *packed) ready(atOnce bool, turn *sync.Mutex) bool {
	if p.unpacked.Load() != nil {
		return true
	}
	if atOnce {
		p.unpack()
		return true
	}
	p.started.Do(func() {
		go func() {
			turn.Lock()
			defer turn.Unlock()
			p.unpack()
		}()
	})
	return false
}

func (p *packed) unpack() {
	p.unpacking.Do(func() {
		w := newWalk(p.endings)
		c := newCoder(p.tree, p.data)
		w.each(p.mover, func(_ places, context *[contexts]uint32) byte { return byte(c.code(0, context)) })
		p.data = nil
		p.unpacked.Store(w)
	})
}

// value returns the value of a position of an unpacked table; ok is false if it is not stored.
func (p *packed) value(at places, mover chess.Player) (v Value, ok bool) {
	if p.mirror && mover != p.mover {
		mover = p.mover
		at = places{at[1] ^ 56, at[0] ^ 56, at[3] ^ 56, at[2] ^ 56}
	}
	for m, q := range at {
		if p.men[m].Role() == chess.Pawn && (q < 8 || q > 55) {
			return 0, false // it may be captured en passant
		}
	}
	if mover != p.mover {
		return 0, false
	}
	w := p.unpacked.Load()
	s := w.data[w.at(at)]
	return p.values[s], true
}

// Ext is the extension of the name of a file with a packed table.
const Ext = ".table"

// ReadFiles returns a set with all packed tables in a folder and with the tables of three
// men, which it makes. It takes about half a second. A folder without packed tables is an
// error.
func ReadFiles(folder fs.FS) (*Set, error) {
	files, err := fs.Glob(folder, "*"+Ext)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 { // a folder that cannot be read has none either
		return nil, errors.New("there is no file *" + Ext + " in the folder")
	}
	s := ThreeMen()
	for _, name := range files {
		data, err := fs.ReadFile(folder, name)
		if err == nil {
			_, err = s.Load(data)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// ThreeMen returns a set with the tables of three men, except those in which every
// position is drawn.
func ThreeMen() *Set {
	s := new(Set)
	for _, name := range []string{"KQK", "KRK", "KPK"} {
		s.Add(name) // it refuses none of these
	}
	s.Make()
	return s
}
