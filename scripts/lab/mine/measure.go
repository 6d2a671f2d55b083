package mine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/scripts/lab/series"
)

// solvers are the levels of the engine that try a puzzle, with how often each tries.
var solvers = []struct{ level, tries int }{
	{1, 4}, {2, 4}, {3, 4}, {5, 4}, {6, 3}, {7, 4}, {8, 2}, {9, 2}, {10, 2}, {11, 2}, {12, 2}, {13, 2}, {14, 1}, {15, 1},
}

// beginners is how many of the first solvers tell whether a puzzle is solved at first sight.
const beginners = 3

// ladder is the Elo of each level, from 1, in game/engine/LEVELS.md.
var ladder = []float64{0, 235, 358, 578, 709, 873, 1064, 1250, 1491, 1711, 1947, 2172, 2353, 2589, 2757}

// ratingOf is the rating of a level among people, as far as that is known: level 1 is somebody
// who has just learned the rules, and engines among themselves win by more than people.
func ratingOf(level int) float64 { return 500 + 0.8*ladder[level-1] }

// A Measure is what is measured of a puzzle.
type Measure struct {
	// Sight is the share of the tries of levels 1 to 3 that find the first action.
	Sight float64
	// Alike is how many other actions look as good as the first to a search of 100 positions.
	Alike int
	// Refuted is how many plies it takes to refute the most natural wrong action, the best of
	// that search.
	Refuted int
	// Apart is by how much of a point the right actions are better than all others, where that is
	// least; NaN if it is not known.
	Apart float64
	// Solved is how many tries of each of the solvers find all actions.
	Solved []int
}

func (m Measure) String() string {
	text := fmt.Sprintf("%.3f %d %d %.3f", m.Sight, m.Alike, m.Refuted, m.Apart)
	for _, n := range m.Solved {
		text += " " + strconv.Itoa(n)
	}
	return text
}

func parseMeasure(text string) (m Measure, err error) {
	words := strings.Fields(text)
	if len(words) != 4+len(solvers) {
		return m, fmt.Errorf("%q is not a measure", text)
	}
	var e error
	m.Sight, err = strconv.ParseFloat(words[0], 64)
	m.Apart, e = strconv.ParseFloat(words[3], 64)
	err = errors.Join(err, e)
	words = slices.Delete(words, 3, 4)
	numbers := make([]int, len(words)-1)
	for i, word := range words[1:] {
		numbers[i], e = strconv.Atoi(word)
		err = errors.Join(err, e)
	}
	m.Alike, m.Refuted, m.Solved = numbers[0], numbers[1], numbers[2:]
	return m, err
}

// Measures are the measures of puzzles, by their IDs.
type Measures map[string]Measure

var lineEnd = regexp.MustCompile(`\n`)

