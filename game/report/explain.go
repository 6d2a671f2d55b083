package report

import "github.com/banchess/banchess/game"

// Kind is what an explanation says. Its values are the whole list; the same strings
// stand in Go, JavaScript, JSON and on the command line.
type Kind string

// The kinds. The package's documentation has the rule of each.
const (
	AllowsMate     Kind = "allows_mate"
	MissesMate     Kind = "misses_mate"
	Stalemate      Kind = "stalemate"
	LosesMaterial  Kind = "loses_material"
	MissesMaterial Kind = "misses_material"
	WastesBan      Kind = "wastes_ban"
	LeavesThreat   Kind = "leaves_threat"
	Numbers        Kind = "numbers"
)

// Kinds are all kinds, in the order in which they are tried.
var Kinds = []Kind{AllowsMate, MissesMate, Stalemate, LosesMaterial, MissesMaterial, WastesBan, LeavesThreat, Numbers}

// Case is what Explain knows of an action.
type Case struct {
	Game   *game.Game  // before the action
	Action game.Action // a legal one
	Before Look
	After  Look
	// Banned is the look after the actions of Threat; nil where nobody has looked.
	Banned *Look
}

// Explanation says why an action is worse than another.
type Explanation struct {
	Kind   Kind
	Player game.Player // who acted
	// Turns is the length of the mate that is allowed or missed.
	Turns int
	// Line shows it: it follows the action, or comes in its place where something is
	// missed.
	Line []game.Action
	// Lost and Won are the pieces of the player and of the other side that are gone at
	// the end of Line, the dearest first, without those that make up for each other.
	Lost, Won []game.Role
	// Before and After are what the position was worth, with the shorter mate where there is one.
	Before, After game.Eval
	// Better is the line that was better.
	Better []game.Action

	c Case
}

// player returns who acts.
func (c *Case) player() game.Player { return c.Game.ActivePlayer() }

// Threat returns actions from Game on that play, under the better ban, the move that
// the action bans. It returns nil if the action is not a ban, or is the better ban itself.
func (c *Case) Threat() []game.Action {
	if !c.Action.IsBan() || len(c.Before.Line) == 0 || c.Before.Line[0] == c.Action {
		return nil
	}
	p, err := c.Game.Position().Play(c.Before.Line[0])
	if err != nil {
		return nil
	}
	m := game.NewMove(c.Action.Pair().From(), c.Action.Pair().To(), game.NoRole)
	for _, role := range []game.Role{game.NoRole, game.Queen} {
		if a := game.MoveAction(m.Pair().Promoting(role)); p.Check(a) == nil {
			return []game.Action{c.Before.Line[0], a}
		}
	}
	return nil
}

// Explain applies the first rule that fits. It reports whether a look at Threat, which
// c does not have yet, could tell more.
func Explain(c Case) (e Explanation, needsThreat bool) {
	player := c.player()
	e = Explanation{Player: player, Before: c.Before.Eval, After: c.After.Eval, Better: c.Before.Line, c: c}
	after := c.Game.Clone()
	if err := after.Play(c.Action); err != nil {
		e.Kind = Numbers
		return e, false
	}
	if n, line := shorter(c.Game, player, mateOf(player, e.Before)); n > 0 {
		e.Before.Mate, e.Better = sign(player)*n, line
	}
	for _, rule := range []func(*Explanation, *game.Game) bool{
		(*Explanation).allowsMate, (*Explanation).missesMate, (*Explanation).stalemate, (*Explanation).material,
	} {
		if rule(&e, after) {
			return e, false
		}
	}
	if !c.Action.IsBan() || len(c.After.Line) == 0 || len(c.Before.Line) == 0 || c.After.Line[0].Pair() != c.Before.Line[0].Pair() {
		e.Kind = Numbers
		return e, false
	}
	e.Kind, e.Line = LeavesThreat, c.After.Line[:1]
	if c.Banned == nil {
		return e, len(c.Threat()) > 0
	}
	if chancesOf(player, c.Banned.Eval) >= chancesOf(player, c.Before.Eval)+mistake {
		e.Kind = WastesBan
	}
	return e, false
}

func sign(player game.Player) int {
	if player == game.Black {
		return -1
	}
	return 1
}

