package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// perftJSON is the result of perft.
type perftJSON struct {
	FEN       string            `json:"fen"`
	Depth     int               `json:"depth"`
	Generator string            `json:"generator"`
	Divide    map[string]uint64 `json:"divide,omitempty"`
	Nodes     uint64            `json:"nodes"`
	Seconds   float64           `json:"seconds"`
	// Rules is the other generator's count, when both were asked for.
	Rules *uint64 `json:"rules_nodes,omitempty"`
}

func newPerft() *cobra.Command {
	var depth int
	var fen, generator string
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count the lines of legal actions",
		Long: `Counts the lines of exactly --depth actions, a ban one for each pair and a move
one for each legal move, promotions apart. The last line is "nodes N".

There are two generators: "bitboard", the search's own and fast, and "rules", the
one that decides what is legal. "both" runs the one and the other and exits with
status 3 if they differ. They do differ where a line runs into a draw by rule: by
the fifty-move rule or for want of material the game is over by the rules, while
the bitboard counts on. Neither looks at repetitions.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if depth < 1 || depth > 64 {
				return usage("--depth %d: give a number of actions from 1 to 64", depth)
			}
			start, err := game.ParseFEN(fen)
			if err != nil {
				return err
			}
			p := perft{depth: depth, divide: divide, start: start, cmd: cmd}
			switch generator {
			case "bitboard", "rules":
				return p.one(generator)
			case "both":
				return p.both()
			}
			return usage("--generator %s: there are bitboard, rules and both", generator)
		},
	}
	cmd.Flags().IntVar(&depth, "depth", 4, "number of actions")
	cmd.Flags().StringVar(&fen, "fen", game.StartFEN, "position to count from, an extended FEN")
	cmd.Flags().BoolVar(&divide, "divide", false, "also print the count of each first action")
	cmd.Flags().StringVar(&generator, "generator", "bitboard", "bitboard, rules or both")
	// The only error is a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("generator", cobra.FixedCompletions([]string{"bitboard", "rules", "both"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// perft is one run.
type perft struct {
	depth  int
	divide bool
	start  game.Position
	cmd    *cobra.Command
}

// share is the part of the count that one first action has.
type share struct {
	action string
	lines  uint64
}

func (p perft) one(generator string) error {
	began := time.Now()
	shares, nodes, err := p.count(generator)
	if err != nil {
		return err
	}
	p.print(perftJSON{Generator: generator, Nodes: nodes, Seconds: time.Since(began).Seconds()}, shares)
	return nil
}

func (p perft) both() error {
	began := time.Now()
	shares, nodes, err := p.count("bitboard")
	if err != nil {
		return err
	}
	took := time.Since(began).Seconds()
	other, rules, err := p.count("rules")
	if err != nil {
		return err
	}
	differences := differences(shares, other)
	if !asJSON(p.cmd) {
		for _, d := range differences {
			fmt.Fprintln(p.cmd.ErrOrStderr(), "banchess: the generators differ:", d)
		}
		fmt.Fprintf(p.cmd.OutOrStdout(), "rules %d\n", rules)
	}
	p.print(perftJSON{Generator: "both", Nodes: nodes, Rules: &rules, Seconds: took}, shares)
	if nodes != rules || len(differences) > 0 {
		return errNegative
	}
	return nil
}

// differences compares the counts of each first action.
func differences(a, b []share) []string {
	var found []string
	lines := map[string]uint64{}
	for _, s := range a {
		lines[s.action] = s.lines
	}
	for _, s := range b {
		n, ok := lines[s.action]
		if !ok {
			found = append(found, s.action+" is legal by the rules only")
		} else if n != s.lines {
			found = append(found, fmt.Sprintf("%s: %d, by the rules %d", s.action, n, s.lines))
		}
		delete(lines, s.action)
	}
	for action := range lines {
		found = append(found, action+" is legal on the bitboard only")
	}
	return found
}

// count counts action by action, so that there is progress to show.
func (p perft) count(generator string) ([]share, uint64, error) {
	ctx := p.cmd.Context()
	actions := p.start.LegalActions()
	if len(actions) == 0 {
		return nil, 0, nil // the game is over
	}
	bar := term.NewBar(p.cmd.ErrOrStderr(), "perft "+generator, int64(len(actions)))
	defer bar.Done()
	if generator == "rules" {
		return p.byRules(ctx, actions, bar)
	}
	return p.byBitboard(ctx, actions, bar)
}

func (p perft) byRules(ctx context.Context, actions []game.Action, bar *term.Bar) ([]share, uint64, error) {
	var shares []share
	nodes := uint64(0)
	for _, a := range actions {
		after, err := p.start.Play(a)
		if err != nil {
			return nil, 0, err
		}
		n, err := countRules(ctx, after, p.depth-1)
		if err != nil {
			return nil, 0, err
		}
		shares, nodes = append(shares, share{plain(a), n}), nodes+n
		bar.Add(1)
	}
	return shares, nodes, nil
}

// countRules is game.Perft in steps short enough for Ctrl-C to be heard.
func countRules(ctx context.Context, p game.Position, depth int) (uint64, error) {
	if depth <= 3 {
		return uint64(game.Perft(p, depth)), ctx.Err()
	}
	nodes := uint64(0)
	for _, a := range p.LegalActions() {
		after, err := p.Play(a)
		if err != nil {
			return 0, err
		}
		n, err := countRules(ctx, after, depth-1)
		if err != nil {
			return 0, err
		}
		nodes += n
	}
	return nodes, nil
}

// countBitboard is Board.Perft in such steps. Like it, it follows each move once
// for all the bans that allow it.
func countBitboard(ctx context.Context, b *bitboard.Board, depth int) (uint64, error) {
	_, pairs := b.Count()
	if depth <= 8 || !b.BanPly() || pairs < 2 {
		return b.Perft(depth), ctx.Err()
	}
	var list bitboard.MoveList
	b.Moves(&list)
	nodes := uint64(0)
	for _, m := range list.Slice() {
		b.Move(m)
		n, err := countBitboard(ctx, b, depth-2)
		b.Undo()
		if err != nil {
			return 0, err
		}
		nodes += n
	}
	return nodes * uint64(pairs-1), nil
}

// byBitboard counts what follows each move once: at a ban ply, a ban has the sum
// over the moves that it leaves.
func (p perft) byBitboard(ctx context.Context, actions []game.Action, bar *term.Bar) ([]share, uint64, error) {
	b, err := bitboard.Parse(p.start.FEN())
	if err != nil {
		return nil, 0, err
	}
	if b.BanPly() && p.depth == 1 {
		var shares []share
		for _, a := range actions {
			shares = append(shares, share{plain(a), 1})
		}
		return shares, uint64(len(shares)), nil
	}
	below := p.depth - 1
	if b.BanPly() {
		below--
	}
	var list bitboard.MoveList
	b.Playable(&list)
	var moves []share
	byPair := map[string]uint64{}
	sum := uint64(0)
	for _, m := range list.Slice() {
		b.Move(m)
		n, err := countBitboard(ctx, b, below)
		b.Undo()
		if err != nil {
			return nil, 0, err
		}
		moves = append(moves, share{m.String(), n})
		byPair[m.Pair().String()] += n
		sum += n
		bar.Add(1)
	}
	if !b.BanPly() {
		return moves, sum, nil
	}
	var shares []share
	nodes := uint64(0)
	for _, a := range actions {
		n := sum - byPair[a.Pair().String()]
		shares, nodes = append(shares, share{plain(a), n}), nodes+n
	}
	return shares, nodes, nil
}

// plain writes an action without its phase, as UCI does.
func plain(a game.Action) string { return a.String()[2:] }

func (p perft) print(r perftJSON, shares []share) {
	r.FEN, r.Depth = p.start.FEN(), p.depth
	w := p.cmd.OutOrStdout()
	if asJSON(p.cmd) {
		if p.divide {
			r.Divide = map[string]uint64{}
			for _, s := range shares {
				r.Divide[s.action] = s.lines
			}
		}
		writeJSON(w, r)
		return
	}
	var text strings.Builder
	if p.divide {
		for _, s := range shares {
			fmt.Fprintf(&text, "%s: %d\n", s.action, s.lines)
		}
	}
	fmt.Fprintf(&text, "nodes %d\n", r.Nodes)
	fmt.Fprint(w, text.String())
}
