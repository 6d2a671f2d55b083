package tables

import "github.com/banchess/banchess/game/chess"

// A walk goes through the positions of a packed table in their order, and knows what is
// stored before each. Kings are mirrored so that the first stands on the files a to d, and
// without pawns in the triangle a1, d1, d4.
type walk struct {
	*endings
	kings [64][64]int16     // the number of each pair of kings, -1 if they stand too close
	pairs [][2]chess.Square // the pairs by number
	data  []byte            // symbols, by kings and by the squares of the other men
}

// endings is what a name says of the men of a table.
type endings struct {
	men   [MaxMen]chess.Piece // the kings, White's first, then White's men and Black's
	n     int
	key   uint32 // how many of each
	pawns bool
	both  bool // both sides have pawns: they may capture en passant
}

func newWalk(e *endings) *walk {
	w := &walk{endings: e}
	for i := range chess.Square(64) {
		for j := range chess.Square(64) {
			w.kings[i][j] = -1
			if m := e.mirror(i, j); m(i) == i && m(j) == j && chess.KingAttacks(i)&j.Bit() == 0 && i != j {
				w.kings[i][j] = int16(len(w.pairs))
				w.pairs = append(w.pairs, [2]chess.Square{i, j})
			}
		}
	}
	// One more pair stands for those that do not exist.
	w.data = make([]byte, (len(w.pairs)+1)<<(6*(e.n-2)))
	return w
}

// mirror returns how the squares of a position with these kings are mirrored.
func (e *endings) mirror(first, second chess.Square) func(chess.Square) chess.Square {
	var flip chess.Square
	if first&4 != 0 {
		flip = 7
	}
	if !e.pawns && first&32 != 0 {
		flip |= 56
	}
	above := func(q chess.Square) int { return int(q>>3) - int(q&7) }
	turn := !e.pawns && (above(first^flip) > 0 || above(first^flip) == 0 && above(second^flip) > 0)
	return func(q chess.Square) chess.Square {
		if q ^= flip; turn {
			return q>>3 | q&7<<3
		}
		return q
	}
}

// at returns where a position is stored. White is the side whose king is the first.
func (w *walk) at(at places) int {
	m := w.mirror(at[0], at[1])
	for i := range at[:w.n] {
		at[i] = m(at[i])
	}
	if w.men[2] == w.men[3] && at[2] > at[3] {
		at[2], at[3] = at[3], at[2]
	}
	i := int(w.kings[at[0]][at[1]])
	for _, q := range at[2:w.n] {
		i = i<<6 | int(q)
	}
	return i
}

// each calls a function with each possible position with a side to move, and its contexts. What
// it returns is stored.
func (w *walk) each(mover chess.Player, visit func(at places, context *[contexts]uint32) byte) {
	for k, kings := range w.pairs {
		beside := w.beside(kings[0], kings[1])
		for a := range chess.Square(64) {
			for b := range chess.Square(64) {
				at := places{kings[0], kings[1], a, b}
				i := k<<12 | int(a)<<6 | int(b)
				switch f, ok := w.look(&at, mover); {
				case w.men[2] == w.men[3] && a > b:
					w.data[i] = w.data[k<<12|int(b)<<6|int(a)]
				case !ok && b > 0:
					w.data[i] = w.data[i-1] // the next ones are predicted by it
				case !ok && a > 0:
					w.data[i] = w.data[i-64]
				case ok:
					w.data[i] = visit(at, w.contexts(&at, i, beside, &f))
				}
			}
		}
	}
}

// beside returns the numbers of neighbours of a pair of kings that come before it.
func (w *walk) beside(first, second chess.Square) (n [3]int) {
	none := int16(len(w.pairs))
	left, below, other := none, none, none
	pick := func(n *int16, first, second, by chess.Square) {
		if *n == none && second >= by && w.kings[first][second-by] >= 0 {
			*n = w.kings[first][second-by]
		}
	}
	if second&7 > 0 {
		pick(&left, first, second, 1)
	}
	pick(&left, first, second, 2)
	pick(&below, first, second, 8)
	for _, by := range [...]chess.Square{1, 8} {
		if other == none && first >= by && w.kings[first-by][second] >= 0 {
			other = w.kings[first-by][second]
		}
	}
	if left == none {
		left = other
	}
	if below == none {
		below = left
	}
	if other == none {
		other = left
	}
	return [3]int{int(left), int(below), int(other)}
}

