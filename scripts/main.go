// Command scripts is the one program that builds, serves, tests and measures
// banchess, run from a checkout as
//
//	go run ./scripts <command>
//
// Everything a developer or the continuous integration does is a command
// here, written in Go, so that it is the same on every machine and can be
// tested. Nothing has to be installed first but Go itself: lint tools are tool
// entries of go.mod, and the browser and Node are found, or asked for by name
// (package needs).
//
// Each command is a file cmd_*.go; what more than one command needs is a
// package below: site (what is built), stage (what is run and counted), needs
// (what must be there), browser (a Chromium to drive), layout (what may be
// where).
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := newRoot()
	root.SetArgs(longFlags(os.Args[1:]))
	err := root.ExecuteContext(ctx)
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
	root.AddCommand(newBuild(), newServe(), newTest(), newLint(), newFuzz(), newBench(), newScreenshot(), newRelease())
	root.AddCommand(newMatch(), newTune(), newMates(), newPlayer())
	return root
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
		if len(name) > 2 && name[0] == '-' && name[1] != '-' {
			a = "-" + a
		}
		out[i] = a
	}
	return out
}
