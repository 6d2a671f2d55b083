package game

import (
	"sort"
	"strings"
)

// Check returns nil when the action is legal here, and otherwise an error that
// says why not and what is legal instead. Its codes are CodeBadAction,
// CodeGameOver, CodeWrongPhase, CodeIllegalBan, CodeIllegalMove, CodeBanned and
// CodePromotionRequired.
func (p Position) Check(a Action) error {
	result := p.Result()
	if p.n != nil && !result.Over() && p.takes(a) {
		return nil
	}
	return p.refuse(a, result)
}

// takes reports whether the action is of the phase and legal on the board, in a
// position that is no end.
func (p Position) takes(a Action) bool {
	switch {
	case p.n == nil || a.phase != p.Phase():
		return false
	case a.IsBan():
		return p.n.hasPair(a.pair)
	}
	return a.pair != p.ban && p.n.may(Move{a.pair, a.promotion})
}

// refuse explains why an action that is not legal is not.
func (p Position) refuse(a Action, result Result) *Error {
	e := &Error{Ply: p.ply, Input: a.String()}
	at := " at ply " + p.ply.String()
	pair := a.pair.dashed()
	switch {
	case p.n == nil:
		e.Code, e.Message, e.Hint = CodeBadAction, "there is no position to play in", "start from StartPosition or a FEN"
	case a.phase != 0 && a.pair.From == a.pair.To && a.pair.To.IsValid():
		e.Code, e.Message, e.Hint = CodeBadAction, "from and to are the same square", "give two different squares"
	case !a.IsValid():
		e.Code, e.Message, e.Hint = CodeBadAction, "that is neither a ban nor a move", "give a ban as b:e2e4, a move as m:e2e4"
	case result.Over():
		e.Code, e.Message, e.Hint = CodeGameOver, "the game is over ("+result.String()+")", "undo, or start a new game"
	case a.phase != p.Phase() && a.IsBan():
		e.Code = CodeWrongPhase
		e.Message = "a move is due" + at + ", not a ban"
		e.Hint = p.ActivePlayer().Name() + " moves now; try " + p.suggest(a.pair)
	case a.phase != p.Phase():
		e.Code = CodeWrongPhase
		e.Message = "a ban is due" + at + ", not a move"
		e.Hint = p.ActivePlayer().Name() + " first bans one of " + p.Mover().Name() + "'s moves; try " + p.suggest(a.pair)
	case a.IsBan():
		e.Code = CodeIllegalBan
		e.Message = pair + " cannot be banned" + at + ": " + p.whyNot(a.pair)
		e.Hint = "ban a pair that one of " + p.Mover().Name() + "'s legal moves has; try " + p.suggest(a.pair)
	case a.pair == p.ban:
		e.Code = CodeBanned
		e.Message = pair + " is banned" + at + " (" + p.Mover().Opponent().Name() + " banned it)"
		e.Hint = "try " + p.suggest(a.pair)
	case a.promotion == NoRole && p.n.hasPair(a.pair):
		e.Code = CodePromotionRequired
		e.Message = "the pawn promotes on " + a.pair.To.String() + at + ", and the move does not say to what"
		m := Move{a.pair, Queen}
		e.Hint = "add q, r, b or n, such as " + m.String()
	case p.n.hasPair(a.pair):
		e.Code = CodeIllegalMove
		e.Message = pair + at + " is no promotion"
		e.Hint = "leave out the " + a.promotion.String()
	default:
		e.Code = CodeIllegalMove
		e.Message = pair + " is not a legal move" + at + ": " + p.whyNot(a.pair)
		e.Hint = "try " + p.suggest(a.pair)
	}
	return e
}

// whyNot says in a few words what is wrong with a pair that no legal move has.
func (p Position) whyNot(pair Pair) string {
	mover, piece := p.Mover(), p.PieceAt(pair.From)
	whose := mover.Name() + "'s " + piece.Role().String() + " on " + pair.From.String()
	files := pair.To.File() - pair.From.File()
	castles := piece.Role() == King && (files == 2 || files == -2) && pair.To.Rank() == pair.From.Rank()
	switch {
	case piece == NoPiece:
		return "there is no piece on " + pair.From.String()
	case piece.Player() != mover:
		return "the piece on " + pair.From.String() + " is " + piece.Player().Name() + "'s, and " + mover.Name() + "'s pieces move next"
	case castles:
		return p.whyNoCastling(files)
	case p.PieceAt(pair.To).Player() == mover:
		return mover.Name() + "'s own piece is on " + pair.To.String()
	case !p.n.reaches(pair):
		return whose + " cannot go to " + pair.To.String()
	case piece.Role() == King:
		return pair.To.String() + " is attacked"
	case p.InCheck():
		return "it does not get " + mover.Name() + "'s king out of check"
	}
	return "it would leave " + mover.Name() + "'s king in check"
}

