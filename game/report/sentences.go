package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/internal/words"
)

// This file has all that explanations say, in the order of the kinds.

// mostShown is how many actions of a line are told.
const mostShown = 10

// mostTurns is the longest mate of which the line is told.
const mostTurns = 2

// String returns the explanation as one goes on after the name of the action: "lets
// exf4 win the queen. White’s winning chances fall from 52% to 3%. Better: ban e3–f4,
// which keeps them at 52%."
func (e Explanation) String() string {
	text := e.what() + "." + e.cost()
	if better := e.better(); better != "" {
		text += " Better: " + better + "."
	}
	return text
}

// Comment returns the explanation as a comment on the action.
func (e Explanation) Comment() string {
	text := e.String()
	return strings.ToUpper(text[:1]) + text[1:]
}

// what says what the action did.
func (e *Explanation) what() string {
	other := e.Player.Opponent().Name()
	switch e.Kind {
	case AllowsMate:
		return e.mate(other)
	case MissesMate:
		return "misses " + e.missed()
	case Stalemate:
		return e.draw()
	case LosesMaterial:
		return e.loses(other)
	case MissesMaterial:
		return e.misses()
	case WastesBan:
		return "takes away " + e.banned() + ", which was no threat, and allows " + e.words(e.Line)
	case LeavesThreat:
		if e.replyPoint().banned != "" {
			return "lets " + other + " play " + e.replyDoes()
		}
		return "allows " + e.replyDoes()
	case TwoThreats:
		return "allows " + e.last(e.Other) + " and " + e.reply() + ", and one ban cannot stop both"
	case ForcesBan:
		return "allows " + e.reply() + ", because " + e.last(e.Other) + " has to be banned"
	}
	return e.lowers(other)
}

// mate says which mate the other side has.
func (e *Explanation) mate(other string) string {
	if e.c.Action.IsBan() && e.Turns == 1 {
		return "lets " + other + " mate with " + e.words(e.Line)
	}
	text := "lets " + other + " mate in " + strconv.Itoa(e.Turns)
	if e.c.Action.IsMove() {
		text += ", whatever is banned"
	}
	switch {
	case len(e.Line) == 0 || e.Turns > mostTurns && e.c.Action.IsMove():
		return text
	case e.Turns > mostTurns:
		return text + ", beginning with " + e.words(e.Line[:1])
	case e.c.Action.IsMove():
		return text + ", for example after " + e.words(e.Line)
	}
	return text + " with " + e.words(e.Line)
}

// missed says which mate the player had.
func (e *Explanation) missed() string {
	after := e.c.Game.Clone()
	switch {
	case after.Play(e.Line[0]) == nil && after.Result().Reason.IsCheckmate():
		return "checkmate with " + e.words(e.Line[:1])
	case e.Turns > mostTurns:
		return "mate in " + strconv.Itoa(e.Turns) + ", beginning with " + e.words(e.Line[:1])
	}
	return "mate in " + strconv.Itoa(e.Turns) + " with " + e.words(e.Line)
}

// draw says how the game comes to be drawn.
func (e *Explanation) draw() string {
	if len(e.Line) == 0 {
		return "is stalemate, and draws a better game"
	}
	return "leads to stalemate after " + e.words(e.Line)
}

// loses says what the action loses.
func (e *Explanation) loses(other string) string {
	what := e.pieces(e.Lost, e.Player)
	if len(e.Won) > 0 {
		what += " for " + e.pieces(e.Won, e.Player.Opponent())
	}
	switch {
	case e.c.Action.IsBan() && len(e.Line) == 1:
		return "lets " + e.words(e.Line) + " win " + what
	case e.c.Action.IsBan():
		return "lets " + other + " win " + what + " with " + e.words(e.Line)
	case len(e.Line) == 0:
		return "loses " + what
	}
	text := "loses " + what + " after " + e.words(e.Line)
	if len(e.Other) > 0 {
		text += ", because " + e.last(e.Other) + " has to be banned"
	}
	return text
}

// misses says what the better line would have won.
func (e *Explanation) misses() string {
	what := e.pieces(e.Won, e.Player.Opponent())
	if len(e.Lost) > 0 {
		what += " for " + e.pieces(e.Lost, e.Player)
	}
	return "misses the chance to win " + what + " with " + e.words(e.Line)
}

