package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// Options say how games are written.
type Options struct {
	Positions  bool // in FEN: every position of a game and not only the last
	Indicators bool // + # = after actions
}

// Write writes a game in a format other than Auto: in PGN all of it, in the others its
// main line. It changes the tree's indicators, and adds to lost what the format cannot
// hold.
func Write(t *game.Tree, f Format, o Options, lost Loss) string {
	t.Indicators = o.Indicators
	if f == PGN {
		return t.PGN()
	}
	g := t.Game(t.End())
	if !o.Indicators {
		g.Indicators = game.Indicators{}
	}
	lost.annotations(t.Root())
	for _, tag := range t.Tags {
		if tag.Value != "?" && tag.Value != "????.??.??" {
			lost.count("tags", 1)
		}
	}
	switch f {
	case BCN:
		return line(g, g.BCN(), lost)
	case Log:
		return line(g, g.ActionLog(), lost)
	}
	return positions(g, f == StandardFEN, o.Positions, lost)
}

// line is a game on a line: its start if it needs one, its actions, its result
// if they do not show it.
func line(g *game.Game, actions []string, lost Loss) string {
	var words []string
	if fen := g.Start().FEN(); fen != game.StartFEN || len(actions) == 0 {
		words = append(words, fen)
	}
	words = append(words, actions...)
	r := g.Result()
	if r.Reason.IsDecision() {
		words = append(words, r.Token())
	}
	if r.Reason == game.Timeout || r.Reason == game.TimeoutInsufficientMaterial {
		lost.count("results", 1) // the score alone is there
	}
	return strings.Join(words, " ") + "\n"
}

// positions is the last position of a game on a line, or each on a line of its own. Six
// fields show a position at a move ply as at the ban ply before it.
func positions(g *game.Game, standard, all bool, lost Loss) string {
	var b strings.Builder
	write := func(p game.Position, fen string) {
		if standard {
			fen = p.StandardFEN()
			if p.Phase() == game.PhaseMove {
				lost.count("move_plies", 1)
			}
		}
		b.WriteString(fen + "\n")
	}
	if g.Result().Reason.IsDecision() {
		lost.count("results", 1)
	}
	if !all {
		lost.count("actions", g.Len())
		write(g.Position(), g.FEN())
		return b.String()
	}
	write(g.Start(), g.Start().FEN())
	for _, e := range g.History() {
		write(e.After, e.FEN())
	}
	return b.String()
}

// Loss counts what a format cannot hold, by what it is: "comments", "clock_times".
type Loss map[string]int

func (l Loss) count(what string, n int) {
	if n > 0 {
		l[what] += n
	}
}

// String lists what was lost: "2 comments, 1 variation"; "" is nothing.
func (l Loss) String() string {
	var list []string
	for _, what := range slices.Sorted(maps.Keys(l)) {
		n, name := l[what], strings.ReplaceAll(what, "_", " ")
		if n == 1 {
			name = strings.TrimSuffix(strings.Replace(name, "plies", "plys", 1), "s")
		}
		list = append(list, fmt.Sprintf("%d %s", n, name))
	}
	return strings.Join(list, ", ")
}

// annotations counts what is written about a node and its descendants.
func (l Loss) annotations(n *game.Node) {
	for ; n != nil; n = n.Next() {
		l.count("glyphs", len(n.NAGs))
		l.count("drawings", len(n.Drawings))
		for _, comment := range []string{n.CommentBefore, n.Comment} {
			if comment != "" {
				l.count("comments", 1)
			}
		}
		if n.Eval != nil {
			l.count("evaluations", 1)
		}
		if n.Clock != nil {
			l.count("clock_times", 1)
		}
		if children := n.Children(); len(children) > 1 {
			l.count("variations", len(children)-1)
			for _, variation := range children[1:] {
				l.annotations(variation)
			}
		}
	}
}
