package board

import (
	"fmt"
	"testing"

	"github.com/banchess/banchess/game/chess"
)

// The right button draws, whatever is due, and never plays.
func TestDrawing(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"an arrow", "right down b1; right move c3; right up c3", "[b1c3 G]"},
		{"a circle", "right down d4; right up d4", "[d4- G]"},
		{"a circle again", "right down d4; right up d4; right down d4; right up d4", "[]"},
		{"an arrow again, the other way round", "right down b1; right up c3; right down c3; right up b1", "[b1c3 G c3b1 G]"},
		{"an arrow again", "right down b1; right up c3; right down d4; right up d4; right down b1; right up c3", "[d4- G]"},
		{"off the board", "right down b1; right move off; right up off", "[]"},
		{"from off the board", "right down off; right up b1", "[]"},
		{"given up by the other button", "right down b1; right move c3; down c3; up c3; right up c3", "[]"},
		{"given up with the focus", "right down b1; blur; right up c3", "[]"},
		{"lost", "right down b1; lost; right up c3", "[]"},
		{"the piece in hand goes back first", "down b1; up b1; right down b1; right move c3; right up c3", "[b1c3 G]"},
		{"not in the middle of a drag", "down b1; move c3; right down c3; right up a3; up c3", "[]"},
	} {
		b := newBench(t, moveView(t))
		b.replay(t, tt.script)
		if got := drawn(b.State().Drawings); got != tt.want {
			t.Errorf("%s: drawn %s, want %s", tt.name, got, tt.want)
		}
		if len(b.log) > 0 {
			t.Errorf("%s: reported %q", tt.name, b.log)
		}
		if b.selected.IsValid() {
			t.Errorf("%s: %v is selected", tt.name, b.selected)
		}
	}
}

// Another colour takes the place of the one before, a picture can be drawn on, and
// what was drawn is told; the next position has none of it.
func TestDrawings(t *testing.T) {
	b := newBench(t, moveView(t))
	var told []string
	b.call.Drawings = func(d []chess.Drawing) { told = append(told, drawn(d)) }
	o := b.Options()
	o.ReadOnly = true
	b.Configure(o)
	do := func(kind strokeKind, square string, c byte) {
		x, y := b.place(t, square)
		b.handle(stroke{Kind: kind, X: x, Y: y, Button: 2, Color: c})
	}
	for _, c := range []byte("GYYB") {
		do(pointerDown, "a1", c)
		do(pointerUp, "a8", 'R') // the colour is that of the beginning
	}
	if got, want := fmt.Sprint(told), "[[a1a8 G] [a1a8 Y] [] [a1a8 B]]"; got != want {
		t.Errorf("told %s, want %s", got, want)
	}
	b.SetDrawings([]chess.Drawing{{Color: 'R', From: 0, To: chess.NoSquare}, {Color: 'Y', From: 0, To: 8}})
	ops := len(b.sceneAt(b.time).ops)
	b.Set(b.view)
	if got := drawn(b.State().Drawings); got != "[a1- R a1a2 Y]" {
		t.Errorf("the same position has %s", got)
	}
	v := b.view
	v.LastMove = pair(t, "a2a4")
	b.Set(v)
	if got := drawn(b.State().Drawings); got != "[]" {
		t.Errorf("another position has %s", got)
	}
	if after := len(b.sceneAt(b.time).ops); ops != after {
		t.Errorf("two drawings and two marks less are %d things to paint, then %d", ops, after)
	}
	o.Drawing = false
	b.Configure(o)
	b.replay(t, "right down b1; right up c3")
	if got := drawn(b.State().Drawings); got != "[]" {
		t.Errorf("with drawing off there is %s", got)
	}
}

func drawn(list []chess.Drawing) string {
	var words []string
	for _, d := range list {
		to := "-"
		if d.To.IsValid() {
			to = d.To.String()
		}
		words = append(words, fmt.Sprintf("%v%s %c", d.From, to, d.Color))
	}
	return fmt.Sprint(words)
}

// A user who is asked what a pawn becomes may draw first, and then chooses.
func TestDrawingInTheChooser(t *testing.T) {
	b := newBench(t, moveView(t))
	b.replay(t, "down a7; up a8; right down h1; right move h3; right up h3")
	if s := b.State(); s.Promotion == nil || len(s.Drawings) != 1 {
		t.Fatalf("the chooser is %+v, drawn is %s", s.Promotion, drawn(s.Drawings))
	}
	b.replay(t, "key n")
	if s := b.State(); s.Promotion != nil || len(b.log) == 0 {
		t.Errorf("the chooser is %+v after %q", s.Promotion, b.log)
	}
}
