// Package report judges a game and explains what could have been better.
//
// # How it works
//
// Each position of a line is looked at by one search of [Nodes] positions that knows
// nothing of the searches before, so that the answer is the same on every machine. A
// [Look] has an evaluation and the best line. [Judge] compares two evaluations; what
// was the best there was is no mistake. [Explain] finds out why an action that has a
// mark deserves it, and asks for further looks where a claim needs them. [Make] does all
// of it for a [Line] of a tree, and [Report.Write] writes it into the tree as a PGN has
// it. [Looker.Try] judges an action that somebody tries instead.
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
//     left is less than 95% of the chances, and a search of eight times as many positions
//     finds no mate either: otherwise it may be there still. If that search finds one,
//     the action has no mark.
//   - [Stalemate]: the action, or a line of at most ten actions after it, ends in
//     stalemate, by a ban or not, the line is worth 0, and the player was better before.
//   - [LosesMaterial]: the line after the action takes more of the player's material
//     than of the other's, and the better line does not. If the capture is possible only
//     because another move has to be banned, that move is named: the largest search bans it
//     too, and it mates by force in at most two turns, or takes more than the line loses,
//     and no captures get that back.
//   - [MissesMaterial]: the better line takes more of the other side's material, and the
//     line after the action does not.
//   - [WastesBan]: the ban takes away a move that was no threat: played after the better
//     ban it leaves the other side with 10% less of the chances than the position was
//     worth, and by larger searches with 5% less.
//   - [LeavesThreat]: the ban leaves the move that should have been banned, and the
//     line after it begins with that move.
//   - [TwoThreats]: the move, a blunder, leaves the other side two replies, captures or
//     checks, and one ban cannot stop both. The replies are the one that the best ban takes
//     away, and the one that follows it. Searches of eight times as many positions confirm
//     that each costs at least four fifths of what the move gives away; the first is searched
//     with the second banned. The player is not as good as winning after the move.
//   - [ForcesBan]: as TwoThreats, and the first reply costs 10% more of the chances than the
//     second one, so that it has to be banned.
//   - [Numbers]: no rule fits. Only the numbers and the expected reply are given, and what the
//     moves do. If the ban before the reply takes away a capture or a check that the better line
//     does not ban, and [TwoThreats] was not denied, a look at what it would cost says more: at
//     least 5% more of the chances than the reply, and it has to be banned; or at most 2% less,
//     and one ban cannot stop both, if the reply is a capture or a check too.
//
// # What was better
//
// An explanation says how much of the chances the better action keeps. If that is a move, it also
// says what the move does about the reply, or else about the move that is banned before the reply.
// It "prevents" what the other side could play at once if it were to move. It "does not allow" what
// becomes possible by the action. Or the better line bans the reply, which is told by "then ban".
// Captures of what has just moved are not named, nor moves of a piece that the better move captures,
// nor any move if the better one gives check, which prevents nearly every move for one turn.
//
// # Threats
//
// [Numbers] and [LeavesThreat] say what the reply threatens, and what a better move threatens if
// nothing else is said about it. A search looks at the position after the other side has passed,
// and finds that passing was a blunder. The threat is then a mate in at most three turns, or the two
// moves of which this search bans one and plays the other, if both are captures or checks and one
// at least was not possible before.
//
// # What a move does
//
// [Numbers] and [LeavesThreat] say of the reply, and [Numbers] of the better move, what it does at
// once, if nothing else is said about it. All of it is seen on the board: the move takes something
// and cannot be recaptured; or one move alone takes what has moved, and the line bans it; or it
// attacks, or opens an attack on, a knight, bishop, rook or queen for the first time, with something
// that is worth less, or so that one move at the most recaptures, and the line moves what is
// attacked or bans the capture.
//
// # Claims of material
//
// Points are 1 for a pawn, 3 for a knight or bishop, 5 for a rook, and 9 for a queen.
// Pieces of as many points that both sides lose are made up for. The side that loses
// them is the loser, the other one the winner; the line is the one in which that happens.
//
// A claim tells what is lost at the first place of the line where the loser is to move and
// all of this is true:
//
//   - it stays lost at each such place of the eight actions that follow, but for a pawn of
//     a piece, and the line goes on for so long, or is quiet there or in the end: no
//     captures gain anything for the loser, given that the best one is always banned;
//   - it agrees with what the evaluations of the two lines differ by: it is 40% of that
//     at least, and no more than half as much again and half a pawn;
//   - the line has at most ten actions until there, fewer for one or two points, and no
//     promotion;
//   - at a later place half as much again is not lost in the same way;
//   - the other line loses no more than half of it by then and in the eight actions after;
//   - it is three points, or what is given away is 15% of the chances;
//   - the player was not lost before, nor is as good as winning after the action: below 10%
//     or above 90% of the chances a larger search often finds that as much is lost or won.
//
// Further looks have to confirm it, each but for a third of the chances that the two
// lines differ by: the look at the place of the loss finds the loser as badly off, and
// what is lost stays lost in its line too, or else the claim is made anew from that line;
// the look after the winner's first move finds no better answer; the look after the first
// action of the other line finds the loser as well off, and what is claimed spared.
// Searches of four times as many positions before and after the action have to see the
// loss as well, of eight times as many if less than 15% of the chances is given away.
//
// # Verification
//
// [Explanation.Verify] proves or plays out what is claimed. "go run ./scripts torture
// report --time 2h" does so with games of levels 3 to 12, by searches of 16 times as many
// positions as a look; the tests, with one of them and with the table in
// testdata/moments.txt.
package report
