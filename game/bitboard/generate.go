package bitboard

// view is what generation needs to know before it lists anything: who gives
// check, which of the mover's pieces are pinned to the king, what the opponent
// attacks, and where a piece other than the king may land at all.
type view struct {
	us, them         *[8]Bitboard
	all              Bitboard // every piece
	king             Square
	checkers, pinned Bitboard
	attacked         Bitboard // by the opponent, as if the king were not there: it does not shield what is behind it
	landing          Bitboard
}

// look fills the view by rays of all sliding pieces at once. A loop over the
// pieces would be shorter, but in WebAssembly every jump that Go takes goes
// through a table, and a ray of twelve operations costs less than one jump.
func (b *Board) look(v *view) {
	us, them := &b.by[b.mover&1], &b.by[(b.mover^1)&1]
	v.us, v.them = us, them
	all := us[NoType] | them[NoType]
	v.all = all
	king := us[King].First() & 63
	v.king = king

	straight, slanted := them[Rook]|them[Queen], them[Bishop]|them[Queen]
	open := ^all | us[King]
	n, s, e, w := north(straight, open), south(straight, open), east(straight, open), west(straight, open)
	ne, nw, se, sw := northEast(slanted, open), northWest(slanted, open), southEast(slanted, open), southWest(slanted, open)
	v.attacked = n | s | e | w | ne | nw | se | sw |
		knightsAttack(them[Knight]) | PawnsAttack(b.mover^1, them[Pawn]) | geo.king[them[King].First()&63]

	// A piece is pinned when the king sees it and a slider on its other side,
	// looking towards the king, does so too.
	below := us[King] - 1
	above := ^below
	files, rays := RookAttacks(king, all), BishopAttacks(king, all)
	file, rise, fall := geo.file[king], geo.diagonals[0][king], geo.diagonals[1][king]
	v.pinned = us[NoType] & (files&(file&(n&below|s&above)|(e&below|w&above)&^file) |
		rays&(rise&(ne&below|sw&above)|fall&(nw&below|se&above)))

	v.checkers = geo.knight[king]&them[Knight] | geo.pawn[b.mover&1][king]&them[Pawn] | files&straight | rays&slanted
	v.landing = ^us[NoType]
	if c := v.checkers; c != 0 {
		if c&(c-1) != 0 {
			v.landing = 0
		} else {
			v.landing &= c | geo.between[king][c.First()&63]
		}
	}
}

// attacked reports whether any piece in them attacks a square when occupied is
// what blocks lines.
func attacked(them *[8]Bitboard, color Color, q Square, occupied Bitboard) bool {
	slanted, straight := them[Bishop]|them[Queen], them[Rook]|them[Queen]
	return geo.knight[q&63]&them[Knight]|geo.pawn[(color^1)&1][q&63]&them[Pawn]|geo.king[q&63]&them[King]|
		BishopAttacks(q, occupied)&slanted|RookAttacks(q, occupied)&straight != 0
}

// kingTargets returns where the king may step, castling not included.
func (v *view) kingTargets() Bitboard {
	return geo.king[v.king&63] &^ v.us[NoType] &^ v.attacked
}

