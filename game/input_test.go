package game

import (
	"strings"
	"testing"
)

func TestParseInput(t *testing.T) {
	for _, row := range rows(t, "input.txt") {
		p := positionOf(t, row[0])
		a, err := p.ParseInput(row[1])
		got := a.String()
		if err != nil {
			got = "! " + string(CodeOf(err))
		}
		if got != row[2] {
			t.Errorf("%s: %q reads as %s, %v; want %s", row[0], row[1], got, err, row[2])
		}
	}
}

func TestValuesReadWhatTheyWrite(t *testing.T) {
	for sq := Square(0); sq <= NoSquare; sq++ {
		var back Square
		if err := back.UnmarshalText([]byte(sq.String())); err != nil || back != sq {
			t.Errorf("square %s reads back as %s, %v", sq, back, err)
		}
	}
	for _, s := range []string{"", "e", "e9", "i1", "E4", "e44", "é4"} {
		if sq, err := ParseSquare(s); CodeOf(err) != CodeBadSquare {
			t.Errorf("ParseSquare(%q) = %s, %v", s, sq, err)
		}
	}
	for _, s := range []string{"", "e2", "e2e2", "e2e9", "E2E4", "e2-e4", "e2e4q"} {
		if p, err := ParsePair(s); CodeOf(err) != CodeBadPair {
			t.Errorf("ParsePair(%q) = %s, %v", s, p, err)
		}
	}
	for _, s := range []string{"", "e2e4", "b:e2e4q", "b:e2", "m:e2e4k", "m:e2e4p", "x:e2e4", "b:e2e4##", "m:E2e4", "b:e2e4 "} {
		if a, err := ParseAction(s); CodeOf(err) != CodeBadBCN {
			t.Errorf("ParseAction(%q) = %s, %v", s, a, err)
		}
	}
	for _, r := range Reasons() {
		if back, err := ParseReason(string(r)); err != nil || back != r {
			t.Errorf("reason %q reads back as %q, %v", r, back, err)
		}
	}
	for _, p := range []Player{White, Black} {
		if back, err := ParsePlayer(p.String()); err != nil || back != p || p.Opponent().Opponent() != p {
			t.Errorf("player %s reads back as %s, %v", p, back, err)
		}
	}
}

func TestPly(t *testing.T) {
	for _, tt := range []struct {
		ply    Ply
		phase  Phase
		mover  Player
		active Player
	}{
		{1, PhaseBan, White, Black}, {2, PhaseMove, White, White}, {3, PhaseBan, Black, White}, {4, PhaseMove, Black, Black},
		{5, PhaseBan, White, Black}, {6, PhaseMove, White, White}, {403, PhaseBan, Black, White},
	} {
		if tt.ply.Phase() != tt.phase || tt.ply.Mover() != tt.mover || tt.ply.ActivePlayer() != tt.active {
			t.Errorf("ply %d: %v, mover %v, active player %v", tt.ply, tt.ply.Phase(), tt.ply.Mover(), tt.ply.ActivePlayer())
		}
	}
}

func TestIndicatorSwitches(t *testing.T) {
	g, err := ReplayLog(StartPosition(), strings.Fields("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7+ b:e8f7#")...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		on := Indicators{PGN: i&1 != 0, SAN: i&2 != 0, BCN: i&4 != 0}
		g.Indicators = on
		for _, c := range []struct {
			name, text, with, without string
			on                        bool
		}{
			{"PGN", g.PGN(), "Qxf7+ {banning: e8f7#} 1-0", "Qxf7 {banning: e8f7} 1-0", on.PGN},
			{"action log", strings.Join(g.ActionLog(), " "), "Qxf7+ b:e8f7#", "Qxf7 b:e8f7", on.SAN},
			{"BCN", strings.Join(g.BCN(), " "), "m:f3f7+ b:e8f7#", "m:f3f7 b:e8f7", on.BCN},
		} {
			want := c.without
			if c.on {
				want = c.with
			}
			if !strings.HasSuffix(strings.TrimSpace(strings.ReplaceAll(c.text, "\n", " ")), want) {
				t.Errorf("%+v: %s is %q, want %q at its end", on, c.name, c.text, want)
			}
		}
	}
}

func TestUndoAndRedo(t *testing.T) {
	g := New()
	if g.Undo() || g.Redo() || g.CanUndo() || g.CanRedo() {
		t.Error("something to undo or redo in a new game")
	}
	for _, s := range []string{"b:e2e4", "m:d2d4", "b:d7d5"} {
		if err := g.Play(MustParseAction(s)); err != nil {
			t.Fatal(err)
		}
	}
	g.Undo()
	g.Undo()
	if got := strings.Join(g.BCN(), " "); got != "b:e2e4" || !g.CanRedo() {
		t.Errorf("after two undos %q", got)
	}
	if ban, ok := g.Ban(); !ok || ban.String() != "e2e4" {
		t.Errorf("ban in force %v, %v", ban, ok)
	}
	clone := g.Clone()
	if err := g.Play(MustParseAction("m:g1f3")); err != nil || g.CanRedo() {
		t.Errorf("a new action left something to redo (%v)", err)
	}
	if !clone.Redo() || strings.Join(clone.BCN(), " ") != "b:e2e4 m:d2d4" || clone.Movetext() != "1. {banning: e2e4} d4" {
		t.Errorf("the clone redoes to %v, written as %v", clone.BCN(), clone)
	}
	g.Reset()
	if g.FEN() != StartFEN || g.CanUndo() || g.CanRedo() {
		t.Errorf("after Reset %s", g.FEN())
	}
}
