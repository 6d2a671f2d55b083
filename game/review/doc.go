// Package review turns the mistakes of reported games into exercises: "White banned f3.
// Find a better ban." They come back on a schedule, a few a day.
//
// # Exercises
//
// [Find] takes the exercises of a game from a tree into which a report was written: each
// ban or move with a mark, if the tree has what was better. An exercise is identified by
// its position, so the same mistake in two games is one exercise.
//
// An answer is right if it keeps at least as much as the better action, by
// [report.Keeps].
//
// # The schedule
//
// The schedule is FSRS-5, the Free Spaced Repetition Scheduler of Jarrett Ye and others
// (https://github.com/open-spaced-repetition), with its default weights, for a retention
// of 90%, in whole days. Its formulas are in fsrs.go. A wrong answer is [Again], a right
// one after a hint is [Hard], and a right one at once is [Good].
//
// Days are those of the player; see [DayOf]. Only the first answer to an exercise on a
// day counts. A fixed number of new exercises begins each day, the worst mistakes first.
// Old ones come when they are due.
//
// # The state
//
// A [State] holds exercises and their answers, and nothing that follows from them. So two
// devices can merge their states without losing or double-counting an answer. Merging is
// commutative, associative and idempotent. The text of a state is JSON. Equal states have
// equal texts:
//
//	{"version":1,"cards":[{"id":"…","game":"…","fen":"…","played":"b:a2a3","mark":4,
//	"best":{"centipawns":20},"better":["b:f3f7"],"text":"…","answers":[[20416,1],[20417,3]]}]}
//
// An answer is the day and the grade. A card that the player has dropped has
// "dropped":true.
package review
