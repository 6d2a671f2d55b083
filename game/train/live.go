package train

import "strings"

// What a race whose racers see each other's counts bounds. Times are in milliseconds.
const (
	FastestPuzzle = 500 // nobody ends two puzzles in a second, right or wrong
	FastestAction = 250
	longestPuzzle = 10 // own actions, at most; the longest that the page has are of four turns
)

// Redraw returns another race with the same set of puzzles. random may be any number.
func Redraw(r Race, random uint64) Race {
	return Race{Code: r.Code[:setLetters] + letters(codeLength-setLetters, next(&random))}
}

// HaveSameSet reports whether a race has the set of puzzles that a code names.
func HaveSameSet(r Race, code string) bool { return strings.HasPrefix(code, r.Code[:setLetters]) }

// LastEnd returns the latest time at which a storm with a possible result can end, in
// milliseconds after its start. Each wrong action ends a row of right ones, no row is
// longer than the longest, and a row gives no more than a second for each action. So no
// storm lasts longer than about seventeen minutes.
func LastEnd(r Result) int64 {
	row := manyBonus * int64(max(r.Combo-manyCombo, 0)/10)
	for combo, bonus := range comboBonus {
		if combo <= r.Combo {
			row += bonus
		}
	}
	actions := int64(r.Score+r.Wrong+1) * longestPuzzle
	return StormTime + min(int64(r.Wrong+1)*row, actions*1000) - int64(r.Wrong)*WrongCosts
}

// IsPossible reports whether a storm can have a result so many milliseconds after its
// start.
func IsPossible(r Result, after int64) bool {
	return min(r.Score, r.Wrong, r.Combo) >= 0 && max(r.Score, r.Wrong) <= stormPuzzles && r.Score+r.Wrong <= stormPuzzles &&
		r.Combo <= longestPuzzle*(r.Score+1) &&
		int64(r.Score+r.Wrong)*FastestPuzzle <= after && int64(r.Combo) <= after/FastestAction &&
		r.Score <= (r.Wrong+1)*r.Combo
}
