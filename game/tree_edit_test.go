package game

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// nodesOf returns all nodes of a tree, the root first.
func nodesOf(t *Tree) []*Node {
	nodes := []*Node{t.Root()}
	for i := 0; i < len(nodes); i++ {
		nodes = append(nodes, nodes[i].children...)
	}
	return nodes
}

// TestTreeEditsRoundTrip promotes and deletes at random: what is left is read back
// the same, and every node is what a game that goes there says it is.
func TestTreeEditsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for i := range 200 {
		tree := randomTree(r, MustParseFEN(starts[i%len(starts)]))
		for range r.IntN(6) {
			nodes := nodesOf(tree)
			if n := nodes[r.IntN(len(nodes))]; r.IntN(3) == 0 {
				n.Delete()
			} else {
				n.Promote()
			}
		}
		text := tree.PGN()
		back, err := ParseTree(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if difference := sameTree(tree.root, back.root); difference != "" || back.PGN() != text {
			t.Fatalf("%s\n%s\nread back as\n%s", difference, text, back.PGN())
		}
		for _, n := range nodesOf(tree) {
			g, err := Replay(tree.Root().After, actionsTo(n)...)
			if err != nil {
				t.Fatalf("a node cannot be played to: %v\n%s", err, text)
			}
			if again := tree.Game(n); again.FEN() != g.FEN() || !slices.EqualFunc(again.History(), g.History(), sameEntry) {
				t.Fatalf("the game of a node is %s, played it is %s", again.FEN(), g.FEN())
			}
		}
	}
}

func actionsTo(n *Node) (actions []Action) {
	for _, on := range n.Line() {
		actions = append(actions, on.Action)
	}
	return actions
}

// TestTreeRepetition: a variation counts its own repetitions, and goes on after none.
func TestTreeRepetition(t *testing.T) {
	back := "1. {banning: e2e4} Nf3 {banning: e7e5} Nf6 2. {banning: e2e4} Ng1 {banning: e7e5} Ng8 "
	twice := back + strings.ReplaceAll(strings.ReplaceAll(back, "2.", "4."), "1.", "3.")
	tree, err := ParseTree("1. {banning: a2a3} d4 (" + twice + ") *")
	if err != nil {
		t.Fatal(err)
	}
	n := tree.Root().Children()[1].End()
	if want := (Result{NoPlayer, ThreefoldRepetition}); n.Result != want || n.Occurrences != 3 || tree.Game(n).Result() != want {
		t.Errorf("after %s it is %v, %d times there", n.SAN, n.Result, n.Occurrences)
	}
	if _, err := n.Add(MustParseAction("b:e2e4")); CodeOf(err) != CodeGameOver {
		t.Errorf("the variation goes on: %v", err)
	}
	for n.Promote() {
	}
	if again, err := ParseTree(tree.PGN()); err != nil || again.Standing() != n.Result || tree.Standing() != n.Result || again.PGN() != tree.PGN() {
		t.Errorf("promoted it reads back as %v: %v", again, err)
	}
}

// TestTreeStanding: the board has the last word on how a tree ended.
func TestTreeStanding(t *testing.T) {
	tree, err := ParseTree("1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ 0-1")
	if err != nil || tree.Standing() != (Result{Black, Resignation}) {
		t.Fatalf("%v, %v", tree.Standing(), err)
	}
	if g := tree.Game(tree.End().Parent()); g.Over() {
		t.Errorf("before the end it is %v", g.Result())
	}
	if _, err := tree.End().Add(MustParseAction("b:e8f7")); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(tree.String(), "{banning: e8f7#} 1-0") || tree.Game(tree.End()).Result().Reason != CheckmateByBan {
		t.Errorf("mated it is %v", tree)
	}
	tree.Result = Result{}
	tree.End().Delete()
	if tree.Standing().Over() || !strings.HasSuffix(tree.String(), " *") {
		t.Errorf("without the mate it is %v", tree)
	}
}

