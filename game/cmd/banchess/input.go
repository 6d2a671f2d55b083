package main

import (
	"bufio"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
)

// readGame reads what a command works on: an extended FEN on the command line, as
// one argument or several; otherwise the n-th game of a file in any format that
// convert reads, or of standard input.
func readGame(cmd *cobra.Command, args []string, n int) (*game.Game, error) {
	if len(args) > 0 && strings.Count(args[0], "/") == 7 {
		return game.NewFromFEN(strings.Join(args, " "))
	}
	if len(args) > 1 {
		return nil, usage("give one FEN, or one file")
	}
	in, name := cmd.InOrStdin(), "-"
	if len(args) == 1 && args[0] != "-" {
		name = args[0]
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text := bufio.NewReader(interruptible{cmd.Context(), in})
	games := convert.NewReader(convert.Detect(name, text), text)
	for i := 1; ; i++ {
		g, err := games.Next()
		switch {
		case err == io.EOF && i == 1:
			return nil, &game.Error{Code: game.CodeBadPGN, Message: "there is no game or position in the input", Mend: "give a FEN, or a file with a game"}
		case err == io.EOF:
			return nil, usage("--game %d: the input has only %d", n, i-1)
		case i < n && game.CodeOf(err) != "": // a bad game that is not asked for
		case err != nil:
			return nil, err
		case i == n:
			return g, nil
		}
	}
}
