package game

// Quick answers: may this move be played, is there a move at all, which may be
// played. The chess library lists all legal moves or none, and takes many times
// as long for a list, so a game that is only replayed would spend its time on
// lists that nobody reads. The library remains the authority: LegalActions and
// its like come from it, and the tests hold every answer here to its list.

// may reports whether m is a legal move.
func (n *node) may(m Move) bool {
	if l := n.known.Load(); l != nil {
		_, ok := l.find(m)
		return ok
	}
	if !n.goes(m) || !n.safe(m.Pair) {
		return false
	}
	n.remember(m.Pair)
	return true
}

// hasPair reports whether a legal move has the pair.
func (n *node) hasPair(p Pair) bool {
	if l := n.known.Load(); l != nil {
		for _, b := range l.pairs {
			if b.Pair == p {
				return true
			}
		}
		return false
	}
	if !p.IsValid() {
		return false
	}
	m := Move{p, NoRole}
	if n.board[p.From].Role() == Pawn && (p.To.Rank() == 0 || p.To.Rank() == 7) {
		m.Promotion = Queen
	}
	return n.may(m)
}

// hasOther reports whether a legal move has another pair than p; with the zero
// Pair, whether there is any legal move.
func (n *node) hasOther(p Pair) bool {
	if l := n.known.Load(); l != nil {
		return len(l.pairs) > 1 || len(l.pairs) == 1 && l.pairs[0].Pair != p
	}
	if w := n.witnessed(); w.IsValid() && w != p {
		return true
	}
	for i := range n.board {
		from := Square(i)
		if n.board[from].Player() == n.mover && n.leaves(from, p) {
			return true
		}
	}
	return false
}

func (n *node) remember(p Pair) { n.witness.Store(uint32(p.From)<<8 | uint32(p.To)) }

func (n *node) witnessed() Pair {
	w := n.witness.Load()
	return Pair{Square(w >> 8), Square(w & 0xff)}
}

// leaves reports whether the piece has a legal move with another pair than p.
func (n *node) leaves(from Square, p Pair) bool {
	var buffer [maxTargets]Square
	for _, to := range n.targets(from, buffer[:0]) {
		if pair := (Pair{from, to}); pair != p && n.safe(pair) {
			n.remember(pair)
			return true
		}
	}
	return false
}

// appendLegal appends the legal moves but those with the banned pair, or at a
// ban the pairs of all of them. Only a move of the king, of a pinned piece, en
// passant or out of check has to be tried to see whether the king is safe.
func (n *node) appendLegal(dst []Action, phase Phase, banned Pair) []Action {
	king := n.king(n.mover)
	pinned := n.pinned(king)
	var buffer [maxTargets]Square
	for i, piece := range n.board {
		from := Square(i)
		if piece.Player() != n.mover {
			continue
		}
		risky := n.check || from == king || pinned&(1<<from) != 0
		pawn := piece.Role() == Pawn
		for _, to := range n.targets(from, buffer[:0]) {
			pair := Pair{from, to}
			switch {
			case pair == banned, (risky || pawn && to == n.enPassant) && !n.safe(pair):
			case phase == PhaseBan:
				dst = append(dst, Ban{pair}.Action())
			case pawn && (to.Rank() == 0 || to.Rank() == 7):
				for role := Queen; role >= Knight; role-- {
					dst = append(dst, NewMove(from, to, role))
				}
			default:
				dst = append(dst, NewMove(from, to, NoRole))
			}
		}
	}
	return dst
}

// pinned returns, as bits, the squares of the mover's pieces that stand alone
// between their king and a piece that would give check.
func (s *setup) pinned(king Square) uint64 {
	var pinned uint64
	for i, step := range kingSteps {
		between := NoSquare
		for k := 1; ; k++ {
			at := SquareAt(king.File()+k*step[0], king.Rank()+k*step[1])
			if at == NoSquare {
				break
			}
			piece := s.board[at]
			if piece == NoPiece {
				continue
			}
			if piece.Player() == s.mover && between == NoSquare {
				between = at
				continue
			}
			if piece.Player() != s.mover && between != NoSquare && piece.Role().reach(i) == 7 {
				pinned |= 1 << between
			}
			break
		}
	}
	return pinned
}

// maxTargets is more than any piece has: a queen in the middle of an empty board
// has 27.
const maxTargets = 28

// targets appends the squares that the mover's piece goes to, its king's safety
// aside.
func (s *setup) targets(from Square, dst []Square) []Square {
	file, rank := from.File(), from.Rank()
	role := s.board[from].Role()
	steps := &kingSteps
	switch role {
	case Pawn:
		up := forward(s.mover)
		for _, to := range [4]Square{SquareAt(file, rank+up), SquareAt(file-1, rank+up), SquareAt(file+1, rank+up), SquareAt(file, rank+2*up)} {
			if to != NoSquare && s.board[to].Player() != s.mover && s.pawnGoes(Pair{from, to}) {
				dst = append(dst, to)
			}
		}
		return dst
	case Knight:
		steps = &knightSteps
	case King:
		for _, to := range [2]Square{from + 2, from - 2} {
			if s.castling != 0 && s.castles(Pair{from, to}) {
				dst = append(dst, to)
			}
		}
	}
	for i, step := range steps {
		reach := role.reach(i)
		for k := 1; k <= reach; k++ {
			to := SquareAt(file+k*step[0], rank+k*step[1])
			if to == NoSquare || s.board[to].Player() == s.mover {
				break
			}
			dst = append(dst, to)
			if s.board[to] != NoPiece {
				break
			}
		}
	}
	return dst
}

