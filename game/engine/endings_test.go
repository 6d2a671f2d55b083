package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/tables"
)

// referee plays against an engine by the table, and says whether the engine keeps
// what it has.
type referee struct {
	set tables.Set
	rng *rand.Rand
}

// table makes a table.
func (r *referee) table(t *testing.T, name string) *tables.Table {
	t.Helper()
	table, err := r.set.Add(name)
	if err != nil {
		t.Fatal(err)
	}
	r.set.Make()
	return table
}

// after returns what a move is worth to the player who makes it.
func (r *referee) after(t *testing.T, p chess.Position, m chess.Move) int {
	t.Helper()
	p.Play(m)
	v, ok := r.set.Probe(&p)
	if !ok {
		t.Fatalf("no table for %v", p.Board())
	}
	return -v.Rank()
}

// value returns what a game is worth to its mover, at either phase.
func (r *referee) value(t *testing.T, g *game.Game) int {
	t.Helper()
	p := g.Position().Chess()
	if g.Phase() == game.PhaseBan {
		v, ok := r.set.Probe(&p)
		if !ok {
			t.Fatalf("no table for %s", g.FEN())
		}
		return v.Rank()
	}
	best := math.MinInt
	for _, m := range g.Position().LegalMoves() {
		best = max(best, r.after(t, p, m))
	}
	return best
}

// reply returns the best action by the table; of equals, any.
func (r *referee) reply(t *testing.T, g *game.Game) game.Action {
	t.Helper()
	var best []game.Action
	most := math.MinInt
	p := g.Position().Chess()
	for _, a := range g.LegalActions() {
		var w int
		if m, ok := a.Move(); ok {
			w = r.after(t, p, m)
		} else {
			next := g.Clone()
			if err := next.Play(a); err != nil {
				t.Fatal(err)
			}
			w = -tables.Value(^0).Rank() // mated by the ban
			if res := next.Result(); res.Draw() {
				w = 0
			} else if !res.Over() {
				w = -r.value(t, next)
			}
		}
		if w > most {
			most, best = w, nil
		}
		if w == most {
			best = append(best, a)
		}
	}
	return best[r.rng.IntN(len(best))]
}

// random returns a position of a table at a ban ply, with a side to move, that has
// the wanted outcome for it: 1, 0 or -1.
func (r *referee) random(t *testing.T, table *tables.Table, mover game.Player, outcome int) *game.Game {
	t.Helper()
	for {
		i := r.rng.IntN(table.Len())
		p, ok := table.Position(i)
		if !ok || p.Mover() != mover || p.InsufficientMaterial() || p.EnPassant().IsValid() {
			continue
		}
		v := table.Value(i)
		if v > 0 && outcome != 1 || v == 0 && outcome != 0 || v < 0 && outcome != -1 {
			continue
		}
		s := game.NewSetup()
		s.Board, s.Mover = p.Board(), p.Mover()
		start, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		if g := game.NewFrom(start); !g.Over() {
			return g
		}
	}
}

// play plays a game out, the engine's side against the table. It returns the first
// action of the engine that gives away what it had, if there is one.
func (r *referee) play(t *testing.T, e *Engine, g *game.Game, side game.Player, limits Limits) (mistake string) {
	t.Helper()
	outcome := func() int {
		v := r.value(t, g)
		if g.Mover() != side {
			v = -v
		}
		return min(1, max(-1, v))
	}
	e.Clear()
	had := outcome()
	for !g.Over() {
		a := game.Action{}
		if g.ActivePlayer() != side {
			a = r.reply(t, g)
		} else {
			found, err := e.Search(context.Background(), g, limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			a = found.Best
		}
		fen := g.FEN()
		if err := g.Play(a); err != nil {
			t.Fatal(err)
		}
		if !g.Over() && outcome() < had {
			return fen + " " + a.String()
		}
	}
	switch res := g.Result(); {
	case res.Winner == side:
		return ""
	case had == 0 && res.Draw():
		return ""
	default:
		return g.FEN() + " " + res.String()
	}
}

// TestEndings: the engine wins random won positions of both sides to move against
// the best defence, and every action keeps the win. The table judges. The long run
// makes tables of four men, for minutes, and plays 200 games with no more nodes than
// Chromium's worker has in a tenth of a second.
func TestEndings(t *testing.T) {
	names, games, limits := "KQK KRK", 10, Limits{Nodes: 5_000}
	if *long {
		names, games, limits = "KQK KRK KBBK KBNK KNNK", 40, Limits{Nodes: 40_000}
	}
	r := referee{rng: rand.New(rand.NewPCG(7, 7))}
	e := newEngine(t, Options{})
	played, won := 0, 0
	for name := range strings.FieldsSeq(names) {
		table := r.table(t, name)
		for i := range games {
			mover, outcome := game.White, 1
			if i%2 == 1 {
				mover, outcome = game.Black, -1
			}
			g := r.random(t, table, mover, outcome)
			start := g.FEN()
			played++
			if mistake := r.play(t, e, g, game.White, limits); mistake == "" {
				won++
			} else {
				t.Logf("%s from %s: %s", name, start, mistake)
			}
		}
		t.Logf("%s: %d of %d won so far", name, won, played)
	}
	if won*100 < played*99 {
		t.Errorf("%d of %d won", won, played)
	}
}

// TestEndingsAreHeld: a draw is not given away by a bare king that a queen, a rook
// or a pawn cannot win against.
func TestEndingsAreHeld(t *testing.T) {
	r := referee{rng: rand.New(rand.NewPCG(8, 8))}
	e := newEngine(t, Options{})
	for _, name := range []string{"KQK", "KRK", "KPK"} {
		table := r.table(t, name)
		for range 3 {
			g := r.random(t, table, game.Black, 0)
			start := g.FEN()
			if mistake := r.play(t, e, g, game.Black, Limits{Nodes: 3_000}); mistake != "" {
				t.Errorf("%s from %s: %s", name, start, mistake)
			}
		}
	}
}

// TestExactIsSure: a line of a table that ends after the fifty-move rule is not called exact, also
// if the search is stopped before it shows that.
func TestExactIsSure(t *testing.T) {
	set := tables.ThreeMen()
	data, err := os.ReadFile("../../assets/tables/KRKN.table")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set.Load(data); err != nil {
		t.Fatal(err)
	}
	e := newEngine(t, Options{Tables: set})
	for fen, want := range map[string]bool{
		"8/8/8/3k4/8/2n5/8/K6R w - - 0 1 1":      false, // 111 moves of both sides
		"8/8/8/8/8/1k6/4r3/1K5N w - - 0 1 1":     true,
		"8/8/8/8/8/1k6/4r3/1K5N w - - 98 50 197": false,
	} {
		for _, limits := range []Limits{{Nodes: 1}, {Nodes: 20_000}} {
			g, err := game.NewFromFEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Search(t.Context(), g, limits, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(r.Lines) > 0 && r.Lines[0].Exact; got != want {
				t.Errorf("%s, %d nodes: exact is %v", fen, limits.Nodes, got)
			}
		}
	}
}
