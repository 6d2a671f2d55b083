package stage

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Command is a program to run for a stage.
type Command struct {
	Dir  string
	Env  []string // added to the environment of the process
	Args []string
}

// String returns the command line, with the name of the program alone.
func (c Command) String() string {
	return strings.Join(append([]string{filepath.Base(c.Args[0])}, c.Args[1:]...), " ")
}

// cmd prepares the program so that a cancelled context first asks it to stop, and
// kills it only if it does not.
func (c Command) cmd(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// Run runs the program with its output to w.
func (c Command) Run(ctx context.Context, w io.Writer) error {
	cmd := c.cmd(ctx)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}

// Output returns the program's standard output. An error quotes
// its output.
func (c Command) Output(ctx context.Context) (string, error) {
	cmd := c.cmd(ctx)
	var out, all strings.Builder
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&out, &all), &all
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", c, err, &all)
	}
	return out.String(), nil
}
