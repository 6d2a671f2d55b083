package match

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLLR compares with the values that fastchess publishes in its tests
// (app/tests/sprt_test.cpp, logistic model), which come from Fishtest: results
// from the lowest score to the highest.
func TestLLR(t *testing.T) {
	for _, row := range []struct {
		counts     []int
		elo0, elo1 float64
		want       float64
	}{
		{[]int{21184, 40708, 21404}, 0.5, 2.5, -1.57},
		{[]int{57030, 106593, 57433}, 0, 2, -2.59},
		{[]int{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, -3.07},
		{[]int{871, 26175, 55003 + 980, 26678, 821}, 0, 2, -4.98},
	} {
		s := SPRT{Elo0: row.elo0, Elo1: row.elo1, Alpha: 0.05, Beta: 0.05}
		if got := s.LLR(row.counts); math.Abs(got-row.want) > 0.01*math.Abs(row.want) {
			t.Errorf("%v: %.3f, want %.2f", row.counts, got, row.want)
		}
	}
}

// TestLLRProperties checks that no games give 0, that exchanging the players negates the
// ratio of the exchanged differences, and that better results raise it.
func TestLLRProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		counts, exchanged := make([]int, 5), make([]int, 5)
		for i := range counts {
			counts[i] = rng.IntN(30)
			exchanged[4-i] = counts[i]
		}
		s := SPRT{Elo0: -3, Elo1: 12, Alpha: 0.05, Beta: 0.1}
		o := SPRT{Elo0: -12, Elo1: 3, Alpha: 0.1, Beta: 0.05}
		llr := s.LLR(counts)
		if back := o.LLR(exchanged); math.Abs(llr+back) > 1e-6 {
			t.Errorf("%v: %v, exchanged %v", counts, llr, back)
		}
		counts[4] += 5
		if better := s.LLR(counts); better <= llr {
			t.Errorf("%v: five pairs won raise %v to %v", counts, llr, better)
		}
	}
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	if llr := s.LLR(make([]int, 5)); math.Abs(llr) > 0.001 {
		t.Errorf("no games: %v", llr)
	}
}

// TestJudge checks the bounds of the usual error rates, and the verdicts around them.
func TestJudge(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	if low, high := s.Bounds(); math.Abs(low+2.944) > 0.001 || math.Abs(high-2.944) > 0.001 {
		t.Errorf("bounds %v and %v", low, high)
	}
	for llr, want := range map[float64]string{-3: "0 true", -2.9: "0 false", 0: "0 false", 2.9: "0 false", 3: "10 true"} {
		if got := fmt.Sprintln(s.Accepted(llr)); got != want+"\n" {
			t.Errorf("%v is judged %v, want %v", llr, got, want)
		}
	}
	if low, high := (&SPRT{Elo1: 1, Alpha: 0.01, Beta: 0.1}).Bounds(); math.Abs(low-math.Log(0.1/0.99)) > 1e-9 || math.Abs(high-math.Log(90)) > 1e-9 {
		t.Errorf("bounds %v and %v", low, high)
	}
}

// TestErrors plays many tests of players whose difference is known: wrong verdicts must not
// be more frequent than permitted.
func TestErrors(t *testing.T) {
	for _, row := range []struct {
		elo   float64
		wrong float64
	}{{0, 40}, {40, 0}} {
		rng := rand.New(rand.NewPCG(7, 7))
		s := SPRT{Elo0: 0, Elo1: 40, Alpha: 0.05, Beta: 0.05}
		win := Score(row.elo)
		const tests = 400
		wrong, games := 0, 0
		for range tests {
			counts := make([]int, 5)
			for accepted, decided := 0.0, false; !decided; {
				score := 0
				for range 2 {
					if games++; rng.Float64() < win {
						score += 2
					}
				}
				counts[score]++
				if accepted, decided = s.Accepted(s.LLR(counts)); decided && accepted == row.wrong {
					wrong++
				}
			}
		}
		if wrong > tests*8/100 {
			t.Errorf("at Elo %v, %d of %d tests are wrong", row.elo, wrong, tests)
		}
		if mean := games / tests; mean > 1000 {
			t.Errorf("at Elo %v, a test takes %d games", row.elo, mean)
		}
	}
}

func TestSPRTCheck(t *testing.T) {
	for _, row := range []struct {
		s  SPRT
		ok bool
	}{
		{SPRT{0, 10, 0.05, 0.05}, true},
		{SPRT{-10, -5, 0.01, 0.1}, true},
		{SPRT{10, 0, 0.05, 0.05}, false},
		{SPRT{5, 5, 0.05, 0.05}, false},
		{SPRT{math.NaN(), 5, 0.05, 0.05}, false},
		{SPRT{0, 10, 0, 0.05}, false},
		{SPRT{0, 10, 0.05, 0.5}, false},
		{SPRT{0, 10, math.NaN(), 0.05}, false},
	} {
		if err := row.s.Check(); (err == nil) != row.ok {
			t.Errorf("%+v: %v", row.s, err)
		}
	}
}

func TestSPRTReport(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, row := range []struct {
		pairs [5]int
		want  string
	}{
		{[5]int{}, "LLR 0.00 [-2.94, 2.94] of Elo 0 against 10"},
		{[5]int{0, 0, 3, 60, 60}, "Elo 10 is accepted"},
		{[5]int{60, 60, 3, 0, 0}, "Elo 0 is accepted"},
	} {
		if got := s.Report(Tally{Pairs: row.pairs}); !strings.Contains(got, row.want) {
			t.Errorf("%v: %q, want %q", row.pairs, got, row.want)
		}
	}
}
