package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// puzzleFile is a file with puzzles, of which the second is a mate in three that
// claims to be one in two when it is wrong.
func puzzleFile(t *testing.T, wrong bool) string {
	t.Helper()
	text := `# banchess puzzles 1
mnsjrx5;400;mate 2;checkmate-by-ban endgame first-ban mate mate-in-2 quiet-ban;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4
`
	if wrong {
		text += "d86czfw;400;mate 2;checkmate-by-ban first-move mate mate-in-2 opening;2;rnb1kbnr/p1pp1ppp/1p3q2/4p3/1P1PP3/P7/2P2PPP/RNBQKBNR b KQkq - 0 1 4:f8b4;f6f2 e1f2\n"
	}
	path := filepath.Join(t.TempDir(), "puzzles.txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPuzzlesVerify says what is proven and what is not, by exit status too.
func TestPuzzlesVerify(t *testing.T) {
	if got := banchess(t, "", "puzzles", "verify", puzzleFile(t, false)); got.code != cli.ExitDone || !strings.HasPrefix(got.out, "1 puzzle proven, 0 not (") {
		t.Errorf("%+v", got)
	}
	wrong := puzzleFile(t, true)
	if got := banchess(t, "", "puzzles", "verify", wrong); got.code != cli.ExitNegative || !strings.Contains(got.out, "d86czfw is not true: ") || !strings.Contains(got.out, "1 puzzle proven, 1 not (") {
		t.Errorf("%+v", got)
	}
	got := banchess(t, "", "puzzles", "verify", "--json", wrong)
	var result verifiedJSON
	if err := json.Unmarshal([]byte(got.out), &result); err != nil || got.code != cli.ExitNegative || result.Puzzles != 2 || result.Proven != 1 || len(result.Unproven) != 1 || result.Unproven[0].ID != "d86czfw" || result.Unproven[0].Error.Code != "unproven" {
		t.Errorf("%+v %+v %v", got, result, err)
	}
	bad := filepath.Join(t.TempDir(), "bad.txt")
	if err := os.WriteFile(bad, []byte("# banchess puzzles 1\nx\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := banchess(t, "", "puzzles", "verify", bad); got.code != cli.ExitFailed || !strings.Contains(got.err, bad) || !strings.Contains(got.err, "line 2") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"puzzles"}, {"puzzles", "verify", wrong, wrong}} {
		if got := banchess(t, "", args...); got.code != cli.ExitUsage {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestPuzzleThroughPipes solves one, keeps the score, and refuses.
func TestPuzzleThroughPipes(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	file := puzzleFile(t, false)
	got := banchess(t, "b5b6\nf2h4\nh5h4\nquit\n", "puzzle", "--file", file, "mnsjrx5")
	if got.code != cli.ExitDone || !strings.Contains(got.out, "checkmate by ban. Solved.") || !strings.Contains(got.out, "1 solved in a row") {
		t.Errorf("%+v", got)
	}
	if got := banchess(t, "score\nzz\n", "puzzle", "--file", file); got.code != cli.ExitNegative || !strings.Contains(got.out, "1 solved, 0 failed") {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"nosuch"}, {"a", "b"}, {"--theme", "x"}, {"--theme", "stalemate"}, {"--rating", "1"}, {"--json"}, {"--storm", "--again"}, {"--storm", "mnsjrx5"}, {"--race", "x"}} {
		if got := banchess(t, "", append([]string{"puzzle", "--file", file}, args...)...); got.code != cli.ExitUsage || got.err == "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
	score := filepath.Join(state, "banchess", "progress.json")
	if err := os.WriteFile(score, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := banchess(t, "", "puzzle", "--file", file); got.code != cli.ExitFailed || !strings.Contains(got.err, score) {
		t.Errorf("%+v", got)
	}
}

// TestPuzzlesOfTheProgram are there for every theme that help names, as far as there
// are any.
func TestPuzzlesOfTheProgram(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, args := range [][]string{{}, {"--theme", "mate-in-2"}, {"--theme", "stalemate", "--rating", "1500"}, {"--theme", "underpromotion"}} {
		if got := banchess(t, "quit\n", append([]string{"puzzle"}, args...)...); got.code != cli.ExitDone || !strings.Contains(got.out, "Puzzle ") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
