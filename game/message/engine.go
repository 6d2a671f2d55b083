package message

import (
	"cmp"
	"context"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/report"
)

// Engine is what a session asks for actions and reports. It must not change the game, and
// must answer soon after the context has ended. If a game is over, a session asks only
// for a report.
type Engine interface {
	// BestAction finds an action. If the context ends first, it returns the best one so
	// far. A session always sets a limit.
	BestAction(ctx context.Context, g *game.Game, limits engine.Limits) (engine.Result, error)
	// Solve looks for a forced win of the player to act in at most so many turns. If the
	// context ends first, its error is that of the context.
	Solve(ctx context.Context, g *game.Game, turns int) (engine.Solution, error)
	// Report judges what was played in a game. If the context ends first, its error is
	// that of the context.
	Report(ctx context.Context, g *game.Game) (*report.Report, error)
}

// NewEngine returns an Engine made of package engine. For programs with one thread, it
// calls yield every few milliseconds while it thinks, unless yield is nil. It is not safe
// for use by several goroutines at once.
func NewEngine(options engine.Options, yield func()) Engine {
	return &lateEngine{options: options, yield: yield}
}

// noEngine refuses everything.
type noEngine struct{}

var errNoEngine = &game.Error{Code: CodeNoEngine, Message: "there is no engine here", Hint: "choose an action yourself"}

func (noEngine) BestAction(context.Context, *game.Game, engine.Limits) (engine.Result, error) {
	return engine.Result{}, errNoEngine
}

func (noEngine) Solve(context.Context, *game.Game, int) (engine.Solution, error) {
	return engine.Solution{}, errNoEngine
}

func (noEngine) Report(context.Context, *game.Game) (*report.Report, error) { return nil, errNoEngine }

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
	return report.Make(t, report.Lines(t)[0], looker.Looking(ctx), func() {})
}

// The limits of a request that sets none.
const (
	defaultTime      = time.Second
	defaultSolveTime = 10 * time.Second
	defaultTurns     = 3
)

func (s *Session) bestAction(ctx context.Context, r request) (reply, error) {
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

// solution is what solve found: a win in some turns, none within the turns asked
// for (0), or nothing yet when it was stopped or out of time.
type solution struct {
	engine.Solution
	within  int
	decided bool
	took    time.Duration
}

func (s *Session) solve(ctx context.Context, r request) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.limits.MoveTime, defaultSolveTime))
	defer cancel()
	began := s.now()
	found := solution{within: cmp.Or(r.turns, defaultTurns)}
	var err error
	found.Solution, err = s.engine.Solve(ctx, s.game, found.within)
	if err != nil && ctx.Err() == nil {
		return reply{}, err
	}
	found.decided, found.took = err == nil, s.now().Sub(began)
	return reply{kind: kindSolution, solution: &found}, nil
}

func (s *Session) report(ctx context.Context) (reply, error) {
	made, err := s.engine.Report(ctx, s.game)
	if err != nil && ctx.Err() == nil {
		return reply{}, err
	}
	return reply{kind: kindReport, report: made}, nil
}
