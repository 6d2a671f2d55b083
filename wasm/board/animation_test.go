package board

import (
	"testing"
	"time"

	"github.com/banchess/banchess/game/chess"
)

func TestDifference(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		slides   string // pairs
		fades    string // squares
	}{
		{"a move", "8/8/8/8/8/8/4P3/8", "8/8/8/8/4P3/8/8/8", "e2e4", ""},
		{"a capture", "8/8/8/3p4/4P3/8/8/8", "8/8/8/3P4/8/8/8/8", "e4d5", "d5"},
		{"castling", "8/8/8/8/8/8/8/4K2R", "8/8/8/8/8/8/8/5RK1", "e1g1 h1f1", ""},
		{"en passant", "8/8/8/3pP3/8/8/8/8", "8/8/3P4/8/8/8/8/8", "e5d6", "d5"},
		{"a promotion", "8/P7/8/8/8/8/8/8", "Q7/8/8/8/8/8/8/8", "", "a7"},
		{"the nearest of two", "8/8/8/8/8/8/8/R6R", "8/8/8/8/8/8/8/R4R2", "h1f1", ""},
		{"nothing", "8/8/8/8/8/8/8/R6R", "8/8/8/8/8/8/8/R6R", "", ""},
		{"from nowhere", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/R7", "", ""},
	}
	for _, tt := range tests {
		a := difference(position(t, tt.old), position(t, tt.new))
		wantSlides := map[chess.Square]chess.Square{}
		for from, list := range targets(t, tt.slides) {
			wantSlides[list[0].To] = from
		}
		if len(a.slides) != len(wantSlides) {
			t.Errorf("%s: slides %v, want %v", tt.name, a.slides, wantSlides)
		}
		for to, from := range wantSlides {
			if a.slides[to] != from {
				t.Errorf("%s: slides %v, want %v", tt.name, a.slides, wantSlides)
			}
		}
		fades := ""
		for s := range chess.NoSquare {
			if _, ok := a.fades[s]; ok {
				fades += s.String()
			}
		}
		if fades != tt.fades {
			t.Errorf("%s: fades %q, want %q", tt.name, fades, tt.fades)
		}
	}
}

// Played backwards, an animation takes the same ways: an undo looks like one.
func TestDifferenceIsSymmetric(t *testing.T) {
	p, q := position(t, "r3k2r/pp3ppp/8/8/8/8/PPP3PP/R3K2R"), position(t, "2kr3r/pp3ppp/8/8/8/2P5/PP4PP/R4RK1")
	forth, back := difference(p, q), difference(q, p)
	for to, from := range forth.slides {
		if back.slides[from] != to {
			t.Errorf("%v goes to %v, and back to %v", from, to, back.slides[from])
		}
	}
	if len(forth.slides) != 5 || len(forth.slides) != len(back.slides) {
		t.Errorf("%d slides forth, %d back", len(forth.slides), len(back.slides))
	}
}

// moved returns the view after b1c3.
func moved(t *testing.T) View {
	return View{Pieces: position(t, "1n5k/P7/8/8/8/2N5/4P3/2B1K3"), Phase: Ban, Mover: chess.Black, Targets: targets(t, "h8h7")}
}

func TestAnimationRunsAndEnds(t *testing.T) {
	b := newBench(t, moveView(t))
	b.time = b.time.Add(time.Second)
	b.Set(moved(t))
	if !b.State().Animating {
		t.Fatal("nothing moves")
	}
	last := 1e9
	c3, _ := chess.ParseSquare("c3")
	x, y := b.layout.corner(c3)
	for range 10 {
		d := -1.0
		for _, o := range b.sceneAt(b.time).ops {
			if o.sprite.kind == spritePiece && o.sprite.piece == chess.NewPiece(chess.White, chess.Knight) {
				d = max(o.x-float64(x), float64(x)-o.x) + max(o.y-float64(y), float64(y)-o.y)
			}
		}
		if d < 0 || d > last {
			t.Errorf("the knight is %g away after %g", d, last)
		}
		last = d
		b.time = b.time.Add(25 * time.Millisecond)
	}
	if last != 0 || b.State().Animating {
		t.Errorf("after the time the knight is %g away", last)
	}
}

func TestAnimationDoesNotBlock(t *testing.T) {
	b := newBench(t, moveView(t))
	b.Set(moved(t))
	if !b.State().Animating {
		t.Fatal("nothing moves")
	}
	b.replay(t, "down h8; up h8; down h7; up h7")
	if len(b.log) != 1 || b.log[0] != "h8h7" {
		t.Errorf("reported %q", b.log)
	}
}

func TestNoAnimation(t *testing.T) {
	tests := []struct {
		name string
		act  func(*bench)
	}{
		{"of 0 ms", func(b *bench) {
			o := b.Options()
			o.Animation = 0
			b.Configure(o)
			b.Set(moved(t))
		}},
		{"of a piece that was dropped", func(b *bench) {
			b.call.Action = func(chess.Square, chess.Square, chess.Role) { b.Set(moved(t)) }
			b.replay(t, "down b1; move c3; up c3")
		}},
		{"of a board that is turned meanwhile", func(b *bench) {
			b.Set(moved(t))
			o := b.Options()
			o.Orientation = chess.Black
			b.Configure(o)
		}},
	}
	for _, tt := range tests {
		b := newBench(t, moveView(t))
		b.time = b.time.Add(time.Second) // the bench's own first position has arrived
		tt.act(b)
		if b.State().Animating {
			t.Errorf("there is an animation %s", tt.name)
		}
	}
	// A click, by contrast, leaves the way to be gone.
	b := newBench(t, moveView(t))
	b.call.Action = func(chess.Square, chess.Square, chess.Role) { b.Set(moved(t)) }
	b.time = b.time.Add(time.Second)
	b.replay(t, "down b1; up b1; down c3; up c3")
	if !b.State().Animating {
		t.Error("a clicked move jumps")
	}
}
