package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/uci"
)

type benchJSON struct {
	Depth     int     `json:"depth"`
	Positions int     `json:"positions"`
	Nodes     uint64  `json:"nodes"`
	NPS       uint64  `json:"nps"`
	Seconds   float64 `json:"seconds"`
}

func newBench() *cobra.Command {
	var depth int
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the engine on a fixed set of positions",
		Long: `Searches a fixed set of positions, each to the same depth, with one thread and the
default settings. The last line is "N nodes M nps", as OpenBench reads it.

N is the same on every machine and in WebAssembly, and changes only when the search or
the evaluation changes. OpenBench builds the program with the Makefile in
game/cmd/banchess.`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bar := cli.NewBar(cmd, "bench", -1)
			b, err := engine.Bench(cmd.Context(), depth, func(b engine.Benchmark) {
				bar.Say(fmt.Sprintf("position %d of %d", b.Done, b.Of))
			}, nil)
			bar.Done()
			if err != nil {
				return err
			}
			cli.Answer(cmd, benchJSON{depth, b.Of, b.Nodes, b.NodesPerSecond(), b.Time.Seconds()}, uci.BenchLine(b)+"\n")
			return nil
		},
	}
	cli.NumberVar(cmd.Flags(), &depth, "depth", engine.BenchDepth, 1, engine.MaxDepth, "moves to look ahead")
	return cmd
}
