package game

import (
	"cmp"
	"slices"
	"strings"

	"github.com/banchess/banchess/game/chess"
)

// IsLegal reports whether the action may be played here.
func (p Position) IsLegal(a Action) bool { return !p.Result().Over() && p.takes(a) }

// Check returns nil if the action is legal here. Otherwise its error says why not, and
// what is legal instead. The codes are CodeBadAction, CodeGameOver, CodeWrongPhase,
// CodeIllegalBan, CodeIllegalMove, CodeBanned and CodePromotionRequired.
func (p Position) Check(a Action) error {
	result := p.Result()
	if p.n != nil && !result.Over() && p.takes(a) {
		return nil
	}
	return p.refuse(a, result)
}

// takes reports whether the action fits the phase and is legal on the board. The
// position must not be an ending.
func (p Position) takes(a Action) bool {
	switch {
	case p.n == nil || a.phase != p.Phase():
		return false
	case a.IsBan():
		return p.n.HasPair(a.Pair())
	}
	return a.Pair() != p.ban && p.n.IsLegal(a.move)
}

// LegalBans returns the pairs that may be banned, in no particular order. There are none
// at a move ply or if the game has ended on the board.
func (p Position) LegalBans() []Pair {
	if p.Phase() != PhaseBan || p.Result().Over() {
		return nil
	}
	return slices.Clone(p.board().legal().pairs)
}

// LegalMoves returns the moves that may be played, in no particular order, with a
// separate move for each promotion. There are none at a ban ply or if the game has ended
// on the board.
func (p Position) LegalMoves() []Move {
	if p.n == nil || p.Phase() != PhaseMove || p.Result().Over() {
		return nil
	}
	moves := make([]Move, 0, len(p.board().legal().moves))
	for _, m := range p.board().legal().moves {
		if m.Pair() != p.ban {
			moves = append(moves, m)
		}
	}
	return moves
}

// LegalActions returns LegalBans at a ban ply and LegalMoves at a move ply, as actions.
func (p Position) LegalActions() []Action {
	if p.Result().Over() {
		return nil
	}
	return p.actions()
}

// actions is LegalActions of a position that is not an ending.
func (p Position) actions() []Action {
	if p.n == nil {
		return nil
	}
	legal := p.board().legal()
	if p.Phase() == PhaseBan {
		actions := make([]Action, len(legal.pairs))
		for i, pair := range legal.pairs {
			actions[i] = BanAction(pair)
		}
		return actions
	}
	actions := make([]Action, 0, len(legal.moves))
	for _, m := range legal.moves {
		if m.Pair() != p.ban {
			actions = append(actions, MoveAction(m))
		}
	}
	return actions
}

// appendLegal appends what actions returns, in another order, out of the fast
// position.
func (p Position) appendLegal(dst []Action) []Action {
	if p.n == nil {
		return dst
	}
	var l chess.MoveList
	p.n.Moves(&l)
	if p.Phase() == PhaseMove {
		for _, m := range l.Slice() {
			if m.Pair() != p.ban {
				dst = append(dst, MoveAction(m))
			}
		}
		return dst
	}
	last := NoPair
	for _, m := range l.Slice() {
		if m.Pair() != last { // the promotions of a pair stand together
			last = m.Pair()
			dst = append(dst, BanAction(last))
		}
	}
	return dst
}

// LegalActionsFrom returns the legal actions whose pair starts at the square.
func (p Position) LegalActionsFrom(from Square) []Action {
	return slices.DeleteFunc(p.LegalActions(), func(a Action) bool { return a.Pair().From() != from })
}

// refuse returns the error of an action that is not legal.
func (p Position) refuse(a Action, result Result) *Error {
	pair := a.Pair()
	t := attempt{p, a.String(), []Pair{pair}}
	switch {
	case p.n == nil:
		return t.noPosition()
	case a.phase != 0 && pair != NoPair && !pair.IsValid():
		return t.sameSquare()
	case !a.IsValid():
		return t.noAction()
	case result.Over():
		return t.gameOver(result)
	case a.phase != p.Phase() && a.IsBan():
		return t.moveDue()
	case a.phase != p.Phase():
		return t.banDue()
	case a.IsBan():
		return t.illegal(p.whyNot(pair))
	case pair == p.ban:
		return t.banned()
	case a.Promotion() == NoRole && p.n.HasPair(pair):
		return t.promotionRequired()
	case p.n.HasPair(pair):
		return t.noPromotion(a.Promotion())
	}
	return t.illegal(p.whyNot(pair))
}

