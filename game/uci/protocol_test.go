package uci_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/uci"
)

// long is more than a line may have.
var long = strings.Repeat("joho ", 1<<18)

// said turns a line of protocol.txt into what the engine may say.
func said(pattern string) *regexp.Regexp {
	const action = "[a-h][1-8][a-h][1-8][qrbn]?"
	return regexp.MustCompile("^" + strings.NewReplacer(
		`\{n\}`, `-?\d+`, `\{action\}`, action, `\{actions\}`, action+"( "+action+")*", `\{text\}`, ".+",
	).Replace(regexp.QuoteMeta(pattern)) + "$")
}

// conversation is an engine in this process, and what it says.
type conversation struct {
	in    *io.PipeWriter
	lines chan string
	next  *string // read ahead
}

func converse(t *testing.T) *conversation {
	from, to := io.Pipe()
	out, engine := io.Pipe()
	go func() {
		engine.CloseWithError(uci.Run(context.Background(), from, engine, uci.Config{Seed: 1, Version: "v1.2.3"}))
		from.Close()
	}()
	c := &conversation{in: to, lines: make(chan string, 1<<12)} // so that no side waits for the other
	go func() {
		defer close(c.lines)
		s := bufio.NewScanner(out)
		for s.Scan() {
			c.lines <- s.Text()
		}
		if err := s.Err(); err != nil {
			t.Errorf("the engine ends with %v", err)
		}
	}()
	return c
}

// peek returns the next line without taking it; false at the end.
func (c *conversation) peek() (string, bool) {
	if c.next == nil {
		line, ok := <-c.lines
		if !ok {
			return "", false
		}
		c.next = &line
	}
	return *c.next, true
}

func (c *conversation) passInfo() {
	for {
		line, ok := c.peek()
		if !ok || !strings.HasPrefix(line, "info ") || strings.HasPrefix(line, "info string ") {
			return
		}
		c.next = nil
	}
}

// TestProtocol holds the conversations of protocol.txt.
func TestProtocol(t *testing.T) {
	text, err := os.ReadFile("testdata/protocol.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n== ")
	for _, block := range strings.Split(rest, "\n== ") {
		title, body, _ := strings.Cut(block, "\n")
		t.Run(title, func(t *testing.T) {
			c := converse(t)
			for line := range strings.SplitSeq(body, "\n") {
				if line == "" {
					continue
				}
				kind, words := line[0], strings.TrimPrefix(line[1:], " ")
				switch {
				case kind == '>':
					if _, err := io.WriteString(c.in, strings.Replace(words, "{long}", long, 1)+"\n"); err != nil {
						t.Fatalf("%s: %v", words, err)
					}
				case words == "...":
					c.passInfo()
				default:
					got, ok := c.peek()
					if !ok || !said(words).MatchString(got) {
						t.Fatalf("the engine says %q, want %q", got, words)
					}
					c.next = nil
				}
			}
			c.in.Close()
			if got, ok := c.peek(); ok {
				t.Errorf("at the end the engine says %q", got)
			}
		})
	}
}

// answers counts the bestmoves.
func answers(out string) (n int) {
	for line := range strings.SplitSeq(out, "\n") {
		if strings.HasPrefix(line, "bestmove ") {
			n++
		}
	}
	return n
}

// FuzzGo: whatever follows go, it is answered once, and a stop after it says
// nothing more.
func FuzzGo(f *testing.F) {
	f.Add("position startpos moves e2e4", "depth 1 searchmoves d2d4")
	f.Add("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "infinite")
	f.Add("position startpos", "ponder junk movetime -")
	f.Fuzz(func(t *testing.T, position, words string) {
		position = strings.Join(strings.Fields(position), " ")
		words = strings.Join(strings.Fields(words), " ")
		for _, other := range []string{"go", "quit", "bench", "Hash"} {
			if strings.Contains(position, other) {
				return
			}
		}
		if strings.Contains(words, "perft") {
			return
		}
		if got := talk(t, position, "go "+words, "stop", "stop"); answers(got) != 1 {
			t.Errorf("%q, go %q is answered\n%s", position, words, got)
		}
	})
}
