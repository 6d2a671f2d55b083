package endings

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/banchess/banchess/game"
)

// Slow holds the values of endings by their names, White's men first. It shares nothing
// with package tables: the moves are those that package game lists for a position that was read
// from a FEN, and the values follow from looking through all positions again and again, one
// distance after the other.
type Slow map[string]*SlowTable

// unknown is the value of impossible positions, and of those whose mirror image is kept instead.
const unknown = -1 << 15

// A SlowTable has the value of each position: 0 for a draw, distance+1 for a win of the mover
// and the negative of it for a loss, the distance in moves of both sides.
type SlowTable struct {
	name   string
	pieces []game.Piece
	values []int16 // by number
}

// A slowPlace is where the men stand, who moves, and whether the other side's pawn has just made
// a double step and stands beside a pawn of the mover.
type slowPlace struct {
	squares [4]game.Square
	mover   game.Player
	passant bool
}

// piecesOf returns the men that a name such as KRKN stands for, the kings first.
func piecesOf(name string) []game.Piece {
	second := strings.LastIndexByte(name, 'K')
	pieces := []game.Piece{game.NewPiece(game.White, game.King), game.NewPiece(game.Black, game.King)}
	for i, letter := range name {
		player := game.White
		if i > second {
			player = game.Black
		}
		for _, role := range []game.Role{game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
			if letter != 'K' && rune(role.Letter()-32) == letter {
				pieces = append(pieces, game.NewPiece(player, role))
			}
		}
	}
	return pieces
}

// nameOf returns the name of some men.
func nameOf(pieces []game.Piece) string {
	letters := func(player game.Player) string {
		s := "K"
		for _, role := range []game.Role{game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn} {
			for _, p := range pieces {
				if p == game.NewPiece(player, role) {
					s += string(rune(role.Letter() - 32))
				}
			}
		}
		return s
	}
	return letters(game.White) + letters(game.Black)
}

// number returns the number of a position: the lowest of it and its mirrors. Men of one kind are
// in the order of their squares.
func (t *SlowTable) number(p slowPlace) int {
	lowest := -1
	mirrors := 8
	if strings.Contains(t.name, "P") {
		mirrors = 2
	}
	for mirror := range mirrors {
		n := 0
		var turned [4]int
		for i := range t.pieces {
			file, rank := p.squares[i].File(), p.squares[i].Rank()
			if mirror&1 != 0 {
				file = 7 - file
			}
			if mirror&2 != 0 {
				rank = 7 - rank
			}
			if mirror&4 != 0 {
				file, rank = rank, file
			}
			turned[i] = 8*rank + file
		}
		if len(t.pieces) == 4 && t.pieces[2] == t.pieces[3] && turned[2] > turned[3] {
			turned[2], turned[3] = turned[3], turned[2]
		}
		for i := range t.pieces {
			n = n*64 + turned[i]
		}
		if p.mover == game.Black {
			n += 1 << (6 * len(t.pieces))
		}
		if p.passant {
			n += 2 << (6 * len(t.pieces))
		}
		if lowest < 0 || n < lowest {
			lowest = n
		}
	}
	return lowest
}

// place is the inverse of number.
func (t *SlowTable) place(n int) (p slowPlace) {
	p.mover = game.White
	if n>>(6*len(t.pieces))&1 != 0 {
		p.mover = game.Black
	}
	p.passant = n>>(6*len(t.pieces)) > 1
	for i := len(t.pieces) - 1; i >= 0; i-- {
		p.squares[i] = game.Square(n & 63)
		n >>= 6
	}
	return p
}

