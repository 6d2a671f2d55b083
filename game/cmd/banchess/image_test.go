package main

import (
	"bytes"
	"context"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestImage draws a position and a game in each format, to a file and to standard
// output.
func TestImage(t *testing.T) {
	dir := t.TempDir()
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4"
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, tt := range []struct {
		in    string
		args  []string
		check func() bool
	}{
		{"", []string{fen, "-o", "a.svg"}, func() bool { return bytes.HasPrefix(read("a.svg"), []byte("<svg ")) }},
		{matingBCN, []string{"-o", "b.PNG", "--size", "200", "--theme", "slate", "--below", "black"}, func() bool {
			img, err := png.Decode(bytes.NewReader(read("b.PNG")))
			return err == nil && img.Bounds().Dx() == 200
		}},
		{matingBCN, []string{"-o", "c.gif", "--size", "100", "--delay", "200ms"}, func() bool {
			film, err := gif.DecodeAll(bytes.NewReader(read("c.gif")))
			return err == nil && len(film.Image) == 12 && film.Delay[0] == 20
		}},
		{matingBCN, []string{"-o", "d.gif", "--size", "100", "--ply", "3"}, func() bool {
			film, err := gif.DecodeAll(bytes.NewReader(read("d.gif")))
			return err == nil && len(film.Image) == 3
		}},
		{"", []string{fen, "--to", "png", "--no-coordinates", "--arrow", "d2d4,b:g1f3", "-o", "e"}, func() bool {
			_, err := png.Decode(bytes.NewReader(read("e")))
			return err == nil
		}},
	} {
		for i, arg := range tt.args {
			if i > 0 && tt.args[i-1] == "-o" {
				tt.args[i] = filepath.Join(dir, arg)
			}
		}
		if got := banchess(t, tt.in, append([]string{"image"}, tt.args...)...); got.code != 0 || got.err != "" || got.out != "" || !tt.check() {
			t.Errorf("%q: exit %d, %s", tt.args, got.code, got.err)
		}
	}
	if got := banchess(t, matingBCN, "image"); got.code != 0 || !strings.HasPrefix(got.out, "<svg ") || !strings.Contains(got.out, "White wins: checkmate by ban, e8f7 is banned") {
		t.Errorf("exit %d, %.200s%s", got.code, got.out, got.err)
	}
}

// TestImageRefuses: each error names the flag, and nothing is written.
func TestImageRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.png")
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--size", "63"}, 2, `"63" for "--size" flag: give a whole number from 64 to 4096`},
		{[]string{"--size", "5000"}, 2, `"5000" for "--size" flag: give a whole number from 64 to 4096`},
		{[]string{"--delay", "1ms"}, 2, `"1ms" for "--delay" flag: give a time from 20ms to 1m`},
		{[]string{"--ply", "13"}, 2, "--ply 13: the game has the plies 1 to 12"},
		{[]string{"--ply", "0"}, 2, `"0" for "--ply" flag: give a whole number from 1`},
		{[]string{"--game", "0"}, 2, `"0" for "--game" flag: give a whole number from 1`},
		{[]string{"--game", "2"}, 2, "--game 2: the input has only 1"},
		{[]string{"--to", "bmp"}, 2, `"--to" flag: give one of svg, png, gif`},
		{[]string{"-o", filepath.Join(dir, "x.bmp")}, 2, `x.bmp: "bmp" is not a format of pictures; name a file that ends in one of svg, png, gif`},
		{[]string{"--delay", "5"}, 2, `"5" for "--delay" flag: give its unit too, as in 5s or 5ms, and a time from 20ms to 1m`},
		{[]string{"--delay", "1s"}, 2, "--delay 1s: a png stands still; give it with gif"},
		{[]string{"--to", "svg", "--size", "100"}, 2, "--size 100: an svg has any size"},
		{[]string{"--below", "red"}, 2, `"--below" flag: give one of white, black`},
		{[]string{"--arrow", "e2"}, 2, "--arrow: "},
		{[]string{"--theme", "marble", "no-such-file"}, 2, `"marble" for "--theme" flag: give one of wood, walnut, green, blue, slate, plum, sand, night, contrast`},
		{[]string{"--pieces", "marble", "no-such-file"}, 2, `"marble" for "--pieces" flag: give one of classic, flat, line, geometric, contrast`},
		{[]string{"--json"}, 2, "a picture is no JSON"},
	} {
		got := banchess(t, matingBCN, append([]string{"image", "-o", file}, tt.args...)...)
		if got.code != tt.code || !strings.Contains(got.err, tt.want) {
			t.Errorf("%q: exit %d, %s", tt.args, got.code, got.err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Fatalf("%q left %v, %v", tt.args, left, err)
		}
	}
}

// atEnd is a reader that calls end when it is read to its end.
type atEnd struct {
	io.Reader
	end context.CancelFunc
}

func (a atEnd) Read(b []byte) (int, error) {
	n, err := a.Reader.Read(b)
	if err == io.EOF {
		a.end()
	}
	return n, err
}

// TestImageInterrupted ends in the midst of a picture of a position that is full of
// circles, and leaves no half of it.
func TestImageInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	pgn := "1. {banning: e2e4} d4 {[%csl Ra1" + strings.Repeat(",Ga1", 200_000) + "]} *"
	for _, name := range []string{"out.png", "out.gif"} {
		ctx, cancel := context.WithCancel(t.Context())
		code := run(ctx, []string{"image", "--size", "4096", "-o", name}, atEnd{strings.NewReader(pgn), cancel}, io.Discard, io.Discard)
		if left, err := os.ReadDir("."); code != cli.ExitInterrupted || err != nil || len(left) > 0 {
			t.Errorf("%s: exit %d, left behind %v %v", name, code, left, err)
		}
	}
}
