package board

import (
	"time"

	"github.com/banchess/banchess/game/chess"
)

// An animation is the way from the pieces shown before to those of the view, on
// which input acts from the start.
type animation struct {
	start    time.Time
	duration time.Duration
	slides   map[chess.Square]chess.Square // where the piece on a square comes from
	fades    map[chess.Square]chess.Piece  // pieces that are gone
}

// animate starts an animation from the pieces shown before.
func (b *Board) animate(old [64]chess.Piece) {
	b.animation = nil
	if b.options.Animation <= 0 || b.layout.square == 0 {
		return
	}
	a := difference(old, b.view.Pieces)
	if d := b.dropped; d.IsValid() && a.slides[d.To()] == d.From() {
		delete(a.slides, d.To())
	}
	if len(a.slides) == 0 && len(a.fades) == 0 {
		return
	}
	a.start, a.duration = b.now(), b.options.Animation
	b.animation = &a
}

// difference compares two positions. A piece that is new on a square comes from
// the nearest square that lost one of its kind; what is left over of the lost
// ones fades.
func difference(old, new [64]chess.Piece) animation {
	a := animation{slides: map[chess.Square]chess.Square{}, fades: map[chess.Square]chess.Piece{}}
	for s := range new {
		if old[s] != chess.NoPiece && old[s] != new[s] {
			a.fades[chess.Square(s)] = old[s]
		}
	}
	for s, p := range new {
		if p == chess.NoPiece || p == old[s] {
			continue
		}
		from, best := chess.NoSquare, 0
		for o := range chess.NoSquare {
			if a.fades[o] != p {
				continue
			}
			if d := distance(o, chess.Square(s)); from == chess.NoSquare || d < best {
				from, best = o, d
			}
		}
		if from != chess.NoSquare {
			a.slides[chess.Square(s)] = from
			delete(a.fades, from)
		}
	}
	return a
}

// distance is the square of the way between two squares.
func distance(a, b chess.Square) int {
	f, r := a.File()-b.File(), a.Rank()-b.Rank()
	return f*f + r*r
}

// running reports whether the animation has not ended yet; a nil one has.
func (a *animation) running(now time.Time) bool {
	return a != nil && now.Sub(a.start) < a.duration
}

// rest returns how much of the way is left, 1 at the start and 0 at the end. It
// slows down towards the end. An animation without a duration has ended.
func (a *animation) rest(now time.Time) float64 {
	if a.duration == 0 {
		return 0
	}
	t := float64(now.Sub(a.start)) / float64(a.duration)
	t = 1 - min(max(t, 0), 1)
	return t * t * t
}
