package report

import (
	"context"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Nodes is how many positions a search visits for a Look.
const Nodes = 50_000

// larger is how many positions a search visits that confirms a claim.
const larger = 4 * Nodes

// confirming returns how many positions a search visits that confirms a claim of what
// costs so many chances: the less it costs, the more often a larger search denies it.
func confirming(cost float64) uint64 {
	if cost < blunder {
		return 2 * larger
	}
	return larger
}

// Look is what a search found in a position.
type Look struct {
	Eval game.Eval
	Line []game.Action // the best, empty where the game is over
}

// Looker looks at positions.
type Looker struct {
	engine *engine.Engine
	// Yield, if it is set, is called every few milliseconds, for programs with one thread.
	Yield func()
}

// NewLooker returns a Looker with an engine of its own.
func NewLooker() (*Looker, error) {
	e, err := engine.New(engine.Options{})
	return &Looker{engine: e}, err
}

// Look looks at the position of a game by a search of so many positions, as if it were
// the first that is looked at; 0 sets no limit. The error is the context's when that ends
// before.
func (l *Looker) Look(ctx context.Context, g *game.Game, nodes uint64) (Look, error) {
	if g.Over() {
		return Look{Eval: ended(g.Result())}, nil
	}
	l.engine.Clear()
	found, err := l.engine.Search(ctx, g, engine.Limits{Nodes: nodes}, l.Yield)
	if err != nil {
		return Look{}, err
	}
	look := Look{Eval: EvalOf(found.Score, g.ActivePlayer()), Line: []game.Action{found.Best}}
	if len(found.Lines) > 0 && len(found.Lines[0].Actions) > 0 {
		look.Line = found.Lines[0].Actions
	}
	return look, ctx.Err()
}

// Answer is what comes of an action that somebody tries.
type Answer struct {
	Keeps bool // about as much as what is better
	After Look
}

// Try looks at what comes of a legal action in the position of a game, of which the best
// is known.
func (l *Looker) Try(ctx context.Context, g *game.Game, a game.Action, best Look) (Answer, error) {
	after := g.Clone()
	if err := after.Play(a); err != nil {
		return Answer{}, err
	}
	now, err := l.Look(ctx, after, Nodes)
	isBest := len(best.Line) > 0 && best.Line[0] == a
	return Answer{Keeps: isBest || Keeps(g.ActivePlayer(), best.Eval, now.Eval), After: now}, err
}

// playAll plays actions, as far as they are legal.
func playAll(g *game.Game, line []game.Action) error {
	for _, a := range line {
		if err := g.Play(a); err != nil {
			return err
		}
	}
	return nil
}

// EvalOf returns the score of a player to act as White sees it.
func EvalOf(s engine.Score, player game.Player) game.Eval {
	if player == game.Black {
		s.Centipawns, s.Mate = -s.Centipawns, -s.Mate
	}
	if s.Mate != 0 {
		s.Centipawns = 0
	}
	return game.Eval{Centipawns: s.Centipawns, Mate: s.Mate}
}

// ended returns what a game that is over is worth.
func ended(r game.Result) game.Eval {
	switch r.Winner {
	case game.White:
		return game.Eval{Mate: 1}
	case game.Black:
		return game.Eval{Mate: -1}
	}
	return game.Eval{}
}

// most is how many positions Solve visits for a shorter mate.
const most = 10_000

// shorter looks for a forced mate of a player in fewer turns than a search found, in at
// most two. It returns 0 if there is no such mate.
func shorter(g *game.Game, player game.Player, turns int) (n int, line []game.Action) {
	if turns < 2 || g.Over() {
		return 0, nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const interval = 256 // positions between two calls, as Solve promises few hundred
	nodes := 0
	s, err := engine.Solve(ctx, g, min(turns-1, 2), func() {
		if nodes += interval; nodes >= most {
			cancel()
		}
	})
	switch {
	case err != nil:
		return 0, nil
	case player == g.ActivePlayer() && s.Turns > 0:
		return s.Turns, s.Line()
	case player != g.ActivePlayer() && s.Lost > 0:
		return s.Lost, append([]game.Action{game.BanAction(s.Attack.First.Pair())}, (&engine.Solution{
			Attack: &engine.Attack{First: s.Attack.Second, AfterFirst: s.Attack.AfterSecond},
		}).Line()...)
	}
	return 0, nil
}
