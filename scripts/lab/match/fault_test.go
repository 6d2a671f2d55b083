package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/banchess/banchess/game"
)

// spoiler is a writer between a player and its output that spoils one answer.
type spoiler struct {
	io.Writer
	answers int // the number of answers until that one
	spoil   func(w io.Writer, answer []byte)
}

func (s *spoiler) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("bestmove")) {
		if s.answers--; s.answers == 0 {
			s.spoil(s.Writer, p)
			return len(p), nil
		}
	}
	return s.Writer.Write(p)
}

// after delays an answer. The clock is the test's own (synctest).
func after(d time.Duration) func(w io.Writer, answer []byte) {
	return func(w io.Writer, answer []byte) {
		<-time.After(d)
		w.Write(answer)
	}
}

// say replaces an answer.
func say(s string) func(w io.Writer, answer []byte) {
	return func(w io.Writer, _ []byte) { io.WriteString(w, s) }
}

// TestFaults spoils the third answer of the second player's first engine. Each
// fault loses only that game: the second game is played to its end, by a new
// engine if the first is dead or has not answered.
func TestFaults(t *testing.T) {
	const grace, patience = 20 * time.Millisecond, time.Minute
	for _, row := range []struct {
		name, limits string
		spoil        func(w io.Writer, answer []byte)
		kind         FaultKind // "": no fault
		starts       int
	}{
		{"dies", "depth 1", func(w io.Writer, _ []byte) { w.(io.Closer).Close() }, Crash, 2},
		{"dies in the middle of a line", "depth 1", func(w io.Writer, _ []byte) {
			io.WriteString(w, "bestm")
			w.(io.Closer).Close()
		}, Crash, 2},
		{"answers nothing", "depth 1", say("bestmove\n"), Crash, 2},
		{"hangs", "depth 1", say(""), Hang, 2},
		{"hangs with a movetime", "depth 1 movetime 100", say(""), Late, 2},
		{"is late", "movetime 100", after(121 * time.Millisecond), Late, 2},
		{"is just in time", "movetime 100", after(119 * time.Millisecond), "", 1},
		{"takes its time", "depth 1", after(patience - 1), "", 1},
		{"flags", "wtime 200 btime 200 winc 200 binc 200", after(601 * time.Millisecond), Late, 2},
		{"plays what is illegal", "depth 1", say("bestmove e1e8\n"), Illegal, 1},
		{"plays a text that is not an action", "depth 1", say("bestmove \"\n"), Illegal, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				starts := 0
				start := func() (*Process, error) {
					starts++
					answers := 0 // a new engine is never spoilt
					if starts == 1 {
						answers = 3
					}
					return inProcess(func(in io.Reader, out io.Writer) error {
						return Serve(t.Context(), in, &spoiler{out, answers, row.spoil}, "random", 1)
					})()
				}
				file := filepath.Join(t.TempDir(), "games.pgn")
				tally, err := Play(t.Context(), Config{
					Players: [2]Player{
						// Each player has its own limits: this one is never late.
						{Name: "sound", Limits: "movetime 1", Start: simple("random", nil)},
						{Name: "spoilt", Limits: row.limits, Start: start},
					},
					Pairs: 1, Most: 40, Grace: grace, Patience: patience, File: file,
				})
				if err != nil {
					t.Fatal(err)
				}
				var kinds []FaultKind
				for _, f := range tally.Faults[1] {
					kinds = append(kinds, f.Kind)
				}
				var want []FaultKind
				if row.kind != "" {
					want = append(want, row.kind)
				}
				if !slices.Equal(kinds, want) || len(tally.Faults[0]) > 0 {
					t.Errorf("faults %q, want %q", tally.Faults, want)
				}
				if tally.Games != 2 || tally.Wins != len(want) || tally.Losses != 0 {
					t.Errorf("the tally is %v", tally)
				}
				if starts != row.starts {
					t.Errorf("%d engines were started, want %d", starts, row.starts)
				}
				games := game.NewPGNReader(strings.NewReader(read(t, file)))
				first, err := games.Next()
				if err != nil {
					t.Fatal(err)
				}
				if got := first.Tags.Get("Fault"); !strings.HasPrefix(got, string(row.kind)) || (got == "") != (row.kind == "") {
					t.Errorf("the game says of the fault %q", got)
				}
				if row.kind != "" && !strings.Contains(tally.String(), fmt.Sprintf("1 faults of the second player (1 %s)", row.kind)) {
					t.Errorf("the tally says %q", tally)
				}
			})
		})
	}
}

