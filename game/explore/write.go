package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/banchess/banchess/game"
)

// Tally counts games for a book. The zero Tally is empty.
type Tally struct{ positions map[uint64]*tallied }

// tallied is a position at a ban ply.
type tallied struct {
	at      game.Position
	count   Count
	bans    map[game.Pair]*talliedBan
	opinion string // "" without one
}

type talliedBan struct {
	count Count
	moves map[game.Move]Count
}

// Play counts a ban in a position, and the move that was then played, in a game with a
// result. If the game ended with the ban, or is not known further, there is no move.
func (t *Tally) Play(p game.Position, ban game.Pair, move game.Action, r game.Result) {
	if t.positions == nil {
		t.positions = map[uint64]*tallied{}
	}
	key := keyOf(p)
	at := t.positions[key]
	if at == nil {
		at = &tallied{at: p, bans: map[game.Pair]*talliedBan{}}
		t.positions[key] = at
	}
	b := at.bans[ban]
	if b == nil {
		b = &talliedBan{moves: map[game.Move]Count{}}
		at.bans[ban] = b
	}
	one := countOf(r)
	at.count.add(one)
	b.count.add(one)
	if m, ok := move.Move(); ok {
		c := b.moves[m]
		c.add(one)
		b.moves[m] = c
	}
}

// countOf returns the count of one game.
func countOf(r game.Result) Count {
	switch {
	case !r.Over():
		return Count{Open: 1}
	case r.Winner == game.White:
		return Count{White: 1}
	case r.Winner == game.Black:
		return Count{Black: 1}
	}
	return Count{Drawn: 1}
}

// Frequent returns up to so many positions at ban plies, those with the most games first.
func (t *Tally) Frequent(most int) []game.Position {
	keys := t.keys()
	slices.SortStableFunc(keys, func(a, b uint64) int {
		return t.positions[b].count.Games() - t.positions[a].count.Games()
	})
	var positions []game.Position
	for _, key := range keys[:min(most, len(keys))] {
		positions = append(positions, t.positions[key].at)
	}
	return positions
}

// Opinion is what a search says of a move, from White's side.
type Opinion struct {
	Move game.Move
	Eval game.Eval
}

// OpinionText returns opinions as a book has them: the depth of the search, and the moves
// in the given order, which is best first.
func OpinionText(depth int, opinions []Opinion) string {
	b := strconv.AppendInt(nil, int64(depth), 10)
	for i, o := range opinions {
		b = appendMove(append(b, ":,"[min(i, 1)]), o.Move)
		if o.Eval.Mate != 0 {
			b = strconv.AppendInt(append(b, '#'), int64(o.Eval.Mate), 10)
		} else {
			b = strconv.AppendInt(b, int64(o.Eval.Centipawns), 10)
		}
	}
	return string(b)
}

// Judge keeps the text of an opinion on the moves in a position. It refuses a text that
// cannot be read.
func (t *Tally) Judge(p game.Position, opinion string) error {
	r := reader{text: opinion}
	if e := (entry{}); !r.opinion(&e) || r.text != "" {
		return errBook
	}
	if at := t.positions[keyOf(p)]; at != nil {
		at.opinion = opinion
	}
	return nil
}

// Least is the smallest number of games that a position, and an action in it, must have
// to be in the book.
type Least struct{ Position, Action int }

// Write returns the text of the book. The text is the same for the same games in any
// order.
func (t *Tally) Write(about string, least Least) string {
	b := []byte(bookHead + "\n# " + about + "\n")
	for _, key := range t.keys() {
		if at := t.positions[key]; at.count.Games() >= least.Position {
			b = append(appendKey(b, key), ' ')
			b = at.append(b, least.Action)
			b = append(b, '\n')
		}
	}
	return string(b)
}

// keys returns the keys in their order.
func (t *Tally) keys() []uint64 {
	var keys []uint64
	for key := range t.positions {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// append appends what a line has after its key.
func (t *tallied) append(b []byte, least int) []byte {
	rest := t.count
	for _, pair := range frequent(t.bans, least, func(b *talliedBan) Count { return b.count }) {
		ban := t.bans[pair]
		rest = rest.without(ban.count)
		b = appendSquares(b, pair)
		b = ban.count.append(b)
		for _, m := range frequent(ban.moves, least, func(c Count) Count { return c }) {
			b = appendMove(append(b, '.'), m)
			b = ban.moves[m].append(b)
		}
		b = append(b, ';')
	}
	if rest.Games() > 0 {
		b = append(rest.append(append(b, "AA"...)), ';')
	}
	b = b[:len(b)-1]
	if t.opinion != "" {
		b = append(append(b, ' '), t.opinion...)
	}
	return b
}

// frequent returns the keys of what has at least so many games, the most frequent first.
func frequent[K cmp.Ordered, V any](all map[K]V, least int, of func(V) Count) []K {
	var keys []K
	for key, v := range all {
		if of(v).Games() >= least {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b K) int { return cmp.Or(of(all[b]).Games()-of(all[a]).Games(), cmp.Compare(a, b)) })
	return keys
}

func (c Count) without(o Count) Count {
	return Count{c.White - o.White, c.Drawn - o.Drawn, c.Black - o.Black, c.Open - o.Open}
}

func (c Count) append(b []byte) []byte { return fmt.Appendf(b, "%d,%d,%d", c.White, c.Drawn, c.Black) }

func appendSquares(b []byte, p game.Pair) []byte {
	return append(b, alphabet[p.From()], alphabet[p.To()])
}

func appendMove(b []byte, m game.Move) []byte {
	b = appendSquares(b, m.Pair())
	if r := m.Promotion(); r != game.NoRole {
		b = append(b, '=', roles[r-game.Knight])
	}
	return b
}
