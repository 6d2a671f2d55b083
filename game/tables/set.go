package tables

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/banchess/banchess/game/chess"
)

// MaxMen is the largest number of men in a table.
const MaxMen = 4

// A Value is the value of a position at a ban ply for its mover. A positive v is a win in
// v moves, a negative v is a loss in ^v moves, and 0 is a draw. Moves of both sides are
// counted.
type Value int

// Distance returns the number of moves until mate, or 0 for a draw.
func (v Value) Distance() int { return int(max(v, ^v)) }

// A Set is a set of tables, in which each table comes after those to which it leads. The
// zero Set is empty. Add, make and load tables before you look up positions. Several
// goroutines may look up positions at once.
type Set struct {
	tables []*Table
	byMen  map[uint32]entry
	hasty  bool        // Probe waits for no table
	turn   *sync.Mutex // of tables that are unpacked in the background
}

// An entry is a table that was made, or one that was loaded.
type entry struct {
	table  *Table
	packed *packed
}

// material packs the numbers of a side's men, queens first, so that stronger material is
// larger.
func material(p *chess.Position, side chess.Player) (n uint32) {
	for r := chess.Queen; r >= chess.Pawn; r-- {
		n = n<<3 | uint32(p.Pieces(side, r).Count())
	}
	return n
}

// Hasty returns a set of the same tables for a search on a clock. Its Probe does not wait
// until a table is unpacked: it starts that in the background, and does not know the
// positions of the table before it is done.
func (s *Set) Hasty() *Set {
	hasty := *s
	hasty.hasty = true
	return &hasty
}

