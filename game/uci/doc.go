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
// the ban that follows it. "score cp 10000" is the most that is said: the search takes
// the game for won, but has proven nothing. "lowerbound" and "upperbound" after a score come
// in the middle of an iteration, with one line: the best action turns out worse, or an
// action better, by a pawn or more, or after three seconds by less; the iteration goes on.
//
// # What is added to UCI
//
// All of it is for bans, and a client made for chess alone notices none of it but
// that moves repeat squares. Besides the words above:
//
//   - "setoption name UCI_Variant" knows the one value banchess, the default.
//   - "go perft N" counts lines of N actions. It ends with "Nodes searched", as
//     Stockfish's does, and without a bestmove.
//   - "bench [depth]" searches a fixed set of positions and ends with "N nodes M
//     nps". N is the same on every machine, for the same search.
//   - "d" shows the position and its FEN; "eval" its static evaluation.
//
// With Threads above 1, searches with the same limits may answer differently. No more
// threads search than the machine runs at once; in WebAssembly there is one.
//
// TablePath is a folder with packed tables of endings, such as assets/tables. A search at full
// strength then plays the shortest win that they know, and the longest defence, at once. A table
// is unpacked when it is first asked, which takes a few seconds. A search on a clock does without it
// meanwhile; another one waits, and a stop with it.
//
// UCI_Elo asks for a rating: between those of two strength levels it plays some actions
// at the one and some at the other. The ratings are measured by matches between the
// levels, of which level 1 is the zero: they say nothing of ratings elsewhere.
//
// # Answers
//
// Every go but perft is answered by one bestmove, whatever comes with it. No bestmove names
// an action to ponder on: between two turns the opponent moves and bans, and UCI has room
// for one. A client that wants to ponder takes both from the pv.
//
// UCI passes over what it cannot read, and says so in an info string. A go whose limits
// cannot be read at all, or tells no clock but an increment, thinks for a second;
// one clock is taken for both players'. "bestmove (none)", after an info
// string that says why, is the answer when the game is over, when no action after
// searchmoves is legal, and when the last position was refused.
//
// # Order
//
// While a search or a perft runs, stop, ponderhit, isready, debug and quit are
// obeyed at once; other commands wait for its answer. A go that waits ends a search
// that has no limit, and a stop is for every go before it. At the end of the input a
// search without a limit is stopped, any other is finished, and Run returns; quit in
// the middle of a search stops it as stop does. A line may be longer than 1 MiB, of
// which the rest is not read.
package uci
