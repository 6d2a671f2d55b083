package chess_test

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// checkText writes a value, reads it back by both ways of reading, and shows that
// a text that does not read leaves it as it was.
func checkText[T interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
}](t *testing.T, v T, parse func(string) (T, error)) {
	t.Helper()
	if got, err := parse(v.String()); err != nil || got != v {
		t.Errorf("%v is read back as %v, %v", v, got, err)
	}
	text, err := v.MarshalText()
	if err != nil || string(text) != v.String() {
		t.Errorf("%v is marshalled as %q, %v", v, text, err)
	}
	var back T
	into := any(&back).(encoding.TextUnmarshaler)
	if err := into.UnmarshalText(text); err != nil || back != v {
		t.Errorf("%q is unmarshalled as %v, %v", text, back, err)
	}
	if err := into.UnmarshalText([]byte("nonsense")); err == nil || back != v {
		t.Errorf("after nonsense %v is %v, %v", v, back, err)
	}
	var zero T
	if err := into.UnmarshalText([]byte("-")); err != nil || back.String() != "-" && back != zero {
		t.Errorf("- is unmarshalled as %v, %v", back, err)
	}
}

func TestText(t *testing.T) {
	for from := range chess.NoSquare {
		checkText(t, from, chess.ParseSquare)
		for to := range chess.NoSquare {
			pair := chess.NewPair(from, to)
			if pair.From() != from || pair.To() != to || pair.IsValid() != (from != to) {
				t.Fatalf("the pair of %s and %s is %s", from, to, pair)
			}
			if !pair.IsValid() {
				continue
			}
			checkText(t, pair, chess.ParsePair)
			for _, r := range []chess.Role{chess.NoRole, chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
				m := chess.NewMove(from, to, r)
				if m.Pair() != pair || m.From() != from || m.To() != to || m.Promotion() != r || !m.IsValid() {
					t.Fatalf("the move of %s to %s is %s", from, r, m)
				}
				if got, err := chess.ParseMove(m.String()); err != nil || got != m {
					t.Errorf("%s is read back as %s, %v", m, got, err)
				}
			}
		}
	}
	for _, p := range []chess.Player{chess.White, chess.Black} {
		checkText(t, p, chess.ParsePlayer)
	}
	for letter := range byte(128) {
		p := chess.PieceOf(letter)
		if (p != chess.NoPiece) != strings.ContainsRune("PNBRQKpnbrqk", rune(letter)) {
			t.Errorf("%q is read as %v", letter, p)
		}
		if p != chess.NoPiece && (p.Letter() != letter || p != chess.NewPiece(p.Player(), p.Role())) {
			t.Errorf("%q is read as %v of %v", letter, p.Role(), p.Player())
		}
	}
}

// TestNone: what stands for the absence of a value says so.
func TestNone(t *testing.T) {
	for _, v := range []fmt.Stringer{chess.NoSquare, chess.NoPair, chess.NoMove} {
		if v.String() != "-" {
			t.Errorf("%T: %s", v, v)
		}
	}
	for _, p := range []chess.Pair{chess.NoPair, chess.NewPair(chess.NoSquare, 0), chess.NewPair(0, chess.NoSquare)} {
		if p != chess.NoPair || p.IsValid() {
			t.Errorf("%v is a pair", p)
		}
	}
	if chess.NewMove(8, 0, chess.King).IsValid() || chess.NewMove(8, 0, chess.Pawn).IsValid() {
		t.Error("a pawn becomes a king or stays one")
	}
	if p := chess.NewPiece(chess.NoPlayer, chess.Queen); p != chess.NoPiece || p.Player() != chess.NoPlayer || p.String() != "." {
		t.Errorf("nobody's queen is %v", p)
	}
	if chess.NoPlayer.Opponent() != chess.NoPlayer || chess.White.Opponent() != chess.Black || chess.Black.Opponent() != chess.White {
		t.Error("who is whose opponent")
	}
}

func TestParseErrors(t *testing.T) {
	square := func(s string) error { _, err := chess.ParseSquare(s); return err }
	pair := func(s string) error { _, err := chess.ParsePair(s); return err }
	move := func(s string) error { _, err := chess.ParseMove(s); return err }
	player := func(s string) error { _, err := chess.ParsePlayer(s); return err }
	for _, row := range []struct {
		parse func(string) error
		text  string
		want  string
	}{
		{square, "", "square"}, {square, "i1", "square"}, {square, "a9", "square"}, {square, "E4", "square"}, {square, "e44", "square"},
		{pair, "", "pair"}, {pair, "e2e9", "pair"}, {pair, "e2e2", "pair"}, {pair, "e7e8q", "pair"}, {pair, "e2-e4", "pair"},
		{move, "", "move"}, {move, "e2", "move"}, {move, "e2e2", "move"}, {move, "e7e8k", "move"}, {move, "e7e8Q", "move"}, {move, "e7e8 ", "move"},
		{player, "", "player"}, {player, "White", "player"}, {player, "none", "player"},
	} {
		err := row.parse(row.text)
		var e *chess.ParseError
		if !errors.As(err, &e) || !reflect.DeepEqual(*e, chess.ParseError{Want: row.want, Text: row.text}) || e.Form() == "" {
			t.Errorf("%q is read: %v", row.text, err)
			continue
		}
		if got, want := err.Error(), fmt.Sprintf("%q is not a %s; write %s", row.text, row.want, e.Form()); got != want {
			t.Errorf("%q: %s, want %s", row.text, got, want)
		}
	}
	if text := square(strings.Repeat("x", 1000)).Error(); len(text) > 250 {
		t.Errorf("the error repeats all of a long text: %s", text)
	}
}
