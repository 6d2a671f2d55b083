package message

import (
	"cmp"
	"context"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/report"
)

// Engine is what best_action asks. BestAction finds an action of a game that is
// not over, and does so soon after the context has ended, with the best it has. It
// must not change the game. A session always sets a limit.
type Engine interface {
	BestAction(ctx context.Context, g *game.Game, limits engine.Limits) (engine.Result, error)
}

// Solver is what solve asks, of an engine that is one. Solve looks for a forced win
// of the player to act in at most so many turns; when the context ends first, its
// error is the context's.
type Solver interface {
	Solve(ctx context.Context, g *game.Game, turns int) (engine.Solution, error)
}

// Reporter is what report asks, of an engine that is one. Report judges what was played
// in a game; when the context ends first, its error is the context's.
type Reporter interface {
	Report(ctx context.Context, g *game.Game) (*report.Report, error)
}

// NewEngine returns the engine of package engine, which is a [Solver] and a [Reporter]. A yield that is not nil is
// called every few milliseconds while it thinks, for programs with one thread. The
// engine is not safe for use by several goroutines at once.
func NewEngine(options engine.Options, yield func()) Engine {
	return &lateEngine{options: options, yield: yield}
}

// lateEngine makes its engine when it is first asked: the table is large.
type lateEngine struct {
	*engine.Engine
	options engine.Options
	yield   func()
}

func (e *lateEngine) BestAction(ctx context.Context, g *game.Game, limits engine.Limits) (engine.Result, error) {
	if e.Engine == nil {
		var err error
		if e.Engine, err = engine.New(e.options); err != nil {
			return engine.Result{}, err
		}
	}
	return e.Search(ctx, g, limits, e.yield)
}

func (e *lateEngine) Solve(ctx context.Context, g *game.Game, turns int) (engine.Solution, error) {
	return engine.Solve(ctx, g, turns, e.yield)
}

// Report searches with an engine of its own, so that its answer is the same everywhere.
func (e *lateEngine) Report(ctx context.Context, g *game.Game) (*report.Report, error) {
	looker, err := report.NewLooker()
	if err != nil {
		return nil, err
	}
	looker.Yield = e.yield
	t := game.NewTree(g)
	return report.Make(t, t.End(), looker.Looking(ctx), func() {})
}

// The limits of a request that sets none.
const (
	defaultTime      = time.Second
	defaultSolveTime = 10 * time.Second
	defaultTurns     = 3
)

func (s *Session) bestAction(ctx context.Context, r request) (reply, error) {
	if s.engine == nil {
		return reply{}, noEngine("there is no engine here")
	}
	limits := r.limits
	if limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 {
		limits.MoveTime = defaultTime
	}
	found, err := s.engine.BestAction(ctx, s.game, limits)
	if err != nil {
		return reply{}, err
	}
	if !s.game.IsLegal(found.Best) && s.mustGoOn() == nil { // a clock may have run out meanwhile
		return reply{}, &game.Error{Code: CodeEngineFailed, Message: "the engine found no legal action", Hint: "ask again, or choose one yourself"}
	}
	return reply{kind: kindBestAction, found: &found, lines: r.limits.Lines > 0}, nil
}

func noEngine(message string) error {
	return &game.Error{Code: CodeNoEngine, Message: message, Hint: "choose an action yourself"}
}

// solution is what solve found: a win in some turns, none within the turns asked
// for (0), or nothing yet when it was stopped or out of time.
type solution struct {
	engine.Solution
	within  int
	decided bool
	took    time.Duration
}

func (s *Session) solve(ctx context.Context, r request) (reply, error) {
	solver, ok := s.engine.(Solver)
	if !ok {
		return reply{}, noEngine("there is no solver here")
	}
	most := cmp.Or(r.limits.MoveTime, defaultSolveTime)
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	began := s.now()
	found := solution{within: cmp.Or(r.turns, defaultTurns)}
	var err error
	found.Solution, err = solver.Solve(ctx, s.game, found.within)
	if err != nil && ctx.Err() == nil {
		return reply{}, err
	}
	found.decided, found.took = err == nil, s.now().Sub(began)
	return reply{kind: kindSolution, solution: &found}, nil
}

func (s *Session) report(ctx context.Context) (reply, error) {
	reporter, ok := s.engine.(Reporter)
	if !ok {
		return reply{}, noEngine("nobody here makes reports")
	}
	made, err := reporter.Report(ctx, s.game)
	if err != nil && ctx.Err() == nil {
		return reply{}, err
	}
	return reply{kind: kindReport, report: made}, nil
}
