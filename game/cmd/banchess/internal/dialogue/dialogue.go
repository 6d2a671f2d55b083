// Package dialogue has the commands that hold a dialogue with a person in a terminal, to play and
// to train, and the one for the record of that person's progress.
package dialogue

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
)

// boards are the ways to draw the board in a terminal.
var boards = []string{"auto", "unicode", "ascii", "none"}

// drawingBoards explains them.
const drawingBoards = "how to draw the board (none, for a screen reader: only when you type board)"

// runDialogue runs what is made for the command's input: a line editor with its history
// in a terminal, elsewhere a script, of which every line has to be taken.
func runDialogue(cmd *cobra.Command, o *play.Options, board string, run func(console.Console) error) error {
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	o.Terminal = term.Is(in) && term.Is(out)
	o.NoBoard = board == "none"
	o.Unicode = board == "unicode" || board != "ascii" && term.Unicode(os.Getenv)
	o.Width = func() int {
		width, _ := term.Size(out)
		return width
	}
	if err := o.NewEngines(engine.Options{Seed: rand.Uint64()}); err != nil {
		return err
	}
	// What completes the command's flags lives on in cobra, and so would the engines.
	defer func() { o.Engine, o.Analyst = nil, nil }()
	if !o.Terminal {
		script := console.NewScript(in, out)
		defer script.Close()
		err := run(script)
		if errors.Is(err, play.ErrRefused) {
			return cli.ErrNegative
		}
		return err
	}
	history := ""
	if dir, err := stateDir(); err == nil {
		history = filepath.Join(dir, "history")
		// The process's number keeps apart two programs that begin in the same second.
		name := fmt.Sprintf("%s-%d.pgn", time.Now().Format("2006-01-02-150405"), os.Getpid())
		o.Save = cmp.Or(o.Save, filepath.Join(dir, name))
	} else if o.Save == "" {
		warning := "The game will not be kept when you quit: " + err.Error() + ". Or type save FILE."
		fmt.Fprintln(cmd.ErrOrStderr(), term.Text(console.Wrap(warning, o.Width(), 0)))
	}
	c, err := console.NewEditor(in, out, history)
	if err != nil {
		return err
	}
	return cmp.Or(run(c), c.Close())
}

// stateDir returns the folder that keeps a user's games and scores, and makes it.
func stateDir() (string, error) {
	dir := os.Getenv("XDG_STATE_HOME")
	var err error
	if dir == "" {
		dir, err = os.UserHomeDir()
		dir = filepath.Join(dir, ".local", "state")
	}
	dir = filepath.Join(dir, "banchess")
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		err = fmt.Errorf("%w; set XDG_STATE_HOME to a folder that can be written to", err)
	}
	return dir, err
}
