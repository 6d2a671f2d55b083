package picture

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
	"github.com/banchess/banchess/game"
)

// The widths in pixels that a picture may have.
const (
	MinSize = 64
	MaxSize = 4096
)

// PNG writes the position of a game as a picture that is size pixels wide and high.
// Errors: CodeBadTheme, CodeBadPieces, CodeBadSize, those of the writer, and that of
// the context, with which it ends.
func PNG(ctx context.Context, w io.Writer, g *game.Game, size int, o Options) error {
	if err := checkSize(size); err != nil {
		return err
	}
	s, err := newScene(g, o)
	if err != nil {
		return err
	}
	img, err := new(painter).paint(ctx, s, size)
	if err != nil {
		return err
	}
	return png.Encode(until{ctx, w}, img)
}

// until is a writer that fails once its context has ended.
type until struct {
	ctx context.Context
	w   io.Writer
}

func (u until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

func checkSize(size int) error {
	if size < MinSize || size > MaxSize {
		return outside(CodeBadSize, "size in pixels", size, MinSize, MaxSize)
	}
	return nil
}

// painter turns scenes into images. It keeps what the pieces look like.
type painter struct {
	pieces map[game.Piece]*image.RGBA
	size   int
}

func (p *painter) paint(ctx context.Context, s *scene, size int) (*image.RGBA, error) {
	if p.size != size {
		p.pieces, p.size = map[game.Piece]*image.RGBA{}, size
	}
	unit := float64(size) / side
	whole := raster.New(size, size)
	for i := range s.items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		it := &s.items[i]
		at := image.Pt(round(it.at.X*unit), round(it.at.Y*unit))
		switch {
		case it.glow:
			glow(whole, it.at, unit)
		case it.piece != game.NoPiece:
			// On a whole pixel, so that every pawn is as sharp as the next.
			art := p.pieces[it.piece]
			if art == nil {
				width := round(100 * unit)
				art = raster.Draw(it.shapes, width, width, raster.Transform{Scale: it.scale * float64(width) / 100})
				p.pieces[it.piece] = art
			}
			draw.Draw(whole.Image(), art.Bounds().Add(at), art, image.Point{}, draw.Over)
		case it.opacity < 1:
			layer := raster.Draw(it.shapes, size, size, transformOf(it, unit))
			mask := image.NewUniform(color.Alpha{uint8(it.opacity*255 + 0.5)})
			draw.DrawMask(whole.Image(), layer.Bounds(), layer, image.Point{}, mask, image.Point{}, draw.Over)
		default:
			for _, shape := range it.shapes {
				whole.Paint(shape, transformOf(it, unit))
			}
		}
	}
	return whole.Image(), nil
}

func round(v float64) int { return int(math.Round(v)) }

func transformOf(i *item, unit float64) raster.Transform {
	return raster.Transform{Scale: i.scale * unit, Turn: i.angle, X: i.at.X * unit, Y: i.at.Y * unit}
}

func glow(c *raster.Canvas, at assets.Point, unit float64) {
	radius := glowRadius * unit
	x, y := at.X*unit, at.Y*unit
	bounds := image.Rect(int(x-radius), int(y-radius), int(x+radius)+1, int(y+radius)+1).Intersect(c.Image().Bounds())
	for py := bounds.Min.Y; py < bounds.Max.Y; py++ {
		for px := bounds.Min.X; px < bounds.Max.X; px++ {
			d := math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y) / radius
			if cover := min((1-d)/(1-glowInner), 1); cover > 0 {
				c.Blend(px, py, assets.CheckColor, float32(cover))
			}
		}
	}
}
