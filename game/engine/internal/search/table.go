package search

import "github.com/banchess/banchess/game/chess"

// The kinds of bounds a stored score can be.
const (
	boundNone = iota
	boundUpper
	boundLower
	boundExact
)

// tableEntry is what the table remembers of a position: two moves, because a node
// needs two refutations (or a ban and the move that is left).
type tableEntry struct {
	first chess.Move
	next  chess.Move
	score int16
	eval  int16
	depth int8
	mark  uint8 // bound in the low two bits, generation above
}

// slot is an entry with 48 bits of its position's key. Several threads read and
// write it without locks: the first word is stored combined with the second, so
// that halves of two entries look like one of another position.
type slot struct{ mixed, rest uint64 }

const keyBits = 48

// tag is the part of a key that is stored, in the high bits.
func tag(key uint64) uint64 { return key << (64 - keyBits) }

const tagMask = 1<<64 - 1<<(64-keyBits)

// load returns the tag and the entry, of which the first move is in the low bits
// of head.
func (s *slot) load() (head, rest uint64) {
	rest = loadWord(&s.rest)
	return loadWord(&s.mixed) ^ rest, rest
}

func (s *slot) store(head, rest uint64) {
	storeWord(&s.mixed, head^rest)
	storeWord(&s.rest, rest)
}

// unpack makes an entry of a slot's words.
func unpack(head, rest uint64) tableEntry {
	return tableEntry{
		first: chess.Move(head), next: chess.Move(rest >> 48),
		score: int16(rest >> 32), eval: int16(rest >> 16), depth: int8(rest >> 8), mark: uint8(rest),
	}
}

// words returns an entry as the words of a slot.
func (e *tableEntry) words(key uint64) (head, rest uint64) {
	return tag(key) | uint64(e.first), uint64(e.next)<<48 | uint64(uint16(e.score))<<32 | uint64(uint16(e.eval))<<16 |
		uint64(uint8(e.depth))<<8 | uint64(e.mark)
}

const bucketSize = 4

type bucket [bucketSize]slot

// A Table is a transposition table. Its size never changes after it is made.
// Positions are stored as they stand at their ban ply. Several threads may use a
// Table at once, without locks.
type Table struct {
	buckets    []bucket
	generation uint8 // changes between searches only
}

// NewTable returns an empty table.
func NewTable(megabytes int) *Table {
	n := max(1, megabytes) << 20 / (bucketSize * 16)
	return &Table{buckets: make([]bucket, n)}
}

// Megabytes returns the size of the table.
func (t *Table) Megabytes() int { return len(t.buckets) * bucketSize * 16 >> 20 }

// Clear removes all positions.
func (t *Table) Clear() {
	clear(t.buckets)
	t.generation = 0
}

// NextSearch makes entries of earlier searches the first to be replaced.
func (t *Table) NextSearch() { t.generation = (t.generation + 4) &^ 3 }

func (t *Table) bucket(key uint64) *bucket {
	// The top half of the key picks the bucket, the rest tells entries apart.
	return &t.buckets[(key>>32)*uint64(len(t.buckets))>>32]
}

func (t *Table) probe(key uint64) (tableEntry, bool) {
	bucket := t.bucket(key)
	for i := range bucket {
		if head, rest := bucket[i].load(); (head^tag(key))&tagMask == 0 && rest&3 != boundNone {
			return unpack(head, rest), true
		}
	}
	return tableEntry{}, false
}

