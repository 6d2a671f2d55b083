package tables

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// FuzzLoad checks that any file is refused, or is a table that can be asked, also one that somebody
// has made to fit its sum.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{"KNKN", "KPKP", "KBKB"} {
		data, err := os.ReadFile("../../assets/tables/" + name + Ext)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, len(magic)+len(name)+1, byte(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, at int, with byte) {
		data = bytes.Clone(data)
		if at >= 0 && at < len(data) {
			data[at] ^= with
		}
		var s Set
		name, err := s.Load(data)
		if err != nil {
			if data = sealed(data); data == nil {
				return
			}
			if name, err = s.Load(data); err != nil {
				return
			}
		}
		if s.Len() != 1 || len(name) != MaxMen {
			t.Fatalf("%q is one of %d tables", name, s.Len())
		}
		if hash(data)%32 == 0 { // to unpack takes long
			for _, e := range s.byMen {
				for _, mover := range []chess.Player{chess.White, chess.Black} {
					e.packed.value(places{0, 18, 28, 37}, mover)
				}
			}
		}
	})
}

// sealed returns a file with the sum of what follows it, nil for none.
func sealed(data []byte) []byte {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	_, rest, found := bytes.Cut(rest, []byte("\n"))
	if !ok || !found || len(rest) < 2 {
		return nil
	}
	n := int(rest[1])
	rest = rest[2:]
	for range n {
		_, m := binary.Varint(rest)
		if m <= 0 {
			return nil
		}
		_, l := binary.Uvarint(rest[m:])
		if l <= 0 {
			return nil
		}
		rest = rest[m+l:]
	}
	if len(rest) < 4 {
		return nil
	}
	binary.LittleEndian.PutUint32(rest, hash(rest[4:]))
	return data
}
