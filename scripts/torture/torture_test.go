package torture

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
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

// All that large files are full of, in files that are not as large.
func TestLarge(t *testing.T) {
	if _, err := largeRound(t.Context(), rand.New(rand.NewPCG(1, 0)), 2<<20); err != nil {
		t.Fatal(err)
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
