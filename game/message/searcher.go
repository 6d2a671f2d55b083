package message

import (
	"context"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
)

// searcher is the project's own engine behind Engine.
type searcher struct {
	options engine.Options
	engine  *engine.Engine // made when it is first asked: its table is large
	yield   func()
}

// NewEngine returns the engine of package engine. The options' Level is that of
// each request. A yield that is not nil is called every few milliseconds while it
// thinks, for programs with one thread. The engine is not safe for use by several
// goroutines at once.
func NewEngine(options engine.Options, yield func()) Engine {
	return &searcher{options: options, yield: yield}
}

// BestAction searches the game's position with its past.
func (s *searcher) BestAction(ctx context.Context, g *game.Game, limits Limits) (Suggestion, error) {
	b, err := BoardOf(g)
	if err != nil {
		return Suggestion{}, err
	}
	if s.engine == nil {
		s.engine = engine.New(s.options)
	}
	e := s.engine
	options := e.Options()
	options.Level = limits.Level
	e.Configure(options)
	var last engine.Info
	e.Report = func(i engine.Info) { last = i }
	found, err := e.Search(ctx, b, engine.Limits{Depth: limits.Depth, Nodes: limits.Nodes, MoveTime: limits.Time}, s.yield)
	if err != nil {
		return Suggestion{}, err
	}
	answer := Suggestion{
		Action:     ActionOf(found.Best),
		Centipawns: found.Score.Centipawns,
		Mate:       found.Score.Mate,
		Depth:      found.Depth,
		Nodes:      found.Nodes,
		Time:       last.Time,
	}
	if len(found.Lines) > 0 {
		answer.Line = ActionsOf(found.Lines[0].Actions)
	}
	return answer, nil
}

// BoardOf returns the search board of a game: its current position, with the
// actions that led there for repetitions to be seen.
func BoardOf(g *game.Game) (*bitboard.Board, error) {
	b, err := bitboard.Parse(g.Start().FEN())
	if err != nil {
		return nil, err
	}
	for _, played := range g.Actions() {
		a, ok := engine.FindAction(b, coordinates(played))
		if !ok {
			return nil, &game.Error{Code: CodeEngineFailed, Message: "the engine does not know the action " + played.String() + " at ply " + game.Ply(b.Ply()).String()}
		}
		a.Play(b)
	}
	return b, nil
}

// coordinates writes an action as UCI does.
func coordinates(a game.Action) string {
	return game.Move{Pair: a.Pair(), Promotion: a.Promotion()}.String()
}

// roles are the pieces a pawn can become, by the board's types.
var roles = map[bitboard.Type]game.Role{
	bitboard.Knight: game.Knight, bitboard.Bishop: game.Bishop, bitboard.Rook: game.Rook, bitboard.Queen: game.Queen,
}

// ActionOf returns an action of the engine as one of the rules; that of none is
// the zero Action.
func ActionOf(a engine.Action) game.Action {
	from, to := game.Square(a.Move.From()), game.Square(a.Move.To())
	switch {
	case a.Move == 0:
		return game.Action{}
	case a.Ban:
		return game.NewBan(from, to)
	}
	return game.NewMove(from, to, roles[a.Move.Promotion()])
}

// ActionsOf is ActionOf of a line.
func ActionsOf(line []engine.Action) []game.Action {
	actions := make([]game.Action, len(line))
	for i, a := range line {
		actions[i] = ActionOf(a)
	}
	return actions
}
