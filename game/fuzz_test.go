package game

import (
	"errors"
	"strings"
	"testing"
)

// checkError holds what every error promises: a code, a message, a place that
// makes sense.
func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Code == "" || e.Message == "" || e.Line < 0 || e.Line > 0 && e.Column < 1 {
		t.Fatalf("a poor error: %#v", err)
	}
}

// FuzzFEN: what is accepted is written canonically, reads back the same, and can
// be played in; what is refused says why.
func FuzzFEN(f *testing.F) {
	f.Add(StartFEN)
	for _, fen := range starts {
		f.Add(fen)
	}
	f.Add("rnbqkbnr/pppppQp1/8/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 12:e8f7#")
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 b:e2e4")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		if err != nil {
			checkError(t, err)
			return
		}
		again, err := ParseFEN(p.FEN())
		if err != nil || again.FEN() != p.FEN() {
			t.Fatalf("%q is written %q and reads back as %q, %v", fen, p.FEN(), again.FEN(), err)
		}
		for _, a := range p.LegalActions() {
			after, err := p.Play(a)
			if err != nil {
				t.Fatalf("%s is listed at %q: %v", a, fen, err)
			}
			if after.Ply() <= MaxPly && after.FullmoveNumber() <= MaxPly && after.HalfmoveClock() <= MaxPly {
				if _, err := ParseFEN(after.FEN()); err != nil {
					t.Fatalf("%s at %q leads to what is refused: %v", a, fen, err)
				}
			}
		}
	})
}

// FuzzBCN: what is accepted reads back the same; indicators alone are dropped.
func FuzzBCN(f *testing.F) {
	for _, s := range []string{"b:e2e4", "m:d2d4", "m:e7e8q", "m:d8h4#", "b:h1g1=", "x", "m:e7e8k"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAction(s)
		if err != nil {
			checkError(t, err)
			return
		}
		bare, _ := cutIndicator(s)
		if a.String() != bare || !a.IsValid() {
			t.Fatalf("%q reads as %q", s, a)
		}
		if err := New().Check(a); err != nil {
			checkError(t, err)
		}
	})
}

// FuzzPGN: what is accepted is written so that it reads back the same.
func FuzzPGN(f *testing.F) {
	f.Add(mateText)
	f.Add("[White \"A\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1 2\"]\n\n1. a8=Q {banning: h7g7} *")
	f.Add("1. {banning: e2e4} d4 (d3 {x}) $1 ; rest\n{banning: d7d5} 1... O-O")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParsePGN(text)
		if err != nil {
			checkError(t, err)
			return
		}
		written := g.PGN()
		back, err := ParsePGN(written)
		if err != nil {
			t.Fatalf("%q is written as\n%s\nwhich does not read: %v", text, written, err)
		}
		if back.PGN() != written {
			t.Fatalf("%q is written as\n%s\nand reads back as\n%s", text, written, back.PGN())
		}
	})
}

// FuzzTree: what is accepted is written so that it reads back the same, with all
// that is said beside the main line.
func FuzzTree(f *testing.F) {
	f.Add("{x} 1. {banning: e2e4} $1 {[%eval 0.3] y} (1. {banning: d2d4} e4!? (1. e3)) 1. d4 {[%csl Gd4]} *")
	f.Add("1. {[%clk 0:01:00] banning: e2e4 z} ({a} d4 (b) {c}) ; d")
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := ParseTree(text)
		if err != nil {
			checkError(t, err)
			return
		}
		written := tree.PGN()
		back, err := ParseTree(written)
		if err != nil {
			t.Fatalf("%q is written as\n%s\nwhich does not read: %v", text, written, err)
		}
		if difference := sameTree(tree.root, back.root); difference != "" || back.PGN() != written {
			t.Fatalf("%q is written as\n%s\nand reads back as\n%s\n%s", text, written, back.PGN(), difference)
		}
	})
}

// FuzzSAN: no text of a move brings the reader down, and what it accepts is legal.
func FuzzSAN(f *testing.F) {
	for _, s := range []string{"e4", "Nf3", "e8=Q", "O-O", "e2-e4", "exd5 e.p.", "a8(Q)", "b:e2e4"} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, start uint8) {
		p := MustParseFEN(starts[int(start)%len(starts)])
		for range 2 {
			a, err := p.ParseInput(text)
			if err != nil {
				checkError(t, err)
			} else if !p.IsLegal(a) {
				t.Fatalf("%q at %s reads as %s, which is not legal", text, p, a)
			}
			p = p.playLegal(p.LegalActions()[0])
		}
	})
}

// FuzzPlay plays random bytes as actions: four bytes name the kind, the squares
// and the promotion. A refused action changes nothing.
func FuzzPlay(f *testing.F) {
	f.Add([]byte{0, 12, 28, 0, 1, 11, 27, 0})
	f.Add([]byte(strings.Repeat("\x00\x01\x02\x03\x01\x33\x23\x05", 20)))
	f.Fuzz(func(t *testing.T, data []byte) {
		g := NewFrom(MustParseFEN(starts[len(data)%len(starts)]))
		for len(data) >= 4 {
			a := NewMove(Square(data[1]%70), Square(data[2]%70), Role(data[3]%9))
			if data[0]%2 == 0 {
				a = NewBan(Square(data[1]%70), Square(data[2]%70))
			}
			if data[3]&0x80 != 0 { // half of the time something legal, to get on
				if legal := g.LegalActions(); len(legal) > 0 {
					a = legal[int(data[1])%len(legal)]
				}
			}
			data = data[4:]
			before, listed := g.FEN(), g.IsLegal(a)
			err := g.Play(a)
			switch {
			case err != nil && (listed || g.FEN() != before):
				t.Fatalf("%v at %s: %v, now %s", a, before, err, g.FEN())
			case err != nil:
				checkError(t, err)
			case !listed:
				t.Fatalf("%v at %s was played and is not legal", a, before)
			}
		}
	})
}