// setup returns a position at a ban ply, or at the move ply after it with no ban in force.
func (t *SlowTable) setup(p slowPlace, move bool) (s game.Setup, ok bool) {
	s = game.NewSetup()
	s.Mover, s.Ply = p.mover, 1
	if p.mover == game.Black {
		s.Ply = 3
	}
	if move {
		s.Ply++
	}
	for i, piece := range t.pieces {
		if s.Board[p.squares[i]] != game.NoPiece {
			return s, false
		}
		s.Board[p.squares[i]] = piece
		if p.passant && piece == game.NewPiece(p.mover.Opponent(), game.Pawn) {
			s.EnPassant = p.squares[i] ^ 8 // from the fourth rank to the third, from the fifth to the sixth
			if p.squares[i].Rank() != 3 && p.mover == game.Black || p.squares[i].Rank() != 4 && p.mover == game.White {
				return s, false
			}
		}
	}
	if p.passant {
		if s.EnPassant == game.NoSquare || !t.beside(p) {
			return s, false
		}
	}
	return s, true
}

// beside reports whether two pawns of both sides stand beside each other.
func (t *SlowTable) beside(p slowPlace) bool {
	for i, a := range t.pieces {
		for j, b := range t.pieces {
			files := p.squares[i].File() - p.squares[j].File()
			if a == game.NewPiece(game.White, game.Pawn) && b == game.NewPiece(game.Black, game.Pawn) &&
				p.squares[i].Rank() == p.squares[j].Rank() && (files == 1 || files == -1) {
				return true
			}
		}
	}
	return false
}

// after returns the ending and the position after a move.
func (t *SlowTable) after(s Slow, p slowPlace, m game.Move) (*SlowTable, slowPlace) {
	next := slowPlace{mover: p.mover.Opponent()}
	captured := m.To()
	from := slices.Index(p.squares[:len(t.pieces)], m.From())
	if t.pieces[from].Role() == game.Pawn && m.From().File() != m.To().File() && !slices.Contains(p.squares[:len(t.pieces)], m.To()) {
		captured = game.SquareAt(m.To().File(), m.From().Rank()) // en passant
	}
	type man struct {
		piece  game.Piece
		square game.Square
	}
	var men []man
	for i, piece := range t.pieces {
		switch {
		case i == from && m.Promotion() != game.NoRole:
			men = append(men, man{game.NewPiece(p.mover, m.Promotion()), m.To()})
		case i == from:
			men = append(men, man{piece, m.To()})
		case p.squares[i] != captured:
			men = append(men, man{piece, p.squares[i]})
		}
	}
	pieces := make([]game.Piece, len(men))
	for i := range men {
		pieces[i] = men[i].piece
	}
	of := t
	if len(men) < len(t.pieces) || m.Promotion() != game.NoRole {
		of = s[nameOf(pieces)]
	}
	for i, piece := range of.pieces {
		at := slices.IndexFunc(men, func(m man) bool { return m.piece == piece })
		next.squares[i] = men[at].square
		men[at].piece = game.NoPiece
	}
	ranks := m.To().Rank() - m.From().Rank()
	next.passant = t.pieces[from].Role() == game.Pawn && (ranks == 2 || ranks == -2) && of.beside(next)
	return of, next
}

// Add makes the table of an ending, after those to which it leads.
func (s Slow) Add(name string) *SlowTable {
	if t := s[name]; t != nil {
		return t
	}
	t := &SlowTable{name: name, pieces: piecesOf(name)}
	for i := 2; i < len(t.pieces); i++ {
		less := slices.Delete(slices.Clone(t.pieces), i, i+1)
		s.Add(nameOf(less))
		for _, role := range []game.Role{game.Queen, game.Rook, game.Bishop, game.Knight} {
			if t.pieces[i].Role() == game.Pawn {
				s.Add(nameOf(append(slices.Clone(less), game.NewPiece(t.pieces[i].Player(), role))))
				for j := 2; j < len(less); j++ { // a promotion may capture
					s.Add(nameOf(append(slices.Delete(slices.Clone(less), j, j+1), game.NewPiece(t.pieces[i].Player(), role))))
				}
			}
		}
	}
	t.make(s)
	s[name] = t
	return t
}

// inParallel calls a function for parts of the numbers below n.
func inParallel(n int, do func(from, to int)) {
	const part = 1 << 14
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for {
				from := int(next.Add(part)) - part
				if from >= n {
					return
				}
				do(from, min(from+part, n))
			}
		})
	}
	all.Wait()
}

