package report

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/internal/words"
)

// point is what a move does at once, as it is seen on the board. The zero point stands for nothing.
type point struct {
	does   string // as it follows "which": "attacks the queen on d8"
	banned string // and what has to be banned next for it
}

// pointOf returns the point of the first action of a line, a move that is not banned in a position:
//
//   - it takes something, and nothing can recapture;
//   - it can be taken by one move alone, which the line bans next;
//   - it attacks a piece which it did not attack before, and which is worth more than what attacks
//     it, or can be recaptured in one way at the most, which a ban would stop; the line then moves
//     this piece, or bans its capture.
func pointOf(p game.Position, line []game.Action) point {
	if len(line) == 0 || !line[0].IsMove() {
		return point{}
	}
	next, err := p.Play(line[0])
	if err != nil || line[0].Promotion() != game.NoRole {
		return point{}
	}
	took, board := captured(p, line[0]), next.Chess()
	takers := takersOf(&board, line[0].Pair().To())
	switch {
	case took != game.NoRole && len(takers) == 0:
		return point{does: "takes " + pieceIn(p, game.NewPiece(p.Mover().Opponent(), took)) + " and cannot be recaptured"}
	case len(takers) == 1 && len(line) > 1 && line[1].Pair() == takers[0]:
		only := "recapture"
		if took == game.NoRole {
			only = "move that takes the " + board.At(line[0].Pair().To()).Role().String()
		}
		return point{banned: "ban " + words.Pair(takers[0]) + " (the only " + only + ")"}
	case len(line) < 3 || next.InCheck():
		return point{}
	}
	was, attacked, how := p.Chess(), chess.NoSquare, ""
	board.Pass()
	var l chess.MoveList
	board.Noisy(&l)
	for _, m := range l.Slice() {
		from, to, does := m.From(), m.To(), "opens an attack on"
		if from == line[0].Pair().To() {
			from, does = line[0].Pair().From(), "attacks"
		}
		value := points[board.At(to).Role()]
		if value < 3 || attacked != chess.NoSquare && value <= points[board.At(attacked).Role()] || was.Reaches(chess.NewPair(from, to)) {
			continue
		}
		isAnswered := line[2].Pair().From() == to || len(line) > 3 && line[3].Pair() == m.Pair()
		if after := board.After(m); isAnswered && (points[board.At(m.From()).Role()] < value || len(takersOf(after, to)) < 2) {
			attacked, how = to, does
		}
	}
	if attacked == chess.NoSquare {
		return point{}
	}
	return point{does: how + " the " + board.At(attacked).Role().String() + " on " + attacked.String()}
}

// takersOf returns the pairs that capture what has just moved to a square.
func takersOf(p *chess.Position, to chess.Square) (all []chess.Pair) {
	var l chess.MoveList
	p.Noisy(&l)
	for _, m := range l.Slice() {
		isTaker := m.To() == to || m.To() == p.EnPassant() && p.At(m.From()).Role() == chess.Pawn
		if isTaker && (len(all) == 0 || all[len(all)-1] != m.Pair()) { // the promotions of a pair stand together
			all = append(all, m.Pair())
		}
	}
	return all
}
