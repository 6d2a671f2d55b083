// Package uci speaks the Universal Chess Interface for Ban Chess, over any
// reader and writer: a terminal's pipes and a browser's worker run the same
// code.
//
// # Actions
//
// Every word of a position's moves is an action, a ban or a move by the parity
// of its ply. "position startpos moves e2e4 d2d4" is Black's ban of e2e4, then
// White's move d2d4. A promotion is e7e8q as a move and e7e8 as a ban. The answer
// "bestmove" is a ban or a move likewise, and so is every word of a pv. A FEN
// of six fields stands at the ban ply that its side and move number give; the
// seventh field gives the ply and the ban in force.
//
// # Scores
//
// Scores are the active player's, who bans or moves. "score mate 1" at a ban ply
// is a ban that mates; at a move ply a move that mates, or one that mates with
// the ban that follows it.
//
// # Order
//
// While a search or a perft runs, stop, ponderhit, isready and quit are obeyed
// at once; other commands wait for its answer. What cannot be understood is
// answered with an info string and changes nothing. At the end of the input a
// search without a limit is stopped, any other is finished, and Run returns.
package uci
