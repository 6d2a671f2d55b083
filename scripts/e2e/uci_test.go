package e2e

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/lab/opponent"
)

// The engine in its worker plays a match through UCI: it reports what it does not understand,
// and continues.
func TestWorkerInMatch(t *testing.T) {
	if shared == nil {
		t.Skip(needsSite)
	}
	said := func(lines ...string) []string {
		var out strings.Builder
		if err := opponent.ServeWorker(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out, os.Getenv("BANCHESS_SITE")); err != nil {
			t.Error(err)
		}
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	const mateInOne = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 2"
	got := said("uci", "isready", "position startpos moves a2a3 e2e4", "go nodes 500", mateInOne, "position fen x", "position startpos moves e2e9", "go movetime 100",
		"go mate 3", "go movetime -5", "go depth x")
	want := []string{"id name worker", "uciok", "readyok", "bestmove ", "info string ", "info string ", "bestmove a1a8",
		"info string go is not understood: ", "bestmove (none)", "info string go is not understood: movetime ", "bestmove (none)", "info string go is not understood: depth ", "bestmove (none)"}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("it said %q, want lines that begin like %q", got, want)
	}
}
