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
// Everything built on the best move is rebuilt on the second best. A null window
// fails high when two pairs reach beta (searchNullWindow). In the principal
// variation one pair is searched for its value, the table's second move, one only
// to see that it is no worse, and the rest to see that they are no better
// (searchPV). The transposition table keeps two moves an entry, there are four
// killers, and both refutations are rewarded. Quiescence counts the second-best
// capture, because the best is banned, and a check that leaves one pair is mate
// there too. Static exchange evaluation lets each side take back with its
// second-least valuable attacker (see).
//
// Pruning never invents a mate: reverse futility and null move cut nodes for
// values short of mate only, moves are left out only when two pairs are known not
// to be mated, and a reduced move that reaches beta is searched again. So a mate
// that is claimed is forced, if not always the shortest; Solve proves it.
//
// # What it promises
//
// Search is deterministic for fixed depth or nodes, ends within 10 ms of its
// context, and yields every few milliseconds for programs with one thread.
// Strength levels weaken it by nodes, misjudgement and oversight, at bans as well
// as at moves, and never by waiting.
//
// # What it was measured at
//
// At 100 ms an action, 100 games each, it won every game against the players of
// scripts/opponent ("go run ./scripts match --limits 'movetime 100' --second bans").
// Of the 260 proven wins in testdata/mates.txt it finds 256 within a second each
// ("go test -run FindsMates -args -long"). The highest level beat the one below it
// by 37 to 1 with 2 draws at 120,000 nodes an action.
package engine
