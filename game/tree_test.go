package game

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

// randomTree grows a tree at random places, and writes at random about its nodes.
func randomTree(r *rand.Rand, start Position) *Tree {
	t := NewTree(randomGame(r, start, r.IntN(30)))
	nodes := append([]*Node{t.root}, t.End().Line()...)
	for range r.IntN(40) {
		n := nodes[r.IntN(len(nodes))]
		actions := n.After.LegalActions()
		if len(actions) == 0 || n.Result.Over() {
			continue
		}
		child, err := n.Add(actions[r.IntN(len(actions))])
		if err != nil {
			panic(err)
		}
		nodes = append(nodes, child)
	}
	for _, n := range nodes {
		if r.IntN(3) == 0 {
			n.Annotation = randomAnnotation(r)
		}
		if n.parent != nil && n.parent.children[0] == n {
			n.CommentBefore = "" // only a variation has a comment before it
		}
	}
	t.root.CommentBefore = ""
	t.Result = t.Standing()
	_ = t.Tags.Set("White", `A "quoted" \ name`)
	return t
}

func randomAnnotation(r *rand.Rand) Annotation {
	texts := []string{"", "", "good", "a longer one, with (brackets) and [square] ones", "two\nlines", "[%unknown 3]", "Größe ½", "1. e4 e5 {", "{so} and }", "&#125; #125; &#38;#38;#125;}"}
	a := Annotation{Comment: texts[r.IntN(len(texts))], CommentBefore: texts[r.IntN(len(texts))]}
	for range r.IntN(3) {
		a.addNAG(uint8(1 + r.IntN(140)))
	}
	if r.IntN(3) == 0 {
		a.Eval = &Eval{Centipawns: r.IntN(2001) - 1000, Depth: r.IntN(3)}
		if r.IntN(4) == 0 {
			a.Eval = &Eval{Mate: r.IntN(9) - 10}
		}
	}
	if r.IntN(3) == 0 {
		d := time.Duration(r.IntN(9_000_000)) * time.Millisecond
		a.Clock = &d
	}
	if r.IntN(4) == 0 {
		a.Drawings = append(a.Drawings, Drawing{Color: "GRYB"[r.IntN(4)], From: Square(r.IntN(64)), To: NoSquare})
	}
	if r.IntN(4) == 0 {
		a.Drawings = append(a.Drawings, Drawing{Color: "GRYB"[r.IntN(4)], From: 12, To: 28})
	}
	return a
}

// sameTree reports where two trees differ, "" where they do not.
func sameTree(a, b *Node) string {
	at := b.After.FEN()
	switch {
	case a.Action != b.Action || a.SAN != b.SAN || a.Before.FEN() != b.Before.FEN() || a.After.FEN() != b.After.FEN():
		return at + ": " + a.SAN + " and " + b.SAN
	case !reflect.DeepEqual(a.Annotation, b.Annotation):
		return at + ": " + a.Text() + " and " + b.Text() + " before " + a.CommentBefore + " and " + b.CommentBefore
	case len(a.children) != len(b.children):
		return at + ": another number of lines goes on"
	}
	for i := range a.children {
		if difference := sameTree(a.children[i], b.children[i]); difference != "" {
			return difference
		}
	}
	return ""
}

// TestTreeRoundTrip writes random trees and reads them back.
func TestTreeRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for i := range 1000 {
		tree := randomTree(r, MustParseFEN(starts[i%len(starts)]))
		text := tree.PGN()
		back, err := ParseTree(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if difference := sameTree(tree.root, back.root); difference != "" {
			t.Fatalf("%s\n%s\nread back as\n%s", difference, text, back.PGN())
		}
		if back.PGN() != text || back.Result != tree.Result {
			t.Fatalf("written as\n%s\nthen as\n%s", text, back.PGN())
		}
		g, err := ParsePGN(text)
		if err != nil || g.Len() != len(back.End().Line()) || g.Result() != tree.Result {
			t.Fatalf("the main line reads as %v, %v\n%s", g, err, text)
		}
	}
}

