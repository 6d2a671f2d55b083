package engine

import (
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine/internal/search"
	"github.com/banchess/banchess/game/tables"
)

// Tables know the values of positions with a few men, as a *tables.Set does. It is an interface
// so that a program without tables does not carry them.
type Tables interface {
	// Probe returns the value of a position before a ban; ok is false if it is not known. The
	// search waits for it, whatever its limits: see tables.Set.Hasty.
	Probe(p *chess.Position) (v tables.Value, ok bool)
}

// An exactChoice is an action and what the position is worth to its mover after it, by tables.
type exactChoice struct {
	action game.Action
	value  tables.Value
}

// exactChoices returns the actions of a position, the best for the player to act first; ok is
// false if a table is missing. The reply is the move that follows the first action if it is a
// ban.
func exactChoices(set Tables, p game.Position) (choices []exactChoice, reply game.Action, ok bool) {
	board := p.Chess()
	banned, _ := p.Ban()
	var l chess.MoveList
	board.Moves(&l)
	for _, m := range l.Slice() {
		v, ok := tables.After(set, &board, m)
		if !ok {
			return nil, reply, false
		}
		if m.Pair() != banned {
			choices = append(choices, exactChoice{game.MoveAction(m), v})
		}
	}
	sortStable(choices, func(x, y *exactChoice) bool { return x.value.Rank() > y.value.Rank() })
	if p.Phase() == game.PhaseMove {
		return choices, reply, true
	}
	// The best pair is banned: the best of the other pairs follows. Any other ban leaves it.
	first := choices[0]
	next := exactChoice{value: 0}
	if board.InCheck() {
		next.value = ^0
	}
	for _, c := range choices {
		if c.action.Pair() != first.action.Pair() {
			next, reply = c, c.action
			break
		}
	}
	bans := []exactChoice{{game.BanAction(first.action.Pair()), next.value}}
	for _, c := range choices {
		ban := game.BanAction(c.action.Pair())
		if !slices.ContainsFunc(bans, func(b exactChoice) bool { return b.action == ban }) {
			bans = append(bans, exactChoice{ban, first.value})
		}
	}
	return bans, reply, true
}

// searchTables answers a search by the tables alone. It fails where they do not know the
// position, and where the fifty-move rule or a repetition, of which they know nothing, would
// end the game before the mate.
func (r *run) searchTables() (Result, bool) {
	set := r.engine.options.Tables
	if set == nil || r.root.Occupied().Count() > tables.MaxMen {
		return Result{}, false
	}
	choices, _, ok := exactChoices(set, r.game.Position())
	if !ok {
		return Result{}, false
	}
	for _, c := range choices {
		if r.allowed != nil && !slices.Contains(r.limits.Only, c.action) {
			continue
		}
		g := r.game.Clone()
		actions := r.follow(g, c.action)
		isSure := r.Stopped && r.root.Halfmove()+c.value.Distance() < 100 // a line that was broken off shows nothing
		if res := g.Result(); c.value != 0 && !isSure && (!res.Over() || res.Draw()) {
			return Result{}, false
		}
		r.lines = append(r.lines, Info{
			Depth: max(1, c.value.Distance()), SelDepth: max(1, c.value.Distance()), Line: len(r.lines) + 1, Exact: true,
			Score: newScore(search.ExactValue(c.value, 0), r.banPly), Nodes: r.total(), Time: r.now().Sub(r.begun), Actions: actions,
		})
		if len(r.lines) >= max(1, r.limits.Lines) || r.Stopped {
			break
		}
	}
	if len(r.lines) == 0 {
		return Result{}, false
	}
	r.report()
	result := r.result(r.lines[0].Depth)
	result.Proven = result.Score.Mate != 0
	return result, true
}

// drawnLine is how many actions of a drawn ending a line has.
const drawnLine = 8

// follow plays an action and then the best ones of both sides until the game is over, and
// returns them all.
func (r *run) follow(g *game.Game, a game.Action) (line []game.Action) {
	play := func(a game.Action) bool {
		if g.Play(a) != nil {
			return false
		}
		line = append(line, a)
		return true
	}
	for play(a) && !g.Over() {
		if r.CountNode(); r.Nodes%8 == 0 {
			r.checkTime()
		}
		choices, reply, ok := exactChoices(r.engine.options.Tables, g.Position())
		if !ok || len(choices) == 0 || r.Stopped || choices[0].value == 0 && len(line) >= drawnLine {
			return line
		}
		if a = choices[0].action; a.IsBan() && reply.IsValid() {
			if !play(a) || g.Over() {
				return line
			}
			a = reply
		}
	}
	return line
}
