package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Config is what the program around decides; the zero Config is fine for a
// terminal.
type Config struct {
	// Yield is called every few milliseconds while the engine searches, where
	// nothing else can run meanwhile. See engine.Engine.Search.
	Yield func()
	// Seed makes the errors of weak levels repeatable; 0 takes a new seed for
	// every game.
	Seed uint64
	// MaxHash is the largest Hash that may be set, in MB; 0 means 1024.
	MaxHash int
}

func (c Config) maxHash() int {
	if c.MaxHash > 0 {
		return c.MaxHash
	}
	return 1024
}

// server is the engine's end of a conversation in UCI.
type server struct {
	config Config

	writing sync.Mutex // the search reports while commands are answered
	out     *bufio.Writer
	err     error // of writing

	engine  *engine.Engine
	game    *game.Game
	options options
	games   uint64 // begun, for seeds

	running *running
	waiting []string // commands that came while searching
}

// running is a search or a perft under way.
type running struct {
	stop      context.CancelFunc
	stopped   bool // by the client
	held      bool // the answer waits for stop or ponderhit
	unlimited bool // nothing but stop ends it
	ponderhit chan struct{}
	done      chan []string // the lines of the answer
	result    []string      // when they have come and are held
}

// Run obeys commands until quit, the end of the input or of the context. It
// returns the first error of reading or writing, and nil otherwise.
func Run(ctx context.Context, in io.Reader, out io.Writer, config Config) error {
	s := &server{config: config, out: bufio.NewWriter(out), game: game.New(), options: defaultOptions()}
	s.engine = engine.New(s.options.engine(s))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	lines := make(chan string)
	read := make(chan error, 1)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, 1<<20) // a long game is a long line
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		read <- scanner.Err()
	}()
	s.loop(ctx, lines)
	if err := s.failed(); err != nil {
		return err
	}
	select {
	case err := <-read:
		return err
	default:
		return nil
	}
}

// loop obeys commands and passes on answers until the conversation ends.
func (s *server) loop(ctx context.Context, lines <-chan string) {
	var done chan []string
	for {
		done = nil
		if s.running != nil {
			done = s.running.done
		}
		select {
		case <-ctx.Done():
			s.halt()
			return
		case line, ok := <-lines:
			if !ok {
				if lines = nil; s.running == nil {
					return
				}
				if s.running.unlimited {
					s.stop()
				}
			} else if s.receive(ctx, line) {
				s.halt()
				return
			}
		case result := <-done:
			s.running.result = result
			s.running.done = nil
		}
		s.answer()
		for s.running == nil && len(s.waiting) > 0 {
			line := s.waiting[0]
			s.waiting = s.waiting[1:]
			if s.obey(ctx, line) {
				return
			}
			if lines == nil && s.running != nil && s.running.unlimited {
				s.stop()
			}
		}
		if s.failed() != nil || lines == nil && s.running == nil {
			s.halt()
			return
		}
	}
}

// receive obeys a line now or keeps it for after the search. It reports whether
// the conversation is over.
func (s *server) receive(ctx context.Context, line string) bool {
	command, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch command {
	case "stop", "ponderhit", "isready", "quit":
		return s.obey(ctx, line)
	}
	if s.running != nil {
		s.waiting = append(s.waiting, line)
		return false
	}
	return s.obey(ctx, line)
}

// obey carries a command out and reports whether it was quit.
func (s *server) obey(ctx context.Context, line string) (quit bool) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return false
	}
	var err error
	switch args := words[1:]; words[0] {
	case "uci":
		s.sayOptions()
	case "isready":
		s.say("readyok")
	case "setoption":
		err = s.setOption(args)
	case "ucinewgame":
		s.engine.Clear()
		s.games++
		s.engine.Configure(s.options.engine(s))
	case "position":
		var g *game.Game
		if g, err = ParsePosition(args); err == nil {
			s.game = g
		}
	case "go":
		err = s.startGo(ctx, args)
	case "stop":
		s.stop()
	case "ponderhit":
		s.ponderHit()
	case "d":
		s.sayPosition()
	case "eval":
		s.say("info string static evaluation %+d centipawns for the mover", s.engine.Evaluate(s.game.Position()))
	case "quit":
		quit = true
	case "debug", "register":
		// Part of the protocol, and nothing to do.
	default:
		err = fmt.Errorf("unknown command %q", words[0])
	}
	if err != nil {
		s.say("info string %s", oneLine(err))
	}
	s.flush()
	return quit
}

// oneLine keeps an error from looking like more than one answer.
func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}

// say writes a line; flush sends what was written.
func (s *server) say(format string, args ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format+"\n", args...)
	}
}

func (s *server) flush() {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.err == nil {
		s.err = s.out.Flush()
	}
}

// failed returns the first error of writing.
func (s *server) failed() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.err
}
