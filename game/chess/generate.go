package chess

// threats is what generation needs to know before it lists anything: who gives
// check, which of the mover's pieces are pinned to the king, what the opponent
// attacks, and where a piece other than the king may land at all.
type threats struct {
	all, own         Bitboard // every piece, the mover's pieces
	king             Square
	checkers, pinned Bitboard
	attacked         Bitboard // by the opponent, also through the king: it cannot step back from a slider
	landing          Bitboard
}

// findThreats finds them by fills of all sliding pieces at once. A loop over the
// pieces would be shorter, but in WebAssembly every branch that Go takes goes
// through a table, and costs more than the twelve operations of a fill.
func (p *Position) findThreats(v *threats) {
	us, them := p.mine(), p.theirs()
	all := us[NoRole] | them[NoRole]
	v.all, v.own = all, us[NoRole]
	king := us[King].First() & 63
	v.king = king

	straight, slanted := them[Rook]|them[Queen], them[Bishop]|them[Queen]
	open := ^all | us[King]
	n, s, e, w := north(straight, open), south(straight, open), east(straight, open), west(straight, open)
	ne, nw, se, sw := northEast(slanted, open), northWest(slanted, open), southEast(slanted, open), southWest(slanted, open)
	v.attacked = n | s | e | w | ne | nw | se | sw |
		knightsAttack(them[Knight]) | PawnsAttack(p.mover.other(), them[Pawn]) | geo.king[them[King].First()&63]

	// A piece is pinned when the king and a slider see it from opposite sides.
	below := us[King] - 1
	above := ^below
	files, rays := RookAttacks(king, all), BishopAttacks(king, all)
	file, rise, fall := geo.file[king], geo.diagonals[0][king], geo.diagonals[1][king]
	v.pinned = us[NoRole] & (files&(file&(n&below|s&above)|(e&below|w&above)&^file) |
		rays&(rise&(ne&below|sw&above)|fall&(nw&below|se&above)))

	v.checkers = geo.knight[king]&them[Knight] | PawnAttacks(p.mover, king)&them[Pawn] | files&straight | rays&slanted
	v.landing = ^us[NoRole]
	if c := v.checkers; c != 0 {
		if c&(c-1) != 0 {
			v.landing = 0
		} else {
			v.landing &= c | geo.between[king][c.First()&63]
		}
	}
}

// kingTargets returns where the king may step, castling not included.
func (v *threats) kingTargets() Bitboard {
	return geo.king[v.king&63] &^ v.own &^ v.attacked
}

// castlingTargets returns the squares the king may castle to.
func (p *Position) castlingTargets(v *threats) Bitboard {
	rights := p.castling >> (2 * (p.mover >> 1 & 1)) & 3
	if rights == 0 || v.checkers != 0 {
		return 0
	}
	home := v.king & 56
	full, unsafe := v.all>>home, (v.all|v.attacked)>>home
	var targets Bitboard
	if rights&1 != 0 && unsafe&shortPath == 0 {
		targets = g1.Bit()
	}
	if rights&2 != 0 && full&longPath == 0 && unsafe&longWalk == 0 {
		targets |= c1.Bit()
	}
	return targets << home
}

// The squares of the first rank that castling needs empty, and those that the
// king passes on the long side.
const (
	shortPath = Bitboard(1<<f1 | 1<<g1)
	longPath  = Bitboard(1<<b1 | 1<<c1 | 1<<d1)
	longWalk  = Bitboard(1<<c1 | 1<<d1)
)

// pawnTargets holds where the mover's pawns arrive by each kind of step, without
// en passant captures.
type pawnTargets struct {
	left, right, one, two Bitboard
	up                    int
}

// pawns finds the targets of all pawns at once. A pinned pawn moves along its
// pin only: forward on the king's file, or on the king's diagonal in the
// direction of the capture.
func (p *Position) pawns(v *threats) pawnTargets {
	c := p.mover >> 1 & 1
	up := forward(p.mover)
	pawns, empty := p.mine()[Pawn], ^v.all
	push := pawns &^ (v.pinned &^ geo.file[v.king])
	one := push.shifted(up) & empty
	third := Bitboard(0xff0000)
	if c != 0 {
		third <<= 24
	}
	them := v.all &^ v.own & v.landing
	return pawnTargets{
		left:  (pawns &^ (v.pinned &^ geo.diagonals[c^1][v.king])).shifted(up-1) &^ fileH & them,
		right: (pawns &^ (v.pinned &^ geo.diagonals[c][v.king])).shifted(up+1) &^ FileA & them,
		one:   one & v.landing,
		two:   (one & third).shifted(up) & empty & v.landing,
		up:    up,
	}
}

// enPassant returns the pawns that may capture en passant. The capture can open a
// line that two pieces closed, so the king is tested on the board after it.
func (p *Position) enPassant(v *threats) Bitboard {
	if p.ep >= NoSquare {
		return 0
	}
	pawns := PawnAttacks(p.mover.other(), p.ep) & p.mine()[Pawn]
	them := p.theirs()
	victim := (p.ep ^ 8).Bit()
	for s := pawns; s != 0; s &= s - 1 {
		from := s & -s
		occupied := v.all&^(from|victim) | p.ep.Bit()
		k := v.king
		if v.checkers&^victim&(them[Knight]|them[Pawn]) != 0 ||
			BishopAttacks(k, occupied)&(them[Bishop]|them[Queen]) != 0 ||
			RookAttacks(k, occupied)&(them[Rook]|them[Queen]) != 0 {
			pawns &^= from
		}
	}
	return pawns
}

