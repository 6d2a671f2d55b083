package game

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestMarshal: what JSON keeps of a game is the whole of it, and what comes back
// goes on.
func TestMarshal(t *testing.T) {
	g, err := ReplayLog(StartPosition(), "b:e2e4", "d4", "b:d7d5")
	if err != nil {
		t.Fatal(err)
	}
	_ = g.Tags.Set("White", "Ada")
	type record struct {
		Game *Game
		Tree *Tree
		At   Position
		Last Action
	}
	data, err := json.Marshal(record{g, NewTree(g), g.Position(), g.Entry(2).Action})
	if err != nil {
		t.Fatal(err)
	}
	var back record
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back.Game.PGN() != g.PGN() || back.Game.FEN() != g.FEN() || back.Tree.PGN() != g.PGN() || back.At.FEN() != g.Position().FEN() || back.Last != g.Entry(2).Action {
		t.Errorf("%s comes back as %v, %v, %v, %v", data, back.Game, back.Tree, back.At, back.Last)
	}
	if err := back.Game.Play(MustParseAction("m:e7e6")); err != nil {
		t.Error(err)
	}
	before := back.Game.PGN()
	if err := json.Unmarshal([]byte(`"1. e4"`), back.Game); CodeOf(err) != CodeWrongPhase || back.Game.PGN() != before {
		t.Errorf("a bad PGN: %v, now %v", err, back.Game)
	}
}

// TestStrings: what fmt prints of a game is of use.
func TestStrings(t *testing.T) {
	if got := fmt.Sprint(new(Tree)); got != "*" {
		t.Errorf("an empty tree prints as %s", got)
	}
	g := new(Game) // the zero Game
	if got := fmt.Sprint(g); got != StartFEN {
		t.Errorf("a new game prints as %s", got)
	}
	if err := g.Play(MustParseAction("b:e2e4")); err != nil || fmt.Sprint(g) != "1. {banning: e2e4}" || fmt.Sprint(NewTree(g)) != "1. {banning: e2e4} *" {
		t.Errorf("%v prints as %v", err, g)
	}
	if got := fmt.Sprint(g.Entry(0), g.Position(), g.Result(), g.Ply()); got != "b:e2e4 "+g.FEN()+" The game goes on 2" {
		t.Error(got)
	}
	if !g.Undo() || g.Undo() || g.FEN() != StartFEN || g.PGN() == "" || g.Clone().Start() != StartPosition() {
		t.Errorf("undone to %v", g)
	}
}
