package main

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestEndings lists the endings, and gives one.
func TestEndings(t *testing.T) {
	if got := banchess(t, "", "ending"); got.code != cli.ExitDone || !strings.Contains(got.out, "KRKN   rook against knight            win\nKRKP   rook against pawn              win, hold\n") || !strings.Contains(got.out, "KQK    queen against king             win\n") || !strings.HasSuffix(got.out, "banchess ending KRKP --hold one to hold.\n") {
		t.Errorf("%+v", got)
	}
	for _, row := range []struct{ typed, name, want string }{
		{"hint\nquit\n", "krk", "You are White: rook against king. You can win in "},
		{"resign\n", "krkn", "You could have won. The shortest win takes "},
	} {
		if got := banchess(t, row.typed, "ending", row.name); got.code != cli.ExitDone || !strings.Contains(got.out, row.want) {
			t.Errorf("%s: %+v", row.name, got)
		}
	}
	if got := banchess(t, "quit\n", "ending", "KRKP", "--hold"); got.code != cli.ExitDone || !strings.Contains(got.out, "You are Black: pawn against rook. Hold the draw") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"ending", "KPK"}, {"ending", "KXK"}, {"ending", "KRK", "KQK"}, {"ending", "KRKN", "--hold"}} {
		if got := banchess(t, "", args...); got.code != cli.ExitUsage {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestAnalyzeByTables says how many moves a win takes, of each ban and each move.
func TestAnalyzeByTables(t *testing.T) {
	for fen, want := range map[string]string{
		"1Q6/8/k7/8/8/8/1r6/1K6 w - - 0 1 1": "White wins in 23, whatever is banned.",
		"8/8/8/8/3k4/2R5/8/K7 b - - 0 1 3":   "White wins in 15 by the right ban.",
		"4k3/7r/8/8/8/8/R7/4K3 w - - 0 1 1":  "The ending is drawn, by an exact table.",
	} {
		got := banchess(t, "", "analyze", fen)
		if got.code != cli.ExitDone || !strings.Contains(got.out, want) {
			t.Errorf("%s: %+v", fen, got)
		}
	}
}
