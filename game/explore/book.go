package explore

import (
	"errors"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// Book is the opening book: what was played in games of the engine against itself. The
// text of a book begins with a head,
//
//	# banchess book 1
//	# 100000 games: …
//
// Then it has a line for each position at a ban ply, in the order of the keys:
//
//	position bans opinion
//
// The position is the first 48 bits of its hash, as letters of URL-safe Base64, six bits
// each. A square is such a letter too; a1 is A. The bans are separated by semicolons. A
// ban is a pair of squares and three numbers of games: won by White, drawn, won by Black.
// After a dot comes each move that was then played, with its numbers; a promotion has =
// and the piece:
//
//	ME12,1,9.BS10,1,8.GV2,0,1;…
//
// The pair AA stands for the bans that are left out. If there is an opinion, it is the
// depth of the search and the moves, best first. Each move has its evaluation from
// White's side, in centipawns, or as # and the turns to mate: 14:ME31,BS12,GV#-4.
type Book struct {
	// About says which games it counts.
	About     string
	positions map[uint64]string // the rest of the line, by key
}

const (
	bookHead = "# banchess book 1"
	keyShift = 64 - 48
	alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	roles    = "nbrq" // in the order of the values
)

var errBook = errors.New("this is no opening book of this release")

// ReadBook reads the text of a book. It reads the line of a position only when somebody
// asks for this position.
func ReadBook(text string) (*Book, error) {
	head, text, _ := strings.Cut(text, "\n")
	about, text, ok := strings.Cut(text, "\n")
	if head != bookHead || !ok || !strings.HasPrefix(about, "# ") {
		return nil, errBook
	}
	b := &Book{About: about[2:], positions: make(map[uint64]string, strings.Count(text, "\n"))}
	for line := range strings.Lines(text) {
		key, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, good := keyFrom(key)
		if !ok || !good {
			return nil, errBook
		}
		b.positions[n] = rest
	}
	return b, nil
}

// Len returns the number of positions at a ban ply.
func (b *Book) Len() int { return len(b.positions) }

// keyOf returns the key of a position with its ban left out.
func keyOf(p game.Position) uint64 {
	board := p.Chess()
	return board.Key() >> keyShift
}

func keyFrom(text string) (key uint64, ok bool) {
	if len(text) != 8 {
		return 0, false
	}
	for i := range len(text) {
		at := strings.IndexByte(alphabet, text[i])
		if at < 0 {
			return 0, false
		}
		key = key<<6 | uint64(at)
	}
	return key, true
}

func appendKey(b []byte, key uint64) []byte {
	for shift := 42; shift >= 0; shift -= 6 {
		b = append(b, alphabet[key>>shift&63])
	}
	return b
}

// At returns what was played in a position.
func (b *Book) At(p game.Position) Found {
	r := reader{text: b.positions[keyOf(p)]}
	if r.text == "" {
		return Found{}
	}
	e, ok := r.entry()
	if !ok {
		return Found{}
	}
	return e.found(p)
}

// entry is a position at a ban ply.
type entry struct {
	bans  []banned
	depth int
	likes []like // best first
}

// banned is a ban with the moves that were then played.
type banned struct {
	pair  game.Pair // NoPair for those that are left out
	count Count
	moves []moved
}

type moved struct {
	move  game.Move
	count Count
}

// like is a move with the opinion on it.
type like struct {
	move game.Move
	eval game.Eval
}

// found returns the rows of a position: the bans, or the moves under the ban in force.
func (e *entry) found(p game.Position) (found Found) {
	add := func(a game.Action, c Count) {
		if r, ok := row(p, a, c); ok {
			r.Eval = e.eval(a)
			found.insert(r)
		}
	}
	ban, _ := p.Ban()
	for _, b := range e.bans {
		switch {
		case p.Phase() == game.PhaseBan:
			found.Total.add(b.count)
			if b.pair.IsValid() {
				add(game.BanAction(b.pair), b.count)
			}
		case b.pair == ban && ban.IsValid():
			found.Total = b.count
			for _, m := range b.moves {
				add(game.MoveAction(m.move), m.count)
			}
		}
	}
	return found
}

// eval returns the opinion on an action. A ban of the best move's pair leaves the best of
// the other pairs; after any other ban the best move is played.
func (e *entry) eval(a game.Action) *game.Eval {
	for _, l := range e.likes {
		if m, isMove := a.Move(); isMove && m == l.move || !isMove && l.move.Pair() != a.Pair() {
			eval := l.eval
			eval.Depth = e.depth
			return &eval
		}
	}
	return nil
}

// reader reads the line of a position.
type reader struct{ text string }

// take passes a character if it comes next.
func (r *reader) take(c byte) bool {
	if r.text == "" || r.text[0] != c {
		return false
	}
	r.text = r.text[1:]
	return true
}

func (r *reader) entry() (e entry, ok bool) {
	for first := true; first || r.take(';'); first = false {
		var b banned
		m, ok := r.move()
		if !ok || m.Promotion() != game.NoRole || !r.count(&b.count) {
			return e, false
		}
		b.pair = m.Pair()
		for r.take('.') {
			var m moved
			if m.move, ok = r.move(); !ok || !r.count(&m.count) {
				return e, false
			}
			b.moves = append(b.moves, m)
		}
		e.bans = append(e.bans, b)
	}
	if r.take(' ') && !r.opinion(&e) {
		return e, false
	}
	return e, r.text == ""
}

func (r *reader) opinion(e *entry) bool {
	if !r.number(&e.depth) || !r.take(':') {
		return false
	}
	for first := true; first || r.take(','); first = false {
		var l like
		var ok bool
		if l.move, ok = r.move(); !ok {
			return false
		}
		value := &l.eval.Centipawns
		if r.take('#') {
			value = &l.eval.Mate
		}
		if !r.number(value) {
			return false
		}
		e.likes = append(e.likes, l)
	}
	return true
}

// move reads two squares, and the piece of a promotion. The squares AA are no move.
func (r *reader) move() (m game.Move, ok bool) {
	if len(r.text) < 2 {
		return m, false
	}
	from, to := strings.IndexByte(alphabet, r.text[0]), strings.IndexByte(alphabet, r.text[1])
	if from < 0 || to < 0 {
		return m, false
	}
	r.text = r.text[2:]
	role := game.NoRole
	if r.take('=') {
		at := -1
		if r.text != "" {
			at = strings.IndexByte(roles, r.text[0])
		}
		if at < 0 {
			return m, false
		}
		role, r.text = game.Knight+game.Role(at), r.text[1:]
	}
	a := game.NewMove(game.Square(from), game.Square(to), role)
	m, _ = a.Move()
	return m, true
}

// count reads three numbers.
func (r *reader) count(c *Count) bool {
	return r.number(&c.White) && r.take(',') && r.number(&c.Drawn) && r.take(',') && r.number(&c.Black)
}

// number reads a whole number.
func (r *reader) number(n *int) bool {
	end := 0
	for end < len(r.text) && (r.text[end] >= '0' && r.text[end] <= '9' || end == 0 && r.text[0] == '-') {
		end++
	}
	v, err := strconv.Atoi(r.text[:end])
	*n, r.text = v, r.text[end:]
	return err == nil
}
