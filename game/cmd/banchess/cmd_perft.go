package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/uci"
)

type perftJSON struct {
	FEN     string            `json:"fen"`
	Depth   int               `json:"depth"`
	Rules   bool              `json:"rules"` // draws by rule end a line
	Divide  map[string]uint64 `json:"divide,omitempty"`
	Nodes   uint64            `json:"nodes"`
	Seconds float64           `json:"seconds"`
	// Compared is the count with all endings, when both were asked for.
	Compared *uint64 `json:"rules_nodes,omitempty"`
}

type perft struct {
	cmd                    *cobra.Command
	start                  game.Position
	depth                  int
	rules, compare, divide bool
}

func newPerft() *cobra.Command {
	var p perft
	var fen string
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count the lines of legal actions",
		Long: `Counts the lines of exactly --depth actions, a ban one for each pair and a move
one for each legal move, promotions apart. The last line is "nodes N".

By the custom of engines, checkmate and stalemate end a line, also by ban, and a
draw by rule does not. With --rules the fifty-move rule and too little material
end a line too; that count asks the chess library for every move and is slow.
--compare counts both ways and exits with status 3 if they differ. Neither looks
at repetitions.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.rules && p.compare {
				return usage("--rules and --compare: give one of them; --compare counts both ways")
			}
			var err error
			p.cmd = cmd
			var note string
			if p.start, note, err = convert.ParseTyped(fen); err != nil {
				return err
			}
			tellNote(cmd, note)
			return p.run()
		},
	}
	numberVar(cmd.Flags(), &p.depth, "depth", 4, 1, 64, "number of actions")
	cmd.Flags().StringVar(&fen, "fen", game.StartFEN, "position to count from, a FEN")
	cmd.Flags().BoolVar(&p.divide, "divide", false, "also print the count of each first action")
	cmd.Flags().BoolVar(&p.rules, "rules", false, "count with all endings")
	cmd.Flags().BoolVar(&p.compare, "compare", false, "count both with all endings and without")
	return cmd
}

func (p *perft) run() error {
	began := time.Now()
	shares, nodes, err := p.count(p.rules)
	if err != nil {
		return err
	}
	r := perftJSON{FEN: p.start.FEN(), Depth: p.depth, Rules: p.rules, Nodes: nodes, Seconds: time.Since(began).Seconds()}
	var differences []string
	if p.compare {
		others, rules, err := p.count(true)
		if err != nil {
			return err
		}
		r.Compared, differences = &rules, compare(shares, others)
	}
	p.print(r, shares, differences)
	if len(differences) > 0 {
		return errNegative
	}
	return nil
}

// count counts, and shows that it does.
func (p *perft) count(rules bool) ([]game.Share, uint64, error) {
	name, divide := "perft", game.Divide
	if rules {
		name, divide = "perft rules", game.DivideRules
	}
	bar := newBar(p.cmd, name, 100)
	defer bar.Done()
	ctx := p.cmd.Context()
	shown := int64(0)
	shares, done := divide(p.start, p.depth, func(counted, of int) bool {
		percent := 100 * int64(counted) / int64(of)
		bar.Add(percent - shown)
		shown = percent
		return ctx.Err() == nil
	})
	if !done {
		return nil, 0, ctx.Err()
	}
	nodes := uint64(0)
	for _, s := range shares {
		nodes += s.Lines
	}
	return shares, nodes, nil
}

// compare tells where the counts of a first action differ.
func compare(shares, rules []game.Share) []string {
	var found []string
	lines := map[game.Action]uint64{}
	for _, s := range shares {
		lines[s.Action] = s.Lines
	}
	for _, s := range rules {
		if n, ok := lines[s.Action]; !ok {
			found = append(found, uci.Text(s.Action)+" is legal by the rules only")
		} else if n != s.Lines {
			found = append(found, fmt.Sprintf("%s: %d, by the rules %d", uci.Text(s.Action), n, s.Lines))
		}
		delete(lines, s.Action)
	}
	for a := range lines {
		found = append(found, uci.Text(a)+" is not legal by the rules")
	}
	return found
}

func (p *perft) print(r perftJSON, shares []game.Share, differences []string) {
	w := p.cmd.OutOrStdout()
	if asJSON(p.cmd) {
		if p.divide {
			r.Divide = map[string]uint64{}
			for _, s := range shares {
				r.Divide[uci.Text(s.Action)] = s.Lines
			}
		}
		writeJSON(w, r)
		return
	}
	for _, d := range differences {
		fmt.Fprintln(p.cmd.ErrOrStderr(), "banchess: the counts differ:", d)
	}
	if p.compare {
		fmt.Fprintf(w, "rules %d\n", *r.Compared)
	}
	if p.divide {
		for _, s := range shares {
			fmt.Fprintf(w, "%s: %d\n", uci.Text(s.Action), s.Lines)
		}
	}
	fmt.Fprintf(w, "nodes %d\n", r.Nodes)
}
