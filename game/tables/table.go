package tables

import "github.com/banchess/banchess/game/chess"

// A Table holds the values of all positions of one set of men.
type Table struct {
	endings
	name  string
	set   *Set
	state []uint16
	done  bool

	// Only while it is being made.
	distance int        // the distance of level
	level    []uint32   // the positions with this distance
	deeper   []uint32   // the positions with the next distance
	outside  [][]uint32 // the pairs that leave the table, by distance: position, and in the highest bit whether it loses
}

// The states of a position. A position that is not settled counts the pairs that are
// not known to lose, and has a bit for the first one that is known to win.
const (
	impossible = 0
	wins       = 1 << 7
	settled    = 1 << 8 // a draw; settled plus the distance plus one is a win or a loss
)

const loses = 1 << 31

// places are the squares of a table's men.
type places [MaxMen]chess.Square

// index numbers a position.
func (t *Table) index(at places, black bool) int {
	var mirror chess.Square
	if at[0]&4 != 0 {
		mirror = 7
	}
	if !t.pawns && at[0]&32 != 0 {
		mirror |= 56
	}
	if t.men[2] == t.men[3] && at[2]^mirror > at[3]^mirror {
		at[2], at[3] = at[3], at[2]
	}
	king := at[0] ^ mirror
	i := int(king>>3<<2 | king&3)
	for _, q := range at[1:t.n] {
		i = i<<6 | int(q^mirror)
	}
	if black {
		return i<<1 | 1
	}
	return i << 1
}

// place is the inverse of index.
func (t *Table) place(i int) (at places, black bool) {
	black = i&1 != 0
	i >>= 1
	for m := t.n - 1; m > 0; m-- {
		at[m] = chess.Square(i & 63)
		i >>= 6
	}
	at[0] = chess.Square(i>>2<<3 | i&3)
	return at, black
}

// doubleStep returns the squares from which a pawn that may be captured en passant came,
// which it passed and on which it stands, if the man is such a pawn.
func (t *Table) doubleStep(m int, q chess.Square) (from, over, to chess.Square, ok bool) {
	if t.men[m].Role() != chess.Pawn || q != passing(t.men[m].Player(), q) {
		return 0, 0, 0, false
	}
	return q ^ 8, q ^ 16, q ^ 24, true
}

// Position returns the position with a number. ok is false if no position has this
// number.
func (t *Table) Position(i int) (p chess.Position, ok bool) {
	at, black := t.place(i)
	s := chess.Setup{Mover: chess.White, EnPassant: chess.NoSquare, Fullmove: 1}
	if black {
		s.Mover = chess.Black
	}
	if t.men[2] == t.men[3] && at[2] > at[3] {
		return p, false
	}
	var empty chess.Bitboard
	for m, q := range at[:t.n] {
		if from, over, to, ok := t.doubleStep(m, q); ok {
			if !t.both || t.men[m].Player() == s.Mover || empty != 0 {
				return p, false
			}
			empty, s.EnPassant, q = from.Bit()|over.Bit(), over, to
		} else if t.men[m].Role() == chess.Pawn && (q < 8 || q > 55) {
			return p, false
		}
		if s.Board[q] != chess.NoPiece {
			return p, false
		}
		s.Board[q] = t.men[m]
	}
	p = chess.NewPosition(s)
	last := s.Mover.Opponent()
	if p.Occupied()&empty != 0 || empty != 0 && chess.PawnAttacks(last, s.EnPassant)&p.Pieces(s.Mover, chess.Pawn) == 0 {
		return p, false
	}
	return p, p.Attackers(p.King(last), s.Mover, p.Occupied()) == 0
}

// Value returns the value of the position with a number.
func (t *Table) Value(i int) Value {
	s := int(t.state[i]) - settled
	switch {
	case s <= 0:
		return 0
	case s&1 != 0: // an even distance: the mover's opponent mates
		return Value(-s)
	}
	return Value(s - 1)
}

// Name returns the men, those of the stronger side first.
func (t *Table) Name() string { return t.name }

// Len returns the number of positions, including impossible ones.
func (t *Table) Len() int {
	kings := 16
	if t.pawns {
		kings = 32
	}
	return kings << (6*(t.n-1) + 1)
}

// make makes the table, after those to which it leads.
func (t *Table) make() {
	t.state = make([]uint16, t.Len())
	for i := range t.state {
		t.look(i)
	}
	for !t.done {
		for _, i := range t.level {
			t.takeBack(int(i))
		}
		if t.distance < len(t.outside) {
			for _, i := range t.outside[t.distance] {
				t.count(int(i&^loses), i&loses == 0)
			}
		}
		t.distance++
		t.done = len(t.deeper) == 0 && t.distance >= len(t.outside)
		t.level, t.deeper = t.deeper, t.level[:0]
	}
	t.level, t.deeper, t.outside = nil, nil, nil
}

