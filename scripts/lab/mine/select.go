package mine

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// quotas are the numbers of puzzles to select, by kind and turns. Others
// are not selected.
var quotas = map[puzzle.Kind][]int{ // by turns, from 1
	puzzle.Mate:      {70, 90, 80, 30, 10},
	puzzle.Defend:    {30, 35, 25, 10},
	puzzle.Only:      {25, 35, 20, 10, 5},
	puzzle.Material:  {50, 60, 30},
	puzzle.Stalemate: {20, 15, 15, 10},
}

// Select selects the puzzles that are not near-duplicates of another, up to the quota of
// each kind, spread over the phases of the game and both sides, and gives
// them their final ratings. They are sorted by rating.
func Select(finds []Find) []puzzle.Puzzle {
	seen := map[string]bool{}
	var chosen []puzzle.Puzzle
	taken := map[string]int{}
	var later []puzzle.Puzzle
	for _, f := range finds {
		p := f.Puzzle
		moves := string(p.Goal.Kind) + line(&p)
		isAlike := func(q puzzle.Puzzle) bool { return alike(&p, &q) }
		if obvious(&p) || seen[p.ID()] || seen[f.Kernel] || seen[moves] || slices.ContainsFunc(chosen, isAlike) || slices.ContainsFunc(later, isAlike) {
			continue
		}
		seen[p.ID()], seen[f.Kernel], seen[moves] = true, true, true
		goal := fmt.Sprint(p.Goal.Kind, p.Goal.Turns)
		quota := quotaOf(p.Goal)
		// At first each phase and side gets at most a share of the quota.
		share := fmt.Sprint(goal, phase(&p), p.Solver())
		switch {
		case taken[goal] >= quota:
		case taken[share] >= max(1, quota/4):
			later = append(later, p)
		default:
			chosen = append(chosen, p)
			taken[goal]++
			taken[share]++
		}
	}
	for _, p := range later {
		if goal := fmt.Sprint(p.Goal.Kind, p.Goal.Turns); taken[goal] < quotaOf(p.Goal) {
			chosen = append(chosen, p)
			taken[goal]++
		}
	}
	calibrate(chosen)
	slices.SortStableFunc(chosen, func(x, y puzzle.Puzzle) int {
		return cmp.Or(cmp.Compare(x.Rating, y.Rating), strings.Compare(x.ID(), y.ID()))
	})
	return chosen
}

// alike reports whether two puzzles are one idea a few turns apart: the same goal and
// key, with most men on the same squares, or a mate and the ban against it. Their kernels
// may differ by a man or two.
func alike(p, q *puzzle.Puzzle) bool {
	kinds := [2]puzzle.Kind{p.Goal.Kind, q.Goal.Kind}
	mateAndBan := (kinds == [2]puzzle.Kind{puzzle.Mate, puzzle.Defend} || kinds == [2]puzzle.Kind{puzzle.Defend, puzzle.Mate}) &&
		p.Goal.Turns == q.Goal.Turns && p.Key().Pair().To() == q.Key().Pair().To()
	if !mateAndBan && (p.Goal != q.Goal || p.Key() != q.Key() || p.Solver() != q.Solver()) {
		return false
	}
	same, most := 0, 0
	board, other := p.Position.Board(), q.Position.Board()
	for i, piece := range board {
		if piece == game.NoPiece && other[i] == game.NoPiece {
			continue
		}
		most++
		if piece == other[i] {
			same++
		}
	}
	if mateAndBan {
		return most-same <= 6 // a few moves; in an opening more men are on their usual squares
	}
	return 2*same >= most
}

// Prove proves puzzles again, because the proof may have changed since they were found,
// and leaves out those that cannot be proven any more.
func Prove(ctx context.Context, puzzles []puzzle.Puzzle) ([]puzzle.Puzzle, error) {
	var proven []puzzle.Puzzle
	for _, p := range puzzles {
		again, err := puzzle.Solve(ctx, p.Position, p.Goal, 0)
		switch {
		case game.CodeOf(err) == puzzle.CodeUnproven:
			continue
		case err != nil:
			return nil, err
		}
		again.Rating = p.Rating
		proven = append(proven, again)
	}
	return proven, nil
}

func quotaOf(g puzzle.Goal) int {
	if turns := quotas[g.Kind]; g.Turns <= len(turns) {
		return turns[g.Turns-1]
	}
	return 0
}

func phase(p *puzzle.Puzzle) string {
	for _, theme := range []string{puzzle.ThemeOpening, puzzle.ThemeEndgame} {
		if slices.Contains(p.Themes(), theme) {
			return theme
		}
	}
	return puzzle.ThemeMiddlegame
}

// scale maps each share of the puzzles to a rating, beginning with the easiest.
var scale = []struct{ share, rating float64 }{{0, 600}, {0.22, 1000}, {0.5, 1400}, {0.8, 1850}, {1, 2400}}

// calibrate stretches the guessed ratings to the scale and keeps their order.
func calibrate(puzzles []puzzle.Puzzle) {
	order := make([]int, len(puzzles))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(puzzles[x].Rating, puzzles[y].Rating), cmp.Compare(puzzles[x].Proof, puzzles[y].Proof))
	})
	for i, n := range order {
		share := float64(i) / float64(max(1, len(order)-1))
		for k := 1; k < len(scale); k++ {
			if a, b := scale[k-1], scale[k]; share <= b.share {
				rating := a.rating + (b.rating-a.rating)*(share-a.share)/(b.share-a.share)
				puzzles[n].Rating = int(rating/10+0.5) * 10
				break
			}
		}
	}
}

// Write writes the file of the selection.
func Write(w io.Writer, puzzles []puzzle.Puzzle) error {
	return puzzle.Write(w, puzzles,
		"Written by go run ./scripts lab puzzles: found in games of the engine, each proven by",
		"exhaustive search. Package game/puzzle says what the fields are.")
}

// Summary counts puzzles by theme and by rating.
func Summary(puzzles []puzzle.Puzzle) string {
	themes, ratings, sides := map[string]int{}, map[int]int{}, map[game.Player]int{}
	for i := range puzzles {
		p := &puzzles[i]
		for _, theme := range p.Themes() {
			themes[theme]++
		}
		ratings[p.Rating/400*400]++
		sides[p.Solver()]++
	}
	var b strings.Builder
	for _, theme := range puzzle.AllThemes() {
		if themes[theme] > 0 {
			fmt.Fprintf(&b, "  %-20s %4d\n", theme, themes[theme])
		}
	}
	for low := 400; low <= puzzle.MaxRating; low += 400 {
		if ratings[low] > 0 {
			fmt.Fprintf(&b, "  rated %4d to %4d   %4d\n", low, low+399, ratings[low])
		}
	}
	fmt.Fprintf(&b, "  White to solve       %4d\n  Black to solve       %4d\n", sides[game.White], sides[game.Black])
	return b.String()
}