// store enters the result of a node, ply moves from the root.
func (t *Table) store(key uint64, first, next chess.Move, score, eval, depth, bound, ply int) {
	bucket := t.bucket(key)
	victim := &bucket[0]
	worst := 1 << 30
	for i := range bucket {
		head, rest := bucket[i].load()
		e := unpack(head, rest)
		if (head^tag(key))&tagMask == 0 && e.mark&3 != boundNone {
			victim = &bucket[i]
			if first == 0 {
				first, next = e.first, e.next
			} else if next == 0 && e.next != first {
				next = e.next
			} else if next == 0 {
				next = e.first
			}
			if isMate(int(e.score), int(e.mark&3)) && !isMate(score, bound) {
				// A proven score is kept: it holds at any depth.
				if int(e.score) == toTable(score, ply) {
					e.mark |= boundExact
				}
				e.first, e.next, e.mark = first, next, e.mark&3|t.generation
				victim.store(e.words(key))
				return
			}
			if bound != boundExact && depth+3 < int(e.depth) && e.mark&^3 == t.generation && !isMate(score, bound) {
				e.first, e.next = first, next
				victim.store(e.words(key))
				return
			}
			break
		}
		age := int(t.generation-e.mark&^3) >> 2
		if worth := int(e.depth) - 4*age; e.mark&3 == boundNone || worth < worst {
			worst = worth
			if e.mark&3 == boundNone {
				worst = -1 << 30
			}
			victim = &bucket[i]
		}
	}
	e := tableEntry{
		first: first, next: next,
		score: int16(toTable(score, ply)), eval: int16(eval), depth: int8(depth), mark: uint8(bound) | t.generation,
	}
	victim.store(e.words(key))
}

// toTable counts a mate from the node instead of the root; with the ply negated, it
// counts a mate from the root again.
func toTable(score, ply int) int {
	switch {
	case score > MateBound:
		return score + ply
	case score < -MateBound:
		return score - ply
	}
	return score
}

// settles reports whether an entry's value is good enough for a window, at a node
// with the given half-move clock. A mate in so many moves or fewer holds at any
// depth, since mates are never guessed; everything else holds at its depth.
func (e *tableEntry) settles(alpha, beta, depth, ply, halfmove int) (int, bool) {
	v := toTable(int(e.score), -ply)
	bound := e.mark & 3
	deep := int(e.depth) >= depth
	switch {
	case !e.beforeFiftyMoves(halfmove):
		return v, false
	case v >= beta && bound != boundUpper:
		return v, deep || v > MateBound
	case v <= alpha && bound != boundLower:
		return v, deep || v < -MateBound
	}
	return v, deep && bound == boundExact
}

// refine returns a better estimate of a position than its static value, if the
// entry's value bounds it.
func (e *tableEntry) refine(eval int) int {
	v := int(e.score)
	switch bound := e.mark & 3; {
	case abs(v) >= MateBound:
	case bound == boundExact, bound == boundLower && v > eval, bound == boundUpper && v < eval:
		return v
	}
	return eval
}

// provesMate reports whether an entry's value is a mate in at most so many moves.
// The principal variation takes it unless the search is deeper than the entry and
// may find a shorter one.
func (e *tableEntry) provesMate(v, halfmove int) bool {
	return e.beforeFiftyMoves(halfmove) && isMate(v, int(e.mark&3))
}

// isMate reports whether a bound says that one side is mated.
func isMate(v, bound int) bool {
	return v > MateBound && bound != boundUpper || v < -MateBound && bound != boundLower
}

// beforeFiftyMoves reports whether what the entry says comes true before the
// fifty-move rule draws: a mate if even quiet moves reach it earlier, anything
// else if the rule is far away.
func (e *tableEntry) beforeFiftyMoves(halfmove int) bool {
	if v := abs(int(e.score)); v > MateBound {
		return halfmove+MateValue-v < 100
	}
	return halfmove < 90
}

// Full returns how much of the table the search under way has filled, in permille.
func (t *Table) Full() int {
	n := 0
	sample := t.buckets[:min(250, len(t.buckets))]
	for i := range sample {
		for j := range sample[i] {
			if _, rest := sample[i][j].load(); rest&3 != boundNone && uint8(rest)&^3 == t.generation {
				n++
			}
		}
	}
	return n * 1000 / (len(sample) * bucketSize)
}
