package eval

import "github.com/banchess/banchess/game/chess"

// Features are what the evaluation counts in a position.
type Features struct {
	// Terms are the mover's counts less the opponent's; those of danger are 0.
	Terms [Terms]int8
	// Danger are the counts of what endangers the mover's king, and the
	// opponent's. Their weights are the last of all.
	Danger [2][Dangers]int8
	Phase  int
}

// Count returns what the evaluation counts in a position. Unless a king is bare, the
// position's value is the sum of terms and weights, less Danger of the sum that the
// mover's king is in, plus that of the opponent's, each sum tapered by the phase.
func Count(p *chess.Position) (f Features) {
	e := Evaluator{trace: &f}
	e.Evaluate(p)
	f.Phase = e.phase
	return f
}

// Weights returns the weights in use, middlegame and endgame.
func Weights() (weights [Terms][2]float64) {
	for i, w := range fitted {
		weights[i] = [2]float64{float64(w.middle()), float64(w.end())}
	}
	return weights
}

// block is a run of terms and what it counts.
type block struct {
	first int
	name  string
}

func blockNames() []block {
	var blocks []block
	for i, t := range []string{"pawn", "knight", "bishop", "rook", "queen", "king"} {
		blocks = append(blocks, block{termSquare + 32*i, t + " by square, a1 to d1, then a2"})
	}
	return append(blocks,
		block{termKnight, "knight mobility"}, block{termBishop, "bishop mobility"}, block{termRook, "rook mobility"}, block{termQueen, "queen mobility"},
		block{termPair, "two bishops; open file, half-open file"}, block{termPassed, "passed pawn by rank"}, block{termFreePassed, "free passed pawn by rank"},
		block{termIsolated, "isolated, doubled"}, block{termSupported, "supported pawn by rank"}, block{termShield, "shield"},
		block{termCheckBy, "safe checks by type, on the mover, on the opponent"},
		block{termChecks, "safe checks on the mover"}, block{termChecks + 8, "safe checks on the opponent"},
		block{termPawnHits, "hits by pawns, by minor pieces, on queens"},
		block{termLoose, "attacked, mover's: by type undefended, undefended and attacked twice, defended once, both"},
		block{termLoose + 16, "attacked, opponent's"},
		block{termFiles, "files to the other king, knight's"}, block{termFiles + 8, "bishop's"}, block{termFiles + 16, "rook's"}, block{termFiles + 24, "queen's"},
		block{termAttacked, "squares attacked, attacked twice, of the centre"},
		block{termTempo, "tempo"},
		block{dangerAlways, "danger: always, attacker to move, queen"},
		block{dangerHit, "danger: attackers near the king by type, the opponent's"}, block{dangerHit + 4, "danger: attackers near the king by type, the mover's"},
		block{dangerWeak, "danger: weak squares, squares attacked twice"},
		block{dangerCheck, "danger: safe checks by type, by the opponent"}, block{dangerCheck + 4, "danger: safe checks by type, by the mover"},
		block{dangerParried, "danger: checks that one pair captures"},
		block{dangerLast, "danger: checks with one answer, by the opponent"}, block{dangerLast + 6, "danger: checks with one answer, by the mover"},
		block{dangerEscapes, "danger: escapes"},
		block{dangerShield, "danger: shield; open files, guards"},
		block{dangerFlank, "danger: flank attacked, attacked twice, guarded; pawns"},
		block{dangerTwo, "danger: checks with two answers"},
		block{dangerNear, "danger: steps to the king by type, the other side's pieces"}, block{dangerHome, "danger: steps to the king by type, own pieces"})
}

// Neighbours returns the pairs of terms that say much the same: a piece on squares
// side by side, and counts, files and steps that differ by one.
func Neighbours() (pairs [][2]int) {
	for i := termSquare; i < termKnight; i++ {
		if i%4 < 3 {
			pairs = append(pairs, [2]int{i, i + 1})
		}
		if i%32 < 28 {
			pairs = append(pairs, [2]int{i, i + 4})
		}
	}
	for _, run := range [][2]int{
		{termKnight, termBishop}, {termBishop, termRook}, {termRook, termQueen}, {termQueen, termPair},
		{termChecks, termChecks + 8}, {termChecks + 8, termPawnHits},
		{termFiles, termFiles + 8}, {termFiles + 8, termFiles + 16}, {termFiles + 16, termFiles + 24}, {termFiles + 24, termAttacked},
	} {
		for i := run[0]; i+1 < run[1]; i++ {
			pairs = append(pairs, [2]int{i, i + 1})
		}
	}
	for i := dangerNear; i < dangerHome+5*8; i++ {
		if step := (i - dangerNear) % 8; 0 < step && step < 7 {
			pairs = append(pairs, [2]int{i, i + 1})
		}
	}
	return pairs
}
