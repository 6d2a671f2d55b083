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
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
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

	lost error // of the record, which could not be kept
}

// TrainerOptions set up a trainer.
type TrainerOptions struct {
	Table   Options
	Puzzles []puzzle.Puzzle
	Record  *Record
	Rating  int    // of the puzzles that are wanted, 0 for the solver's own
	First   string // id of the puzzle to begin with, "" for any
	Again   bool   // only puzzles that were failed and come again today
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
	t.note("Ban Chess puzzles. The first action of each has one right answer. Type " + t.strong("help") + " for the commands.\n")
	var err error
	for !t.quit && err == nil {
		if p := r.choose(); p == nil {
			r.sayNone()
			break
		} else if err = r.solve(ctx, p); errors.Is(err, io.EOF) {
			return t.outcome(nil)
		}
	}
	return t.outcome(err)
}

// choose returns the next puzzle: the one that was asked for, or that which the rules of training
// draw.
func (r *Trainer) choose() *puzzle.Puzzle {
	if id := r.First; id != "" {
		r.First = ""
		if i := slices.IndexFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
			return &r.Puzzles[i]
		}
	}
	if r.Again {
		return r.dueAgain()
	}
	var offers []train.Offer
	for i := range r.Puzzles {
		offers = append(offers, train.Offer{Item: itemOf(&r.Puzzles[i]), Goal: r.Puzzles[i].Goal.String()})
	}
	before := ""
	if r.puzzle != nil {
		before = r.puzzle.ID()
	}
	id := r.Record.Next(offers, r.Rating, before, r.Random.Uint64())
	if i := slices.IndexFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
		return &r.Puzzles[i]
	}
	return r.puzzle // the only one
}

// dueAgain returns the next puzzle that comes again today, nil without one. A puzzle that this
// program does not have is left out.
func (r *Trainer) dueAgain() *puzzle.Puzzle {
	for _, p := range r.due() {
		if r.puzzle != p {
			return p
		}
	}
	return nil
}

// due returns the puzzles of this program that come again today.
func (r *Trainer) due() (all []*puzzle.Puzzle) {
	due, _ := r.Record.Again(review.DayOf(r.Record.Now()))
	for _, id := range due {
		if i := slices.IndexFunc(r.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
			all = append(all, &r.Puzzles[i])
		}
	}
	return all
}

// sayNone says why no puzzle comes.
func (r *Trainer) sayNone() {
	day := review.DayOf(r.Record.Now())
	_, next := r.Record.Again(day)
	switch due := r.due(); {
	case !r.Again:
		r.table.say("There is no such puzzle.\n")
	case len(due) > 0:
		r.table.sayf("%d left for today.\n", len(due))
	case next > 0:
		r.table.sayf("Nothing is left for today. The next come %s.\n", in(next-day))
	default:
		r.table.say("You have failed no puzzle yet.\n")
	}
}

// solve puts a puzzle on the table until it is solved or left.
func (r *Trainer) solve(ctx context.Context, p *puzzle.Puzzle) error {
	t := r.table
	r.puzzle, r.attempt = p, puzzle.NewAttempt(p)
	r.failed, r.counted, r.skip, r.hinted = false, false, false, 0
	t.isExercise = true
	t.options.White, t.options.Black = Player{}, Player{}
	t.board.flipped = p.Solver() == game.Black
	t.begin(r.attempt.Game().Clone(), nil)
	title := "Puzzle"
	if r.isDaily() {
		title = "Puzzle of the day:"
	}
	t.note(fmt.Sprintf("\n%s %s, rated %d. %s\n", title, t.strong(p.ID()), p.Rating, p.Task()))
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

// isDaily reports whether the puzzle is that of the day.
func (r *Trainer) isDaily() bool { return r.puzzle.ID() == train.Daily(r.Record.Today()) }

func (r *Trainer) prompt() string {
	if r.attempt.Done() {
		return "done> "
	}
	return r.table.prompt()
}

// try takes what was typed for the solver's action.
func (r *Trainer) try(ctx context.Context, text string) error {
	t := r.table
	if r.attempt.Done() {
		return r.errDone()
	}
	a, err := t.read(text)
	if err != nil {
		return withoutHint(unknown(text, err))
	}
	before := r.attempt.Game().Len()
	right, err := r.attempt.Try(a)
	if err != nil {
		return withoutHint(err)
	}
	if !right {
		t.sayf("%s\n", t.strong("That is not it."))
		r.count(puzzle.Wrong)
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
	t.note(strings.TrimRight(t.strong("Solved.")+" "+r.attempt.Outcome(), " ") + "\n")
	r.count(puzzle.Solved)
	r.sayNext()
	return nil
}

// errDone says what can be done after the end of the line.
func (r *Trainer) errDone() error {
	return errors.New("the puzzle is over: " + r.afterwards())
}

// afterwards says what can be typed after the end of the line, and sayNext tells it.
func (r *Trainer) afterwards() string {
	return "type next for another one" + pick(r.table.game.Over(), "", ", or play to go on against the engine")
}

func (r *Trainer) sayNext() { r.table.note(console.Sentence(r.afterwards()) + "\n") }

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

// count counts an answer, of which the first is what counts.
func (r *Trainer) count(e puzzle.Event) {
	_ = r.Record.update() // what another program has added is not a change by this answer; note reports errors
	before, _ := r.Record.Standing()
	status, solved := before.Status(r.puzzle.ID()), e == puzzle.Solved
	r.failed = r.failed || !solved
	r.lost = r.Record.note(r.puzzle, e)
	if solved && r.isDaily() {
		defer func() { r.table.say(r.Record.StreakWords() + "\n") }()
	}
	if r.counted {
		return
	}
	r.counted = true
	after, _ := r.Record.Standing()
	rating := fmt.Sprintf("is %d (%+d)", after.Rating, after.Rating-before.Rating)
	if before.Solved+before.Failed == 0 {
		rating = fmt.Sprintf("is %d (%+d; everybody begins at %d)", after.Rating, after.Rating-before.Rating, before.Rating)
	}
	if after.Rating == before.Rating {
		rating = fmt.Sprintf("stays %d", after.Rating)
	}
	switch {
	case status == puzzle.Done || status == puzzle.Failed:
		r.table.say("This puzzle was counted before; your rating does not change.\n")
	case solved && status == puzzle.Helped:
		r.table.sayf("Your rating stays %d, as you had a hint.\n", after.Rating)
	case solved:
		r.table.sayf("Your rating %s. %d solved in a row.\n", rating, after.Streak)
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
	answer, err := r.attempt.Refute(short, a)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // Ctrl-C
		answer = puzzle.Refutation{Reason: puzzle.NotKnown}
	}
	if err := t.act(a); err != nil {
		return err
	}
	for _, next := range answer.Line {
		if err := t.act(next); err != nil {
			return err
		}
	}
	r.show("\n")
	t.note(strings.TrimLeft(answer.Words()+" Try again: the board is as it was before.\n", " "))
	return nil
}
