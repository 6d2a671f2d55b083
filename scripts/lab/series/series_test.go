package series

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// counter plays numbers; each player counts those it has played.
func counter(ended *[]int) func() Player[int] {
	return func() Player[int] {
		played := 0
		return Player[int]{
			Play: func(_ context.Context, number int) (int, error) {
				played++
				return number * number, nil
			},
			End: func() error {
				if ended != nil {
					*ended = append(*ended, played)
				}
				return nil
			},
		}
	}
}

func TestPlay(t *testing.T) {
	for _, row := range []struct{ from, to, players, most, taken int }{
		{1, 10, 1, 100, 10},
		{1, 10, 3, 100, 10},
		{4, 5, 8, 100, 2},
		{4, 3, 2, 100, 0},
		{1, 1000, 2, 7, 7},
		{1, 10, 0, 100, 10},
	} {
		var games []int
		err := Play(t.Context(), row.from, row.to, row.players, counter(nil), func(number, game int) error {
			if game != number*number {
				t.Errorf("game %d is %d", number, game)
			}
			games = append(games, number)
			if len(games) == row.most {
				return ErrEnough
			}
			return nil
		})
		if err != nil || len(games) != row.taken || !slices.IsSorted(games) || len(games) > 0 && games[0] != row.from {
			t.Errorf("%+v: %v, %v", row, games, err)
		}
	}
	var ended []int
	if err := Play(t.Context(), 1, 10, 1, counter(&ended), func(int, int) error { return nil }); err != nil || !slices.Equal(ended, []int{10}) {
		t.Errorf("the player ended with %v, %v", ended, err)
	}
}

// TestPlayErrors checks that an error ends the series, whether of playing, taking or ending.
// The context's error is returned as such, and a series that was stopped has no other.
func TestPlayErrors(t *testing.T) {
	broken := errors.New("broken")
	all := func(int, int) error { return nil }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, row := range map[string]struct {
		ctx       context.Context
		play, end error
		take      func(int, int) error
		want      error
	}{
		"playing":   {t.Context(), broken, nil, all, broken},
		"taking":    {t.Context(), nil, nil, func(int, int) error { return broken }, broken},
		"ending":    {t.Context(), nil, broken, all, broken},
		"stopped":   {t.Context(), nil, broken, func(int, int) error { return ErrEnough }, nil},
		"cancelled": {cancelled, nil, broken, all, context.Canceled},
	} {
		newPlayer := func() Player[int] {
			return Player[int]{
				Play: func(ctx context.Context, _ int) (int, error) { return 0, errors.Join(row.play, ctx.Err()) },
				End:  func() error { return row.end },
			}
		}
		if err := Play(row.ctx, 1, 6, 2, newPlayer, row.take); !errors.Is(err, row.want) || (err == nil) != (row.want == nil) {
			t.Errorf("%s: %v, want %v", name, err, row.want)
		}
	}
}

const first = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[Event } 1-0\n\n"
const second = "[Event \"b\"]\n\n1. e4 *\n\n"

// TestOpen checks that a file that was cut anywhere is continued after its last complete game.
func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	for cut := range len(first) + len(second) + 1 {
		if err := os.WriteFile(name, []byte((first + second)[:cut]), 0o600); err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, n := range []int{len(first), len(first) + len(second)} {
			if cut >= n {
				want++
			}
		}
		file, err := Open(name, Game, func(games [][]byte) (int, error) {
			if len(games) != want {
				t.Errorf("cut at %d: %d games, want %d", cut, len(games), want)
			}
			return min(1, len(games)), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		file.WriteString(second)
		file.Close()
		text, _ := os.ReadFile(name)
		if games := Split(text, Game); !bytes.HasSuffix(text, []byte(second)) || len(games) != 1+min(1, want) {
			t.Errorf("cut at %d: it goes on as %q", cut, text)
		}
	}
	refused := errors.New("refused")
	if _, err := Open(name, Game, func([][]byte) (int, error) { return 0, refused }); !errors.Is(err, refused) {
		t.Errorf("refused: %v", err)
	}
	if text, _ := os.ReadFile(name); len(text) == 0 {
		t.Error("a file that was refused was cut")
	}
	if _, err := Open(t.TempDir(), Game, nil); err == nil {
		t.Error("a directory was opened")
	}
}
