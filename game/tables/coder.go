package tables

import "math/bits"

// contexts is by how many of its neighbours, and of its features, each symbol is predicted.
const contexts = 9

// A coder writes or reads symbols of a table by arithmetic coding. A symbol is a path through a
// tree of choices; the probability of each choice is mixed from what followed in each of its
// contexts. It calculates with whole numbers, so that every machine reads what another wrote.
type coder struct {
	tree    tree
	seen    [contexts][]uint32       // by a hash of context and choice: a probability (22 bits), and how often it was seen
	weights [256][contexts + 1]int32 // of the contexts at each choice
	low     uint32                   // the interval
	high    uint32                   //
	read    uint32                   // the bytes of data in the interval, for a reader
	data    []byte                   // that are written, or are yet to be read
	reading bool
}

const (
	seenBits  = 19
	seenMost  = 255 // how much the past counts at most
	stretched = 2047
)

// newCoder returns a coder that reads data, or that writes if data is nil.
func newCoder(t tree, data []byte) *coder {
	c := &coder{tree: t, high: 1<<32 - 1, data: data, reading: data != nil}
	for i := range c.seen {
		c.seen[i] = make([]uint32, 1<<seenBits)
		for j := range c.seen[i] {
			c.seen[i][j] = 1 << 31
		}
	}
	for i := range c.weights {
		for j := range c.weights[i] {
			c.weights[i][j] = 1 << 16 * 3 / 10
		}
	}
	for range 4 {
		if c.reading {
			c.read = c.read<<8 | c.next()
		}
	}
	return c
}

// next returns the next byte; 0 follows the last.
func (c *coder) next() uint32 {
	if len(c.data) == 0 {
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return uint32(b)
}

// code writes a symbol in its contexts, or reads one, and returns it.
func (c *coder) code(symbol int, context *[contexts]uint32) int {
	for i := range context {
		h := (context[i] + uint32(i)*0x1234567) * 0x2c1b3c6d
		context[i] = h ^ h>>13
	}
	first := 0
	for at := c.tree.root; at != 0; {
		if c.choose(symbol >= int(at), uint32(at), context) {
			first, at = int(at), c.tree.right[at]
		} else {
			at = c.tree.left[at]
		}
	}
	return first
}

// choose writes or reads a choice.
func (c *coder) choose(up bool, at uint32, context *[contexts]uint32) bool {
	var found [contexts]*uint32
	var inputs [contexts + 1]int32
	weights := &c.weights[at]
	sum := int64(weights[contexts]) << 8
	for i := range context {
		h := (context[i] + at*0x9e3779b1) * 0x85ebca6b
		found[i] = &c.seen[i][(h^h>>15)&(1<<seenBits-1)]
		inputs[i] = stretch[*found[i]>>20]
		sum += int64(inputs[i]) * int64(weights[i])
	}
	inputs[contexts] = 1 << 8
	p := squash(int32(min(max(sum>>16, -stretched), stretched)))

	middle := c.low + (c.high-c.low)>>12*uint32(p) + (c.high-c.low)&0xfff*uint32(p)>>12
	if c.reading {
		up = c.read <= middle
	}
	wrong := -p
	if up {
		c.high = middle
		wrong += 1 << 12
	} else {
		c.low = middle + 1
	}
	for (c.low^c.high)>>24 == 0 {
		if c.reading {
			c.read = c.read<<8 | c.next()
		} else {
			c.data = append(c.data, byte(c.high>>24))
		}
		c.low, c.high = c.low<<8, c.high<<8|0xff
	}

	for i, input := range inputs {
		weights[i] += (input*wrong*6 + 1<<13) >> 14
	}
	for _, f := range found {
		n, p := *f&1023, *f>>10
		if up {
			p += uint32(uint64(1<<22-1-p) * uint64(rates[n]) >> 16)
		} else {
			p -= uint32(uint64(p) * uint64(rates[n]) >> 16)
		}
		*f = p<<10 | min(n+1, seenMost)
	}
	return up
}

// end ends what is written.
func (c *coder) end() []byte {
	return append(c.data, byte(c.high>>24), byte(c.high>>16), byte(c.high>>8), byte(c.high))
}

// rates is how much a probability changes that was seen so often.
var rates = func() (r [seenMost + 1]uint32) {
	for n := range r {
		r[n] = uint32(10 << 16 / (10*n + 16))
	}
	return r
}()

// squash turns the logarithm of odds into a probability of 4096, from 1 to 4095.
func squash(x int32) int32 {
	i, part := x>>7+16, x&127
	return (squashed[i]*(128-part) + squashed[i+1]*part + 64) >> 7
}

var squashed = [...]int32{
	1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047,
	2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
}

// stretch is the inverse of squash.
var stretch = func() (s [1 << 12]int32) {
	p := int32(0)
	for x := int32(-stretched); x <= stretched; x++ {
		for ; p <= squash(x); p++ {
			s[p] = x
		}
	}
	for ; p < 1<<12; p++ {
		s[p] = stretched
	}
	return s
}()

// A tree says by which choices a symbol is found: the choice number n is whether it is n or
// more. Frequent symbols take fewer choices.
type tree struct {
	root        uint8
	left, right [256]uint8 // the next choice, or 0
}

// newTree returns the tree of symbols that occur so often.
func newTree(counts []int) (t tree) {
	var grow func(first int, counts []int, all int) uint8
	grow = func(first int, counts []int, all int) uint8 {
		if len(counts) < 2 {
			return 0
		}
		n, below := 1, counts[0]
		for n < len(counts)-1 && 2*below+counts[n] < all {
			below += counts[n]
			n++
		}
		at := uint8(first + n)
		t.left[at] = grow(first, counts[:n], below)
		t.right[at] = grow(first+n, counts[n:], all-below)
		return at
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	t.root = grow(0, counts, all)
	return t
}

// hash returns a hash of data, by which a damaged file is known.
func hash(data []byte) uint32 {
	h := uint32(2166136261)
	for _, b := range data {
		h = bits.RotateLeft32((h^uint32(b))*16777619, 5)
	}
	return h
}