// TestTreeReads: what is read of a text, as it is written again.
func TestTreeReads(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"comments and glyphs",
			"{A game} 1. {banning: e2e4}! {why} d4?! {because} ; and more\n* {the end}",
			"{A game} 1. {banning: e2e4 $1} {why} d4 $6 {because and more the end} *"},
		{"commands before the ban, after it, and on the move",
			"1. {[%clk 0:01:00] banning: e2e4 [%eval -0.2,12] a remark} d4 {[%clk 0:00:59.5][%csl Gd4,Re5][%cal Gd4e5]} *",
			"1. {banning: e2e4} {[%eval -0.20,12] [%clk 0:01:00] a remark} d4 {[%clk 0:00:59.5] [%csl Gd4,Re5] [%cal Gd4e5]} *"},
		{"a variation to a ban, and to the move after it",
			"1. {banning: e2e4} (1. {banning: d2d4} e4 {banning: e7e5}) d4 (1. e3 $2) {banning: e7e5} *",
			"1. {banning: e2e4} d4 ( 1. {banning: d2d4} e4 {banning: e7e5} ) ( 1. e3 $2 ) 1... {banning: e7e5} *"},
		{"a variation to a ban that stands after the move",
			"1. {banning: e2e4} d4 ({before} {banning: d2d4} e4) *",
			"1. {banning: e2e4} d4 ( {before} 1. {banning: d2d4} e4 ) *"},
		{"a variation in a variation",
			"1. {banning: e2e4} d4 (1. e3 {banning: e7e5} (1... {banning: d7d5} e5 (1... c5)) 1... d5 1-0) *",
			"1. {banning: e2e4} d4 ( 1. e3 {banning: e7e5} d5 {1-0} ( 1... {banning: d7d5} e5 ( 1... c5 ) ) ) *"},
		{"the same action twice",
			"1. {banning: e2e4} d4 (1. d4 {again} {banning: e7e5}) {banning: d7d5} *",
			"1. {banning: e2e4} d4 {again} {banning: d7d5} ( 1. d4 {banning: e7e5} ) *"},
		{"what cannot be played of a variation stays as a comment",
			"1. {banning: e2e4} d4 (1. d4 d5 2. c4 {the gambit}) (1. c4 {so} {banning: e7e5} $1 e5 2. a3 {or} (2. a4 {x})) *",
			"1. {banning: e2e4} d4 {d5 2. c4 (the gambit)} ( 1. c4 {so} {banning: e7e5 $1} {e5 2. a3 (or) (2. a4 (x))} ) *"},
		{"a variation of which nothing can be played stays as a comment",
			"1. {banning: e2e4} d4 (1. e4 {the gambit}) *",
			"1. {banning: e2e4} d4 {(1. e4 (the gambit))} *"},
		{"a result for a reason that Ban Chess does not have",
			"[Termination \"abandoned\"]\n[Result \"1-0\"]\n1. {banning: e2e4} d4 1-0",
			"1. {banning: e2e4} d4 {1-0, abandoned} *"},
		{"a result in the tag alone, for such a reason",
			"[Result \"1/2-1/2\"]\n[Termination \"Adjudication\"]\n1. {banning: e2e4} d4",
			"1. {banning: e2e4} d4 {1/2-1/2, Adjudication} *"},
		{"a tag that contradicts the movetext",
			"[Result \"1-0\"]\n1. {banning: e2e4} d4 * {so far}",
			"1. {banning: e2e4} d4 {so far Result 1-0} *"},
		{"a resignation that the tag tells of",
			"[Termination \"Ada won by resignation\"]\n1. {banning: e2e4} d4 1-0", "1. {banning: e2e4} d4 1-0"},
		{"a draw in the normal way",
			"[Termination \"normal\"]\n1. {banning: e2e4} d4 1/2-1/2", "1. {banning: e2e4} d4 1/2-1/2"},
		{"Latin-1", "1. {banning: e2e4} d4 {M\xfcller \xbd} *", "1. {banning: e2e4} d4 {Müller ½} *"},
		{"commands that do not read stay in the comment",
			"1. {banning: e2e4} {[%eval ?] [%clk 7] [%cal Ge2] [%emt 3]} d4 *",
			"1. {banning: e2e4} {[%eval ?] [%clk 7] [%cal Ge2] [%emt 3]} d4 *"},
		{"a mate", "1. {banning: e2e4} {[%eval #-3]} d4 *", "1. {banning: e2e4} {[%eval #-3]} d4 *"},
		{"a variation to the last ban in a variation",
			"1. {banning: e2e4} d4 (1. e3 {banning: e7e5} ({and} 1... {banning: d7d5} e5)) *",
			"1. {banning: e2e4} d4 ( 1. e3 {banning: e7e5} ( {and} 1. e3 {banning: d7d5} e5 ) ) *"},
		{"a variation to the first ban, and no move",
			"1. {banning: e2e4} (1. {banning: d2d4} e4) (1. {banning: c2c4}) *",
			"1. {banning: e2e4} ( 1. {banning: d2d4} e4 ) ( 1. {banning: c2c4} ) *"},
		{"a variation that begins with the move before",
			"1. {banning: e2e4} d4 (1. d4 {banning: e7e5} (1. d4 {banning: d7d5} c5) 1... Nf6) {banning: a7a6} *",
			"1. {banning: e2e4} d4 {banning: a7a6} ( 1. d4 {banning: e7e5} Nf6 ) ( 1. d4 {banning: d7d5} c5 ) *"},
		{"glyphs in a ban's comment", "1. {banning: e2e4?! $14 $32 hm} d4 $1 *", "1. {banning: e2e4 $6 $14 $32} {hm} d4 $1 *"},
		{"glyphs of the start", "$13 {unclear} 1. {banning: e2e4} *", "$13 {unclear} 1. {banning: e2e4} *"},
		{"glyphs that do not exist", "1. {banning: e2e4 $300} d4 $256 $0 $255 $ *", "1. {banning: e2e4} {$300} d4 $255 {$256 $} *"},
		{"signs that do not exist", "1. {banning: e2e4} d4!!! {banning: e7e5} d5?!? ($2 1... c5) *", "1. {banning: e2e4} d4 {!!!} {banning: e7e5} d5 {?!?} ( {$2} 1... c5 ) *"},
		{"results in variations", "1. {banning: e2e4} d4 (1. c4 0-1) (1. c3 {is a} ½-½) (1. e3 *) *", "1. {banning: e2e4} d4 ( 1. c4 {0-1} ) ( 1. c3 {is a 1/2-1/2} ) ( 1. e3 ) *"},
		{"a command twice",
			"1. {banning: e2e4} {[%eval 0.3] [%eval 0.5] [%clk 0:01:00] [%clk 0:01:00]} {[%clk 0:00:30] so} d4 *",
			"1. {banning: e2e4} {[%eval 0.30] [%clk 0:01:00] [%eval 0.5] [%clk 0:00:30] so} d4 *"},
		{"commands that are broken over lines",
			"1. {banning: e2e4} {[%eval\n0.3] [%clk\r\n0:01:00] [%csl\tGd4]} d4 *",
			"1. {banning: e2e4} {[%eval 0.30] [%clk 0:01:00] [%csl Gd4]} d4 *"},
		{"a command twice, in two lines that are one", "1. {banning: e2e4} d4 {[%eval 0.3]} (1. d4 {[%eval 0.5] hm}) *", "1. {banning: e2e4} d4 {[%eval 0.30] [%eval 0.5] hm} *"},
		{"every sign", "1. {banning: e2e4}?? d4!? {banning: d7d5}!! e5! *", "1. {banning: e2e4 $4} d4 $5 {banning: d7d5 $3} e5 $1 *"},
	} {
		tree, err := ParseTree(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := tree.String(); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, tt.want)
		}
		back, err := ParseTree(tree.PGN())
		if err != nil || sameTree(tree.root, back.root) != "" {
			t.Errorf("%s: written again it differs: %v", tt.name, err)
		}
	}
}

