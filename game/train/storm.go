package train

import (
	"hash/fnv"
	"io"
	"slices"
	"sort"
)

// The times of a storm, in milliseconds.
const (
	StormTime    = 3 * 60 * 1000
	WrongCosts   = 10 * 1000
	manyCombo    = 30 // from here on each tenth has a bonus
	manyBonus    = 10 * 1000
	stormPuzzles = 80 // at most
)

// comboBonus has the bonuses, in milliseconds.
var comboBonus = map[int]int64{5: 3000, 12: 5000, 20: 7000, manyCombo: manyBonus}

// bonusAt returns the bonus of an action that makes a row of right ones so long.
func bonusAt(combo int) int64 {
	if combo > manyCombo && combo%10 == 0 {
		return manyBonus
	}
	return comboBonus[combo]
}

// A Run is a storm that is being played. The zero Run has not begun. Times are in
// milliseconds, by any clock that never goes back.
type Run struct {
	Score int   // puzzles solved
	Wrong int   // wrong actions
	Combo int   // right actions since the last wrong one
	Best  int   // the longest combo
	Ends  int64 // 0 before the first action
}

// Left returns the time that is left.
func (r *Run) Left(now int64) int64 {
	if r.Ends == 0 {
		return StormTime
	}
	return max(r.Ends-now, 0)
}

// IsOver reports whether the time is up.
func (r *Run) IsOver(now int64) bool { return r.Left(now) == 0 }

// begin begins the storm with its first action, and reports whether an action still counts.
func (r *Run) begin(now int64) bool {
	if r.Ends == 0 {
		r.Ends = now + StormTime
	}
	return !r.IsOver(now)
}

// Right counts a right action, and returns the time that it gives. isSolved says that it
// was the last one of its puzzle.
func (r *Run) Right(now int64, isSolved bool) (bonus int64) {
	if !r.begin(now) {
		return 0
	}
	if isSolved {
		r.Score++
	}
	r.Combo++
	r.Best = max(r.Best, r.Combo)
	bonus = bonusAt(r.Combo)
	r.Ends += bonus
	return bonus
}

// Miss counts a wrong action, after which the next puzzle comes.
func (r *Run) Miss(now int64) {
	if !r.begin(now) {
		return
	}
	r.Wrong++
	r.Combo = 0
	r.Ends -= WrongCosts
	if r.Ends == 0 { // which stands for a storm that has not begun
		r.Ends--
	}
}

// An Item is what a storm has to know of a puzzle.
type Item struct {
	ID string
	Strength
}

// Order returns the puzzles of a storm, from easy to hard: it takes one puzzle from each
// of as many groups of puzzles with similar ratings. The result depends on the seed and
// on which puzzles there are, not on their order.
func Order(items []Item, seed string) []string {
	all := sorted(items)
	n := min(stormPuzzles, len(all))
	random := hash(seed)
	ids := make([]string, n)
	for i := range ids {
		from, to := i*len(all)/n, (i+1)*len(all)/n
		ids[i] = all[from+int(next(&random)%uint64(to-from))].ID
	}
	return ids
}

func sorted(items []Item) []Item {
	all := slices.Clone(items)
	sort.Sort(byRating(all))
	return all
}

// byRating sorts puzzles by their rating. Like byTime it uses the sort of the standard
// library that browsers load already: each one of package slices would be another function.
type byRating []Item

func (s byRating) Len() int      { return len(s) }
func (s byRating) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s byRating) Less(i, j int) bool {
	return s[i].Rating < s[j].Rating || s[i].Rating == s[j].Rating && s[i].ID < s[j].ID
}

// hash is 64-bit FNV-1a.
func hash(text string) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, text)
	return h.Sum64()
}

// next is SplitMix64: the next random number of a state.
func next(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
