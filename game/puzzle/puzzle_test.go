package puzzle_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

const header = "# banchess puzzles 1\n"

// mateInTwo and bushy are as they stand in a file.
const (
	mateInTwo = "mnsjrx5;400;mate 2;checkmate-by-ban endgame first-ban mate mate-in-2 quiet-ban;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4"
	bushy     = "jpbhm2s;400;mate 3;checkmate-by-ban endgame first-ban mate mate-in-3 quiet-ban;8282;4r1k1/8/1p3p2/p1pP4/6b1/P1P1B3/7q/4KB2 w - - 0 1 1;f1e2 f1g2 h2g1 (e8e3 e1d2 e1f1 h2g1 h2g2 f1g2|h2g2 (d5d6 a3a4 g2e2 (e8e3|g2g1 e1d2|g2f2 e1f2)|* d5d6 g2e2 (e8e3|g2g1 e1d2|g2f2 e1f2)))"
)

func read(t *testing.T, text string) puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParse(t *testing.T) {
	p := read(t, mateInTwo)
	if p.ID() != "mnsjrx5" || p.Goal != (puzzle.Goal{Kind: puzzle.Mate, Turns: 2}) || p.Key() != game.MustParseAction("b:b5b6") || p.Solver() != game.Black || p.String() != mateInTwo {
		t.Errorf("%+v", p)
	}
	if got := puzzle.Size(read(t, bushy).Line); got != 26 {
		t.Errorf("%d steps", got)
	}
}

// TestReadRefuses has each fault of a file, with the line it stands in.
func TestReadRefuses(t *testing.T) {
	swap := func(old, new string) string { return strings.Replace(mateInTwo, old, new, 1) }
	tests := []struct {
		text string
		code game.Code
		says string
		line int
	}{
		{"", puzzle.CodeBadPuzzle, "is empty", 0},
		{mateInTwo, puzzle.CodeBadPuzzle, "not a file of puzzles", 1},
		{header + mateInTwo + "\n\n" + mateInTwo, puzzle.CodeBadPuzzle, "in line 2 already", 4},
		{header + "x;y", puzzle.CodeBadPuzzle, "7 fields, and this line 2", 2},
		{header + strings.Repeat("x", 20_000), puzzle.CodeBadPuzzle, "too long", 2},
		{header + swap("mnsjrx5", "mnsjrx6"), puzzle.CodeBadPuzzle, "the id is not", 2},
		{header + swap("400", "99999"), puzzle.CodeBadPuzzle, "the rating", 2},
		{header + swap("400", "0400"), puzzle.CodeBadPuzzle, "one way", 2},
		{header + swap("mate 2", "mate 0"), puzzle.CodeBadPuzzle, "the goal does not read", 2},
		{header + swap("mate 2", "mate 2 3"), puzzle.CodeBadPuzzle, "the goal does not read", 2},
		{header + swap("mate 2", "only 2"), puzzle.CodeBadPuzzle, "a ban is due", 2},
		{header + swap("endgame", "opening"), puzzle.CodeBadPuzzle, "the themes", 2},
		{header + swap(";64;", ";-1;"), puzzle.CodeBadPuzzle, "the size of the proof", 2},
		{header + swap("0 1 1", "0 5 1"), puzzle.CodeBadPuzzle, "more than the puzzle needs", 2},
		{header + swap("w - - 0 1 1", "w - - 0 1"), game.CodeStandardFEN, "", 2},
		{header + swap("b5b6 ", "b5b8 "), game.CodeIllegalBan, "", 2},
		{header + swap("g5h5 ", "b5b6 "), game.CodeBanned, "", 2},
		{header + swap("h5h4", "h5h4q"), puzzle.CodeBadPuzzle, "not a ban", 2},
		{header + swap("h5h4", "h5h4 h5h4"), game.CodeGameOver, "", 2},
		{header + swap("h5h4", "(h5h4)"), puzzle.CodeBadPuzzle, "in parentheses", 2},
		{header + swap("h5h4", "(h5h4"), puzzle.CodeBadPuzzle, "not closed", 2},
		{header + swap("g5h5 h1h3 f2h4 h5h4", "(g5h5|h3h4)"), puzzle.CodeBadPuzzle, "opponent has alternatives", 2},
		{header + swap("b5b6 g5h5", "*"), puzzle.CodeBadPuzzle, "does not stand for a ban", 2},
		{header + swap("b5b6 ", "(b5b6|b5b6) "), puzzle.CodeBadPuzzle, "twice", 2},
		{header + swap("h5h4", ""), puzzle.CodeBadPuzzle, "not an action", 2},
		{header + swap("b5b6 g5h5 h1h3 f2h4 h5h4", strings.Repeat("(", 4000)), puzzle.CodeBadPuzzle, "not an action", 2},
	}
	for _, tt := range tests {
		_, err := puzzle.Read(strings.NewReader(tt.text))
		var e *game.Error
		if !errors.As(err, &e) || e.Code != tt.code || !strings.Contains(e.Message, tt.says) || e.Line != tt.line || e.Hint == "" {
			t.Errorf("%.80q: %#v", tt.text, err)
		}
	}
}

