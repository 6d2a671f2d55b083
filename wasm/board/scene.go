package board

import (
	"image/color"
	"math"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// A scene is a frame as a list of things to paint, bottom first. Making one is
// pure; painting one (paint_js.go) needs nothing but the scene.
type scene struct {
	ops []op
}

// An op paints either a rectangle of one colour or a sprite.
type op struct {
	rect    bool
	x, y    float64     // top left, in device pixels
	w, h    float64     // a sprite is stretched to it; only squares differ, by a pixel
	color   color.NRGBA // of a rectangle
	sprite  sprite
	alpha   float32 // of a sprite
	angle   float64 // turns the sprite about its middle; clockwise, in radians
	drifted bool    // the sprite does not stand on whole pixels
}

func (s *scene) fill(r Rect, c color.NRGBA) {
	if c.A > 0 {
		s.ops = append(s.ops, op{rect: true, x: r.X, y: r.Y, w: r.Width, h: r.Height, color: c})
	}
}

func (s *scene) draw(sp sprite, x, y float64, alpha float32) {
	s.ops = append(s.ops, op{
		x: x, y: y, w: float64(sp.size), h: float64(sp.size), sprite: sp, alpha: alpha,
		drifted: x != math.Trunc(x) || y != math.Trunc(y),
	})
}

// sceneAt returns the frame at a time.
func (b *Board) sceneAt(now time.Time) scene {
	var s scene
	l := &b.layout
	if l.square == 0 {
		return s
	}
	s.fill(Rect{0, 0, float64(l.width), float64(l.height)}, b.options.Background)
	b.drawSquares(&s)
	b.drawMarks(&s)
	b.drawTargets(&s)
	b.drawPieces(&s, now)
	b.drawArrows(&s)
	b.drawDots(&s)
	b.drawBarred(&s)
	b.drawPromotion(&s)
	b.drawGhost(&s)
	return s
}

// drawMark draws a sprite on a square.
func (b *Board) drawMark(s *scene, k spriteKind, sq chess.Square) {
	x, y := b.layout.corner(sq)
	s.draw(sprite{kind: k, theme: b.options.Theme, size: b.layout.square}, float64(x), float64(y), 1)
}

func (b *Board) drawSquares(s *scene) {
	l := &b.layout
	for sq := range chess.NoSquare {
		// Four variants, by place on the screen, so that neighbours differ.
		column, row := l.place(sq)
		n := uint8(column%4*2+row%2*4) % 8
		if !sq.IsLight() {
			n++
		}
		r := l.rect(sq)
		s.ops = append(s.ops, op{
			x: r.X, y: r.Y, w: r.Width, h: r.Height, alpha: 1,
			sprite: sprite{kind: spriteSquare, theme: b.options.Theme, n: n, size: l.square},
		})
	}
	if !b.options.Coordinates {
		return
	}
	// Ranks down the left edge, files along the bottom, in the squares' corners.
	size := int(float64(l.square)*0.155 + 0.5)
	size = max(size, min(int(8*l.scale+0.5), l.square/3))
	em := float64(size)
	for i := range 8 {
		left, bottom := chess.SquareAt(0, i), chess.SquareAt(i, 0)
		if l.flipped {
			left, bottom = chess.SquareAt(7, i), chess.SquareAt(i, 7)
		}
		x, y := l.corner(left)
		b.drawFigure(s, '1'+byte(i), left, float64(x)+em*0.22, float64(y)+em*0.12, size)
		r := l.rect(bottom)
		b.drawFigure(s, 'a'+byte(i), bottom, r.X+r.Width-em*0.72, r.Y+r.Height-em*0.95, size)
	}
}

// drawFigure draws a figure of the coordinates.
func (b *Board) drawFigure(s *scene, c byte, on chess.Square, x, y float64, size int) {
	sp := sprite{kind: spriteFigure, char: c, theme: b.options.Theme, size: size}
	if !on.IsLight() {
		sp.n = 1
	}
	s.draw(sp, math.Round(x), math.Round(y), 1)
}

// drawMarks draws what lies on the squares, under the pieces.
func (b *Board) drawMarks(s *scene) {
	pal := assets.ThemeOf(b.options.Theme)
	if m := b.view.LastMove; m.IsValid() {
		s.fill(b.layout.rect(m.From()), pal.Last)
		s.fill(b.layout.rect(m.To()), pal.Last)
	}
	if k := b.view.checked(); k.IsValid() {
		b.drawMark(s, spriteCheck, k)
	}
	if b.selected.IsValid() {
		s.fill(b.layout.rect(b.selected), inPhase(b, banSelected, pal.Selected))
	}
	if b.hover.IsValid() && b.hover != b.selected && (b.view.selectable(b.hover) || b.plays(b.hover)) {
		s.fill(b.layout.rect(b.hover), inPhase(b, banHover, hoverColor))
	}
	if m := b.view.Banned; m.IsValid() {
		b.drawMark(s, spriteBrackets, m.From())
		b.drawMark(s, spriteBrackets, m.To())
	}
}

// inPhase returns what the ban phase has, or else the other phases.
func inPhase[T any](b *Board, ban, other T) T {
	if b.view.Phase == Ban {
		return ban
	}
	return other
}

func (b *Board) drawTargets(s *scene) {
	if b.promotion != nil {
		return
	}
	ring := inPhase(b, spriteBanRing, spriteRing)
	for _, t := range b.view.Targets[b.selected] {
		if b.view.Pieces[t.To] != chess.NoPiece { // the others lie over the arrows: drawDots
			b.drawMark(s, ring, t.To)
		}
	}
	if b.dragging() && b.plays(b.hover) {
		b.drawMark(s, spriteAim, b.hover)
	}
}

// drawDots marks the targets where nothing stands, above the sign of a ban that
// passes over one.
func (b *Board) drawDots(s *scene) {
	if b.promotion != nil {
		return
	}
	dot := inPhase(b, spriteBanDot, spriteDot)
	for _, t := range b.view.Targets[b.selected] {
		if b.view.Pieces[t.To] == chess.NoPiece {
			b.drawMark(s, dot, t.To)
		}
	}
}

// drawPieces draws the pieces where they stand or slide, without the one in the
// user's hand.
func (b *Board) drawPieces(s *scene, now time.Time) {
	l := &b.layout
	var a animation
	if b.animation.running(now) {
		a = *b.animation
	} else {
		b.animation = nil
	}
	rest := float32(a.rest(now))
	for sq := range chess.NoSquare { // in the order of the squares, as maps have none
		if p, ok := a.fades[sq]; ok {
			x, y := l.corner(sq)
			s.draw(b.pieceSprite(p, l.square), float64(x), float64(y), rest)
		}
	}
	for sq, p := range b.view.Pieces {
		if _, slides := a.slides[chess.Square(sq)]; p != chess.NoPiece && !slides {
			b.drawPiece(s, chess.Square(sq), p)
		}
	}
	for sq := range chess.NoSquare {
		if from, ok := a.slides[sq]; ok {
			x, y := l.corner(sq)
			fx, fy := l.corner(from)
			s.draw(b.pieceSprite(b.view.Pieces[sq], l.square), float64(x)+float64(fx-x)*a.rest(now), float64(y)+float64(fy-y)*a.rest(now), 1)
		}
	}
}

// drawPiece draws a piece that stands on its square.
func (b *Board) drawPiece(s *scene, sq chess.Square, p chess.Piece) {
	x, y := b.layout.corner(sq)
	alpha := float32(1)
	switch {
	case b.dragging() && b.press.square == sq:
		alpha = 0.35
	case b.promotion != nil && (b.promotion.from == sq || b.promotion.to == sq):
		return // the pawn is on its way, and the chooser covers where to
	}
	s.draw(b.pieceSprite(p, b.layout.square), float64(x), float64(y), alpha)
}

func (b *Board) pieceSprite(p chess.Piece, size int) sprite {
	return sprite{kind: spritePiece, piece: p, set: b.options.Pieces, size: size}
}

// drawArrows draws what was drawn by hand, the hints, the ban in force, and the ban about to be played.
func (b *Board) drawArrows(s *scene) {
	b.drawDrawings(s)
	// The best lies on the others.
	for rank := len(assets.Ranks) - 1; rank >= 0; rank-- {
		for _, a := range b.arrows {
			if min(int(a.Rank), len(assets.Ranks)-1) != rank {
				continue
			}
			b.drawArrow(s, a.Pair, arrowOfKind+arrowStyle(a.Kind), uint8(rank), float32(assets.Ranks[rank].Opacity))
		}
	}
	if m := b.view.Banned; m.IsValid() {
		b.drawArrow(s, m, arrowBan, 0, 0.92)
	}
	if b.view.Phase == Ban && b.plays(b.hover) {
		b.drawArrow(s, chess.NewPair(b.selected, b.hover), arrowBan, 0, 0.6)
	}
}

func (b *Board) drawArrow(s *scene, p chess.Pair, style arrowStyle, rank uint8, alpha float32) {
	if !p.IsValid() {
		return
	}
	x0, y0 := b.layout.center(p.From())
	x1, y1 := b.layout.center(p.To())
	sp := sprite{
		kind: spriteArrow, n: uint8(style), rank: rank, size: b.layout.square,
		reach: int(math.Hypot(x1-x0, y1-y0) + 0.5),
	}
	w, h := float64(sp.reach+sp.size), float64(sp.size)
	s.ops = append(s.ops, op{
		x: (x0+x1)/2 - w/2, y: (y0+y1)/2 - h/2, w: w, h: h, sprite: sp, alpha: alpha,
		angle: math.Atan2(y1-y0, x1-x0), drifted: true,
	})
}

// drawBarred draws the marks that lie on the pieces: what may be banned, and
// where the piece in hand must not go.
func (b *Board) drawBarred(s *scene) {
	if b.promotion != nil || !b.selected.IsValid() {
		return
	}
	if b.view.Phase == Ban {
		for _, t := range b.view.Targets[b.selected] {
			if b.view.Pieces[t.To] != chess.NoPiece {
				b.drawMark(s, spriteBanBadge, t.To)
			}
		}
	}
	if b.view.bars(b.selected) {
		b.drawMark(s, spriteBarred, b.view.Banned.To())
	}
}

func (b *Board) drawPromotion(s *scene) {
	p := b.promotion
	if p == nil {
		return
	}
	l := &b.layout
	s.fill(l.board(), dimColor)
	for i, r := range l.chooser(p.to) {
		card := sprite{kind: spriteCard, size: l.square}
		if i == p.focus {
			card.n = 1
		}
		s.draw(card, r.X, r.Y, 1)
		s.draw(b.pieceSprite(chess.NewPiece(b.view.Mover, promotionRoles[i]), l.square), r.X, r.Y, 1)
	}
}

// drawGhost draws the piece that hangs from the pointer. Under a finger it is
// larger and held above, to be seen.
func (b *Board) drawGhost(s *scene) {
	if !b.dragging() {
		return
	}
	size, lift := float64(b.layout.square)*1.12, 0.0
	if b.press.touch {
		size, lift = float64(b.layout.square)*1.6, float64(b.layout.square)*0.75
	}
	alpha := inPhase[float32](b, 0.75, 1) // to be banned it does not move
	sp := b.pieceSprite(b.view.Pieces[b.press.square], int(size))
	x := math.Round(b.pointer.x - float64(sp.size)/2)
	y := math.Round(b.pointer.y - float64(sp.size)/2 - lift)
	s.draw(sp, x, y, alpha)
}

// Colours that mean the same on every board, besides those of assets.
var (
	banSelected = color.NRGBA{0xc4, 0x1f, 0x30, 0x80} // the piece in hand in the ban phase
	banHover    = color.NRGBA{0xd8, 0x3a, 0x48, 0x4c} // the piece or target under the pointer there
	hoverColor  = color.NRGBA{0xff, 0xff, 0xff, 0x40} // the same in the move phase
	aimColor    = color.NRGBA{0xff, 0xff, 0xff, 0xe0} // frame of the target under a dragged piece
	dimColor    = color.NRGBA{0x14, 0x12, 0x10, 0x8c} // over the board while the chooser is open
	cardColor   = color.NRGBA{0xf6, 0xf2, 0xea, 0xff}
	cardEdge    = color.NRGBA{0x3a, 0x33, 0x2c, 0xff}
	focusColor  = color.NRGBA{0xf0, 0xb9, 0x4a, 0xff}
)
