package scene

import (
	"cmp"
	"image"
	"slices"
)

// transparent is the index that leaves a pixel of a film as it was.
const transparent = 255

// palette is the colours of a film: those that most pixels have, out of a few of its
// pictures.
type palette struct {
	tallies []tally
	colors  [][3]uint8     // at most as many as there are indices below transparent
	nearest [1 << 15]int16 // the index and one, by coarse colour; 0: not looked for yet
}

// tally is how many pixels of a coarse colour there are, and the sums of their channels.
type tally struct{ n, r, g, b, coarse int }

// coarse is a colour in five bits a channel, as which colours are told apart.
func coarse(pix []uint8) int {
	return int(pix[0]>>3)<<10 | int(pix[1]>>3)<<5 | int(pix[2]>>3)
}

// count counts the colours of a picture.
func (p *palette) count(img *image.RGBA) {
	if p.tallies == nil {
		p.tallies = make([]tally, 1<<15)
	}
	for at := 0; at < len(img.Pix); at += 4 {
		pix := img.Pix[at : at+4]
		of := coarse(pix)
		c := &p.tallies[of]
		c.n, c.r, c.g, c.b, c.coarse = c.n+1, c.r+int(pix[0]), c.g+int(pix[1]), c.b+int(pix[2]), of
	}
}

// choose chooses the colours.
func (p *palette) choose() {
	slices.SortFunc(p.tallies, func(x, y tally) int { return cmp.Or(y.n-x.n, x.coarse-y.coarse) })
	for _, c := range p.tallies[:transparent] {
		if c.n > 0 {
			p.colors = append(p.colors, [3]uint8{uint8(c.r / c.n), uint8(c.g / c.n), uint8(c.b / c.n)})
		}
	}
	p.tallies = nil
}

// index returns the index of the nearest colour.
func (p *palette) index(pix []uint8) uint8 {
	n := &p.nearest[coarse(pix)]
	if *n == 0 {
		best := 1 << 30
		for i, c := range p.colors {
			distance := 0
			for k := range c {
				d := int(pix[k]) - int(c[k])
				distance += d * d
			}
			if distance < best {
				best, *n = distance, int16(i+1)
			}
		}
	}
	return uint8(*n - 1)
}
