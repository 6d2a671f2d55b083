package eval

import "github.com/banchess/banchess/game/chess"

// The counts of a side. Each number has an input of its own, and all above the last one given here have
// the last one's.
const (
	countChecks = 0                 // squares for safe checks on it, by type knight–queen, 1–4
	countLast   = countChecks + 4*4 // checks on it that leave one answer at most, 1–8
	countTwo    = countLast + 8     // checks on it that leave two answers, 1–8
	countWeak   = countTwo + 8      // squares around its king attacked, and guarded by the king at most, 0–8
	countTwice  = countWeak + 9     // squares around its king attacked twice, and not guarded twice, 0–8
	countSteps  = countTwice + 9    // squares its king can step to, 0–8
	countAll    = countSteps + 9    // squares it attacks, in threes, 0–15
	countBoth   = countAll + 16     // squares it attacks more than once, in twos, 0–15
	countReach  = countBoth + 16    // squares its pieces can go to that no pawn attacks, by type knight–queen, in twos, 0–15
	countPassed = countReach + 4*16 // passed pawns by square, files mirrored
	countFree   = countPassed + 8*4 // passed pawns with nothing in front, by rank
	counts      = countFree + 8
)

// addCount adds a count of a side, 0 for the mover.
func (in *Inputs) addCount(i, count int) {
	in.add(firstCount+i*counts+count, firstCount+(i^1)*counts+count)
}

// count adds what is counted for a side, 0 for the mover.
func (in *Inputs) count(p *chess.Position, i int, s, o *side, occupied chess.Bitboard) {
	steps := s.by[chess.King] &^ s.own &^ o.all
	in.countChecks(i, s, o, steps, occupied)
	ring := s.by[chess.King] | s.king.Bit()
	guarded := s.twice | s.all&^s.by[chess.King]
	in.addCount(i, countWeak+min(8, (ring&o.all&^guarded).Count()))
	in.addCount(i, countTwice+min(8, (ring&o.twice&^s.twice).Count()))
	in.addCount(i, countSteps+steps.Count())
	in.addCount(i, countAll+min(15, s.all.Count()/3))
	in.addCount(i, countBoth+min(15, s.twice.Count()/2))
	free := ^s.own &^ o.by[chess.Pawn]
	for r := chess.Knight; r <= chess.Queen; r++ {
		if s.by[r] != 0 {
			in.addCount(i, countReach+16*int(r-chess.Knight)+min(15, (s.by[r]&free).Count()/2))
		}
	}
	in.countPassed(i, s.player, p.Pieces(s.player, chess.Pawn), p.Pieces(o.player, chess.Pawn), ^occupied)
}

// countChecks counts the checks on a side. One escape and one capture can be banned: what counts are the
// squares from which a check is safe, and how many answers a check leaves.
func (in *Inputs) countChecks(i int, s, o *side, steps, occupied chess.Bitboard) {
	// Safe: not covered, or covered by the king alone and supported.
	safe := ^o.own & (^s.all | ^s.twice&o.twice&s.by[chess.King])
	straight, slanted := chess.RookAttacks(s.king, occupied), chess.BishopAttacks(s.king, occupied)
	last, two := 0, 0
	for k, from := range [...]chess.Bitboard{chess.KnightAttacks(s.king), slanted, straight, straight | slanted} {
		r := chess.Knight + chess.Role(k)
		if from &= o.by[r] &^ o.own; from == 0 {
			continue
		}
		if n := (from & safe).Count(); n > 0 {
			in.addCount(i, countChecks+4*k+min(n, 4)-1)
		}
		for ; from != 0; from &= from - 1 {
			switch n := s.answers(o, r, from.First(), safe, steps, occupied); {
			case n <= 1:
				last++
			case n == 2:
				two++
			}
		}
	}
	if last > 0 {
		in.addCount(i, countLast+min(last, 8)-1)
	}
	if two > 0 {
		in.addCount(i, countTwo+min(two, 8)-1)
	}
}

// answers returns the number of answers to a check by a role on a square: moves of the king, and at
// most two captures. Men that could be put between are not counted.
func (s *side) answers(o *side, r chess.Role, q chess.Square, safe, steps, occupied chess.Bitboard) int {
	occupied &^= s.king.Bit() // behind which there is no shelter
	n := (steps &^ chess.Attacks(r, q, occupied)).Count()
	if !safe.Has(q) {
		n++
		if s.twice.Has(q) {
			n++
		}
		if s.by[chess.King].Has(q) && o.twice.Has(q) {
			n-- // the king cannot capture there
		}
	}
	return n
}

// countPassed counts the passed pawns of a side.
func (in *Inputs) countPassed(i int, player chess.Player, own, theirs, free chess.Bitboard) {
	behind, guarded, front, turn := below(own>>8), below(theirs>>8), free>>8, 0
	if player == chess.Black {
		behind, guarded, front, turn = above(own<<8), above(theirs<<8), free<<8, 7
	}
	passed := own &^ (behind | guarded | beside(guarded))
	for set := passed; set != 0; set &= set - 1 {
		q := set.First()
		in.addCount(i, countPassed+(q.Rank()^turn)*4+min(q.File(), 7-q.File()))
	}
	for set := passed & front; set != 0; set &= set - 1 {
		in.addCount(i, countFree+(set.First().Rank()^turn))
	}
}

// below returns a set and all squares under it.
func below(b chess.Bitboard) chess.Bitboard {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// above returns a set and all squares over it.
func above(b chess.Bitboard) chess.Bitboard {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

// beside returns the squares to both sides of a set.
func beside(b chess.Bitboard) chess.Bitboard {
	return b>>1&^(chess.FileA<<7) | b<<1&^chess.FileA
}
