package message

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
)

// TestEngineFindsTheBan asks for the last ban of the mating game, and for the one
// before it that must take the mate away.
func TestEngineFindsTheBan(t *testing.T) {
	actions := strings.Fields(matingGame)
	for _, tt := range []struct {
		played int
		want   string
	}{{10, "b:e8f7"}, {8, "b:f3f7"}} {
		g, err := game.ReplayBCN(game.StartPosition(), actions[:tt.played]...)
		if err != nil {
			t.Fatal(err)
		}
		found, err := NewEngine(engine.Options{Hash: 1}, nil).BestAction(t.Context(), g, Limits{Depth: 3})
		if err != nil || found.Action.String() != tt.want || len(found.Line) == 0 || found.Line[0] != found.Action {
			t.Errorf("after %d actions: %+v %v, want %s", tt.played, found, err, tt.want)
		}
		if tt.want == "b:e8f7" && found.Mate != 1 {
			t.Errorf("mate %d, want 1", found.Mate)
		}
	}
}

// TestLevels holds the levels against the engine's, and plays a few actions at
// each from both phases.
func TestLevels(t *testing.T) {
	if MaxLevel != engine.Levels {
		t.Fatalf("MaxLevel is %d, the engine has %d", MaxLevel, engine.Levels)
	}
	e := NewEngine(engine.Options{Hash: 1}, nil)
	g := game.New()
	for level := 1; level <= MaxLevel; level++ {
		for range 2 {
			found, err := e.BestAction(t.Context(), g, Limits{Depth: 1, Level: level})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(found.Action); err != nil {
				t.Fatalf("level %d: %v", level, err)
			}
		}
	}
}

// TestStoppedEngine asks under a context that has ended: an action all the same.
func TestStoppedEngine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := game.New()
	found, err := NewEngine(engine.Options{Hash: 1}, nil).BestAction(ctx, g, Limits{Time: time.Hour})
	if err != nil || !g.IsLegal(found.Action) {
		t.Errorf("%+v %v", found, err)
	}
}

// TestBoardOf plays random games and compares the boards, repetitions included.
func TestBoardOf(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, fen := range []string{game.StartFEN, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", "7k/8/8/8/8/8/8/KQ6 w - - 0 1 2:b1b2"} {
		g := game.NewFrom(game.MustParseFEN(fen))
		for !g.Over() && g.Len() < 120 {
			b, err := BoardOf(g)
			if err != nil {
				t.Fatal(err)
			}
			if standard := strings.Join(strings.Fields(g.FEN())[:3], " "); !strings.HasPrefix(b.FEN(), standard) || b.Ply() != int(g.Ply()) {
				t.Fatalf("%s\n%s", g.FEN(), b.FEN())
			}
			actions := g.LegalActions()
			if len(actions) != len(engine.Actions(b)) {
				t.Fatalf("%s: %d actions, the engine has %d", g.FEN(), len(actions), len(engine.Actions(b)))
			}
			for _, a := range engine.Actions(b) {
				if !g.IsLegal(ActionOf(a)) {
					t.Fatalf("%s: %s is not legal", g.FEN(), a)
				}
			}
			if err := g.Play(actions[random.IntN(len(actions))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	g, err := game.ReplayBCN(game.StartPosition(), strings.Fields("b:a2a3 m:g1f3 b:a7a6 m:g8f6 b:a2a3 m:f3g1 b:a7a6 m:f6g8")...)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := BoardOf(g); err != nil || b.Repetitions() != repetitions(t, g) {
		t.Errorf("the board's past is lost: %v", err)
	}
}

// repetitions plays a game on a board of its own, square by square.
func repetitions(t *testing.T, g *game.Game) int {
	t.Helper()
	b := bitboard.Start()
	for _, s := range g.BCN() {
		m, ok := bitboard.ParseMove(strings.TrimRight(s[2:], "+#="))
		if !ok {
			t.Fatal(s)
		}
		if s[0] == 'b' {
			b.Ban(m.Pair())
		} else {
			b.Move(m)
		}
	}
	return b.Repetitions()
}
