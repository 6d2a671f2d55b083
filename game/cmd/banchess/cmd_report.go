package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/report"
)

func newReport() *cobra.Command {
	var number, line int
	var output string
	cmd := &cobra.Command{
		Use:   "report [FILE]",
		Short: "Judge each ban and move of a game, and explain the mistakes",
		Long: `Judges each ban and each move of a game by the winning chances it gave away. For each
mistake it says what the mistake let happen, what it cost and what was better. The
input is a file in any format that convert reads, or standard input. The result is the
same on every machine.

The turning point is the mistake that decided the game. With --output the game is
written as a PGN with marks, evaluations, the better bans and moves as variations, and
the explanations as comments.`,
		Example: `  banchess report game.pgn
  banchess report --line 2 -o judged.pgn game.pgn`,
		Args: cli.OneArgument("file, in quotes if its name has spaces"),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := cli.ReadTree(cmd, args, number)
			if err != nil {
				return err
			}
			lines := report.Lines(t)
			if line > len(lines) {
				return cli.Usagef("--line %d: the game has only %d", line, len(lines))
			}
			switch l := lines[line-1]; {
			case l.End.Parent() == nil:
				return &game.Error{Code: game.CodeBadPGN, Message: "there is no ban and no move in the game", Hint: "give a game, not a position alone"}
			case output == "":
				_, err := judgeLine(cmd, t, l)
				return err
			}
			if isInput(cmd, args, output) {
				return cli.Usagef("--output: it is the input, which may have more games; name another file")
			}
			return file.Write(output, func(w io.Writer) error {
				r, err := judgeLine(cmd, t, lines[line-1])
				if err == nil {
					err = r.Write()
				}
				if err == nil {
					_, err = fmt.Fprintln(w, t.PGN())
				}
				return err
			})
		},
	}
	flags := cmd.Flags()
	cli.NumberVar(flags, &number, "game", 1, 1, cli.MostGames, "number of the game in the input")
	cli.NumberVar(flags, &line, "line", 1, 1, cli.MostGames, "number of the line, in the order of the PGN: 1 is the main line")
	flags.VarP(cli.FileName(&output), "output", "o", "PGN file to write; it is replaced at the end")
	return cmd
}

// isInput reports whether a file is what the command reads.
func isInput(cmd *cobra.Command, args []string, name string) bool {
	if len(args) == 0 || args[0] == "-" {
		return file.Same(name, cmd.InOrStdin())
	}
	in, err := os.Open(file.Unquote(args[0]))
	if err != nil {
		return false // a FEN
	}
	defer in.Close()
	return file.Same(name, in)
}

// judgeLine makes the report of a line and writes it.
func judgeLine(cmd *cobra.Command, t *game.Tree, line report.Line) (*report.Report, error) {
	r, err := cli.MakeReport(cmd, t, line)
	if err == nil {
		tellReport(cmd, r)
	}
	return r, err
}

// tellReport writes a report.
func tellReport(cmd *cobra.Command, r *report.Report) {
	out := cmd.OutOrStdout()
	if cli.AsJSON(cmd) {
		var w jsontext.Writer
		r.WriteJSON(&w)
		fmt.Fprintf(out, "%s\n", w.Text())
		return
	}
	fmt.Fprintln(out, term.Text(r.Line.String()))
	fmt.Fprintf(out, "\n%-7s%-28s%s\n%-5s", "", "White", "Black", "")
	for range 2 {
		fmt.Fprintf(out, "%10s %5s %5s %5s", "accuracy", report.Inaccuracy, report.Mistake, report.Blunder)
	}
	for _, row := range []struct {
		name  string
		phase game.Phase
	}{{"Bans", game.PhaseBan}, {"Moves", game.PhaseMove}} {
		fmt.Fprintf(out, "\n%-5s", row.name)
		for _, player := range []game.Player{game.White, game.Black} {
			t := r.Tally(player, row.phase)
			accuracy := "–"
			if t.Actions > 0 {
				tenths := math.Round(10 * t.Accuracy) // as in JSON, from which the page rounds
				accuracy = strconv.FormatFloat(math.Round(tenths/10), 'f', 0, 64) + "%"
			}
			fmt.Fprintf(out, "%10s %5d %5d %5d", accuracy, t.Marks[0], t.Marks[1], t.Marks[2])
		}
	}
	fmt.Fprintln(out)
	var text strings.Builder
	if m := r.TurningPoint(); m != nil {
		text.WriteString("\nTurning point: " + m.Name() + "\n")
	}
	mistakes := 0
	for _, m := range r.Moments {
		if m.Explanation != nil {
			text.WriteString("\n" + m.String() + "\n")
			mistakes++
		}
	}
	if mistakes == 0 {
		text.WriteString("\nNo mistakes.\n")
	}
	said := text.String()
	if term.Is(out) {
		width, _ := term.Size(out)
		said = console.Wrap(said, width, 0)
	}
	fmt.Fprint(out, term.Text(said))
}
