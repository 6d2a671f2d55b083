package game

import (
	"sort"
	"strings"

	"github.com/banchess/banchess/game/chess"
)

// refuse explains why an action that is not legal is not.
func (p Position) refuse(a Action, result Result) *Error {
	e := &Error{Ply: p.ply, Input: a.String()}
	at := " at ply " + p.ply.String()
	pair := dashed(a.Pair())
	switch {
	case p.n == nil:
		e.Code, e.Message, e.Hint = CodeBadAction, "there is no position to play in", "start from StartPosition or a FEN"
	case a.phase != 0 && a.Pair() != NoPair && !a.Pair().IsValid():
		e.Code, e.Message, e.Hint = CodeBadAction, "from and to are the same square", "give two different squares"
	case !a.IsValid():
		e.Code, e.Message, e.Hint = CodeBadAction, "that is neither a ban nor a move", "give a ban as b:e2e4, a move as m:e2e4"
	case result.Over():
		e.Code, e.Message, e.Hint = CodeGameOver, "the game is over ("+result.String()+")", "undo, or start a new game"
	case a.phase != p.Phase() && a.IsBan():
		e.Code = CodeWrongPhase
		e.Message = "a move is due" + at + ", not a ban"
		e.Hint = p.ActivePlayer().Name() + " moves now; try " + p.suggest(a.Pair())
	case a.phase != p.Phase():
		e.Code = CodeWrongPhase
		e.Message = "a ban is due" + at + ", not a move"
		e.Hint = p.ActivePlayer().Name() + " first bans one of " + p.Mover().Name() + "'s moves; try " + p.suggest(a.Pair())
	case a.IsBan():
		e.Code = CodeIllegalBan
		e.Message = pair + " cannot be banned" + at + ": " + p.whyNot(a.Pair())
		e.Hint = "ban a pair that one of " + p.Mover().Name() + "'s legal moves has; try " + p.suggest(a.Pair())
	case a.Pair() == p.ban:
		e.Code = CodeBanned
		e.Message = pair + " is banned" + at + " (" + p.Mover().Opponent().Name() + " banned it)"
		e.Hint = "try " + p.suggest(a.Pair())
	case a.Promotion() == NoRole && p.n.HasPair(a.Pair()):
		e.Code = CodePromotionRequired
		e.Message = "the pawn promotes on " + a.Pair().To().String() + at + ", and the move does not say to what"
		e.Hint = "add q, r, b or n, such as " + a.Pair().Promoting(Queen).String()
	case p.n.HasPair(a.Pair()):
		e.Code = CodeIllegalMove
		e.Message = pair + at + " is no promotion"
		e.Hint = "leave out the " + a.Promotion().String()
	default:
		e.Code = CodeIllegalMove
		e.Message = pair + " is not a legal move" + at + ": " + p.whyNot(a.Pair())
		e.Hint = "try " + p.suggest(a.Pair())
	}
	return e
}

// whyNot says in a few words what is wrong with a pair that no legal move has.
func (p Position) whyNot(pair Pair) string {
	mover, piece := p.Mover(), p.PieceAt(pair.From())
	whose := mover.Name() + "'s " + piece.Role().String() + " on " + pair.From().String()
	files := castlingFiles(pair)
	switch {
	case piece == NoPiece:
		return "there is no piece on " + pair.From().String()
	case piece.Player() != mover:
		return "the piece on " + pair.From().String() + " is " + piece.Player().Name() + "'s, and " + mover.Name() + "'s pieces move next"
	case piece.Role() == King && files != 0:
		return p.whyNoCastling(files)
	case p.PieceAt(pair.To()).Player() == mover:
		return mover.Name() + "'s own piece is on " + pair.To().String()
	case !p.n.Reaches(pair):
		return whose + " cannot go to " + pair.To().String()
	case piece.Role() == King:
		return pair.To().String() + " is attacked"
	case p.InCheck():
		return "it does not get " + mover.Name() + "'s king out of check"
	}
	return "it would leave " + mover.Name() + "'s king in check"
}

// whyNoCastling is whyNot for the king's move of two files to the left or right.
func (p Position) whyNoCastling(files int) string {
	mover := p.Mover()
	for i, home := range chess.CastlingHomes {
		step := files / 2
		if home.Player != mover || (home.Rook > home.King) != (step > 0) || p.n.Castling()&(1<<i) == 0 {
			continue
		}
		if p.InCheck() {
			return mover.Name() + " is in check and cannot castle out of it"
		}
		for at := int(home.King) + step; at != int(home.Rook); at += step {
			if p.n.At(Square(at)) != NoPiece {
				return "the piece on " + Square(at).String() + " is in the way"
			}
		}
		passed := Square(int(home.King) + step)
		if p.n.Attackers(passed, mover.Opponent(), p.n.Occupied()) != 0 {
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
		return p.whyNoCastling(pattern.castle), []Pair{NewPair(p.King(mover), p.King(mover))}
	}
	var near []Pair // those that the piece could go
	for i, piece := range p.n.Board() {
		pair := NewPair(Square(i), pattern.to)
		if piece.Player() != mover || !pair.IsValid() || pattern.role != NoRole && piece.Role() != pattern.role ||
			pattern.file >= 0 && pair.From().File() != pattern.file || pattern.rank >= 0 && pair.From().Rank() != pattern.rank {
			continue
		}
		meant = append(meant, pair)
		if p.n.Reaches(pair) {
			near = append(near, pair)
		}
	}
	piece := pattern.role.String()
	switch {
	case pattern.promotionWritten && !pattern.promotion.CanPromoteTo():
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

// castlingFiles returns how many files a king that makes the pair goes if that is
// castling, 2 or -2, and otherwise 0.
func castlingFiles(p Pair) int {
	files := p.To().File() - p.From().File()
	if p.From().Rank() == p.To().Rank() && (files == 2 || files == -2) {
		return files
	}
	return 0
}

// suggest lists up to four legal actions, those nearest to what was tried
// first: the same piece's, then the same target's, then any.
func (p Position) suggest(tried ...Pair) string {
	actions := p.LegalActions()
	rank := func(a Action) int {
		nearest := 2
		for _, t := range tried {
			switch {
			case a.Pair().From() == t.From():
				return 0
			case a.Pair().To() == t.To():
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
		words[i] = a.move.String()
	}
	return some(words)
}

func somePairs(pairs []Pair) string {
	words := make([]string, len(pairs))
	for i, b := range pairs {
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
