package main

import (
	"fmt"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/internal/words"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

func newPuzzles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Check files of puzzles",
		Long:  "Checks files of puzzles: see banchess puzzles verify --help.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return cli.Usagef("say what to do with puzzles: banchess puzzles verify FILE")
		},
	}
	cmd.AddCommand(newVerify())
	return cmd
}

func newVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Prove every puzzle of a file",
		Long: `Proves every puzzle of a file, or of the program if you name none, by trying
everything: only one first action reaches the goal, whatever the opponent does, and the
line lists every later action that still reaches it. If a puzzle is not true, the exit
status is 3.

A file begins with the line "# banchess puzzles 1". Each other line is a puzzle:
id;rating;goal;themes;proof;FEN;line. The package documentation of game/puzzle explains
the fields.`,
		Example: `  banchess puzzles verify my-puzzles.txt`,
		Args:    cli.OneArgument("file, in quotes if its name has spaces"),
		RunE:    verify,
	}
}

type verifiedJSON struct {
	Puzzles  int           `json:"puzzles"`
	Proven   int           `json:"proven"`
	Nodes    uint64        `json:"nodes"`
	Seconds  float64       `json:"seconds"`
	Unproven []notTrueJSON `json:"unproven"`
}

type notTrueJSON struct {
	ID    string        `json:"id"`
	Error cli.ErrorJSON `json:"error"`
}

func verify(cmd *cobra.Command, args []string) error {
	name := ""
	if len(args) == 1 {
		name = file.Unquote(args[0])
	}
	puzzles, err := cli.ReadPuzzles(name)
	if err != nil {
		return err
	}
	began := time.Now()
	result := verifiedJSON{Puzzles: len(puzzles), Unproven: []notTrueJSON{}}
	text := ""
	bar := cli.NewBar(cmd, "proving", int64(len(puzzles)))
	defer bar.Done()
	for i := range puzzles {
		nodes, err := puzzles[i].Verify(cmd.Context())
		result.Nodes += nodes
		switch {
		case err != nil && game.CodeOf(err) == "":
			return err // interrupted
		case err != nil:
			text += term.Text(err.Error()) + "\n"
			result.Unproven = append(result.Unproven, notTrueJSON{puzzles[i].ID(), cli.ToJSON(err)})
		default:
			result.Proven++
		}
		bar.Add(1)
	}
	bar.Clear()
	result.Seconds = time.Since(began).Seconds()
	text += fmt.Sprintf("%s proven, %d not (%s, %.1f s)\n", words.Count(result.Proven, "puzzle"), len(result.Unproven), words.Count(int(result.Nodes), "position"), result.Seconds)
	cli.Answer(cmd, result, text)
	if len(result.Unproven) > 0 {
		return cli.ErrNegative
	}
	return nil
}
