package tablebase

import (
	"fmt"
	"strings"

	"github.com/banchess/banchess/game/chess"
)

// MaxMen is the largest number of men that a table can have.
const MaxMen = 4

// A Value is the value of a position for its mover at a ban ply: v moves to a win
// when v is positive, ^v moves to being mated when it is negative, and 0 for a
// draw. Moves of both sides are counted.
type Value int

// Distance returns the number of moves to the mate, 0 for a draw.
func (v Value) Distance() int { return int(max(v, ^v)) }

// A Set is a set of tables; a table comes after those to which it leads. The zero Set is
// empty.
type Set struct {
	tables []*Table
	byMen  map[uint32]*Table
}

// material packs the numbers of a side's men, queens first, so that stronger material is
// larger.
func material(p *chess.Position, side chess.Player) (n uint32) {
	for r := chess.Queen; r >= chess.Pawn; r-- {
		n = n<<3 | uint32(p.Pieces(side, r).Count())
	}
	return n
}

// Probe returns the value of a position, if its table exists and is finished, or
// if only a draw is possible. The position is one before a ban, as it stands
// after a move.
func (s *Set) Probe(p *chess.Position) (Value, bool) {
	if p.InsufficientMaterial() {
		return 0, true
	}
	first := chess.White
	white, black := material(p, chess.White), material(p, chess.Black)
	if black > white {
		first, white, black = chess.Black, black, white
	}
	t := s.byMen[white<<15|black]
	if t == nil || !t.done || p.Castling() != 0 {
		return 0, false
	}
	at := places{p.King(first), p.King(first.Opponent())}
	n := 2
	for _, side := range [...]chess.Player{first, first.Opponent()} {
		for r := chess.Queen; r >= chess.Pawn; r-- {
			for set := p.Pieces(side, r); set != 0; set &= set - 1 {
				at[n] = set.First()
				if r == chess.Pawn && p.EnPassant()^8 == at[n] && chess.PawnAttacks(side, p.EnPassant())&p.Pieces(p.Mover(), r) != 0 {
					at[n] = passing(side, at[n])
				}
				n++
			}
		}
	}
	if first == chess.Black {
		for i := range at {
			at[i] ^= 56
		}
	}
	return t.Value(t.index(at, p.Mover() != first)), true
}

// passing returns the square where a pawn that may be captured en passant is stored: on the
// first rank from the view of its side.
func passing(side chess.Player, q chess.Square) chess.Square {
	return q&7 | 56*chess.Square(side.Index())
}

// Add adds the table of some men to the set without making it, such as KQK, KBNK or KRKP,
// and before it the tables to which its captures and promotions lead.
func (s *Set) Add(name string) (*Table, error) {
	t := &Table{set: s}
	second := strings.LastIndexByte(name, 'K')
	if len(name) < 3 || len(name) > MaxMen || name[0] != 'K' || strings.Count(name, "K") != 2 || strings.Trim(name, "KQRBNP") != "" {
		return nil, fmt.Errorf("%q is not a set of three or four men such as KQK or KRKP", name)
	}
	key := [2]uint32{}
	for r := chess.Queen; r >= chess.Pawn; r-- {
		for side, men := range []string{name[:second], name[second:]} {
			key[side] = key[side]<<3 | uint32(strings.Count(men, string(r.Letter()-32)))
		}
	}
	if key[0] < key[1] {
		return s.Add(name[second:] + name[:second])
	}
	if known := s.byMen[key[0]<<15|key[1]]; known != nil {
		return known, nil
	}
	t.men[0], t.men[1], t.n = chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.Black, chess.King), 2
	t.name = "K"
	for i, men := range []string{name[1:second], name[second+1:]} {
		for r := chess.Queen; r >= chess.Pawn; r-- {
			for range strings.Count(men, string(r.Letter()-32)) {
				t.men[t.n] = chess.NewPiece(chess.White+chess.Player(i), r)
				t.n++
				t.name += string(r.Letter() - 32)
			}
		}
		if i == 0 {
			t.name += "K"
		}
	}
	for i := 1; i < len(t.name); i++ {
		if t.name[i] == 'K' {
			continue
		}
		instead := []string{""}
		if t.name[i] == 'P' {
			t.pawns = true
			instead = []string{"", "Q", "R", "B", "N"}
		}
		for _, piece := range instead {
			less := t.name[:i] + piece + t.name[i+1:]
			if len(less) < 3 || len(less) == 3 && strings.ContainsAny(less, "BN") {
				continue // insufficient material
			}
			if _, err := s.Add(less); err != nil {
				return nil, err
			}
		}
	}
	t.both = key[0]&7 > 0 && key[1]&7 > 0
	if s.byMen == nil {
		s.byMen = map[uint32]*Table{}
	}
	s.byMen[key[0]<<15|key[1]] = t
	s.tables = append(s.tables, t)
	return t, nil
}

// Make makes the tables that were added.
func (s *Set) Make() {
	for _, t := range s.tables {
		if !t.done {
			t.make()
		}
	}
}
