package facts

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

// factsPage is the data of the template.
type factsPage struct {
	*Facts
	Command            string
	Searched           uint64 // nodes for each first move
	Variety, MostScore int

	// The rows of the tables whose keys have to be sorted, or are of another package.
	Openings, FirstBans, Ends []string
}

// Write writes the facts as Markdown. command is the command that made them, and searched
// the number of nodes for each first move.
func (f *Facts) Write(w io.Writer, command string, searched uint64) error {
	page := factsPage{Facts: f, Command: command, Searched: searched, Variety: variety, MostScore: scores - 1}
	groups := slices.SortedFunc(maps.Keys(f.By), func(a, b group) int {
		return cmp.Or(strings.Compare(string(b.kind), string(a.kind)), cmp.Compare(a.nodes, b.nodes))
	})
	for _, g := range groups {
		nodes := "all"
		if g.nodes > 0 {
			nodes = fmt.Sprint(g.nodes)
		}
		page.Openings = append(page.Openings, fmt.Sprintf("| %s | %s | %s |", g.kind, nodes, f.By[g].Results()))
	}
	bans := slices.SortedFunc(maps.Keys(f.Bans), func(a, b game.Pair) int {
		return cmp.Or(cmp.Compare(f.Bans[b].Count(), f.Bans[a].Count()), cmp.Compare(a, b))
	})
	for _, ban := range bans {
		page.FirstBans = append(page.FirstBans, fmt.Sprintf("| %s | %d | %s |", ban, f.Bans[ban].Count(), f.Bans[ban].Percent()))
	}
	for _, reason := range game.Reasons() {
		if o := f.Reasons[reason]; o != nil {
			part := outcomes{wins: o.Count(), losses: f.Games - o.Count()}
			page.Ends = append(page.Ends, fmt.Sprintf("| %s | %d | %s | %d | %d |", reason.Words(), o.Count(), part.Percent(), o.wins, o.losses))
		}
	}
	return factsTemplate.Execute(w, page)
}

// Results writes outcomes as cells of a table.
func (o outcomes) Results() string {
	return fmt.Sprintf("%d | %d | %d | %d | %s", o.Count(), o.wins, o.draws, o.losses, o.Percent())
}

// Percent writes a share with its interval.
func (o outcomes) Percent() string {
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

// Needed returns the smallest edge from which on the share is at least that many percent, or 0.
func (f *Facts) Needed(percent float64) int {
	needed := 0
	for size := edges - 1; size > 0; size-- {
		if mean, _ := f.Edge[size].share(); 100*mean < percent || f.Edge[size].Count() < 10 {
			break
		}
		needed = size
	}
	return needed
}
