package analysis

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// follow plays a proof out against every ban and every move, by the rules, and
// reports what is wrong with it.
type follow struct {
	t      *testing.T
	winner game.Player
}

// mated checks that the winner has mated.
func (f follow) mated(p game.Position) {
	f.t.Helper()
	if r := p.Result(); r.Winner != f.winner {
		f.t.Errorf("%s: %s", p, r)
	}
}

// attack follows the winning side's move, under every ban that may be played.
func (f follow) attack(p game.Position, a *Attack) {
	f.t.Helper()
	if p.Phase() == game.PhaseMove {
		f.move(p, a.Play, a.Then)
		return
	}
	for _, ban := range p.LegalBans() {
		after, err := p.Play(game.BanAction(ban))
		if err != nil {
			f.t.Fatal(err)
		}
		if _, err := after.ParseSAN(a.Play); game.CodeOf(err) == game.CodeBanned {
			f.move(after, a.IfBanned, a.ThenAfterBanned)
		} else {
			f.move(after, a.Play, a.Then)
		}
	}
}

func (f follow) move(p game.Position, san string, then *Defence) {
	f.t.Helper()
	m, err := p.ParseSAN(san)
	if err != nil {
		f.t.Fatalf("%s: %q: %v", p, san, err)
	}
	if text, err := p.SAN(m); err != nil || text != san {
		f.t.Errorf("%s: %s is written %s", p, text, san)
	}
	after, err := p.Play(game.MoveAction(m))
	if err != nil {
		f.t.Fatal(err)
	}
	if then == nil {
		f.mated(after)
		return
	}
	f.defence(after, then)
}

// defence follows the winning side's ban, and every move that is left.
func (f follow) defence(p game.Position, d *Defence) {
	f.t.Helper()
	a, err := game.ParseAction(d.Ban)
	if err != nil {
		f.t.Fatal(err)
	}
	after, err := p.Play(a)
	if err != nil {
		f.t.Fatal(err)
	}
	replies := map[string]*Attack{}
	for _, r := range d.Replies {
		replies[r.Move] = r.Attack
	}
	moves := after.LegalMoves()
	if len(moves) == 0 {
		f.mated(after)
	}
	if len(moves) != len(replies) {
		f.t.Errorf("%s: %d moves are left, the proof answers %d", after, len(moves), len(replies))
	}
	for _, m := range moves {
		san, err := after.SAN(m)
		if err != nil {
			f.t.Fatal(err)
		}
		next, err := after.Play(game.MoveAction(m))
		if err != nil {
			f.t.Fatal(err)
		}
		if replies[san] == nil {
			f.t.Errorf("%s: the proof has no answer to %s", after, san)
			continue
		}
		f.attack(next, replies[san])
	}
}

// TestProofs writes proofs of wins that are known, and plays each out.
func TestProofs(t *testing.T) {
	text, err := os.ReadFile("../../../../engine/testdata/mates.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[int]int{}
	for line := range strings.Lines(string(text)) {
		fen, turnsText, ok := strings.Cut(line, "|")
		turns, err := strconv.Atoi(strings.TrimSpace(turnsText))
		if !ok || err != nil || strings.HasPrefix(line, "#") || tried[turns] >= 8 || turns > 3 {
			continue
		}
		tried[turns]++
		g, err := game.NewFromFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		solution, err := engine.Solve(context.Background(), g, turns, nil)
		if err != nil || solution.Turns != turns {
			t.Fatalf("%s: %d turns, %v", fen, solution.Turns, err)
		}
		proof, err := Prove(g.Position(), solution)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		f := follow{t, g.ActivePlayer()}
		if proof.Attack != nil {
			f.attack(g.Position(), proof.Attack)
		} else {
			f.defence(g.Position(), proof.Defence)
		}
		if lines := strings.Count(proof.Text(), "\n"); lines < turns {
			t.Errorf("%s: a proof of %d turns in %d lines", fen, turns, lines)
		}
	}
	if tried[1]+tried[2]+tried[3] < 20 {
		t.Errorf("only %v were tried", tried)
	}
}

// TestLostProof writes the proof of the mover's win at a ban ply.
func TestLostProof(t *testing.T) {
	g, err := game.NewFromFEN("7k/8/6K1/8/8/8/Q7/1R6 w - - 0 1 1")
	if err != nil {
		t.Fatal(err)
	}
	solution, err := engine.Solve(t.Context(), g, 1, nil)
	if err != nil || solution.Lost != 1 {
		t.Fatalf("%+v, %v", solution, err)
	}
	proof, err := Prove(g.Position(), solution)
	if err != nil {
		t.Fatal(err)
	}
	follow{t, game.White}.attack(g.Position(), proof.Attack)
}

// TestNoProof says what refutes each first action.
func TestNoProof(t *testing.T) {
	g := game.New()
	solution, err := engine.Solve(t.Context(), g, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := Prove(g.Position(), solution)
	if err != nil || proof.Attack != nil || proof.Defence != nil || len(proof.Refutations) != 20 {
		t.Fatalf("%+v %v", proof, err)
	}
	for _, r := range proof.Refutations {
		if !strings.HasPrefix(r.Action, "b:") || len(r.Replies) == 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestScores(t *testing.T) {
	for _, tt := range []struct {
		score  engine.Score
		active game.Player
		want   string
	}{
		{engine.Score{Centipawns: 34}, game.White, "+0.34"},
		{engine.Score{Centipawns: 34}, game.Black, "-0.34"},
		{engine.Score{}, game.Black, "+0.00"},
		{engine.Score{Mate: 2}, game.Black, "Black mates in 2"},
		{engine.Score{Mate: -1}, game.Black, "White mates in 1"},
	} {
		if got := Words(tt.score, tt.active); got != tt.want {
			t.Errorf("%v for %s is %s, want %s", tt.score, tt.active, got, tt.want)
		}
	}
}

// TestLines writes as many lines as are asked for, legal ones, at both phases.
func TestLines(t *testing.T) {
	e, err := engine.New(engine.Options{Hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	g := game.New()
	for range 2 {
		found, err := e.Search(t.Context(), g, engine.Limits{Depth: 2, Lines: 3}, nil)
		lines := Lines(g.Position(), found)
		if err != nil || len(lines) != 3 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		for _, l := range lines {
			a, err := game.ParseAction(l.Action)
			if err != nil || !g.IsLegal(a) || len(l.Line) < 2 {
				t.Errorf("%+v %v", l, err)
			}
			if _, err := game.ReplayLog(g.Position(), l.Line...); err != nil {
				t.Errorf("%v: %v", l.Line, err)
			}
		}
		if err := g.Play(game.MustParseAction(lines[0].Action)); err != nil {
			t.Fatal(err)
		}
	}
}
