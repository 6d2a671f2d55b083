package uci_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/banchess/banchess/game/uci"
)

// The engine reads commands and writes answers: here a game in which Black banned
// e2e4, White played d2d4, and so on, up to a check that a ban makes mate.
func ExampleRun() {
	commands := strings.NewReader("position startpos moves a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7\ngo depth 3\nquit\n")
	if err := uci.Run(context.Background(), commands, lastLine{os.Stdout}, uci.Config{Seed: 1}); err != nil {
		fmt.Println(err)
	}
	// Output: bestmove e8f7
}

// lastLine passes on what begins with bestmove alone.
type lastLine struct{ w io.Writer }

func (l lastLine) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		if strings.HasPrefix(line, "bestmove") {
			fmt.Fprint(l.w, line)
		}
	}
	return len(p), nil
}

func ExampleParsePosition() {
	g, err := uci.ParsePosition(strings.Fields("startpos moves e2e4 d2d4"))
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := uci.ParseAction(g, "e7e5")
	fmt.Println(g, a, uci.Text(a), err)
	// Output: 1. {banning: e2e4} d4 b:e7e5 e7e5 <nil>
}
