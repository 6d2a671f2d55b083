package bitboard

// Castling rights, as bits.
const (
	whiteShort = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// The kinds of actions in a history.
const (
	aBan = iota
	aMove
	aPass
)

// undo is what one action cannot compute back.
type undo struct {
	key      uint64 // of the position before the action, without phase and ban
	ban      Pair   // in force before the action
	move     Move
	halfmove uint16
	kind     uint8
	step     uint8 // plies the action went forward
	castling uint8
	ep       Square
	captured Piece
}

// A Board is a position at a ply, with the actions that led to it. The zero
// Board is not usable: get one from Start, Parse or Clone.
type Board struct {
	by     [2][8]Bitboard // pieces by colour and type; index NoType: all of a colour
	square [64]Piece

	key      uint64 // Zobrist hash of board, mover, castling and en passant
	history  []undo
	ban      Pair
	halfmove uint16
	mover    Color
	castling uint8
	ep       Square // square behind a pawn that has just made a double step
	ply      int
	fullmove int
}

// Start returns the board at the start of a game.
func Start() *Board {
	b, err := Parse(StartFEN)
	if err != nil {
		panic(err) // unreachable: the tests parse it
	}
	return b
}

// Clone returns an independent copy, history included, with room for more
// actions than a search plays.
func (b *Board) Clone() *Board {
	c := *b
	c.history = make([]undo, len(b.history), len(b.history)+512)
	copy(c.history, b.history)
	return &c
}

// Mover returns the side whose pieces move next, at a ban ply too.
func (b *Board) Mover() Color { return b.mover }

// Active returns the side that acts: the mover at a move ply, its opponent at a
// ban ply.
func (b *Board) Active() Color {
	if b.BanPly() {
		return b.mover.Other()
	}
	return b.mover
}

// Ply returns the number of the action to come, counted from 1.
func (b *Board) Ply() int { return b.ply }

// BanPly reports whether the next action is a ban.
func (b *Board) BanPly() bool { return b.ply&1 == 1 }

// Banned returns the pair in force, or no pair.
func (b *Board) Banned() Pair { return b.ban }

// Halfmove returns the number of moves since the last capture or pawn move.
func (b *Board) Halfmove() int { return int(b.halfmove) }

// EnPassant returns the square behind a pawn that has just made a double step,
// or NoSquare. It is set whether or not a pawn can capture there.
func (b *Board) EnPassant() Square { return b.ep }

// At returns the piece on a square.
func (b *Board) At(q Square) Piece { return b.square[q&63] }

// Pieces returns the squares of the pieces of one colour and type, or of all
// pieces of the colour for NoType.
func (b *Board) Pieces(c Color, t Type) Bitboard { return b.by[c&1][t&7] }

// Occupied returns the squares of all pieces.
func (b *Board) Occupied() Bitboard { return b.by[White][NoType] | b.by[Black][NoType] }

// KingSquare returns where the colour's king stands.
func (b *Board) KingSquare(c Color) Square { return b.by[c&1][King].First() & 63 }

// Hash identifies the position with its phase and ban.
func (b *Board) Hash() uint64 {
	if b.BanPly() {
		return b.key
	}
	return b.key ^ banKey(b.ban)
}

// Key identifies the position as repetition sees it: board, mover, castling and
// en passant, whatever the phase.
func (b *Board) Key() uint64 { return b.key }

// put, remove and shift keep the pieces; the hash is the caller's to keep.
func (b *Board) put(p Piece, q Square) {
	bit := q.Bit()
	us := &b.by[p.Color()]
	us[NoType] ^= bit
	us[p&7] ^= bit
	b.square[q&63] = p
}

func (b *Board) remove(p Piece, q Square) {
	b.put(p, q)
	b.square[q&63] = 0
}

func (b *Board) shift(p Piece, from, to Square) {
	bits := from.Bit() | to.Bit()
	us := &b.by[p.Color()]
	us[NoType] ^= bits
	us[p&7] ^= bits
	b.square[from&63] = 0
	b.square[to&63] = p
}

// Repetitions returns how often the position, as it stands before any ban, has
// occurred before in the actions played on this board.
func (b *Board) Repetitions() int {
	n, moves := 0, 0
	for i := len(b.history) - 1; i >= 0 && moves < int(b.halfmove); i-- {
		u := &b.history[i]
		if u.kind == aBan {
			continue
		}
		if u.kind == aPass {
			break // what lies before it is another game
		}
		moves++
		if moves&1 == 0 && u.key == b.key {
			n++
		}
	}
	return n
}

// lightSquares are the squares a light-squared bishop can reach.
const lightSquares Bitboard = 0x55aa55aa55aa55aa

// InsufficientMaterial reports a draw by material: bare kings, one minor piece
// in all, or only bishops, all on squares of one colour.
func (b *Board) InsufficientMaterial() bool {
	w, k := &b.by[White], &b.by[Black]
	if w[Pawn]|k[Pawn]|w[Rook]|k[Rook]|w[Queen]|k[Queen] != 0 {
		return false
	}
	knights, bishops := w[Knight]|k[Knight], w[Bishop]|k[Bishop]
	if knights == 0 {
		return bishops&lightSquares == 0 || bishops&^lightSquares == 0
	}
	return bishops == 0 && knights.Count() == 1
}

// Drawn reports a draw that ends the game after a move whatever the mover could
// do: by the fifty-move rule, material or the third occurrence of the position.
// Checkmate comes first; the caller has looked for it.
func (b *Board) Drawn() bool {
	return b.halfmove >= 100 || b.InsufficientMaterial() || b.halfmove >= 8 && b.Repetitions() >= 2
}

// Repeats reports whether the position counts as drawn by repetition for a
// search that has played the given number of moves from its root: it occurred
// before among those moves, or twice in all.
func (b *Board) Repeats(moves int) bool {
	if b.halfmove < 4 {
		return false
	}
	n, back := 0, 0
	for i := len(b.history) - 1; i >= 0 && back < int(b.halfmove); i-- {
		u := &b.history[i]
		if u.kind == aBan {
			continue
		}
		if u.kind == aPass {
			return false
		}
		back++
		if back&1 == 0 && u.key == b.key {
			n++
			if back <= moves || n == 2 {
				return true
			}
		}
	}
	return false
}
