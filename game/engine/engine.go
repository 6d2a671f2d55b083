package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine/internal/search"
)

// MaxDepth is the deepest iteration.
const MaxDepth = 64

// ErrOver is returned for a game in which nothing can be played.
var ErrOver = &game.Error{
	Code:    game.CodeGameOver,
	Message: "the game is over: no action is left to search",
	Hint:    "search a position before the end",
}

// Options are an engine's settings; the zero Options are the defaults.
type Options struct {
	Hash     int           // size of the transposition table in MB, up to MaxHash; 0 means 16
	Seed     uint64        // of a weak level's errors
	Overhead time.Duration // kept back from every clock, not negative
	Threads  int           // that search, up to MaxThreads and as many as run at once; 0 means 1
	Tables   Tables        // exact endings, for full strength; nil means none
}

// MaxHash is the largest transposition table, in MB. Go ends a program that asks for
// memory that is not to be had; this much is to be had wherever banchess runs.
const MaxHash = 1 << 10

func (o *Options) check() error {
	switch {
	case o.Hash < 0 || o.Hash > MaxHash:
		return outside(CodeBadOption, "the option Hash", o.Hash, fmt.Sprintf("from 1 to %d MB, or 0 for 16", MaxHash))
	case o.Threads < 0 || o.Threads > MaxThreads:
		return outside(CodeBadOption, "the option Threads", o.Threads, fmt.Sprintf("from 1 to %d, or 0 for 1", MaxThreads))
	case o.Overhead < 0:
		return outside(CodeBadOption, "the option Overhead", o.Overhead, "of 0 or more")
	}
	return nil
}

// Info is what a search has found at the end of an iteration, for one line.
type Info struct {
	Depth    int // moves, see Limits
	SelDepth int // moves of the longest line searched
	Line     int // 1 for the best line, 2 for the next
	Score    Score
	Bound    Bound // of a score that ReportBound is given; 0 in Report
	Nodes    uint64
	Time     time.Duration
	HashFull int           // permille
	Exact    bool          // by tables: no search finds another score
	Actions  []game.Action // bans and moves from the root on
}

// NodesPerSecond returns the speed of the search so far.
func (i Info) NodesPerSecond() uint64 {
	return uint64(float64(i.Nodes) / max(i.Time.Seconds(), 1e-6))
}

// Result is what a search recommends.
type Result struct {
	Best   game.Action
	Reply  game.Action // expected answer, or no action
	Score  Score
	Depth  int
	Nodes  uint64        // of the whole search, also after its last finished iteration
	Time   time.Duration // of the whole search, as Nodes
	Lines  []Info
	Proven bool // the score is a mate found by Solve or by tables
}

// An Engine searches one position at a time. It remembers what it has searched
// until Clear, or until a weaker level searches. The zero Engine is not usable; see New.
type Engine struct {
	options Options
	table   *search.Table
	search  *search.Searcher
	others  []*search.Searcher // of the other threads; startHelpers makes them

	strongest int // level that has searched since Clear

	// Report, when set, is called with each line of each finished iteration,
	// during Search.
	Report func(Info)

	// ReportBound, when set, is called in the middle of an iteration, during Search for
	// one line, when the best action turns out worse than it was, or another one turns out much
	// better: the score is a bound then, and the iteration goes on.
	ReportBound func(Info)

	now func() time.Time
}

// New returns an engine. Error: CodeBadOption.
func New(options Options) (*Engine, error) {
	e := &Engine{search: new(search.Searcher), now: time.Now}
	if err := e.Configure(options); err != nil {
		return nil, err
	}
	return e, nil
}

// Clear forgets everything that was searched.
func (e *Engine) Clear() {
	e.table.Clear()
	e.strongest = 0
	for _, s := range append(e.others, e.search) {
		s.Clear()
	}
}

// Evaluate returns the static value of a position to its mover, in centipawns.
func (e *Engine) Evaluate(p game.Position) int {
	board := p.Chess()
	return e.search.Evaluate(&board)
}

// Search finds the best action for the player to act in a game, whose earlier
// positions count for repetition. The game is not changed.
//
// With one thread, the result is the same every time for the same position, limits
// of depth or nodes, options and history of searches since Clear. Search ends within 10
// milliseconds of the context's end and then returns the best it has. A yield
// that is not nil is called every few milliseconds, so that a program with one
// thread can look at its input; in WebAssembly events come only while it blocks, as in
// time.Sleep(time.Millisecond).
//
// Errors: ErrOver, CodeBadLimit.
func (e *Engine) Search(ctx context.Context, g *game.Game, limits Limits, yield func()) (Result, error) {
	if err := limits.check(); err != nil {
		return Result{}, err
	}
	if g.Over() {
		return Result{}, ErrOver
	}
	if len(limits.Only) > 0 && !slices.ContainsFunc(limits.Only, g.IsLegal) {
		return Result{}, badLimit("none of the actions of Only is legal", "give legal actions, or none to search them all")
	}
	e.forgetStronger(limits.strength())
	e.table.NextSearch()
	r := newRun(e, e.search, ctx, g, limits, yield)
	if len(r.choices) == 0 {
		return Result{}, ErrOver
	}
	if limits.Mate > 0 {
		if result, ok := r.solveMate(limits.Mate); ok {
			return result, nil
		}
	}
	if level := limits.strength(); level < Levels {
		return r.playAt(levels[level-1]), nil
	}
	if result, ok := r.searchTables(); ok {
		return result, nil
	}
	r.helpers = e.startHelpers(r)
	defer r.helpers.end()
	return r.deepen(), nil
}

// Options returns the engine's settings.
func (e *Engine) Options() Options { return e.options }

// Configure changes the settings. A new size of the table forgets what was
// searched; no other setting does. Error: CodeBadOption, and then no setting changes.
func (e *Engine) Configure(options Options) error {
	if options.Hash == 0 {
		options.Hash = 16
	}
	if err := options.check(); err != nil {
		return err
	}
	if e.table == nil || options.Hash != e.table.Megabytes() {
		e.table = search.NewTable(options.Hash)
	}
	e.options = options
	if n := max(0, options.Threads-1); len(e.others) > n {
		e.others = e.others[:n:n]
	}
	return nil
}
