package engine

import (
	"context"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// TestBudget: no action may take more than a quarter of the clock, none starts a
// new iteration later than it has to stop, more time never means less, and a ban has no more than a move.
func TestBudget(t *testing.T) {
	last := budget{}
	for _, left := range []time.Duration{1, 10, 100, 1000, 10_000, 100_000, 1_000_000} {
		left *= time.Millisecond
		for _, moves := range []int{0, 1, 10} {
			l := Limits{MovesToGo: moves}
			l.Time[game.Black.Index()] = left
			b := l.budget(game.Black, false, 0)
			if b.hard <= 0 || b.hard > max(left/4, time.Millisecond) || b.soft > b.hard {
				t.Errorf("%v for %d turns: %v", left, moves, b)
			}
			if other := l.budget(game.White, false, 0); other != (budget{}) {
				t.Errorf("White has no clock and gets %v", other)
			}
			if ban := l.budget(game.Black, true, 0); ban.hard <= 0 || ban.soft > ban.hard || ban.soft > b.soft || ban.hard > b.hard {
				t.Errorf("%v for %d turns: %v for a move, %v for a ban", left, moves, b, ban)
			}
			if moves == 0 {
				if b.hard < last.hard || b.soft < last.soft {
					t.Errorf("%v: %v, with less time %v", left, b, last)
				}
				last = b
			}
		}
	}
	l := Limits{MoveTime: 50 * time.Millisecond}
	if b := l.budget(game.White, false, 5*time.Millisecond); b.hard != 45*time.Millisecond || b.soft != 0 {
		t.Errorf("50 ms less 5: %v", b)
	}
}

// TestEnough: a search goes on after the soft time when the score of who acts has fallen,
// at bans as at moves, and never after the hard time.
func TestEnough(t *testing.T) {
	for _, position := range []string{"", "e2e4"} {
		for _, row := range []struct {
			fall int // of the active player's score
			took time.Duration
			want bool
		}{
			{0, 90, false}, {0, 110, true}, {-60, 110, true}, {60, 110, false}, {60, 190, false}, {60, 210, true}, {20, 130, false}, {20, 150, true},
		} {
			e := newEngine(t, Options{Hash: 1})
			now := time.Unix(0, 0)
			e.now = func() time.Time { return now }
			r := newRun(e, e.search, t.Context(), after(t, position), Limits{}, nil)
			r.budget = budget{soft: 100 * time.Millisecond, hard: 200 * time.Millisecond}
			tell := func(score int) {
				if r.value = score; r.banPly {
					r.value = -score
				}
			}
			tell(0)
			if r.enough(5) {
				t.Fatalf("%q: enough at once", position)
			}
			tell(-row.fall)
			now = now.Add(row.took * time.Millisecond)
			if got := r.enough(6); got != row.want {
				t.Errorf("%q: a fall of %d, after %v ms of 100: %v", position, row.fall, int(row.took), got)
			}
		}
	}
}

// TestTrend: a falling score and a new best action get more time, what has long been
// best gets less.
func TestTrend(t *testing.T) {
	a, b := game.NewBan(12, 28), game.NewBan(11, 27)
	type step struct {
		best           game.Action
		score, percent int
	}
	for _, steps := range [][]step{
		{{a, -500, 130}, {a, -500, 100}, {a, -490, 100}, {a, -490, 100}, {a, -490, 75}, {a, -490, 75}},
		{{a, 20, 130}, {a, 10, 120}, {b, 0, 150}, {b, -100, 220}, {b, 40, 100}},
		{{a, 0, 130}, {b, 300, 130}, {a, -300, 250}},
	} {
		var trend trend
		for i, s := range steps {
			if got := trend.add(s.best, s.score); got != s.percent {
				t.Errorf("%v, step %d: %d %%, want %d", steps, i+1, got, s.percent)
			}
		}
	}
}

// TestUsedUp: a time below zero is used up; it must not mean that there is no limit.
func TestUsedUp(t *testing.T) {
	for _, l := range []Limits{{MoveTime: -1}, {Time: [2]time.Duration{-time.Second, -time.Second}}} {
		if b := l.budget(game.White, true, 0); b.hard != time.Millisecond {
			t.Errorf("%+v: %v", l, b)
		}
	}
}

// TestBadLimits: no limit is silently taken for another.
func TestBadLimits(t *testing.T) {
	for _, l := range []Limits{
		{Depth: -1}, {Mate: -1}, {Lines: -1}, {Level: -1}, {Level: Levels + 1}, {MovesToGo: -1},
		{Only: []game.Action{game.NewBan(0, 1)}, Depth: 1},
	} {
		_, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), after(t, "e2e4"), l, nil)
		if game.CodeOf(err) != CodeBadLimit {
			t.Errorf("%+v: %v", l, err)
		}
	}
	// At a ban ply too, where every pair is looked at.
	_, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), after(t, ""), Limits{Only: []game.Action{game.NewBan(0, 1)}, Depth: 1}, nil)
	if game.CodeOf(err) != CodeBadLimit {
		t.Errorf("a ban that is not legal: %v", err)
	}
	err = error(ErrOver)
	if game.CodeOf(err) != game.CodeGameOver {
		t.Errorf("no code: %v", err)
	}
}