// whyNoCastling is whyNot for the king's move of two files to the left or right.
func (p Position) whyNoCastling(files int) string {
	mover := p.Mover()
	for i, home := range castlingHome {
		step := towards(home.king, home.rook)
		if home.player != mover || files != 2*step || p.n.castling&(1<<i) == 0 {
			continue
		}
		if p.InCheck() {
			return mover.Name() + " is in check and cannot castle out of it"
		}
		for at := int(home.king) + step; at != int(home.rook); at += step {
			if p.n.board[at] != NoPiece {
				return "the piece on " + Square(at).String() + " is in the way"
			}
		}
		passed := Square(int(home.king) + step)
		if p.n.attacked(passed, mover.Opponent()) {
			return passed.String() + " is attacked, and the king would pass it"
		}
		return Square(int(passed)+step).String() + " is attacked"
	}
	return mover.Name() + " has no right to castle on that side"
}

// whyNone says why the text of a move fits none that is legal, and returns the
// pairs it could have meant.
func (p Position) whyNone(pattern sanPattern) (why string, meant []Pair) {
	mover := p.Mover()
	if pattern.castle != 0 {
		return p.whyNoCastling(pattern.castle), []Pair{{From: p.King(mover), To: NoSquare}}
	}
	var near []Pair // those that the piece could go
	for i, piece := range p.n.board {
		pair := Pair{Square(i), pattern.to}
		if piece.Player() != mover || pair.From == pair.To || pattern.role != NoRole && piece.Role() != pattern.role ||
			pattern.file >= 0 && pair.From.File() != pattern.file || pattern.rank >= 0 && pair.From.Rank() != pattern.rank {
			continue
		}
		meant = append(meant, pair)
		if p.n.reaches(pair) {
			near = append(near, pair)
		}
	}
	piece := pattern.role.String()
	switch {
	case pattern.promotionWritten && !pattern.promotion.promotes():
		why = "a pawn cannot become a " + pattern.promotion.String()
	case pattern.promotionWritten && pattern.to.Rank() != 0 && pattern.to.Rank() != 7:
		why = "a pawn becomes another piece only on the last rank"
	case len(meant) == 0:
		why = mover.Name() + " has no such " + piece
	case p.PieceAt(pattern.to).Player() == mover:
		why = mover.Name() + "'s own piece is on " + pattern.to.String()
	case len(near) > 0:
		why = p.whyNot(near[0])
	case len(meant) == 1:
		why = p.whyNot(meant[0])
	default:
		why = "no " + piece + " of " + mover.Name() + " can go to " + pattern.to.String()
	}
	return why, meant
}

// reaches reports whether the mover's piece could go there if its king's safety
// did not matter; castling counts as not.
func (n *node) reaches(pair Pair) bool {
	if role := n.board[pair.From].Role(); role != Pawn {
		return n.pieceGoes(role, pair)
	}
	return n.pawnGoes(pair)
}

// suggest lists up to four legal actions, those nearest to what was tried
// first: the same piece's, then the same target's, then any.
func (p Position) suggest(tried ...Pair) string {
	actions := p.LegalActions()
	rank := func(a Action) int {
		nearest := 2
		for _, t := range tried {
			switch {
			case a.pair.From == t.From:
				return 0
			case a.pair.To == t.To:
				nearest = 1
			}
		}
		return nearest
	}
	sort.SliceStable(actions, func(i, j int) bool {
		if ri, rj := rank(actions[i]), rank(actions[j]); ri != rj {
			return ri < rj
		}
		return actions[i].String() < actions[j].String()
	})
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = Move{a.pair, a.promotion}.String()
	}
	return some(words)
}

func someBans(bans []Ban) string {
	words := make([]string, len(bans))
	for i, b := range bans {
		words[i] = b.String()
	}
	sort.Strings(words)
	return some(words)
}

// some joins the first four words, with an ellipsis when there are more.
func some(words []string) string {
	const most = 4
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return strings.Join(words[:most], ", ") + " …"
}
