// Package chess is ordinary chess, without bans: squares, pieces, moves, and a
// fast position that knows its legal moves.
//
// # What it models
//
// [Square], [Pair], [Player], [Role], [Piece] and [Move] are the words that the
// rules of Ban Chess, the engine and the board on the screen share; package game
// exports them under its own name. A [Bitboard] is a set of squares. A [Position]
// is a board, the side to move, castling rights, en passant and both move
// counters: a value of some 200 bytes that is copied to try a move.
//
//	after := before
//	after.Play(m)
//
// # How it works
//
// Squares are numbered a1 = 0, b1 = 1 … h8 = 63 and a Bitboard has one bit for
// each. The attacks of one sliding piece are looked up by magic multiplication in
// a table that all squares share. The attacks of all sliders of a side, and the
// number of their moves, come from fills in each direction, without branches. No
// processor-specific instruction is needed, so the same code is fast in
// WebAssembly. Checks and pins are found first and become masks, so that every
// move that is generated is legal. [Position.Count] counts moves and pairs from
// the masks without listing them.
//
// # What it leaves out
//
// Bans, plies, history, endings and FEN are package game's. [NewPosition] takes
// any setup and [Position.Play] any move, without a check: [Position.IsLegal]
// tells whether a move may be played.
package chess
