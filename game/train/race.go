package train

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// The codes of races.
const (
	// CodeBadRace: text that is not a race.
	CodeBadRace game.Code = "bad_race"
	// CodeOtherPuzzles: a race with the puzzles of another release.
	CodeOtherPuzzles game.Code = "other_puzzles"
)

// A Race is a storm with the same puzzles for everybody who takes part. Its text is its
// code, "k3v9x2ab". With the result of a player it is "k3v9x2ab/17-2-31": the puzzles
// solved, the wrong actions, and the longest combo.
type Race struct {
	Code   string
	Result *Result // the result of the player who sent it, or nil
}

// Result is the result of a storm.
type Result struct{ Score, Wrong, Combo int }

// String returns the result as the text of a race has it.
func (r Result) String() string { return fmt.Sprintf("%d-%d-%d", r.Score, r.Wrong, r.Combo) }

// Compare returns +1 if a result is better than another, -1 if it is worse, 0 if they are
// equal: more puzzles are better, then fewer wrong actions, then a longer combo.
func (r Result) Compare(other Result) int {
	for _, more := range []int{r.Score - other.Score, other.Wrong - r.Wrong, r.Combo - other.Combo} {
		if more != 0 {
			return min(max(more, -1), 1)
		}
	}
	return 0
}

// The letters of a code. The first of them tell the puzzles, the others are the seed.
const (
	raceLetters = "0123456789abcdefghjkmnpqrstvwxyz"
	setLetters  = 3
	codeLength  = 8
	mostInRace  = 9999
)

func letters(n int, of uint64) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = raceLetters[of&31]
		of >>= 5
	}
	return string(text)
}

// setOf returns the letters that tell a set of puzzles.
func setOf(items []Item) string {
	var all strings.Builder
	for _, item := range sorted(items) {
		all.WriteString(item.ID + " " + strconv.Itoa(item.Rating) + "\n")
	}
	return letters(setLetters, hash(all.String()))
}

// NewRace returns a race with these puzzles. random may be any number.
func NewRace(items []Item, random uint64) Race {
	return Race{Code: setOf(items) + letters(codeLength-setLetters, next(&random))}
}

// ParseRace reads the text of a race.
func ParseRace(text string) (Race, error) {
	bad := func() (Race, error) {
		return Race{}, &game.Error{Code: CodeBadRace, Message: "this is not a race", Hint: "give its code, eight letters and digits, as it was sent to you", Input: text}
	}
	code, result, hasResult := strings.Cut(text, "/")
	if len(code) != codeLength || strings.Trim(code, raceLetters) != "" {
		return bad()
	}
	race := Race{Code: code}
	if hasResult {
		race.Result = &Result{}
		parts := strings.Split(result, "-")
		if len(parts) != 3 {
			return bad()
		}
		for i, n := range []*int{&race.Result.Score, &race.Result.Wrong, &race.Result.Combo} {
			if !jsontext.ReadInt(parts[i], 0, mostInRace, n) {
				return bad()
			}
		}
		if race.Result.String() != result {
			return bad()
		}
	}
	return race, nil
}

// String returns the text of the race.
func (r Race) String() string {
	if r.Result == nil {
		return r.Code
	}
	return r.Code + "/" + r.Result.String()
}

// Order returns the puzzles of the race, which are the same for everybody.
func (r Race) Order(items []Item) ([]string, error) {
	if !strings.HasPrefix(r.Code, setOf(items)) {
		return nil, &game.Error{Code: CodeOtherPuzzles, Message: "the race has the puzzles of another release", Hint: "begin a new one, when both have the same release", Input: r.Code}
	}
	return Order(items, r.Code), nil
}
