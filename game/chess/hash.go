package chess

// The hash is Zobrist's: the exclusive or of random numbers, one for each fact of
// a position. The numbers come from a fixed seed, so hashes are the same in every
// run and on every machine.

type zobrist struct {
	piece    [16][64]uint64 // by Piece and square
	castling [16]uint64
	file     [8]uint64 // of the en passant square
	black    uint64    // Black is the mover
}

var keys = newZobrist()

func newZobrist() *zobrist {
	z := new(zobrist)
	n := uint64(0)
	next := func() uint64 {
		n++
		return scatter(n)
	}
	for p := range z.piece {
		for q := range z.piece[p] {
			z.piece[p][q] = next()
		}
	}
	for i := range z.castling {
		z.castling[i] = next()
	}
	for i := range z.file {
		z.file[i] = next()
	}
	z.black = next()
	return z
}

// scatter is the output function of the SplitMix64 generator.
func scatter(n uint64) uint64 {
	n *= 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

func pieceKey(p Piece, q Square) uint64 { return keys.piece[p&15][q&63] }

func epKey(q Square) uint64 {
	if q >= NoSquare {
		return 0
	}
	return keys.file[q&7]
}

// computeKey makes the key from the board; Play updates it to the same value.
func (p *Position) computeKey() uint64 {
	k := keys.castling[p.castling&15] ^ epKey(p.ep)
	if p.mover == Black {
		k ^= keys.black
	}
	for q, piece := range p.square {
		if piece != NoPiece {
			k ^= pieceKey(piece, Square(q))
		}
	}
	return k
}
