package puzzle

import "math"

// A Rating is a strength in Glicko-2, as in the paper of Mark E. Glickman, "Example of
// the Glicko-2 system" (2022). With 95% certainty the strength is within two deviations
// of the value. The volatility is how much it is expected to fluctuate.
type Rating struct {
	Value, Deviation, Volatility float64
}

const (
	// tau bounds how fast a volatility changes. The paper has 0.3 to 1.2, and 0.5 in its example.
	tau = 0.5
	// glickoScale is the number of rating points in a unit of the paper's own scale.
	glickoScale = 173.7178
	// precise is how exactly a volatility is computed.
	precise = 1e-6
)

// Expected returns the share of the points that the rating is expected to win against another.
func (r Rating) Expected(other Rating) float64 {
	return 1 / (1 + math.Exp(-weight(other)*(r.Value-other.Value)/glickoScale))
}

// weight says how much a result against a rating tells: less if its deviation is large.
func weight(r Rating) float64 {
	phi := r.Deviation / glickoScale
	return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
}

// A Result is how one encounter ended: 1 for a win, 0 for a loss.
type Result struct {
	Against Rating
	Score   float64
}

// After returns the rating after the results of a rating period. Without results, the
// deviation grows.
func (r Rating) After(results ...Result) Rating {
	phi := r.Deviation / glickoScale
	information, surprise := 0.0, 0.0
	for _, one := range results {
		g, e := weight(one.Against), r.Expected(one.Against)
		information += g * g * e * (1 - e)
		surprise += g * (one.Score - e)
	}
	after := r
	if information > 0 && r.Volatility != 0 { // one of 0 has no logarithm, and stays 0
		after.Volatility = volatility(r.Volatility, phi, 1/information, surprise/information)
	}
	precision := 1/(phi*phi+after.Volatility*after.Volatility) + information
	after.Deviation = glickoScale / math.Sqrt(precision)
	after.Value += glickoScale * surprise / precision
	return after
}

// volatility returns the new volatility: step 5 of the paper, which looks for the zero of f
// between two bounds.
func volatility(sigma, phi, variance, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + variance + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-variance, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+variance {
		for k := 1.0; ; k++ {
			if high = a - k*tau; !(f(high) < 0) { // also if it is not a number
				break
			}
		}
	}
	atLow, atHigh := f(low), f(high)
	for range 100 {
		if math.Abs(high-low) <= precise {
			break
		}
		next := low + (low-high)*atLow/(atHigh-atLow)
		at := f(next)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = next, at
	}
	return math.Exp(low / 2)
}
