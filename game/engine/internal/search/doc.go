// Package search values positions of Ban Chess by what can follow them.
//
// # What it searches
//
// Its nodes are the ban plies. The value of a node is the second-highest value of the
// mover's pairs, since the ban takes the best pair away; the bans themselves are not
// searched (package engine says why that is enough).
//
// Searcher is the search of one thread. Its root belongs to the caller, who decides how
// deep and how long to search. At a move ply the caller asks for the values of single moves
// (MoveValue), at a ban ply for a ranking of the pairs (BestTwo).
//
// # How it searches
//
// It is alpha-beta (search.go): principal-variation search (pv.go), quiescence search, a
// transposition table, and moves ordered by the table, static exchange evaluation, killers
// and history (order.go, history.go). The evaluation is corrected by what the search has
// learnt (correction.go). Where these use the best move in chess, they use the second best
// here:
//
//   - a null window fails high when two pairs reach beta (searchNullWindow);
//   - in the principal variation one pair is searched for its value, the table's
//     second move; of the best it is enough to know that it is no worse, and of
//     the others that they are no better (searchPV);
//   - the table keeps two moves an entry, a node four killers, and the history
//     counts both moves that refuted a node;
//   - a node whose last pair is left while none has reached beta has failed low:
//     two were needed;
//   - quiescence search counts the second-best capture, is over when fewer than
//     two can gain, and a check that leaves one pair is mate there too;
//   - in static exchange evaluation each side takes back with its second-least
//     valuable attacker (package tactics).
//
// # What it promises
//
// Pruning never invents a mate: reverse futility, razoring and null move only
// return values short of mate, moves are left out only once two pairs are known
// not to be mated, and a reduced move that reaches beta is searched again. So a
// mate that is claimed is forced, if not always the shortest.
//
// The values of a search follow from its root, its limits, its table and the searches before
// it. They depend on time only if Poll does: the package reads no clock. Searchers in several
// threads may share a table; their values depend on each other then.
package search
