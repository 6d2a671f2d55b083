// Command banchess plays, analyses, converts and serves Ban Chess: chess in
// which, before every move, the opponent bans one of the mover's moves.
//
//	banchess help    lists the commands; each tells with --help what it does
//
// Results go to standard output, errors and progress to standard error. With
// --json both are JSON, an error as {"error":{"code":…,"message":…}} with the
// stable codes of package game; a command for people refuses it. The help of the
// program has the exit statuses.
package main

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/dialogue"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

func main() {
	ctx, stop := term.Interruptible(context.Background())
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program between its streams; it returns the exit code. A write that
// fails ends the command, which need not look at the error.
func run(asked context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, cancel := context.WithCancelCause(asked)
	defer cancel(nil)
	results, notes := term.NewOutput(out, cancel), term.NewOutput(errOut, cancel)
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(results)
	root.SetErr(notes)
	addBuiltIns(root)
	started := false
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		started = true
		for c := cmd; c != nil; c = c.Parent() {
			if why, refused := c.Annotations[cli.NoJSON]; refused && cli.AsJSON(cmd) {
				return cli.Usagef("--json: %s", why)
			}
		}
		return nil
	}
	root.SetFlagErrorFunc(cli.FlagError)
	var refused error
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cli.AsJSON(root) {
			refused = cli.Usagef("--json: help is for people; leave it out")
			return
		}
		var text strings.Builder
		root.SetOut(&text)
		help(cmd, args)
		root.SetOut(results)
		width, _ := term.Size(results)
		_, _ = io.WriteString(results, term.Text(console.Fill(text.String(), width)))
	})
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = refused
	}
	failed := context.Cause(ctx)
	switch {
	case failed != nil && asked.Err() == nil:
		err = failed // of the first write that failed: whatever else was wrong came of it
	case err != nil && !started: // the command line did not even parse
		err = cli.Usagef("%w", err)
		if text := err.Error(); strings.HasPrefix(text, "unknown command") && !strings.Contains(text, "Did you mean") {
			err = cli.Usagef("%w; banchess help lists the commands", err)
		}
	}
	if err != nil {
		cli.Tell(notes, err, wantsJSON(args))
	}
	return cli.ExitCode(err)
}

// wantsJSON looks for --json by hand: a command line that does not parse must
// be refused in JSON too.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:     "banchess",
		Short:   "Ban Chess: play, analyse, convert, serve",
		Version: thisBuild().Version,
		Long: `Ban Chess is chess with one more rule: before every move, the opponent bans one of
the mover’s moves. Black bans first, then White moves, White bans, Black moves, Black
bans, and so on. A player in check without a legal move is checkmated, even if it was
the ban that took the last one.

Exit status:
  0    done
  1    failed: a position, a game or a file cannot be read, output cannot be
       written, or the network does not answer
  2    wrong command line
  3    done, but the answer is no: some games were refused (convert), some lines
       were refused (play, puzzle and mistakes, if the input is not a terminal),
       there is no forced win (solve), the counts differ (perft), a puzzle is not
       true (puzzles)
  130  interrupted; but uci and serve end with 0 after Ctrl-C`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().Bool("json", false, "write results and errors as JSON (not for play, puzzle, ending, mistakes, progress code, uci, image, help and completion)")
	root.AddCommand(dialogue.NewPlay(), dialogue.NewPuzzle(), dialogue.NewEnding(), newPuzzles(), dialogue.NewMistakes(), dialogue.NewProgress(), newJSON(), newPerft(), newConvert(), newImage(), newUCI(), newAnalyze(), newReport(), newExplore(), newSolve(), newServe(), newBench(), newVersion())
	root.SetVersionTemplate(`{{if eq (print (.Flag "json").Value) "true"}}{"version":{{printf "%q" .Version}}}{{else}}banchess version {{.Version}}{{end}}
`)
	return root
}

// addBuiltIns adds the commands help and completion, which write to where the root
// does by then.
func addBuiltIns(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
					return cli.Usagef("help %s: there is no such command; banchess help lists them", strings.Join(args, " "))
				}
				return nil
			}
		case "completion":
			c.Annotations = map[string]string{cli.NoJSON: "completion is a program for a shell; leave --json out"}
		}
	}
}