// TestOutside: every value outside its range is refused with a code, by name, value
// and range, and nothing panics on it.
func TestOutside(t *testing.T) {
	search := func(o Options, l Limits) error {
		e, err := New(o)
		if err != nil {
			return err
		}
		_, err = e.Search(context.Background(), after(t, ""), l, nil)
		return err
	}
	solve := func(turns int) error {
		_, err := Solve(context.Background(), after(t, ""), turns, nil)
		return err
	}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{search(Options{}, Limits{Depth: -1}), "bad_limit the limit Depth is -1; give the limit Depth from 1 up, or 0 for no limit"},
		{search(Options{}, Limits{MovesToGo: -2}), "bad_limit the limit MovesToGo is -2; give the limit MovesToGo from 1 up, or 0 for the whole game"},
		{search(Options{}, Limits{Mate: -3}), "bad_limit the limit Mate is -3; give the limit Mate from 1 up, or 0 for any result"},
		{search(Options{}, Limits{Lines: -4}), "bad_limit the limit Lines is -4; give the limit Lines from 1 up, or 0 for 1"},
		{search(Options{}, Limits{Level: 22}), "bad_limit the limit Level is 22; give the limit Level from 1 to 21, or 0 for full strength"},
		{search(Options{Hash: -5}, Limits{Depth: 1}), "bad_option the option Hash is -5; give the option Hash from 1 to 1024 MB, or 0 for 16"},
		{search(Options{Hash: 1 << 30}, Limits{Depth: 1}), "bad_option the option Hash is 1073741824; give the option Hash from 1 to 1024 MB, or 0 for 16"},
		{search(Options{Overhead: -time.Second}, Limits{Depth: 1}), "bad_option the option Overhead is -1s; give the option Overhead of 0 or more"},
		{solve(0), "bad_limit the number of turns is 0; give the number of turns from 1 to 1000"},
		{solve(1001), "bad_limit the number of turns is 1001; give the number of turns from 1 to 1000"},
	} {
		if tt.err == nil || string(game.CodeOf(tt.err))+" "+tt.err.Error() != tt.want {
			t.Errorf("%v, want %s", tt.err, tt.want)
		}
	}
	e := newEngine(t, Options{Hash: 4})
	for _, o := range []Options{{Hash: 16, Threads: -1}, {Hash: 16}, {Hash: 32, Threads: -1}, {Hash: 32}, {Hash: 1, Threads: -1}, {Hash: 1}} {
		before := e.Options()
		if err := e.Configure(o); (err != nil) != (o.Threads < 0) {
			t.Errorf("%+v: %v", o, err)
		}
		if o.Threads < 0 && e.Options() != before {
			t.Errorf("%+v is refused and changes %+v to %+v", o, before, e.Options())
		}
		if size := e.table.Megabytes(); size != e.Options().Hash {
			t.Errorf("%+v: the table has %d MB", o, size)
		}
	}
	if _, err := e.Search(context.Background(), after(t, ""), Limits{Depth: 1, Mate: 1 << 30, Nodes: 5000}, nil); err != nil {
		t.Errorf("after the options are put right: %v", err)
	}
}