// TestTreeUnplayed: what cannot be played is told with its place, once for each
// variation that became a comment.
func TestTreeUnplayed(t *testing.T) {
	for text, want := range map[string]string{
		"1. {banning: e2e4} d4 (1. e3) *":                                                        "",
		"1. {banning: e2e4} d4 ({only a remark}) *":                                              "",
		"1. {banning: e2e4} d4 (1. d4 d5 2. c4) (1. e4) *":                                       "wrong_phase 1:30 d5, banned 1:44 e4",
		"1. {banning: e2e4} d4 (1. e3 {banning: e7e5} (1... e5 (1... x)) 1... d5 2. d4) *":       "illegal_move 1:52 e5, wrong_phase 1:76 d4",
		"1. {banning: e2e4} d4\n(1. e3 {banning: e7e5} d5 (1... e5) (1... x)) {banning: a7a6} *": "banned 2:33 e5, bad_san 2:43 x",
		"1. {banning: e2e4} d4 (see below) *":                                                    "bad_san 1:24 see",
	} {
		tree, err := ParseTree(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, e := range tree.Unplayed {
			got = append(got, fmt.Sprintf("%s %d:%d %s", e.Code, e.Line, e.Column, e.Token))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		back, err := ParseTree(tree.PGN())
		if err != nil || len(back.Unplayed) > 0 || sameTree(tree.root, back.root) != "" {
			t.Errorf("%s: written again %v, %v", text, err, back)
		}
	}
}

// TestTreeDeep: variations in variations without end are a comment at some depth,
// and neither take hours nor the stack.
func TestTreeDeep(t *testing.T) {
	for _, inside := range []string{"", "1. e3 "} {
		n := 300_000 / (len(inside) + 2)
		tree, err := ParseTree("1. {banning: e2e4} d4 " + strings.Repeat("("+inside, n) + strings.Repeat(")", n))
		if err != nil || tree.Root().Next().Next() == nil {
			t.Errorf("%v", err)
		}
	}
	// As deep as that, nothing is lost.
	tree := NewTree(New())
	for n := tree.Root(); ; {
		children := n.After.LegalActions()
		if len(children) < 2 || len(n.Line()) >= maxVariations {
			break
		}
		first, err := n.Add(children[0])
		if err != nil {
			t.Fatal(err)
		}
		other, err := n.Add(children[1])
		if err != nil {
			t.Fatal(err)
		}
		if n = first; len(n.Line())%2 == 0 {
			n = other
		}
	}
	back, err := ParseTree(tree.PGN())
	if err != nil || sameTree(tree.root, back.root) != "" {
		t.Errorf("%v, %d unplayed", err, len(back.Unplayed))
	}
}

// ordinary reads movetext as a reader of ordinary chess does: comments say nothing,
// and a variation stands instead of the move before it. It returns the first move
// that cannot be played, and how many variations it has gone into. A variation in
// front of all moves is passed over.
func ordinary(words []string, start Position) (bad string, variations int) {
	type line struct{ before, at string } // standard FENs
	now := line{"", start.StandardFEN()}
	var stack []line
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "(" && now.before == "":
			for depth := 1; depth > 0; {
				i++
				switch words[i] {
				case "(":
					depth++
				case ")":
					depth--
				}
			}
		case word == "(":
			stack = append(stack, now)
			now = line{"", now.before}
			variations++
		case word == ")":
			now, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case strings.ContainsAny(word[:1], "{$") || strings.HasSuffix(word, ".") || word == "*" || strings.ContainsAny(word, "-/") && word[0] != 'O':
		default:
			at, err := FromStandardFEN(now.at)
			if err != nil {
				return err.Error(), variations
			}
			p := MustParseFEN(now.at + " " + (at.Ply() + 1).String())
			m, err := p.ParseSAN(word)
			if err != nil {
				return word + " at " + now.at, variations
			}
			next := now.at
			now.before, now.at = next, Position{n: p.n.play(m), ply: p.ply + 1}.StandardFEN()
		}
	}
	return "", variations
}

