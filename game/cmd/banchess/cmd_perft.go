package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/uci"
)

// codeTooManyLines refuses a count that 64 bits do not hold.
const codeTooManyLines game.Code = "too_many_lines"

type perftJSON struct {
	FEN     string            `json:"fen"`
	Depth   int               `json:"depth"`
	Rules   bool              `json:"rules"` // draws by rule end a line
	Divide  map[string]uint64 `json:"divide,omitempty"`
	Nodes   uint64            `json:"nodes"`
	Seconds float64           `json:"seconds"`
	// Compared is the end lines by draws too, when both were asked for.
	Compared *uint64 `json:"rules_nodes,omitempty"`
}

type perft struct {
	start                  game.Position
	depth                  int
	rules, compare, divide bool
}

func newPerft() *cobra.Command {
	var p perft
	var fen string
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count the lines of legal bans and moves",
		Long: `Counts the lines of exactly --depth actions. A ban counts once for each pair of
squares, a move once for each legal move, each promotion by itself. The last line is
"nodes N".

As is usual for engines, checkmate and stalemate (also by ban) end a line, but draws
by rule do not. With --rules the fifty-move rule and insufficient material end a line
too; that count asks the chess library for every move and is slow. --compare counts
both ways and exits with status 3 if they differ. Repetitions are ignored. A count that
does not fit in 64 bits, as from the start at 15 actions, is refused.`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.rules && p.compare {
				return cli.Usagef("--rules and --compare: give one of them; --compare counts both ways")
			}
			var note string
			var err error
			if p.start, note, err = convert.ParseTyped(fen); err != nil {
				return err
			}
			cli.TellNote(cmd, note)
			return p.run(cmd)
		},
	}
	cli.NumberVar(cmd.Flags(), &p.depth, "depth", 4, 1, game.MaxPerft, "number of actions")
	cmd.Flags().StringVar(&fen, "fen", game.StartFEN, "FEN of the position to count from")
	cmd.Flags().BoolVar(&p.divide, "divide", false, "also print the count of each first action")
	cmd.Flags().BoolVar(&p.rules, "rules", false, "end lines by draws too")
	cmd.Flags().BoolVar(&p.compare, "compare", false, "count with and without --rules, and compare")
	return cmd
}

func (p *perft) run(cmd *cobra.Command) error {
	began := time.Now()
	shares, err := p.count(cmd, p.rules)
	if err != nil {
		return err
	}
	divided, nodes := byAction(shares)
	if nodes == math.MaxUint64 {
		return &game.Error{Code: codeTooManyLines, Message: fmt.Sprintf("there are more than %d lines of %d actions", nodes-1, p.depth), Hint: "count fewer actions"}
	}
	r := perftJSON{FEN: p.start.FEN(), Depth: p.depth, Rules: p.rules, Nodes: nodes, Seconds: time.Since(began).Seconds()}
	var differ []string
	if p.compare {
		others, err := p.count(cmd, true)
		if err != nil {
			return err
		}
		counts, nodes := byAction(others)
		r.Compared, differ = &nodes, differences(divided, counts)
	}
	var text strings.Builder
	if p.compare {
		fmt.Fprintf(&text, "rules %d\n", *r.Compared)
	}
	if p.divide {
		r.Divide = divided
		for _, s := range shares {
			fmt.Fprintf(&text, "%s: %d\n", uci.Text(s.Action), s.Lines)
		}
	}
	fmt.Fprintf(&text, "nodes %d\n", r.Nodes)
	for _, d := range differ {
		cli.TellNote(cmd, "banchess: the counts differ: "+d)
	}
	cli.Answer(cmd, r, text.String())
	if len(differ) > 0 {
		return cli.ErrNegative
	}
	return nil
}

// count counts, and shows that it does.
func (p *perft) count(cmd *cobra.Command, rules bool) ([]game.Share, error) {
	name, divide := "perft", game.Divide
	if rules {
		name, divide = "perft rules", game.DivideRules
	}
	bar := cli.NewBar(cmd, name, 100)
	defer bar.Done()
	ctx, shown := cmd.Context(), int64(0)
	shares, done := divide(p.start, p.depth, func(counted, of int) bool {
		percent := 100 * int64(counted) / int64(of)
		bar.Add(percent - shown)
		shown = percent
		return ctx.Err() == nil
	})
	if !done {
		return nil, ctx.Err()
	}
	return shares, nil
}

// byAction returns the counts by the first action, and their sum, which is bounded as each is.
func byAction(shares []game.Share) (counts map[string]uint64, nodes uint64) {
	counts = map[string]uint64{}
	for _, s := range shares {
		counts[uci.Text(s.Action)] = s.Lines
		nodes += min(s.Lines, math.MaxUint64-nodes)
	}
	return counts, nodes
}

// differences tells where the counts of a first action differ, also of one that is only
// legal in one of them.
func differences(plain, rules map[string]uint64) (found []string) {
	all := maps.Clone(plain)
	maps.Copy(all, rules)
	for _, action := range slices.Sorted(maps.Keys(all)) {
		if n, m := plain[action], rules[action]; n != m {
			found = append(found, fmt.Sprintf("%s: %d, by the rules %d", action, n, m))
		}
	}
	return found
}