// TestPromotedComment: what was said before a variation stays when it is promoted.
func TestPromotedComment(t *testing.T) {
	tree, err := ParseTree("{A game} 1. {banning: e2e4} {well} ({instead} 1. {banning: d2d4} e4) d4 *")
	if err != nil {
		t.Fatal(err)
	}
	variation := tree.Root().Children()[1]
	variation.Promote()
	if got, want := tree.String(), "{A game instead} 1. {banning: d2d4} e4 ( 1. {banning: e2e4} {well} d4 ) *"; got != want {
		t.Errorf("promoted\n%s, want\n%s", got, want)
	}
	variation.CommentBefore = "set [%eval 1]"
	if got := tree.String(); !strings.HasPrefix(got, "{[%eval 1.00] A game instead set} 1. {") {
		t.Errorf("on the main line %s", got)
	}
}

// TestGameAnnotations: a game keeps what its PGN says of the main line.
func TestGameAnnotations(t *testing.T) {
	const text = "{start} 1. {banning: e2e4 $1} {[%clk 0:01:00] why} d4 $6 {because} {banning: d7d5} {[%csl Gd4] the end} *"
	g, err := ParsePGN(text)
	if err != nil {
		t.Fatal(err)
	}
	movetext := func(g *Game) string {
		_, body, _ := strings.Cut(g.PGN(), "\n\n")
		return strings.Join(strings.Fields(body), " ")
	}
	if movetext(g) != text || NewTree(g).String() != text || g.Movetext() != "1. {banning: e2e4} d4 {banning: d7d5}" {
		t.Errorf("written as %s", g.PGN())
	}
	if got := g.Annotated(); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("annotated at %v", got)
	}
	copied := g.Clone()
	copied.Annotation(0).SetText("other [%eval 0.5]")
	if movetext(g) != text || !strings.HasPrefix(movetext(copied), "{[%eval 0.50] other} 1.") {
		t.Errorf("a copy shares: %s", copied.PGN())
	}
	if !g.Undo() || strings.Contains(g.PGN(), "the end") || g.Annotation(3) != nil || g.Annotation(-1) != nil || !g.Redo() || movetext(g) != text {
		t.Errorf("undone and redone %s", g.PGN())
	}
	if g.Undo(); g.Play(MustParseAction("b:d7d5")) != nil || strings.Contains(g.PGN(), "the end") || g.Annotation(2).Text() != "because" {
		t.Errorf("played again %s", g.PGN())
	}
	if g.Reset(); !g.Annotation(0).IsZero() || g.Annotated() != nil {
		t.Errorf("reset %s", g.PGN())
	}
}

// stutter reads a few bytes at a time, and fails in between.
type stutter struct {
	text string
	r    *rand.Rand
	wait bool
}

var errWait = errors.New("wait")

func (s *stutter) Read(b []byte) (int, error) {
	if s.wait = !s.wait; s.wait {
		return 0, errWait
	}
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(b, s.text[:min(1+s.r.IntN(40), len(s.text))])
	s.text = s.text[n:]
	return n, nil
}

// TestPGNReaderWaits: a reader that has no more for now costs nothing.
func TestPGNReaderWaits(t *testing.T) {
	files, _ := filepath.Glob("testdata/pgn/*.pgn")
	var text strings.Builder
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
		text.WriteString("\n\n[Event \"bad\"]\n\n1. e4 *\n\n")
	}
	all := func(in io.Reader) (said []string) {
		r := NewPGNReader(in)
		for {
			tree, err := r.NextTree()
			switch {
			case err == io.EOF:
				return said
			case err == errWait:
			case err != nil:
				said = append(said, err.Error())
			default:
				said = append(said, tree.PGN())
			}
		}
	}
	want := all(strings.NewReader(text.String()))
	if got := all(&stutter{text: text.String(), r: rand.New(rand.NewPCG(25, 26))}); !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
}
