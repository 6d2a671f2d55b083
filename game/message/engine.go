package message

import (
	"context"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Engine is what best_action asks. BestAction finds an action of a game that is
// not over, and does so soon after the context has ended, with the best it has. It
// must not change the game. A session always sets a limit.
type Engine interface {
	BestAction(ctx context.Context, g *game.Game, limits engine.Limits) (engine.Result, error)
}

// NewEngine returns the engine of package engine. A yield that is not nil is
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
		e.Engine = engine.New(e.options)
	}
	return e.Search(ctx, g, limits, e.yield)
}

// defaultTime is the thinking time of a request that sets no limit.
const defaultTime = time.Second

func (s *Session) bestAction(ctx context.Context, r request) (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	if s.engine == nil {
		return reply{}, &game.Error{Code: CodeNoEngine, Message: "there is no engine here", Hint: "choose an action yourself"}
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
	return reply{kind: kindBestAction, found: &found, standing: s.standing()}, nil
}
