package report

import (
	"context"
	"slices"

	"github.com/banchess/banchess/game"
)

// Report is what is said of a line of a tree.
type Report struct {
	Line    Line
	Nodes   []*game.Node // of the line, from the root on
	Looks   []Look       // at each
	Moments []Moment     // one for each action
}

// Moment is an action and what is said of it.
type Moment struct {
	*game.Node
	Judgement
	// Explanation is there where there is a mark.
	Explanation *Explanation
}

// LookFunc looks at the position of a game by a search of so many positions.
type LookFunc func(g *game.Game, nodes uint64) (Look, error)

// Make looks at a line of a tree and judges it. It calls done, which may be nil, for each
// position of the line.
func Make(t *game.Tree, line Line, look LookFunc, done func()) (*Report, error) {
	onBoard := *t
	onBoard.Result = game.Result{} // a decision of the players is worth nothing on the board
	r := &Report{Line: line, Nodes: append([]*game.Node{t.Root()}, line.End.Line()...)}
	for i, n := range r.Nodes {
		now, err := look(onBoard.Game(n), Nodes)
		if err != nil {
			return nil, err
		}
		r.Looks = append(r.Looks, now)
		if i > 0 {
			m := Moment{Node: n, Judgement: JudgeAction(n.Player(), n.Action, r.Looks[i-1], now)}
			if m.Mark != 0 {
				c := Case{Game: onBoard.Game(r.Nodes[i-1]), Action: n.Action, Before: r.Looks[i-1], After: now}
				if m.Explanation, err = c.explain(look); err != nil {
					return nil, err
				}
				// A larger search may have found that the mate is still there.
				now.Eval = m.Explanation.After
				if again := JudgeAction(n.Player(), n.Action, c.Before, now); again.Mark == 0 {
					r.Looks[i], m.Judgement, m.Explanation = now, again, nil
				}
			}
			r.Moments = append(r.Moments, m)
		}
		if done != nil {
			done()
		}
	}
	return r, nil
}

// JudgeAction judges an action by the looks before and after it. What was the best
// there was is no mistake, whatever came of it.
func JudgeAction(player game.Player, a game.Action, before, after Look) Judgement {
	return Judge(player, before.Eval, after.Eval).unless(len(before.Line) > 0 && before.Line[0] == a)
}

// explain explains a case, with all looks that it asks for.
func (c Case) explain(look LookFunc) (*Explanation, error) {
	for {
		e, ask := Explain(c)
		if ask == nil {
			return &e, nil
		}
		g, err := ask.game(c.Game)
		if err != nil {
			return nil, err
		}
		now, err := look(g, ask.Nodes)
		if err != nil {
			return nil, err
		}
		c.Further = append(c.Further, now)
	}
}

// game returns the game of the position to look at, from the one before the action.
func (a *Ask) game(before *game.Game) (*game.Game, error) {
	if a.FEN != "" {
		return game.NewFromFEN(a.FEN)
	}
	g := before.Clone()
	return g, playAll(g, a.Actions)
}

// Tally returns how a player banned, or moved.
func (r *Report) Tally(player game.Player, phase game.Phase) (t Tally) {
	for _, m := range r.Moments {
		if m.Player() == player && m.Action.Phase() == phase {
			t.Add(m.Judgement)
		}
	}
	return t
}

// TurningPoint returns the mistake that decided the game: of the player who is lost at the
// end of the line, the one that gave away most of the chances for good, a tenth of them at
// least. It returns nil if there is no such mistake.
func (r *Report) TurningPoint() *Moment {
	line := make([]judged, len(r.Moments))
	for i, m := range r.Moments {
		line[i] = judged{m.Player(), r.Looks[i].Eval, r.Looks[i+1].Eval, m.Judgement}
	}
	if i := turningPoint(line); i >= 0 {
		return &r.Moments[i]
	}
	return nil
}

// longest is how many actions of a better line are written: a ban, a move and the
// answers to them.
const longest = 4

// Write writes the report into its tree: evaluations, marks, what was better as a
// variation, and the explanations as comments. Glyphs and comments that are there stay.
func (r *Report) Write() error {
	for i, n := range r.Nodes {
		eval := r.Looks[i].Eval
		if !n.Result.Over() {
			n.Eval = &eval
		}
		if i == 0 || r.Moments[i-1].Explanation == nil {
			continue
		}
		m := r.Moments[i-1]
		if !slices.ContainsFunc(n.NAGs, func(nag uint8) bool { return nag >= 1 && nag <= 6 }) {
			n.NAGs = append([]uint8{uint8(m.Mark)}, n.NAGs...)
		}
		better, err := writeBetter(r.Nodes[i-1], m.Explanation)
		if err != nil {
			return err
		}
		switch why := m.Explanation.Comment(); {
		case n.Comment == "":
			n.Comment = why
		case n.Comment != why && better != nil && better.Comment == "": // beside a person's comment
			better.Comment = why
		}
	}
	return nil
}

// writeBetter writes what was better as a variation, and returns its first action.
func writeBetter(before *game.Node, e *Explanation) (first *game.Node, err error) {
	at := before
	for i, a := range e.Better[:min(longest, len(e.Better))] {
		isNew := !slices.ContainsFunc(at.Children(), func(n *game.Node) bool { return n.Action == a })
		if i > 0 && !isNew {
			return first, nil // somebody has looked at it
		}
		next, err := at.Add(a)
		if err != nil {
			return first, err
		}
		at = next
		if i > 0 {
			continue
		}
		first = at
		if !slices.Contains(at.NAGs, Better) {
			at.NAGs = append(at.NAGs, Better)
		}
		if !isNew {
			return first, nil
		}
		if !at.Result.Over() {
			eval := e.Before
			at.Eval = &eval
		}
	}
	return first, nil
}

// Looking returns the function that Make looks with, which ends with the context.
func (l *Looker) Looking(ctx context.Context) LookFunc {
	return func(g *game.Game, nodes uint64) (Look, error) { return l.Look(ctx, g, nodes) }
}