// ticking gives the engine a clock that goes on by a step at every reading, and
// returns what tells how far it has gone.
func ticking(e *Engine, step time.Duration) (passed func() time.Duration) {
	start := time.Unix(0, 0)
	now := start
	e.now = func() time.Time {
		now = now.Add(step)
		return now
	}
	return func() time.Duration { return now.Sub(start) }
}

// TestClockEnds runs a search against a clock that a test turns.
func TestClockEnds(t *testing.T) {
	e := newEngine(t, Options{Hash: 1})
	passed := ticking(e, time.Millisecond)
	r, err := e.Search(context.Background(), after(t, "e2e4"), Limits{MoveTime: 100 * time.Millisecond}, nil)
	if err != nil || !r.Best.IsValid() {
		t.Fatal(r, err)
	}
	if took := passed(); took > 130*time.Millisecond {
		t.Errorf("a search of 100 ms ended after %v on its own clock", took)
	}
}

// TestMateKeepsLimits: the proof that is tried first ends at the limits too, and
// leaves something for a search.
func TestMateKeepsLimits(t *testing.T) {
	e := newEngine(t, Options{Hash: 1})
	passed := ticking(e, time.Millisecond)
	b := after(t, "e2e4")
	r, err := e.Search(context.Background(), b, Limits{Mate: 6, MoveTime: 100 * time.Millisecond}, nil)
	if took := passed(); err != nil || r.Depth < 2 || took > 130*time.Millisecond {
		t.Errorf("100 ms: %v on its own clock, depth %d, %v", took, r.Depth, err)
	}
	r, err = e.Search(context.Background(), b, Limits{Mate: 6, Nodes: 5000}, nil)
	if err != nil || r.Depth < 2 || r.Nodes > 5000 {
		t.Errorf("5000 nodes: %d, depth %d, %v", r.Nodes, r.Depth, err)
	}
}

// TestOneNode: a search of one node claims nothing it does not know.
func TestOneNode(t *testing.T) {
	for _, actions := range []string{"", "e2e4"} {
		b := after(t, actions)
		r, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), b, Limits{Nodes: 1}, nil)
		if err != nil || !b.IsLegal(r.Best) {
			t.Errorf("after %q: %v, %v", actions, r.Best, err)
		}
		for _, line := range r.Lines {
			if len(line.Actions) == 0 {
				t.Errorf("after %q: a line without actions: %+v", actions, line)
			}
		}
	}
}

// TestWholeSearch: nodes and time of a result are those of all of the search, not
// of its last finished iteration. Now and then the two are the same: what is better
// is reported when the search is stopped. So several times are tried.
func TestWholeSearch(t *testing.T) {
	more := 0
	for limit := 60 * time.Millisecond; limit <= 140*time.Millisecond; limit += 20 * time.Millisecond {
		e := newEngine(t, Options{Hash: 1})
		passed := ticking(e, time.Millisecond)
		r, err := e.Search(context.Background(), after(t, "e2e4"), Limits{MoveTime: limit}, nil)
		if err != nil || len(r.Lines) == 0 {
			t.Fatal(r, err)
		}
		last := r.Lines[0]
		if r.Nodes < last.Nodes || r.Time <= last.Time || r.Time < limit-5*time.Millisecond || r.Time > passed() {
			t.Errorf("%v: %d nodes in %v, of which the last finished iteration was over after %d in %v; the clock says %v",
				limit, r.Nodes, r.Time, last.Nodes, last.Time, passed())
		}
		if r.Nodes > last.Nodes {
			more++
		}
	}
	if more == 0 {
		t.Error("no search has more nodes than its last finished iteration")
	}
}

