package torture

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
)

// wild has a tree grow variations and annotations anywhere, and compares what is
// read of its PGN with what was written.
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
		// Of some of them, some are deleted by then; both must be well.
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
	return nil
}

// words are those of comments, among them what means something in a PGN.
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
		n.NAGs = []uint8{uint8(1 + r.IntN(6))}
	}
	if r.IntN(5) == 0 {
		n.Eval = &game.Eval{Centipawns: r.IntN(2000) - 1000, Depth: r.IntN(30)}
	}
	if r.IntN(5) == 0 {
		left := time.Duration(r.IntN(10_000_000)) * time.Millisecond
		n.Clock = &left
	}
	if r.IntN(5) == 0 {
		n.Drawings = append(n.Drawings, game.Drawing{Color: "GRYB"[r.IntN(4)], From: game.Square(r.IntN(64)), To: game.NoSquare})
	}
}

// differ shows the first place where a text is written otherwise the second time.
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