// pieceTargets returns where a piece other than king and pawn may go, within
// the landing squares. A pinned piece stays on the line of its pin.
func (v *threats) pieceTargets(r Role, from Square) Bitboard {
	s := Attacks(r, from, v.all)
	if v.pinned.Has(from) {
		s &= geo.line[v.king][from&63]
	}
	return s & v.landing
}

// Moves fills the list with the legal moves. The promotions of a pair stand
// together.
func (p *Position) Moves(l *MoveList) {
	p.list(l, ^Bitboard(0))
}

// Noisy fills the list with the legal captures and promotions alone.
func (p *Position) Noisy(l *MoveList) {
	p.list(l, p.theirs()[NoRole])
}

// list generates the moves that arrive within a set, and every promotion and en
// passant capture.
func (p *Position) list(l *MoveList, within Bitboard) {
	var v threats
	p.findThreats(&v)
	l.n = 0

	l.addAll(v.king, v.kingTargets()&within)
	if v.landing == 0 {
		return
	}
	l.addAll(v.king, p.castlingTargets(&v)&within)

	t := p.pawns(&v)
	l.addPawns(t.left, t.up-1, within)
	l.addPawns(t.right, t.up+1, within)
	l.addPawns(t.one, t.up, within)
	l.addPawns(t.two, 2*t.up, within)
	if p.ep < NoSquare {
		for s := p.enPassant(&v); s != 0; s &= s - 1 {
			l.add(Move(s.First()) | Move(p.ep)<<6)
		}
	}
	us := p.mine()
	within &= v.landing
	for r := Knight; r <= Queen; r++ {
		for s := us[r]; s != 0; s &= s - 1 {
			from := s.First() & 63
			var to Bitboard
			switch r { // Attacks, without the call
			case Knight:
				to = KnightAttacks(from)
			case Bishop:
				to = BishopAttacks(from, v.all)
			case Rook:
				to = RookAttacks(from, v.all)
			default:
				to = RookAttacks(from, v.all) | BishopAttacks(from, v.all)
			}
			free := v.pinned>>from&1 - 1 // all squares, or none for a pinned piece
			l.addAll(from, to&(free|geo.line[v.king&63][from])&within)
		}
	}
}

// addPawns adds the pawn moves that arrive on the targets by one step: all
// promotions, and the other moves within the set.
func (l *MoveList) addPawns(targets Bitboard, step int, within Bitboard) {
	for s := targets & ends; s != 0; s &= s - 1 {
		to := s.First()
		m := Move(int(to)-step) | Move(to)<<6
		for r := Queen; r >= Knight; r-- {
			l.add(m | Move(r)<<12)
		}
	}
	for s := targets &^ ends & within; s != 0; s &= s - 1 {
		to := s.First()
		l.add(Move(int(to)-step) | Move(to)<<6)
	}
}

// Count returns how many legal moves and how many pairs of them there are,
// without listing them.
func (p *Position) Count() (moves, pairs int) {
	var v threats
	p.findThreats(&v)
	n := v.kingTargets().Count()
	if v.landing == 0 {
		return n, n
	}
	n += p.castlingTargets(&v).Count()
	t := p.pawns(&v)
	n += t.left.Count() + t.right.Count() + t.one.Count() + t.two.Count()
	promotions := (t.left & ends).Count() + (t.right & ends).Count() + (t.one & ends).Count()
	if p.ep < NoSquare {
		n += p.enPassant(&v).Count()
	}

	// In one direction no two pieces reach the same square, so the number of
	// squares is the number of moves.
	free, land, open := ^v.pinned, v.landing, ^v.all
	us := p.mine()
	k := us[Knight] & free
	n += (k << 17 &^ FileA & land).Count() + (k << 15 &^ fileH & land).Count() +
		(k << 10 &^ filesAB & land).Count() + (k << 6 &^ filesGH & land).Count() +
		(k >> 15 &^ FileA & land).Count() + (k >> 17 &^ fileH & land).Count() +
		(k >> 6 &^ filesAB & land).Count() + (k >> 10 &^ filesGH & land).Count()
	r := (us[Rook] | us[Queen]) & free
	n += (north(r, open) & land).Count() + (south(r, open) & land).Count() +
		(east(r, open) & land).Count() + (west(r, open) & land).Count()
	q := (us[Bishop] | us[Queen]) & free
	n += (northEast(q, open) & land).Count() + (northWest(q, open) & land).Count() +
		(southEast(q, open) & land).Count() + (southWest(q, open) & land).Count()
	for s := (us[Bishop] | us[Rook] | us[Queen]) & v.pinned; s != 0; s &= s - 1 {
		from := s.First()
		n += v.pieceTargets(p.square[from&63].Role(), from).Count()
	}
	return n + 3*promotions, n
}
