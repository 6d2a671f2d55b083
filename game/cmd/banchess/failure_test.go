package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestUsageErrorsLeadOn to what can be typed instead.
func TestUsageErrorsLeadOn(t *testing.T) {
	for args, want := range map[string]string{
		"xyzzy":          "; banchess help lists the commands\n",
		"plya":           "\tplay\n",
		"solve --pgn x":  "unknown flag: --pgn; banchess solve --help lists the flags\n",
		"report a b.pgn": `"b.pgn": banchess report takes one file, in quotes if its name has spaces`,
		"puzzle a b":     `"b": banchess puzzle takes one id`,
	} {
		if got := banchess(t, "", strings.Fields(args)...); got.code != cli.ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestExitCodes(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.pgn")
	if err := os.WriteFile(bad, []byte("1. {banning: e2e4} e4 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		in   string
		args []string
		code int
		json string // the code in the error object, if there is one
	}{
		{"", []string{"help"}, 0, ""},
		{"", []string{"help", "perft"}, 0, ""},
		{"", []string{"help", "nosuch"}, 2, ""},
		{"", []string{"play", "--help"}, 0, ""},
		{"quit\n", []string{"play"}, 0, ""},
		{"e9\n", []string{"play"}, 3, ""},
		{"", []string{"perft", "--depth", "2", "--compare"}, 0, ""},
		{"", []string{"perft", "--depth", "2", "--compare", "--fen", "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1 2:e1f1"}, 3, ""}, // as the help says
		{"", []string{"perft", "--depth", "0"}, 2, "bad_usage"},
		{"", []string{"perft", "--rules", "--compare"}, 2, "bad_usage"},
		{"", []string{"perft", "--nosuch"}, 2, "bad_usage"},
		{"", []string{"nosuch"}, 2, "bad_usage"},
		{"", []string{"perft", "extra"}, 2, "bad_usage"},
		{"", []string{"json", "extra"}, 2, "bad_usage"},
		{"", []string{"play", "--white", "robot"}, 2, "bad_usage"},
		{"", []string{"play", "--white", "engine:99"}, 2, "bad_usage"},
		{"", []string{"play", "--fen", "x", "--pgn", "y"}, 2, "bad_usage"},
		{"", []string{"play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1 1"}, 1, "bad_fen"},
		{"", []string{"perft", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"}, 1, "bad_fen"},
		{"", []string{"play", "--pgn", bad}, 1, "banned"},
		{"", []string{"play", "--pgn", filepath.Join(dir, "missing.pgn")}, 1, "io_error"},
		{"", []string{"convert", "--to", "xml"}, 2, "bad_usage"},
		{"", []string{"play", "--save", filepath.Join(dir, "missing", "x.pgn")}, 1, "io_error"},
		{"", []string{"play", "--depth", "65"}, 2, "bad_usage"},
		{"", []string{"convert", bad}, 3, "banned"},
		{"", []string{"analyze", bad}, 1, "banned"},
		{"", []string{"analyze"}, 1, "bad_pgn"},
		{matingBCN, []string{"solve"}, 1, "game_over"},
		{"", []string{"solve", "--turns", "1", game.StartFEN}, 3, ""},
		{"", []string{"serve", "--dir", dir}, 1, "no_site"},
		{"", []string{"serve", "--port", "70000"}, 2, "bad_usage"},
	}
	for _, tt := range tests {
		args := append(tt.args, "--json")
		if tt.args[0] == "play" || tt.args[0] == "help" {
			args, tt.json = tt.args, "" // it has no output in JSON
		}
		got := banchess(t, tt.in, args...)
		if got.code != tt.code {
			t.Errorf("%q: exit %d, want %d: %s", tt.args, got.code, tt.code, got.err)
		}
		if tt.json == "" {
			continue
		}
		var j struct{ Error cli.ErrorJSON }
		line, _, _ := strings.Cut(got.err, "\n")
		if err := json.Unmarshal([]byte(line), &j); err != nil || string(j.Error.Code) != tt.json || j.Error.Message == "" {
			t.Errorf("%q: %s, want code %s", tt.args, got.err, tt.json)
		}
		plain := banchess(t, tt.in, tt.args...)
		if plain.code != tt.code || plain.err == "" || strings.Contains(plain.err, "{") {
			t.Errorf("%q without --json: exit %d, %q", tt.args, plain.code, plain.err)
		}
	}
}

// TestClientIsGone closes the output while the engine would think for ten minutes.
func TestClientIsGone(t *testing.T) {
	cmd := program(t, "json")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	const think = `{"message_type":"best_action","movetime_ms":600000}`
	if _, err := io.WriteString(in, `{"message_type":"state"}`+"\n"+think+"\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	out.Close()
	giveUp := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer giveUp.Stop()
	var failed *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &failed) || !giveUp.Stop() {
		t.Errorf("it thought on: %v", err)
	}
}

// TestErrorsNameTheFile tells where the line is that an error counts.
func TestErrorsNameTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bad.pgn", []byte("1. d4 {banning: e2e4} *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := banchess(t, "", "analyze", "bad.pgn"); !strings.HasPrefix(got.err, "banchess: bad.pgn: line 1, column 4") {
		t.Error(got.err)
	}
	if err := os.WriteFile("garbage.bin", []byte("\x00\xff}{\x7f"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("utf16.pgn", []byte("\xff\xfe1\x00.\x00"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("long.pgn", bytes.Repeat([]byte("{a comment}\n"), game.MaxPGNGame/10), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bad.pgn", "garbage.bin", "utf16.pgn", "long.pgn"} {
		if got := banchess(t, "", "play", "--pgn", name); got.code != cli.ExitFailed || !strings.HasPrefix(got.err, "banchess: "+name+": line 1, column ") {
			t.Errorf("exit %d: %s", got.code, got.err)
		}
		if got := banchess(t, "open "+name+"\n", "play"); got.code != cli.ExitNegative || !strings.Contains(got.out, "\n"+name+": line 1, column ") {
			t.Errorf("exit %d: %s", got.code, got.out)
		}
	}
	if got := banchess(t, "", "solve", "--json", "bad.pgn"); !strings.Contains(got.err, `"file":"bad.pgn"`) || !strings.Contains(got.err, `"line":1,"column":4,`) {
		t.Error(got.err)
	}
}

// TestPlainErrors holds errors to ASCII where the locale has nothing else.
func TestPlainErrors(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	for _, args := range [][]string{{"convert", "-"}, {"analyze", "-"}} {
		got := banchess(t, "b:a2a3 m:a2a3\n", args...)
		if !strings.Contains(got.err, " ...") || strings.Contains(got.err, "…") {
			t.Errorf("%q: %s", args, got.err)
		}
	}
}

// TestFailedWrites ends every command whose output is lost with an error, of
// which standard error says what it can.
func TestFailedWrites(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no full disk to write to")
	}
	defer full.Close()
	const depth = "1"
	tests := []struct {
		in   string
		args []string
	}{
		{"", []string{"help"}},
		{"", []string{"perft", "--help"}},
		{"", []string{"--version"}},
		{"", []string{"version"}},
		{"", []string{"completion", "bash"}},
		{"", []string{"perft", "--depth", depth}},
		{"", []string{"perft", "--depth", depth, "--divide"}},
		{"", []string{"perft", "--depth", depth, "--json"}},
		{"", []string{"analyze", "--depth", depth, game.StartFEN}},
		{"", []string{"analyze", "--depth", depth, game.StartFEN, "--json"}},
		{matingBCN, []string{"analyze", "--depth", depth}},
		{"", []string{"solve", "--turns", "1", game.StartFEN}},
		{"", []string{"solve", "--turns", "1", game.StartFEN, "--json"}},
		{matingBCN, []string{"convert"}},
		{matingBCN, []string{"image"}},
		{matingBCN, []string{"image", "--to", "png", "--size", "64"}},
		{matingBCN, []string{"image", "--to", "gif", "--size", "64"}},
		{matingBCN, []string{"image", "-o", "/dev/full"}},
		{"", []string{"bench", "--depth", depth}},
		{"e2e4\nquit\n", []string{"play"}},
		{"uci\nquit\n", []string{"uci"}},
		{`{"message_type":"state"}` + "\n", []string{"json"}},
		{"", []string{"json", "--schema"}},
	}
	for _, tt := range tests {
		var said strings.Builder
		code := run(t.Context(), tt.args, strings.NewReader(tt.in), full, &said)
		if code != cli.ExitFailed || !strings.Contains(said.String(), "no space left") {
			t.Errorf("%q: exit %d: %s", tt.args, code, said.String())
		}
	}
	var out strings.Builder
	if code := run(t.Context(), []string{"convert"}, strings.NewReader("b:e2e4 m:e2e4\n"), &out, full); code != cli.ExitFailed {
		t.Errorf("with nothing to say errors on: exit %d", code)
	}
}
