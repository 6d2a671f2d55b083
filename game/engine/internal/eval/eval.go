// Package eval gives a position its static value.
//
// The evaluation is a sum of terms. Each counts how often something occurs, for
// the mover minus for its opponent, and has a weight for the middlegame and one
// for the endgame. What endangers a king is added up apart for each side, and
// counts with the square of its sum (danger.go). All weights are fitted to positions
// of the engine's games against itself, their results and what its search said (go
// run ./scripts lab tune). The mover is not in check in any of them, since the search
// hardly ever evaluates such a position. A bare king has an evaluation of its own (endings.go).
//
// A new term needs a pair of weights in weights.txt, and its name in blockNames.
package eval

import (
	"runtime"

	"github.com/banchess/banchess/game/chess"
)

// weight is a middlegame and an endgame value in centipawns, packed as
// middlegame<<16 + endgame so that both are added at once.
type weight int32

func (w weight) middle() int { return int(int16((uint32(w) + 0x8000) >> 16)) }
func (w weight) end() int    { return int(int16(w)) }

func (w weight) taper(phase int) int {
	return (w.middle()*phase + w.end()*(FullPhase-phase)) / FullPhase
}

// Terms whose meaning depends on who moves next exist twice: a safe check is a
// threat for the mover and something else for its opponent.
const roles = 2

// The blocks of terms, by the number of the first one.
const (
	termSquare     = 0                     // piece type and square, files mirrored: material included
	termKnight     = termSquare + 6*32     // squares a knight can go to, 0–8
	termBishop     = termKnight + 9        // 0–13
	termRook       = termBishop + 14       // 0–14
	termQueen      = termRook + 15         // 0–27
	termPair       = termQueen + 28        // two bishops
	termOpen       = termPair + 1          // rook on a file without pawns
	termHalfOpen   = termOpen + 1          // rook on a file without own pawns
	termPassed     = termHalfOpen + 1      // passed pawn by rank
	termFreePassed = termPassed + 8        // passed pawn with nothing in front, by rank
	termIsolated   = termFreePassed + 8    // pawn without neighbours
	termDoubled    = termIsolated + 1      // pawn behind another
	termSupported  = termDoubled + 1       // pawn beside or guarded by another, by rank
	termShield     = termSupported + 8     // own pawns in front of the king, 0–3
	termCheckBy    = termShield + 4        // whether there is a square for a safe check, by type knight–queen
	termChecks     = termCheckBy + roles*4 // squares for safe checks, each type's, 0–7
	termPawnHits   = termChecks + roles*8  // pieces that pawns attack
	termMinorHits  = termPawnHits + roles  // rooks and queens that minor pieces attack
	termQueenHits  = termMinorHits + roles // queens that lesser pieces attack
	termLoose      = termQueenHits + roles // own pawns, minor pieces, rooks, queens attacked and guarded at most once, by whether guarded and whether attacked twice
	termFiles      = termLoose + roles*16  // files to the other king, by type knight–queen, 0–7
	termAttacked   = termFiles + 4*8       // squares attacked, attacked twice, attacked of the centre
	termTempo      = termAttacked + 3      // the move itself
	termDanger     = termTempo + 1         // king danger, see danger.go
)

// Terms is the number of terms of the evaluation.
const Terms = dangerEnd

// tracing says that Count is there. The fit runs where there are files; in WebAssembly,
// asking at each term whether it is counted would cost a tenth of the search.
const tracing = runtime.GOARCH != "wasm"

// Evaluator computes the static value of positions. The zero Evaluator is ready
// for use.
type Evaluator struct {
	sum   weight
	phase int
	trace *Features // when set, the terms are counted here too
}

func (e *Evaluator) add(term int, sign weight) {
	e.sum += sign * fitted[term]
	if tracing && e.trace != nil {
		e.trace.Terms[term] += int8(sign)
	}
}

// side is what one side's pieces do.
type side struct {
	player chess.Player
	pawns  chess.Bitboard
	by     [7]chess.Bitboard // squares attacked by pieces of each role
	all    chess.Bitboard    // squares attacked at all
	twice  chess.Bitboard    // squares attacked more than once, two pawns counting as one attacker
	king   chess.Square
	ring   chess.Bitboard // the king's square and those around it
	hits   [4]int         // pieces that attack the other king's ring, by type knight–queen
	role   int            // 0 of the mover, 1 of the opponent
	sign   weight         // 1 of the mover, -1 of the opponent
	danger weight         // units, of its king
}

// aFile shifted is any other file.
const aFile chess.Bitboard = 0x0101010101010101

// FullPhase is the phase of a position with all its pieces; with none it is 0.
const FullPhase = 24

// phaseOf is what a piece counts towards the middlegame, by Role.
var phaseOf = [8]int{0, 0, 1, 1, 2, 4, 0, 0}

