package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/banchess/banchess/scripts/lab/client"
	"github.com/banchess/banchess/scripts/lab/opponent"
)

// Process is an engine that runs at the other end of two pipes.
type Process struct {
	client *client.Client
	kill   func()       // ends it at once, and with it every wait for an answer
	wait   func() error // closes its input and waits for its end
}

// ask lets the engine answer within a time. When that has passed, or the context
// ends, the engine is killed, and the error is the context's.
func (p *Process) ask(ctx context.Context, limit time.Duration, question func(*client.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stop := context.AfterFunc(ctx, p.kill)
	err := question(p.client)
	if !stop() { // whatever it has said came too late
		return ctx.Err()
	}
	return err
}

// farewell is how long an engine may take to end after quit.
const farewell = 5 * time.Second

// end asks the engine to quit, and kills it when it does not.
func (p *Process) end() error {
	timer := time.AfterFunc(farewell, p.kill)
	defer timer.Stop()
	p.client.Send("quit") // an engine that has ended cannot hear it; wait tells
	return p.wait()
}

// seat is a player's place in a match, with the engine that sits there.
type seat struct {
	Player
	control control
	process *Process // nil before the first game and after a fault
}

// sitDown starts the engine, unless it runs already.
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

// leave ends the engine, if one runs.
func (s *seat) leave() error {
	if s.process == nil {
		return nil
	}
	err := s.process.end()
	s.process = nil
	return err
}

// Builtin returns the names that stand for players of this program.
func Builtin() []string {
	names := []string{"engine"}
	for name := range opponent.Players() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Command returns the start of an engine in a process of its own: a built-in
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
				// A child of the engine may hold its ends of the pipes.
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
