// Package train has the rules of training with puzzles, which the command line and the page
// share: the puzzle of the day, the streak, the storm, the race, the schedule of what was
// failed, and the record of a player's progress with its file.
//
// # Days
//
// A day is the number of days since 1 January 1970 in UTC. The puzzle of a day is the same
// everywhere. It stands in days.txt, a list to which releases append and in which they change
// nothing that has passed: so the puzzle of a past day stays what it was when puzzles are
// added. After its end the list begins again. See [Daily].
//
// # The streak
//
// A day counts when its puzzle is solved on that day, at whichever try. The streak is the
// number of days that count, up to today. A missed day does not end it if no other was missed
// in the six days before: that is the day of grace. It adds nothing. Today is not missed
// before it is over. See [Progress.Streak].
//
// # The storm
//
// A storm lasts three minutes, from the first action. The puzzles go from easy to hard. Right
// actions in a row are a combo: its 5th gives 3 seconds, the 12th 5, the 20th 7, the 30th and
// each 10th after it 10. A wrong action costs 10 seconds, ends the combo, and the next puzzle
// comes. The score is the number of puzzles solved. See [Run].
//
// A race is a storm whose puzzles follow from its code, so that two players get the same, and
// whose results are compared. See [Race].
//
// # What comes again
//
// A puzzle that was failed comes again by the schedule of the package review, as mistakes of
// games do. See [Progress.Again].
//
// # The record
//
// A [Progress] holds what was answered and when, and nothing that follows from it. So the
// records of two devices are merged without a loss, and nothing counts twice. Merging is
// commutative, associative and idempotent. Its text is JSON, and the same for the same record:
//
//	{"banchess":"progress","version":1,
//	 "before":[1240,63,12],
//	 "puzzles":[["gt9b5pk",600,60,1795644000,20783,1,20784,3],["zq82ztv",0,0,0]],
//	 "days":[[20783,3]],"storms":[[20783,17]],"lessons":[1,2],"mistakes":{…},
//	 "games":[["4f1c…","[Event …"]]}
//
// A puzzle is its id, its rating with the error, the second of the first answer, and then the
// day and the grade of each answer; one without answers had a hint. Of two answers of a day on
// two devices the lower grade stays, so that the puzzle comes again; if that is not the grade
// of the first answer, which counts for the rating, [second, grade] stands for the second. A
// day has the grade of its puzzle, a storm the best score of its day. "before" is what an older
// release knew: the rating, from how many answers, and the longest row of solved puzzles; the
// second of such answers is 0. Of two of them the rating from more answers stays, and the longer
// row. "mistakes" is a state of the package review. A game is its id and its PGN.
//
// # Games
//
// Of two games with one id, of which one main line is the beginning of the other, one game
// stays, with all that both have: the longer line, variations and comments. Otherwise both
// stay: the id of the second is that of the first, "--", and letters that follow from its PGN.
// So a game that is taken in again adds nothing. Which of the two keeps the id depends on who
// takes in whose; but for that, merging is commutative for games too.
//
// A text is refused as a whole, with the code bad_progress, if anything in it is not as it has
// to be: a member that is there twice, puzzles, days, storms, lessons or games that are out of order
// or there twice, a number out of its bounds. That of another device is refused also if it has a
// day that has not come, or a game that does not read. Members that are not known are ignored. See [Progress.TakeIn].
package train
