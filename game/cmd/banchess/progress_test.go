package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// codeOf packs a text as a code of progress.
func codeOf(text string) string { return file.Pack(text) }

// TestProgressMoves takes the progress of one machine to another and back, also twice:
// nothing is lost, and nothing counts twice. A file that is not a record changes nothing.
func TestProgressMoves(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	file := filepath.Join(t.TempDir(), "progress.json")
	puzzles := puzzleFile(t, false)
	step := func(state, in, args string, code int, wants ...string) {
		t.Helper()
		t.Setenv("XDG_STATE_HOME", state)
		got := banchess(t, in, strings.Fields(args)...)
		for _, want := range wants {
			if !strings.Contains(got.out+got.err, want) {
				t.Errorf("%s: %q does not come in\n%s%s", args, want, got.out, got.err)
			}
		}
		if got.code != code {
			t.Errorf("%s: exit %d: %s", args, got.code, got.err)
		}
	}
	step(here, "", "progress", 0, "Rating 600, 0 solved, 0 failed.", "No daily streak yet.", "Mo Tu We Th Fr Sa Su", "Best storm: 0 today")
	step(here, "b5b6\nf2h4\nh5h4\nquit\n", "puzzle mnsjrx5 --file "+puzzles, 0, "Solved.")
	step(here, "quit\n", "puzzle --daily", 0, "Puzzle of the day:")
	step(here, "quit\n", "puzzle --again", 0, "You have failed no puzzle yet.")
	step(here, "quit\n", "puzzle --race new", 0, "0 solved, 3:00 left.")
	step(here, "", "progress export "+file, 0, "Saved in "+file, "1 solved, 0 failed")
	step(there, "solution\nquit\n", "puzzle --daily", 0, "counts as failed")
	step(there, "", "progress import "+file, 0, "Imported.", "1 solved, 1 failed")
	step(there, "", "progress import "+file, 0, "Imported.", "1 solved, 1 failed")
	step(there, "", "progress export "+file, 0)
	step(here, "", "progress import "+file, 0, "1 solved, 1 failed")
	step(here, "", "progress --json", 0, `"solved":1,"failed":1,"streak":0`)
	step(here, "", "progress export -", 0, `{"banchess":"progress","version":1,`)
	a, err := os.ReadFile(filepath.Join(here, "banchess", "progress.json"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(there, "banchess", "progress.json"))
	if err != nil || string(a) != string(b) {
		t.Errorf("the machines differ, %v:\n%s%s", err, a, b)
	}
	// A page's games pass through, as a file and as a code.
	games := `"games":[["g","1. {banning: e2e4} d4 *"]]`
	if err := os.WriteFile(file, []byte(`{"banchess":"progress","version":1,`+games+`}`), 0o600); err != nil {
		t.Fatal(err)
	}
	step(here, "", "progress import "+file, 0, "Imported.", "Games from the page that are kept here: 1.")
	step(here, "quit\n", "puzzle --daily", 0)
	step(here, "", "progress export -", 0, games)
	code := banchess(t, "", "progress", "code").out
	step(there, code, "progress import -", 0, "Imported.", "Games from the page that are kept here: 1.")
	step(there, code[:60]+"\n"+code[60:], "progress import -", 0, "Games from the page that are kept here: 1.")
	step(there, code[:60]+code[61:], "progress import -", cli.ExitFailed, "not a record of progress")
	step(there, "", "progress export -", 0, games)
	if a, err = os.ReadFile(filepath.Join(here, "banchess", "progress.json")); err != nil {
		t.Fatal(err)
	}
	for _, hostile := range []string{"5.", "5.x0000", codeOf("{"), "", "{", "[1]", `{"banchess":"progress","version":9}`, `{"banchess":"progress","version":1,"days":[[1,9]]}`, strings.Repeat("[", 1e5)} {
		if err := os.WriteFile(file, []byte(hostile), 0o600); err != nil {
			t.Fatal(err)
		}
		step(here, "", "progress import "+file, cli.ExitFailed, file, "nothing has changed")
		step(here, "", "progress import --json "+file, cli.ExitFailed, `"code":"bad_progress"`)
	}
	step(here, "", "progress import "+filepath.Join(here, "missing"), cli.ExitFailed, "missing")
	step(here, "", "progress import", cli.ExitUsage)
	step(here, "", "progress x", cli.ExitUsage)
	if after, err := os.ReadFile(filepath.Join(here, "banchess", "progress.json")); err != nil || string(after) != string(a) {
		t.Errorf("a hostile file has changed the record, %v:\n%s%s", err, a, after)
	}
}