// Probe returns the value of a position, if its table is in the set, or if no other
// result than a draw is possible. The position is at a ban ply, as it is right after a
// move.
func (s *Set) Probe(p *chess.Position) (Value, bool) {
	switch {
	case p.InsufficientMaterial():
		return 0, true
	case p.Occupied().Count() > MaxMen:
		return 0, false
	}
	first := chess.White
	white, black := material(p, chess.White), material(p, chess.Black)
	if black > white {
		first, white, black = chess.Black, black, white
	}
	e := s.byMen[white<<15|black]
	if e.packed == nil && (e.table == nil || !e.table.done) || p.Castling() != 0 {
		return 0, false
	}
	if e.packed != nil && !e.packed.ready(!s.hasty, s.turn) {
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
	mover := p.Mover()
	if first == chess.Black {
		mover = mover.Opponent()
		for i := range at {
			at[i] ^= 56
		}
	}
	if e.packed == nil {
		return e.table.Value(e.table.index(at, mover == chess.Black)), true
	}
	if v, ok := e.packed.value(at, mover); ok {
		return v, true
	}
	return s.second(p)
}

// second returns the value of a position by those after each of its moves: that of the second
// best pair, since the best is banned.
func (s *Set) second(p *chess.Position) (Value, bool) {
	var l chess.MoveList
	p.Moves(&l)
	moves := l.Slice()
	none := Value(0)
	if p.InCheck() {
		none = ^0
	}
	best, next, pairs := none, none, 0
	for n := 0; n < len(moves); pairs++ {
		pair := moves[n].Pair()
		var of Value
		for first := n; n < len(moves) && moves[n].Pair() == pair; n++ {
			v, ok := After(s, p, moves[n])
			if !ok {
				return 0, false
			}
			if n == first || v.Rank() > of.Rank() {
				of = v
			}
		}
		switch {
		case pairs == 0:
			best = of
		case of.Rank() > best.Rank():
			best, next = of, best
		case pairs == 1 || of.Rank() > next.Rank():
			next = of
		}
	}
	return next, true
}

// After returns the value of a move for the player who makes it, from a set of tables.
func After(s interface {
	Probe(*chess.Position) (Value, bool)
}, p *chess.Position, m chess.Move) (Value, bool) {
	v, ok := s.Probe(p.After(m))
	switch {
	case v > 0:
		return ^(v + 1), ok
	case v < 0:
		return ^v + 1, ok
	}
	return 0, ok
}

// passing returns the square where a pawn that may be captured en passant is stored: on the
// first rank from the view of its side.
func passing(side chess.Player, q chess.Square) chess.Square {
	return q&7 | 56*chess.Square(side.Index())
}

// Name returns the name of the table that has a position: its men, those of the stronger
// side first.
func Name(p *chess.Position) string {
	white, black := material(p, chess.White), material(p, chess.Black)
	sides := [...]chess.Player{chess.White, chess.Black}
	if black > white {
		sides = [...]chess.Player{chess.Black, chess.White}
	}
	var name []byte
	for _, side := range sides {
		for r := chess.King; r >= chess.Pawn; r-- {
			for range p.Pieces(side, r).Count() {
				name = append(name, r.Letter()-32)
			}
		}
	}
	return string(name)
}

// parse reads the name of a table, such as KQK, KBNK or KRKP, the stronger side's men first.
func parse(name string) (*endings, error) {
	second := strings.LastIndexByte(name, 'K')
	if len(name) < 3 || len(name) > MaxMen || name[0] != 'K' || strings.Count(name, "K") != 2 || strings.Trim(name, "KQRBNP") != "" {
		return nil, fmt.Errorf("%q is not a set of three or four men such as KQK or KRKP", name)
	}
	e := &endings{men: [MaxMen]chess.Piece{chess.NewPiece(chess.White, chess.King), chess.NewPiece(chess.Black, chess.King)}, n: 2}
	key := [2]uint32{}
	for i, men := range []string{name[1:second], name[second+1:]} {
		for r := chess.Queen; r >= chess.Pawn; r-- {
			n := strings.Count(men, string(r.Letter()-32))
			key[i] = key[i]<<3 | uint32(n)
			for range n {
				e.men[e.n] = chess.NewPiece(chess.White+chess.Player(i), r)
				e.n++
			}
		}
	}
	if key[0] < key[1] {
		return parse(name[second:] + name[:second])
	}
	e.key = key[0]<<15 | key[1]
	e.pawns = strings.Contains(name, "P")
	e.both = key[0]&7 > 0 && key[1]&7 > 0
	return e, nil
}

// String returns the men, the stronger side's first.
func (e *endings) String() string {
	name, black := []byte("K"), false
	for _, m := range e.men[2:e.n] {
		if m.Player() == chess.Black && !black {
			name, black = append(name, 'K'), true
		}
		name = append(name, m.Role().Letter()-32)
	}
	if !black {
		name = append(name, 'K')
	}
	return string(name)
}

// Add adds the table of some men, such as KQK, KBNK or KRKP, to the set, without making
// it. Before it, it adds the tables to which captures and promotions lead, if they are
// not loaded.
func (s *Set) Add(name string) (*Table, error) {
	e, err := parse(name)
	if err != nil {
		return nil, err
	}
	if known := s.byMen[e.key].table; known != nil {
		return known, nil
	}
	t := &Table{set: s, endings: *e}
	t.name = e.String()
	for _, less := range leads(t.name) {
		if to, err := parse(less); err == nil && s.byMen[to.key].packed != nil {
			continue
		}
		if _, err := s.Add(less); err != nil {
			return nil, err
		}
	}
	s.add(e, entry{table: t})
	s.tables = append(s.tables, t)
	return t, nil
}

// leads returns the men that are left after a capture or promotion, if they do not always draw.
func leads(name string) (names []string) {
	for i := 1; i < len(name); i++ {
		if name[i] == 'K' {
			continue
		}
		instead := []string{""}
		if name[i] == 'P' {
			instead = []string{"", "Q", "R", "B", "N"}
		}
		for _, piece := range instead {
			less := name[:i] + piece + name[i+1:]
			if len(less) > 3 || len(less) == 3 && !strings.ContainsAny(less, "BN") {
				names = append(names, less)
			}
		}
	}
	return names
}

// Missing returns the names of the packed tables that the set lacks to know a position of
// four men and everything that follows it. It returns none for more men, and none for
// fewer, because those tables are made.
func (s *Set) Missing(p *chess.Position) (names []string) {
	var add func(name string)
	add = func(name string) {
		e, err := parse(name)
		if err != nil || e.n < MaxMen || slices.Contains(names, e.String()) {
			return
		}
		if known := s.byMen[e.key]; known.packed == nil && known.table == nil {
			names = append(names, e.String())
		}
		for _, less := range leads(e.String()) {
			add(less)
		}
	}
	if p.Occupied().Count() == MaxMen {
		add(Name(p))
	}
	return names
}

// add notes a table by its men.
func (s *Set) add(e *endings, as entry) {
	if s.byMen == nil {
		s.byMen = map[uint32]entry{}
	}
	s.byMen[e.key] = as
}

// Len returns the number of tables in the set.
func (s *Set) Len() int { return len(s.byMen) }

// Make makes the tables that were added, as many at a time as there are processors. It
// begins with the tables to which others lead: those with fewer men, and then those with
// fewer pawns.
func (s *Set) Make() {
	for men := 3; men <= MaxMen; men++ {
		for pawns := range MaxMen - 1 {
			var made sync.WaitGroup
			free := make(chan bool, runtime.GOMAXPROCS(0))
			for _, t := range s.tables {
				if !t.done && t.n == men && strings.Count(t.name, "P") == pawns {
					free <- true
					made.Go(func() {
						t.make()
						<-free
					})
				}
			}
			made.Wait()
		}
	}
}
