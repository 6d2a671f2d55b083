package board

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// A board at rest asks for no frames: neither by pointers that change nothing,
// nor by a view that is the same.
func TestRestingBoardDrawsNothing(t *testing.T) {
	b := newBench(t, moveView(t))
	b.replay(t, "move d4")
	frames := 0
	b.wake = func() { frames++ }
	b.replay(t, "move d4+1,1; move d4+3,-8; touch move h1")
	b.Set(moveView(t))
	b.Configure(b.Options())
	b.Resize(800, 800, 2)
	if frames != 0 {
		t.Errorf("%d frames were asked for", frames)
	}
	for _, change := range []func(){
		func() { b.replay(t, "move b1") },
		func() { b.replay(t, "down b1") },
		func() { b.replay(t, "move c3") },
		func() { b.replay(t, "up c3") },
		func() { b.Set(banView(t)) },
		func() { o := b.Options(); o.Theme = assets.Themes[1].Name; b.Configure(o) },
		func() { b.SetArrows([]Arrow{{Pair: chess.NewPair(0, 9)}}) },
		func() { b.Resize(400, 400, 1) },
	} {
		frames = 0
		change()
		if frames == 0 {
			t.Error("a change asks for no frame")
		}
	}
}

// A new view takes the piece out of the user's hand and closes the chooser; the
// same view again does not.
func TestSetDropsWhatIsInHand(t *testing.T) {
	for _, strokes := range []string{"down b1; up b1", "down b1; move c3", "down a7; up a8"} {
		b := newBench(t, moveView(t))
		b.replay(t, strokes)
		before := b.State()
		b.Set(moveView(t))
		if s := b.State(); s.Selected != before.Selected || s.Dragging != before.Dragging || (s.Promotion == nil) != (before.Promotion == nil) {
			t.Errorf("%q: the same view changed %+v into %+v", strokes, before, s)
		}
		b.Set(banView(t))
		if s := b.State(); s.Selected != chess.NoSquare || s.Dragging || s.Promotion != nil {
			t.Errorf("%q: another view left %+v", strokes, s)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, strokes := range []string{"down b1; up b1", "down b1; move c3", "down a7; up a8"} {
		b := newBench(t, moveView(t))
		b.replay(t, strokes)
		b.Cancel()
		b.replay(t, "up c3")
		if s := b.State(); s.Selected != chess.NoSquare || s.Dragging || s.Promotion != nil {
			t.Errorf("%q: cancelled, left %+v", strokes, s)
		}
		for _, l := range b.log {
			if l != "promotion true" && l != "promotion false" {
				t.Errorf("%q: reported %q", strokes, b.log)
			}
		}
	}
}

func TestReadOnly(t *testing.T) {
	b := newBench(t, moveView(t))
	o := b.Options()
	o.ReadOnly = true
	b.Configure(o)
	b.replay(t, "move b1; down b1; up b1; down c3; up c3; down a7; move a8; up a8; down c1; up c1")
	b.Tap(chess.SquareAt(1, 0))
	if s := b.State(); len(b.log) != 0 || s.Selected != chess.NoSquare || s.Hover != chess.NoSquare {
		t.Errorf("a read-only board reported %q and is %+v", b.log, s)
	}
	for s := range chess.NoSquare {
		r := b.SquareRect(s)
		if b.holds(r.X+1, r.Y+1) {
			t.Fatalf("a read-only board holds a touch on %v", s)
		}
	}
}

func TestOver(t *testing.T) {
	v := moveView(t)
	v.Phase, v.Targets = Over, nil
	b := newBench(t, v)
	b.replay(t, "down b1; up b1; down e2; move e4; up e4; down d4; up d4")
	if len(b.log) != 2 || b.log[0] != "refused b1 -" || b.log[1] != "refused e2 e4" {
		t.Errorf("reported %q", b.log)
	}
}

func TestHolds(t *testing.T) {
	b := newBench(t, moveView(t))
	holds := func() (list string) {
		for s := range chess.NoSquare {
			r := b.SquareRect(s)
			if b.holds(r.X+r.Width/2, r.Y+r.Height/2) {
				list += s.String()
			}
		}
		return list
	}
	if got := holds(); got != "b1e1e2a7" {
		t.Errorf("at rest, touches are held on %s", got)
	}
	b.replay(t, "touch down d4")
	if got := holds(); got != "" {
		t.Errorf("with a finger on an empty square, others are held on %s", got)
	}
	b.replay(t, "touch lost; touch down b1")
	if got := holds(); len(got) != 128 {
		t.Errorf("with a finger on a piece, others are held on %s only", got)
	}
	b.replay(t, "touch lost; down e2; up e2")
	if got := holds(); got != "b1e1e2e3e4a7" {
		t.Errorf("with e2 in hand, touches are held on %s", got)
	}
	b.replay(t, "down a7; up a8")
	if got := holds(); len(got) != 128 {
		t.Errorf("with the chooser open, touches are held on %s only", got)
	}
}

// Taps do what clicks do.
func TestTapsAgreeWithClicks(t *testing.T) {
	for _, squares := range [][]string{{"b1", "c3"}, {"b1", "b1"}, {"e2", "e4"}, {"c1"}, {"b1", "h5"}, {"b1", "c1"}, {"h8"}, {"d4"}, {"a7", "a8"}, {"b1", "e2"}} {
		clicked, tapped := newBench(t, moveView(t)), newBench(t, moveView(t))
		for _, name := range squares {
			s, _ := chess.ParseSquare(name)
			clicked.replay(t, "down "+name+"; up "+name)
			tapped.Tap(s)
		}
		c, d := clicked.State(), tapped.State()
		if len(clicked.log) != len(tapped.log) || c.Selected != d.Selected || (c.Promotion == nil) != (d.Promotion == nil) {
			t.Errorf("%v: clicks %q %+v, taps %q %+v", squares, clicked.log, c, tapped.log, d)
			continue
		}
		for i := range clicked.log {
			if clicked.log[i] != tapped.log[i] {
				t.Errorf("%v: clicks %q, taps %q", squares, clicked.log, tapped.log)
			}
		}
	}
}

func TestStateOfTheChooser(t *testing.T) {
	b := newBench(t, moveView(t))
	b.replay(t, "down a7; up a8; key ArrowDown")
	p := b.State().Promotion
	if p == nil || p.From.String() != "a7" || p.To.String() != "a8" || p.Focus != chess.Knight || len(p.Roles) != 4 {
		t.Fatalf("the chooser is %+v", p)
	}
	for i, c := range p.Roles {
		if c.Role != promotionRoles[i] || c.Rect != (Rect{0, float64(50 * i), 50, 50}) {
			t.Errorf("cell %d is %+v", i, c)
		}
	}
}

func TestOptionsAreBroughtIntoRange(t *testing.T) {
	b := New(Options{Orientation: 7, Theme: "x", Pieces: "x", Animation: -time.Second}, Callbacks{})
	if o := b.Options(); o.Orientation != chess.White || o.Theme != assets.Themes[0].Name || o.Pieces != assets.PieceSets[0] || o.Animation != 0 {
		t.Errorf("the options are %+v", o)
	}
	b.Configure(Options{Animation: time.Hour})
	if o := b.Options(); o.Animation != maxAnimation {
		t.Errorf("animations take %v", o.Animation)
	}
}

// Whatever pointers do, the board reports only pairs out of the targets, never
// changes its view, draws, and comes to rest when everything is let go.
func TestRandomStrokes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		v := moveView(t)
		if round%2 == 0 {
			v = banView(t)
		}
		b := newBench(t, v)
		b.call.Action = func(from, to chess.Square, p chess.Role) {
			target, ok := v.target(from, to)
			if !ok || (p != chess.NoRole) != (target.Promotes && v.Phase == Move) {
				t.Fatalf("round %d: played %v%v %v", round, from, to, p)
			}
		}
		for range 60 {
			s := stroke{
				Kind: strokeKind(rng.IntN(5)), Pointer: rng.IntN(2), Touch: rng.IntN(3) == 0,
				X: rng.Float64()*420 - 10, Y: rng.Float64()*420 - 10,
			}
			if rng.IntN(3) > 0 { // rather on a square something can be done with
				r := b.SquareRect([]chess.Square{1, 2, 12, 20, 28, 48, 56, 57}[rng.IntN(8)])
				s.X, s.Y = r.X+r.Width/2, r.Y+r.Height/2
			}
			if rng.IntN(8) == 0 {
				s.Button, s.Color = 2, 'G'
			}
			b.handle(s)
			if rng.IntN(6) == 0 {
				b.Key([]string{"Escape", "Enter", "ArrowDown", "q", "x", ""}[rng.IntN(6)])
			}
			_ = b.sceneAt(b.time)
			_ = b.State()
		}
		b.blur()
		b.Cancel()
		if s := b.State(); s.Selected != chess.NoSquare || s.Dragging || s.Promotion != nil {
			t.Fatalf("round %d: left %+v", round, s)
		}
		if !b.view.same(&v) {
			t.Fatalf("round %d: the view changed", round)
		}
	}
}

