// Package bitboard is the fast board under the Ban Chess engine.
//
// # What it models
//
// A [Board] is a chess position, the ply it stands at and, at a move ply, the
// pair that was banned. It generates legal moves, plays and takes back actions
// without allocating, keeps a Zobrist hash as it goes, sees repetitions, reads
// and writes FEN and counts perft, for Ban Chess and for plain chess.
//
// Plies count from 1: at an odd ply the mover's opponent bans a from–to pair,
// at the even ply after it the mover plays a move that has another pair. The
// mover is the same at both, so the board's side to move changes with the move
// alone. A ban changes nothing but the choice of the next move: the position
// after a move does not depend on what was banned before it. That is why
// [Board.Move] may also be called at a ban ply, where it steps over the ban:
// a search in which bans need no branching, and plain chess, are played that
// way.
//
// # How it works
//
// Squares are numbered a1 = 0, b1 = 1 … h8 = 63 and a [Bitboard] has one bit
// for each. A sliding piece looks its attacks up by magic multiplication in one
// table that is shared by all squares; what all sliders of a side attack, and how
// many moves they have, comes from rays that run in one direction at once, without
// a jump. No processor-specific instruction is needed, so the same code is fast in
// WebAssembly. Generation is legal from the start: checks and pins are found first
// and become masks, so no move is ever made to find out whether it was allowed.
// [Board.Count] counts moves and pairs from the masks without listing them.
//
// # What it leaves out
//
// This is the engine's board, not the rules of record: package game owns games,
// their endings and their errors. Methods that play an action trust the caller
// to pass a legal one; [Board.FindMove] and [Board.IsBan] check one first.
package bitboard