// allowsMate is the rule of AllowsMate.
func (e *Explanation) allowsMate(after *game.Game) bool {
	other := e.Player.Opponent()
	turns := mateOf(other, e.After)
	if turns <= 0 || after.Over() || mateOf(other, e.Before) > 0 {
		return false
	}
	e.Kind, e.Turns, e.Line = AllowsMate, turns, e.c.After.Line
	if n, line := shorter(after, other, turns); n > 0 {
		e.Turns, e.Line, e.After.Mate = n, line, sign(other)*n
	}
	return true
}

// missesMate is the rule of MissesMate.
func (e *Explanation) missesMate(*game.Game) bool {
	turns := mateOf(e.Player, e.Before)
	if turns <= 0 || mateOf(e.Player, e.After) > 0 {
		return false
	}
	if turns > 2 && chancesOf(e.Player, e.After) > 1-inaccuracy {
		return false // it may be there still, and a little too far away to be seen
	}
	e.Kind, e.Turns, e.Line = MissesMate, turns, e.Better
	return true
}

// stalemate is the rule of Stalemate.
func (e *Explanation) stalemate(after *game.Game) bool {
	if e.After != (game.Eval{}) || chancesOf(e.Player, e.Before) < 0.5+inaccuracy {
		return false
	}
	after = after.Clone()
	for _, a := range e.c.After.Line {
		if after.Play(a) != nil {
			return false
		}
	}
	if !after.Result().Reason.IsStalemate() {
		return false
	}
	e.Kind, e.Line = Stalemate, e.c.After.Line
	return true
}

// material is the rules of LosesMaterial and MissesMaterial.
func (e *Explanation) material(*game.Game) bool {
	p := e.c.Game.Position()
	played := append([]game.Action{e.c.Action}, e.c.After.Line...)
	own, better := ends(p, played, e.Player), ends(p, e.Better, e.Player)
	if len(own) == 0 || len(better) == 0 || e.Before.Mate != 0 || e.After.Mate != 0 {
		return false
	}
	// In hundredths of a pawn, as far as material goes.
	drop := sign(e.Player) * (clamp(e.Before.Centipawns) - clamp(e.After.Centipawns))
	least := 3 // of points: a larger search often thinks better of a pawn that costs little
	switch lost := chancesOf(e.Player, e.Before) - chancesOf(e.Player, e.After); {
	case lost < mistake:
		return false
	case lost >= blunder:
		least = 1
	}
	if claim, ok := steady(own, drop, e.Player, +1); ok && claim.net() >= least && differs(claim, better, +1) {
		e.Kind, e.Line, e.Lost, e.Won = LosesMaterial, played[1:claim.length], claim.lost, claim.won
		return true
	}
	if claim, ok := steady(better, drop, e.Player.Opponent(), -1); ok && -claim.net() >= least && differs(claim, own, -1) {
		e.Kind, e.Line, e.Lost, e.Won = MissesMaterial, e.Better[:claim.length], claim.lost, claim.won
		return true
	}
	return false
}

func clamp(centipawns int) int { return max(-2000, min(centipawns, 2000)) }

// steady returns the place of a line at which a player, the loser, is to move and has
// lost the most, of what stays lost at each such place that follows and agrees with what
// the evaluation dropped by. The place is quiet, or the line goes on for long enough to
// show it. The sign is -1 where the line is told from the other player's side.
func steady(line []end, drop int, loser game.Player, sign int) (claim end, ok bool) {
	largest, least := 0, 1<<10 // the least at the places that follow
	last := line[len(line)-1].length
	for i := len(line) - 1; i >= 0; i-- {
		e := line[i]
		if e.after.Mover() != loser {
			continue
		}
		net := sign * e.net()
		least = min(least, net)
		agrees := 250*net >= drop && 100*net <= drop+drop/2+50
		if net >= max(1, largest) && net <= least && agrees && e.length <= longestClaim(net) && (last-e.length >= longEnough || isQuiet(e.after)) {
			largest, claim, ok = net, e, true
		}
	}
	return claim, ok
}

// differs reports whether another line spares about as much as is claimed, after as
// many actions and at its end. The sign is -1 where what is won is claimed.
func differs(claim end, other []end, sign int) bool {
	allowed := min(sign*claim.net()-1, 1)
	for i, e := range other {
		if (e.length >= claim.length && (i == 0 || other[i-1].length < claim.length) || i == len(other)-1) && sign*e.net() > allowed {
			return false
		}
	}
	return true
}
