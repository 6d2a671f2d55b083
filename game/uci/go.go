package uci

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// request is a go command.
type request struct {
	limits   engine.Limits
	infinite bool
	ponder   bool
	perft    int // depth; -1 for none
}

// parseGo reads the words after go.
func parseGo(g *game.Game, args []string) (request, error) {
	r := request{perft: -1}
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch word {
		case "infinite":
			r.infinite = true
			continue
		case "ponder":
			r.ponder = true
			continue
		case "searchmoves":
			for i+1 < len(args) && !isGoWord(args[i+1]) {
				i++
				a, err := ParseAction(g, args[i])
				if err != nil {
					return r, fmt.Errorf("searchmoves: %w", err)
				}
				r.limits.Only = append(r.limits.Only, a)
			}
			continue
		}
		if !isGoWord(word) {
			return r, fmt.Errorf("go does not know %q", word)
		}
		if i++; i == len(args) {
			return r, fmt.Errorf("go %s wants a number", word)
		}
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 && !strings.HasSuffix(word, "time") && !strings.HasSuffix(word, "inc") {
			return r, fmt.Errorf("go %s wants a number, not %q", word, args[i])
		}
		// A clock below zero is nearly out, and one of years is as good as a fortnight.
		duration := time.Duration(min(max(n, 1), 1e9)) * time.Millisecond
		increment := time.Duration(min(max(n, 0), 1e9)) * time.Millisecond
		switch word {
		case "depth":
			r.limits.Depth = max(n, 1) // 0 asks for as little as can be
		case "nodes":
			r.limits.Nodes = uint64(max(n, 1))
		case "mate":
			r.limits.Mate = max(n, 1)
		case "movetime":
			r.limits.MoveTime = duration
		case "wtime":
			r.limits.Time[game.White.Index()] = duration
		case "btime":
			r.limits.Time[game.Black.Index()] = duration
		case "winc":
			r.limits.Increment[game.White.Index()] = increment
		case "binc":
			r.limits.Increment[game.Black.Index()] = increment
		case "movestogo":
			r.limits.MovesToGo = n
		case "perft":
			r.perft = n
		}
	}
	return r, nil
}

func isGoWord(s string) bool {
	switch s {
	case "infinite", "ponder", "searchmoves", "depth", "nodes", "mate", "movetime",
		"wtime", "btime", "winc", "binc", "movestogo", "perft":
		return true
	}
	return false
}

// startGo begins what a go command asks for; its answer comes through s.running.
func (s *server) startGo(ctx context.Context, args []string) error {
	r, err := parseGo(s.game, args)
	if err != nil {
		return err
	}
	if r.perft >= 0 {
		s.startPerft(ctx, r.perft)
		return nil
	}
	if s.game.Over() {
		s.say("info string the game is over")
		s.say("bestmove (none)")
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	run := &running{stop: cancel, held: r.infinite || r.ponder, done: make(chan []string, 1)}
	timed := r.limits.MoveTime > 0 || r.limits.Time[s.game.ActivePlayer().Index()] > 0
	run.unlimited = r.infinite || r.ponder || !timed && r.limits.Depth == 0 && r.limits.Nodes == 0 && r.limits.Mate == 0
	if r.limits.Mate > 0 && !timed && r.limits.Depth == 0 && r.limits.Nodes == 0 {
		// When there is no such mate the best action is still wanted, soon.
		r.limits.Depth = 2*r.limits.Mate + 2
	}
	if r.infinite {
		r.limits.MoveTime, r.limits.Time = 0, [2]time.Duration{}
	}
	if r.ponder {
		run.ponderhit = make(chan struct{})
		r.limits.Ponder = run.ponderhit
	}
	s.running = run
	s.engine.Report = func(i engine.Info) {
		s.sayInfo(i)
		s.flush()
	}
	g, limits := s.game.Clone(), r.limits
	limits.Lines, limits.Level = s.options.lines, s.options.strength()
	go func() {
		result, err := s.engine.Search(ctx, g, limits, s.config.Yield)
		var lines []string
		if err != nil {
			lines = append(lines, "info string "+oneLine(err))
		}
		best := "bestmove " + Text(result.Best)
		if result.Reply.IsValid() {
			best += " ponder " + Text(result.Reply)
		}
		run.done <- append(lines, best)
	}()
	return nil
}

// sayInfo writes one line of a finished iteration.
func (s *server) sayInfo(i engine.Info) {
	var pv strings.Builder
	for _, a := range i.Actions {
		pv.WriteByte(' ')
		pv.WriteString(Text(a))
	}
	s.say("info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv%s",
		i.Depth, i.SelDepth, i.Line, i.Score, i.Nodes, i.NodesPerSecond(), i.HashFull, i.Time.Milliseconds(), pv.String())
}

// answer passes a search's result on, unless it has to wait for stop or
// ponderhit.
func (s *server) answer() {
	run := s.running
	if run == nil || run.result == nil || run.held && !run.stopped {
		return
	}
	for _, line := range run.result {
		s.say("%s", line)
	}
	s.flush()
	run.stop()
	s.running = nil
}

// stop ends the search under way; its answer follows.
func (s *server) stop() {
	if s.running != nil {
		s.running.stopped = true
		s.running.stop()
	}
}

// ponderHit starts the clock of a search on the opponent's time.
func (s *server) ponderHit() {
	if run := s.running; run != nil && run.ponderhit != nil {
		close(run.ponderhit)
		run.ponderhit = nil
		run.held = false
	}
}

// halt ends the search under way and waits for it. It answers only if the client
// has asked for that by stop.
func (s *server) halt() {
	if run := s.running; run != nil {
		run.stop()
		if run.result == nil {
			run.result = <-run.done
		}
		if run.stopped {
			s.answer()
		}
		s.running = nil
	}
	s.flush()
}

// startPerft begins to count; like a search it can be stopped.
func (s *server) startPerft(ctx context.Context, depth int) {
	ctx, cancel := context.WithCancel(ctx)
	run := &running{stop: cancel, done: make(chan []string, 1)}
	s.running = run
	p, yield := s.game.Position(), s.config.Yield
	var yielded time.Time
	more := func(int, int) bool {
		if yield != nil && time.Since(yielded) > yieldTime {
			yield()
			yielded = time.Now()
		}
		return ctx.Err() == nil
	}
	go func() {
		var lines []string
		total := uint64(0)
		shares, done := game.Divide(p, depth, more)
		if depth == 0 {
			total = 1
		}
		for _, share := range shares {
			lines = append(lines, fmt.Sprintf("%s: %d", Text(share.Action), share.Lines))
			total += share.Lines
		}
		if done {
			lines = append(lines, "", fmt.Sprintf("Nodes searched: %d", total))
		} else {
			lines = append(lines, "info string perft was stopped: the counts are not all there are")
		}
		run.done <- lines
	}()
}

// yieldTime is how long a count goes on before it lets the event loop run.
const yieldTime = 8 * time.Millisecond
