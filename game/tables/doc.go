// Package tables makes, packs and reads exact tables of endings of Ban Chess with three
// and four men, and looks positions up in them. The engine plays with them, and tests
// check it and the solver against them.
//
// # What a table holds
//
// A table has the value of every ban ply of one set of men: a win, a loss or a draw for
// the mover, and the number of moves of both sides until mate if both play as well as
// they can. It ignores the fifty-move rule and repetition; the shortest way to a mate
// repeats no position. It also ignores castling: in no position of a table has a player
// the right to castle.
//
// # How it is made
//
// By retrograde analysis of the second best pair. At a ban ply the best pair is banned. So a
// mover with two winning pairs wins, in one move more than the second fastest of them. A mover
// whose pairs all lose, apart from the best, loses, in one move more than the slowest of those
// others. For each position, a table counts the pairs whose result is known, beginning with
// the mates, one distance after the other:
//
//   - If the mover has no pair, or only one, which will be banned, the mover is mated, or
//     stalemated and the game drawn.
//   - Moves within the table are taken back from the positions to which they lead. Each of
//     them is a pair of its own.
//   - Captures and promotions lead to other tables, which are made first. The promotions of
//     one pair share the best of their values.
//   - Insufficient material is a draw at once.
//   - All other positions are drawn.
//
// # Symmetry, and en passant
//
// Mirrored positions are stored once: the first king, White's, is on the files a to d
// and, if there are no pawns, on the ranks 1 to 4. Such a mirror never maps a position to
// itself, and the counts of pairs rely on that; a mirror along the diagonal sometimes
// does. Of two men of one kind the first is on the lower square. The colours are chosen
// so that the stronger side is White.
//
// A pawn that has just made a double step, and might be captured en passant, is stored on
// the first rank of its side, where no pawn can be otherwise. Such a position has one
// predecessor, and one or two pairs more than the same position without the right to
// capture.
//
// # How a table is packed
//
// A packed table has the values with only one side to move, whichever needs fewer bytes.
// The values with the other side to move follow from the positions after each move, and
// so do those with a right to capture en passant. Positions that are mirrored along a
// diagonal are left out too. Each value is predicted from its neighbours and from what
// attacks what, and arithmetic coding writes how it differs from the prediction
// (coder.go, walk.go): a position takes a few bits at most.
//
// A table is unpacked as a whole when somebody first asks it. That takes a few seconds,
// and two to eight MB. A search on a clock does not wait for it (Set.Hasty).
//
// # How the tables are checked
//
// Package scripts/lab/endings has a second, slow generator, which shares only package
// game with this one. The two agree on all 134,385,795 positions of the thirty endings
// with four men; a test compares KRK and KPK each time.
package tables
