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
// Everything built on the best move is rebuilt on the second best. A closed
// window fails high when two pairs reach beta (closedNode). In an open window
// one pair is searched for its value, the table's second move, one only to see
// that it is no worse, and the rest to see that they are no better (openNode):
// one open child, as in principal-variation search. The transposition table has
// room for two moves an entry, four killers are kept, and both refutations are
// rewarded. The quiet search counts the second-best capture, because the best is
// banned, and a check that leaves one pair is mate there too. Exchanges are made
// by each side's second-least valuable attacker (exchange).
//
// Pruning never invents a mate: nodes are cut by evaluation or by a pass for
// values short of mate only, moves are left out only when two pairs are known
// not to be mated, and a reduced move that reaches beta is searched again. So a
// mate that is claimed is forced, if not always the shortest; Solve proves it.
//
// # What it promises
//
// Search is deterministic for fixed depth or nodes, ends within 10 ms of its
// context, and yields every few milliseconds for programs with one thread.
// Strength levels weaken it by nodes, misjudgement and oversight, at bans as well
// as at moves, and never by waiting.
package engine
