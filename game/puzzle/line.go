package puzzle

import (
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// A Step is an action of a line, and the steps that may follow it.
type Step struct {
	Action game.Action // Any for every ban that is not named beside it
	Next   []Step
}

// Any stands for every legal ban that no step beside it names.
var Any = game.Action{}

// Bounds of lines, which keep hostile input small.
const (
	MaxSteps = 300
	maxDepth = 64 // plies
)

// find returns the step that an action takes.
func find(steps []Step, a game.Action) (Step, bool) {
	for _, s := range steps {
		if s.Action == a {
			return s, true
		}
	}
	for _, s := range steps {
		if s.Action == Any && a.IsBan() {
			return s, true
		}
	}
	return Step{}, false
}

// Size counts the steps of a line.
func Size(steps []Step) int {
	n := len(steps)
	for _, s := range steps {
		n += Size(s.Next)
	}
	return n
}

func appendLine(b []byte, steps []Step) []byte {
	if len(steps) > 1 {
		b = append(b, '(')
	}
	for i, s := range steps {
		if i > 0 {
			b = append(b, '|')
		}
		b = appendStep(b, s)
	}
	if len(steps) > 1 {
		b = append(b, ')')
	}
	return b
}

func appendStep(b []byte, s Step) []byte {
	if s.Action == Any {
		b = append(b, '*')
	} else {
		b = append(b, s.Action.String()[2:]...)
	}
	if len(s.Next) > 0 {
		b = appendLine(append(b, ' '), s.Next)
	}
	return b
}

// lineReader reads a line; the positions tell bans from moves and what is legal.
type lineReader struct {
	text  string
	at    int
	steps int
}

// parseLine reads the line of a puzzle, every action of which has to be legal.
func parseLine(text string, p game.Position) ([]Step, error) {
	r := lineReader{text: text}
	steps, err := r.alternatives(p, p.ActivePlayer(), nil, 0)
	if err == nil && r.at < len(text) {
		err = r.fault("something follows the end of the line", "close what was opened, and nothing else")
	}
	if err != nil {
		return nil, err
	}
	return steps, nil
}

func (r *lineReader) fault(message, hint string) error {
	return bad(r.text, fmt.Sprintf("the line, at its character %d: %s", r.at+1, message), hint)
}

func (r *lineReader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// alternatives reads what may be played in a position: one step, or several in
// parentheses. The bans are those that stand for Any before, which may be any of them.
func (r *lineReader) alternatives(p game.Position, solver game.Player, open []game.Position, depth int) ([]Step, error) {
	if depth > maxDepth {
		return nil, r.fault("it is too long", fmt.Sprintf("give at most %d plies", maxDepth))
	}
	if !r.take('(') {
		s, err := r.step(p, solver, open, nil, depth)
		if err != nil {
			return nil, err
		}
		if s.Action == Any {
			return nil, r.fault("* stands alone", "name a ban beside it: the one before the reply")
		}
		return []Step{s}, nil
	}
	var steps []Step
	for {
		s, err := r.step(p, solver, open, steps, depth)
		if err != nil {
			return nil, err
		}
		steps = append(steps, s)
		if !r.take('|') {
			break
		}
	}
	switch {
	case !r.take(')'):
		return nil, r.fault("a parenthesis is not closed", "write alternatives as (a … | b …), without spaces around |")
	case len(steps) == 1:
		return nil, r.fault("one action stands in parentheses", "leave them out")
	case p.ActivePlayer() != solver:
		return nil, r.fault("the opponent has alternatives", "give one action of the opponent")
	}
	return steps, nil
}

// step reads an action and what follows it. The steps read before it are beside it.
func (r *lineReader) step(p game.Position, solver game.Player, open []game.Position, beside []Step, depth int) (Step, error) {
	if r.steps++; r.steps > MaxSteps {
		return Step{}, r.fault("it has too many actions", fmt.Sprintf("give at most %d", MaxSteps))
	}
	start := r.at
	for r.at < len(r.text) && (r.text[r.at] >= 'a' && r.text[r.at] <= 'z' || r.text[r.at] >= '1' && r.text[r.at] <= '8' || r.text[r.at] == '*') {
		r.at++
	}
	word := r.text[start:r.at]
	var s Step
	var next game.Position
	var after []game.Position // after each ban that Any stands for
	if word == "*" {
		if p.Phase() != game.PhaseBan || p.ActivePlayer() != solver || len(beside) == 0 {
			return Step{}, r.fault("* does not stand for a ban", "write it after the bans of the solver that are named")
		}
		for _, ban := range p.LegalBans() {
			if _, named := find(beside, game.BanAction(ban)); !named {
				q, err := p.Play(game.BanAction(ban))
				if err != nil {
					return Step{}, err
				}
				after = append(after, q)
			}
		}
		if len(after) == 0 {
			return Step{}, r.fault("* stands for no ban", "leave it out: all are named")
		}
		next = after[0]
	} else {
		m, err := chess.ParseMove(word)
		if err != nil {
			return Step{}, r.fault(fmt.Sprintf("%q is not an action", word), "write two squares, and what a pawn becomes: e2e4, e7e8q")
		}
		if s.Action = game.MoveAction(m); p.Phase() == game.PhaseBan {
			s.Action = game.BanAction(m.Pair())
			if m.Promotion() != game.NoRole {
				return Step{}, r.fault(fmt.Sprintf("%q is not a ban", word), "a ban names two squares alone")
			}
		}
		if _, twice := find(beside, s.Action); twice {
			return Step{}, r.fault(fmt.Sprintf("%s is named twice, or after *", word), "name each action once, and * last")
		}
		for _, q := range append(open, p) {
			if err := q.Check(s.Action); err != nil {
				return Step{}, err
			}
		}
		if next, err = p.Play(s.Action); err != nil {
			return Step{}, err
		}
	}
	if r.take(' ') {
		var err error
		if s.Next, err = r.alternatives(next, solver, after, depth+1); err != nil {
			return Step{}, err
		}
	}
	return s, nil
}
