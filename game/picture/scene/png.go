package scene

import (
	"image"
	"io"
	"math"
	"strconv"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
	"github.com/banchess/banchess/game/chess"
)

// The widths in pixels that a picture may have.
const (
	MinSize = 64
	MaxSize = 4096
)

// PNG writes a position as a picture that is size pixels wide and high. Errors:
// CodeBadTheme, CodeBadPieces, CodeBadSize, those of the writer and of the work.
func PNG(work Work, w io.Writer, p *Position, size int, o Options) error {
	todo := &steps{work: work, parts: 2}
	img, err := paint(todo, p, size, o)
	if err != nil {
		return err
	}
	return writePNG(todo, w, img)
}

// Image returns the picture that PNG writes.
func Image(work Work, p *Position, size int, o Options) (*image.RGBA, error) {
	return paint(&steps{work: work, parts: 1}, p, size, o)
}

// paint paints a position, as one part of the work.
func paint(todo *steps, p *Position, size int, o Options) (*image.RGBA, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	l, err := newLook(o)
	if err != nil {
		return nil, err
	}
	return new(painter).paint(todo, l.scene(p, size, o))
}

// Work is called after each step of some work, with the part of the work that is done,
// from 0 to 1. Its error ends the work.
type Work func(done float64) error

// steps tells of the progress of work in several parts.
type steps struct {
	work        Work
	part, parts int // those that are done, and all of them
}

// next is called when step n of as many in this part is done.
func (s *steps) next(n, of int) error {
	done := (float64(s.part) + float64(n)/float64(of)) / float64(s.parts)
	if n == of {
		s.part++
	}
	return s.work(done)
}

func checkSize(size int) error {
	if size < MinSize || size > MaxSize {
		return outside(CodeBadSize, "size in pixels", strconv.Itoa(size), strconv.Itoa(MinSize), strconv.Itoa(MaxSize))
	}
	return nil
}

// painter turns scenes of one size and look into images. It keeps what the bare board and
// the pieces look like.
type painter struct {
	bare   *image.RGBA
	pieces map[chess.Piece]*image.RGBA
}

// paint paints a scene, as one part of the work.
func (p *painter) paint(todo *steps, s *scene) (*image.RGBA, error) {
	if p.pieces == nil {
		p.pieces = map[chess.Piece]*image.RGBA{}
	}
	unit := float64(s.size) / side
	whole := raster.New(s.size, s.size)
	begin := 0
	if p.bare != nil {
		begin = s.bare
		copy(whole.Image().Pix, p.bare.Pix)
	}
	for i := begin; i < len(s.items); i++ {
		if i == s.bare && p.bare == nil {
			p.bare = image.NewRGBA(whole.Image().Rect)
			copy(p.bare.Pix, whole.Image().Pix)
		}
		it := &s.items[i]
		x, y := it.at.X*unit, it.at.Y*unit
		switch {
		case it.glow:
			whole.Glow(assets.CheckColor, x, y, 50*unit)
		case it.piece != chess.NoPiece:
			// On a whole pixel, so that every pawn is as sharp as the next.
			art := p.pieces[it.piece]
			if art == nil {
				width := round(100 * unit)
				art = raster.Draw(it.shapes, width, width, raster.Transform{Scale: it.scale * float64(width) / 100})
				p.pieces[it.piece] = art
			}
			whole.Lay(art, round(x), round(y), 1)
		case it.opacity < 1:
			// Shapes that overlap are one thing to look through, in a picture of their own.
			left, top := int(it.low.X*unit), int(it.low.Y*unit)
			t := transformOf(it, unit)
			t.X, t.Y = t.X-float64(left), t.Y-float64(top)
			layer := raster.Draw(it.shapes, int(it.high.X*unit)+1-left, int(it.high.Y*unit)+1-top, t)
			whole.Lay(layer, left, top, it.opacity)
		default:
			for _, shape := range it.shapes {
				whole.Paint(shape, transformOf(it, unit))
			}
		}
		if err := todo.next(i+1, len(s.items)); err != nil {
			return nil, err
		}
	}
	return whole.Image(), nil
}

func round(v float64) int { return int(math.Round(v)) }

func transformOf(i *item, unit float64) raster.Transform {
	return raster.Transform{Scale: i.scale * unit, Turn: i.angle, X: i.at.X * unit, Y: i.at.Y * unit}
}
