//go:build unix

package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

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

// columns and rows of the terminal.
const columns, rows = 100, 40

// openTerminal starts the program in a terminal of 100 by 40.
func openTerminal(t *testing.T, cmd *exec.Cmd) *terminal {
	t.Helper()
	p, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(p, &pty.Winsize{Rows: rows, Cols: columns}); err != nil {
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

// expect waits until the text is on the screen, after what was expected before.
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

// resize tells the program another width.
func (s *terminal) resize(width uint16) {
	s.t.Helper()
	if err := pty.Setsize(s.pty, &pty.Winsize{Rows: rows, Cols: width}); err != nil {
		s.t.Fatal(err)
	}
}

// exit waits for the program's end with an exit code. A program that does not end
// is ended after a minute.
func (s *terminal) exit(want int) {
	s.t.Helper()
	giveUp := time.AfterFunc(5*time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer giveUp.Stop()
	err := s.cmd.Wait()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		s.t.Fatal(err)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != want {
		s.t.Errorf("%q: exit %d, want %d", s.cmd.Args, code, want)
	}
}

// finish waits until everything that the program wrote before it ended is read.
func (s *terminal) finish() {
	s.t.Helper()
	if _, err := s.tty.WriteString(endOfOutput); err != nil {
		s.t.Fatal(err)
	}
	s.expect(endOfOutput)
}

const endOfOutput = "<end>"

// screen is what the terminal shows, line by line, above which it may have
// scrolled. It knows the escapes that move about in a line.
func (s *terminal) screen() []string {
	s.mu.Lock()
	raw := strings.TrimSuffix(s.raw, endOfOutput)
	s.mu.Unlock()
	lines, x := [][]rune{{}}, 0
	for raw != "" {
		line := &lines[len(lines)-1]
		if m := escape.FindStringSubmatch(raw); m != nil {
			raw = raw[len(m[0]):]
			n, _ := strconv.Atoi(m[1])
			switch m[2] {
			case "K":
				from := map[string]int{"": x, "0": x, "1": 0, "2": 0}[m[1]]
				for i := from; i < len(*line) && (m[1] != "1" || i <= x); i++ {
					(*line)[i] = ' '
				}
			case "C":
				x += max(n, 1)
			case "D":
				x = max(x-max(n, 1), 0)
			case "G":
				x = max(n-1, 0)
			case "J":
				*line = (*line)[:min(x, len(*line))]
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(raw)
		raw = raw[n:]
		switch {
		case r == '\r':
			x = 0
		case r == '\b':
			x = max(x-1, 0)
		case r == '\n':
			lines = append(lines, nil)
		case r >= ' ':
			if x == columns {
				lines, x = append(lines, nil), 0
				line = &lines[len(lines)-1]
			}
			for len(*line) <= x {
				*line = append(*line, ' ')
			}
			(*line)[x] = r
			x++
		}
	}
	var shown []string
	for _, line := range lines {
		shown = append(shown, strings.TrimRight(string(line), " "))
	}
	return shown
}

var escape = regexp.MustCompile(`^\x1b\[\??([0-9;]*)([A-Za-z])`)
