package match

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Tally is the result of a match so far, from the first player's view.
type Tally struct {
	Games, Wins, Draws, Losses int
	Actions                    int
	Faults                     [2][]Fault
	Longest                    [2]time.Duration
	Pairs                      [5]int // by their score: none, a half, one, one and a half, two points
}

func (t *Tally) add(pair [2]Record) {
	t.Pairs[int(2*(pair[0].Score+pair[1].Score))]++
	for _, r := range pair {
		t.Games++
		t.Actions += r.Game.Len()
		switch r.Score {
		case 1:
			t.Wins++
		case 0:
			t.Losses++
		default:
			t.Draws++
		}
		if by := r.Fault.By; r.Fault.Kind != "" {
			t.Faults[by] = append(t.Faults[by], r.Fault)
		}
		for i, longest := range r.Longest {
			t.Longest[i] = max(t.Longest[i], longest)
		}
	}
}

// Score returns the first player's share of the points and its standard error. The error
// includes an additional half pair lost and half pair won, so that a few equal pairs do
// not make it zero.
func (t Tally) Score() (score, deviation float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for i, count := range t.Pairs {
		mean := float64(i) / 4
		n += float64(count)
		sum += float64(count) * mean
		squares += float64(count) * mean * mean
	}
	if n == 0 {
		return 0.5, 0.5
	}
	score = sum / n
	n, sum, squares = n+1, sum+0.5, squares+0.5
	return score, math.Sqrt((squares - sum*sum/n) / (n - 1) / n)
}

// Elo converts a share of points to a difference of ratings.
func Elo(score float64) float64 {
	score = min(max(score, 1e-4), 1-1e-4)
	return 400 * math.Log10(score/(1-score))
}

// Score converts a difference of ratings to the expected share of points.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// String returns the result with its 95% error bars.
func (t Tally) String() string {
	score, deviation := t.Score()
	low, high := Elo(score-1.96*deviation), Elo(score+1.96*deviation)
	s := fmt.Sprintf("%d games: +%d =%d -%d, pairs %v, %.1f %% ± %.1f, Elo %+.0f [%+.0f, %+.0f], %.0f actions a game, longest %v and %v",
		t.Games, t.Wins, t.Draws, t.Losses, t.Pairs, 100*score, 196*deviation, Elo(score), low, high,
		float64(t.Actions)/max(1, float64(t.Games)), t.Longest[0].Round(time.Millisecond), t.Longest[1].Round(time.Millisecond))
	for i, player := range []string{"first", "second"} {
		if n := len(t.Faults[i]); n > 0 {
			s += fmt.Sprintf("; %d faults of the %s player (%s), the last: %v", n, player, kinds(t.Faults[i]), t.Faults[i][n-1])
		}
	}
	return s
}

// kinds counts faults by their kind: "2 crash, 1 loss on time".
func kinds(faults []Fault) string {
	count := map[FaultKind]int{}
	for _, f := range faults {
		count[f.Kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(count)) {
		parts = append(parts, fmt.Sprintf("%d %s", count[kind], kind))
	}
	return strings.Join(parts, ", ")
}
