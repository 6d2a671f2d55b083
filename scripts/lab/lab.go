// Package lab is the laboratory: the commands that play the engine against
// itself and others, measure its levels, train its evaluation and mine puzzles.
// Their results are committed; nothing that ships imports them.
//
// Each command is a file cmd_*.go that uses a package below: match (two engines
// against each other, or an engine and a simple player), client (of an engine that
// speaks UCI), selfplay (games of the engine), mine (puzzles), book (the opening book), series (work
// that can be continued).
package lab

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
)

// New returns the command of the laboratory.
func New() *cobra.Command {
	lab := &cobra.Command{
		Use:   "lab",
		Short: "Play matches, measure levels, train the engine, mine puzzles, make the opening book",
	}
	lab.AddCommand(newMatch(), newLadder(), newSelfPlay(), newTrain(), newPuzzles(), newBook(), newTables(), newPlayer())
	return lab
}

// progress returns a function that reports a number of a series, and how long each has
// taken: one of so many, and the last.
func progress(w io.Writer, what string, last, every int) func(number int, more string) {
	began, first := time.Now(), 0
	return func(number int, more string) {
		if first == 0 {
			first = number
		}
		if number%every == 0 || number == last {
			each := time.Since(began) / time.Duration(number-first+1)
			fmt.Fprintf(w, "%s: %d of %d, %s%v each\n", what, number, last, more, each.Round(time.Millisecond))
		}
	}
}