// whyNot says in a few words what is wrong with a pair that no legal move has.
func (p Position) whyNot(pair Pair) string {
	mover, piece := p.Mover(), p.PieceAt(pair.From())
	files := castlingFiles(pair)
	switch {
	case piece == NoPiece:
		return whyNoPiece(pair.From())
	case piece.Player() != mover:
		return whyOtherSide(pair.From(), piece.Player(), mover)
	case piece.Role() == King && files != 0 && p.n.HasPair(pair):
		return whyIsCastling(files) // a king's move was written
	case piece.Role() == King && files != 0:
		return p.whyNoCastling(files)
	case p.PieceAt(pair.To()).Player() == mover:
		return whyOwnPiece(mover, pair.To())
	case !p.n.Reaches(pair):
		return whyCannotReach(mover, piece.Role(), pair)
	case piece.Role() == King:
		return whyAttacked(pair.To())
	case p.InCheck():
		return whyStaysInCheck(mover)
	}
	return whyLeavesInCheck(mover)
}

// whyNoCastling is whyNot for the king's move of two files to the left or right.
func (p Position) whyNoCastling(files int) string {
	mover := p.Mover()
	for i, home := range chess.CastlingHomes() {
		step := files / 2
		if home.Player != mover || (home.Rook > home.King) != (step > 0) || p.n.Castling()&(1<<i) == 0 {
			continue
		}
		if p.InCheck() {
			return whyCastlesInCheck(mover)
		}
		for at := int(home.King) + step; at != int(home.Rook); at += step {
			if p.n.At(Square(at)) != NoPiece {
				return whyInTheWay(Square(at))
			}
		}
		passed := Square(int(home.King) + step)
		if p.n.Attackers(passed, mover.Opponent(), p.n.Occupied()) != 0 {
			return whyPassesAttack(passed)
		}
		return whyAttacked(Square(int(passed) + step))
	}
	return whyNoRight(mover)
}

// whyNone says why the text of a move fits none that is legal, and returns the
// pairs it could have meant.
func (p Position) whyNone(pattern sanPattern) (why string, meant []Pair) {
	mover := p.Mover()
	if pattern.castle != 0 {
		return p.whyNoCastling(pattern.castle), []Pair{NewPair(p.King(mover), p.King(mover))}
	}
	var near []Pair // the piece goes there
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
	switch {
	case pattern.promotionWritten && !pattern.promotion.CanPromoteTo():
		why = whyNotBecome(pattern.promotion)
	case pattern.promotionWritten && pattern.to.Rank() != 0 && pattern.to.Rank() != 7:
		why = whyNotLastRank()
	case len(meant) == 0:
		why = whyNoSuchPiece(mover, pattern.role)
	case p.PieceAt(pattern.to).Player() == mover:
		why = whyOwnPiece(mover, pattern.to)
	case len(near) > 0:
		return p.whyNot(near[0]), meant
	case len(meant) == 1:
		return p.whyNot(meant[0]), meant
	default:
		why = whyNoneReaches(mover, pattern.role, pattern.to)
	}
	return why, meant
}

// castlingFiles returns how many files the king goes if the pair is its castling,
// 2 or -2, and 0 otherwise.
func castlingFiles(p Pair) int {
	files, home := p.To().File()-p.From().File(), chess.CastlingHomes()[0].King
	isHome := p.From().File() == home.File() && (p.From().Rank() == 0 || p.From().Rank() == 7)
	if isHome && p.From().Rank() == p.To().Rank() && (files == 2 || files == -2) {
		return files
	}
	return 0
}

// suggest lists up to four legal actions, those nearest to what was tried
// first: the same pair, as of a king's move that is castling, then the same piece's, then the
// same target's, then any.
func (p Position) suggest(tried ...Pair) string {
	actions := p.LegalActions()
	rank := func(a Action) int {
		nearest := 3
		for _, t := range tried {
			switch {
			case a.Pair() == t:
				return 0
			case a.Pair().From() == t.From():
				nearest = 1
			case a.Pair().To() == t.To():
				nearest = min(nearest, 2)
			}
		}
		return nearest
	}
	slices.SortStableFunc(actions, func(a, b Action) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.String(), b.String()))
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
	slices.Sort(words)
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