// premoveView is a view of premoves: the black king on h8 is in check, and White may
// choose moves already.
func premoveView(t *testing.T) View {
	v := moveView(t)
	v.Premoves, v.Banned, v.InCheck = true, pair(t, "h8g8"), chess.Black
	v.Targets = targets(t, "e2e3 e2e4 b1c3 a7a8=")
	return v
}

// A piece that was picked up for a premove stays in hand when the turn comes, if it can be played
// then. It does not stay if it cannot, or if the piece is gone.
func TestPremoveInHandWhenTheTurnComes(t *testing.T) {
	gone := moveView(t)
	gone.Pieces = position(t, "1n5k/P7/8/8/8/8/4P3/1nB1K3")
	for _, tt := range []struct {
		strokes string
		next    View
		stays   bool
	}{
		{"down b1; up b1", moveView(t), true},
		{"down b1; move c3", moveView(t), true},
		{"down e2; up e2", moveView(t), true},
		{"down a7; up a8", moveView(t), true},
		{"down b1; up b1", gone, false},
		{"down b1; move c3", View{Pieces: moveView(t).Pieces, Mover: chess.Black, Targets: targets(t, "b8c6")}, false},
	} {
		b := newBench(t, premoveView(t))
		b.replay(t, tt.strokes)
		before := b.State()
		b.Set(tt.next)
		s := b.State()
		stays := s.Selected == before.Selected && s.Dragging == before.Dragging && (s.Promotion == nil) == (before.Promotion == nil)
		if empty := s.Selected == chess.NoSquare && !s.Dragging && s.Promotion == nil; stays != tt.stays || empty == tt.stays {
			t.Errorf("%q: %+v became %+v", tt.strokes, before, s)
		}
	}
}

// A view of premoves is about the same position: the drawings stay, the ban in force and
// the king in check are shown, and drawings go with the position.
func TestPremovesLeaveThePosition(t *testing.T) {
	v := premoveView(t)
	v.Premoves, v.Mover, v.Targets = false, chess.Black, targets(t, "h8h7")
	b := newBench(t, v)
	b.SetDrawings([]chess.Drawing{{Color: 'G', From: 3, To: chess.NoSquare}})
	marks := func() (n int) {
		for _, o := range b.sceneAt(b.now()).ops {
			if k := o.sprite.kind; !o.rect && (k == spriteCheck || k == spriteBrackets || k == spriteCircle) {
				n++
			}
		}
		return n
	}
	if n := marks(); n != 4 {
		t.Fatalf("%d marks for check, a ban's two squares and a circle", n)
	}
	for _, phase := range []Phase{Move, Ban, Over} {
		v := premoveView(t)
		v.Phase = phase
		b.Set(v)
		if n := marks(); n != 4 {
			t.Errorf("phase %d: %d marks", phase, n)
		}
	}
	b.Set(moveView(t))
	if n := len(b.State().Drawings); n != 0 {
		t.Errorf("%d drawings on another position", n)
	}
}