// look counts the pairs of a position, settles it if it is over, and notes the
// values of the pairs that leave the table.
func (t *Table) look(i int) {
	p, ok := t.Position(i)
	if !ok {
		return
	}
	_, pairs := p.Count()
	switch {
	case pairs < 2 && p.InCheck() && (pairs == 0 || !p.InsufficientMaterial()):
		t.state[i] = settled + 1
		t.level = append(t.level, uint32(i))
		return
	case pairs < 2 || p.InsufficientMaterial():
		t.state[i] = settled
		return
	}
	t.state[i] = uint16(pairs)
	var l chess.MoveList
	p.Noisy(&l)
	moves := l.Slice()
	for n := 0; n < len(moves); {
		var worst Value // for the opponent
		for first := n; n < len(moves) && moves[n].Pair() == moves[first].Pair(); n++ {
			child := p
			child.Play(moves[n])
			if v, _ := t.set.Probe(&child); n == first || v.Rank() < worst.Rank() {
				worst = v
			}
		}
		if worst == 0 {
			continue
		}
		d := worst.Distance()
		for len(t.outside) <= d {
			t.outside = append(t.outside, nil)
		}
		note := uint32(i)
		if worst > 0 {
			note |= loses
		}
		t.outside[d] = append(t.outside[d], note)
	}
}

// Rank orders values. A value that is better for the mover has a higher rank: an earlier
// win, or a later loss.
func (v Value) Rank() int {
	switch {
	case v > 0:
		return 1<<16 - int(v)
	case v < 0:
		return int(^v) - 1<<16
	}
	return 0
}

// takeBack passes the value of a settled position to the positions before it.
func (t *Table) takeBack(i int) {
	at, black := t.place(i)
	won := (int(t.state[i])-settled)&1 != 0 // for the side that moved
	var occupied chess.Bitboard
	for m, q := range at[:t.n] {
		if from, _, _, ok := t.doubleStep(m, q); ok {
			at[m] = from
			t.countBefore(at, !black, won)
			return
		}
		occupied |= q.Bit()
	}
	for m, q := range at[:t.n] {
		if (t.men[m].Player() == chess.Black) == black {
			continue
		}
		for set := t.sources(m, q, occupied, &at); set != 0; set &= set - 1 {
			at[m] = set.First()
			t.countBefore(at, !black, won)
		}
		at[m] = q
	}
}

// sources returns the squares from which a man can have come without a
// capture or promotion.
func (t *Table) sources(m int, q chess.Square, occupied chess.Bitboard, at *places) (set chess.Bitboard) {
	switch t.men[m].Role() {
	case chess.Knight:
		set = chess.KnightAttacks(q)
	case chess.Bishop:
		set = chess.BishopAttacks(q, occupied)
	case chess.Rook:
		set = chess.RookAttacks(q, occupied)
	case chess.Queen:
		set = chess.QueenAttacks(q, occupied)
	case chess.King:
		set = chess.KingAttacks(q)
	default:
		side := t.men[m].Player()
		back := q - 8
		if side == chess.Black {
			back = q + 8
		}
		if occupied.Has(back) {
			return 0
		}
		set = back.Bit() &^ (0xff | 0xff<<56)
		if passing(side, q)^24 != q || t.both && t.beside(side, q, at) {
			return set
		}
		return (set | (q ^ 16).Bit()) &^ occupied
	}
	return set &^ occupied
}

// beside reports whether a pawn that has made a double step can be captured en
// passant by a pawn beside it.
func (t *Table) beside(side chess.Player, q chess.Square, at *places) bool {
	over := passing(side, q) ^ 16
	for m, other := range at[:t.n] {
		if t.men[m] == chess.NewPiece(side.Opponent(), chess.Pawn) && chess.PawnAttacks(side, over).Has(other) {
			return true
		}
	}
	return false
}

// countBefore counts a pair of the position before a move, and of the
// same position with a pawn that has just made a double step.
func (t *Table) countBefore(at places, black, won bool) {
	t.count(t.index(at, black), won)
	if !t.both {
		return
	}
	for m, q := range at[:t.n] {
		if side := t.men[m].Player(); t.men[m].Role() == chess.Pawn && (side == chess.Black) != black && passing(side, q)^24 == q {
			held := at
			held[m] = passing(side, q)
			t.count(t.index(held, black), won)
		}
	}
}

// count counts a pair that wins or loses, and settles the position if that is the
// second to win, or if only one pair that may not lose remains.
func (t *Table) count(i int, won bool) {
	s := &t.state[i]
	switch {
	case *s == impossible || *s >= settled:
		return
	case !won:
		*s--
		if *s&(wins-1) > 1 {
			return
		}
	case *s&wins == 0:
		*s |= wins
		return
	}
	*s = settled + uint16(t.distance) + 2
	t.deeper = append(t.deeper, uint32(i))
}
