// Package report judges a game and explains what could have been better.
//
// # How it works
//
// Each position of a line is looked at by one search of [Nodes] positions that knows
// nothing of the searches before, so that the answer is the same on every machine. A
// [Look] has an evaluation and the best line. [Judge] compares two evaluations; what
// was the best there was is no mistake. [Explain] finds out why an action that has a
// mark deserves it. [Make] does all of it for a line of a tree, and [Report.Write]
// writes it into the tree as a PGN has it.
//
// # The rules of explaining
//
// A wrong explanation is worse than none. Each rule makes a claim only where the lines
// of the searches, played by the rules of the game, show it. They are tried in this
// order, and the first that fits is the [Kind] of the explanation:
//
//   - [AllowsMate]: the search after the action has proven a mate of the other side.
//     [engine.Solve] looks for a shorter one, of at most two turns.
//   - [MissesMate]: the search before the action had proven a mate of the player, and
//     the one after it has not. A mate of more than two turns counts only where what is
//     left is less than 95 % of the chances: otherwise it may be there still.
//   - [Stalemate]: the action, or the line after it, ends in stalemate, by a ban or
//     not, the line is worth 0, and the player was better before.
//   - [LosesMaterial]: the line after the action takes more of the player's material
//     than of the other's. It is told as far as to a place of at most ten actions, of five
//     for a pawn or two, where the player is to move again, and what is lost there stays lost at each such place
//     that follows: the line goes on for six actions at least, or the place is quiet,
//     which means that no captures gain anything for the player, given that the best one
//     is always banned. Pieces of as many points that both sides lose are made up for.
//   - [MissesMaterial]: the same of the line that was better: it wins material, and the
//     line after the action does not.
//   - [WastesBan]: the ban takes away a move that was no threat: the look at the
//     position after that move says that it leaves the other side with less than the
//     best ban did.
//   - [LeavesThreat]: the ban leaves the move that should have been banned, and the
//     line after it begins with that move.
//   - [Numbers]: no rule fits, and only the numbers are told.
//
// A material claim needs more. The action is a mistake, and for less than three points
// a blunder: a larger search often thinks better of what costs little. No pawn becomes a
// piece in the line. The two lines differ by about as much as is claimed, and so do
// their evaluations. Points are 1 for a pawn, 3 for a knight or bishop, 5 for a rook,
// and 9 for a queen.
package report
