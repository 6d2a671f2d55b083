package train

import (
	"slices"

	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/review"
)

// TakeOld imports the score that an older release kept, as JSON: a rating, counts, and
// which puzzles were solved. It does so only once, and ignores a text that cannot be
// read. The failed puzzles come again from this day of the player on.
func (p *Progress) TakeOld(text string, day int) {
	var before Before
	var solved, failed, streak int
	var old Progress
	ok := jsontext.ReadObject(text, func(name, value string) bool {
		switch name {
		case "rating":
			return jsontext.ReadInt(value, 0, maxRating, &before.Rating)
		case "solved":
			return jsontext.ReadInt(value, 0, maxPuzzles, &solved)
		case "failed":
			return jsontext.ReadInt(value, 0, maxPuzzles, &failed)
		case "streak":
			return jsontext.ReadInt(value, 0, maxPuzzles, &streak)
		case "best":
			return jsontext.ReadInt(value, 0, maxPuzzles, &before.Best)
		case "seen":
			return jsontext.ReadObject(value, func(id, value string) bool {
				g := review.Again
				if value == "true" {
					g = review.Good
				}
				old.addPuzzle(&Puzzle{ID: id, First: g, Answers: []review.Answer{{Day: day, Grade: g}}})
				return isID(id) && len(old.puzzles) <= maxPuzzles
			})
		case "hinted":
			return jsontext.ReadArray(value, func(value string) bool {
				var id string
				ok := jsontext.ReadString(value, &id) && isID(id)
				old.Hint(id)
				return ok
			})
		}
		return true
	})
	before.Answered = solved + failed
	isKnown := p.before != (Before{}) || slices.ContainsFunc(p.puzzles, func(x *Puzzle) bool { return x.At == 0 && len(x.Answers) > 0 })
	if !ok || before.Answered > maxPuzzles || isKnown {
		return
	}
	if before.Answered > 0 {
		old.before = before
	}
	_ = p.Merge(&old) // what is too much is left out
}
