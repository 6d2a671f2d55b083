package game

import (
	"math"
	"testing"
	"time"
)

// fakeTime is a time source that a test moves.
type fakeTime struct{ t time.Time }

func (f *fakeTime) now() time.Time       { return f.t }
func (f *fakeTime) pass(d time.Duration) { f.t = f.t.Add(d) }
func newFakeTime() *fakeTime             { return &fakeTime{time.Unix(0, 0)} }
func seconds(n int) time.Duration        { return time.Duration(n) * time.Second }

func TestClockRunsForWhoActs(t *testing.T) {
	source := newFakeTime()
	clock, err := NewClock(seconds(60), seconds(5), source.now)
	if err != nil {
		t.Fatal(err)
	}
	g := New()
	g.SetClock(clock)
	steps := []struct {
		bcn          string
		think        int
		white, black int // left after the action
		running      Player
	}{
		{"b:a2a3", 10, 60, 55, White}, // Black bans: 60-10+5
		{"m:e2e4", 7, 53, 55, White},  // White moves, and goes on to ban
		{"b:a7a6", 3, 55, 55, Black},  // 53-3+5: one increment for move and ban
		{"m:h7h6", 20, 55, 35, Black},
		{"b:a2a3", 0, 55, 40, White},
	}
	for _, s := range steps {
		source.pass(seconds(s.think))
		if err := g.Play(MustParseAction(s.bcn)); err != nil {
			t.Fatal(err)
		}
		if w, b := clock.Remaining(White), clock.Remaining(Black); w != seconds(s.white) || b != seconds(s.black) || clock.Running() != s.running {
			t.Fatalf("after %s: White %v, Black %v, %v runs; want %d, %d, %v", s.bcn, w, b, clock.Running(), s.white, s.black, s.running)
		}
	}
	source.pass(seconds(55))
	if got := g.Result(); got != (Result{Black, Timeout}) {
		t.Errorf("result %v", got)
	}
	if err := g.Play(MustParseAction("m:d1f3")); CodeOf(err) != CodeGameOver {
		t.Errorf("a move after the time gives %v", err)
	}
	if g.LegalActions() != nil {
		t.Error("legal actions after the time")
	}

	// The increment never takes a side beyond the longest time.
	longest, err := NewClock(math.MaxInt64, math.MaxInt64, source.now)
	if err != nil {
		t.Fatal(err)
	}
	g = New()
	g.SetClock(longest)
	if err := g.Play(MustParseAction("b:a2a3")); err != nil || g.Over() || longest.Remaining(Black) != math.MaxInt64 {
		t.Errorf("the longest increment gives %v, %v left, %v", g.Result(), longest.Remaining(Black), err)
	}
}

func TestClockPausesAndEnds(t *testing.T) {
	source := newFakeTime()
	clock, _ := NewClock(seconds(10), 0, source.now)
	g := MustParseFEN("8/8/8/3k4/8/3K4/8/1Q6 w - - 0 1 2")
	game := NewFrom(g)
	game.SetClock(clock)
	source.pass(seconds(4))
	clock.Pause()
	source.pass(seconds(100))
	if got := clock.Remaining(White); got != seconds(6) || game.Over() {
		t.Fatalf("paused: %v left, %v", got, game.Result())
	}
	clock.Run(White)
	source.pass(seconds(6))
	if got := game.Result(); got != (Result{NoPlayer, TimeoutInsufficientMaterial}) {
		t.Errorf("White's time against a bare king: %v", got)
	}
	game.Reset()
	if game.Over() || clock.Remaining(White) != seconds(10) || clock.Running() != White {
		t.Errorf("after Reset: %v, %v left", game.Result(), clock.Remaining(White))
	}
	if err := game.Resign(Black); err != nil {
		t.Fatal(err)
	}
	source.pass(seconds(100))
	if got := game.Result(); got != (Result{White, Resignation}) || clock.Running() != NoPlayer {
		t.Errorf("time went on after the end: %v, %v runs", got, clock.Running())
	}
}

// TestClockTimeoutIsAResult: what the clock decided is a result like the others,
// for the copy, the FEN and the game without the clock.
func TestClockTimeoutIsAResult(t *testing.T) {
	source := newFakeTime()
	for _, take := range []func(*Game) *Game{
		(*Game).Clone,
		func(g *Game) *Game { g.SetClock(nil); return g },
	} {
		clock, _ := NewClock(seconds(10), 0, source.now)
		g := NewFrom(MustParseFEN("8/8/8/3k4/8/3K4/8/1Q6 w - - 0 1 2"))
		g.SetClock(clock)
		if err := g.Play(MustParseAction("m:b1b2")); err != nil {
			t.Fatal(err)
		}
		source.pass(seconds(10))
		if fen := g.FEN(); fen[len(fen)-1] != '=' {
			t.Errorf("a draw by the clock has the FEN %s", fen)
		}
		if g.CanUndo() || g.Undo() || g.Len() != 1 {
			t.Error("a game lost on the clock it still has was undone")
		}
		h := take(g)
		if h.Result().Reason != TimeoutInsufficientMaterial {
			t.Errorf("without the clock the game is %v", h.Result())
		}
		if !h.Undo() || h.Over() || h.Len() != 1 {
			t.Errorf("undone to %v with %d actions", h.Result(), h.Len())
		}
	}
}

// TestClockRedo: a game that was lost on time while something could be redone has
// nothing to redo.
func TestClockRedo(t *testing.T) {
	source := newFakeTime()
	clock, _ := NewClock(seconds(10), 0, source.now)
	g := New()
	g.SetClock(clock)
	if err := g.Play(MustParseAction("b:e2e4")); err != nil || !g.Undo() || !g.CanRedo() {
		t.Fatal("nothing to redo", err)
	}
	source.pass(seconds(10))
	if g.CanRedo() || g.Redo() || g.Len() != 0 || g.Result().Reason != Timeout {
		t.Errorf("redone to %d actions, %v", g.Len(), g.Result())
	}
}

func TestNewClockRefuses(t *testing.T) {
	now := newFakeTime().now
	for _, c := range []struct {
		base, inc time.Duration
		now       func() time.Time
	}{{0, 0, now}, {-1, 0, now}, {1, -1, now}, {1, 0, nil}} {
		if clock, err := NewClock(c.base, c.inc, c.now); CodeOf(err) != CodeBadClock || clock != nil {
			t.Errorf("NewClock(%v, %v) = %v, %v", c.base, c.inc, clock, err)
		}
	}
}