// features is what is seen of a position at a glance.
type features struct {
	attacked uint32    // of each man, whether it is attacked and whether it is defended
	escapes  [2]uint32 // how many squares the kings of the mover and of its opponent have
	colours  uint32    // of the squares of bishops
}

// look returns the features of a position; ok is false if it is impossible.
func (w *walk) look(at *places, mover chess.Player) (f features, ok bool) {
	var occupied chess.Bitboard
	for m, q := range at {
		if w.men[m].Role() == chess.Pawn && (q < 8 || q > 55) {
			return f, false
		}
		occupied |= q.Bit()
	}
	if occupied.Count() != MaxMen {
		return f, false
	}
	var attacks [2]chess.Bitboard
	for m, q := range at {
		var set chess.Bitboard
		switch w.men[m].Role() {
		case chess.Knight:
			set = chess.KnightAttacks(q)
		case chess.Bishop:
			set = chess.BishopAttacks(q, occupied)
			f.colours |= uint32(q>>3^q) & 1 << (m & 1)
		case chess.Rook:
			set = chess.RookAttacks(q, occupied)
		case chess.Queen:
			set = chess.QueenAttacks(q, occupied)
		case chess.King:
			set = chess.KingAttacks(q)
		default:
			set = chess.PawnAttacks(w.men[m].Player(), q)
		}
		attacks[w.men[m].Player().Index()] |= set
	}
	us := mover.Index()
	if attacks[us].Has(at[1-us]) {
		return f, false
	}
	for m, q := range at {
		f.attacked <<= 2
		side := w.men[m].Player().Index()
		if attacks[1-side].Has(q) {
			f.attacked |= 1
		}
		if attacks[side].Has(q) {
			f.attacked |= 2
		}
	}
	for i, side := range [...]int{us, 1 - us} {
		f.escapes[i] = uint32((chess.KingAttacks(at[side]) &^ attacks[1-side] &^ occupied).Count())
	}
	return f, true
}

// contexts returns the contexts of a position: what is stored of its neighbours, and its
// features.
func (w *walk) contexts(at *places, i int, beside [3]int, f *features) *[contexts]uint32 {
	before := func(ok bool, i, otherwise int) int {
		if ok {
			return i
		}
		return otherwise
	}
	get := func(i int) uint32 {
		if i < 0 {
			return 0
		}
		return uint32(w.data[i])
	}
	a, b := at[2], at[3]
	none := len(w.pairs) << 12
	bl := before(b > 0, i-1, none)
	bd := before(b >= 8, i-8, bl)
	al := before(a > 0, i-1<<6, none)
	ad := before(a >= 8, i-8<<6, al)
	bLeft, bBelow, aLeft, aBelow := get(bl), get(bd), get(al), get(ad)
	here := i & (1<<12 - 1)
	kLeft, kBelow, kOther := get(beside[0]<<12|here), get(beside[1]<<12|here), get(beside[2]<<12|here)
	return &[contexts]uint32{
		f.attacked<<8 | bLeft | f.escapes[0]<<20,
		bLeft<<16 | bBelow<<8 | f.colours,
		aLeft<<16 | aBelow<<8 | f.colours,
		kLeft<<16 | kBelow<<8 | kOther,
		bLeft<<16 | aLeft<<8 | kLeft,
		f.attacked<<16 | kBelow<<8 | aBelow,
		f.attacked<<16 | f.escapes[0]<<12 | f.escapes[1]<<8 | f.colours,
		f.attacked<<16 | kLeft<<8 | f.escapes[0]<<4 | f.escapes[1],
		uint32(at[1])<<18 | uint32(b)<<12 | uint32(at[0])<<6 | f.attacked&15,
	}
}
