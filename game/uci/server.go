package uci

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/internal/lines"
)

// Config is what the surrounding program decides. For a terminal the zero Config is
// enough.
type Config struct {
	// Yield is called every few milliseconds while the engine searches. Set it where
	// nothing else can run during a search. See engine.Engine.Search.
	Yield func()
	// Seed makes the errors of weak levels repeatable. With 0, every game gets a new
	// seed.
	Seed uint64
	// Version is the version of the program, for "id name".
	Version string
	// MaxHash is the largest Hash that may be set, in MB; 0 means engine.MaxHash.
	MaxHash int
}

// server is the engine's end of a conversation in UCI.
type server struct {
	config Config

	writing sync.Mutex // the search reports while commands are answered
	out     io.Writer
	err     error // of writing
	unread  error // of reading, which ends the input

	engine  *engine.Engine
	game    *game.Game
	refused error // of the last position, which then is not the game's
	options options
	games   uint64 // begun, for seeds
	debug   bool

	running *running
	waiting []command // that came while searching
	quit    bool
}

// running is a search or a perft under way.
type running struct {
	stop      context.CancelFunc
	stopped   bool          // by the client
	limited   bool          // it ends by itself
	held      bool          // the answer waits for stop or ponderhit
	infinite  bool          // it waits for stop alone
	ponderhit chan struct{} // of a search on the opponent's time, until that is over
	done      chan []string // the lines of the answer
}

// start begins what gives the lines of an answer.
func (s *server) start(ctx context.Context, run *running, search func(context.Context) []string) {
	ctx, run.stop = context.WithCancel(ctx)
	run.done = make(chan []string, 1)
	s.running = run
	held, released := run.held, run.ponderhit
	if run.infinite {
		released = nil
	}
	go func() {
		lines := search(ctx)
		if held {
			select {
			case <-released:
			case <-ctx.Done():
			}
		}
		run.done <- lines
	}()
}

// Run carries out commands until quit, or until the input or the context ends. It returns
// the first error of reading or writing, or nil.
func Run(ctx context.Context, in io.Reader, out io.Writer, config Config) error {
	s := &server{config: config, out: out, game: game.New(), options: defaultOptions()}
	var err error
	if s.engine, err = engine.New(s.options.engine(s)); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	s.loop(ctx, lines.Send(ctx, in, maxLine))
	return cmp.Or(s.failed(), s.unread)
}

// loop obeys commands and passes on answers until the conversation ends.
func (s *server) loop(ctx context.Context, in <-chan lines.Line) {
	for {
		var done chan []string
		if s.running != nil {
			done = s.running.done
		}
		select {
		case <-ctx.Done():
			s.halt()
			return
		case line, ok := <-in:
			switch {
			case !ok || line.Err != nil:
				s.unread, in = line.Err, nil
			case s.debug:
				s.say("info string received: %s", clip(line.Text))
				fallthrough
			default:
				s.take(ctx, parseCommand(line))
			}
		case lines := <-done:
			s.answer(lines)
		}
		if s.quit {
			in = nil
		}
		for s.running == nil && len(s.waiting) > 0 {
			waiting := s.waiting
			s.waiting = nil
			for _, c := range waiting {
				s.take(ctx, c)
			}
		}
		if in == nil && (s.quit || s.running.unlimited()) {
			s.stop()
		}
		if s.failed() != nil || in == nil && s.running == nil {
			s.halt()
			return
		}
	}
}

// command is a line as it is understood.
type command struct {
	name string // "" without a command that is known
	args []string
	line lines.Line
}

// commands are those that are known, and which of them are obeyed while a search
// runs.
var commands = map[string]bool{
	"stop": true, "ponderhit": true, "isready": true, "quit": true, "debug": true,
	"uci": false, "setoption": false, "ucinewgame": false, "position": false, "go": false,
	"register": false, "d": false, "eval": false, "bench": false,
}

// parseCommand takes the first word that is a command; the protocol has unknown
// words before it passed over.
func parseCommand(line lines.Line) command {
	words := strings.Fields(line.Text)
	for i, w := range words {
		if _, ok := commands[w]; ok {
			return command{w, words[i+1:], line}
		}
	}
	return command{args: words, line: line}
}

// take obeys a command now or keeps it for after the search. Every go is answered: one
// that comes while another searches ends that, if nothing else would, and a stop is for
// all that came before it.
func (s *server) take(ctx context.Context, c command) {
	atOnce := s.running == nil || c.name == "" || commands[c.name]
	if !atOnce || len(s.waiting) > 0 && (c.name == "stop" || c.name == "ponderhit") {
		s.waiting = append(s.waiting, c)
	}
	switch {
	case atOnce:
		s.obey(ctx, c)
	case c.name == "go" && s.running.unlimited():
		s.stop()
	}
}

// obey carries a command out.
func (s *server) obey(ctx context.Context, c command) {
	var err error
	switch c.name {
	case "uci":
		s.sayOptions()
	case "isready":
		s.say("readyok")
	case "setoption":
		err = s.setOption(c.args)
	case "ucinewgame":
		s.engine.Clear()
		s.games++
		err = s.engine.Configure(s.options.engine(s))
	case "position":
		err = s.setPosition(c)
	case "go":
		s.startGo(ctx, c.args)
	case "bench":
		err = s.startBench(ctx, c.args)
	case "stop":
		s.stop()
	case "ponderhit":
		s.ponderHit()
	case "d":
		if err = s.refused; err == nil {
			s.sayPosition()
		}
	case "eval":
		if err = s.refused; err == nil {
			s.say("info string static evaluation %+d centipawns for the mover", s.engine.Evaluate(s.game.Position()))
		}
	case "debug":
		if len(c.args) > 0 && (c.args[0] == "on" || c.args[0] == "off") {
			s.debug = c.args[0] == "on"
		}
	case "quit":
		s.quit = true
	case "register":
		// Part of the protocol, and nothing to do.
	default:
		if len(c.args) > 0 {
			err = fmt.Errorf("unknown command %q", c.args[0])
		}
	}
	if err != nil {
		s.say("info string %s", oneLine(err))
	}
}

// setPosition obeys position. One that is refused leaves no game to search: the
// client means another than the last.
func (s *server) setPosition(c command) error {
	g, err := ParsePosition(c.args)
	if s.debug && err == nil && sixFields(c.args) {
		s.say("info string the FEN has six fields, so a ban is due: %s", g.Start().FEN())
	}
	if c.line.Long {
		err = fmt.Errorf("the line is longer than %d bytes; send the position as a FEN and the actions after it", maxLine)
	}
	if s.refused = nil; err == nil {
		s.game = g
		return nil
	}
	s.refused = fmt.Errorf("there is no position: %w", err)
	return err
}

// say writes a line.
func (s *server) say(format string, args ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format+"\n", args...)
	}
}

// failed returns the first error of writing.
func (s *server) failed() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.err
}

// maxLine bounds a line, in bytes: the longest game takes a fifth of it.
const maxLine = 1 << 20

// maxInfo bounds what an info string says, in bytes: it may quote what it is about.
const maxInfo = 1000

// oneLine keeps an error from looking like more than one answer.
func oneLine(err error) string { return clip(err.Error()) }

func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxInfo {
		text = strings.ToValidUTF8(text[:maxInfo], "") + " …"
	}
	return text
}
