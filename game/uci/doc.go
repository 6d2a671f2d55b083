// Package uci speaks the Universal Chess Interface for Ban Chess, over any reader and
// writer. So the pipes of a terminal and a worker in a browser run the same code.
//
// # How to connect
//
// The command "banchess uci" runs this package on its standard input and output. Add it
// as an engine to a program that speaks UCI. The program has to know bans: most chess
// programs check themselves whether a move is legal, and refuse them. To try it in a
// terminal, type what has no > here:
//
//	uci
//	> … uciok
//	isready
//	> readyok
//	position startpos moves e2e4
//	go movetime 1000
//	> info depth 1 …
//	> bestmove b1c3
//
// # Actions
//
// Each word after moves is an action: a ban at an odd ply, a move at an even one.
// "position startpos moves e2e4 d2d4" is Black's ban of e2e4 and then White's move d2d4.
// A promotion is e7e8q as a move, and e7e8 as a ban. In the same way the answer
// "bestmove" and each word of a pv is a ban or a move. A FEN of six fields is at the ban
// ply that follows from its side and move number. A seventh field gives the ply and the
// ban in force.
//
// # Scores
//
// Scores are those of the active player, who bans or moves. At a ban ply, "score mate 1"
// is a ban that mates. At a move ply, it is a move that mates, or one that mates with the
// ban after it. "score cp 10000" is the highest score without a proof: the search takes
// the game for won. "lowerbound" and "upperbound" after a score come in the middle of an
// iteration, with one line, and the iteration goes on. They mean that an action turns out
// better, or the best action worse, by a pawn or more, or after three seconds by less.
//
// # What is added to UCI
//
// All additions are for bans. A client that knows only chess notices none of them, except
// that moves repeat squares:
//
//   - "setoption name UCI_Variant" knows only the value banchess, the default.
//   - "go perft N" counts lines of N actions. It ends with "Nodes searched", as
//     Stockfish's does, and without a bestmove.
//   - "bench [depth]" searches a fixed set of positions and ends with "N nodes M
//     nps". N is the same on every machine, for the same search.
//   - "d" shows the position and its FEN; "eval" its static evaluation.
//
// # Options
//
// The answer to "uci" lists all options with their bounds. These need an explanation:
//
//   - Threads: with more than one, searches with the same limits may give different
//     answers. The engine never uses more threads than the machine runs at once; in
//     WebAssembly there is one.
//   - TablePath: a folder with packed tables of endings, such as assets/tables. A search
//     at full strength then immediately plays the shortest win, or the longest defence,
//     that they know. A table is unpacked when it is first needed, which takes a few
//     seconds. A search on a clock goes on without it meanwhile; another search waits,
//     and so does a stop.
//   - UCI_Elo: between the ratings of two levels, the engine plays some actions at one
//     level and some at the other. The ratings come from matches between the levels, in
//     which level 1 is zero, so they cannot be compared with ratings elsewhere.
//
// # Answers
//
// Every go except perft gets exactly one bestmove, whatever else is sent. A bestmove
// never names an action to ponder on: between two turns the opponent moves and bans, and
// UCI has room for only one action. A client that wants to ponder takes both from the pv.
//
// The server ignores what it cannot read, and says so in an info string. If it can read
// none of the limits of a go, or if they have only an increment and no clock, it thinks
// for a second. If only one player's clock is given, it counts for both. The answer is
// "bestmove (none)", after an info string that says why, if the game is over, if no
// action after searchmoves is legal, or if the last position was refused.
//
// # Order
//
// While a search or a perft runs, stop, ponderhit, isready, debug and quit work at once;
// other commands wait for its answer. A go that waits ends a search that has no limit,
// and a stop applies to every go before it. At the end of the input, a search without a
// limit is stopped, any other search is finished, and Run returns. quit in the middle of
// a search stops it, as stop does. Of a line that is longer than 1 MiB, the rest is not
// read.
package uci
