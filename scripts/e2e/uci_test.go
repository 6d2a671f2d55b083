package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/opponent"
)

// The engine in its worker plays a match as any other: it is asked in UCI, and gives up
// with a reason where it is asked for what it cannot do.
func TestWorkerInMatch(t *testing.T) {
	if shared == nil {
		t.Skip(needsSite)
	}
	const mateInOne = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 2"
	var out strings.Builder
	in := strings.NewReader("uci\nisready\nposition startpos moves a2a3 e2e4\ngo nodes 500\n" + mateInOne + "\ngo movetime 100\ngo mate 3\n")
	err := opponent.ServeWorker(t.Context(), in, &out, os.Getenv("BANCHESS_SITE"))
	if err == nil || !strings.Contains(err.Error(), "movetime, nodes or depth") {
		t.Errorf("it was asked for a mate and ended with: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 5 || lines[1] != "uciok" || lines[2] != "readyok" || !strings.HasPrefix(lines[3], "bestmove ") || lines[4] != "bestmove a1a8" {
		t.Errorf("it said %q", lines)
	}
}
