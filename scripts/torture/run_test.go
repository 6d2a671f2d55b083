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
)

// A run ends with its time and with its context, also during a round, and reports its
// amount of work.
func TestEnds(t *testing.T) {
	for name, run := range map[string]func(p Part, w io.Writer) (Total, error){
		"time": func(p Part, w io.Writer) (Total, error) {
			return p.Run(t.Context(), w, 1, Limit{Time: time.Millisecond})
		},
		"context": func(p Part, w io.Writer) (Total, error) {
			ctx, cancel := context.WithCancel(t.Context())
			round := p.Round
			p.Round = func(ctx context.Context, r *rand.Rand) (int, error) {
				cancel()
				return round(ctx, r)
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

// A failure, by an error or a panic, is counted and can be repeated from its seed.
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

// Memory that a part keeps from round to round is found.
func TestGrowth(t *testing.T) {
	for _, row := range []struct {
		each   int // the bytes that a round keeps
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
