package uci

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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
	clock    bool    // something was said of clocks
	perft    int     // depth; -1 for none
	passed   []error // what was passed over, and why
}

// maxPassed bounds how much of what was passed over is told.
const maxPassed = 8

// parseGo reads the words after go. What it cannot read it passes over, as the
// protocol demands. An action after searchmoves that is not legal is kept, so
// that a list without a legal action is told from no list.
func parseGo(g *game.Game, args []string) request {
	r := request{perft: -1}
	pass := func(format string, args ...any) {
		if len(r.passed) < maxPassed {
			r.passed = append(r.passed, fmt.Errorf("go: "+format, args...))
		}
	}
	var unknown []string
	for i := 0; i < len(args); i++ {
		word := args[i]
		switch set := goWords[word]; {
		case word == "infinite":
			r.infinite = true
		case word == "ponder":
			r.ponder = true
		case word == "searchmoves":
			for i+1 < len(args) && !isGoWord(args[i+1]) {
				i++
				a, err := ParseAction(g, args[i])
				if err != nil {
					pass("searchmoves %q: %w", args[i], err)
				}
				if a.IsValid() {
					r.limits.Only = append(r.limits.Only, a)
				}
			}
		case set == nil:
			unknown = append(unknown, word)
		case i+1 == len(args) || isGoWord(args[i+1]):
			pass("%s wants a number", word)
		default:
			i++
			n, err := strconv.ParseInt(args[i], 10, 64) // one out of range is as near as can be
			signed := strings.HasSuffix(word, "time") || strings.HasSuffix(word, "inc")
			if err != nil && !errors.Is(err, strconv.ErrRange) || n < 0 && !signed {
				pass("%s wants a number, not %q", word, args[i])
				continue
			}
			set(&r, n)
		}
	}
	if len(unknown) > 0 {
		pass("unknown words %q", strings.Join(unknown, " "))
	}
	return r
}

// goWords are the words that may follow go. Those that a number follows have a function
// that takes it.
var goWords = map[string]func(r *request, number int64){
	"infinite": nil, "ponder": nil, "searchmoves": nil,
	"depth":     func(r *request, n int64) { r.limits.Depth = max(bounded(n), 1) }, // 0 asks for as little as can be
	"nodes":     func(r *request, n int64) { r.limits.Nodes = uint64(max(n, 1)) },
	"mate":      func(r *request, n int64) { r.limits.Mate = max(bounded(n), 1) },
	"movetime":  func(r *request, n int64) { r.limits.MoveTime = milliseconds(n, 1) },
	"wtime":     func(r *request, n int64) { r.setTime(game.White, n) },
	"btime":     func(r *request, n int64) { r.setTime(game.Black, n) },
	"winc":      func(r *request, n int64) { r.setIncrement(game.White, n) },
	"binc":      func(r *request, n int64) { r.setIncrement(game.Black, n) },
	"movestogo": func(r *request, n int64) { r.limits.MovesToGo, r.clock = bounded(n), true },
	"perft":     func(r *request, n int64) { r.perft = min(bounded(n), game.MaxPerft) },
}

func isGoWord(s string) bool {
	_, ok := goWords[s]
	return ok
}

// bounded makes an int of a number; more is as good as without end.
func bounded(n int64) int { return int(min(max(n, -1), 1e9)) }

func milliseconds(n int64, least int) time.Duration {
	return time.Duration(max(bounded(n), least)) * time.Millisecond
}

// setTime sets a player's clock. One below zero is nearly out.
func (r *request) setTime(p game.Player, n int64) {
	r.limits.Time[p.Index()], r.clock = milliseconds(n, 1), true
}

func (r *request) setIncrement(p game.Player, n int64) {
	r.limits.Increment[p.Index()], r.clock = milliseconds(n, 0), true
}

// none is the answer when there is nothing to search.
func none(why error) []string {
	return []string{"info string " + oneLine(why), "bestmove " + Text(game.Action{})}
}

// defaultTime is the thinking time of a go whose limits cannot be read.
const defaultTime = time.Second

