package main

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// TestConvertKeepsWhatWasThere converts into files that exist: the input itself,
// by its name and through a link, and one beside runs that come to nothing.
func TestConvertKeepsWhatWasThere(t *testing.T) {
	const junk, games = "[oops", "[Event \"?\"]\n\n1. {banning: e2e4} d4 *\n"
	tests := []struct {
		name, in, out, text string
		code                int
		want                string
	}{
		{"over the input", "in.pgn", "in.pgn", games, 0, "b:e2e4 m:d2d4\n"},
		{"over the input through a link", "in.pgn", "link", games, 0, "b:e2e4 m:d2d4\n"},
		{"no input", "missing", "out", games, 1, "old"},
		{"nothing to convert in the input", "in.pgn", "out", junk, 3, "old"},
		{"some refused, over the input", "in.pgn", "link", games + "\n[Event \"?\"]\n\n1. d4 *\n", 3, games + "\n[Event \"?\"]\n\n1. d4 *\n"},
		{"some refused", "in.pgn", "out", games + "\n" + games + "\n[Event \"?\"]\n\n1. d4 *\n", 3, "b:e2e4 m:d2d4\nb:e2e4 m:d2d4\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{"in.pgn": tt.text, "out": "old"} {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink("in.pgn", "link"); err != nil {
				t.Fatal(err)
			}
			got := banchess(t, "", "convert", "--to", "bcn", tt.in, "-o", tt.out)
			if text, err := os.ReadFile(tt.out); got.code != tt.code || err != nil || string(text) != tt.want {
				t.Errorf("exit %d, %q %v, want %d, %q: %s", got.code, text, err, tt.code, tt.want, got.err)
			}
		})
	}
}

// TestConvertInPlace keeps all that a PGN says, and every byte of what is written
// as it would be written again.
func TestConvertInPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	const said = `1. {banning: e2e4 $6} {[%eval 0.20,9] [%clk 0:04:58] [%csl Gd4] [%cal Rd2d4] why?} d4 $2 ( 1. {banning: d2d4 $1} e4 {[%clk 0:04:00]} ) ( {or} 1. Nf3 {banning: a7a6} d5 ( 1... e5 ) ) 1... {banning: e7e5} {( 1... d5 2. c4 )} d5 *`
	for name, text := range map[string]string{"x.pgn": "[Event \"?\"]\n[Opening \"none\"]\n\n" + said + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var before string
	for range 2 {
		got := banchess(t, "", "convert", "-o", "x.pgn", "x.pgn")
		text, err := os.ReadFile("x.pgn")
		if got.code != 0 || got.err != "" || err != nil {
			t.Fatalf("exit %d, %v: %s", got.code, err, got.err)
		}
		if words := strings.Join(strings.Fields(string(text)), " "); !strings.HasSuffix(words, said) || !strings.Contains(words, `[Opening "none"]`) {
			t.Errorf("it has become\n%s", text)
		}
		if before != "" && before != string(text) {
			t.Errorf("a second time it has become\n%s", text)
		}
		before = string(text)
	}
}

// TestConvertSaysWhatIsLost counts what a format cannot hold.
func TestConvertSaysWhatIsLost(t *testing.T) {
	const pgn = "[Event \"A\"]\n[Round \"?\"]\n[Termination \"time forfeit\"]\n\n1. {banning: e2e4} $1 $2 {[%clk 0:01:00] [%eval 0.1] [%csl Gd4,Gd5] why} (1. {banning: d2d4} {too} e4) (so) 1. d4 1-0\n"
	const notes, tags = "1 clock time, 2 comments, 2 drawings, 1 evaluation, 2 glyphs", "1 tag, 1 variation"
	for _, tt := range []struct{ in, to, want string }{
		{pgn, "pgn", ""},
		{pgn, "bcn", notes + ", 1 result, " + tags},
		{pgn, "log", notes + ", 1 result, " + tags},
		{pgn, "fen", "2 actions, " + notes + ", 1 result, " + tags},
		{pgn, "fen --positions", notes + ", 1 result, " + tags},
		{pgn, "standard-fen --positions", notes + ", 1 move ply, 1 result, " + tags},
		{"b:e2e4 d4 1-0\n", "log", ""},
		{"b:e2e4 d4 1-0\n", "fen", "2 actions, 1 result"},
		{"# a comment\n#\nb:e2e4 d4\n", "log", "1 comment"},
		{"# a comment\n#\nb:e2e4 d4\n", "pgn", ""},
		{game.StartFEN, "fen", ""},
		{game.StartFEN, "standard-fen", ""},
	} {
		got := banchess(t, tt.in, append([]string{"convert", "--to"}, strings.Fields(tt.to)...)...)
		want := ""
		if tt.in == pgn {
			want = "1 variation cannot be played: read as text\n"
		}
		if tt.want != "" {
			format, _, _ := strings.Cut(tt.to, " ")
			want += "left out, because " + format + " cannot hold it: " + tt.want + "\n"
		}
		if got.code != 0 || got.err != want {
			t.Errorf("to %s: exit %d, %q, want %q", tt.to, got.code, got.err, want)
		}
	}
	got := banchess(t, pgn, "convert", "--to", "bcn", "--json")
	const want = `{"converted":1,"refused":0,"lost":{"clock_times":1,"comments":2,"drawings":2,"evaluations":1,"glyphs":2,"results":1,"tags":1,"variations":1},"unplayed_variations":1}` + "\n"
	if got.err != want {
		t.Errorf("in JSON %s, want %s", got.err, want)
	}
}

// TestConvertInterrupted leaves no half of a file under the name of a whole one.
func TestConvertInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("out", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	go func() {
		_, _ = io.WriteString(feed, strings.Repeat("b:e2e4 m:d2d4\n", 1000))
		cancel()
	}()
	code := run(ctx, []string{"convert", "--from", "bcn", "-o", "out"}, in, io.Discard, io.Discard)
	if text, err := os.ReadFile("out"); code != 130 || err != nil || string(text) != "old" {
		t.Errorf("exit %d, %q %v", code, text, err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
