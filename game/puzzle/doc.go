// Package puzzle holds puzzles of Ban Chess: what a puzzle claims, the text that
// keeps many of them, the exhaustive search that proves one, and the walk through
// its line.
//
// # What a puzzle claims
//
// The solver is the player who acts in the position. Exactly one action reaches the
// goal, whatever the opponent does:
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
// The Line is a tree. Where the solver acts it has every action that still reaches
// the goal in the turns that are left. Any stands for all bans that are not named
// beside it, where any ban will do. Where the opponent acts it has one action, the
// one that holds out longest. So a program that shows a puzzle needs the rules and
// no search.
//
// # The proof
//
// Verify tries everything. It uses no evaluation, no pruning, and no knowledge of
// the engine that found the puzzle. It reports an error unless it finds the actions
// of the line at each of the solver's plies. The captures that follow a gain of
// material are played by the rule of bans: the best capture is banned. Repetition
// and the fifty-move rule do not count, since a puzzle has no past and is shorter.
//
// # Wrong actions
//
// Attempt.Refute shows what a wrong action comes to: the opponent's best reply, found by the
// same search, and what is lost, as a Reason with its numbers and as a sentence. Of several
// replies that keep the goal off it takes the one that captures most. The terminal and the page
// show the same line and the same sentence. So they do with Attempt.Hint, which tells of the next
// action which piece it is of, and Attempt.Outcome, which tells at the end what was reached.
//
// # The rating
//
// A Standing is somebody's rating, counts and streak. An Event with a puzzle changes it by
// Standing.Record alone, in the page and in the terminal, as this table says:
//
//	event                     not answered   with a hint    failed      solved
//	solved                    +  solved s    =  solved      =  later    =
//	wrong answer              -  failed s    -  failed s    =           =
//	hint: the piece is told   =  hint        =              =           =
//	the action is told        -  failed s    -  failed s    =           =
//	left, or given up         =              =              =           =
//
// What comes again follows from the same events, as the package train has it: a wrong answer
// and an action that is told have the grade "again", solving with a hint "hard", and solving
// "good", or "hard" on the day of a failure. Of a day the first grade counts. A hint alone has
// none, and neither has leaving. Progress.Count there decides it, for the page and the terminal.
//
// The rating rises (+), falls (-) or stays (=). The puzzle counts as solved or failed by its
// first answer, and once. s: the streak goes on or ends. So a wrong answer counts at once,
// and trying again does not make it good. On the same day it stays failed, since its answer has
// just been seen; solved on a later day it is solved later, and what is not comes before it. A
// solution that is shown counts as a wrong answer, also after a hint. A hint costs what solving would have
// gained, even if the puzzle is left and solved on another day. To leave a puzzle, or to give
// it up without looking at the solution, costs nothing; it comes again.
//
// The rating is Glicko-2: a puzzle is an opponent, whose deviation is the error of its
// rating, and each answer a rating period. A rated answer changes it by a point at least.
//
// # The text
//
// A file begins with the line "# banchess puzzles 1". Empty lines and other lines
// that begin with # are comments. Every other line is a puzzle of seven fields with
// semicolons between them:
//
//	id;rating;goal;themes;proof;FEN;line
//	7h2kq0c;1250~60;mate 2;checkmate-by-ban endgame first-move mate-in-2;812;… w - - 0 1 2;g1g7 h8h7 …
//
// The id is a hash of the position and never changes. The rating may have its error after
// it, one standard deviation. The themes follow from the
// other fields and are there for programs that only read. The proof is the number of
// positions that Verify looks at. Actions in the line have no m: and b:, since their
// ply tells bans from moves; (a … | b …) are alternatives, and * is Any. The
// counters of a position are as small as they can be.
//
// Reading is strict, and safe for any input: it refuses a line that would be written
// differently, and names it.
package puzzle
