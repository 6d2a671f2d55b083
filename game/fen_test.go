package game

import "testing"

func TestFEN(t *testing.T) {
	for _, row := range rows(t, "fen.txt") {
		in, want := row[0], row[1]
		if p, err := ParseFEN(in); err != nil || p.FEN() != want {
			t.Errorf("ParseFEN(%q) = %q, %v; want %q", in, p.FEN(), err, want)
		}
	}
}

func TestFromStandardFEN(t *testing.T) {
	tests := []struct{ in, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", StartFEN},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 3"},
		{"8/8/8/3k4/8/3K4/8/1Q6 w - - 12 80", "8/8/8/3k4/8/3K4/8/1Q6 w - - 12 80 317"},
	}
	for _, tt := range tests {
		p, err := FromStandardFEN(tt.in)
		if err != nil || p.FEN() != tt.want {
			t.Errorf("FromStandardFEN(%q) = %q, %v; want %q", tt.in, p.FEN(), err, tt.want)
		}
		if p.StandardFEN() != tt.in {
			t.Errorf("StandardFEN of %q = %q", tt.in, p.StandardFEN())
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
