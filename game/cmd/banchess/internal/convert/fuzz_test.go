package convert

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// FuzzRead checks that any file is read in the format that it seems to have, whatever its name:
// each game is refused with a code, or is written in each format; and that what a person types as
// a position is refused with a code or read.
func FuzzRead(f *testing.F) {
	f.Add("x.pgn", "1. {banning: e2e4} d4 *")
	f.Add("x.log", "b:e2e4 m:d2d4\n")
	f.Add("", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1 1\n")
	f.Add("x.epd", "\ufeff# x\nb:e2e4")
	f.Fuzz(func(t *testing.T, name, text string) {
		if _, _, err := ParseTyped(text); err != nil && game.CodeOf(err) == "" {
			t.Fatalf("%q: %v", text, err)
		}
		in := bufio.NewReader(strings.NewReader(text))
		format := Detect(name, in)
		if !slices.Contains(Formats(), string(format)) {
			t.Fatalf("%q %q has the format %q", name, text, format)
		}
		r := NewReader(format, in)
		for {
			tree, err := r.NextTree()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				if game.CodeOf(err) == "" {
					t.Fatalf("%q as %s: %v", text, format, err)
				}
				continue
			}
			for _, to := range Formats() {
				Write(tree, Format(to), Options{Positions: true}, Loss{})
			}
		}
	})
}
