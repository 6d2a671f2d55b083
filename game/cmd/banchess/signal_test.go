//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	xterm "golang.org/x/term"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestControlC leaves in the middle of a game: the terminal is as before, and the
// game is where it was said to be and can be gone on with.
func TestControlC(t *testing.T) {
	cmd := program(t, "play")
	file := filepath.Join(t.TempDir(), "kept.pgn")
	cmd.Args = append(cmd.Args, "--save", file)
	s := openTerminal(t, cmd)
	s.expect("Black bans>")
	s.send("e2e4\r")
	s.expect("White moves>")
	s.send("d4\r")
	s.expect("White bans>")
	s.send("\x03")
	s.expect("The game is saved in " + file)
	s.exit(130)
	after, err := xterm.GetState(int(s.tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if *s.before != *after {
		t.Error("the terminal is not as it was")
	}
	if got := banchess(t, "pgn\n", "play", "--pgn", file); !strings.Contains(got.out, "1. {banning: e2e4} d4 *") {
		t.Errorf("the game cannot be gone on with: %s%s", got.out, got.err)
	}
}

// TestControlCWhileThinking interrupts an engine that would think for an hour.
func TestControlCWhileThinking(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.pgn")
	s := openTerminal(t, program(t, "play", "--white", "engine", "--think", "1h", "--save", file))
	s.expect("Black bans>")
	s.send("e2e4\r")
	s.expect("White thinks")
	s.send("\x03")
	s.expect("The game is saved in " + file)
	s.exit(130)
}

// TestTerminate ends the program from outside while it waits for input.
func TestTerminate(t *testing.T) {
	for _, asked := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT} {
		t.Run(asked.String(), func(t *testing.T) { terminate(t, asked) })
	}
}

func terminate(t *testing.T, asked os.Signal) {
	t.Helper()
	s := openTerminal(t, program(t, "play"))
	s.expect("Black bans>")
	s.send("e2e4\r")
	s.expect("White moves>")
	if err := s.cmd.Process.Signal(asked); err != nil {
		t.Fatal(err)
	}
	s.expect("The game is saved in")
	s.exit(130)
	if after, err := xterm.GetState(int(s.tty.Fd())); err != nil || *s.before != *after {
		t.Errorf("the terminal is not as it was (%v)", err)
	}
}

// TestHangUp closes the terminal, at the prompt and while the engine thinks. The
// end is told twice, as a shell that goes down with the terminal does.
func TestHangUp(t *testing.T) {
	// The programs inherit an ignored signal, as under nohup, and rightly keep on
	// ignoring it; one that is listened for is theirs to hear.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	for white, prompt := range map[string]string{"human": "White moves>", "engine": "White thinks"} {
		file := filepath.Join(t.TempDir(), "kept.pgn")
		s := openTerminal(t, program(t, "play", "--white", white, "--think", "1h", "--save", file))
		s.expect("Black bans>")
		s.send("e2e4\r")
		s.expect(prompt)
		for range 2 {
			if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
		}
		s.pty.Close()
		s.tty.Close()
		s.exit(130)
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "{banning: e2e4}") {
			t.Errorf("%s: kept %q, %v", white, text, err)
		}
	}
}

// TestControlCEndsTheAnalysis and not the game.
func TestControlCEndsTheAnalysis(t *testing.T) {
	s := openTerminal(t, program(t, "play", "--think", "1h"))
	s.expect("Black bans>")
	for _, command := range []string{"analyze", "hint"} {
		s.send(command + "\r")
		s.expect("thinking …")
		s.send("\x03")
		s.expect("Black bans>")
	}
	s.send("\x03")
	s.exit(130)
}

// TestOneControlD ends what is typed.
func TestOneControlD(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"analyze", "--depth", "1", "--lines", "1"}, " ply  played"},
		{[]string{"convert", "--to", "pgn"}, "{banning: e2e4} d4"},
		{[]string{"convert", "--from", "pgn", "--to", "bcn"}, "b:e2e4 m:d2d4"},
		{[]string{"solve", "--turns", "1"}, "no forced win"},
	} {
		s := openTerminal(t, program(t, tt.args...))
		s.expect(cli.TypeIt)
		s.send("1. {banning: e2e4} d4 *\r\x04")
		s.expect(tt.want)
		s.exit(map[string]int{"solve": cli.ExitNegative}[tt.args[0]])
		s = openTerminal(t, program(t, tt.args...))
		s.expect(cli.TypeIt)
		s.send("1. {banning: e2e4} d4 *\x04") // pasted, without an end of the line
		s.expect(tt.want)
		s.exit(map[string]int{"solve": cli.ExitNegative}[tt.args[0]])
	}
}

// TestProgressAfterControlC leaves nothing either.
func TestProgressAfterControlC(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "games")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skipf("this file system has no named pipes, which the test reads its games from: %v", err)
	}
	for _, tt := range []struct {
		args  []string
		shown string
	}{
		{[]string{"perft", "--rules", "--depth", "9"}, "perft rules"},
		{[]string{"analyze", "--time", "1h", game.StartFEN}, "depth"},
		{[]string{"solve", "--turns", "9", game.StartFEN}, "proving"},
		{[]string{"convert", "--from", "bcn", "-o", filepath.Join(dir, "out"), pipe}, "games"},
	} {
		t.Run(tt.args[0], func(t *testing.T) {
			s := openTerminal(t, program(t, tt.args...))
			if tt.args[0] == "convert" {
				feed, err := os.OpenFile(pipe, os.O_RDWR, 0) // which does not wait for a reader
				if err != nil {
					t.Fatal(err)
				}
				defer feed.Close()
				if _, err := feed.WriteString(matingBCN + "\n"); err != nil {
					t.Fatal(err)
				}
			}
			s.expect(tt.shown)
			s.send("\x03")
			s.exit(130)
			s.finish()
			if left := strings.TrimSpace(strings.Join(s.screen(), "\n")); left != "" && !strings.HasPrefix(left, "Ply 1:") {
				t.Errorf("left on the screen: %q", left)
			}
		})
	}
}
