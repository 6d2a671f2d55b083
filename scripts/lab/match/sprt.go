package match

import (
	"fmt"
	"math"
	"slices"
)

// SPRT is a sequential probability ratio test of two differences of rating. It
// ends a match as soon as the games distinguish between them. It is that of Fishtest
// and fastchess with their logistic model: the generalized likelihood ratio over
// the scores of pairs of games.
type SPRT struct {
	Elo0, Elo1  float64 // the differences; Elo0 is the lower
	Alpha, Beta float64 // the error rates: how often each is accepted if the other is true
}

// Check refuses a test that cannot end.
func (s *SPRT) Check() error {
	switch {
	case !(s.Elo0 < s.Elo1):
		return fmt.Errorf("elo0 is %v, elo1 %v: want elo0 below elo1", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Alpha < 0.5 && s.Beta > 0 && s.Beta < 0.5):
		return fmt.Errorf("alpha is %v, beta %v: want both between 0 and 0.5", s.Alpha, s.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which Elo0 and Elo1 are accepted.
func (s *SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Accepted returns the difference that a log-likelihood ratio decides for, if it does.
func (s *SPRT) Accepted(llr float64) (elo float64, ok bool) {
	switch low, high := s.Bounds(); {
	case llr <= low:
		return s.Elo0, true
	case llr >= high:
		return s.Elo1, true
	}
	return 0, false
}

// LLR returns the log-likelihood ratio of Elo1 to Elo0 after results. counts has the number
// of results with the lowest score, with the next, and so on: five numbers for
// pairs of games, three for games.
func (s *SPRT) LLR(counts []int) float64 {
	if slices.Max(counts) == 0 {
		return 0
	}
	frequencies, total := make([]float64, len(counts)), 0.0
	for i, n := range counts {
		frequencies[i] = max(float64(n), 1e-3) // as in Fishtest, so that no result is impossible
		total += frequencies[i]
	}
	for i := range frequencies {
		frequencies[i] /= total
	}
	p0 := likeliest(frequencies, Score(s.Elo0))
	p1 := likeliest(frequencies, Score(s.Elo1))
	llr := 0.0
	for i, f := range frequencies {
		llr += f * math.Log(p1[i]/p0[i])
	}
	return total * llr
}

// likeliest returns the probabilities with a given mean score under which the frequencies
// are most likely. They are f/(1+x(score-mean)), with the x that makes them a
// distribution of that mean.
func likeliest(frequencies []float64, mean float64) []float64 {
	away := func(i int) float64 { return float64(i)/float64(len(frequencies)-1) - mean }
	excess := func(x float64) (sum float64) { // decreases as x grows
		for i, f := range frequencies {
			sum += f * away(i) / (1 + x*away(i))
		}
		return sum
	}
	low, high := -1/away(len(frequencies)-1), -1/away(0)
	for range 80 {
		if x := (low + high) / 2; excess(x) > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	p := make([]float64, len(frequencies))
	for i, f := range frequencies {
		p[i] = f / (1 + x*away(i))
	}
	return p
}

// Report returns the state of a test in words: "LLR 1.30 [-2.94, 2.94] of Elo 0 against 10".
func (s *SPRT) Report(t Tally) string {
	llr := s.LLR(t.Pairs[:])
	low, high := s.Bounds()
	text := fmt.Sprintf("LLR %.2f [%.2f, %.2f] of Elo %g against %g", llr, low, high, s.Elo0, s.Elo1)
	if elo, ok := s.Accepted(llr); ok {
		text += fmt.Sprintf(": Elo %g is accepted", elo)
	}
	return text
}
