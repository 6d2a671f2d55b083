package selfplay

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/banchess/banchess/game"
)

//go:embed facts.md.tmpl
var factsText string

var factsTemplate = template.Must(template.New("facts").Parse(factsText))

// factsPage is the data of the template: facts, and the rows of its tables.
type factsPage struct {
	*Facts
	Command            string
	Searched           uint64 // nodes for each first move
	Variety, MostScore int

	Openings, FirstBans, Ends, Edges, Enough, Scores []string
}

// Write writes the facts as Markdown. command is the command that made them, and searched
// the number of nodes for each first move.
func (f *Facts) Write(w io.Writer, command string, searched uint64) error {
	page := factsPage{Facts: f, Command: command, Searched: searched, Variety: variety, MostScore: scores - 1}
	row := func(rows *[]string, format string, cells ...any) {
		*rows = append(*rows, fmt.Sprintf(format, cells...))
	}
	groups := slices.SortedFunc(maps.Keys(f.By), func(a, b group) int {
		return cmp.Or(strings.Compare(string(b.kind), string(a.kind)), cmp.Compare(a.nodes, b.nodes))
	})
	for _, g := range groups {
		nodes := "all"
		if g.nodes > 0 {
			nodes = fmt.Sprint(g.nodes)
		}
		row(&page.Openings, "| %s | %s | %s |", g.kind, nodes, f.By[g].results())
	}
	bans := slices.SortedFunc(maps.Keys(f.Bans), func(a, b game.Pair) int {
		return cmp.Or(cmp.Compare(f.Bans[b].count(), f.Bans[a].count()), cmp.Compare(a, b))
	})
	for _, ban := range bans {
		row(&page.FirstBans, "| %s | %d | %s |", ban, f.Bans[ban].count(), f.Bans[ban].percent())
	}
	for _, reason := range game.Reasons() {
		if o := f.Reasons[reason]; o != nil {
			part := outcomes{wins: o.count(), losses: f.Games - o.count()}
			row(&page.Ends, "| %s | %d | %s | %d | %d |", reason.Words(), o.count(), part.percent(), o.wins, o.losses)
		}
	}
	for size := 1; size < edges; size++ {
		row(&page.Edges, "| %d | %s |", size, f.Edge[size].results())
	}
	for _, need := range []float64{0.75, 0.9} {
		if size := f.needed(need); size > 0 {
			row(&page.Enough, "From %d pawns' worth on, a side made %.0f %% of the points or more.", size, 100*need)
		}
	}
	for i := range f.Scored {
		row(&page.Scores, "| %d | %d | %s |", i, f.Scored[i].count(), f.Scored[i].percent())
	}
	return factsTemplate.Execute(w, page)
}

// results writes outcomes as cells of a table.
func (o *outcomes) results() string {
	return fmt.Sprintf("%d | %d | %d | %d | %s", o.count(), o.wins, o.draws, o.losses, o.percent())
}

// percent writes a share with its interval.
func (o *outcomes) percent() string {
	mean, off := o.share()
	return fmt.Sprintf("%.1f ± %.1f %%", 100*mean, 100*off)
}

// Length returns the length that a share of the games does not exceed.
func (f *Facts) Length(share float64) int {
	n := len(f.Lengths)
	return f.Lengths[min(n-1, int(share*float64(n)))]
}

// Value writes the score as White's.
func (m FirstMove) Value() string {
	if m.Score.Mate != 0 {
		return fmt.Sprintf("mate %d", m.Score.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(m.Score.Centipawns)/100)
}

// needed returns the smallest edge from which on the share is at least that large, or 0.
func (f *Facts) needed(share float64) int {
	needed := 0
	for size := edges - 1; size > 0; size-- {
		if mean, _ := f.Edge[size].share(); mean < share || f.Edge[size].count() < 10 {
			break
		}
		needed = size
	}
	return needed
}
