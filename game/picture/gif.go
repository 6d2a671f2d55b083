package picture

import (
	"cmp"
	"context"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"

	"github.com/banchess/banchess/game"
)

// The times that a position may stand in an animated picture.
const (
	MinDelay = 20 * time.Millisecond
	MaxDelay = time.Minute
)

// lastDelays is how many delays the end stands for.
const lastDelays = 4

// GIF writes a game as an animated picture that is size pixels wide and high and
// begins again at its end: the start, and the position after each ban and each
// move, for a delay each. The arrows and drawings of the options are those of the
// end. Errors: CodeBadTheme, CodeBadPieces, CodeBadSize, CodeBadDelay, those of the writer,
// and that of the context, with which it ends.
func GIF(ctx context.Context, w io.Writer, g *game.Game, size int, delay time.Duration, o Options) error {
	if err := checkSize(size); err != nil {
		return err
	}
	if delay < MinDelay || delay > MaxDelay {
		return outside(CodeBadDelay, "delay", delay, MinDelay, MaxDelay)
	}
	var scenes []*scene
	for at := g.Clone(); ; {
		s, err := newScene(at, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		scenes = append(scenes, s)
		o.Drawings, o.Arrows = nil, nil
		undone := at.Len()
		for at.Len() == undone && at.Undo() { // an ending of the players is taken back first
		}
		if at.Len() == undone {
			break
		}
	}
	slices.Reverse(scenes)
	p := new(painter)
	colors, err := palette(ctx, p, scenes, size)
	if err != nil {
		return err
	}
	film := gif.GIF{Config: image.Config{ColorModel: colors, Width: size, Height: size}}
	var last *image.Paletted
	for _, s := range scenes {
		img, err := p.paint(ctx, s, size)
		if err != nil {
			return err
		}
		frame := reduce(img, colors)
		film.Image = append(film.Image, changed(last, frame))
		film.Delay = append(film.Delay, int(delay/(10*time.Millisecond)))
		last = frame
	}
	film.Delay[len(film.Delay)-1] *= lastDelays
	return gif.EncodeAll(until{ctx, w}, &film)
}

// coarse is a colour in five bits a channel, as which colours are told apart.
func coarse(pix []uint8) int {
	return int(pix[0]>>3)<<10 | int(pix[1]>>3)<<5 | int(pix[2]>>3)
}

// palette returns the colours that most pixels have, out of a few of the scenes.
func palette(ctx context.Context, p *painter, scenes []*scene, size int) (color.Palette, error) {
	const samples = 8
	type tally struct{ n, r, g, b, coarse int }
	counts := make([]tally, 1<<15)
	step := (len(scenes) + samples - 1) / samples
	for i := len(scenes) - 1; i >= 0; i -= step {
		img, err := p.paint(ctx, scenes[i], size)
		if err != nil {
			return nil, err
		}
		for at := 0; at < len(img.Pix); at += 4 {
			pix := img.Pix[at : at+4]
			c := &counts[coarse(pix)]
			c.n, c.r, c.g, c.b = c.n+1, c.r+int(pix[0]), c.g+int(pix[1]), c.b+int(pix[2])
			c.coarse = coarse(pix)
		}
	}
	slices.SortFunc(counts, func(x, y tally) int { return cmp.Or(y.n-x.n, x.coarse-y.coarse) })
	var colors color.Palette
	for _, c := range counts[:256] {
		if c.n > 0 {
			colors = append(colors, color.RGBA{uint8(c.r / c.n), uint8(c.g / c.n), uint8(c.b / c.n), 255})
		}
	}
	return colors, nil
}

// reduce gives each pixel the nearest colour of the palette.
func reduce(img *image.RGBA, colors color.Palette) *image.Paletted {
	var nearest [1 << 15]int16 // the index and one, by coarse colour
	out := image.NewPaletted(img.Bounds(), colors)
	for i := range out.Pix {
		pix := img.Pix[4*i : 4*i+4]
		n := &nearest[coarse(pix)]
		if *n == 0 {
			*n = int16(colors.Index(color.RGBA{pix[0], pix[1], pix[2], 255})) + 1
		}
		out.Pix[i] = uint8(*n - 1)
	}
	return out
}

// changed returns the part of a frame that differs from the one before, and at
// least a pixel.
func changed(before, frame *image.Paletted) *image.Paletted {
	if before == nil {
		return frame
	}
	var box image.Rectangle
	for y := range frame.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:(y+1)*before.Stride], frame.Pix[y*frame.Stride:(y+1)*frame.Stride]
		if slices.Equal(a, b) {
			continue
		}
		left, right := 0, len(a)
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	part := image.NewPaletted(box, frame.Palette) // of its own, so that the frame can go
	for y := box.Min.Y; y < box.Max.Y; y++ {
		copy(part.Pix[part.PixOffset(box.Min.X, y):], frame.Pix[frame.PixOffset(box.Min.X, y):frame.PixOffset(box.Max.X-1, y)+1])
	}
	return part
}
