package mine

import (
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// Most is how many puzzles are selected at most.
const Most = 1500

// A quota is how many puzzles of a sort are selected: at least so many, if so many are good
// enough, and at most.
type quota struct {
	name        string
	least, most int // most is 0 without a bound
	has         func(c *candidate) bool
}

// quotas are all that is wanted, the rarest sorts first. Nothing dull is selected to reach a
// number.
var quotas = []quota{
	{"endings of the exact tables", 60, 90, func(c *candidate) bool { return men(&c.Puzzle) <= 4 }},
	{"the first twelve plies", 40, 90, func(c *candidate) bool { return c.Past != "" }},
	{"underpromotion", 12, 60, theme(puzzle.ThemeUnderpromotion)},
	{"stalemate", 30, 90, kind(puzzle.Stalemate)},
	{"only move", 4, 120, kind(puzzle.Only)},
	{"ban as a quiet first action", 100, 0, theme(puzzle.ThemeQuietBan)},
	{"ways of defence", 150, 420, func(c *candidate) bool {
		return c.Puzzle.Goal.Kind == puzzle.Defend || c.Puzzle.Goal.Kind == puzzle.Only
	}},
	{"defence against mate in 1", 20, 120, goal(puzzle.Defend, 1)},
	{"defence against mate in 2", 40, 200, goal(puzzle.Defend, 2)},
	{"defence against mate in 3 or 4", 20, 200, func(c *candidate) bool { return c.Puzzle.Goal.Kind == puzzle.Defend && c.Puzzle.Goal.Turns >= 3 }},
	{"mate in 1", 20, 90, goal(puzzle.Mate, 1)},
	{"mate in 2", 100, 360, goal(puzzle.Mate, 2)},
	{"mate in 3", 80, 400, goal(puzzle.Mate, 3)},
	{"mate in 4 or more", 10, 150, func(c *candidate) bool { return c.Puzzle.Goal.Kind == puzzle.Mate && c.Puzzle.Goal.Turns >= 4 }},
	{"material", 38, 300, kind(puzzle.Material)},
	{"rated up to 1000", 80, 300, func(c *candidate) bool { return c.Puzzle.Rating <= 1000 }},
	{"rated 1900 and more", 100, 0, func(c *candidate) bool { return c.Puzzle.Rating >= 1900 }},
	{"opening", 100, 0, theme(puzzle.ThemeOpening)},
	{"middlegame", 150, 0, theme(puzzle.ThemeMiddlegame)},
	{"endgame", 250, 0, theme(puzzle.ThemeEndgame)},
	{"begins with a ban", 300, 0, theme(puzzle.ThemeFirstBan)},
	{"begins with a move", 300, 0, theme(puzzle.ThemeFirstMove)},
	{"White to solve", 400, 0, side(game.White)},
	{"Black to solve", 400, 0, side(game.Black)},
	{"all", 1000, Most, func(*candidate) bool { return true }},
}

func theme(name string) func(*candidate) bool {
	return func(c *candidate) bool { return slices.Contains(c.themes, name) }
}

func kind(k puzzle.Kind) func(*candidate) bool {
	return func(c *candidate) bool { return c.Puzzle.Goal.Kind == k }
}

func goal(k puzzle.Kind, turns int) func(*candidate) bool {
	return func(c *candidate) bool { return c.Puzzle.Goal.Kind == k && c.Puzzle.Goal.Turns == turns }
}

func side(player game.Player) func(*candidate) bool {
	return func(c *candidate) bool { return c.Puzzle.Solver() == player }
}

// men counts the men on the board.
func men(p *puzzle.Puzzle) (n int) {
	for _, piece := range p.Position.Board() {
		if piece != game.NoPiece {
			n++
		}
	}
	return n
}
