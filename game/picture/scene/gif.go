package scene

import (
	"image"
	"io"
	"time"
)

// The times that a position may stand in an animated picture.
const (
	MinDelay = 20 * time.Millisecond
	MaxDelay = time.Minute
)

// lastDelays is how many delays the end stands for.
const lastDelays = 4

// GIF writes n positions as an animated picture that is size pixels wide and high and
// begins again at its end. Each stands for a delay, and the last for several. The arrows
// of the options are those of the last. Errors: CodeBadTheme, CodeBadPieces,
// CodeBadSize, CodeBadDelay, those of the writer and of the work.
func GIF(work Work, w io.Writer, n int, position func(i int) *Position, size int, delay time.Duration, o Options) error {
	if err := checkSize(size); err != nil {
		return err
	}
	if delay < MinDelay || delay > MaxDelay {
		return outside(CodeBadDelay, "delay", delay.String(), MinDelay.String(), MaxDelay.String())
	}
	l, err := newLook(o)
	if err != nil {
		return err
	}
	samples := samplesOf(n, position)
	todo := &steps{work: work, parts: len(samples) + n}
	p := new(painter)
	paint := func(i int) (*image.RGBA, error) {
		of := o
		if i < n-1 {
			of.Arrows = nil
		}
		return p.paint(todo, l.scene(position(i), size, of))
	}
	var colors palette
	for _, i := range samples {
		img, err := paint(i)
		if err != nil {
			return err
		}
		colors.count(img)
	}
	colors.choose()
	f := &film{w: w, size: size, colors: &colors}
	if err := f.begin(); err != nil {
		return err
	}
	for i := range n {
		img, err := paint(i)
		if err != nil {
			return err
		}
		stands := delay
		if i == n-1 {
			stands *= lastDelays
		}
		if err := f.add(img, stands); err != nil {
			return err
		}
	}
	return f.end()
}

// samplesOf returns which of n positions the colours are taken from: some at equal steps, of
// which the last, which may have arrows, is one, and one for each thing that these do not show.
func samplesOf(n int, position func(i int) *Position) (list []int) {
	const most = 8
	step := (n+most-1)/most | 1 // odd, because bans and moves take turns
	var seen [256]bool
	see := func(i int) (isNew bool) { // reports whether a position shows a thing for the first time
		for _, thing := range position(i).things() {
			isNew = isNew || !seen[thing]
			seen[thing] = true
		}
		return isNew
	}
	for i := n - 1; i >= 0; i -= step {
		list = append(list, i)
		see(i)
	}
	for i := n - 1; i >= 0; i-- {
		if see(i) {
			list = append(list, i)
		}
	}
	return list
}

// things returns a letter for each thing of a position that has colours of its own.
func (p *Position) things() (letters []byte) {
	if p.Ban.IsValid() {
		letters = append(letters, 'b')
	}
	if p.Last.IsValid() {
		letters = append(letters, 'm')
	}
	if p.Check.IsValid() {
		letters = append(letters, 'c')
	}
	for _, d := range p.Drawings[:min(len(p.Drawings), MostDrawings)] {
		letters = append(letters, d.Color)
	}
	return letters
}