// TestPonder: the clock stands still until the channel closes. Nodes and time are of
// all of the search.
func TestPonder(t *testing.T) {
	e := newEngine(t, Options{Hash: 1})
	now := time.Unix(0, 0)
	hit := make(chan struct{})
	looks := 0
	e.now = func() time.Time {
		now = now.Add(time.Millisecond)
		if looks++; looks == 500 {
			close(hit)
		}
		return now
	}
	r, err := e.Search(context.Background(), after(t, "e2e4"), Limits{MoveTime: 20 * time.Millisecond, Ponder: hit}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Time < 500*time.Millisecond {
		t.Errorf("the search says it took %v", r.Time)
	}
	if looks < 500 || looks > 560 {
		t.Errorf("the search ended after %d ms; it was to ponder 500 and think 20", looks)
	}
}

// The least table and the largest there can be: what is not written to takes no memory.
func TestHashBounds(t *testing.T) {
	for _, hash := range []int{1, MaxHash} {
		b := after(t, "e2e4")
		r, err := newEngine(t, Options{Hash: hash}).Search(context.Background(), b, Limits{Nodes: 100}, nil)
		if err != nil {
			t.Fatalf("%d MB: %v", hash, err)
		}
		if err := b.Check(r.Best); err != nil {
			t.Errorf("%d MB: %v", hash, err)
		}
	}
}

// TestLevelAfterMate: a level that has looked for a mate in vain searches as much as without.
func TestLevelAfterMate(t *testing.T) {
	b := parse(t, "r1bqk1nr/1ppnbpp1/7p/p2p4/5BP1/P2P2R1/1PP1PP1P/RN1QKB2 w Qkq - 0 10 38:c2c3")
	for _, limits := range []Limits{{Level: 14}, {Level: 14, Nodes: 50_000}, {Level: 9}} {
		want, err := newEngine(t, Options{Hash: 1, Seed: 1}).Search(t.Context(), b, limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		limits.Mate = 4
		got, err := newEngine(t, Options{Hash: 1, Seed: 1}).Search(t.Context(), b, limits, nil)
		if err != nil || got.Best != want.Best || len(got.Lines) != 1 || got.Depth != want.Depth {
			t.Errorf("%+v: %v at depth %d, %d lines, %v; without a mate %v at depth %d", limits, got.Best, got.Depth, len(got.Lines), err, want.Best, want.Depth)
		}
	}
}

// TestLastReport: the answer of a search that was stopped is the first line of the last report,
// and nodes never fall from a line to the next.
func TestLastReport(t *testing.T) {
	for _, fen := range []string{
		"r1bqk1nr/1ppnbpp1/7p/p2p4/5BP1/P2P2R1/1PP1PP1P/RN1QKB2 w Qkq - 0 10 38:c2c3",
		"1K6/8/1n3R2/4B3/4k2q/1P6/2P5/8 b - - 0 60 240:b6c4",
		"7r/3b3P/p1r5/4k2P/8/1r1n4/4K2n/8 w - - 4 70 278:h5h6", // from 1194 nodes on the best move is refuted at the end
	} {
		b := parse(t, fen)
		for nodes := uint64(494); nodes < 12_000; nodes += 100 {
			e := newEngine(t, Options{Hash: 1})
			var last, first Info
			e.Report = func(i Info) {
				if i.Nodes < last.Nodes || i.Time < last.Time {
					t.Errorf("%s, %d nodes: line %d after %d nodes, %v comes after one of %d, %v", fen, nodes, i.Line, i.Nodes, i.Time, last.Nodes, last.Time)
				}
				if last = i; i.Line == 1 {
					first = i
				}
			}
			r, err := e.Search(t.Context(), b, Limits{Nodes: nodes, Lines: 6}, nil)
			if err != nil || first.Actions[0] != r.Best || first.Score != r.Score {
				t.Errorf("%s, %d nodes: %v, %v, %v; reported were %v, %v", fen, nodes, r.Best, r.Score, err, first.Actions, first.Score)
			}
		}
	}
}