// lowers says how the chances fall, and what the other side can play, if that can be seen.
func (e *Explanation) lowers(other string) string {
	before, after := e.percents()
	if before == after { // what was better mates
		return "leaves " + e.Player.Name() + "’s winning chances at " + after
	}
	text := "lowers " + e.Player.Name() + "’s winning chances from " + before + " to " + after
	switch last := len(e.Line) - 1; {
	case last < 0:
		return text
	case e.Line[last].IsBan(): // which ends the game
		return text + " after " + e.words(e.Line)
	case e.mustBan:
		return text + ": " + e.Player.Name() + " has to ban " + e.last(e.Other) + ", and then " + other + " can play " + e.replyDoes()
	case len(e.Other) > 0:
		return text + ": " + other + " can play " + e.last(e.Other) + " or " + e.reply() + ", and one ban cannot stop both"
	case last > 0:
		text += ": after " + e.words(e.Line[:last]) + ", "
	default:
		text += ": "
	}
	return text + other + " can play " + e.replyDoes()
}

// replyDoes names the move that ends the line after the action, and says what it does.
func (e *Explanation) replyDoes() string {
	point := e.replyPoint()
	if point.banned != "" {
		return e.reply() + " and " + point.banned
	}
	return which(e.reply(), e.ofReply.String(), point.does)
}

// replyPoint returns the point of that move, unless it threatens something.
func (e *Explanation) replyPoint() point {
	if e.ofReply.after != nil {
		return point{}
	}
	g, last := e.c.Game.Clone(), len(e.Line)-1
	_ = playAll(g, append([]game.Action{e.c.Action}, e.Line[:last]...)) // which is legal
	return pointOf(g.Position(), e.c.After.Line[last:])
}

// which adds to the name of a move what it does, leaving out empty texts.
func which(move string, does ...string) string {
	does = slices.DeleteFunc(does, func(what string) bool { return what == "" })
	if len(does) == 0 {
		return move
	}
	and := " and "
	if strings.Contains(does[0], and) {
		and = "," + and
	}
	return move + ", which " + strings.Join(does, and)
}

// cost says how the chances fall, where that can be seen and was not said.
func (e *Explanation) cost() string {
	before, after := e.percents()
	if before == after || e.Kind == Numbers {
		return ""
	}
	return " " + e.Player.Name() + "’s winning chances fall from " + before + " to " + after + "."
}

// percents returns the player's winning chances before and after the action.
func (e *Explanation) percents() (before, after string) {
	return Percent(e.Player, e.Before), Percent(e.Player, e.After)
}

// Percent writes the winning chances of a player: "52%".
func Percent(player game.Player, e game.Eval) string {
	return strconv.Itoa(int(math.Round(100*chancesOf(player, e)))) + "%"
}

// better says what was better, and what that keeps.
func (e *Explanation) better() string {
	if len(e.Better) == 0 || e.Better[0] == e.c.Action || e.Kind == MissesMate || e.Kind == MissesMaterial {
		return ""
	}
	text := wordsFrom(e.c.Game, e.Better[:1])
	after := e.c.Game.Clone()
	switch turns := mateOf(e.Player, e.Before); {
	case after.Play(e.Better[0]) == nil && after.Result().Reason.IsCheckmate():
		return text + ", which is checkmate"
	case turns > 0:
		return text + ", which mates in " + strconv.Itoa(turns)
	}
	how, banned := e.deals()
	if e.Kind == Numbers && how+banned+e.ofBetter.String() == "" {
		point := pointOf(e.c.Game.Position(), e.Better)
		how, banned = point.does, point.banned
	}
	if banned != "" {
		text += ", then " + banned
	}
	keeps := ""
	if before, after := e.percents(); before != after {
		keeps = "keeps them at " + before
	}
	return which(text, how, e.ofBetter.String(), keeps)
}

// deals says how the better move deals with the reply, or else with the move that is banned before
// the reply: it prevents that move, or the better line bans the reply.
func (e *Explanation) deals() (how, banned string) {
	if !e.c.Action.IsMove() || len(e.Line) < 2 || len(e.Better) == 0 || e.Kind == AllowsMate && e.Turns > mostTurns {
		return "", ""
	}
	position, reply := e.c.Game.Position(), []game.Action{e.c.Action, e.Line[0], e.Line[1]}
	better, err := position.Play(e.Better[0])
	if err != nil || better.InCheck() || playAll(e.c.Game.Clone(), reply) != nil { // a check prevents nearly every move, for one turn
		return "", ""
	}
	after, _ := position.Play(e.c.Action)
	first, second, now, then := e.Line[0].Pair(), e.Line[1].Pair(), position.Chess(), better.Chess()
	gone := func(pair game.Pair) bool {
		switch {
		case pair.To() == e.c.Action.Pair().To(), pair.To() == after.EnPassant(): // captures what has just moved
			return false
		case then.At(pair.From()) != now.At(pair.From()): // is captured
			return false
		}
		return !then.HasPair(pair)
	}
	switch {
	case gone(second):
	case len(e.Better) > 1 && e.Better[1].Pair() == second:
		return "", "ban " + words.Pair(second)
	case gone(first):
		reply = moveAfter(position, first, e.c.Action, game.BanAction(second))
	default:
		return "", ""
	}
	how = "prevents "
	if now.Pass(); position.InCheck() || !now.HasPair(reply[2].Pair()) {
		how = "does not allow " // it was no threat yet
	}
	return how + e.last(reply), ""
}

