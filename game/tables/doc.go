// Package tables has exact tables of endings of Ban Chess with three and four men: it makes,
// packs and reads them, and looks positions up. The engine plays by them, and tests judge it
// and the solver by them.
//
// # What a table holds
//
// A table contains the value of every ban ply of one set of men: a win, a loss or a
// draw for the mover, and the number of moves, of both sides together, until mate
// if the mover and its opponent play as well as they can. The fifty-move
// rule and repetition are ignored; the shortest way to a mate repeats no
// position. Castling is ignored too: no position of a table has the right to it.
//
// # How it is made
//
// By retrograde analysis of the second best. At a ban ply the best pair is banned,
// so a mover with two winning pairs wins, in one move more than the second
// fastest of them; a mover whose pairs lose except one loses, in one move more
// than the slowest of those. For each position a table counts the pairs whose result
// is known, from the mates backwards, one distance after the other:
//
//   - with no pair, or one that will be banned, the mover is mated, or stalemated
//     and the game drawn;
//   - moves within the table are taken back from the positions they lead to, each
//     as a separate pair;
//   - captures and promotions lead to other tables, which are made first. The
//     promotions of one pair share the best of their values;
//   - insufficient material is a draw at once;
//   - the remaining positions are drawn.
//
// # Symmetry, and en passant
//
// Mirrored positions are stored once: the first king, White's, stands
// on the files a to d and, when there are no pawns, on the ranks 1 to 4. Such
// mirrors never leave a position as it was, which the counts of pairs rely on; a
// mirror along the diagonal would. Of two men of one kind the first stands on the
// lower square. Material is turned so that the stronger side is White.
//
// A pawn that has just made a double step and may perhaps be captured en passant
// is stored on the first rank of its side, where no pawn stands otherwise. Such a
// position has one predecessor, and one or two pairs more than the same position
// without the right.
//
// # How a table is packed
//
// A packed table holds the values with one side to move, whichever needs fewer bytes: those
// with the other side to move follow from the positions after each move, and so do those with a
// right to capture en passant. Positions that are mirrored along a diagonal are left out too. Each
// value is predicted from its neighbours and from what attacks what, and arithmetic coding writes
// how it differs (coder.go, walk.go): a position takes a few bits at most. A table is
// unpacked as a whole, when it is first asked: that takes a few seconds, and two to eight MB. A
// search on a clock does not wait for it (Set.Hasty).
//
// # How the tables are checked
//
// Package scripts/lab/endings has a second, slow generator, which shares only package game with
// this one. The two agree on all 134,385,795 positions of the thirty endings with four men; a
// test compares KRK and KPK again.
package tables
