package game

import (
	"encoding"
	"errors"
	"io"
	"strings"
	"testing"
)

// FuzzText checks that any short text is read as a value, or is refused with a code and
// changes nothing.
func FuzzText(f *testing.F) {
	for _, s := range []string{"e4", "e2e4", "e7e8q", "white", "b:e2e4", "m:e7e8q", "ban", "checkmate", "-", "", "[%eval 1.5,3] x [%clk 0:01:00] [%csl Gd4]", "[%eval\v9]", "White", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, err := range []error{
			second(ParseSquare(s)), second(ParsePair(s)), second(ParseMove(s)), second(ParsePlayer(s)), second(ParseReason(s)),
			second(FromStandardFEN(s)), second(NewFromFEN(s)), second(StartPosition().ParseSAN(s)), second(ReplayLog(StartPosition(), s)), second(ReplayLog(StartPosition(), s, s)),
		} {
			if err != nil {
				checkError(t, err)
			}
		}
		unmarshals(t, s, new(Action))
		unmarshals(t, s, new(Phase))
		unmarshals(t, s, new(Position))

		// A comment is written so that it is read as the same.
		var a, again Annotation
		a.SetText(s)
		again.SetText(a.Text())
		if again.Text() != a.Text() {
			t.Fatalf("%q is written as %q and then as %q", s, a.Text(), again.Text())
		}
		var tags Tags
		if err := tags.Set("White", s); err != nil {
			checkError(t, err)
		}
		if err := tags.Set(s, "x"); err != nil {
			checkError(t, err)
		} else if tags.Get(s) != "x" {
			t.Fatalf("the tag %q is %q", s, tags.Get(s))
		}
	})
}

// unmarshals checks that a text is refused and changes nothing, or is read as a value that is
// written so that it is read as the same.
func unmarshals[T comparable, P interface {
	*T
	encoding.TextUnmarshaler
	encoding.TextMarshaler
}](t *testing.T, s string, v P) {
	t.Helper()
	before := *v
	if err := v.UnmarshalText([]byte(s)); err != nil {
		if *v != before {
			t.Fatalf("%q is refused, and %v changed to %v", s, before, *v)
		}
		return
	}
	text, err := v.MarshalText()
	again := P(new(T))
	if err == nil {
		err = again.UnmarshalText(text)
	}
	if back, _ := again.MarshalText(); err != nil || string(back) != string(text) {
		t.Fatalf("%q is written as %q and then as %q: %v", s, text, back, err)
	}
}

func second[T any](_ T, err error) error { return err }

// FuzzStandard checks that a game of another program is read as a position or refused
// with a code, and that a game and a tree read the same main line.
func FuzzStandard(f *testing.F) {
	f.Add("1. e4 e5 2. Nf3 *")
	f.Add("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8=Q *")
	f.Add("1. {banning: e2e4} d4 *\n\n[White \"x\"]\n\n*")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := FromStandardPGN(text); err != nil {
			checkError(t, err)
		}
		var g Game
		if err := g.UnmarshalText([]byte(text)); err != nil {
			checkError(t, err)
		}
		var tree Tree
		errTree := tree.UnmarshalText([]byte(text))
		if errTree != nil {
			checkError(t, errTree)
		}
		for r := NewPGNReader(strings.NewReader(text)); ; {
			_, err := r.NextTree()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				checkError(t, err)
			}
		}
		if errTree == nil && tree.Game(tree.End()).FEN() != g.FEN() {
			t.Fatalf("%q is %s as a game, %s as a tree", text, g.FEN(), tree.Game(tree.End()).FEN())
		}
	})
}
