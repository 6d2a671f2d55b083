package game

import "testing"

func TestPerft(t *testing.T) {
	tests := []struct {
		fen    string
		counts []int64
	}{
		{StartFEN, []int64{20, 380, 7600, 144400, 3213622}},
		{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", []int64{15, 336, 4298}},
	}
	for _, tt := range tests {
		p := MustParseFEN(tt.fen)
		for i, want := range tt.counts {
			if want > 1_000_000 && testing.Short() {
				continue // seconds of work; the full run counts it
			}
			if got := Perft(p, i+1); got != want {
				t.Errorf("Perft(%q, %d) = %d, want %d", tt.fen, i+1, got, want)
			}
		}
	}
}
