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
	TwoThreats     Kind = "two_threats"
	ForcesBan      Kind = "forces_ban"
	Numbers        Kind = "numbers"
)

// Kinds are all kinds, in the order in which they are tried.
var Kinds = []Kind{AllowsMate, MissesMate, Stalemate, LosesMaterial, MissesMaterial, WastesBan, LeavesThreat, TwoThreats, ForcesBan, Numbers}

// Case is what Explain knows of an action.
type Case struct {
	Game   *game.Game  // before the action
	Action game.Action // a legal one
	Before Look
	After  Look
	// Further are the looks that Explain asked for, in this order.
	Further []Look
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
	// Other ends with the reply that Line bans, of TwoThreats and ForcesBan, of LosesMaterial if
	// it would cost more, and of Numbers if it would cost more, or as much and both are captures
	// or checks: the action, a ban of the reply in Line, and this reply.
	Other []game.Action
	// Lost and Won are the pieces of the player and of the other side that are gone at
	// the end of Line, the dearest first, without those that make up for each other.
	Lost, Won []game.Role
	// Before and After are what the position was worth, with the shorter mate where there is one.
	// If a larger search still finds the mate that seemed to be gone, After has that mate.
	Before, After game.Eval
	// Better is the line that was better.
	Better []game.Action

	c                 Case
	asked             int // looks of c.Further that were used
	ask               *Ask
	ofReply, ofBetter threat // of the reply at the end of Line, and of the better move
	mustBan           bool   // whether Other would cost more, of Numbers
}

// Ask is a look that is needed, by a search of so many positions: at the position of a FEN, or
// after some actions from the position before the action.
type Ask struct {
	FEN     string // or ""
	Actions []game.Action
	Nodes   uint64
}

// player returns who acts.
func (c *Case) player() game.Player { return c.Game.ActivePlayer() }

// threat returns actions from Game on that play, under the better ban, the move that
// the action bans. It returns nil if the action is not a ban, or is the better ban itself.
func (c *Case) threat() []game.Action {
	if !c.Action.IsBan() || len(c.Before.Line) == 0 || c.Before.Line[0] == c.Action {
		return nil
	}
	return moveAfter(c.Game.Position(), c.Action.Pair(), c.Before.Line[0])
}

// moveAfter returns some actions and, after them, the move with a pair, a queen where it
// promotes. It returns nil if that is not legal.
func moveAfter(p game.Position, pair game.Pair, actions ...game.Action) []game.Action {
	var err error
	for _, a := range actions {
		if p, err = p.Play(a); err != nil {
			return nil
		}
	}
	for _, role := range []game.Role{game.NoRole, game.Queen} {
		if a := game.MoveAction(pair.Promoting(role)); p.Check(a) == nil {
			return append(actions, a)
		}
	}
	return nil
}

// other returns actions from Game on that play, after a move, the reply that the best ban
// takes away, while the best one of those that are left is banned. It returns nil if
// there are no two replies.
func (c *Case) other() []game.Action {
	if !c.Action.IsMove() || len(c.After.Line) < 2 {
		return nil
	}
	ban, reply := c.After.Line[0], c.After.Line[1]
	return moveAfter(c.Game.Position(), ban.Pair(), c.Action, game.BanAction(reply.Pair()))
}

// Explain applies the first rule that fits. If a rule needs another look, it asks for it:
// another call tells more when this look is the next of c.Further.
func Explain(c Case) (e Explanation, ask *Ask) {
	player := c.player()
	e = Explanation{Kind: Numbers, Player: player, Before: c.Before.Eval, After: c.After.Eval, Better: c.Before.Line, c: c}
	after := c.Game.Clone()
	if err := after.Play(c.Action); err != nil {
		return e, nil
	}
	if n, line := shorter(c.Game, player, mateOf(player, e.Before)); n > 0 {
		e.Before.Mate, e.Better = sign(player)*n, line
	}
	for _, rule := range []func(*Explanation, *game.Game) bool{
		(*Explanation).allowsMate, (*Explanation).missesMate, (*Explanation).stalemate, (*Explanation).losesMaterial, (*Explanation).missesMaterial, (*Explanation).ban, (*Explanation).threats,
	} {
		if rule(&e, after) || e.ask != nil {
			break
		}
	}
	if e.Kind == Numbers {
		if e.Line = c.After.Line[:min(1, len(c.After.Line))]; c.Action.IsMove() {
			e.Line = c.After.Line[:min(2, len(c.After.Line))] // the ban and the reply
		}
	}
	if e.ask == nil {
		e.findThreats()
	}
	if e.ask == nil {
		e.findOther()
	}
	return e, e.ask
}

