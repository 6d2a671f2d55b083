package mine

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
)

// candidate is a find that may be selected.
type candidate struct {
	Find
	Measure
	themes []string
	idea   string
	pinned bool
}

// Bounds of what is dull.
const (
	// mostSight is the share of the tries of levels 1 to 3 that may find the first action at
	// first sight, and mostSightAlone if nothing else looks as good. These levels see at first sight
	// which checks leave one answer, and people do not: hence more than half.
	mostSight, mostSightAlone = 0.75, 0.6
	// mostSightAtOnce is the same for a mate or a draw in one turn, and mostSightOfGain for a
	// gain in one turn, if nothing else looks as good.
	mostSightAtOnce, mostSightOfGain = 0.4, 0.3
)

// dull reports whether a puzzle bores by what was measured: beginners see the first action at
// once.
func (c *candidate) dull() bool {
	most := mostSight
	switch goal := c.Puzzle.Goal; {
	case c.Alike > 0:
	case goal.Turns > 1 || goal.Kind == puzzle.Defend || goal.Kind == puzzle.Only:
		most = mostSightAlone
	case goal.Kind == puzzle.Material:
		most = mostSightOfGain
	default:
		most = mostSightAtOnce
	}
	return c.Sight > most
}

// firstDay is the first day that has a puzzle, in package train.
const firstDay = 20758

// example is the puzzle of the documentation and of many tests.
const example = "gt9b5pk"

// pinned reports whether a puzzle stays: that of a day that has passed or is near, and the example.
func pinned(id string) bool {
	if id == example {
		return true
	}
	for day := firstDay; day <= train.DayOf(time.Now().Unix())+1; day++ {
		if train.Daily(day) == id {
			return true
		}
	}
	return false
}

// merit orders puzzles, the better ones higher: those with more that looks as good, with a
// longer refutation of the most natural wrong action, and that beginners do not see.
func (c *candidate) merit() float64 {
	merit := 0.4*float64(min(c.Alike, 5)) + 0.25*float64(min(c.Refuted, 6)) - 2*c.Sight
	if c.Kept {
		merit += 3
	}
	if c.pinned {
		merit += 100
	}
	return merit
}

// sameIdea is how many puzzles of one idea are selected.
const sameIdea = 2

// Select selects puzzles by the quotas, rates them, and sorts them by rating. It leaves out
// what is dull, what has a second answer, near-duplicates, and what was not measured.
func Select(finds []Find, measures Measures) []puzzle.Puzzle {
	var all []*candidate
	for _, f := range finds {
		m, measured := measures[f.Puzzle.ID()]
		if !measured {
			continue
		}
		rate(&f.Puzzle, m)
		c := &candidate{f, m, f.Puzzle.Themes(), ideaOf(&f.Puzzle), f.Kept && pinned(f.Puzzle.ID())}
		if c.pinned || !c.dull() && !c.hasRival() && !obvious(&f.Puzzle, f.Past != "") && !matesLater(&f.Puzzle) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(x, y *candidate) int { return cmp.Compare(y.merit(), x.merit()) })
	s := selection{seen: map[string]int{}, counts: make([]int, len(quotas))}
	for _, c := range all {
		if c.pinned {
			s.take(c)
		}
	}
	for i := range quotas {
		for _, c := range all {
			if s.counts[i] >= quotas[i].least {
				break
			}
			if quotas[i].has(c) {
				s.take(c)
			}
		}
	}
	for _, c := range all {
		s.take(c)
	}
	chosen := make([]puzzle.Puzzle, len(s.chosen))
	for i, c := range s.chosen {
		chosen[i] = c.Puzzle
	}
	slices.SortStableFunc(chosen, func(x, y puzzle.Puzzle) int {
		return cmp.Or(cmp.Compare(x.Rating, y.Rating), strings.Compare(x.ID(), y.ID()))
	})
	return chosen
}

// selection is a selection in progress.
type selection struct {
	chosen []*candidate
	seen   map[string]int // IDs, kernels, lines and ideas
	counts []int          // of each quota
}

// take takes a candidate if it is not like another one and no quota is full.
func (s *selection) take(c *candidate) {
	p := &c.Puzzle
	moves := "line " + string(p.Goal.Kind) + line(p)
	if len(p.MainLine()) == 1 {
		moves += c.idea // one action says little
	}
	if s.seen[p.ID()] > 0 || s.seen[c.Kernel] > 0 || s.seen[moves] > 0 || s.seen[c.idea] >= sameIdea {
		return
	}
	for i, q := range quotas {
		if q.most > 0 && s.counts[i] >= q.most && q.has(c) {
			return
		}
	}
	if slices.ContainsFunc(s.chosen, func(other *candidate) bool { return alike(p, &other.Puzzle) }) {
		return
	}
	for _, mark := range []string{p.ID(), c.Kernel, moves, c.idea} {
		s.seen[mark]++
	}
	for i, q := range quotas {
		if q.has(c) {
			s.counts[i]++
		}
	}
	s.chosen = append(s.chosen, c)
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
		again.Rating, again.Deviation = p.Rating, p.Deviation
		proven = append(proven, again)
	}
	return proven, nil
}

// Pasts returns, for each puzzle of the first twelve plies, a line with its ID and the actions
// from the start of the game to it.
func Pasts(puzzles []puzzle.Puzzle, finds []Find) string {
	past := map[string]string{}
	for _, f := range finds {
		if f.Past != "" {
			past[f.Puzzle.ID()] = f.Past
		}
	}
	var b strings.Builder
	for i := range puzzles {
		if actions := past[puzzles[i].ID()]; actions != "" {
			b.WriteString(puzzles[i].ID() + " " + actions + "\n")
		}
	}
	return b.String()
}

// Part returns the puzzles of a part.
func Part(puzzles []puzzle.Puzzle, part int) []puzzle.Puzzle {
	return slices.DeleteFunc(slices.Clone(puzzles), func(p puzzle.Puzzle) bool { return puzzle.PartOf(p.ID()) != part })
}

// Write writes a file of the selection.
func Write(w io.Writer, puzzles []puzzle.Puzzle) error {
	return puzzle.Write(w, puzzles,
		"Written by go run ./scripts lab puzzles: found in games of the engine, in drawn positions and",
		"in exact tables, each proven by exhaustive search. Package game/puzzle says what the fields are.")
}
