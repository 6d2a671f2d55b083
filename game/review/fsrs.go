package review

import (
	"math"
	"time"
)

// Grade is how an exercise was answered.
type Grade uint8

// The grades, with the numbers of FSRS. Its 4, easy, is not used.
const (
	Again Grade = 1 // wrong, or the solution was shown
	Hard  Grade = 2 // right, after a hint
	Good  Grade = 3 // right at once
)

// DayOf returns the day of a time in its time zone, as the number of days since 1 January
// 1970.
func DayOf(t time.Time) int {
	y, m, d := t.Date()
	return int(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// weights are the default ones of FSRS-5.
var weights = [19]float64{
	0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192,
	1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
}

// The forgetting curve: the chance to remember after so many days is
// (1 + factor·days/stability)^decay, which is the retention after as many days as the
// stability is.
const (
	retention = 0.9
	decay     = -0.5
	factor    = 1/(retention*retention) - 1
	longest   = 36500 // days
)

// memory is the model of how well an exercise is remembered.
type memory struct {
	stability, difficulty float64
	interval              int // days to the next answer
}

// power is math.Pow of numbers above 0, without the rest, which browsers would load too.
func power(x, y float64) float64 { return math.Exp(y * math.Log(x)) }

// first returns the memory after the first answer.
func first(g Grade) memory {
	return memory{stability: weights[g-1], difficulty: firstDifficulty(g)}.scheduled(g, func(g Grade) float64 { return weights[g-1] })
}

// after returns the memory after another answer, so many days later.
func (m memory) after(days int, g Grade) memory {
	recalled := power(1+factor*float64(days)/m.stability, decay)
	stability := func(g Grade) float64 {
		if g == Again {
			return min(m.stability, weights[11]*power(m.difficulty, -weights[12])*(power(m.stability+1, weights[13])-1)*math.Exp((1-recalled)*weights[14]))
		}
		penalty := 1.0
		if g == Hard {
			penalty = weights[15]
		}
		return m.stability * (1 + math.Exp(weights[8])*(11-m.difficulty)*power(m.stability, -weights[9])*(math.Exp((1-recalled)*weights[10])-1)*penalty)
	}
	change := -weights[6] * (float64(g) - 3)
	difficulty := m.difficulty + (10-m.difficulty)*change/9
	difficulty = weights[7]*firstDifficulty(4) + (1-weights[7])*difficulty
	return memory{stability: stability(g), difficulty: min(max(difficulty, 1), 10)}.scheduled(g, stability)
}

func firstDifficulty(g Grade) float64 {
	return min(max(weights[4]-math.Exp(weights[5]*float64(g-1))+1, 1), 10)
}

// scheduled sets the interval, which is longer for a better grade.
func (m memory) scheduled(g Grade, stability func(Grade) float64) memory {
	days := func(g Grade) int {
		return min(max(int(math.Round(stability(g)/factor*(power(retention, 1/decay)-1))), 1), longest)
	}
	again, hard, good := days(Again), days(Hard), days(Good)
	again = min(again, hard)
	hard = max(hard, again+1)
	m.interval = [...]int{Again: again, Hard: hard, Good: max(good, hard+1)}[g]
	return m
}
