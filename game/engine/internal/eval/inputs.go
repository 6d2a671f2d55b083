package eval

import "github.com/banchess/banchess/game/chess"

// A network sees a position as inputs that are 1 or 0. A side sees its own men first, ranks from its
// own, and the files mirrored when its king is on the king's side. There is an input for
//
//   - each piece on each square, in four ways: it is not attacked, or it is attacked and
//     guarded not at all, once, or more. A single guard is hardly one, since its recapture can be banned;
//   - each king on each square;
//   - each count of each side (counts.go).
const (
	ways       = 4
	roles      = 5 // of pieces that can be captured
	firstKing  = 2 * roles * ways * 64
	firstCount = firstKing + 2*64
	InputCount = firstCount + 2*counts
)

// mostOn is the most inputs that are 1: those of 32 men, of two inputs for each passed pawn, of which
// there are 16 at most, and of the other counts.
const mostOn = 32 + 2*16 + 2*15

// Inputs are the inputs of a position that are 1.
type Inputs struct {
	n, men int
	on     [2][mostOn]uint16
}

// On returns the inputs that are 1 as the mover sees them, for 0, or as its opponent does, for 1. Both
// have the same number.
func (in *Inputs) On(i int) []uint16 { return in.on[i&1][:in.n] }

// Men returns the number of men.
func (in *Inputs) Men() int { return in.men }

// Plain returns which man stands on which square for an input, as a number below PlainCount that is the same for
// all ways, or -1 for a count.
func Plain(input int) int {
	switch {
	case input < firstKing:
		return input/(64*ways)*64 + input%64
	case input < firstCount:
		return 2*roles*64 + input - firstKing
	}
	return -1
}

// PlainCount is the number of men on squares.
const PlainCount = 2 * (roles + 1) * 64

// Set finds the inputs of a position. Each side has a king.
func (in *Inputs) Set(p *chess.Position) {
	occupied := p.Occupied()
	us, them := p.Mover(), p.Mover().Opponent()
	var sides [2]side
	sides[0].set(p, us, occupied)
	sides[1].set(p, them, occupied)
	turn := [2]chess.Square{turned(us, sides[0].king), turned(them, sides[1].king)}
	in.n, in.men = 0, occupied.Count()
	for i := range sides {
		in.place(p, i, turn, &sides[i], &sides[i^1])
	}
	for i := range sides {
		in.count(p, i, &sides[i], &sides[i^1], occupied)
	}
}

// turned returns what a square is XORed with to be numbered as a side with its king there sees it.
func turned(player chess.Player, king chess.Square) chess.Square {
	turn := chess.Square(0)
	if player == chess.Black {
		turn = 56
	}
	if king&4 != 0 {
		turn ^= 7
	}
	return turn
}

// add adds an input as the mover sees it, and as its opponent does.
func (in *Inputs) add(mover, opponent int) {
	in.on[0][in.n], in.on[1][in.n] = uint16(mover), uint16(opponent)
	in.n++
}

// place adds the men of a side, 0 for the mover's.
func (in *Inputs) place(p *chess.Position, i int, turn [2]chess.Square, s, o *side) {
	for r := chess.Pawn; r <= chess.Queen; r++ {
		own, other := (i*roles+int(r-chess.Pawn))*ways*64, ((i^1)*roles+int(r-chess.Pawn))*ways*64
		for set := p.Pieces(s.player, r); set != 0; set &= set - 1 {
			q := set.First() & 63
			way := int(o.all>>q&1) * int(1+s.all>>q&1+s.twice>>q&1) * 64
			in.add(own+way+int(q^turn[0]), other+way+int(q^turn[1]))
		}
	}
	in.add(firstKing+i*64+int(s.king^turn[0]), firstKing+(i^1)*64+int(s.king^turn[1]))
}

// side is what one side's men attack.
type side struct {
	player          chess.Player
	king            chess.Square
	own, all, twice chess.Bitboard    // its men; what they attack, and more than once
	by              [7]chess.Bitboard // what those of each role attack
}

func (s *side) set(p *chess.Position, player chess.Player, occupied chess.Bitboard) {
	s.player, s.king, s.own = player, p.King(player), p.Pieces(player, chess.NoRole)
	pawns := p.Pieces(player, chess.Pawn)
	left, right := pawns&^chess.FileA, pawns&^(chess.FileA<<7)
	if player == chess.White {
		left, right = left<<7, right<<9
	} else {
		left, right = left>>9, right>>7
	}
	s.by[chess.Pawn], s.by[chess.King] = left|right, chess.KingAttacks(s.king)
	twice, all := left&right|s.by[chess.Pawn]&s.by[chess.King], s.by[chess.Pawn]|s.by[chess.King]
	for r := chess.Knight; r <= chess.Queen; r++ {
		var by chess.Bitboard
		for set := p.Pieces(player, r); set != 0; set &= set - 1 {
			attacks := chess.Attacks(r, set.First(), occupied)
			by |= attacks
			twice |= all & attacks
			all |= attacks
		}
		s.by[r] = by
	}
	s.all, s.twice = all, twice
}
