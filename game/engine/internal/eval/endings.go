package eval

import "github.com/banchess/banchess/game/chess"

// Against a bare king the network sees no way forward. What counts there was
// fitted to the exact tables of KRK, KBBK, KBNK and KNNK, which under bans are all
// won: a king at the rim, best in a corner, the other king near it, and knights
// near it too. A step counts its share of a move to the mate, of ten centipawns.
const (
	bareRim    = 18 // for each step of the bare king towards an end of its file or rank
	bareNear   = 16 // for each step of the kings towards each other
	bareKnight = 7  // for each step of a knight towards the bare king

	// With bishops on one colour, and knights, the mate is in a corner of theirs.
	bareRimCorner = 12
	bareCorner    = 10 // for each step along files and ranks towards the corner
)

// bareValue is what pieces are worth against a bare king, by Role.
var bareValue = [8]int{chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}

// bareKings returns the value of a position in which one side has a bare king, to the mover, as far
// as bareKing knows it.
func bareKings(p *chess.Position) (v int, ok bool) {
	if v, ok := bareKing(p, p.Mover()); ok {
		return v, true
	}
	v, ok = bareKing(p, p.Mover().Opponent())
	return -v, ok
}

// bareKing values a position in which one side has a bare king and the other no
// pawns, from the bare king's point of view, or a pawn alone, which wins only where
// it mates at once: the ban stops it each time. For any other position ok is false.
func bareKing(p *chess.Position, weak chess.Player) (v int, ok bool) {
	strong := weak.Opponent()
	if p.Pieces(weak, chess.NoRole).Count() > 1 {
		return 0, false
	}
	if pawns := p.Pieces(strong, chess.Pawn); pawns != 0 {
		return 0, p.Pieces(strong, chess.NoRole) == pawns|p.King(strong).Bit() && pawns.Count() == 1
	}
	king := p.King(weak)
	file, rim := king.File(), fromRim(king.File())+fromRim(king.Rank())
	v = bareRim*rim + bareNear*steps(king, p.King(strong)) - 200
	bishops := p.Pieces(strong, chess.Bishop)
	dark := bishops &^ chess.LightSquares
	if bishops != 0 && (dark == 0 || dark == bishops) && p.Pieces(strong, chess.Rook)|p.Pieces(strong, chess.Queen) == 0 {
		if dark == 0 {
			file = 7 - file
		}
		// The dark corners are a1 and h8.
		sum := file + king.Rank()
		v += (bareRimCorner-bareRim)*rim + bareCorner*min(sum, 14-sum)
	}
	for r := chess.Knight; r <= chess.Queen; r++ {
		for set := p.Pieces(strong, r); set != 0; set &= set - 1 {
			v -= bareValue[r]
			if r == chess.Knight {
				v += bareKnight * steps(king, set.First())
			}
		}
	}
	return v, true
}

// fromRim is how far a file or rank is from the nearer end.
func fromRim(n int) int { return min(n, 7-n) }

// steps is the number of king's moves between two squares.
func steps(a, b chess.Square) int {
	file, rank := a.File()-b.File(), a.Rank()-b.Rank()
	return max(file, -file, rank, -rank)
}
