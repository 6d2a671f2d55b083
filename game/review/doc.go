// Package review gives the mistakes of reported games back as exercises: "White banned
// f3. Find a better ban." They come by a schedule, a few a day.
//
// # Exercises
//
// [Find] reads the moments of a game out of a tree that a report was written into: each
// ban or move with a mark, beside which stands what was better. An exercise is known by
// its position, so that the same mistake in two games is one exercise.
//
// An answer is right if it keeps at least as much as the better action, as
// [report.Keeps] has it.
//
// # The schedule
//
// The schedule is FSRS-5, the Free Spaced Repetition Scheduler of Jarrett Ye and others
// (https://github.com/open-spaced-repetition), with its default weights, for a retention of
// 90%, in whole days. Its formulas are in fsrs.go. A wrong answer is [Again], a right one
// after a hint is [Hard], and a right one at once is [Good].
//
// Days are those of the player: see [DayOf]. An exercise is answered once a day: the first
// answer counts. New exercises begin at a number a day, the gravest first, and old ones come
// when they are due.
//
// # The state
//
// A [State] holds exercises and their answers, and nothing that follows from them. So
// the states of two devices are merged without a loss, and no answer counts twice.
// Merging is commutative, associative and idempotent. The text of a state is JSON, and
// the same for the same state:
//
//	{"version":1,"cards":[{"id":"…","game":"…","fen":"…","played":"b:a2a3","mark":4,
//	"best":{"centipawns":20},"better":["b:f3f7"],"text":"…","answers":[[20416,1],[20417,3]]}]}
//
// An answer is the day and the grade. A card that the player does not want any more has
// "dropped":true.
package review
