// Command scripts is the one program that builds, serves, tests and measures
// banchess, run from a checkout as
//
//	go run ./scripts <command>
//
// Every task of a developer or of the continuous integration is a command
// here, written in Go, so that it is the same on every machine and can be
// tested. Only Go must be installed: go.mod names the lint tools, and
// package needs finds a browser and Node, or says how to get them.
//
// Each command is a file cmd_*.go. Code that several commands need is a
// package below: site (builds), stage (runs and counts), needs (finds
// programs), browser (drives a Chromium), layout (checks the map). The
// commands below lab, which measure and improve the engine, are
// package lab.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/lab"
	"github.com/banchess/banchess/scripts/site"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := newRoot()
	root.SetArgs(longFlags(os.Args[1:]))
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "scripts",
		Short:         "Build, serve, test and measure banchess",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(newBuild(), newServe(), newTest(), newLint(), newFuzz(), newBench(), newScreenshot(), newRelease(), newTorture(), lab.New())
	return root
}

// inRoot returns the function of a command that runs in the module's directory.
func inRoot(do func(ctx context.Context, w io.Writer, root string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		root, err := site.FindRoot(cmd.Context())
		if err != nil {
			return err
		}
		return do(cmd.Context(), cmd.OutOrStdout(), root)
	}
}

// longFlags lets flags be written with one dash, as the go command does:
// -short and -run stand for --short and --run. One letter stays a shorthand.
func longFlags(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if a == "--" {
			copy(out[i:], args[i:])
			break
		}
		name, _, _ := strings.Cut(a, "=")
		if len(name) > 2 && name[0] == '-' && unicode.IsLetter(rune(name[1])) {
			a = "-" + a
		}
		out[i] = a
	}
	return out
}
