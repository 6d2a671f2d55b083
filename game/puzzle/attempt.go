package puzzle

import (
	"github.com/banchess/banchess/game"
)

// An Attempt is a puzzle that is being solved: it judges the solver's actions, and
// answers for the opponent.
type Attempt struct {
	puzzle *Puzzle
	game   *game.Game
	next   []Step
	left   int // turns
}

// NewAttempt begins a puzzle.
func NewAttempt(p *Puzzle) *Attempt {
	return &Attempt{puzzle: p, game: game.NewFrom(p.Position), next: p.Line, left: p.Goal.Turns}
}

// Game returns the game so far. It must not be changed; to play on, clone it.
func (a *Attempt) Game() *game.Game { return a.game }

// Done reports whether the puzzle is solved.
func (a *Attempt) Done() bool { return len(a.next) == 0 }

// Expected returns an action with which the line goes on, or the zero Action when the
// puzzle is solved.
func (a *Attempt) Expected() game.Action {
	if a.Done() {
		return game.Action{}
	}
	return a.next[0].Action
}

// Next returns the actions with which the line goes on; if Any is one of them, it is the
// last. There are none when the puzzle is solved.
func (a *Attempt) Next() []game.Action {
	actions := make([]game.Action, len(a.next))
	for i, s := range a.next {
		actions[i] = s.Action
	}
	return actions
}

// Try plays an action if it reaches the goal, and then the opponent's answer. It reports
// whether the action reaches the goal; if not, it plays nothing. The error of an illegal
// action is that of game.Game.Check.
func (a *Attempt) Try(action game.Action) (right bool, err error) {
	if err := a.game.Check(action); err != nil {
		return false, err
	}
	if a.Done() {
		return false, nil
	}
	if right, err = a.step(action); !right || err != nil {
		return right, err
	}
	for len(a.next) > 0 && a.game.ActivePlayer() != a.puzzle.Solver() {
		if _, err := a.step(a.next[0].Action); err != nil {
			return true, err
		}
	}
	return true, nil
}

// Follow plays actions of both sides, up to the first that is not in the line. It reports
// whether all of them are in it.
func (a *Attempt) Follow(actions []game.Action) (right bool, err error) {
	for _, action := range actions {
		if right, err := a.step(action); !right || err != nil {
			return false, err
		}
	}
	return true, nil
}

// step plays an action of either side, if the line has it.
func (a *Attempt) step(action game.Action) (right bool, err error) {
	s, ok := find(a.next, action)
	if !ok {
		return false, nil
	}
	isOwn := a.game.ActivePlayer() == a.puzzle.Solver()
	if err := a.game.Play(action); err != nil {
		return false, err
	}
	a.next = s.Next
	if isOwn && action.IsBan() {
		a.left-- // a turn ends with its ban
	}
	return true, nil
}

// Clone returns an independent copy.
func (a *Attempt) Clone() *Attempt {
	b := *a
	b.game = a.game.Clone()
	return &b
}
