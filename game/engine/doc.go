// Package engine plays Ban Chess: it evaluates, searches and proves.
//
// # The one idea
//
// A ban touches only the choice at hand. The position after a move does not
// depend on which pair was banned before it, so at a ban ply each pair has a
// value of its own, that of its best move. The ban takes the best pair away and
// the mover plays the next best:
//
//   - the value of a ban ply is the second-highest value of the mover's pairs;
//   - the best ban is the best pair, and every other ban is worth the same, the
//     best pair's value;
//   - with a single pair the mover is mated if in check, else stalemated.
//
// Bans therefore need no branching. The tree has the size of ordinary chess, and
// its nodes are the ban plies; only the root may be a move ply, with one pair
// missing.
//
// # The search
//
// At the root it is iterative deepening with aspiration windows (root.go). What follows a
// move of the root is searched by alpha-beta, in which the second-best pair counts
// (internal/search). A mate that is claimed is forced, if not always the shortest; Solve
// proves it.
//
// With Options.Threads, others search the same position beside the first and share
// the transposition table with it, without locks (lazy SMP, threads.go). The first
// decides.
//
// What its games against itself say about Ban Chess is in web/docs/known.md.
//
// # The evaluation
//
// A small network values a position. It is trained on positions of the engine's games against
// itself (internal/eval, internal/train), and its weights are in assets/network.bin.
//
// # Endings
//
// Against a bare king the evaluation knows where it has to be driven. Under bans
// that wins what orthodox chess cannot, such as two knights; a lone pawn scores as a
// draw, since bans stop it for ever. Of endings with men on both sides it knows
// nothing: a queen against a rook, and a rook against a knight, are won, but may be
// drawn when time is short.
//
// With Options.Tables, full strength knows the endings of these tables: at the root it answers
// by them at once, with the shortest way to the mate (exact.go), and in the search they value
// positions. Tables know nothing of the fifty-move rule: where it would end the game before
// the mate, the search decides.
//
// # Levels
//
// Weak levels look one or two moves ahead and overlook some bans and moves, quiet ones
// more often, but they do not play what they see is bad. Stronger levels see all of
// them and search a limited number of nodes. Only full strength depends on time. Each level
// scores 65 to 80% against the one below; LEVELS.md has the matches.
//
// # What it promises
//
// Search with one thread is deterministic for fixed depth or nodes. It ends within
// 10 ms of its context, and yields every few milliseconds for programs with one
// thread. No level of strength waits.
package engine
