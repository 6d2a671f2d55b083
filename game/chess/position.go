package chess

// Castling holds castling rights as bits, in the order of CastlingHomes.
type Castling uint8

// A CastlingHome says who has a castling right, and where king and rook stand for
// it.
type CastlingHome struct {
	Player     Player
	King, Rook Square
}

// CastlingHomes gives the home squares of each right: White's short and long castling,
// Black's short and long castling.
func CastlingHomes() [4]CastlingHome { return castlingHomes }

var castlingHomes = [4]CastlingHome{{White, e1, h1}, {White, e1, a1}, {Black, e8, h8}, {Black, e8, a8}}

// A Setup is what a position is made of, possible or not.
type Setup struct {
	Board     [64]Piece // a1 first, h8 last
	Mover     Player
	Castling  Castling
	EnPassant Square // behind a pawn that has just made a double step, or NoSquare
	Halfmove  int    // moves since the last capture or pawn move
	Fullmove  int    // from 1, counted up after Black's move
}

// A Position is a position of chess: what a Setup says, and a hash of it. It is a
// value: a copy is a position of its own. The zero Position has an empty board
// and no mover.
type Position struct {
	by     [2][8]Bitboard // pieces by player and role; index NoRole: all of a player
	square [64]Piece

	key      uint64 // of board, mover, castling and en passant
	fullmove int32
	halfmove int32
	mover    Player
	castling Castling
	ep       Square
}

// NewPosition returns the position of a setup. It does not judge the setup:
// package game does that when it reads a FEN.
func NewPosition(s Setup) Position {
	p := Position{
		mover: s.Mover, castling: s.Castling, ep: s.EnPassant,
		halfmove: int32(s.Halfmove), fullmove: int32(s.Fullmove),
	}
	for i, piece := range s.Board {
		if piece != NoPiece {
			p.put(piece, Square(i))
		}
	}
	p.key = p.computeKey()
	return p
}

// Board returns all 64 squares, a1 first, h8 last.
func (p *Position) Board() [64]Piece { return p.square }

// Mover returns the side whose pieces move next.
func (p *Position) Mover() Player { return p.mover }

// Castling returns the castling rights.
func (p *Position) Castling() Castling { return p.castling }

// EnPassant returns the square behind a pawn that has just made a double step,
// or NoSquare. It is set whether or not a pawn can capture there.
func (p *Position) EnPassant() Square { return p.ep }

// Halfmove returns the number of moves since the last capture or pawn move.
func (p *Position) Halfmove() int { return int(p.halfmove) }

// Fullmove returns the number of the full move, from 1.
func (p *Position) Fullmove() int { return int(p.fullmove) }

// Key returns a hash of what makes two positions the same for repetition: board,
// mover, castling rights and en passant square.
func (p *Position) Key() uint64 { return p.key }

// Repeats reports whether two positions are the same for repetition.
func (p *Position) Repeats(q *Position) bool {
	return p.key == q.key && p.mover == q.mover && p.castling == q.castling && p.ep == q.ep && p.square == q.square
}

// At returns the piece on a square.
func (p *Position) At(q Square) Piece { return p.square[q&63] }

// Pieces returns the squares of a player's pieces of one role, or of all its
// pieces for NoRole.
func (p *Position) Pieces(player Player, r Role) Bitboard { return p.by[player>>1&1][r&7] }

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() Bitboard { return p.by[0][NoRole] | p.by[1][NoRole] }

// King returns where the player's king stands, NoSquare without one.
func (p *Position) King(player Player) Square { return p.by[player>>1&1][King].First() }

// mine and theirs are the pieces of the mover and of its opponent, by role.
func (p *Position) mine() *[8]Bitboard   { return &p.by[p.mover>>1&1] }
func (p *Position) theirs() *[8]Bitboard { return &p.by[p.mover>>1&1^1] }

// put, remove and shift change the pieces; the caller updates the key.
func (p *Position) put(piece Piece, q Square) {
	bit := q.Bit()
	us := &p.by[piece>>3&1]
	us[NoRole] ^= bit
	us[piece&7] ^= bit
	p.square[q&63] = piece
}

func (p *Position) remove(piece Piece, q Square) {
	p.put(piece, q)
	p.square[q&63] = NoPiece
}

func (p *Position) shift(piece Piece, from, to Square) {
	bits := from.Bit() | to.Bit()
	us := &p.by[piece>>3&1]
	us[NoRole] ^= bits
	us[piece&7] ^= bits
	p.square[from&63] = NoPiece
	p.square[to&63] = piece
}

// InsufficientMaterial reports a draw by material, by the standard list: bare
// kings, one minor piece in all, or only bishops, all on squares of one colour.
func (p *Position) InsufficientMaterial() bool {
	w, b := &p.by[0], &p.by[1]
	if w[Pawn]|b[Pawn]|w[Rook]|b[Rook]|w[Queen]|b[Queen] != 0 {
		return false
	}
	knights, bishops := w[Knight]|b[Knight], w[Bishop]|b[Bishop]
	if knights == 0 {
		return bishops&LightSquares == 0 || bishops&^LightSquares == 0
	}
	return bishops == 0 && knights.Count() == 1
}
