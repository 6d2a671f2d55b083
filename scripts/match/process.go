package match

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/opponent"
)

// Builtin returns the names that stand for players of this program.
func Builtin() []string {
	names := []string{"engine"}
	for name := range opponent.Players() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Start runs an engine in a process of its own: a built-in player by name, or a
// command line. Options are written "name=value". The process ends with stop.
func Start(ctx context.Context, command string, options []string) (c *uci.Client, stop func() error, err error) {
	words := strings.Fields(command)
	if slices.Contains(Builtin(), command) {
		self, err := os.Executable()
		if err != nil {
			return nil, nil, err
		}
		words = []string{self, "player", command}
	}
	if len(words) == 0 {
		return nil, nil, fmt.Errorf("no engine is named; give a command line or one of %v", Builtin())
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	c = uci.NewClient(out, in)
	var settings [][2]string
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		settings = append(settings, [2]string{name, value})
	}
	stop = func() error {
		c.Send("quit") // an engine that has ended cannot hear it; Wait tells
		in.Close()
		return cmd.Wait()
	}
	if err := c.Start(settings...); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s: %w", command, err)
	}
	return c, stop, nil
}
