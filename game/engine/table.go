package engine

import "github.com/banchess/banchess/game/bitboard"

// The kinds of bounds a stored score can be.
const (
	boundNone = iota
	boundUpper
	boundLower
	boundExact
)

// entry is what the table remembers of a position: two moves, because a node
// needs two refutations (or a ban and the move that is left).
type entry struct {
	key   uint32
	check uint16 // more bits of the key
	first bitboard.Move
	next  bitboard.Move
	score int16
	eval  int16
	depth int8
	mark  uint8 // bound in the low two bits, generation above
}

const bucketSize = 4

type bucket [bucketSize]entry

// table is the transposition table. Its size never changes after it is made.
// Its keys tell phases and bans apart; the tree search stores positions at
// their ban ply only.
type table struct {
	buckets    []bucket
	generation uint8
}

func newTable(megabytes int) *table {
	n := max(1, megabytes) << 20 / (bucketSize * 16)
	return &table{buckets: make([]bucket, n)}
}

func (t *table) clear() {
	clear(t.buckets)
	t.generation = 0
}

// nextSearch makes entries of earlier searches the first to be replaced.
func (t *table) nextSearch() { t.generation = (t.generation + 4) &^ 3 }

func (t *table) bucket(key uint64) *bucket {
	// The top half of the key picks the bucket, the rest tells entries apart.
	return &t.buckets[(key>>32)*uint64(len(t.buckets))>>32]
}

func (t *table) probe(key uint64) (entry, bool) {
	bucket := t.bucket(key)
	for i := range bucket {
		if e := &bucket[i]; e.key == uint32(key) && e.check == uint16(key>>32) && e.mark&3 != boundNone {
			return *e, true
		}
	}
	return entry{}, false
}

// store enters a result. Scores are the node's own: mates counted from ply.
func (t *table) store(key uint64, first, next bitboard.Move, score, eval, depth, bound, ply int) {
	bucket := t.bucket(key)
	victim := &bucket[0]
	worst := 1 << 30
	for i := range bucket {
		e := &bucket[i]
		if e.key == uint32(key) && e.check == uint16(key>>32) && e.mark&3 != boundNone {
			victim = e
			if first == 0 {
				first, next = e.first, e.next
			} else if next == 0 && e.next != first {
				next = e.next
			} else if next == 0 {
				next = e.first
			}
			if bound != boundExact && depth+3 < int(e.depth) && e.mark&^3 == t.generation {
				e.first, e.next = first, next
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
			victim = e
		}
	}
	*victim = entry{
		key: uint32(key), check: uint16(key >> 32), first: first, next: next,
		score: int16(toTable(score, ply)), eval: int16(eval), depth: int8(depth), mark: uint8(bound) | t.generation,
	}
}

// toTable counts a mate from the node instead of the root, fromTable back.
func toTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score + ply
	case score < -mateBound:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > mateBound:
		return score - ply
	case score < -mateBound:
		return score + ply
	}
	return score
}

// full returns how much of the table this search has filled, in permille.
func (t *table) full() int {
	n := 0
	sample := t.buckets[:min(250, len(t.buckets))]
	for i := range sample {
		for _, e := range sample[i] {
			if e.mark&3 != boundNone && e.mark&^3 == t.generation {
				n++
			}
		}
	}
	return n * 1000 / (len(sample) * bucketSize)
}