func TestReadWrites(t *testing.T) {
	puzzles, err := puzzle.Read(strings.NewReader(header + "# a note\r\n\n" + mateInTwo + "\r\n" + bushy))
	if err != nil || len(puzzles) != 2 {
		t.Fatal(puzzles, err)
	}
	var b strings.Builder
	if err := puzzle.Write(&b, puzzles, "a note\nof two lines"); err != nil || b.String() != header+"# a note\n# of two lines\n"+mateInTwo+"\n"+bushy+"\n" {
		t.Errorf("%s %v", &b, err)
	}
}

// TestVerifyRefuses has what a proof can find wrong.
func TestVerifyRefuses(t *testing.T) {
	for text, says := range map[string]string{
		mateInTwo: "",
		bushy:     "",
		strings.Replace(bushy, "(e8e3|g2g1 e1d2|g2f2 e1f2)|*", "(g2g1 e1d2|g2f2 e1f2)|*", 1):                                  "not just the actions",
		strings.Replace(strings.Replace(mateInTwo, "mate 2", "mate 3", 1), "mate-in-2", "mate-in-3", 1):                       "more than one action",
		strings.NewReplacer("b5b6 g5h5 h1h3 f2h4 h5h4", "g4h5", "checkmate-by-ban ", "", " quiet-ban", "").Replace(mateInTwo): "not just the actions",
		strings.Replace(strings.Replace(mateInTwo, " h1h3 f2h4 h5h4", "", 1), "checkmate-by-ban ", "", 1):                     "does not end where it should",
	} {
		p := read(t, text)
		_, err := p.Verify(t.Context())
		if says == "" && err != nil || says != "" && (game.CodeOf(err) != puzzle.CodeUnproven || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", text, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := read(t, bushy)
	if _, err := p.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(mateInTwo)
	f.Add(bushy)
	f.Add(strings.Replace(bushy, "mate 3", "material 2 3", 1))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := puzzle.Parse(text)
		if err == nil && p.String() != text {
			t.Errorf("%q comes back as %q", text, p)
		}
		if err != nil && game.CodeOf(err) == "" {
			t.Errorf("%q: an error without a code: %v", text, err)
		}
	})
}

// TestAttempt solves, takes an alternative, and refuses.
func TestAttempt(t *testing.T) {
	p := read(t, bushy)
	try := func(a *puzzle.Attempt, bcn string, right bool) {
		t.Helper()
		got, err := a.Try(game.MustParseAction(bcn))
		if err != nil || got != right {
			t.Fatalf("%s: %v, %v", bcn, got, err)
		}
	}
	a := puzzle.NewAttempt(&p)
	try(a, "b:f1g2", false)
	if a.Game().Len() != 0 || a.Expected() != p.Key() {
		t.Fatal("a wrong action was played")
	}
	if _, err := a.Try(game.MustParseAction("b:a1a8")); game.CodeOf(err) != game.CodeIllegalBan {
		t.Fatal(err)
	}
	try(a, "b:f1e2", true)
	try(a, "m:h2g2", true) // an alternative
	try(a, "b:a3a4", true) // any ban but d5d6
	try(a, "m:g2f2", true)
	if a.Done() {
		t.Fatal("the ban that mates is to come")
	}
	try(a, "b:e1f2", true)
	if !a.Done() || a.Game().Result().Reason != game.CheckmateByBan || a.Expected().IsValid() {
		t.Errorf("%v", a.Game())
	}
	if right, err := a.Try(game.MustParseAction("b:e1f2")); right || game.CodeOf(err) != game.CodeGameOver {
		t.Error(right, err)
	}
}

// A puzzle without a position has no name, and is refused.
func TestPuzzleWithoutPosition(t *testing.T) {
	for _, p := range []puzzle.Puzzle{{}, {Goal: puzzle.Goal{Kind: puzzle.Defend}, Line: []puzzle.Step{{}}}} {
		if _, err := p.Verify(t.Context()); p.ID() != "" || game.CodeOf(err) != puzzle.CodeBadPuzzle {
			t.Errorf("%q: %v", p.ID(), err)
		}
	}
}
