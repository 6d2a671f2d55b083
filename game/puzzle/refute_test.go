package puzzle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// reasons are those that each kind of puzzle may give.
var reasons = map[puzzle.Kind]string{
	puzzle.Mate: "over no_check ways_out escapes slower draws", puzzle.Defend: "mated", puzzle.Only: "mated",
	puzzle.Material: "over wins_less draws", puzzle.Stalemate: "over no_draw",
}

// TestRefuteIsTrue refutes wrong actions all along the lines of some puzzles. What is said is
// held to the line, which has to be legal and to show it.
func TestRefuteIsTrue(t *testing.T) {
	step := 37
	if testing.Short() {
		step = 131
	}
	puzzles := assetPuzzles(t)
	n := 0
	for i := 0; i < len(puzzles); i += step {
		p := &puzzles[i]
		for a := puzzle.NewAttempt(p); !a.Done(); {
			for j, action := range a.Game().LegalActions() {
				if j%5 == 0 && !isRight(t, a, action) {
					r, err := a.Refute(t.Context(), action)
					if err != nil {
						t.Fatal(p.ID(), action, err)
					}
					checkRefutation(t, p, a, action, &r)
					n++
				}
			}
			if right, err := a.Try(a.Expected()); err != nil || !right {
				t.Fatal(p.ID(), err)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d wrong actions", n)
	}
}

// unshown has the wrong actions after which the board shows another gain than is said, by how much.
var unshown = map[string]int{}

// TestRefuteShowsMaterial plays refutations of material puzzles out: the board shows what is said.
func TestRefuteShowsMaterial(t *testing.T) {
	puzzles := assetPuzzles(t)
	clear(unshown)
	n, taken := 0, 0
	for i := range puzzles {
		p := &puzzles[i]
		if p.Goal.Kind != puzzle.Material || p.Proof > 20_000 || testing.Short() && i%4 > 0 {
			continue
		}
		a := puzzle.NewAttempt(p)
		for j, action := range p.Position.LegalActions() {
			if j%4 > 0 || isRight(t, a, action) {
				continue
			}
			r, err := a.Refute(t.Context(), action)
			if err != nil {
				t.Fatal(err)
			}
			n++
			checkRefutation(t, p, a, action, &r)
			if r.Gain < 0 {
				taken++
			}
		}
	}
	if n < 30 || taken < 10 || 20*len(unshown) > n {
		t.Errorf("of %d wrong actions, of which %d lose material, the board does not show %v", n, taken, unshown)
	}
	t.Logf("%d wrong actions, %d lose material, not shown: %v", n, taken, unshown)
}

// isRight tries an action in a copy of an attempt.
func isRight(t *testing.T, a *puzzle.Attempt, action game.Action) bool {
	t.Helper()
	right, err := a.Clone().Try(action)
	if err != nil {
		t.Fatal(err)
	}
	return right
}

func checkRefutation(t *testing.T, p *puzzle.Puzzle, a *puzzle.Attempt, action game.Action, r *puzzle.Refutation) {
	t.Helper()
	name := p.ID() + " " + action.String()
	g := a.Game().Clone()
	opponent := p.Solver().Opponent()
	replies := 0
	for _, next := range append([]game.Action{action}, r.Line...) {
		if next.IsMove() && g.ActivePlayer() == opponent {
			replies++
		}
		if err := g.Play(next); err != nil {
			t.Errorf("%s: %v in %v", name, err, r.Line)
			return
		}
	}
	if !strings.Contains(reasons[p.Goal.Kind], string(r.Reason)) {
		t.Errorf("%s of %q: %s", name, p.Goal, r.Reason)
	}
	switch r.Reason {
	case puzzle.Over:
		if !g.Over() || len(r.Line) > 0 {
			t.Errorf("%s: the game goes on", name)
		}
	case puzzle.Mated:
		if g.Result().Winner != opponent || replies != r.Turns || r.Turns > p.Goal.Turns {
			t.Errorf("%s: mated in %d by %v: %s", name, r.Turns, r.Line, g.Result())
		}
	case puzzle.WinsLess:
		if atFirst := a.Game().Len() == 0; r.Gain >= p.Goal.Gain || atFirst && r.Gain > p.Goal.Gain-2 || r.Wanted != p.Goal.Gain {
			t.Errorf("%s wins %d of %d", name, r.Gain, r.Wanted)
		}
		start, end := p.Position.Chess(), g.Position().Chess()
		if shown := puzzle.Balance(&end, p.Solver()) - puzzle.Balance(&start, p.Solver()); shown != r.Gain && !g.Over() && !(r.Gain < -9 && shown < r.Gain) {
			unshown[name] = shown - r.Gain
		}
	case puzzle.Draws:
		if g.Result().Reason != game.StalemateByBan {
			t.Errorf("%s: it is no draw: %v", name, r.Line)
		}
	case puzzle.NoCheck:
		if after, err := a.Game().Position().Play(action); replies != 1 || err != nil || after.InCheck() {
			t.Errorf("%s: %v is shown, after no check (%v)", name, r.Line, err)
		}
	case puzzle.Slower:
		if r.Turns <= p.Goal.Turns || replies != 1 || g.Over() {
			t.Errorf("%s mates in %d after %v: %s", name, r.Turns, r.Line, g.Result())
		}
	default:
		if g.Result().Winner == p.Solver() || replies != 1 {
			t.Errorf("%s: %v shows no reply", name, r.Line)
		}
	}
	words := r.Words()
	if strings.HasSuffix(words, "mates.") {
		last := r.Line[len(r.Line)-1]
		pair := last.Pair().From().String() + "-" + last.Pair().To().String()
		if end := g.Result(); end.Winner != opponent || last.IsBan() && !strings.Contains(words, ", bans "+pair+" and mates.") {
			t.Errorf("%s: %q after %v", name, words, r.Line)
		}
	}
	if !strings.HasSuffix(words, ".") || strings.Contains(words, "  ") || strings.Contains(words, "plays ,") || strings.Contains(words, "plays .") {
		t.Errorf("%s: %q", name, words)
	}
}

// TestRefuteSays gives the sentence of each kind.
func TestRefuteSays(t *testing.T) {
	for _, one := range []struct{ puzzle, action, want string }{
		{"gt9b5pk;600;mate 1;checkmate-by-ban first-move mate mate-in-1 middlegame;2;Q1b1k3/1pPpnp1r/3b2p1/3N3p/2P5/3PP2P/3K1Pq1/1R6 w - - 0 1 2:a8c8;d5f6 e8f8",
			"m:h3h4", "Black’s king is not in check, and without a check there is no mate."},
		{"mnsjrx5;400;mate 2;checkmate-by-ban endgame first-ban mate mate-in-2 quiet-ban;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4",
			"b:g5h5", "White plays b6. You still mate, but in 3 turns instead of 2."},
		{"6varg3w;820;only 1;first-move middlegame only-move quiet-move;13;4kr2/2pb1p1p/3P1Q2/2r5/8/PP5N/R1pPBP1P/2K4q w - - 0 1 2:h3g1+;e2f1 h1f1",
			"m:e2d1", "Even after your best ban, c2-d1, Black plays Qxd1+, bans c1-b2 and mates."},
		{"3tdvbq1;1101;stalemate 1;endgame first-move stalemate;95;k1K5/5q2/5P2/4p3/1b1Qq3/8/8/8 w - - 0 1 2;d4a7 f7a7 a8a7 c8d8",
			"m:d4e4", "This is no draw, and Black is ahead by the value of"},
		{"bba7ag0;1170~90;material 2 4;endgame first-move material promotion underpromotion;364;8/8/8/8/2P5/k1K5/3p4/8 b - - 0 1 4;d2d1r",
			"m:d2d1q", "Your ban leaves White no move: a draw by stalemate. The right answer wins the value of a knight and a pawn."},
		{"y5kwqye;2600~145;mate 3;checkmate-by-ban endgame first-move mate mate-in-3 promotion underpromotion;1296;8/8/8/kP6/8/K4n2/1p6/8 b - - 0 1 4;b2b1r a3a2 b5b6 f3d2 f3d4 a3a2 b6b7 b1a1 (d4c2 a3a2|b1b3 a3a2|d4b5 a3a2)",
			"m:b2b1q", "Your ban leaves White no move: a draw by stalemate."},
	} {
		p, err := puzzle.Parse(one.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		action, err := game.ParseAction(one.action)
		if err != nil {
			t.Fatal(err)
		}
		r, err := puzzle.NewAttempt(&p).Refute(t.Context(), action)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Words(); !strings.Contains(got, one.want) {
			t.Errorf("%s %s: %q, want %q", p.ID(), action, got, one.want)
		}
	}
}

// TestSlowerIsTrue counts what holds out longer after a move that mates more slowly, by the solver
// of the engine.
func TestSlowerIsTrue(t *testing.T) {
	n := 0
	for i, p := range assetPuzzles(t) {
		if p.Goal.Kind != puzzle.Mate || p.Goal.Turns != 2 || p.Position.Phase() == game.PhaseBan || i%4 > 0 || testing.Short() && i%40 > 0 {
			continue
		}
		for j, action := range p.Position.LegalActions() {
			if j%6 > 0 || action == p.Key() {
				continue
			}
			r, err := puzzle.NewAttempt(&p).Refute(t.Context(), action)
			if err != nil {
				t.Fatal(err)
			}
			if r.Reason != puzzle.Slower {
				continue
			}
			n++
			after, longer := game.NewFrom(p.Position), map[game.Pair]bool{}
			if err := after.Play(action); err != nil {
				t.Fatal(err)
			}
			bans := after.LegalActions()
			for k, ban := range bans {
				g := after.Clone()
				if err := g.Play(bans[(k+1)%len(bans)]); err != nil {
					t.Fatal(err)
				}
				for _, reply := range g.LegalActions() {
					next := g.Clone()
					if reply.Pair() == ban.Pair() && next.Play(reply) == nil && !isMated(t, next, 1) {
						longer[ban.Pair()] = true
					}
				}
			}
			want := fmt.Sprintf(" has %d moves that hold out longer, and you can ban only one. You still mate, but in %d turns instead of 2.", len(longer), r.Turns)
			if r.Ways != len(longer) || !strings.Contains(r.Words(), want) {
				t.Errorf("%s %s: %d hold out, %q", p.ID(), action, len(longer), r.Words())
			}
		}
	}
	if n == 0 && !testing.Short() {
		t.Errorf("%d mates are slower", n)
	}
}

// isMated reports whether whatever is banned, who moves then mates within so many turns.
func isMated(t *testing.T, g *game.Game, turns int) bool {
	t.Helper()
	for _, ban := range g.LegalActions() {
		after := g.Clone()
		if err := after.Play(ban); err != nil || !solved(t, after, turns) {
			return false
		}
	}
	return !g.Over() || g.Result().Reason.IsCheckmate()
}

// TestRefuteRefuses an illegal action, and ends with its context.
func TestRefuteRefuses(t *testing.T) {
	p := assetPuzzles(t)[300]
	a := puzzle.NewAttempt(&p)
	if _, err := a.Refute(t.Context(), game.NewMove(0, 0, game.NoRole)); err == nil || a.Game().Len() > 0 {
		t.Error("an illegal action is refuted")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, action := range a.Game().LegalActions() {
		if r, err := a.Refute(ended, action); err != nil && (err != context.Canceled || r.Reason != "" || r.Words() != "") {
			t.Errorf("%v, %+v", err, r)
		}
	}
}