// MeasureAll measures the puzzles that are not in a file yet, appends them to it, and returns
// all that it has.
func (m *Miner) MeasureAll(ctx context.Context, path string, finds []Find, report func(number int)) (all Measures, err error) {
	all = Measures{}
	file, err := series.Open(path, lineEnd, func(lines [][]byte) (int, error) {
		for _, line := range lines {
			id, text, _ := strings.Cut(string(line), " ")
			measure, err := parseMeasure(text)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", path, err)
			}
			all[id] = measure
		}
		return len(lines), nil
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for i := range finds {
		p := &finds[i].Puzzle
		measure, known := all[p.ID()]
		if known && !math.IsNaN(measure.Apart) {
			continue
		}
		if !known {
			if measure, err = m.Measure(ctx, p); err != nil {
				return nil, err
			}
		}
		if measure.Apart, err = m.apart(ctx, p, deepNodes); err != nil {
			return nil, err
		}
		all[p.ID()] = measure
		if _, err := fmt.Fprintln(file, p.ID(), measure); err != nil {
			return nil, err
		}
		report(i + 1)
	}
	return all, nil
}

// LoadMeasures reads the file of measures, if there is one.
func LoadMeasures(path string) (Measures, error) {
	if _, err := os.Stat(path); err != nil {
		return Measures{}, nil
	}
	m := Miner{}
	return m.MeasureAll(context.Background(), path, nil, nil)
}

// Measure measures a puzzle, without a deep search.
func (m *Miner) Measure(ctx context.Context, p *puzzle.Puzzle) (Measure, error) {
	found := Measure{Apart: math.NaN(), Solved: make([]int, len(solvers))}
	seen, tries := 0, 0
	for i, s := range solvers {
		for try := range s.tries {
			if err := m.guesser.Configure(engine.Options{Hash: 1, Seed: uint64(try)*0x9e3779b97f4a7c15 + uint64(s.level)}); err != nil {
				return found, err
			}
			right, all, err := m.try(ctx, p, s.level)
			if err != nil {
				return found, err
			}
			if all {
				found.Solved[i]++
			}
			if i < beginners {
				tries++
				if right > 0 {
					seen++
				}
			}
		}
	}
	found.Sight = math.Round(1000*float64(seen)/float64(tries)) / 1000
	return found, m.glance(ctx, p, &found)
}

// asGood is by how many centipawns an action may look worse and still as good.
const asGood = 20

// glance looks at the actions by a search of 100 positions.
func (m *Miner) glance(ctx context.Context, p *puzzle.Puzzle, found *Measure) error {
	m.guesser.Clear()
	if err := m.guesser.Configure(engine.Options{Hash: 1}); err != nil {
		return err
	}
	r, err := m.guesser.Search(ctx, game.NewFrom(p.Position), engine.Limits{Nodes: 100, Lines: 64}, nil)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return err
	}
	key, natural := -100_000, game.Action{}
	for _, l := range r.Lines {
		if l.Actions[0] == p.Key() {
			key = centipawns(l.Score)
		} else if natural == (game.Action{}) {
			natural = l.Actions[0]
		}
	}
	for _, l := range r.Lines {
		if l.Actions[0] != p.Key() && centipawns(l.Score) >= key-asGood {
			found.Alike++
		}
	}
	if natural == (game.Action{}) {
		return nil
	}
	refuted, err := puzzle.NewAttempt(p).Refute(ctx, natural)
	found.Refuted = len(refuted.Line)
	return err
}

// try lets a level of the engine solve a puzzle. It returns how many of its actions were
// right, and whether all were.
func (m *Miner) try(ctx context.Context, p *puzzle.Puzzle, level int) (right int, all bool, err error) {
	m.guesser.Clear()
	attempt := puzzle.NewAttempt(p)
	for !attempt.Done() {
		action := attempt.Game().LegalActions()[0]
		if len(attempt.Game().LegalActions()) > 1 {
			r, err := m.guesser.Search(ctx, attempt.Game(), engine.Limits{Level: level}, nil)
			if err := errors.Join(err, ctx.Err()); err != nil {
				return 0, false, err
			}
			action = r.Best
		}
		if ok, err := attempt.Try(action); err != nil || !ok {
			return right, false, err
		}
		right++
	}
	return right, true, nil
}

// fit returns the rating of a puzzle and its error, one standard deviation: the rating at
// which what the solvers did is likeliest, if each solves by the usual logistic curve, and if
// puzzles are spread around the middle as they are.
func fit(solved []int) (rating, deviation float64) {
	const middle, spread = 1400.0, 600.0
	perPoint := math.Ln10 / 400
	rating = middle
	information := 0.0
	for range 50 { // by Newton's method
		slope := (middle - rating) / (spread * spread)
		information = 1 / (spread * spread)
		for i, s := range solvers {
			expected := 1 / (1 + math.Pow(10, (rating-ratingOf(s.level))/400))
			n := float64(s.tries)
			slope += perPoint * (n*expected - float64(solved[i]))
			information += perPoint * perPoint * n * expected * (1 - expected)
		}
		rating += min(max(slope/information, -200), 200)
	}
	return rating, 1 / math.Sqrt(information)
}

// harder is what makes a puzzle harder for people than for the engine: what has to be seen
// far ahead, actions that neither check nor capture, and a promotion to less than a queen, which
// the engine lists like any other move.
func harder(p *puzzle.Puzzle) (points float64) {
	if p.Goal.Kind == puzzle.Mate {
		points += 60 * float64(p.Goal.Turns-1)
	}
	for _, theme := range p.Themes() {
		switch theme {
		case puzzle.ThemeQuiet, puzzle.ThemeQuietBan:
			points += 60
		case puzzle.ThemeUnderpromotion:
			points += 200
		}
	}
	return points
}

// rate gives a puzzle its rating.
func rate(p *puzzle.Puzzle, m Measure) {
	rating, deviation := fit(m.Solved)
	rating = min(max(rating+harder(p), puzzle.MinRating), puzzle.MaxRating)
	p.Rating, p.Deviation = int(math.Round(rating/10))*10, int(math.Round(deviation/5))*5
}