// Evaluate returns the value of a position at a ban ply in centipawns, from the
// mover's point of view. Each side has a king.
func (e *Evaluator) Evaluate(p *chess.Position) int {
	us := p.Mover()
	if v, ok := BareKing(p); ok && e.trace == nil {
		return v
	}
	e.sum = 0
	var sides [2]side
	occupied := p.Occupied()
	for c := chess.White; c <= chess.Black; c++ {
		s := &sides[c.Index()]
		s.player, s.sign = c, 1
		if c != us {
			s.role, s.sign = 1, -1
		}
		s.pawns = p.Pieces(c, chess.Pawn)
		s.by[chess.Pawn] = chess.PawnsAttack(c, s.pawns)
		s.king = p.King(c)
		s.by[chess.King] = chess.KingAttacks(s.king)
		s.ring = s.by[chess.King] | s.king.Bit()
		s.all = s.by[chess.Pawn] | s.by[chess.King]
		s.twice = s.by[chess.Pawn] & s.by[chess.King]
	}
	phase := 0
	for c := chess.White; c <= chess.Black; c++ {
		s, o := &sides[c.Index()], &sides[c.Index()^1]
		phase += e.pieces(p, s, o, occupied, s.sign)
		e.structure(s, o, occupied, s.sign)
	}
	for c := chess.White; c <= chess.Black; c++ {
		s, o := &sides[c.Index()], &sides[c.Index()^1]
		e.safety(p, s, o, occupied, s.sign)
		e.threats(p, s, o, s.sign)
	}
	e.add(termTempo, 1)
	phase = min(phase, FullPhase)
	e.phase = phase
	return e.sum.taper(phase) + Danger(sides[us.Index()^1].danger.taper(phase)) - Danger(sides[us.Index()].danger.taper(phase))
}

// squareTerm numbers a piece on a square as its own side sees it.
func squareTerm(t chess.Role, c chess.Player, q chess.Square) int {
	rank, file := q.Rank()^7*int(c>>1&1), q.File()
	return termSquare + (int(t)-1)*32 + rank*4 + min(file, 7-file)
}

// pieces counts squares and mobility, and collects what the side attacks. It
// returns the side's share of the phase. As everywhere here, what can be counted
// for all pieces at once is, for a branch that is taken is slow in WebAssembly.
func (e *Evaluator) pieces(p *chess.Position, s, o *side, occupied chess.Bitboard, sign weight) int {
	own := p.Pieces(s.player, chess.NoRole)
	free := ^own &^ o.by[chess.Pawn]
	phase := 0
	for t := chess.Knight; t <= chess.Queen; t++ {
		set := p.Pieces(s.player, t)
		phase += phaseOf[t] * set.Count()
		if set == 0 {
			continue
		}
		var all chess.Bitboard
		for ; set != 0; set &= set - 1 {
			q := set.First()
			e.add(squareTerm(t, s.player, q), sign)
			files := q.File() - o.king.File()
			e.add(termFiles+int(t-chess.Knight)*8+max(files, -files), sign)
			e.fromKings(s, o, t, q)
			var attacks chess.Bitboard
			switch t {
			case chess.Knight:
				attacks = chess.KnightAttacks(q)
			case chess.Bishop:
				attacks = chess.BishopAttacks(q, occupied)
			case chess.Rook:
				attacks = chess.RookAttacks(q, occupied)
			default:
				attacks = chess.RookAttacks(q, occupied) | chess.BishopAttacks(q, occupied)
			}
			e.add(mobility[t]+(attacks&free).Count(), sign)
			all |= attacks
			s.twice |= s.all & attacks
			s.all |= attacks
			s.hits[t-chess.Knight] += min(1, (attacks & o.ring).Count())
		}
		s.by[t] = all
	}
	rooks := p.Pieces(s.player, chess.Rook) &^ column(s.pawns)
	e.add(termOpen, sign*weight((rooks&^column(o.pawns)).Count()))
	e.add(termHalfOpen, sign*weight((rooks&column(o.pawns)).Count()))
	e.add(termPair, sign*weight(min(1, p.Pieces(s.player, chess.Bishop).Count()/2)))
	e.add(squareTerm(chess.King, s.player, s.king), sign)
	return phase
}

// mobility is the first term of a piece's mobility.
var mobility = [8]int{chess.Knight: termKnight, chess.Bishop: termBishop, chess.Rook: termRook, chess.Queen: termQueen}

