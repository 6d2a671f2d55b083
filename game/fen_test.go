package game

import (
	"errors"
	"strings"
	"testing"
)

func TestFEN(t *testing.T) {
	for _, row := range rows(t, "fen.txt") {
		in, want := row[0], row[1]
		if p, err := ParseFEN(in); err != nil || p.FEN() != want {
			t.Errorf("ParseFEN(%q) = %q, %v; want %q", in, p.FEN(), err, want)
		}
	}
}

func TestFromStandardFEN(t *testing.T) {
	for _, row := range rows(t, "six_fields.txt") {
		in, want := row[0], row[1]
		p, err := FromStandardFEN(in)
		switch {
		case err != nil && string(CodeOf(err)) != want, err == nil && p.FEN() != want:
			t.Errorf("FromStandardFEN(%q) = %q, %v; want %q", in, p.FEN(), err, want)
		case err == nil && p.StandardFEN() != in:
			t.Errorf("StandardFEN of %q = %q", in, p.StandardFEN())
		}
		_, err = ParseFEN(in)
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeStandardFEN || p.FEN() != "" && !strings.Contains(e.Hint, p.FEN()) {
			t.Errorf("ParseFEN(%q): %v", in, err)
		}
		_, err = ParsePGN("[SetUp \"1\"]\n[FEN \"" + in + "\"]\n\n*\n")
		if CodeOf(err) != CodeStandardFEN {
			t.Errorf("a PGN from %q: %v", in, err)
		}
	}
}

// TestUnmarshalKeeps shows that a failed call leaves the value as it was.
func TestUnmarshalKeeps(t *testing.T) {
	p := StartPosition()
	if err := p.UnmarshalText([]byte("nonsense")); err == nil || p.FEN() != StartFEN {
		t.Errorf("UnmarshalText: %v, now %q", err, p.FEN())
	}
	a := MustParseAction("b:e2e4")
	if err := a.UnmarshalText([]byte("nonsense")); err == nil || a != NewBan(12, 28) {
		t.Errorf("UnmarshalText: %v, now %v", err, a)
	}
}

// TestZeroPosition calls everything on the zero Position and Game.
func TestZeroPosition(t *testing.T) {
	var p Position
	if p.FEN() != "" || p.StandardFEN() != "" || len(p.LegalActions()) != 0 || p.Result().Over() || p.InCheck() || p.King(White) != NoSquare || p.EnPassant() != NoSquare {
		t.Error("the zero Position is not empty")
	}
	_ = p.ASCII()
	if _, err := p.Play(MustParseAction("b:e2e4")); CodeOf(err) != CodeBadAction {
		t.Errorf("playing in the zero Position: %v", err)
	}
	if _, err := p.ParseSAN("e4"); err == nil {
		t.Error("e4 read in the zero Position")
	}
	if _, err := p.ParseInput("e2e4"); err == nil {
		t.Error("e2e4 read in the zero Position")
	}
}
