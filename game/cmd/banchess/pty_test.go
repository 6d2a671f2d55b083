//go:build unix

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	xterm "golang.org/x/term"
)

// terminal is a pseudo-terminal with a program in it.
type terminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	pty    *os.File
	tty    *os.File
	mu     sync.Mutex
	cond   sync.Cond
	raw    string
	seen   int // how much of the plain text was expected already
	done   bool
	before *xterm.State // of the terminal, before the program starts
}

// openTerminal starts the program in a terminal of 100 by 40.
func openTerminal(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(p, &pty.Winsize{Rows: 40, Cols: 100}); err != nil {
		t.Fatal(err)
	}
	before, err := xterm.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	s := &terminal{t: t, cmd: cmd, pty: p, tty: tty, before: before}
	s.cond.L = &s.mu
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // tty is the controlling terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read()
	t.Cleanup(func() { p.Close(); tty.Close() })
	return s
}

// read collects the output. It answers no question: a program that waits for the
// terminal to say something hangs here.
func (s *terminal) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := s.pty.Read(buffer)
		s.mu.Lock()
		s.raw += string(buffer[:n])
		s.done = err != nil
		s.cond.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

var escapes = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]|\r`)

// plain is the output without escape sequences.
func (s *terminal) plain() string { return escapes.ReplaceAllString(s.raw, "") }

// expect waits until the text is on the screen, behind what was expected before.
func (s *terminal) expect(want string) {
	s.t.Helper()
	giveUp := time.AfterFunc(time.Minute, func() {
		s.mu.Lock()
		s.done = true
		s.cond.Broadcast()
		s.mu.Unlock()
	})
	defer giveUp.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		plain := s.plain()
		at := min(s.seen, len(plain))
		if i := strings.Index(plain[at:], want); i >= 0 {
			s.seen = at + i + len(want)
			return
		}
		if s.done {
			s.t.Fatalf("%q never came; after what was expected:\n%s", want, plain[at:])
		}
		s.cond.Wait()
	}
}

func (s *terminal) send(keys string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// exit waits for the program's end with an exit code. A program that does not end
// is ended after a minute.
func (s *terminal) exit(want int) {
	s.t.Helper()
	giveUp := time.AfterFunc(time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer giveUp.Stop()
	err := s.cmd.Wait()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		s.t.Fatal(err)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != want {
		s.t.Errorf("%q: exit %d, want %d", s.cmd.Args, code, want)
	}
}

// TestPlayInATerminal types the mating game, with completion, a refusal, and a
// line that Ctrl-C drops.
func TestPlayInATerminal(t *testing.T) {
	s := openTerminal(t, program(t, "play"))
	s.expect("Black bans>")
	s.send("e2e5\r")
	s.expect("cannot be banned")
	s.expect("e2e3")
	s.expect("Black bans>")
	s.send("hopeless\x03")
	s.expect("^C")
	s.expect("Black bans>")
	s.send("a2a3\r")
	s.expect("White moves>")
	s.send("a3\r")
	s.expect("a2-a3 is banned")
	s.expect("White moves>")
	s.send("e4\r")
	for _, step := range []struct{ prompt, keys string }{
		{"White bans>", "a7-a6\r"},
		{"Black moves>", "h6\r"},
		{"Black bans>", "a2a3\r"},
		{"White moves>", "Qf\t\r"}, // Qf3 is the only one
		{"White bans>", "a7a6\r"},
		{"Black moves>", "h6h5\r"},
		{"Black bans>", "a2a3\r"},
		{"White moves>", "Qxf7+\r"},
		{"White bans>", "e8\t\r"}, // the only pair
	} {
		s.expect(step.prompt)
		s.send(step.keys)
	}
	s.expect("White wins: checkmate by ban")
	s.expect("game over>")
	s.send("quit\r")
	s.expect("The game is saved in")
	s.exit(0)
	if !strings.Contains(s.raw, "\x1b[") {
		t.Error("a terminal without colours")
	}
	if strings.Contains(s.plain(), "Refused") {
		t.Error(s.plain())
	}
}

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

// TestNoColor draws without colours, and with outlined pieces to tell the sides.
func TestNoColor(t *testing.T) {
	cmd := program(t, "play")
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	s := openTerminal(t, cmd)
	s.expect("♙")
	s.expect("Black bans>")
	s.send("quit\r")
	s.exit(0)
	if painted := regexp.MustCompile(`\x1b\[[0-9;]*m`).FindString(s.raw); painted != "" {
		t.Errorf("%q in spite of NO_COLOR", painted)
	}
}

// TestDumbTerminal draws in plain ASCII.
func TestDumbTerminal(t *testing.T) {
	cmd := program(t, "play")
	cmd.Env = append(cmd.Env, "TERM=linux")
	s := openTerminal(t, cmd)
	s.expect("R  N  B  Q  K  B  N  R")
	s.expect("Black bans>")
	s.send("e2e4\r")
	s.expect("[P]")
	s.expect("White moves>")
	s.send("quit\r")
	s.exit(0)
}

// TestEngineAtTheTable plays against the engine from the last move on, which it
// loses.
func TestEngineAtTheTable(t *testing.T) {
	const fen = "rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 10:a2a3"
	s := openTerminal(t, program(t, "play", "--white", "engine", "--depth", "2", "--fen", fen))
	s.expect("White (engine) moves 3. Qxf7+")
	s.expect("White (engine) bans e8-f7#")
	s.expect("White wins: checkmate by ban")
	s.expect("game over>")
	s.send("undo\r")
	s.expect("nothing to take back")
	s.expect("game over>") // only then does the program read keys
	s.send("\x04")         // Ctrl-D
	s.exit(0)
}

// TestInputIsAskedFor where nobody has said what to read.
func TestInputIsAskedFor(t *testing.T) {
	for _, args := range [][]string{{"convert"}, {"analyze", "--depth", "1"}} {
		s := openTerminal(t, program(t, args...))
		s.expect(typeIt)
		s.send("\x03")
		s.exit(130)
	}
}

// TestProgressBar shows how far the count is on a terminal, and clears it away.
func TestProgressBar(t *testing.T) {
	s := openTerminal(t, program(t, "perft", "--rules", "--depth", "4"))
	s.expect("nodes 144400")
	s.exit(0)
	if !strings.Contains(s.raw, "perft rules") || !strings.Contains(s.raw, "%") {
		t.Error("no progress was shown")
	}
}
