package message

import (
	"context"
	"time"

	"github.com/banchess/banchess/game"
)

// MaxLevel is the highest level of strength, the full one.
const MaxLevel = 8

// Engine is what best_action asks. BestAction returns a legal action of a game
// that is not over, and does so soon after the context has ended, with the best
// it has. It must not change the game.
type Engine interface {
	BestAction(ctx context.Context, g *game.Game, limits Limits) (Suggestion, error)
}

// Limits say how long an engine may think; it ends at the first limit reached.
// Zero values set none. A session never passes on limits of which all are zero.
type Limits struct {
	Depth int
	Nodes uint64
	Time  time.Duration
	Level int // of strength, from 1 to MaxLevel; 0 is the full one
}

// defaultTime is the thinking time of a request that sets no limit.
const defaultTime = time.Second

// Suggestion is an engine's answer.
type Suggestion struct {
	Action game.Action
	// Line is what is expected to follow, Action first.
	Line []game.Action
	// Centipawns is the score from the side of who acts. When Mate is not 0 it
	// counts instead: the turns until who acts mates, negative when they are
	// mated.
	Centipawns int
	Mate       int
	Depth      int
	Nodes      uint64
	Time       time.Duration
}

func (s *Session) bestAction(ctx context.Context, r request) (reply, error) {
	if err := s.mustGoOn(); err != nil {
		return reply{}, err
	}
	if s.engine == nil {
		return reply{}, &game.Error{Code: CodeNoEngine, Message: "there is no engine here", Hint: "choose an action yourself"}
	}
	limits := r.limits
	if limits.Depth == 0 && limits.Nodes == 0 && limits.Time == 0 {
		limits.Time = defaultTime
	}
	found, err := s.engine.BestAction(ctx, s.game, limits)
	if err != nil {
		return reply{}, err
	}
	if !s.game.IsLegal(found.Action) && s.mustGoOn() == nil { // a clock may have run out meanwhile
		return reply{}, &game.Error{Code: CodeEngineFailed, Message: "the engine found no legal action", Hint: "ask again, or choose one yourself"}
	}
	return reply{kind: kindBestAction, found: &found, standing: s.standing()}, nil
}
