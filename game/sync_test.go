package game

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/banchess/banchess/game/gametest"
)

// TestSyncState: whoever goes on from a sync state sees what the sender sees, now
// and later, repetitions and endings included.
func TestSyncState(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	drawn, ended := 0, 0
	for i := range 600 {
		g := NewFrom(MustParseFEN(starts[i%len(starts)]))
		gametest.Shuffle(r, g, r.IntN(60))
		switch r.IntN(12) {
		case 0:
			_ = g.Resign(White)
		case 1:
			_ = g.AgreeDraw()
		case 2:
			_ = g.TimeOut(Black)
		}
		text, err := json.Marshal(g.SyncState())
		if err != nil {
			t.Fatal(err)
		}
		var state SyncState
		if err := json.Unmarshal(text, &state); err != nil {
			t.Fatal(err)
		}
		h, err := FromSyncState(state)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if again := h.SyncState(); !reflect.DeepEqual(again, g.SyncState()) {
			t.Fatalf("%s comes back as %+v", text, again)
		}
		if p := state.Past; p != nil && len(p.Actions) > 202 {
			t.Fatalf("%d actions since the last capture or pawn move", len(p.Actions))
		}
		for k := 0; ; k++ {
			if g.FEN() != h.FEN() || g.Result() != h.Result() || asSet(g.LegalActions()) != asSet(h.LegalActions()) {
				t.Fatalf("%s: %d actions later it is %s, %v, and with the sender %s, %v", text, k, h.FEN(), h.Result(), g.FEN(), g.Result())
			}
			if g.Over() || k == 30 {
				break
			}
			gametest.Shuffle(r, g, g.Len()+1)
			if a := g.Entry(g.Len() - 1).Action; h.Play(a) != nil {
				t.Fatalf("%s: %s is refused %d actions later", text, a, k)
			}
		}
		if g.Result().Reason == ThreefoldRepetition {
			drawn++
		}
		if g.decided.Over() {
			ended++
		}
	}
	if drawn < 50 || ended < 50 {
		t.Errorf("%d games were repetitions, %d were ended by the players", drawn, ended)
	}
}

// TestOldSyncState: a state without a past is a position, as it was before there
// were pasts and as ban-chess.ts sends it.
func TestOldSyncState(t *testing.T) {
	g, err := ReplayLog(StartPosition(), "b:e2e4", "d4", "b:d7d5", "Nf6", "b:c1g5")
	if err != nil {
		t.Fatal(err)
	}
	full := g.SyncState()
	for _, old := range []SyncState{
		{FEN: full.FEN},
		{FEN: full.FEN, Ply: full.Ply, LastAction: full.LastAction},
		{FEN: full.FEN, Ply: full.Ply, LastAction: full.LastAction, MoveNumber: full.MoveNumber},
		{FEN: "7k/5Q2/5K2/8/8/8/8/8 b - - 20 31 123=", Ply: 123}, // a repetition that the state does not show
	} {
		h, err := FromSyncState(old)
		if err != nil || h.Len() != 0 || h.Position().FEN() != positionText(old.FEN) {
			t.Errorf("%+v is %v, %v", old, h, err)
		}
	}
}

// positionText is a FEN as its position writes it.
func positionText(fen string) string { return MustParseFEN(fen).FEN() }

// FuzzSyncState: what is accepted is sent again as the same game; what is refused
// says why.
func FuzzSyncState(f *testing.F) {
	g, _ := ReplayLog(StartPosition(), "b:e2e4", "Nf3", "b:e7e5", "Nf6", "b:e2e4", "Ng1", "b:e7e5", "Ng8")
	_ = g.Resign(White)
	text, _ := json.Marshal(g.SyncState())
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		var s SyncState
		if json.Unmarshal(text, &s) != nil {
			return
		}
		g, err := FromSyncState(s)
		if err != nil {
			checkError(t, err)
			return
		}
		h, err := FromSyncState(g.SyncState())
		if err != nil || h.FEN() != g.FEN() || h.Result() != g.Result() {
			t.Fatalf("%s is sent again as %+v: %v", text, g.SyncState(), err)
		}
	})
}
