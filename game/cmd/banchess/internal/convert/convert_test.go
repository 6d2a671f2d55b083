package convert

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
)

// read reads all games of a text; bad ones are counted.
func read(t *testing.T, f Format, text string) (games []*game.Game, bad []*game.Error) {
	t.Helper()
	r := NewReader(f, bufio.NewReader(strings.NewReader(text)))
	for {
		tree, err := r.NextTree()
		var e *game.Error
		switch {
		case err == io.EOF:
			return games, bad
		case errors.As(err, &e):
			bad = append(bad, e)
		case err != nil:
			t.Fatal(err)
		default:
			games = append(games, tree.Game(tree.End()))
		}
	}
}

func write(f Format, options Options, games ...*game.Game) string {
	var text strings.Builder
	for i, g := range games {
		if f == PGN && i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(Write(game.NewTree(g), f, options, Loss{}))
	}
	return text.String()
}

// TestKeepsAnnotations: what a PGN says beside the main line is in the PGN that is
// written.
func TestKeepsAnnotations(t *testing.T) {
	const text = "1. {banning: e2e4 $1} {[%clk 0:01:00] why} d4 $6 ( 1. {banning: d2d4} e4 ) *"
	tree, err := NewReader(PGN, bufio.NewReader(strings.NewReader(text))).NextTree()
	if err != nil {
		t.Fatal(err)
	}
	written := Write(tree, PGN, Options{Indicators: true}, Loss{})
	if !strings.HasSuffix(strings.Join(strings.Fields(written), " "), text) {
		t.Errorf("written as\n%s", written)
	}
}

// randomGames plays random games from several positions, some given up or drawn.
func randomGames(n int) []*game.Game {
	r := rand.New(rand.NewPCG(3, 4))
	var games []*game.Game
	for i := range n {
		g := game.NewFrom(game.MustParseFEN(gametest.Starts[i%len(gametest.Starts)]))
		gametest.Play(r, g, r.IntN(40))
		switch over := g.Over(); {
		case !over && i%5 == 0:
			_ = g.Resign(game.White)
		case !over && i%7 == 0:
			_ = g.AgreeDraw()
		}
		games = append(games, g)
	}
	return games
}

// TestRoundTrips writes random games in every format that keeps them, finds the
// format out again, reads and compares.
func TestRoundTrips(t *testing.T) {
	for _, f := range []Format{PGN, BCN, Log} {
		for _, indicators := range []bool{true, false} {
			games := randomGames(30)
			text := write(f, Options{Indicators: indicators}, games...)
			found := Detect("-", bufio.NewReader(strings.NewReader(text)))
			if (found == PGN) != (f == PGN) {
				t.Errorf("%s is taken for %s", f, found)
			}
			back, bad := read(t, found, text)
			if len(bad) > 0 || len(back) != len(games) {
				t.Fatalf("%s: %d of %d games, %v", f, len(back), len(games), bad)
			}
			for i, g := range games {
				g.Indicators, back[i].Indicators = game.AllIndicators(), game.AllIndicators()
				if g.PGN() != back[i].PGN() {
					t.Errorf("%s, game %d:\n%s\nwas\n%s", f, i, back[i].PGN(), g.PGN())
				}
			}
		}
	}
}

func TestPositions(t *testing.T) {
	games, bad := read(t, BCN, "b:e2e4 m:d2d4\n")
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	const all = game.StartFEN + "\n" +
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4\n" +
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3\n"
	if got := write(FEN, Options{Positions: true}, games...); got != all {
		t.Errorf("%s", got)
	}
	last := write(FEN, Options{}, games...)
	if last != "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3\n" {
		t.Errorf("%s", last)
	}
	standard := write(StandardFEN, Options{}, games...)
	if standard != "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1\n" {
		t.Errorf("%s", standard)
	}
	if found := Detect("-", bufio.NewReader(strings.NewReader(standard))); found != StandardFEN {
		t.Errorf("taken for %s", found)
	}
	back, bad := read(t, StandardFEN, standard)
	if len(bad) > 0 || back[0].FEN()+"\n" != last {
		t.Errorf("%v %v", back, bad)
	}
}

// TestBadGames reports each with its place and reads the others.
func TestBadGames(t *testing.T) {
	text := "# a comment\n" +
		"b:e2e4 d4\n" +
		"\n" +
		"b:e2e4  m:e2e4\n" + // banned
		"e2e4 d4\r\n" + // a ban is due
		"b:a2a3 e4 1-0\n" +
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" + // six fields
		"b:a2a3 ¿é\n" +
		"b:a2a3 e4 b:a7a6 1/2-1/2 d5\n" + // a result in the middle
		strings.Repeat("b:a2a3 ", 1<<18) + "\n" + // too long
		"b:a2a3 d4" // no line end
	games, bad := read(t, BCN, text)
	want := []struct {
		code         game.Code
		line, column int
	}{
		{game.CodeBanned, 4, 9}, {game.CodeWrongPhase, 5, 1}, {game.CodeStandardFEN, 7, 1}, {game.CodeBadSAN, 8, 8},
		{game.CodeBadSAN, 9, 18}, {game.CodeBadBCN, 10, 1},
	}
	if len(games) != 3 || len(bad) != len(want) {
		t.Fatalf("%d games, %v", len(games), bad)
	}
	for i, w := range want {
		if e := bad[i]; e.Code != w.code || e.Line != w.line || e.Column != w.column {
			t.Errorf("error %d is %s at %d:%d, want %+v (%v)", i, e.Code, e.Line, e.Column, w, e)
		}
	}
	if r := games[1].Result(); r.Reason != game.Resignation || r.Winner != game.White {
		t.Errorf("1-0 is %s", r)
	}
}

// endless repeats a text so many times.
type endless struct {
	text  string
	times int
	rest  string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.times == 0 {
			return 0, io.EOF
		}
		e.times--
		e.rest = e.text
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// TestConstantMemory converts a long stream and looks at what stays in memory.
func TestConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short: it converts a long stream in two formats")
	}
	for _, f := range []Format{PGN, Log} {
		games := randomGames(6)
		text := write(f, Options{Indicators: true}, games...)
		if f == PGN {
			text += "\n"
		}
		const times = 300
		r := NewReader(f, bufio.NewReader(&endless{text: text, times: times}))
		read := 0
		live := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		var early uint64
		for {
			tree, err := r.NextTree()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			Write(tree, BCN, Options{}, Loss{})
			if read++; read == 100 {
				early = live()
			}
		}
		if read != times*len(games) {
			t.Errorf("%s: %d games read, want %d", f, read, times*len(games))
		}
		if late := live(); late > early+1<<20 {
			t.Errorf("%s: %d bytes live after 100 games, %d after %d", f, early, late, read)
		}
	}
}
