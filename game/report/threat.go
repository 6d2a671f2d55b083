package report

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// threatNodes is how many positions a search visits that looks for a threat.
const threatNodes = 20_000

// longestThreat is the longest mate that is told as a threat, in turns.
const longestThreat = 3

// threat is what a move threatens. The zero threat stands for none.
type threat struct {
	turns  int        // until the mate; 0 for two moves
	moves  [2]string  // of which one ban stops only one
	before *game.Game // after the move
	after  *game.Game // where the other side has passed
}

// String returns the threat as it follows "which": "threatens Nxf4 and Bxc3".
func (t threat) String() string {
	switch {
	case t.after == nil:
		return ""
	case t.turns > 0:
		return "threatens mate in " + strconv.Itoa(t.turns)
	}
	return "threatens " + t.moves[0] + " and " + t.moves[1]
}

// findThreats finds what the reply threatens, and what the better move threatens if nothing else
// is said about it.
func (e *Explanation) findThreats() {
	if e.Kind != Numbers && e.Kind != LeavesThreat || len(e.Line) == 0 || !e.Line[len(e.Line)-1].IsMove() {
		return
	}
	e.ofReply = e.threatOf(e.After, append([]game.Action{e.c.Action}, e.Line...)...)
	if how, banned := e.deals(); e.ask == nil && how+banned == "" && len(e.Better) > 0 && e.Better[0].IsMove() && mateOf(e.Player, e.Before) == 0 {
		e.ofBetter = e.threatOf(e.Before, e.Better[0])
	}
}

// threatOf returns what the last of some actions, a move, threatens.
func (e *Explanation) threatOf(worth game.Eval, actions ...game.Action) (t threat) {
	before, last := e.c.Game.Clone(), len(actions)-1
	if playAll(before, actions[:last]) != nil {
		return t
	}
	was := before.Position().Chess()
	if before.Play(actions[last]) != nil || before.Over() {
		return t
	}
	after, player := passed(before.Position()), before.Position().Mover().Opponent()
	if after == nil {
		return t
	}
	at, ok := e.lookAt(after, &Ask{FEN: after.FEN(), Nodes: threatNodes})
	if !ok || len(at.Line) < 2 || chancesOf(player, at.Eval) < chancesOf(player, worth)+blunder {
		return t
	}
	if turns := mateOf(player, at.Eval); turns > 0 && turns <= longestThreat {
		return threat{turns: turns, before: before, after: after}
	}
	first, second, p := at.Line[0].Pair(), at.Line[1].Pair(), after.Position()
	one, two := moveAfter(p, first, game.BanAction(second)), moveAfter(p, second, game.BanAction(first))
	if one == nil || !isForcing(after, one) || !isForcing(after, two) || was.HasPair(first) && was.HasPair(second) {
		return t // the last: nothing new is threatened
	}
	return threat{moves: [2]string{lastOf(after, one), lastOf(after, two)}, before: before, after: after}
}

// passed returns a game in which the side to move in a position has passed. It returns nil if
// that is not possible, as in check, or ends the game.
func passed(p game.Position) *game.Game {
	fields := strings.Fields(p.StandardFEN())
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[3] = "-" // en passant
	now, err := game.FromStandardFEN(strings.Join(fields, " "))
	if err != nil {
		return nil
	}
	g, err := game.NewFromFEN(now.FEN())
	if err != nil || g.Over() {
		return nil
	}
	return g
}

// verify proves a mate, and checks other threats by larger searches: passing has to cost at least
// an inaccuracy.
func (t threat) verify(ctx context.Context, look LookFunc) error {
	if t.after == nil {
		return nil
	}
	player := t.after.Position().Mover()
	switch {
	case t.turns > 0:
		return verifyMate(ctx, look, t.after, player, t.turns)
	case look == nil:
		return nil
	}
	was, err := look(t.before, verifyNodes)
	if err != nil {
		return err
	}
	is, err := look(t.after, verifyNodes)
	if err == nil && chancesOf(player, is.Eval) < chancesOf(player, was.Eval)+inaccuracy {
		return fmt.Errorf("%v is no threat: %v, and %v without an answer", t, was.Eval, is.Eval)
	}
	return err
}
