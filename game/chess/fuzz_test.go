package chess_test

import (
	"encoding"
	"fmt"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// FuzzText checks that any text is read as a value that is written the same way again, or
// is refused and changes nothing.
func FuzzText(f *testing.F) {
	for _, s := range []string{"e4", "e2e4", "e7e8q", "white", "w", "queen", "Q", "-", "", "Gd4", "Rd4e5", "z9", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		reads(t, s, chess.ParseSquare)
		reads(t, s, chess.ParsePair)
		reads(t, s, chess.ParseMove)
		reads(t, s, chess.ParsePlayer)
		reads(t, s, chess.ParseDrawing)
		unmarshals(t, s, new(chess.Square))
		unmarshals(t, s, new(chess.Pair))
		unmarshals(t, s, new(chess.Move))
		unmarshals(t, s, new(chess.Player))
		unmarshals(t, s, new(chess.Role))
		unmarshals(t, s, new(chess.Piece))
		unmarshals(t, s, new(chess.Drawing))
	})
}

func reads[T interface {
	comparable
	fmt.Stringer
}](t *testing.T, s string, parse func(string) (T, error)) {
	t.Helper()
	v, err := parse(s)
	if err != nil {
		var zero T
		if v != zero && fmt.Sprint(v) != "-" {
			t.Errorf("%q is refused, and %v returned", s, v)
		}
		return
	}
	if again, err := parse(v.String()); err != nil || again != v {
		t.Errorf("%q is read as %v, which is read as %v, %v", s, v, again, err)
	}
}

func unmarshals[T comparable, P interface {
	*T
	encoding.TextUnmarshaler
	encoding.TextMarshaler
}](t *testing.T, s string, v P) {
	t.Helper()
	before := *v
	if err := v.UnmarshalText([]byte(s)); err != nil {
		if *v != before {
			t.Errorf("%q is refused, and %v changed to %v", s, before, *v)
		}
		return
	}
	text, err := v.MarshalText()
	again := P(new(T))
	if err == nil {
		err = again.UnmarshalText(text)
	}
	if err != nil || *again != *v {
		t.Errorf("%q is read as %v, written as %q and read as %v: %v", s, *v, text, *again, err)
	}
}
