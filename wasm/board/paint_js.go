package board

import (
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
)

// painter paints scenes with Ebiten. It keeps each sprite it has painted as a
// texture until the squares change their size or theme.
type painter struct {
	art    *artwork
	images map[sprite]*ebiten.Image
	white  *ebiten.Image
	square int
	theme  string
}

// maxSprites bounds the textures kept; arrows come in many lengths.
const maxSprites = 256

func newPainter(art *artwork) *painter {
	white := ebiten.NewImage(1, 1)
	white.Fill(color.White)
	return &painter{art: art, images: map[sprite]*ebiten.Image{}, white: white}
}

func (p *painter) paint(dst *ebiten.Image, s scene, square int, theme string) {
	if square != p.square || theme != p.theme || len(p.images) > maxSprites {
		for _, img := range p.images {
			img.Deallocate()
		}
		clear(p.images)
		p.square, p.theme = square, theme
	}
	for i := range s.ops {
		p.paintOp(dst, &s.ops[i])
	}
}

func (p *painter) paintOp(dst *ebiten.Image, o *op) {
	var d ebiten.DrawImageOptions
	if o.rect {
		d.GeoM.Scale(o.w, o.h)
		d.GeoM.Translate(o.x, o.y)
		d.ColorScale.ScaleWithColor(o.color)
		dst.DrawImage(p.white, &d)
		return
	}
	img := p.image(o.sprite)
	if size := img.Bounds().Size(); float64(size.X) != o.w || float64(size.Y) != o.h {
		d.GeoM.Scale(o.w/float64(size.X), o.h/float64(size.Y))
	}
	if o.angle != 0 {
		d.GeoM.Translate(-o.w/2, -o.h/2)
		d.GeoM.Rotate(o.angle)
		d.GeoM.Translate(o.w/2, o.h/2)
	}
	d.GeoM.Translate(o.x, o.y)
	d.ColorScale.ScaleAlpha(o.alpha)
	if o.drifted {
		d.Filter = ebiten.FilterLinear
	}
	dst.DrawImage(img, &d)
}

func (p *painter) image(s sprite) *ebiten.Image {
	img := p.images[s]
	if img == nil {
		pixels := p.art.paint(s)
		img = ebiten.NewImage(pixels.Rect.Dx(), pixels.Rect.Dy())
		img.WritePixels(pixels.Pix)
		p.images[s] = img
	}
	return img
}