// wordsIn returns the words of a movetext, of which each comment is one.
func wordsIn(t *Tree) []string {
	return regexp.MustCompile(`\{[^}]*\}|[^\s]+`).FindAllString(t.String(), -1)
}

// TestOrdinaryReaders: other programs find every variation where they look for it.
func TestOrdinaryReaders(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	total := 0
	for range 300 {
		tree := randomTree(r, StartPosition())
		bad, variations := ordinary(wordsIn(tree), tree.root.After)
		if bad != "" {
			t.Fatalf("%s cannot be played in\n%s", bad, tree)
		}
		total += variations
	}
	if total < 1000 {
		t.Errorf("only %d variations", total)
	}
}

// TestTreeEdits adds, promotes and deletes.
func TestTreeEdits(t *testing.T) {
	tree, err := ParseTree("1. {banning: e2e4} d4 (1. e3 {banning: e7e5}) {banning: d7d5} *")
	if err != nil {
		t.Fatal(err)
	}
	ban := tree.Root().Next()
	d4, e3 := ban.Children()[0], ban.Children()[1]
	if again, err := ban.Add(MustParseAction("m:d2d4")); again != d4 || err != nil {
		t.Errorf("an action that is there is added again: %v", err)
	}
	if _, err := ban.Add(MustParseAction("m:e2e4")); CodeOf(err) != CodeBanned {
		t.Errorf("a banned move is added: %v", err)
	}
	if !e3.End().Promote() || ban.Next() != e3 || tree.End().SAN != "e7e5" || e3.End().Promote() {
		t.Errorf("promoted to %s", tree.PGN())
	}
	if g := tree.Game(d4); strings.Join(g.BCN(), " ") != "b:e2e4 m:d2d4" {
		t.Errorf("the game of a variation: %v", g.BCN())
	}
	d4.Delete()
	if got := tree.String(); got != "1. {banning: e2e4} e3 {banning: e7e5} *" {
		t.Errorf("after the deletion %s", got)
	}
	tree.Root().Delete()
	if tree.Root().Next() == nil || tree.Root().Ply() != 0 || e3.Ply() != 2 {
		t.Error("the root was deleted, or plies are off")
	}
	e3.Comment = "banning: e2e4 } and more"
	back, err := ParseTree(tree.PGN())
	if err != nil || back.End().SAN != "e7e5" || !strings.Contains(back.Root().Next().Next().Comment, "and more") {
		t.Errorf("a comment that looks like a ban: %v\n%s", err, tree.PGN())
	}
}

// A comment is not taken for a ban, be there a command before the word or not.
func TestCommentsAreNotBans(t *testing.T) {
	for _, comment := range []string{"banning: a7a6", "Banning : it", "[%unknown 3] banning: a7a6", "[%csl x] [%cal] banning: ♘"} {
		tree := NewTree(New())
		n := tree.Root()
		for _, a := range []string{"b:e2e4", "m:d2d4", "b:d7d5", "m:e7e6"} {
			var err error
			if n, err = n.Add(MustParseAction(a)); err != nil {
				t.Fatal(err)
			}
		}
		n.Comment = comment
		back, err := ParseTree(tree.PGN())
		if err != nil || len(back.Unplayed) > 0 {
			t.Fatalf("%q: %v, %v\n%s", comment, err, back, tree.PGN())
		}
		if got := back.End().Comment; got != "note: "+comment || back.End().Ply() != 4 {
			t.Errorf("%q is read as %q at ply %d", comment, got, back.End().Ply())
		}
	}
}
