package message_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message"
)

// TestEngineFindsTheBan asks for the last ban of the mating game, and for the one
// before it that must take the mate away.
func TestEngineFindsTheBan(t *testing.T) {
	actions := strings.Fields(matingGame)
	for _, tt := range []struct {
		played int
		want   string
	}{{10, "b:e8f7"}, {8, "b:f3f7"}} {
		g, err := game.ReplayLog(game.StartPosition(), actions[:tt.played]...)
		if err != nil {
			t.Fatal(err)
		}
		found, err := message.NewEngine(engine.Options{Hash: 1}, nil).BestAction(t.Context(), g, engine.Limits{Depth: 3})
		if err != nil || found.Best.String() != tt.want || len(found.Lines) == 0 || found.Lines[0].Actions[0] != found.Best {
			t.Errorf("after %d actions: %+v %v, want %s", tt.played, found, err, tt.want)
		}
		if tt.want == "b:e8f7" && found.Score.Mate != 1 {
			t.Errorf("mate %d, want 1", found.Score.Mate)
		}
	}
}

// TestLevels plays a few actions at each level from both phases.
func TestLevels(t *testing.T) {
	e := message.NewEngine(engine.Options{Hash: 1}, nil)
	g := game.New()
	for level := 1; level <= engine.Levels; level++ {
		for range 2 {
			found, err := e.BestAction(t.Context(), g, engine.Limits{Depth: 1, Level: level})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(found.Best); err != nil {
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
	found, err := message.NewEngine(engine.Options{Hash: 1}, nil).BestAction(ctx, g, engine.Limits{MoveTime: time.Hour})
	if err != nil || !g.IsLegal(found.Best) {
		t.Errorf("%+v %v", found, err)
	}
}
