// Package explore counts what was played in a position: each ban or move, how often, and
// how the games ended. It counts the games that it is given ([Games]), and reads the
// opening book ([Book]), which counts games of the engine.
//
// # What a position is
//
// Positions are the same if they are the same for repetition: board, mover, castling and
// en passant, however they were reached. At a move ply the ban in force counts too, so
// that moves are counted separately for each ban. A ban decides what may be played: over
// all bans together, the best move would look rare, because it is banned most often.
//
// A game counts once for each action in a position, even if the position occurs in it
// again. Only the main line of a game with variations counts.
//
// # The book
//
// The book is a text. It has one line for each position at a ban ply, with what was
// banned and what was then played. It leaves out positions and actions that few games
// have, but the totals include them. For the first positions it has an opinion: what a
// deeper search says of the moves. The value of a ban follows from that, because after
// the ban the best of the other moves is left.
//
// Games of the engine are not games of people. They show what the engine likes, and how
// well it did with it.
package explore