// reach returns how many squares a piece goes in a direction of kingSteps (of
// knightSteps for a knight).
func (r Role) reach(direction int) int {
	switch {
	case r == Knight || r == King:
		return 1
	case r == Queen, r == Rook && direction%2 == 0, r == Bishop && direction%2 == 1:
		return 7
	}
	return 0
}

// forward is the step of a player's pawns in ranks.
func forward(p Player) int {
	if p == Black {
		return -1
	}
	return 1
}

// goes reports whether the mover's piece moves like that, its king's safety
// aside.
func (s *setup) goes(m Move) bool {
	if !m.IsValid() {
		return false
	}
	piece := s.board[m.From]
	if piece.Player() != s.mover || s.board[m.To].Player() == s.mover {
		return false
	}
	role := piece.Role()
	if role == Pawn {
		last := m.To.Rank() == 0 || m.To.Rank() == 7
		return last == m.Promotion.promotes() && (last || m.Promotion == NoRole) && s.pawnGoes(m.Pair)
	}
	return m.Promotion == NoRole && (s.pieceGoes(role, m.Pair) || role == King && s.castles(m.Pair))
}

// pieceGoes tells for anything but a pawn, castling aside.
func (s *setup) pieceGoes(role Role, p Pair) bool {
	files, ranks := p.To.File()-p.From.File(), p.To.Rank()-p.From.Rank()
	f, r := distance(files), distance(ranks)
	switch role {
	case Knight:
		return f*r == 2
	case King:
		return f <= 1 && r <= 1
	case Rook:
		return f*r == 0 && s.open(p, files, ranks, f+r)
	case Bishop:
		return f == r && s.open(p, files, ranks, f)
	case Queen:
		return (f == r || f*r == 0) && s.open(p, files, ranks, max(f, r))
	}
	return false
}

func distance(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// open reports whether the squares between the two of a pair are empty.
func (s *setup) open(p Pair, files, ranks, steps int) bool {
	step := (ranks*8 + files) / steps
	at := int(p.From)
	for range steps - 1 {
		at += step
		if s.board[at] != NoPiece {
			return false
		}
	}
	return true
}

func (s *setup) pawnGoes(p Pair) bool {
	up := forward(s.mover)
	files, ranks := p.To.File()-p.From.File(), (p.To.Rank()-p.From.Rank())*up
	switch {
	case files == 0 && ranks == 1:
		return s.board[p.To] == NoPiece
	case files == 0 && ranks == 2:
		home := p.From.Rank() == 1 && up > 0 || p.From.Rank() == 6 && up < 0
		return home && s.board[p.To] == NoPiece && s.board[(p.From+p.To)/2] == NoPiece
	case distance(files) == 1 && ranks == 1:
		return s.board[p.To] != NoPiece || p.To == s.enPassant
	}
	return false
}

// castles reports whether the pair is a castling that the rights, the squares
// between and the attacks on the king's way allow. The last square is left to
// safe.
func (s *setup) castles(p Pair) bool {
	for i, home := range castlingHome {
		if s.castling&(1<<i) == 0 || home.player != s.mover || home.king != p.From {
			continue
		}
		step := towards(home.king, home.rook)
		if int(p.To) != int(p.From)+2*step {
			continue
		}
		for at := int(home.king) + step; at != int(home.rook); at += step {
			if s.board[at] != NoPiece {
				return false
			}
		}
		other := s.mover.Opponent()
		return !s.attacked(home.king, other) && !s.attacked(Square(int(home.king)+step), other)
	}
	return false
}

// towards is the step along a rank from one square towards another.
func towards(from, to Square) int {
	if to < from {
		return -1
	}
	return 1
}

// safe reports whether the mover's king is not attacked after a pair that the
// piece can go.
func (s *setup) safe(p Pair) bool {
	after := s.after(Move{p, NoRole})
	return !after.inCheck(s.mover)
}

// inCheck reports whether the player's king is attacked.
func (s *setup) inCheck(p Player) bool { return s.attacked(s.king(p), p.Opponent()) }

// attacked reports whether a piece of the player attacks the square.
func (s *setup) attacked(sq Square, by Player) bool {
	if !sq.IsValid() {
		return false
	}
	file, rank := sq.File(), sq.Rank()
	knight := NewPiece(by, Knight)
	for _, step := range knightSteps {
		if at := SquareAt(file+step[0], rank+step[1]); at != NoSquare && s.board[at] == knight {
			return true
		}
	}
	pawn, up := NewPiece(by, Pawn), forward(by)
	for _, at := range [2]Square{SquareAt(file-1, rank-up), SquareAt(file+1, rank-up)} {
		if at != NoSquare && s.board[at] == pawn {
			return true
		}
	}
	for i, step := range kingSteps {
		for k := 1; ; k++ {
			at := SquareAt(file+k*step[0], rank+k*step[1])
			if at == NoSquare {
				break
			}
			piece := s.board[at]
			if piece == NoPiece {
				continue
			}
			if piece.Player() == by && piece.Role().reach(i) >= k && piece.Role() != Knight {
				return true
			}
			break
		}
	}
	return false
}