// A slowMove is a legal move: the number of the position after it or, in another ending, its
// value.
type slowMove struct {
	number int32
	value  int16
	first  bool // of its pair
}

// A slowPosition is a position that is not over, and its moves.
type slowPosition struct {
	number int
	moves  []slowMove
	found  int16
}

// make finds the values of all positions of an ending.
func (t *SlowTable) make(s Slow) {
	n := 2 << (6 * len(t.pieces))
	if strings.Count(t.name, "P") == 2 && t.pieces[2] != t.pieces[3] {
		n *= 2
	}
	t.values = make([]int16, n)
	var longest atomic.Int32 // of the values in other endings
	var positions []slowPosition
	var lock sync.Mutex
	inParallel(n, func(from, to int) {
		var list []slowPosition
		for i := from; i < to; i++ {
			t.values[i] = unknown
			if p := t.place(i); t.number(p) == i {
				if moves := t.list(s, i, p, &longest); moves != nil {
					list = append(list, slowPosition{number: i, moves: moves})
				}
			}
		}
		lock.Lock()
		defer lock.Unlock()
		positions = append(positions, list...)
	})
	for distance, quiet := 1, 0; quiet < 2 || distance <= int(longest.Load())+2; distance++ {
		inParallel(len(positions), func(from, to int) {
			for i := from; i < to; i++ {
				if p := &positions[i]; t.values[p.number] == 0 {
					p.found = t.settle(p.moves, int16(distance))
				}
			}
		})
		quiet++
		for i := range positions {
			if p := &positions[i]; p.found != 0 && t.values[p.number] == 0 {
				t.values[p.number] = p.found
				quiet = 0
			}
		}
	}
}

// list returns the moves of a position and sets its value if the game is over in it.
func (t *SlowTable) list(s Slow, i int, p slowPlace, longest *atomic.Int32) []slowMove {
	ban, ok := t.setup(p, false)
	if !ok {
		return nil
	}
	position, err := ban.Position()
	if err != nil {
		return nil
	}
	t.values[i] = 0
	if r := position.Result(); r.Over() {
		if !r.Draw() {
			t.values[i] = -1
		}
		return nil
	}
	at, _ := t.setup(p, true)
	choice, err := at.Position()
	if err != nil {
		panic(err)
	}
	legal := choice.LegalMoves()
	slices.SortFunc(legal, func(a, b game.Move) int { return cmp.Compare(a.Pair(), b.Pair()) })
	var moves []slowMove
	pairs := 0
	for k, m := range legal {
		of, next := t.after(s, p, m)
		move := slowMove{number: -1, first: k == 0 || m.Pair() != legal[k-1].Pair()}
		if of == t {
			move.number = int32(t.number(next))
		} else {
			move.value = of.values[of.number(next)]
			for was := longest.Load(); int32(max(move.value, -move.value)) > was; was = longest.Load() {
				longest.CompareAndSwap(was, int32(max(move.value, -move.value)))
			}
		}
		if move.first {
			pairs++
		}
		moves = append(moves, move)
	}
	if pairs == 1 { // it will be banned
		if position.InCheck() {
			t.values[i] = -1
		}
		return nil
	}
	return moves
}

// settle returns the value of a position if it is decided in exactly so many moves, and 0
// otherwise. Of the pairs, one may be banned.
func (t *SlowTable) settle(moves []slowMove, distance int16) int16 {
	wins, holds, pairs := 0, 0, 0
	for k := 0; k < len(moves); {
		won, lost := false, true
		for first := true; k < len(moves) && (first || !moves[k].first); k, first = k+1, false {
			v := moves[k].value
			if n := moves[k].number; n >= 0 {
				v = t.values[n]
			}
			won = won || v < 0 && -v <= distance
			lost = lost && v > 0 && v <= distance
		}
		pairs++
		if won {
			wins++
		}
		if !lost {
			holds++
		}
	}
	switch {
	case wins > 1:
		return distance + 1
	case holds < 2:
		return -distance - 1
	}
	return 0
}
