package report

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// Line is a line of a tree, from the start to where nothing follows.
type Line struct {
	End        *game.Node
	Number, Of int // in the order of the PGN, from 1; the first one is the main line
}

// Lines returns all lines of a tree.
func Lines(t *game.Tree) (all []Line) {
	var add func(n *game.Node)
	add = func(n *game.Node) {
		children := n.Children()
		for _, child := range children {
			add(child)
		}
		if len(children) == 0 {
			all = append(all, Line{End: n, Number: len(all) + 1})
		}
	}
	add(t.Root())
	for i := range all {
		all[i].Of = len(all)
	}
	return all
}

// Variation returns the first action that is not on the main line, nil on that line.
func (l Line) Variation() (first *game.Node) {
	for n := l.End; n.Parent() != nil; n = n.Parent() {
		if n.Parent().Next() != n {
			first = n
		}
	}
	return first
}

func (l Line) writeJSON(w *jsontext.Writer) {
	w.Object(func() {
		w.Key("text").String(l.String())
		w.Key("number").Int(int64(l.Number))
		w.Key("of").Int(int64(l.Of))
		if w.Key("from"); l.Number > 1 {
			w.Int(int64(l.Variation().Ply()))
		} else {
			w.Null()
		}
	})
}
