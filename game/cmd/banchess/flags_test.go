package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestRanges names the option, its range and the value that lies outside.
func TestRanges(t *testing.T) {
	tests := []struct {
		args string
		want []string
	}{
		{"analyze --lines 0", []string{`"0"`, "--lines", "from 1 to 500"}},
		{"analyze --game 0", []string{`"0"`, "--game", "from 1 to 1000000000"}},
		{"analyze --hash -1", []string{`"-1"`, "--hash", "from 1 to 1024"}},
		{"analyze --nodes -5", []string{`"-5"`, "--nodes", fmt.Sprint("from 1 to ", mostNodes)}},
		{"analyze --nodes 1e9", []string{`"1e9"`, "--nodes", "whole number"}},
		{"analyze --time 5", []string{`"5"`, "--time", "5s or 5ms", "from 1ms to 24h"}},
		{"play --think 5", []string{`"5"`, "--think", "from 1ms to 24h"}},
		{"analyze --time -5s", []string{`"-5s"`, "--time", "from 1ms to 24h"}},
		{"analyze --time soon", []string{`"soon"`, "--time", "from 1ms to 24h"}},
		{"analyze --depth 999", []string{`"999"`, "--depth", "from 1 to 64"}},
		{"solve --turns 33", []string{`"33"`, "--turns", "from 1 to 32"}},
		{"solve --game x", []string{`"x"`, "--game", "from 1 to"}},
		{"perft --depth 99999999999999999999", []string{`"99999999999999999999"`, "--depth", "from 1 to 64"}},
		{"play --think 1us", []string{`"1us"`, "--think", "from 1ms to 24h"}},
		{"play --depth 0", []string{`"0"`, "--depth", "from 1 to 64"}},
		{"serve --port -1", []string{`"-1"`, "--port", "from 0 to 65535"}},
	}
	for _, tt := range tests {
		got := banchess(t, "", strings.Fields(tt.args)...)
		for _, want := range tt.want {
			if got.code != cli.ExitUsage || !strings.Contains(got.err, want) {
				t.Errorf("%s: exit %d, %q is not in %s", tt.args, got.code, want, got.err)
			}
		}
	}
}

// TestAllIsJSON: with --json every line of both streams is a value, or the command
// refuses.
func TestAllIsJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	const pgn = "[Event \"?\"]\n\n1. {banning: e2e4} d4 (1. e4) *\n\n[Event \"?\"]\n\n1. d4 *\n"
	if err := os.WriteFile("games.pgn", []byte(pgn), 0o644); err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, tt := range []struct {
		args string
		code int
	}{
		{"perft --depth 1 --divide --compare", 0},
		{"perft --depth 2 --compare --fen 4k3/8/8/8/8/8/3r4/4K3_w_-_-_0_1_2:e1f1", 3},
		{"analyze --depth 1 games.pgn", 0},
		{"analyze --depth 1 " + strings.ReplaceAll(game.StartFEN, " ", "_"), 0},
		{"report games.pgn", 0},
		{"explore --pgn games.pgn", 0},
		{"solve --turns 1 games.pgn", 3},
		{"convert --to log games.pgn", 3},
		{"convert --to pgn games.pgn", 3},
		{"convert --to fen --positions games.pgn", 3},
		{"convert --to bcn -o out games.pgn", 3},
		{"convert -o games.pgn games.pgn", 3},
		{"play", 2},
		{"puzzle", 2},
		{"ending", 2},
		{"puzzles", 2},
		{"mistakes", 2},
		{"progress", 0},
		{"progress import games.pgn", 1},
		{"puzzles verify puzzles.txt", 1},
		{"uci", 2},
		{"json", 0},
		{"bench --depth 1", 0},
		{"version", 0},
		{"--version", 0},
		{"serve --dir .", 1},
		{"image games.pgn", 2},
		{"", 2},
		{"help", 2},
		{"help perft", 2},
		{"help nosuch", 2},
		{"perft --help", 2},
		{"completion", 2},
		{"completion bash", 2},
	} {
		args := strings.Fields(tt.args)
		if len(args) > 0 {
			covered[args[0]] = true
		}
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		got := banchess(t, "", append(args, "--json")...)
		if got.code != tt.code {
			t.Errorf("%s: exit %d, want %d: %s", tt.args, got.code, tt.code, got.err)
		}
		for line := range strings.Lines(got.out + got.err) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s writes %s", tt.args, line)
			}
		}
	}
	root := newRoot()
	addBuiltIns(root)
	for _, c := range root.Commands() {
		if !covered[c.Name()] {
			t.Errorf("%s is not tried", c.Name())
		}
	}
	if got := banchess(t, "b:e2e4 d4\nb:a2a3 e4\n", "convert", "--to", "bcn", "--json"); got.out != `{"format":"bcn","text":"b:e2e4 m:d2d4"}`+"\n"+`{"format":"bcn","text":"b:a2a3 m:e2e4"}`+"\n" {
		t.Error(got.out)
	}
}

// TestJSONNames: the help of --json names each command that refuses it.
func TestJSONNames(t *testing.T) {
	root := newRoot()
	addBuiltIns(root)
	usage := root.PersistentFlags().Lookup("json").Usage
	var try func(commands []*cobra.Command)
	try = func(commands []*cobra.Command) {
		for _, c := range commands {
			name := strings.TrimPrefix(c.CommandPath(), "banchess ")
			if _, refused := c.Annotations[cli.NoJSON]; refused && !strings.Contains(usage, name) {
				t.Errorf("%s is not named in %q", name, usage)
			}
			try(c.Commands())
		}
	}
	try(root.Commands())
}

// TestQuotedNames takes the quotes off that a shell has left around a file name.
func TestQuotedNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ in, args, made string }{
		{matingBCN, `convert -o "a.pgn"`, "a.pgn"},
		{"", `convert -o 'b.pgn' "a.pgn"`, "b.pgn"},
		{"", `image -o "c.svg" 'b.pgn'`, "c.svg"},
		{"undo\nquit\n", `play --pgn 'b.pgn' --save "d.pgn"`, "d.pgn"},
	} {
		got := banchess(t, tt.in, strings.Fields(tt.args)...)
		if _, err := os.Stat(tt.made); got.code != 0 || err != nil {
			t.Errorf("%s: exit %d, %v: %s", tt.args, got.code, err, got.err)
		}
	}
}