// look returns the look after some actions. It reports false if c.Further does not have
// it, and asks for it.
func (e *Explanation) look(nodes uint64, actions ...game.Action) (Look, bool) {
	g := e.c.Game.Clone()
	if playAll(g, actions) != nil {
		return Look{}, false
	}
	return e.lookAt(g, &Ask{Actions: actions, Nodes: nodes})
}

// lookAt returns the look at the position of a game, or asks for it.
func (e *Explanation) lookAt(g *game.Game, ask *Ask) (Look, bool) {
	if g.Over() {
		return Look{Eval: ended(g.Result())}, true
	}
	if e.asked == len(e.c.Further) {
		e.ask = ask
		return Look{}, false
	}
	e.asked++
	return e.c.Further[e.asked-1], true
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
	if turns <= 0 || mateOf(e.Player, e.After) > 0 || len(e.Better) == 0 || e.Better[0] == e.c.Action {
		return false
	}
	if turns > 2 { // it may be there still, and a little too far away to be seen
		if chancesOf(e.Player, e.After) > 1-inaccuracy {
			return false
		}
		at, ok := e.look(2*larger, e.c.Action)
		if !ok {
			return false
		}
		if mateOf(e.Player, at.Eval) > 0 {
			e.After = at.Eval
			return false
		}
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
	if len(e.c.After.Line) > mostShown {
		return false
	}
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

// ban applies the rules of LeavesThreat and WastesBan.
func (e *Explanation) ban(*game.Game) bool {
	c := &e.c
	if !c.Action.IsBan() || len(c.After.Line) == 0 || len(c.Before.Line) == 0 || c.After.Line[0].Pair() != c.Before.Line[0].Pair() {
		return false
	}
	e.Kind, e.Line = LeavesThreat, c.After.Line[:1]
	threat := c.threat()
	if threat == nil {
		return true
	}
	if e.spares(Nodes, threat, e.Before, mistake) {
		if before, ok := e.look(larger); ok && e.spares(larger, threat, before.Eval, inaccuracy) {
			e.Kind = WastesBan
		}
	}
	return true
}

// spares reports whether a threat leaves the player with so much more than a position was worth.
func (e *Explanation) spares(nodes uint64, threat []game.Action, before game.Eval, more float64) bool {
	at, ok := e.look(nodes, threat...)
	return ok && chancesOf(e.Player, at.Eval) >= chancesOf(e.Player, before)+more
}

// threats applies the rules of TwoThreats and ForcesBan.
func (e *Explanation) threats(*game.Game) bool {
	other := e.c.other()
	if other == nil || !isForcing(e.c.Game, other) || !isForcing(e.c.Game, e.replied()) {
		return false
	}
	was, is := chancesOf(e.Player, e.Before), chancesOf(e.Player, e.After)
	if e.isDecided() {
		return false
	}
	most := is + (was-is)/5
	left := func(nodes uint64, actions []game.Action) (float64, bool) {
		at, ok := e.look(nodes, actions...)
		chances := chancesOf(e.Player, at.Eval)
		return chances, ok && chances <= most
	}
	if _, ok := left(Nodes, other); !ok {
		return false
	}
	second, ok := left(2*larger, e.replied())
	if !ok {
		return false
	}
	first, ok := left(2*larger, other)
	if !ok {
		return false
	}
	e.Kind, e.Line, e.Other = TwoThreats, e.c.After.Line[:2], other
	if first < second-mistake {
		e.Kind = ForcesBan
	}
	return true
}

// isDecided reports whether the action gives too little away, or is as good as winning: there a
// larger search often finds that one of two moves costs little.
func (e *Explanation) isDecided() bool {
	was, is := chancesOf(e.Player, e.Before), chancesOf(e.Player, e.After)
	return is > 1-decided || was-is < blunder
}

// findOther finds Other for Numbers, unless the better line has to ban the same reply.
func (e *Explanation) findOther() {
	other := e.c.other()
	if e.Kind != Numbers || other == nil || len(e.Better) == 0 || !isForcing(e.c.Game, other) {
		return
	}
	isReplyForcing := isForcing(e.c.Game, e.replied())
	if isReplyForcing && !e.isDecided() || len(e.Better) > 1 && e.Better[1].Pair() == other[2].Pair() {
		return // the former: a search has denied it for TwoThreats
	}
	at, ok := e.look(Nodes, other...)
	if !ok {
		return
	}
	more := chancesOf(e.Player, e.After) - chancesOf(e.Player, at.Eval)
	if e.mustBan = more >= inaccuracy; e.mustBan || isReplyForcing && more >= -tolerance {
		e.Other = other
	}
}

// replied is the action, the best ban after it, and the best reply that is left.
func (e *Explanation) replied() []game.Action {
	return append([]game.Action{e.c.Action}, e.c.After.Line[:2]...)
}

// isForcing reports whether the last of some actions from the position of a game on captures or
// gives check. A quiet move may cost as much, but naming it explains nothing.
func isForcing(g *game.Game, actions []game.Action) bool {
	g = g.Clone()
	return playAll(g, actions) == nil && (g.Entry(g.Len()-1).IsCapture() || g.Position().InCheck())
}

// losesMaterial is the rule of LosesMaterial.
func (e *Explanation) losesMaterial(*game.Game) bool {
	played := append([]game.Action{e.c.Action}, e.c.After.Line...)
	c := claim{line: played, other: e.Better, loser: e.Player, bad: e.After, good: e.Before}
	if !e.isTrue(&c) {
		return false
	}
	e.Kind, e.Line, e.Lost, e.Won = LosesMaterial, c.told(e.c.Game.Position())[1:], c.lost, c.won
	e.Other = e.forced()
	return true
}

// forced returns the actions of Other, of LosesMaterial, if their last move has to be banned
// so that the capture after the ban is left. The largest search after the action has to ban
// it too, and it has to mate by force in at most two turns, or to leave the player with a
// larger loss than Line, which no captures get back.
func (e *Explanation) forced() []game.Action {
	other, seen := e.c.other(), e.c.Further[e.asked-1].Line
	if other == nil || len(e.Line) < 2 || len(seen) == 0 || seen[0] != e.Line[0] {
		return nil
	}
	g, opponent := e.c.Game.Clone(), e.Player.Opponent()
	_ = g.Play(e.c.Action)
	banned, _ := g.Position().Play(e.Line[0])
	_ = g.Play(other[1])
	takes := points[captured(g.Position(), other[2])] - points[captured(e.c.Game.Position(), e.c.Action)]
	if captured(banned, e.Line[1]) == game.NoRole || g.Play(other[2]) != nil {
		return nil
	}
	turns, _ := shorter(g, opponent, 3)
	board, s := g.Position().Chess(), settling{left: 20_000}
	if turns > 0 || g.Result().Winner == opponent || !g.Over() && takes-s.gain(&board, 8) > e.lostBy(e.Player).net() && s.left > 0 {
		return other
	}
	return nil
}

// missesMaterial is the rule of MissesMaterial.
func (e *Explanation) missesMaterial(*game.Game) bool {
	played := append([]game.Action{e.c.Action}, e.c.After.Line...)
	c := claim{line: e.Better, other: played, loser: e.Player.Opponent(), bad: e.Before, good: e.After}
	if !e.isTrue(&c) {
		return false
	}
	e.Kind, e.Line, e.Lost, e.Won = MissesMaterial, c.told(e.c.Game.Position()), c.won, c.lost
	return true
}
