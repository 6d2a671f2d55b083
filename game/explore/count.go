package explore

import (
	"github.com/banchess/banchess/game"
)

// Count is a number of games by result.
type Count struct {
	White, Drawn, Black int // games that White won, that were drawn, that Black won
	Open                int // games that have no result yet
}

// Games returns the number of games, whatever their result.
func (c Count) Games() int { return c.White + c.Drawn + c.Black + c.Open }

// Share returns White's share of the points in the finished games, from 0 to 1. ok is
// false if no game is finished.
func (c Count) Share() (share float64, ok bool) {
	n := c.White + c.Drawn + c.Black
	if n == 0 {
		return 0, false
	}
	return (float64(c.White) + float64(c.Drawn)/2) / float64(n), true
}

// add adds games.
func (c *Count) add(o Count) {
	c.White += o.White
	c.Drawn += o.Drawn
	c.Black += o.Black
	c.Open += o.Open
}

// Row is an action in a position, and the games in which it was played.
type Row struct {
	Action game.Action
	SAN    string // a move with its indicator, or the pair of a ban
	Count
	Eval *game.Eval // the evaluation by the engine's deeper search, from White's side; nil if there is none
}

// Found is what was played in a position, the most frequent action first.
type Found struct {
	Total Count // includes the actions that are left out
	Rows  []Row
}

// row returns the row of a legal action in a position.
func row(p game.Position, a game.Action, c Count) (Row, bool) {
	after, err := p.Play(a)
	if err != nil {
		return Row{}, false
	}
	r := Row{Action: a, SAN: a.Pair().String(), Count: c}
	if m, isMove := a.Move(); isMove {
		if r.SAN, err = p.SAN(m); err != nil {
			return Row{}, false
		}
	}
	r.SAN += string(after.Indicator())
	return r, true
}

// insert puts a row at its place: the most frequent first, and those of the same number in the
// order of their text. There are few, and the library's sorting would take a hundredth of
// the program that browsers load.
func (f *Found) insert(r Row) {
	f.Rows = append(f.Rows, r)
	for at := len(f.Rows) - 1; at > 0 && f.Rows[at].isBefore(&f.Rows[at-1]); at-- {
		f.Rows[at], f.Rows[at-1] = f.Rows[at-1], f.Rows[at]
	}
}

func (r *Row) isBefore(o *Row) bool {
	a, b := r.Games(), o.Games()
	return a > b || a == b && r.Action.String() < o.Action.String()
}
