package eval

import "github.com/banchess/banchess/game/chess"

// King danger. What attacks a king adds up to a number of units, whose square
// counts against it: two attackers are more than twice one. The units have weights
// of their own in the endgame, for the danger does not go with the pieces: a queen
// alone mates where one escape can be banned.
const (
	dangerAlways  = termDanger
	dangerToMove  = dangerAlways + 1      // the attacker moves next
	dangerQueen   = dangerToMove + 1      // the attacker has a queen
	dangerHit     = dangerQueen + 1       // pieces that attack the ring, by type knight–queen
	dangerWeak    = dangerHit + roles*4   // squares of the ring attacked, and guarded by the king at most
	dangerTwice   = dangerWeak + 1        // squares of the ring attacked twice, and not guarded twice
	dangerCheck   = dangerTwice + 1       // squares for safe checks, by type
	dangerParried = dangerCheck + roles*4 // squares for checks that one pair captures: it can be banned
	dangerLast    = dangerParried + roles // checks that one pair at most answers, 0–5
	dangerEscapes = dangerLast + roles*6  // squares the king can step to, 0–4
	dangerShield  = dangerEscapes + 5     // own pawns in front, 0–3
	dangerOpen    = dangerShield + 4      // files at the king without own pawns
	dangerGuards  = dangerOpen + 1        // own minor pieces near the king
	dangerFlank   = dangerGuards + 1      // squares on the king's side attacked, attacked twice, guarded
	dangerStorm   = dangerFlank + 3       // the other side's pawns there
	dangerTwo     = dangerStorm + 1       // checks that two pairs answer
	dangerNear    = dangerTwo + roles     // the other side's pieces, by type pawn–queen and steps to the king, 1–7
	dangerHome    = dangerNear + 5*8      // own pieces, the same
	dangerEnd     = dangerHome + 5*8
)

// Dangers is the number of terms of king danger, the last of Terms.
const Dangers = dangerEnd - termDanger

// dangerScale is the units' square that counts one centipawn; more than
// mostDanger units count no more.
const (
	dangerScale = 128
	mostDanger  = 400
)

// Danger returns the centipawns that a sum of units costs.
func Danger[T int | float64](units T) T {
	units = min(max(units, 0), mostDanger)
	return units * units / dangerScale
}

// DangerSlope is the derivative of Danger.
func DangerSlope(units float64) float64 {
	if units <= 0 || units >= mostDanger {
		return 0
	}
	return 2 * units / dangerScale
}

// unit counts something that endangers a king.
func (e *Evaluator) unit(s *side, term, count int) {
	s.danger += weight(count) * fitted[term]
	if tracing && e.trace != nil {
		e.trace.Danger[s.role][term-termDanger] += int8(count)
	}
}

// danger counts what endangers a side's king, apart from checks (checks) and from how
// near the pieces are (fromKings).
func (e *Evaluator) danger(p *chess.Position, s, o *side, escapes chess.Bitboard, shield int) {
	e.unit(s, dangerAlways, 1)
	e.unit(s, dangerToMove, s.role)
	e.unit(s, dangerQueen, min(1, p.Pieces(o.player, chess.Queen).Count()))
	for i, n := range o.hits {
		e.unit(s, dangerHit+s.role*4+i, n)
	}
	guarded := s.twice | s.all&^s.by[chess.King]
	e.unit(s, dangerWeak, (s.ring & o.all &^ guarded).Count())
	e.unit(s, dangerTwice, (s.ring & o.twice &^ s.twice).Count())
	e.unit(s, dangerEscapes+min(4, escapes.Count()), 1)
	e.unit(s, dangerShield+shield, 1)
	const firstRank = 0xff
	e.unit(s, dangerOpen, (below(s.ring) & firstRank &^ below(s.pawns)).Count())
	minors := p.Pieces(s.player, chess.Knight) | p.Pieces(s.player, chess.Bishop)
	e.unit(s, dangerGuards, (s.ring & minors).Count())
	near := flank[s.player.Index()][s.king.File()]
	e.unit(s, dangerFlank, (o.all & near).Count())
	e.unit(s, dangerFlank+1, (o.twice & near).Count())
	e.unit(s, dangerFlank+2, (s.all & near).Count())
	e.unit(s, dangerStorm, (o.pawns & near).Count())
}

// fromKings counts how many steps a piece stands from both kings.
func (e *Evaluator) fromKings(s, o *side, t chess.Role, q chess.Square) {
	e.unit(s, dangerHome+int(t-chess.Pawn)*8+steps(q, s.king), 1)
	e.unit(o, dangerNear+int(t-chess.Pawn)*8+steps(q, o.king), 1)
}

// flank are the squares on a king's side of the board, five ranks deep, by player
// and the king's file.
var flank = func() (f [2][8]chess.Bitboard) {
	for file := range 8 {
		around := [8][2]int{{0, 2}, {0, 3}, {1, 4}, {2, 5}, {2, 5}, {4, 7}, {5, 7}, {5, 7}}[file]
		for i := around[0]; i <= around[1]; i++ {
			f[0][file] |= aFile << i & (1<<40 - 1)
			f[1][file] |= aFile << i &^ (1<<24 - 1)
		}
	}
	return f
}()

// checks counts the squares from which the other side's pieces can give check:
// safe ones by type, those where one pair captures the piece, and those that leave
// one answer at most. With that one banned it is mate, unless something can be put
// between. It returns how many leave one answer at most, and how many two.
func (e *Evaluator) checks(s, o *side, t chess.Role, from, safe, escapes, occupied chess.Bitboard) (last, two int) {
	e.unit(s, dangerCheck+s.role*4+int(t-chess.Knight), min(3, (from&safe).Count()))
	e.unit(s, dangerParried+s.role, min(3, (from&^safe&^s.twice).Count()))
	occupied &^= s.king.Bit() // behind which there is no shelter
	for ; from != 0; from &= from - 1 {
		q := from.First()
		answers := (escapes &^ chess.Attacks(t, q, occupied)).Count()
		if !safe.Has(q) {
			answers++
			if s.twice.Has(q) {
				answers++
			}
			if s.by[chess.King].Has(q) && o.twice.Has(q) {
				answers-- // the king cannot capture there
			}
		}
		switch {
		case answers <= 1:
			last++
		case answers == 2:
			two++
		}
	}
	return last, two
}
