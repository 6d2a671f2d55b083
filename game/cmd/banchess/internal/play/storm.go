package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/train"
)

// A Storm gives puzzles at a table for three minutes, from easy to hard.
type Storm struct {
	StormOptions
	table *Table
	run   train.Run
	skip  bool // the puzzle was answered wrong, or left
}

// StormOptions set up a storm.
type StormOptions struct {
	Table   Options
	Puzzles []puzzle.Puzzle
	Order   []string    // of their ids
	Race    *train.Race // nil if nobody else has the same puzzles
	Record  *Record
}

// NewStorm returns a storm.
func NewStorm(o StormOptions, c console.Console, colors *termenv.Output) *Storm {
	o.Table.Game = game.New()
	return &Storm{StormOptions: o, table: New(o.Table, c, colors)}
}

// now returns the time in milliseconds.
func (s *Storm) now() int64 { return s.Record.Now().UnixMilli() }

// Run gives puzzles until the time is up, quit, the end of the input, Ctrl-C, or the end of
// the context.
func (s *Storm) Run(ctx context.Context) error {
	t := s.table
	t.note("Solve as many puzzles as you can. You have three minutes, from your first ban or move. Several right ones in a row add time; a wrong one costs ten seconds.\n")
	if s.Race != nil && s.Race.Result == nil {
		t.note("To race you on the same puzzles, others type:\n")
		t.sayf("banchess puzzle --race %s\n", s.Race)
	}
	for _, id := range s.Order {
		i := slices.IndexFunc(s.Puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id })
		err := s.solve(ctx, &s.Puzzles[i])
		switch {
		case errors.Is(err, io.EOF):
			s.sayResult()
			return t.outcome(nil)
		case err != nil:
			return t.outcome(err)
		case t.quit || s.run.IsOver(s.now()):
			return t.outcome(s.sayResult())
		}
	}
	t.say("That was the last puzzle.\n")
	return t.outcome(s.sayResult())
}

func (s *Storm) commands() commandList {
	return commandList{
		{"board", "", "draw the board", does(s.table.redraw)},
		{"flip", "", "turn the board round", does(s.table.flip)},
		{"help", "[command]", "explain", func(_ context.Context, about string) error {
			return s.table.help(s.commands(), "Exactly one action is right: type it as in a game. After a wrong one the next puzzle comes.", about)
		}},
		{"quit", "", "end the storm", does(s.table.leave)},
	}
}

// solve puts a puzzle on the table until it is solved, or answered wrong.
func (s *Storm) solve(ctx context.Context, p *puzzle.Puzzle) error {
	t, attempt := s.table, puzzle.NewAttempt(p)
	s.skip, t.isExercise = false, true
	t.options.White, t.options.Black = Player{}, Player{}
	t.board.flipped = p.Solver() == game.Black
	t.begin(attempt.Game().Clone(), nil)
	t.note(fmt.Sprintf("\n%d solved, %s. %s\n", s.run.Score, timeLeft(time.Duration(s.run.Left(s.now()))*time.Millisecond)+" left", p.Task()))
	for !t.quit && !s.skip && !attempt.Done() {
		t.draw()
		line, err := t.readLine(ctx, t.prompt(), t.completer(s.commands()))
		switch {
		case errors.Is(err, console.ErrWoken):
			continue
		case err != nil:
			return err
		case s.run.IsOver(s.now()):
			return nil
		}
		if err := t.obey(ctx, line, s.commands(), func(_ context.Context, text string) error { return s.try(attempt, text) }); err != nil {
			return err
		}
	}
	return nil
}

// try takes what was typed for the solver's action.
func (s *Storm) try(attempt *puzzle.Attempt, text string) error {
	t := s.table
	a, err := t.read(text)
	if err != nil {
		return withoutHint(unknown(text, err))
	}
	before := attempt.Game().Len()
	right, err := attempt.Try(a)
	if err != nil {
		return withoutHint(err)
	}
	if !right {
		s.run.Miss(s.now())
		s.skip = true
		t.sayf("%s Ten seconds less.\n", t.strong("That is not it."))
		return nil
	}
	bonus := s.run.Right(s.now(), attempt.Done())
	for _, e := range attempt.Game().History()[before:] {
		if err := t.act(e.Action); err != nil {
			return err
		}
	}
	if bonus > 0 {
		t.sayf("%d in a row: %d seconds more.\n", s.run.Combo, bonus/1000)
	}
	return nil
}

// sayResult says the result, and keeps it.
func (s *Storm) sayResult() error {
	t := s.table
	if s.run.Ends == 0 {
		return nil // it has not begun
	}
	result := train.Result{Score: s.run.Score, Wrong: s.run.Wrong, Combo: s.run.Best}
	ofDay, ofAll := s.Record.Storm(result.Score, s.Record.Now().Unix())
	t.sayf("\n%s %d wrong; at best %d right in a row.\n", t.strong(fmt.Sprintf("%d solved.", result.Score)), result.Wrong, result.Combo)
	today, best := s.Record.BestStorm(s.Record.Today())
	switch {
	case ofAll:
		t.say("Your best storm so far.\n")
	case ofDay:
		t.sayf("Your best storm today. Your best ever is %d.\n", best)
	default:
		t.sayf("Your best today is %d; your best ever is %d.\n", today, best)
	}
	if s.Race != nil {
		s.compare(result)
	}
	return s.Record.Keep()
}

// compare compares the result with that of the other player, if there is one, and says how
// to send it.
func (s *Storm) compare(mine train.Result) {
	t := s.table
	if theirs := s.Race.Result; theirs != nil {
		verdict := [...]string{"They win", "It is a draw", "You win"}[1+mine.Compare(*theirs)]
		t.sayf("%s: %d to %d solved, %d to %d wrong.\n", verdict, mine.Score, theirs.Score, mine.Wrong, theirs.Wrong)
	}
	t.note("Send this to the others. It gives them the same puzzles, and your result:\n")
	t.sayf("banchess puzzle --race %s\n", train.Race{Code: s.Race.Code, Result: &mine})
}
