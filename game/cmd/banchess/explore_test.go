package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestExplore counts games of the book and of a file, and refuses what makes no sense.
func TestExplore(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	text := `[White "Ada"]
[Black "Bo"]
[Date "2025.04.01"]
[Result "1-0"]

1. {banning: e2e4} d4 {banning: e7e5} d5 1-0

[White "Bo"]
[Black "Ada"]
[Date "2026.??.??"]
[Result "1/2-1/2"]

1. {banning: d2d4} e4 {banning: e7e5} d5 1/2-1/2

[White "Cy"]
[Black "Bo"]

1. {banning: e2e4} e4 *
`
	for name, text := range map[string]string{"games.pgn": text, "bad.pgn": "1. {banning: e2e4} e4 *\n", "empty.pgn": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args string
		code int
		want []string
	}{
		{"", 0, []string{"Ply 1: Black bans one of White", "games  of all", "ban e2e4", "not people"}},
		{"e2e4 e3", 0, []string{"Ply 3: White bans one of Black", "ban e7e"}},
		{"b:e2e4", 0, []string{"Ply 2: White moves.", "e3 "}},
		{"e2e4 e4", cli.ExitFailed, []string{"is banned"}},
		{"8/8/8/4k3/8/8/8/4K2R w - - 0 1 1", 0, []string{"0 games"}},
		{"--pgn " + games, 0, []string{"2 games", "ban d2d4", "1   50.0%", "0.0%  100.0%    0.0%", "ban e2e4", "100.0%    0.0%", "1 game could not be read"}},
		{"--pgn " + games + " --player ada", 0, []string{"2 games"}},
		{"--pgn " + games + " --player ada --side white", 0, []string{"1 game\n", "ban e2e4"}},
		{"--pgn " + games + " --opponent ada --side white", 0, []string{"1 game\n", "ban d2d4"}},
		{"--pgn " + games + " --since 2026", 0, []string{"1 game\n", "ban d2d4"}},
		{"--pgn " + games + " --until 2025", 0, []string{"1 game\n", "ban e2e4"}},
		{"--pgn " + games + " --player Zoe", 0, []string{"0 games"}},
		{"--json --pgn " + games + " e2e4 d4", 0, []string{`{"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3","total":{"white":1,"drawn":0,"black":0,"open":0},"rows":[{"action":"b:e7e5","san":"e7e5","white":1,"drawn":0,"black":0,"open":0}]}`}},
		{"--json", 0, []string{`"action":"b:`, `"eval":{"centipawns":`}},
		{"--side white", cli.ExitUsage, []string{"--player or --opponent"}},
		{"--player Ada", cli.ExitUsage, []string{"give a file of games with --pgn"}},
		{games, cli.ExitUsage, []string{"name it with --pgn"}},
		{"--since soon", cli.ExitUsage, []string{"is not a date"}},
		{"--pgn " + filepath.Join(dir, "bad.pgn"), cli.ExitFailed, []string{"is banned"}},
		{"--pgn " + filepath.Join(dir, "empty.pgn"), cli.ExitFailed, []string{"there is no game in"}},
		{"--pgn " + filepath.Join(dir, "missing.pgn"), cli.ExitFailed, []string{"missing.pgn"}},
	} {
		args := append([]string{"explore"}, strings.Fields(tt.args)...)
		got := banchess(t, "", args...)
		rest := got.out + got.err
		for _, want := range tt.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%s: %q does not come in\n%s\n%s", tt.args, want, got.out, got.err)
			}
			rest = after
		}
		if got.code != tt.code {
			t.Errorf("%s: exit %d, want %d: %s", tt.args, got.code, tt.code, got.err)
		}
	}
}
