package torture

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
)

// wild adds variations and annotations anywhere in a tree, and compares what is
// read from its PGN with what was written.
func wild(t *game.Tree, r *rand.Rand) error {
	nodes := append([]*game.Node{t.Root()}, t.End().Line()...)
	for range 1 + r.IntN(20) {
		n := nodes[r.IntN(len(nodes))]
		for range 1 + r.IntN(5) {
			if n.Result.Over() {
				break
			}
			legal := n.After.LegalActions()
			child, err := n.Add(legal[r.IntN(len(legal))])
			if err != nil {
				return err
			}
			annotate(child, r)
			nodes = append(nodes, child)
			n = child
		}
	}
	for range r.IntN(4) {
		// Some of them are deleted by then; both must work.
		n := nodes[r.IntN(len(nodes))]
		if n.Parent() == nil {
			continue
		}
		if r.IntN(3) == 0 {
			n.Delete()
		} else {
			n.Promote()
		}
	}
	text := t.PGN()
	back, err := game.ParseTree(text)
	if err != nil {
		return err
	}
	if again := back.PGN(); again != text {
		return differ(text, again)
	}
	if len(back.Unplayed) > 0 {
		return back.Unplayed[0]
	}
	if err := sameNodes(t.Root(), back.Root(), written); err != nil {
		return fmt.Errorf("as PGN: %w", err)
	}
	data, err := json.Marshal(back)
	if err != nil {
		return err
	}
	var again game.Tree
	if err := json.Unmarshal(data, &again); err != nil {
		return err
	}
	if err := sameNodes(back.Root(), again.Root(), func(n *game.Node) game.Annotation { return n.Annotation }); err != nil {
		return fmt.Errorf("as JSON: %w", err)
	}
	return nil
}

// written returns a node's annotation as it is read again. On the main line PGN
// has one comment between two actions.
func written(n *game.Node) game.Annotation {
	a := n.Annotation
	a.Tidy()
	if next := n.Next(); next != nil {
		a.SetText(a.Text() + " " + next.CommentBefore)
	}
	if parent := n.Parent(); parent != nil && parent.Next() == n {
		a.CommentBefore = ""
	}
	return a
}

// sameNodes compares the annotations that were written, as said returns them, with those
func sameNodes(wrote, read *game.Node, said func(*game.Node) game.Annotation) error {
	for {
		a, b := said(wrote), read.Annotation
		if wrote.Action != read.Action || wrote.After.FEN() != read.After.FEN() || wrote.Result != read.Result {
			return fmt.Errorf("%v reads back as %v", &wrote.Entry, &read.Entry)
		}
		if a.Comment != b.Comment || a.CommentBefore != b.CommentBefore || !slices.Equal(a.NAGs, b.NAGs) || !slices.Equal(a.Drawings, b.Drawings) ||
			!samePointed(a.Eval, b.Eval) || !samePointed(a.Clock, b.Clock) {
			return fmt.Errorf("%v has %q %q, and reads back with %q %q", &wrote.Entry, a.CommentBefore, a, b.CommentBefore, b)
		}
		ours, theirs := wrote.Children(), read.Children()
		if len(ours) != len(theirs) {
			return fmt.Errorf("%v has %d nodes after it, and reads back with %d", &wrote.Entry, len(ours), len(theirs))
		}
		if len(ours) == 0 {
			return nil
		}
		for i := range ours[1:] {
			if err := sameNodes(ours[i+1], theirs[i+1], said); err != nil {
				return err
			}
		}
		wrote, read = ours[0], theirs[0]
	}
}

func samePointed[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// words are the words of comments, including some with a meaning in PGN.
var words = []string{"a", "good", "(", ")", ";", "1.", "e4", "1-0", "*", "$4", "[%csl", "]", "\n", "%", "\"", "\\", "é", "♘", "banning:", "e2e4", "{"}

func annotate(n *game.Node, r *rand.Rand) {
	prose := func() string {
		var picked []string
		for range r.IntN(6) {
			picked = append(picked, words[r.IntN(len(words))])
		}
		return strings.TrimSpace(strings.Join(picked, " "))
	}
	if r.IntN(3) == 0 {
		n.Comment = prose()
	}
	if r.IntN(8) == 0 {
		n.CommentBefore = prose()
	}
	if r.IntN(5) == 0 {
		n.NAGs = []uint8{uint8(1 + r.IntN(6)), uint8(7 + r.IntN(249))}
	}
	if r.IntN(5) == 0 {
		n.Eval = &game.Eval{Centipawns: r.IntN(2000) - 1000, Depth: r.IntN(30)}
	}
	if r.IntN(5) == 0 {
		left := time.Duration(r.IntN(10_000_000)) * time.Millisecond
		n.Clock = &left
	}
	for range r.IntN(9) / 6 {
		n.Drawings = append(n.Drawings, game.Drawing{Color: "GRYB"[r.IntN(4)], From: game.Square(r.IntN(64)), To: game.NoSquare})
		if from := game.Square(r.IntN(64)); r.IntN(2) == 0 {
			n.Drawings = append(n.Drawings, game.Drawing{Color: "GRYB"[r.IntN(4)], From: from, To: (from + game.Square(1+r.IntN(63))) % 64})
		}
	}
}

// differ returns the first difference between two writings of a text.
func differ(first, again string) error {
	a, b := strings.Fields(first), strings.Fields(again)
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	if at == len(a) && at == len(b) {
		return fmt.Errorf("has other spaces the second time: %q and %q", first, again)
	}
	near := func(words []string) string { return strings.Join(words[max(at-30, 0):min(at+30, len(words))], " ") }
	return fmt.Errorf("is written as\n%s\nand then as\n%s", near(a), near(b))
}
