package tablebase

import (
	"fmt"

	"github.com/banchess/banchess/game"
)

// Facts are the frequency and the length of wins in an ending. They count all positions
// at a ban ply in which the game is not over. Mirrored positions count once; those with a right to capture en
// passant are left out. The first side is the one with which the name begins.
type Facts struct {
	Name    string
	Count   [2]Count // first side to move, second side to move
	Longest int      // winner's moves until mate, 0 if a ban mates at once or nobody wins
	FEN     string   // the position of the longest win
}

// Count counts positions by their value for the side to move.
type Count struct{ Won, Drawn, Lost int }

// Of returns the number of positions.
func (c Count) Of() int { return c.Won + c.Drawn + c.Lost }

// Collect counts the positions of a table.
func Collect(t *Table) (Facts, error) {
	f := Facts{Name: t.Name()}
	longest := -1
	for i := range t.Len() {
		p, ok := t.Position(i)
		if !ok || p.EnPassant().IsValid() || p.InsufficientMaterial() {
			continue
		}
		if _, pairs := p.Count(); pairs == 0 {
			continue
		}
		v := t.Value(i)
		c := &f.Count[p.Mover().Index()]
		turns := 0
		switch {
		case v > 0:
			c.Won++
			turns = (v.Distance() + 1) / 2
		case v < 0:
			c.Lost++
			turns = v.Distance() / 2
		default:
			c.Drawn++
			continue
		}
		if turns > f.Longest || longest < 0 {
			f.Longest, longest = turns, i
		}
	}
	if longest >= 0 {
		s := game.NewSetup()
		p, _ := t.Position(longest)
		s.Board, s.Mover = p.Board(), p.Mover()
		at, err := s.Position()
		if err != nil {
			return f, err
		}
		f.FEN = at.FEN()
	}
	return f, nil
}

// orthodox are the usual results of endings without pawns in orthodox chess.
var orthodox = map[string]string{
	"KQK": "won", "KRK": "won", "KBBK": "won", "KBNK": "won", "KQKR": "won", "KQKB": "won", "KQKN": "won",
	"KBK": "drawn", "KNK": "drawn", "KNNK": "drawn", "KRKB": "drawn", "KRKN": "drawn",
	"KQKQ": "drawn", "KRKR": "drawn", "KBKB": "drawn", "KBKN": "drawn", "KNKN": "drawn",
	"KQQK": "won", "KQRK": "won", "KQBK": "won", "KQNK": "won", "KRRK": "won", "KRBK": "won", "KRNK": "won",
}

// Heading is the head of a Markdown table of facts.
const Heading = "| men | first side to move: wins | loses | second side to move: wins | loses | longest win, moves | for example | in orthodox chess |\n" +
	"|---|--:|--:|--:|--:|--:|---|---|\n"

// Row returns the facts as a row of the table.
func (f Facts) Row() string {
	fen, usual := "", orthodox[f.Name]
	if f.FEN != "" {
		fen = "`" + f.FEN + "`"
	}
	if usual == "" {
		usual = "depends"
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %d | %s | %s |\n", f.Name,
		percent(f.Count[0].Won, f.Count[0].Of()), percent(f.Count[0].Lost, f.Count[0].Of()),
		percent(f.Count[1].Won, f.Count[1].Of()), percent(f.Count[1].Lost, f.Count[1].Of()), f.Longest, fen, usual)
}

// percent writes a share; 0 and 100 stand for none and all.
func percent(n, of int) string {
	switch n {
	case 0:
		return "0"
	case of:
		return "100 %"
	}
	s := fmt.Sprintf("%.2f", 100*float64(n)/float64(of))
	switch s {
	case "100.00":
		s = "> 99.99"
	case "0.00":
		s = "< 0.01"
	}
	return s + " %"
}
