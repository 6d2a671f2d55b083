package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/report"
)

// claims are the claims of reports that were checked.
type claims struct {
	games, wrong int
	kinds        map[report.Kind]int
}

func newReports() Part {
	c := &claims{kinds: map[report.Kind]int{}}
	return Part{Name: "report", Unit: "claims", Round: c.round, Sum: c.String}
}

// String tells the number of games, of false claims, and of all claims by kind.
func (c *claims) String() string {
	text := fmt.Sprintf("; %d false in %d games", c.wrong, c.games)
	for _, kind := range report.Kinds {
		if n := c.kinds[kind]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, kind)
		}
	}
	return text
}

// round plays one game and checks each claim of its report.
func (c *claims) round(ctx context.Context, r *rand.Rand) (int, error) {
	e, err := engine.New(engine.Options{Seed: r.Uint64(), Hash: 4})
	if err != nil {
		return 0, err
	}
	g := game.New()
	limits := engine.Limits{Level: 3 + r.IntN(10)}
	for !g.Over() && g.Len() < 300 {
		found, err := e.Search(ctx, g, limits, nil)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, err
		}
		if err := g.Play(found.Best); err != nil {
			return 0, err
		}
	}
	looker, err := report.NewLooker()
	if err != nil {
		return 0, err
	}
	tree := game.NewTree(g)
	made, err := report.Make(tree, report.Lines(tree)[0], looker.Looking(ctx), func() {})
	if err != nil {
		return 0, err
	}
	count := 0
	var wrong []error
	for _, m := range made.Moments {
		if m.Explanation == nil || m.Explanation.Kind == report.Numbers && len(m.Explanation.Other) == 0 {
			continue
		}
		if err := m.Explanation.Verify(ctx, looker.Looking(ctx)); err != nil {
			if ctx.Err() != nil {
				break
			}
			c.wrong++
			wrong = append(wrong, fmt.Errorf("level %d: %s: ply %v, %v%v %v: %w", limits.Level, m.Before.FEN(), m.Ply(), m.Entry, m.Mark, m.Explanation, err))
		}
		c.kinds[m.Explanation.Kind]++
		count++
	}
	if ctx.Err() == nil {
		c.games++
	}
	return count, errors.Join(wrong...)
}
