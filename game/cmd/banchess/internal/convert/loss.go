package convert

import (
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
)

// Loss counts what a format cannot hold.
type Loss struct {
	Actions     int `json:"actions,omitempty"` // that no position shows
	Variations  int `json:"variations,omitempty"`
	Comments    int `json:"comments,omitempty"`
	Glyphs      int `json:"glyphs,omitempty"`
	Evaluations int `json:"evaluations,omitempty"`
	ClockTimes  int `json:"clock_times,omitempty"`
	Drawings    int `json:"drawings,omitempty"`
	Tags        int `json:"tags,omitempty"`
	// Results are resignations, agreed draws and time-outs; where a format has the
	// score alone, time-outs.
	Results int `json:"results,omitempty"`
	// MovePlies are positions at a move ply, which six fields show as the ban ply
	// before it.
	MovePlies int `json:"move_plies,omitempty"`
}

// items are the counts and their names, one and several.
func (l *Loss) items() []lossItem {
	return []lossItem{
		{&l.Actions, "action", "actions"},
		{&l.Variations, "variation", "variations"},
		{&l.Comments, "comment", "comments"},
		{&l.Glyphs, "glyph", "glyphs"},
		{&l.Evaluations, "evaluation", "evaluations"},
		{&l.ClockTimes, "clock time", "clock times"},
		{&l.Drawings, "drawing", "drawings"},
		{&l.Tags, "tag", "tags"},
		{&l.Results, "result", "results"},
		{&l.MovePlies, "move ply", "move plies"},
	}
}

type lossItem struct {
	count     *int
	one, many string
}

func (l *Loss) add(m Loss) {
	more := m.items()
	for i, item := range l.items() {
		*item.count += *more[i].count
	}
}

// String lists what was lost: "2 comments, 1 variation"; "" is nothing.
func (l Loss) String() string {
	var list []string
	for _, item := range l.items() {
		switch n := *item.count; n {
		case 0:
		case 1:
			list = append(list, "1 "+item.one)
		default:
			list = append(list, fmt.Sprintf("%d %s", n, item.many))
		}
	}
	return strings.Join(list, ", ")
}

// lossOf counts what a format other than PGN leaves out of a tree, whose main line
// is the game.
func (w *Writer) lossOf(t *game.Tree, g *game.Game) Loss {
	var l Loss
	l.node(t.Root())
	for _, tag := range t.Tags {
		if tag.Value != "?" && tag.Value != "????.??.??" {
			l.Tags++
		}
	}
	r := g.Result()
	if w.format == BCN || w.format == Log {
		if r.Reason == game.Timeout || r.Reason == game.TimeoutInsufficientMaterial {
			l.Results++
		}
		return l
	}
	if r.Reason.IsDecision() {
		l.Results++
	}
	shown := []game.Position{g.Position()}
	if w.options.Positions {
		shown = []game.Position{g.Start()}
		for _, e := range g.History() {
			shown = append(shown, e.After)
		}
	} else {
		l.Actions = g.Len()
	}
	for _, p := range shown {
		if w.format == StandardFEN && p.Phase() == game.PhaseMove {
			l.MovePlies++
		}
	}
	return l
}

// node counts what is written about a node and its descendants.
func (l *Loss) node(n *game.Node) {
	for ; n != nil; n = n.Next() {
		l.Glyphs += len(n.NAGs)
		l.Drawings += len(n.Drawings)
		for _, comment := range []string{n.CommentBefore, n.Comment} {
			if comment != "" {
				l.Comments++
			}
		}
		if n.Eval != nil {
			l.Evaluations++
		}
		if n.Clock != nil {
			l.ClockTimes++
		}
		children := n.Children()
		if len(children) > 1 {
			l.Variations += len(children) - 1
			for _, variation := range children[1:] {
				l.node(variation)
			}
		}
	}
}