// TestDiesBetweenGames checks that an engine that is dead when a game begins loses it.
func TestDiesBetweenGames(t *testing.T) {
	starts := 0
	start := func() (*Process, error) {
		starts++
		return inProcess(func(in io.Reader, out io.Writer) error {
			script := io.MultiReader(io.LimitReader(in, int64(len("uci\nisready\n"))), strings.NewReader("quit\n"))
			return Serve(t.Context(), script, out, "random", 1)
		})()
	}
	tally, err := Play(t.Context(), Config{
		Players: [2]Player{
			{Name: "gone", Limits: "depth 1", Start: start},
			{Name: "sound", Limits: "depth 1", Start: simple("random", nil)},
		},
		Pairs: 1, Patience: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	if tally.Losses != 2 || len(tally.Faults[0]) != 2 || tally.Faults[0][1].Kind != Crash || starts != 2 {
		t.Errorf("%d engines, %v", starts, tally)
	}
}

// TestCannotStart checks that a match ends if an engine fails the handshake.
func TestCannotStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, start := range map[string]func() (*Process, error){
			"no such engine": func() (*Process, error) { return nil, errors.New("no such engine") },
			"closed pipe":    inProcess(func(io.Reader, io.Writer) error { return nil }),
			"deadline": inProcess(func(in io.Reader, _ io.Writer) error {
				_, err := io.Copy(io.Discard, in)
				return err
			}),
		} {
			tally, err := Play(t.Context(), Config{
				Players: [2]Player{
					{Name: "sound", Limits: "depth 1", Start: simple("random", nil)},
					{Name: "broken", Limits: "depth 1", Start: start},
				},
				Pairs: 1, Patience: time.Minute,
			})
			if err == nil || !strings.Contains(err.Error(), "broken: ") || !strings.Contains(err.Error(), name) || tally.Games != 0 {
				t.Errorf("%s: %v, %d games", name, err, tally.Games)
			}
		}
	})
}

// TestCancelled checks that cancelling the match during a search is not an engine's
// fault.
func TestCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		file := filepath.Join(t.TempDir(), "games.pgn")
		tally, err := Play(ctx, Config{
			Players: [2]Player{
				{Name: "thinks", Limits: "depth 1", Start: inProcess(func(in io.Reader, out io.Writer) error {
					return Serve(t.Context(), in, &spoiler{out, 1, say("")}, "random", 1)
				})},
				{Name: "sound", Limits: "depth 1", Start: simple("random", nil)},
			},
			Pairs: 1, Patience: time.Minute, File: file,
		})
		if !errors.Is(err, context.DeadlineExceeded) || tally.Games != 0 || read(t, file) != "" {
			t.Errorf("%v, %v, %q", err, tally, read(t, file))
		}
	})
}

// TestClocks plays one game with clocks: the first player, White, takes 150 ms
// an action, the second no time. Every action, ban or move, takes time off the clock;
// the increment is added once for the two; the flag falls at the right moment.
func TestClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard strings.Builder
		const limits = "wtime 1000 btime 1000 winc 100 binc 100"
		m, err := newTable(Config{
			Players: [2]Player{
				{Name: "slow", Limits: limits, Start: inProcess(func(in io.Reader, out io.Writer) error {
					return Serve(t.Context(), io.TeeReader(in, &heard), slow{out}, "random", 1)
				})},
				{Name: "quick", Limits: limits, Start: simple("random", nil)},
			},
			Most: 100, Patience: time.Minute,
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.game(t.Context(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.end(); err != nil {
			t.Error(err)
		}
		var told []string
		for _, words := range regexp.MustCompile(`go wtime (\d+) btime (\d+) winc 100 binc 100\n`).FindAllStringSubmatch(heard.String(), -1) {
			told = append(told, words[1]+" "+words[2])
		}
		want := []string{
			"1000 1100", "850 1100", "800 1200", "650 1200", "600 1300", "450 1300",
			"400 1400", "250 1400", "200 1500", "50 1500",
		}
		if !slices.Equal(told, want) {
			t.Errorf("the clocks told are %q, want %q", told, want)
		}
		if r.Fault.Kind != Late || r.Fault.By != 0 || r.Score != 0 || r.Game.Result().Reason != game.Timeout {
			t.Errorf("fault %v, score %v, %v", r.Fault, r.Score, r.Game.Result())
		}
	})
}

// slow takes 150 ms for each answer.
type slow struct{ io.Writer }

func (s slow) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("bestmove")) {
		after(150*time.Millisecond)(s.Writer, p)
		return len(p), nil
	}
	return s.Writer.Write(p)
}