// castlingTargets returns the squares the king may castle to.
func (b *Board) castlingTargets(v *view) Bitboard {
	rights := b.castling >> (2 * (b.mover & 1)) & 3
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

// What castling needs on the first rank: squares that are empty and, of the long
// side's, those that the king passes.
const (
	shortPath = Bitboard(1<<f1 | 1<<g1)
	longPath  = Bitboard(1<<b1 | 1<<c1 | 1<<d1)
	longWalk  = Bitboard(1<<c1 | 1<<d1)
)

// pawnTargets holds where the mover's pawns arrive, by the way they go. En
// passant is apart.
type pawnTargets struct {
	left, right, one, two Bitboard
	up                    int
}

// pawns finds the targets of all pawns at once. A pinned pawn moves along its
// pin only: forward on the king's file, or on the king's diagonal in the
// direction of the capture.
func (b *Board) pawns(v *view) pawnTargets {
	c := b.mover & 1
	up := forward(c)
	pawns, empty := v.us[Pawn], ^v.all
	push := pawns &^ (v.pinned &^ geo.file[v.king])
	one := push.turned(up) & empty
	third := Bitboard(0xff0000)
	if c == Black {
		third <<= 24
	}
	them := v.them[NoType] & v.landing
	return pawnTargets{
		left:  (pawns &^ (v.pinned &^ geo.diagonals[c^1][v.king])).turned(up-1) &^ fileH & them,
		right: (pawns &^ (v.pinned &^ geo.diagonals[c][v.king])).turned(up+1) &^ fileA & them,
		one:   one & v.landing,
		two:   (one & third).turned(up) & empty & v.landing,
		up:    up,
	}
}

// enPassant returns the pawns that may capture en passant. The capture removes
// two pieces from their lines at once, so the king is tried on the board that
// would result.
func (b *Board) enPassant(v *view) Bitboard {
	if b.ep >= NoSquare {
		return 0
	}
	pawns := geo.pawn[(b.mover^1)&1][b.ep&63] & v.us[Pawn]
	victim := (b.ep ^ 8).Bit()
	for s := pawns; s != 0; s &= s - 1 {
		from := s & -s
		occupied := v.all&^(from|victim) | b.ep.Bit()
		k := v.king
		if v.checkers&^victim&(v.them[Knight]|v.them[Pawn]) != 0 ||
			BishopAttacks(k, occupied)&(v.them[Bishop]|v.them[Queen]) != 0 ||
			RookAttacks(k, occupied)&(v.them[Rook]|v.them[Queen]) != 0 {
			pawns &^= from
		}
	}
	return pawns
}

// pieceTargets returns where a piece other than king and pawn may go, within
// the landing squares. A pinned piece stays on the line of its pin.
func (v *view) pieceTargets(t Type, from Square) Bitboard {
	var s Bitboard
	switch t {
	case Knight:
		s = geo.knight[from&63]
	case Bishop:
		s = BishopAttacks(from, v.all)
	case Rook:
		s = RookAttacks(from, v.all)
	default:
		s = QueenAttacks(from, v.all)
	}
	if v.pinned.Has(from) {
		s &= geo.line[v.king][from&63]
	}
	return s & v.landing
}

// Moves fills the list with the mover's legal moves, of which a ban, if one is
// in force, still has to be taken out: see Playable.
func (b *Board) Moves(l *MoveList) {
	b.list(l, ^Bitboard(0))
}

// Noisy fills the list with the legal captures and promotions alone.
func (b *Board) Noisy(l *MoveList) {
	b.list(l, b.by[(b.mover^1)&1][NoType])
}

// Playable fills the list with the moves that the ban in force leaves.
func (b *Board) Playable(l *MoveList) {
	b.Moves(l)
	if b.ban == 0 {
		return
	}
	kept := 0
	for _, m := range l.Slice() {
		if m.Pair() != b.ban {
			l.moves[kept] = m
			kept++
		}
	}
	l.n = kept
}

// list generates the moves that arrive within a set, and every promotion and en
// passant capture.
func (b *Board) list(l *MoveList, within Bitboard) {
	var v view
	b.look(&v)
	l.n = 0

	l.addAll(v.king, v.kingTargets()&within)
	if v.landing == 0 {
		return
	}
	l.addAll(v.king, b.castlingTargets(&v)&within)

	p := b.pawns(&v)
	l.addPawns(p.left, p.up-1, within)
	l.addPawns(p.right, p.up+1, within)
	l.addPawns(p.one, p.up, within)
	l.addPawns(p.two, 2*p.up, within)
	if b.ep < NoSquare {
		for s := b.enPassant(&v); s != 0; s &= s - 1 {
			l.add(Move(s.First()) | Move(b.ep)<<6)
		}
	}
	for t := Knight; t <= Queen; t++ {
		for s := v.us[t]; s != 0; s &= s - 1 {
			from := s.First()
			l.addAll(from, v.pieceTargets(t, from)&within)
		}
	}
}

// addPawns adds the pawn moves that arrive on the targets by one step: all
// promotions, and the other moves within the set.
func (l *MoveList) addPawns(targets Bitboard, step int, within Bitboard) {
	for s := targets & ends; s != 0; s &= s - 1 {
		to := s.First()
		m := NewMove(Square(int(to)-step), to, NoType)
		for t := Queen; t >= Knight; t-- {
			l.add(m | Move(t)<<12)
		}
	}
	for s := targets &^ ends & within; s != 0; s &= s - 1 {
		to := s.First()
		l.add(NewMove(Square(int(to)-step), to, NoType))
	}
}

// Count returns how many legal moves and how many pairs the mover has, no ban
// taken into account, without listing them.
func (b *Board) Count() (moves, pairs int) {
	var v view
	b.look(&v)
	n := v.kingTargets().Count()
	if v.landing == 0 {
		return n, n
	}
	n += b.castlingTargets(&v).Count()
	p := b.pawns(&v)
	n += p.left.Count() + p.right.Count() + p.one.Count() + p.two.Count()
	promotions := (p.left & ends).Count() + (p.right & ends).Count() + (p.one & ends).Count()
	if b.ep < NoSquare {
		n += b.enPassant(&v).Count()
	}

	// In one direction no two pieces reach the same square, so that the squares
	// reached are the moves.
	free, land, open := ^v.pinned, v.landing, ^v.all
	k := v.us[Knight] & free
	n += (k << 17 &^ fileA & land).Count() + (k << 15 &^ fileH & land).Count() +
		(k << 10 &^ filesAB & land).Count() + (k << 6 &^ filesGH & land).Count() +
		(k >> 15 &^ fileA & land).Count() + (k >> 17 &^ fileH & land).Count() +
		(k >> 6 &^ filesAB & land).Count() + (k >> 10 &^ filesGH & land).Count()
	r := (v.us[Rook] | v.us[Queen]) & free
	n += (north(r, open) & land).Count() + (south(r, open) & land).Count() +
		(east(r, open) & land).Count() + (west(r, open) & land).Count()
	q := (v.us[Bishop] | v.us[Queen]) & free
	n += (northEast(q, open) & land).Count() + (northWest(q, open) & land).Count() +
		(southEast(q, open) & land).Count() + (southWest(q, open) & land).Count()
	for s := (v.us[Bishop] | v.us[Rook] | v.us[Queen]) & v.pinned; s != 0; s &= s - 1 {
		from := s.First()
		n += v.pieceTargets(b.square[from&63].Type(), from).Count()
	}
	return n + 3*promotions, n
}

// Checkers returns the pieces that give check to the mover's king.
func (b *Board) Checkers() Bitboard {
	var v view
	b.look(&v)
	return v.checkers
}

// InCheck reports whether the mover's king is attacked.
func (b *Board) InCheck() bool {
	return attacked(&b.by[(b.mover^1)&1], b.mover^1, b.KingSquare(b.mover), b.Occupied())
}

// FindMove returns the legal move written as UCI does, at a move ply one that
// the ban leaves. A promotion must name its piece.
func (b *Board) FindMove(s string) (Move, bool) {
	want, ok := ParseMove(s)
	if !ok || want.Pair() == b.ban {
		return 0, false
	}
	var l MoveList
	b.Moves(&l)
	for _, m := range l.Slice() {
		if m == want {
			return m, true
		}
	}
	return 0, false
}

// IsBan reports whether a legal move has this pair.
func (b *Board) IsBan(p Pair) bool {
	var l MoveList
	b.Moves(&l)
	for _, m := range l.Slice() {
		if m.Pair() == p {
			return true
		}
	}
	return false
}
