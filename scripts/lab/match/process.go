package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/scripts/lab/client"
)

// Process is an engine at the other end of two pipes.
type Process struct {
	client *client.Client
	kill   func()       // ends it at once, and so every wait for an answer
	wait   func() error // closes its input and waits for its end
}

// ask asks the engine, with a time limit. When the time is over, or the context
// ends, the engine is killed, and the error is the context's.
func (p *Process) ask(ctx context.Context, limit time.Duration, question func(*client.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(ctx, p.kill)
	err := question(p.client)
	if !stop() { // an answer came too late
		return ctx.Err()
	}
	return err
}

// farewell is the time that an engine may take to end after quit.
const farewell = 5 * time.Second

// end asks the engine to quit, and kills it if it does not.
func (p *Process) end() error {
	timer := time.AfterFunc(farewell, p.kill)
	defer timer.Stop()
	p.client.Send("quit") // fails if the engine has ended; wait reports it
	return p.wait()
}

// seat is a player's place in a match, with its engine.
type seat struct {
	Player
	control control
	process *Process // nil before the first game and after a fault
}

// sitDown starts the engine unless it runs.
func (s *seat) sitDown(ctx context.Context, patience time.Duration) error {
	if s.process != nil {
		return nil
	}
	p, err := s.Start()
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	var options [][2]string
	for _, o := range s.Options {
		name, value, _ := strings.Cut(o, "=")
		options = append(options, [2]string{name, value})
	}
	if err := p.ask(ctx, patience, func(c *client.Client) error { return c.Start(options...) }); err != nil {
		p.end()
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%s: no answer to uci and isready within %v: %w; give an engine that speaks UCI", s.Name, patience, err)
		}
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	s.process = p
	return nil
}

// leave ends the engine if it runs.
func (s *seat) leave() error {
	if s.process == nil {
		return nil
	}
	err := s.process.end()
	s.process = nil
	return err
}

// Builtin returns the names of the built-in players.
func Builtin() []string {
	return append([]string{"engine"}, slices.Sorted(maps.Keys(opponents))...)
}

// Command returns the start of an engine in its own process: a built-in
// player by name, or a command line.
func Command(command string) func() (*Process, error) {
	return func() (*Process, error) {
		words := strings.Fields(command)
		if slices.Contains(Builtin(), command) {
			self, err := os.Executable()
			if err != nil {
				return nil, err
			}
			words = []string{self, "lab", "player", command}
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("no engine is named; give a command line or one of %v", Builtin())
		}
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return &Process{
			client: client.New(out, in),
			kill: func() {
				cmd.Process.Kill()
				// A child process of the engine may hold its ends of the pipes.
				in.Close()
				out.Close()
			},
			wait: func() error {
				in.Close()
				return cmd.Wait()
			},
		}, nil
	}
}