// below and above return a set and all squares under or over it, column its files.
func below(b chess.Bitboard) chess.Bitboard {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

func above(b chess.Bitboard) chess.Bitboard {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

func column(b chess.Bitboard) chess.Bitboard { return below(b) | above(b) }

// beside returns the squares to both sides of a set.
func beside(b chess.Bitboard) chess.Bitboard {
	return b>>1&^(aFile<<7) | b<<1&^aFile
}

// structure counts pawns.
func (e *Evaluator) structure(s, o *side, occupied chess.Bitboard, sign weight) {
	own, theirs, free := s.pawns, o.pawns, ^occupied
	var behind, guarded, turn = chess.Bitboard(0), chess.Bitboard(0), 0
	if s.player == chess.White {
		behind, guarded, free = below(own>>8), below(theirs>>8), free>>8
	} else {
		behind, guarded, free, turn = above(own<<8), above(theirs<<8), free<<8, 7
	}
	passed := own &^ (behind | guarded | beside(guarded))
	supported := own & (s.by[chess.Pawn] | beside(own))
	e.add(termIsolated, sign*weight((own&^beside(column(own))).Count()))
	e.add(termDoubled, sign*weight((own&behind).Count()))
	for set := own; set != 0; set &= set - 1 {
		e.add(squareTerm(chess.Pawn, s.player, set.First()), sign)
		e.fromKings(s, o, chess.Pawn, set.First())
	}
	for set := supported; set != 0; set &= set - 1 {
		e.add(termSupported+(set.First().Rank()^turn), sign)
	}
	for set := passed; set != 0; set &= set - 1 {
		e.add(termPassed+(set.First().Rank()^turn), sign)
	}
	for set := passed & free; set != 0; set &= set - 1 {
		e.add(termFreePassed+(set.First().Rank()^turn), sign)
	}
}

// safety counts what matters most under bans: where the king can go, since one
// escape can be banned, and how many checks the opponent has.
func (e *Evaluator) safety(p *chess.Position, s, o *side, occupied chess.Bitboard, sign weight) {
	own := p.Pieces(s.player, chess.NoRole)
	escapes := s.by[chess.King] &^ own &^ o.all

	shield := s.ring << 8
	if s.player == chess.Black {
		shield = s.ring >> 8
	}
	shelter := min(3, ((s.ring | shield) & s.pawns).Count())
	e.add(termShield+shelter, sign)
	e.danger(p, s, o, escapes, shelter)

	// Safe: not covered, or covered by the king alone and supported.
	safe := ^p.Pieces(o.player, chess.NoRole) & (^s.all | ^s.twice&o.twice&s.by[chess.King])
	straight := chess.RookAttacks(s.king, occupied)
	slanted := chess.BishopAttacks(s.king, occupied)
	total, last, two := 0, 0, 0
	for i, from := range [...]chess.Bitboard{chess.KnightAttacks(s.king), slanted, straight, straight | slanted} {
		t := chess.Knight + chess.Role(i)
		if from &= o.by[t] &^ p.Pieces(o.player, chess.NoRole); from == 0 {
			continue
		}
		one, more := e.checks(s, o, t, from, safe, escapes, occupied)
		last += one
		two += more
		n := (from & safe).Count()
		total += n
		e.add(termCheckBy+s.role*4+i, sign*weight(min(n, 1)))
	}
	e.add(termChecks+s.role*8+min(total, 7), sign)
	e.unit(s, dangerLast+s.role*6+min(5, last), 1)
	e.unit(s, dangerTwo+s.role, min(two, 4))
}

// centre are the sixteen squares in the middle.
const centre chess.Bitboard = 0x00003c3c3c3c0000

// threats counts the squares a side attacks, and its pieces that are attacked by
// lesser ones, or defended once at most.
func (e *Evaluator) threats(p *chess.Position, s, o *side, sign weight) {
	e.add(termAttacked, sign*weight(s.all.Count()))
	e.add(termAttacked+1, sign*weight(s.twice.Count()))
	e.add(termAttacked+2, sign*weight((s.all&centre).Count()))

	pieces := p.Pieces(s.player, chess.NoRole) &^ s.pawns &^ s.king.Bit()
	rooks, queens := p.Pieces(s.player, chess.Rook), p.Pieces(s.player, chess.Queen)
	e.add(termPawnHits+s.role, sign*weight((pieces&o.by[chess.Pawn]).Count()))
	e.add(termMinorHits+s.role, sign*weight(((rooks|queens)&(o.by[chess.Knight]|o.by[chess.Bishop])).Count()))
	lesser := o.by[chess.Pawn] | o.by[chess.Knight] | o.by[chess.Bishop] | o.by[chess.Rook]
	e.add(termQueenHits+s.role, sign*weight((queens&lesser).Count()))

	// A single defender is hardly one, for its recapture can be banned; so can the
	// capture of a single attacker.
	for i, set := range [...]chess.Bitboard{s.pawns, pieces &^ rooks &^ queens, rooks, queens} {
		set &= o.all &^ s.twice
		term := termLoose + s.role*16 + i*4
		e.add(term, sign*weight((set&^s.all&^o.twice).Count()))
		e.add(term+1, sign*weight((set&^s.all&o.twice).Count()))
		e.add(term+2, sign*weight((set&s.all&^o.twice).Count()))
		e.add(term+3, sign*weight((set&s.all&o.twice).Count()))
	}
}
