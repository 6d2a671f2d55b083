// Package explore counts what was played in a position: each ban or move, how often, and
// how the games ended. It counts games of its own ([Games]) and reads the opening book
// ([Book]), which counts games of the engine.
//
// # What a position is
//
// Positions are the same as for repetition: board, mover, castling and en passant,
// however they were reached. At a ban ply that is all. At a move ply the ban in force
// counts too, so that moves are counted for each ban: a ban decides what may be played, and
// over all bans the best move would look rare, because it is banned most often.
//
// A game counts once for each action in a position, also where a position occurs in it
// again. Of a game with variations the main line counts.
//
// # The book
//
// The book is a text, one line for each position at a ban ply, with what was banned and
// what was then played. Positions and actions that few games have are left out; they still
// count in the totals. For the first positions it has an opinion: what a deeper search says
// of the moves. From that follows what a ban is worth, because a ban leaves the best of the
// other moves. Games of the engine are not games of people: they say what it likes, and
// how it then did.
package explore
