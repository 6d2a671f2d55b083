// Package puzzle holds puzzles of Ban Chess: what a puzzle claims, the file format of
// puzzles, the exhaustive search that proves a puzzle, and the walk through its line.
//
// # What a puzzle claims
//
// The solver is the player who acts in the position. Exactly one action reaches the goal,
// whatever the opponent does:
//
//   - Mate: checkmate in a number of turns, and not in fewer. A turn is a move and
//     the ban after it; a ban that comes first is a turn too.
//   - Defend: a ban after which the opponent has no forced mate in a number of
//     turns. After every other ban there is one.
//   - Only: a move after which the opponent has no forced mate in a number of turns.
//     After every other move there is one.
//   - Material: a gain in pawns (a knight and a bishop count 3, a rook 5, a queen 9)
//     that is still there after a number of turns and all captures that follow. Every
//     other action gains at least two pawns less.
//   - Stalemate: a draw by stalemate or by material in a number of turns, for a
//     solver who is at least five pawns behind.
//
// # The line
//
// The Line is a tree. Where the solver acts, it has every action that still reaches the
// goal in the turns that are left. If any ban will do, Any stands for all bans that are
// not named beside it. Where the opponent acts, it has one action, the one that holds out
// longest. So a program that shows a puzzle needs the rules, but no search.
//
// # The proof
//
// Verify tries everything. It uses no evaluation, no pruning, and no knowledge of the
// engine that found the puzzle. At each of the solver's plies it must find exactly the
// actions of the line; otherwise it reports an error. It plays the captures that follow a
// gain of material by the rule of bans: the best capture is banned. Repetition and the
// fifty-move rule do not count, because a puzzle has no past and is too short for them.
//
// # Wrong actions
//
// Attempt.Refute shows why an action is wrong: the opponent's best reply, found by the
// same search, and what is lost, as a Reason with numbers and as a sentence. If several
// replies prevent the goal, it takes the one that captures most. Attempt.Hint names the
// piece of the next action, and at the end Attempt.Outcome says what was reached. The
// terminal and the page show the same lines and the same sentences.
//
// # The rating
//
// A Standing is a player's rating, counts and streak. Only Standing.Record changes it,
// both in the page and in the terminal. It takes an Event with a puzzle, and this table
// says what each event does:
//
//	event                     not answered   with a hint    failed      solved
//	solved                    +  solved s    =  solved      =  later    =
//	wrong answer              -  failed s    -  failed s    =           =
//	hint: the piece is told   =  hint        =              =           =
//	the action is told        -  failed s    -  failed s    =           =
//	left, or given up         =              =              =           =
//
// The columns say what happened to the puzzle before. The rating rises (+), falls (-) or
// stays (=). "s" means that the streak goes on or ends. "later" means that the puzzle was
// solved on a later day than it failed; unsolved puzzles come before it.
//
// A puzzle counts as solved or failed once, by its first answer. So a wrong answer counts
// at once, and trying again does not undo it. On the same day the puzzle stays failed,
// because its answer has just been seen. A solution that is shown counts as a wrong
// answer, also after a hint. A hint costs what solving would have gained, even if the
// puzzle is left and solved on another day. Leaving a puzzle, or giving it up without
// looking at the solution, costs nothing; the puzzle comes again.
//
// The rating is Glicko-2: a puzzle is an opponent, whose deviation is the error of its
// rating, and each answer is a rating period. A rated answer changes the rating by at
// least one point.
//
// The same events decide when a puzzle comes again. A wrong answer, and an action that is
// told, have the grade "again". Solving has the grade "good", or "hard" after a hint or
// on the day of a failure. Only the first grade of a day counts. A hint alone, and
// leaving, have no grade. Progress.Count in package train applies this, for the page and
// the terminal.
//
// # The text
//
// A file begins with the line "# banchess puzzles 1". Empty lines, and other lines that
// begin with #, are ignored. Every other line is a puzzle with seven fields, separated by
// semicolons:
//
//	id;rating;goal;themes;proof;FEN;line
//	7h2kq0c;1250~60;mate 2;checkmate-by-ban endgame first-move mate-in-2;812;… w - - 0 1 2;g1g7 h8h7 …
//
// These are the fields:
//
//   - The id is a hash of the position, and never changes.
//   - The rating may be followed by its error, one standard deviation.
//   - The themes follow from the other fields. They are for programs that only read.
//   - The proof is the number of positions that Verify looks at.
//   - The FEN has the smallest counters that the position can have.
//   - The actions in the line have no m: and b:, because their ply tells bans from
//     moves. (a … | b …) are alternatives, and * is Any.
//
// Reading is strict, and safe for any input: a line that would be written differently is
// refused, with its number.
package puzzle
