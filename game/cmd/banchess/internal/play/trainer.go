package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/puzzle"
)

// A Trainer gives puzzles to solve at a table.
type Trainer struct {
	TrainerOptions
	table *Table

	// The puzzle under way.
	puzzle  *puzzle.Puzzle
	attempt *puzzle.Attempt
	failed  bool     // an action was wrong, or was told
	hinted  game.Ply // at which ply the last was, 0 for none: the next step is for the same ply
	counted bool
	skip    bool

	lost error // of the score, which could not be kept
}

// TrainerOptions set up a trainer.
type TrainerOptions struct {
	Table   Options
	Puzzles []puzzle.Puzzle
	Score   *Score
	Rating  int    // of the puzzles that are wanted, 0 for the solver's own
	First   string // id of the puzzle to begin with, "" for any
	Random  *rand.Rand
}

// NewTrainer returns a trainer.
func NewTrainer(o TrainerOptions, c console.Console, colors *termenv.Output) *Trainer {
	o.Table.Game = game.New()
	return &Trainer{TrainerOptions: o, table: New(o.Table, c, colors)}
}

// Run gives puzzles until quit, the end of the input, Ctrl-C, or the end of the
// context.
func (r *Trainer) Run(ctx context.Context) error {
	t := r.table
	t.note("Ban Chess puzzles. In each, one action alone is right. Type " + t.strong("help") + " for help.\n")
	var err error
	for !t.quit && err == nil {
		if p := r.choose(); p == nil {
			t.say("There is no such puzzle.\n")
			break
		} else if err = r.solve(ctx, p); errors.Is(err, io.EOF) {
			return t.outcome(nil)
		}
	}
	return t.outcome(err)
}

// nearest is among how many puzzles the next is drawn.
const nearest = 12

// choose returns the next puzzle: the one that was asked for, or one of the nearest
// in rating among those that were not seen, or not solved, or any.
func (r *Trainer) choose() *puzzle.Puzzle {
	if id := r.First; id != "" {
		r.First = ""
		if i := slices.IndexFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
			return &r.Puzzles[i]
		}
	}
	wanted := cmp.Or(r.Rating, r.Score.Rating)
	known := func(p *puzzle.Puzzle) int { // 0: not seen, 1: not solved
		solved, seen := r.Score.Seen[p.ID()]
		switch {
		case solved:
			return 2
		case seen:
			return 1
		}
		return 0
	}
	var list []*puzzle.Puzzle
	for i := range r.Puzzles {
		if p := &r.Puzzles[i]; p != r.puzzle {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return r.puzzle // the only one
	}
	slices.SortStableFunc(list, func(x, y *puzzle.Puzzle) int {
		return cmp.Or(known(x)-known(y), apart(x.Rating, wanted)-apart(y.Rating, wanted))
	})
	n := 1
	for n < min(nearest, len(list)) && known(list[n]) == known(list[0]) {
		n++
	}
	return list[r.Random.IntN(n)]
}

func apart(a, b int) int { return max(a-b, b-a) }

// solve puts a puzzle on the table until it is solved or left.
func (r *Trainer) solve(ctx context.Context, p *puzzle.Puzzle) error {
	t := r.table
	r.puzzle, r.attempt = p, puzzle.NewAttempt(p)
	r.failed, r.counted, r.skip, r.hinted = false, false, false, 0
	t.options.White, t.options.Black = Player{}, Player{}
	t.board.flipped = p.Solver() == game.Black
	t.begin(r.attempt.Game().Clone(), nil)
	verb := pick(p.Position.Phase() == game.PhaseBan, "bans", "moves")
	t.note(fmt.Sprintf("\nPuzzle %s, rated %d. %s %s: %s.\n", t.strong(p.ID()), p.Rating, p.Solver().Name(), verb, p.Goal.Words()))
	for !t.quit && !r.skip {
		t.draw()
		line, err := t.readLine(ctx, r.prompt(), t.completer(r.commands()))
		switch {
		case errors.Is(err, console.ErrWoken):
			continue
		case err != nil:
			return err
		}
		r.skip = strings.TrimSpace(line) == "" && r.attempt.Done()
		if err := cmp.Or(t.obey(ctx, line, r.commands(), r.try), r.lost); err != nil {
			return err
		}
	}
	return nil
}

