package puzzle_test

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// FuzzFile checks that any file of puzzles is refused with a code and a line, or has what its
// heads say.
func FuzzFile(f *testing.F) {
	f.Add(header + mateInTwo + "\n" + bushy + "\n")
	f.Add(header + "# x\r\n\n" + mateInTwo + "\r\n" + mateInTwo)
	f.Add(header + "a;1250~60;material 2 3;;1;8/8/8/8/8/8/8/8 w - - 0 1 1;e2e4")
	f.Fuzz(func(t *testing.T, text string) {
		heads, errHeads := puzzle.ReadHeads(strings.NewReader(text))
		all, err := puzzle.Read(strings.NewReader(text))
		for _, err := range []error{err, errHeads} {
			if err != nil && game.CodeOf(err) == "" {
				t.Fatalf("%q: %v", text, err)
			}
		}
		if err == nil && (errHeads != nil || len(heads) != len(all)) {
			t.Fatalf("%q has %d puzzles and %d heads, %v", text, len(all), len(heads), errHeads)
		}
		for _, h := range heads {
			if part := puzzle.PartOf(h.ID); part < 0 || part >= puzzle.Parts {
				t.Fatalf("%q is in part %d", h.ID, part)
			}
		}
	})
}

// FuzzNew checks that any goal, position and line is refused with a code, or is a puzzle that can
// be attempted.
func FuzzNew(f *testing.F) {
	for _, text := range []string{mateInTwo, bushy} {
		h, err := puzzle.ParseHead(text)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(h.FEN, h.Goal.String(), h.Line)
	}
	f.Add("8/8/8/8/8/8/8/8 w - - 0 1 1", "mate 1", "(|")
	f.Fuzz(func(t *testing.T, fen, goal, line string) {
		g, err := puzzle.ParseGoal(goal)
		if err == nil && g.String() != goal {
			t.Fatalf("%q is the goal %q", goal, g)
		}
		var p *puzzle.Puzzle
		if err == nil {
			p, err = puzzle.New(fen, g, line)
		}
		if err != nil {
			if game.CodeOf(err) == "" {
				t.Fatalf("%q %q %q: %v", fen, goal, line, err)
			}
			return
		}
		attempt := puzzle.NewAttempt(p)
		if isRight, err := attempt.Try(p.Key()); err != nil || !isRight {
			t.Fatalf("%q %q %q: its key %v is %v, %v", fen, goal, line, p.Key(), isRight, err)
		}
	})
}
