package board

import (
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// The best of an engine's arrows is the boldest and lies on the others; of those beyond
// the last rank none is lost.
func TestArrowRanks(t *testing.T) {
	b := newBench(t, moveView(t))
	var arrows []Arrow
	for rank := range uint8(len(assets.Ranks)) {
		arrows = append(arrows, Arrow{chess.NewPair(8, 24), assets.HintMove, rank}, Arrow{chess.NewPair(9, 25), assets.HintBan, rank})
	}
	b.SetArrows(append(arrows, Arrow{chess.NewPair(10, 26), assets.HintMove, 255}))
	last, ink, shown := float32(0), map[uint8]int{}, 0
	for _, o := range b.sceneAt(b.time).ops {
		if o.sprite.kind != spriteArrow || arrowStyle(o.sprite.n) == arrowBan {
			continue
		}
		shown++
		if o.alpha < last {
			t.Errorf("an arrow of rank %d and alpha %g lies on one of %g", o.sprite.rank, o.alpha, last)
		}
		last = o.alpha
		picture := paintArrow(o.sprite)
		full := 0
		for i := 3; i < len(picture.Pix); i += 4 {
			full += int(picture.Pix[i])
		}
		if o.sprite.n == uint8(arrowOfKind) {
			ink[o.sprite.rank] = full
		}
	}
	if shown != len(arrows)+1 || last != float32(assets.Ranks[0].Opacity) {
		t.Errorf("%d arrows are shown, the last with alpha %g", shown, last)
	}
	for rank := 1; rank < len(assets.Ranks); rank++ {
		if ink[uint8(rank)] >= ink[uint8(rank-1)]*9/10 {
			t.Errorf("an arrow of rank %d has as much ink as the one before: %v", rank, ink)
		}
	}
}