func (r *Trainer) prompt() string {
	if r.attempt.Done() {
		return "solved> "
	}
	return r.table.prompt()
}

// try takes what was typed for the solver's action.
func (r *Trainer) try(ctx context.Context, text string) error {
	t := r.table
	if r.attempt.Done() {
		return errors.New("the puzzle is solved: type next, or play to go on with the game")
	}
	a, err := t.read(text)
	if err != nil {
		return unknown(text, err)
	}
	before := r.attempt.Game().Len()
	right, err := r.attempt.Try(a)
	if err != nil {
		return err
	}
	if !right {
		r.count(false)
		return r.refute(ctx, a)
	}
	if err := r.follow(before); err != nil {
		return err
	}
	if !r.attempt.Done() {
		t.say("Right. Go on.\n")
		return nil
	}
	r.show(" ")
	t.sayf("%s\n", t.strong("Solved."))
	r.count(true)
	t.note("Type next for another one" + pick(t.game.Over(), "", ", or play to go on against the engine") + ".\n")
	return nil
}

// follow plays at the table what the attempt has played since an action.
func (r *Trainer) follow(from int) error {
	for _, e := range r.attempt.Game().History()[from:] {
		if err := r.table.act(e.Action); err != nil {
			return err
		}
	}
	return nil
}

// show draws the board, and says how the game ended, if it did, with what comes then.
func (r *Trainer) show(then string) {
	r.table.draw()
	if result := r.table.game.Result(); result.Over() {
		r.table.sayf("%s.%s", result, then)
	}
}

// count counts the puzzle, once.
func (r *Trainer) count(solved bool) {
	r.failed = r.failed || !solved
	if r.counted {
		return
	}
	r.counted = true
	_, answered := r.Score.Seen[r.puzzle.ID()]
	hinted := slices.Contains(r.Score.Hinted, r.puzzle.ID())
	change := r.Score.add(r.puzzle, solved)
	r.lost = r.Score.keep()
	rating := fmt.Sprintf("is %d (%+d)", r.Score.Rating, change)
	if hinted {
		rating = fmt.Sprintf("stays %d, as you had a hint", r.Score.Rating)
	}
	switch {
	case answered:
		r.table.say("It counts once, by your first answer.\n")
	case solved:
		r.table.sayf("Your rating %s, your streak %d.\n", rating, r.Score.Streak)
	default:
		r.table.sayf("It counts as failed: your rating %s.\n", rating)
	}
}

// refute shows on the board what an action that is not right comes to.
func (r *Trainer) refute(ctx context.Context, a game.Action) error {
	t := r.table
	back := t.game.Clone()
	defer t.begin(back, nil)
	short, cancel := term.Short(ctx)
	defer cancel()
	limits := t.limits()
	limits.Mate = r.puzzle.Goal.Turns
	t.sayf("%s\n", t.strong("That is not it."))
	if err := t.act(a); err != nil {
		return err
	}
	for range 4 { // up to the opponent's move, or the ban after it that mates
		if t.game.Over() {
			break
		}
		opponent := t.game.ActivePlayer() != r.puzzle.Solver()
		reply, err := t.options.Engine.Search(short, t.game, limits, nil)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if err := t.act(reply.Best); err != nil {
			return err
		}
		if opponent && reply.Best.IsMove() && reply.Score.Mate != 1 {
			if reply.Score.Mate > 0 {
				t.sayf("%s mates in %d.\n", r.puzzle.Solver().Opponent().Name(), reply.Score.Mate)
			}
			break
		}
	}
	r.show("\n")
	t.note(r.missed() + " Try again: the board is as it was before.\n")
	return nil
}

// missed says what an action that is not right misses.
func (r *Trainer) missed() string {
	goal := r.puzzle.Goal
	switch {
	case goal.Kind == puzzle.Mate:
		return "This is not " + goal.Words() + "."
	case goal.Kind == puzzle.Material:
		return "This wins less."
	case goal.Kind == puzzle.Stalemate:
		return "This does not draw."
	}
	return "This loses."
}
