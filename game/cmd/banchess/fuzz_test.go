package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// arguments are what a command line is made of; the first are the commands.
var arguments = []string{
	"play", "analyze", "report", "solve", "perft", "convert", "image", "json", "uci", "version", "bench", "help", "completion", "bash",
	"file", "-", "missing", "out", game.StartFEN, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 3", "8/8/8/8/8/8/8/8 w - - 0 1 1",
	"--json", "--json=false", "--", "-h", "--to", "--from", "-o", "--positions", "--indicators=false", "--pgn", "--game", "--ply", "--fen",
	"--depth", "--lines", "--nodes", "--time", "--hash", "--turns", "--white", "--black", "--clock", "--think", "--board", "--flip", "--save",
	"--rules", "--compare", "--divide", "--size", "--moves", "--schema",
	"pgn", "bcn", "log", "fen", "standard-fen", "auto", "svg", "engine:1", "human", "ascii", "unicode", "5+3", "0.02",
	"0", "1", "2", "-1", "99999999999999999999", "1ms", "10ms", "5", "x", "", "\"", "\x00", "é", strings.Repeat("9", 400),
}

// FuzzCommandLine runs any words with any input and any file: nothing panics, the
// exit code is one of those that are documented, and errors are told, as JSON where
// that is asked for.
func FuzzCommandLine(f *testing.F) {
	line := func(args ...string) []byte {
		var b []byte
		for _, a := range args {
			b = append(b, byte(slices.Index(arguments, a)))
		}
		return b
	}
	const pgn = "[Event \"?\"]\n\n1. {banning: e2e4} $1 {[%clk 0:01:00] why} (1. {banning: d2d4} e4) 1. d4 *\n\n1. d4 *\n"
	f.Add(line("--json", "convert", "--to", "bcn", "file", "-o", "file"), "", pgn)
	f.Add(line("--json", "analyze", "--depth", "1", "file"), "", pgn)
	f.Add(line("solve", "--turns", "1", "-"), matingBCN, "")
	f.Add(line("perft", "--depth", "2", "--compare", "--divide"), "", "")
	f.Add(line("play", "--pgn", "file", "--white", "engine:1", "--clock", "5+3"), "d5\nundo 2\nredo\nsave\ndraw\nlevel 2\nblack human\nopen 'file' 1\nresign\nnew\nstart\nend\nanalyze\nhint\n", pgn)
	f.Add(line("image", "file", "-o", "out", "--json"), "", pgn)
	f.Add(line("uci"), "uci\nposition startpos moves e2e4\ngo depth 1\n", "")
	f.Add(line("json"), `{"message_type":"state"}`+"\n", "")
	f.Fuzz(func(t *testing.T, chosen []byte, in, text string) {
		if len(chosen) > 12 || len(in)+len(text) > 10_000 {
			t.Skip("longer than a command line this is about")
		}
		var args []string
		for _, b := range chosen {
			args = append(args, arguments[int(b)%len(arguments)])
		}
		if slices.Contains(args, "bench") {
			t.Skip("nothing ends a bench early")
		}
		t.Chdir(t.TempDir())
		t.Setenv("HOME", t.TempDir())
		if err := os.WriteFile("file", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		var out, errOut bytes.Buffer
		code := run(ctx, args, strings.NewReader(in), &out, &errOut)
		if !slices.Contains([]int{cli.ExitDone, cli.ExitFailed, cli.ExitUsage, cli.ExitNegative, cli.ExitInterrupted}, code) {
			t.Errorf("%q: exit %d", args, code)
		}
		if (code == cli.ExitUsage || code == cli.ExitFailed) && errOut.Len() == 0 {
			t.Errorf("%q: exit %d without a word", args, code)
		}
		if len(args) == 0 || args[0] != "--json" || slices.Contains(args, "--json=false") {
			return // elsewhere it may be the value of another option
		}
		for line := range strings.Lines(errOut.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q: exit %d, on standard error %q", args, code, line)
			}
		}
	})
}