// banned names the move that the action bans.
func (e *Explanation) banned() string {
	if threat := e.c.threat(); threat != nil {
		return e.last(threat)
	}
	return words.Pair(e.c.Action.Pair())
}

// reply names the move that ends the line after the action.
func (e *Explanation) reply() string { return e.last(append([]game.Action{e.c.Action}, e.Line...)) }

// last names the last of some actions from the position before the action on.
func (e *Explanation) last(actions []game.Action) string { return lastOf(e.c.Game, actions) }

// lastOf names the last of some legal actions from the position of a game on.
func lastOf(g *game.Game, actions []game.Action) string {
	g, n := g.Clone(), len(actions)-1
	_ = playAll(g, actions[:n])
	return wordsFrom(g, actions[n:])
}

// words tells the line where it is played: after the action, or in its place.
func (e *Explanation) words(line []game.Action) string {
	g := e.c.Game.Clone()
	if e.Kind != MissesMate && e.Kind != MissesMaterial {
		_ = g.Play(e.c.Action) // which is legal
	}
	return wordsFrom(g, line)
}

// wordsFrom tells a line from a position on: "ban e3–f4, Nxe5".
func wordsFrom(g *game.Game, line []game.Action) string {
	var all []string
	g = g.Clone()
	for i, a := range line {
		if g.Play(a) != nil {
			break
		}
		if i == mostShown {
			all = append(all, "…")
			break
		}
		entry := g.Entry(g.Len() - 1)
		if a.IsBan() {
			text := "ban " + words.Pair(a.Pair())
			if entry.Result.Reason.IsCheckmate() {
				text += "#"
			}
			all = append(all, text)
		} else {
			all = append(all, entry.String())
		}
	}
	return strings.Join(all, ", ")
}

// pieces names pieces of a player: "the queen", "a rook and two pawns".
func (e *Explanation) pieces(roles []game.Role, owner game.Player) string {
	var all []string
	for i := 0; i < len(roles); {
		role, n := roles[i], 0
		for ; i < len(roles) && roles[i] == role; i++ {
			n++
		}
		if n > 1 {
			all = append(all, [...]string{2: "two", "three", "four", "five", "six", "seven", "eight"}[n]+" "+role.String()+"s")
		} else {
			all = append(all, pieceIn(e.c.Game.Position(), game.NewPiece(owner, role)))
		}
	}
	if last := len(all) - 1; last > 0 {
		return strings.Join(all[:last], ", ") + " and " + all[last]
	}
	return strings.Join(all, "")
}

// pieceIn names a piece of a position: "the queen", or "a queen" if the player has more than one.
func pieceIn(p game.Position, piece game.Piece) string {
	if count(p, piece) == 1 {
		return "the " + piece.Role().String()
	}
	return "a " + piece.Role().String()
}

// count returns how often a piece is on the board.
func count(p game.Position, piece game.Piece) (n int) {
	for _, on := range p.Board() {
		if on == piece {
			n++
		}
	}
	return n
}

// Name names an action as lists do: "6. ban g1–f3", "6… Qxf7+".
func Name(e game.Entry) string {
	text := strconv.Itoa(e.Before.FullmoveNumber()) + ". "
	if e.Before.Mover() == game.Black {
		text = strings.TrimSuffix(text, ". ") + "… "
	}
	if e.Action.IsBan() {
		return text + "ban " + words.Pair(e.Action.Pair()) + string(e.Indicator())
	}
	return text + e.String()
}

// String says which line it is: "Main line, 24 actions", "Line 2 of 3, from 4. Qh5 on, 24 actions".
func (l Line) String() string {
	text := "Main line"
	if l.Number > 1 {
		text = "Line " + strconv.Itoa(l.Number) + " of " + strconv.Itoa(l.Of) + ", from " + Name(l.Variation().Entry) + " on"
	}
	return text + ", " + words.Count(len(l.End.Line()), "action")
}

// Name names the action of a moment with its mark, and who acted, which the number of a ban
// does not tell: "3. ban a2–a3?? by Black".
func (m Moment) Name() string {
	return Name(m.Entry) + m.Mark.String() + " by " + m.Player().Name()
}

// String returns the moment as a sentence: "6. ban g1–f3?? by Black lets exf4 win the queen. …".
// It is the name of the action alone where there is no mark.
func (m Moment) String() string {
	if m.Explanation == nil {
		return Name(m.Entry)
	}
	return m.Name() + " " + m.Explanation.String()
}
