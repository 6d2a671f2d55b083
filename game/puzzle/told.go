package puzzle

import (
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
)

// Outcome says, once the puzzle is solved, what the solver has reached, if the end of the
// game does not show it: what a ban or a move has prevented, what was won, why the pawn did not
// become a queen. It may be "". It writes bans with a hyphen.
func (a *Attempt) Outcome() string {
	p, text := a.puzzle, ""
	switch {
	case p.Goal.Kind == Defend:
		text = p.threat()
	case p.Goal.Kind == Only:
		text = "After any other move, " + p.Solver().Opponent().Name() + " mates within " + p.Goal.turns() + "."
	case p.Goal.Kind == Material && !a.game.Over():
		text = a.gained()
	}
	m, isMove := p.Key().Move()
	if isMove && m.Promotion() != game.NoRole && m.Promotion() != game.Queen {
		queened, err := p.Position.Play(game.NewMove(m.From(), m.To(), game.Queen))
		if err == nil && !queened.InCheck() && len(queened.LegalActions()) == 1 {
			text += " With a queen there, you would have to ban " + p.Solver().Opponent().Name() + "’s only move: stalemate, a draw."
		}
	}
	return strings.TrimSpace(text)
}

// threat says what the ban that defends has prevented. Any other ban allows the mate, and this
// one does not: so the mate begins with its pair.
func (p *Puzzle) threat() string {
	key := p.Key().Pair()
	text := "Without this ban, " + p.Solver().Opponent().Name() + " plays " + hyphened(key)
	if p.Goal.Turns > 1 {
		return text + " and mates in " + p.Goal.turns() + "."
	}
	for _, ban := range p.Position.LegalActions() {
		if ban == p.Key() {
			continue
		}
		open, _ := p.Position.Play(ban) // it is legal, and so are the moves
		for _, move := range open.LegalActions() {
			next, _ := open.Play(move)
			if bans := next.LegalActions(); move.Pair() == key && next.InCheck() && len(bans) < 2 {
				if len(bans) > 0 {
					text += ", bans " + hyphened(bans[0].Pair())
				}
				return text + " and mates."
			}
		}
	}
	return text + " and mates."
}

// gained says what the solver has more than at the start.
func (a *Attempt) gained() string {
	start, end := a.puzzle.Position.Chess(), a.game.Position().Chess()
	solver := a.puzzle.Solver()
	least, shown := a.puzzle.Goal.Gain, Balance(&end, solver)-Balance(&start, solver)
	if shown < least {
		return "With the captures that follow, you win at least the value of " + worth(least) + "."
	}
	made, won, lost := "", "", "" // with a word before each
	promoted := 0
	more := func(side game.Player, role game.Role) int {
		return end.Pieces(side, role).Count() - start.Pieces(side, role).Count()
	}
	for role := game.Queen; role >= game.Pawn; role-- {
		own := more(solver, role)
		if role == game.Pawn {
			own += promoted
		}
		if own > 0 {
			promoted += own
			made = several(made, " promoted to ", own, role)
		}
		lost = several(lost, " for ", -own, role)
		won = several(won, " won ", -more(solver.Opponent(), role), role)
	}
	if made != "" && won != "" {
		made += ", and"
	}
	text := "You have" + made + won + lost + "."
	if shown > least {
		text += " Whatever is taken back, you keep at least the value of " + worth(least) + "."
	}
	return text
}

// several adds pieces of a role to those before, if there are any: "for a rook and two pawns".
func several(before, word string, n int, role game.Role) string {
	switch {
	case n <= 0:
		return before
	case before != "":
		word = " and "
	}
	if n == 1 {
		return before + word + "a " + role.String()
	}
	return fmt.Sprintf("%s%s%d %ss", before, word, n, role.String())
}

// hyphened writes a pair with a hyphen.
func hyphened(pair game.Pair) string { return pair.From().String() + "-" + pair.To().String() }

// Hint names the piece of the next action, or says something else about the action if no
// other piece can move. It is "" when the puzzle is solved.
func (a *Attempt) Hint() string {
	if a.Done() {
		return ""
	}
	action, p := a.next[0].Action, a.game.Position()
	isBan := action.IsBan()
	if isBan && len(a.next) > 1 { // after either of two no reply keeps the goal off, so after any
		return "Any ban is right here."
	}
	pair := action.Pair()
	piece := fmt.Sprintf("the %s on %s", p.PieceAt(pair.From()).Role().String(), pair.From().String())
	n, last := 0, game.NoPair // promotions stand together
	for _, other := range p.LegalActions() {
		switch {
		case other.Pair().From() != pair.From() && isBan:
			return "Ban a move of " + piece + "."
		case other.Pair().From() != pair.From():
			return "Move " + piece + "."
		case other.Pair() != last:
			n, last = n+1, other.Pair()
		}
	}
	text := "Only " + piece + " can move"
	next, _ := p.Play(action) // it is legal
	switch {
	case n == 1:
		return text + ", and it has one move."
	case isBan:
		return text + fmt.Sprintf(". One of its %d moves ", n) + a.puzzle.Goal.spoils() + "."
	case next.InCheck():
		return text + ". Give check."
	case p.PieceAt(pair.To()).Role() != game.NoRole:
		return text + ". Take something."
	}
	return text + ". Take nothing, and give no check."
}

// spoils says what the opponent's move does that a ban has to take.
func (g Goal) spoils() string {
	switch g.Kind {
	case Mate:
		return "stops the mate"
	case Defend:
		return "leads to mate"
	case Material:
		return "saves the material"
	}
	return "stops the draw"
}
