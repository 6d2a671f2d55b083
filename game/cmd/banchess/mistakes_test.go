package main

import (
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestMistakesOfFiles takes the mistakes of a player out of files, with a report or
// without one, keeps them, and asks for them.
func TestMistakesOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if got := banchess(t, matingBCN, "report", "-o", "judged.pgn"); got.code != 0 {
		t.Fatal(got.err)
	}
	judged, err := os.ReadFile("judged.pgn")
	if err != nil {
		t.Fatal(err)
	}
	named := strings.Replace(string(judged), `[White "?"]`, `[White "Ada"]`, 1) + "\n" + strings.Replace(string(judged), `[Black "?"]`, `[Black "Ada"]`, 1)
	if err := os.WriteFile("games.pgn", []byte(named), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"torn.pgn": "1. e9 *\n\n" + string(judged) + "\n1. {banning: e2e4} e4 *\n", "bad.pgn": "1. e9 *\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args, in string
		code     int
		want     []string
	}{
		{"mistakes", "", 0, []string{"No mistakes to practise yet."}},
		{"mistakes --side white games.pgn", "", 0, []string{"0 new mistakes in games.pgn", "No mistakes to practise yet."}},
		{"mistakes --player Ada games.pgn", "hint\nzz\n", cli.ExitNegative, []string{"3 new mistakes in games.pgn", "3 to go. Game 2 of games.pgn: Black banned a2–a3?? Find a better ban.", "Ban a move of the queen on f3.", "3 left for today."}},
		{"mistakes --player Ada games.pgn", "f3f7\n\n", 0, []string{"0 new mistakes", "Right. That keeps your winning chances at ", "3. ban a2–a3?? lets White mate", "2 to go. ", "1 of 1 found.", "2 left for today."}},
		{"mistakes --player Zoe games.pgn", "", cli.ExitUsage, []string{`nobody is called "Zoe"`, "Ada"}},
		{"mistakes --new 1", "", 0, []string{"Nothing is left for today. The next come tomorrow."}},
		{"mistakes torn.pgn", "", 0, []string{"0 new mistakes by both sides in torn.pgn.", "2 games could not be read: line 1"}},
		{"mistakes bad.pgn", "", cli.ExitFailed, []string{"bad.pgn: line 1"}},
		{"mistakes missing.pgn", "", cli.ExitFailed, []string{"missing.pgn"}},
		{"mistakes --side grey", "", cli.ExitUsage, []string{"white, black, both"}},
		{"mistakes --json", "", cli.ExitUsage, []string{"for people"}},
	} {
		got := banchess(t, tt.in, strings.Fields(tt.args)...)
		rest := got.err + got.out
		for _, want := range tt.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: %q does not come in\n%s\n%s", tt.args, want, got.err, got.out)
			}
			rest = after
		}
		if got.code != tt.code {
			t.Errorf("%s: exit %d, want %d: %s", tt.args, got.code, tt.code, got.err)
		}
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if got := banchess(t, matingBCN, "mistakes", "-"); !strings.Contains(got.err, "3 new mistakes by both sides in the input.") {
		t.Errorf("a game without a report: %s", got.err)
	}
}
