package torture

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// The short form of every part.
func TestParts(t *testing.T) {
	rounds := map[string]int{"rules": 100, "hostile": 200, "engine": 20, "selfplay": 2}
	for _, p := range Parts {
		if p.Name == large.Name {
			continue // see TestLarge
		}
		t.Run(p.Name, func(t *testing.T) {
			n := rounds[p.Name]
			if testing.Short() {
				n = max(1, n/10)
			}
			var out strings.Builder
			total, err := p.Run(t.Context(), &out, 1, Limit{Rounds: n})
			if err != nil || total.Failed > 0 {
				t.Fatalf("%v\n%s", err, out.String())
			}
			if total.Rounds != n || total.Count == 0 {
				t.Errorf("%d rounds with %d %s, want %d rounds", total.Rounds, total.Count, p.Unit, n)
			}
			t.Log(out.String())
		})
	}
}

// All that is accepted, and all that large files are full of, in files that are not as
// large.
func TestLarge(t *testing.T) {
	size := largestGame
	if testing.Short() {
		size /= 4
	}
	if _, err := acceptedRound(t.Context(), size); err != nil {
		t.Fatal(err)
	}
	if _, err := largeRound(t.Context(), rand.New(rand.NewPCG(1, 0)), 2<<20); err != nil {
		t.Fatal(err)
	}
}

// A game that is as long as they get, with every step in both rules.
func TestLongGame(t *testing.T) {
	plies, err := comparedGame(t.Context(), rand.New(rand.NewPCG(2, 0)), game.StartFEN, longest, true)
	if err != nil || plies < longest {
		t.Errorf("%d plies: %v", plies, err)
	}
}

// A run ends with its time and with its context in the midst of a round, and says what
// it went through.
func TestEnds(t *testing.T) {
	for name, run := range map[string]func(p Part, w io.Writer) (Total, error){
		"time": func(p Part, w io.Writer) (Total, error) {
			return p.Run(t.Context(), w, 1, Limit{Time: time.Millisecond})
		},
		"context": func(p Part, w io.Writer) (Total, error) {
			ctx, cancel := context.WithCancel(t.Context())
			p.Begin = func() func(context.Context, *rand.Rand) (int, error) {
				cancel()
				return p.Round
			}
			return p.Run(ctx, w, 1, Limit{Time: time.Hour})
		},
	} {
		part := Part{Name: "endless", Unit: "numbers", Round: func(ctx context.Context, _ *rand.Rand) (int, error) {
			<-ctx.Done()
			return 7, errors.New("cut off")
		}}
		var out strings.Builder
		total, err := run(part, &out)
		if (err != nil) != (name == "context") || total.Failed > 0 || !strings.Contains(out.String(), " numbers in 0 rounds") {
			t.Errorf("%s: %+v, %v\n%s", name, total, err, out.String())
		}
	}
}

// What fails, by an error or a panic, is counted and can be run again from its seed.
func TestFailures(t *testing.T) {
	part := Part{Name: "odd", Unit: "numbers", Round: func(_ context.Context, r *rand.Rand) (int, error) {
		switch r.IntN(4) {
		case 0:
			return 1, errors.New("it is 0")
		case 1:
			panic("it is 1")
		}
		return 1, nil
	}}
	var out strings.Builder
	total, err := part.Run(t.Context(), &out, 7, Limit{Rounds: 15})
	if err != nil || total.Rounds != 15 || total.Failed == 0 || total.Failed == 15 {
		t.Fatalf("%+v, %v", total, err)
	}
	_, line, _ := strings.Cut(out.String(), "--seed ")
	seed, _, _ := strings.Cut(line, " ")
	if seed == "" || !strings.Contains(out.String(), "torture odd --seed "+seed+" --rounds 1") {
		t.Errorf("no command runs it again:\n%s", out.String())
	}
}

// What a part keeps from round to round is found.
func TestGrowth(t *testing.T) {
	for _, row := range []struct {
		each   int // bytes that a round keeps
		failed int
	}{{1 << 10, 0}, {2 << 20, 1}} {
		var kept [][]byte
		part := Part{Name: "kept", Unit: "bytes", Round: func(context.Context, *rand.Rand) (int, error) {
			kept = append(kept, make([]byte, row.each))
			return row.each, nil
		}}
		var out strings.Builder
		if total, err := part.Run(t.Context(), &out, 1, Limit{Rounds: 10}); err != nil || total.Failed != row.failed {
			t.Errorf("%d bytes a round: %d failed, want %d: %v\n%s", row.each, total.Failed, row.failed, err, out.String())
		}
		runtime.KeepAlive(kept)
	}
}