// startGo begins what a go command asks for; its answer comes through s.running.
func (s *server) startGo(ctx context.Context, args []string) {
	r := parseGo(s.game, args)
	run := &running{limited: true, held: r.infinite || r.ponder, infinite: r.infinite}
	if r.ponder {
		run.ponderhit = make(chan struct{})
		r.limits.Ponder = run.ponderhit
	}
	if s.refused != nil {
		answer := none(s.refused)
		s.start(ctx, run, func(context.Context) []string { return answer })
		return
	}
	for _, err := range r.passed {
		s.say("info string %s", oneLine(err))
	}
	if r.perft >= 0 {
		p := s.game.Position()
		s.start(ctx, &running{limited: true}, func(ctx context.Context) []string { return s.perft(ctx, p, r.perft) })
		return
	}
	own, other := s.game.ActivePlayer().Index(), s.game.ActivePlayer().Opponent().Index()
	if r.limits.Time[own] == 0 { // where one clock is told, it is for both
		r.limits.Time[own], r.limits.Increment[own] = r.limits.Time[other], r.limits.Increment[other]
	}
	timed := r.limits.MoveTime > 0 || r.limits.Time[own] > 0
	limited := timed || r.limits.Depth > 0 || r.limits.Nodes > 0 || r.limits.Mate > 0
	if !limited && !r.infinite && (r.clock || len(r.passed) > 0) {
		// A client that sent a limit waits for an answer and sends no stop.
		r.limits.MoveTime, timed, limited = defaultTime, true, true
	}
	run.limited = limited
	if r.limits.Mate > 0 && !timed && r.limits.Depth == 0 && r.limits.Nodes == 0 {
		// When there is no such mate the best action is still wanted, soon.
		r.limits.Depth = 2*r.limits.Mate + 2
	}
	if r.infinite {
		r.limits.MoveTime, r.limits.Time = 0, [2]time.Duration{}
	}
	settings := s.engine.Options()
	settings.Tables = s.options.engineTables(timed)
	if err := s.engine.Configure(settings); err != nil {
		s.say("info string %s", oneLine(err))
	}
	told := uint64(0) // nodes
	s.engine.Report = func(i engine.Info) {
		s.sayInfo(i)
		told = i.Nodes
	}
	s.engine.ReportBound = s.sayInfo
	g, limits := s.game.Clone(), r.limits
	chance := rand.New(rand.NewPCG(s.engine.Options().Seed, uint64(g.Ply()))).Float64()
	limits.Lines, limits.Level = s.options.lines, s.options.strength(chance)
	s.start(ctx, run, func(ctx context.Context) []string {
		result, err := s.engine.Search(ctx, g, limits, s.config.Yield)
		if game.CodeOf(err) == engine.CodeBadLimit && len(limits.Only) > 0 {
			err = errors.New("go: none of the searchmoves can be played")
		}
		if errors.Is(err, engine.ErrOver) {
			err = fmt.Errorf("the game is over (%s)", g.Result())
		}
		if err != nil {
			return none(err)
		}
		best := "bestmove " + Text(result.Best)
		if result.Nodes != told {
			all := engine.Info{Nodes: result.Nodes, Time: result.Time}
			return []string{"info " + speed(all), best}
		}
		return []string{best}
	})
}

// speed says how much was searched, and how fast.
func speed(i engine.Info) string {
	return fmt.Sprintf("nodes %d nps %d time %d", i.Nodes, i.NodesPerSecond(), i.Time.Milliseconds())
}

// bounds are the words after a score that is a bound.
var bounds = map[engine.Bound]string{engine.AtLeast: " lowerbound", engine.AtMost: " upperbound"}

// sayInfo writes one line of a finished iteration, or a bound.
func (s *server) sayInfo(i engine.Info) {
	var pv strings.Builder
	for _, a := range i.Actions {
		pv.WriteByte(' ')
		pv.WriteString(Text(a))
	}
	s.say("info depth %d seldepth %d multipv %d score %s%s %s hashfull %d pv%s",
		i.Depth, i.SelDepth, i.Line, i.Score, bounds[i.Bound], speed(i), i.HashFull, pv.String())
}

// answer says what a search came to.
func (s *server) answer(lines []string) {
	for _, line := range lines {
		s.say("%s", line)
	}
	s.running.stop()
	s.running = nil
}

// unlimited says that nothing but stop, or a ponderhit first, ends the search.
func (r *running) unlimited() bool { return r != nil && (r.held || !r.limited) }

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
		run.held = run.infinite
	}
}

// halt ends the search under way and waits for it. It answers only if the client
// has asked for that by stop.
func (s *server) halt() {
	if run := s.running; run != nil {
		run.stop()
		lines := <-run.done
		if !run.stopped {
			lines = nil
		}
		s.answer(lines)
	}
}

// perft counts the lines of a position.
func (s *server) perft(ctx context.Context, p game.Position, depth int) (lines []string) {
	var yielded time.Time
	shares, done := game.Divide(p, depth, func(int, int) bool {
		if s.config.Yield != nil && time.Since(yielded) > yieldTime {
			s.config.Yield()
			yielded = time.Now()
		}
		return ctx.Err() == nil
	})
	total := uint64(0)
	if depth == 0 {
		total = 1
	}
	for _, share := range shares {
		lines = append(lines, fmt.Sprintf("%s: %d", Text(share.Action), share.Lines))
		total += share.Lines
	}
	if !done {
		return append(lines, "info string perft was stopped: the counts are not all there are")
	}
	return append(lines, "", fmt.Sprintf("Nodes searched: %d", total))
}

// yieldTime is how long a count goes on before it lets the event loop run.
const yieldTime = 8 * time.Millisecond

// BenchLine returns the last line of a benchmark, for OpenBench and for people: "N nodes
// M nps".
func BenchLine(b engine.Benchmark) string {
	return fmt.Sprintf("%d nodes %d nps", b.Nodes, b.NodesPerSecond())
}

// startBench obeys "bench [<depth>]". The options and the position make no
// difference to it; like a search it can be stopped.
func (s *server) startBench(ctx context.Context, args []string) error {
	depth := engine.BenchDepth
	if len(args) > 0 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 || n > engine.MaxDepth || len(args) > 1 {
			return fmt.Errorf("bench wants a depth from 1 to %d, or nothing for %d", engine.MaxDepth, engine.BenchDepth)
		}
		depth = n
	}
	s.start(ctx, &running{limited: true}, func(ctx context.Context) []string {
		b, err := engine.Bench(ctx, depth, func(b engine.Benchmark) {
			s.say("info string position %d of %d, %d nodes", b.Done, b.Of, b.Nodes)
		}, s.config.Yield)
		if err != nil {
			return []string{"info string bench was stopped"}
		}
		return []string{BenchLine(b)}
	})
	return nil
}
