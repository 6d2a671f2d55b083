package sample

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
)

// write writes a file and returns its name.
func write(t *testing.T, content []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "samples")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReadBack(t *testing.T) {
	var file []byte
	var want []Sample
	for i, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1",
		"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1",
		"8/8/8/8/8/7k/8/K7 w - - 0 1",
	} {
		p, err := game.FromStandardFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		board := p.Chess()
		s := New(&board, int16(i-300), uint8(i%3), 2*i)
		if back := s.Board(); back.Board() != board.Board() || back.Mover() != board.Mover() || back.King(chess.Black) != board.King(chess.Black) {
			t.Errorf("%s comes back as another position", fen)
		}
		want = append(want, s)
		file = s.AppendTo(file)
	}
	if len(file) != Size*len(want) {
		t.Fatalf("%d samples have %d bytes", len(want), len(file))
	}
	got, err := Read(write(t, file))
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d samples, %v", len(got), err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("sample %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestReadRefuses(t *testing.T) {
	p, err := game.FromStandardFEN("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	board := p.Chess()
	for want, change := range map[string]func(s *Sample){
		"has 1 and 0 kings":    func(s *Sample) { s.Occupied &^= 1 << 60 },
		"has more than 32 men": func(s *Sample) { s.Occupied = 1<<40 - 1; s.Pieces = full() },
		"has the piece 0":      func(s *Sample) { s.Pieces[0] = 0 },
		"has the piece 7":      func(s *Sample) { s.Pieces[0] = 7 },
		"has the result 3":     func(s *Sample) { s.Result = 3 },
		"has the mover 0":      func(s *Sample) { s.Mover = 0 },
	} {
		s := New(&board, 0, 1, 0)
		good := s.AppendTo(nil)
		change(&s)
		if _, err := Read(write(t, s.AppendTo(good))); err == nil || !strings.Contains(err.Error(), "sample 2 "+want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := New(&board, 0, 1, 0)
	for _, content := range [][]byte{nil, s.AppendTo(nil)[1:]} {
		if _, err := Read(write(t, content)); err == nil || !strings.Contains(err.Error(), "want one sample of 32 or more") {
			t.Errorf("%d bytes: %v", len(content), err)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there is read")
	}
}

// full has pawns, and a king of either side.
func full() (pieces [16]byte) {
	for i := range pieces {
		pieces[i] = 0x11
	}
	pieces[0] = byte(chess.NewPiece(chess.White, chess.King)) | byte(chess.NewPiece(chess.Black, chess.King))<<4
	return pieces
}
