// Package train has the rules of training with puzzles, which the command line and the
// page share: the puzzle of the day, the streak, the storm, the race, the schedule of
// failed puzzles, and the record of a player's progress with its file format.
//
// # Days
//
// A day is the number of days since 1 January 1970 in UTC. Everybody has the same puzzle
// on a day. The puzzles are listed in days.txt. Releases append to this list, and never
// change a day that has passed, so the puzzle of a past day stays the same when puzzles
// are added. Puzzles rated above 2000 come after all others. After its end the list begins
// again. See [Daily].
//
// # The streak
//
// A day counts if its puzzle is solved on that day, at any try. The streak is the number
// of days that count, up to today. One missed day does not end it, if no other day was
// missed in the six days before; this is the day of grace, and it adds nothing. Today is
// not missed before it is over. See [Progress.Streak].
//
// # The storm
//
// A storm lasts three minutes from the first action. Its puzzles go from easy to hard.
// Right actions in a row are a combo: the 5th gives 3 seconds more, the 12th 5, the 20th
// 7, the 30th and each 10th after it 10. A wrong action costs 10 seconds, ends the combo,
// and brings the next puzzle. The score is the number of puzzles solved. See [Run].
//
// A race is a storm whose puzzles follow from its code, so that all players get the same
// puzzles and can compare their results. See [Race].
//
// # What comes again
//
// A failed puzzle comes again by the schedule of package review, as the mistakes of games
// do. See [Progress.Again].
//
// # The record
//
// A [Progress] has what was answered and when, and nothing that follows from it. So two
// devices can merge their records without losing or double-counting anything. Merging is
// commutative, associative and idempotent. The text of a record is JSON. Equal records
// have equal texts:
//
//	{"banchess":"progress","version":1,
//	 "before":[1240,63,12],
//	 "puzzles":[["gt9b5pk",600,60,1795644000,20783,1,20784,3],["zq82ztv",0,0,0]],
//	 "days":[[20783,3]],"storms":[[20783,17]],"lessons":[1,2],"mistakes":{…},
//	 "games":[["4f1c…","[Event …"]]}
//
// These are the members:
//
//   - "before" is what an older release knew: the rating, the number of answers behind it, and
//     the longest row of solved puzzles. When two are merged, the rating with more answers
//     and the longer row stay.
//   - A puzzle is its id, its rating and the error of that, the second of the first answer (0 if
//     an older release counted it), and then the day and the grade of each answer. A puzzle
//     without answers had a hint.
//   - A day has the grade of its puzzle, a storm the best score of its day.
//   - "mistakes" is a state of package review.
//   - A game is its id and its PGN.
//
// If two devices answered a puzzle on the same day, the lower grade stays, so that the
// puzzle comes again. The first answer counts for the rating; if its grade is another
// one, [second, grade] stands in place of the second.
//
// # Games
//
// Two games with one id are merged into one if the main line of one is the beginning of
// the other's. The result has everything that both have: the longer line, variations and
// comments. Otherwise both games stay, and the second gets a new id: the id of the first,
// "--", and letters that follow from its PGN. So importing a game again adds nothing.
// Which of the two keeps the id depends on which record is merged into the other; apart
// from that, merging games is commutative too.
//
// # What is refused
//
// A text is refused as a whole, with the code bad_progress, if anything in it is wrong: a
// repeated member; puzzles, days, storms, lessons or games that are repeated or out of
// order; a number out of its bounds. The text of another device is also refused if it has
// a day more than two days ahead, or a game that cannot be read. Unknown members are ignored. See
// [Progress.TakeIn].
package train
