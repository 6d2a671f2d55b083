package uci_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestTablePath checks that tables answer a search at once, with the mate in the table's number
// of moves, and that a folder without tables is refused.
func TestTablePath(t *testing.T) {
	const won = "position fen 1Q6/8/k7/8/8/8/1r6/1K6 w - - 0 1 1+"
	empty := t.TempDir()
	out := talk(t, "setoption name TablePath value "+empty, "setoption name TablePath value", "setoption name TablePath value ../../assets/tables", won, "go infinite", "stop")
	for _, want := range []string{fmt.Sprintf("info string option TablePath: %q: there is no file *.table", empty), " score mate -23 ", "bestmove "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(out, "there is no such option") {
		t.Errorf("an empty name, which means no tables, is refused:\n%s", out)
	}
}

// TestTablePathOnAClock: a search on a clock does not wait until a table is unpacked; one without
// does.
func TestTablePathOnAClock(t *testing.T) {
	const setUp = "setoption name TablePath value ../../assets/tables"
	const won = "position fen 1Q6/8/k7/8/8/8/1r6/1K6 w - - 0 1 1+"
	for clock, want := range map[string]bool{"movetime 1": false, "wtime 20 btime 20": false, "depth 1": true} {
		if out := talk(t, setUp, won, "go "+clock); strings.Contains(out, " score mate -23 ") != want {
			t.Errorf("go %s knows the mate: %v\n%s", clock, !want, out)
		}
	}
}
