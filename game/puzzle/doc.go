// Package puzzle holds puzzles of Ban Chess: what one is, the text that many are
// kept in, the exhaustive search that proves one, and the walk through its line.
//
// # What a puzzle claims
//
// The solver is the player who acts in the position. One action alone reaches the goal,
// whatever the opponent does:
//
//   - Mate: checkmate within so many turns, and not within fewer. A turn is a move
//     and the ban after it; a ban that comes first is a turn too.
//   - Defend: a ban after which the opponent has no forced mate within so many
//     turns. Every other ban leaves one.
//   - Only: a move in place of the ban of Defend.
//   - Material: a gain of so many pawns (knight and bishop count 3, rook 5, queen
//     9) that still stands after so many turns and all captures after them. No
//     other action gains more than two pawns less.
//   - Stalemate: a draw, by stalemate or by material, within so many turns, for a
//     solver who is at least five pawns behind.
//
// # The line
//
// The Line is a tree. Where the solver acts it has every action that still reaches
// the goal in the turns that are left; where any ban does, Any stands for those that
// are not named beside it. Where the opponent acts it has one action, the one that
// holds out longest. So a program that shows a puzzle needs the rules and no search.
//
// # The proof
//
// Verify tries everything: no evaluation, no pruning, no knowledge of the engine
// that found the puzzle. At the solver's plies it finds the same actions as the
// line has, or else says what is wrong. The captures after a material gain are
// played out by the rule of bans: of the mover's captures the best is banned.
// Repetition and the fifty-move rule do not enter: a puzzle has no past, and is
// shorter.
//
// # The text
//
// A file begins with the line "# banchess puzzles 1"; after it, lines that begin
// with # and empty lines are passed over, and every other line is a puzzle of seven
// fields with semicolons between them:
//
//	id;rating;goal;themes;proof;FEN;line
//	7h2kq0c;1250;mate 2;checkmate-by-ban endgame first-move mate-in-2;812;… w - - 0 1 2;g1g7 h8h7 …
//
// The id is a hash of the position, and never changes. Themes follow from the rest
// and stand there for those who only read. The proof is the number of positions that
// were looked at. In the line, actions stand without m: and b:, since their ply says
// which they are; (a … | b …) are alternatives, * is Any. Counters of a position are
// as small as they can be.
//
// Reading is strict, and safe for any input: what does not come back the same when
// it is written is refused, with the line it stands in.
package puzzle
