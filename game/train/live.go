package train

// What a race whose racers see each other's counts bounds, in milliseconds.
const (
	FastestPuzzle = 500 // nobody solves two puzzles in a second
	FastestAction = 250
)

// Redraw returns another race with the same set of puzzles. Any number will do for random.
func Redraw(r Race, random uint64) Race {
	return Race{Code: r.Code[:setLetters] + letters(codeLength-setLetters, next(&random))}
}

// LastEnd returns the latest end of a storm with a possible result, in milliseconds after its begin.
// Each wrong action ends a row of right ones, and no row is longer than the longest.
func LastEnd(r Result) int64 {
	row := int64(0)
	for combo := range r.Combo {
		row += bonusAt(combo + 1)
	}
	return StormTime + int64(r.Wrong+1)*row - int64(r.Wrong)*WrongCosts
}

// IsPossible reports whether a storm can have a result some milliseconds after its begin.
func IsPossible(r Result, after int64) bool {
	return min(r.Score, r.Wrong, r.Combo) >= 0 && max(r.Score, r.Wrong) <= stormPuzzles && r.Combo <= mostInRace && r.Score+r.Wrong <= stormPuzzles &&
		int64(r.Score)*FastestPuzzle <= after && int64(r.Combo) <= after/FastestAction &&
		r.Score <= (r.Wrong+1)*r.Combo
}
