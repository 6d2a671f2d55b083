package play

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

var trainerCommands = commandList[*Trainer]{
	{"next", "", "the next puzzle", does((*Trainer).next)},
	{"hint", "", "which piece it is about; the second time, what is right", (*Trainer).cmdHint},
	{"solution", "", "show the rest of the line", (*Trainer).cmdSolution},
	{"again", "", "begin this puzzle again", does((*Trainer).again)},
	{"play", "[LEVEL]", "play on against the engine; quit comes back", (*Trainer).cmdPlay},
	{"analyze", "", "show the engine's three best lines", (*Trainer).cmdAnalyze},
	{"score", "", "your rating, streak and how many you have solved", does((*Trainer).sayScore)},
	{"themes", "", "what this puzzle is about, once it is solved", (*Trainer).cmdThemes},
	{"board", "", "draw the board", atTable(does((*Table).redraw))},
	{"flip", "", "turn the board round", atTable(does((*Table).flip))},
	{"fen", "", "print the position as an extended FEN", atTable(does((*Table).sayFEN))},
	{"help", "", "explain", nil},
	{"quit", "", "leave; the score is kept", atTable(does((*Table).leave))},
}

// atTable is a command of the table for its trainer.
func atTable(run func(*Table, context.Context, string) error) func(*Trainer, context.Context, string) error {
	return func(r *Trainer, ctx context.Context, argument string) error { return run(r.table, ctx, argument) }
}

func (r *Trainer) obey(ctx context.Context, line string) error {
	c, argument, found, err := trainerCommands.parse(line)
	switch {
	case err != nil:
		return err
	case line == "":
		r.skip = r.attempt.Done()
		return nil
	case !found:
		return r.try(ctx, line)
	case c.run == nil:
		return r.cmdHelp()
	}
	return c.run(r, ctx, argument)
}

func (r *Trainer) cmdAnalyze(ctx context.Context, _ string) error {
	if !r.attempt.Done() {
		return errors.New("first solve the puzzle; hint helps, and solution shows it")
	}
	return r.table.cmdAnalyze(ctx, "")
}

// completer offers commands and legal actions.
func (r *Trainer) completer() Completer {
	actions := r.table.actions()
	return func(line string) (int, []string) {
		line = strings.TrimLeft(line, " ")
		if strings.Contains(line, " ") {
			return 0, nil
		}
		return matching(line, append(trainerCommands.names(), actions(line)...))
	}
}

// next leaves the puzzle, which costs nothing: the first answer is what counts.
func (r *Trainer) next() { r.skip = true }

func (r *Trainer) again() {
	r.attempt = puzzle.NewAttempt(r.puzzle)
	r.table.seatPuzzle(r.attempt.Game())
}

// cmdHint says which piece it is about, and the second time the action.
func (r *Trainer) cmdHint(context.Context, string) error {
	t := r.table
	a := r.attempt.Expected()
	if a == (game.Action{}) {
		return errors.New("the puzzle is solved: type next")
	}
	what := pick(a.IsBan(), "Ban a move of ", "Move ")
	if ply := t.game.Position().Ply(); r.hinted != ply {
		r.hinted = ply
		t.sayf("%sthe %s on %s.\n", what, t.game.Position().PieceAt(a.Pair().From()).Role(), a.Pair().From())
		if _, answered := r.Score.Seen[r.puzzle.ID()]; !answered {
			t.say(wrap("After a hint your rating does not change. Another one tells what is right, and counts as failed.\n", t.options.Width(), 0))
		}
		return r.Score.help(r.puzzle)
	}
	t.sayf("%s.\n", t.strong(t.advice(a)))
	return r.count(false)
}

// cmdSolution plays the rest of the line.
func (r *Trainer) cmdSolution(context.Context, string) error {
	if r.attempt.Done() {
		return errors.New("the puzzle is solved: type next")
	}
	if err := r.count(false); err != nil {
		return err
	}
	before := r.attempt.Game().Len()
	for !r.attempt.Done() {
		if _, err := r.attempt.Try(r.attempt.Expected()); err != nil {
			return err
		}
	}
	if err := r.follow(before); err != nil {
		return err
	}
	r.show("\n")
	return nil
}

// cmdPlay lets the game go on against the engine, at its strongest or at a level.
func (r *Trainer) cmdPlay(ctx context.Context, argument string) error {
	t := r.table
	switch {
	case !r.attempt.Done():
		return errors.New("first solve the puzzle; solution shows it")
	case t.game.Over():
		return t.errOver()
	}
	opponent, err := ParsePlayer("engine" + pick(argument == "", "", ":"+argument))
	if err != nil {
		return err
	}
	*t.seatOf(r.puzzle.Solver().Opponent()) = opponent
	t.kept = true
	err = t.loop(ctx)
	t.stopThinking()
	if kept := t.keep(); err == nil {
		err = kept
	}
	t.options.White, t.options.Black = Player{}, Player{}
	if err != nil {
		return err
	}
	if !t.quit {
		return io.EOF // the input has ended
	}
	t.quit = false
	t.seatPuzzle(r.attempt.Game())
	return nil
}

func (r *Trainer) sayScore() {
	s := r.Score
	r.table.sayf("Your rating is %d. %d solved, %d not; streak %d, the longest %d.\n", s.Rating, s.Solved, s.Failed, s.Streak, s.Best)
}

func (r *Trainer) cmdThemes(context.Context, string) error {
	if !r.attempt.Done() && !r.failed {
		return errors.New("that would tell too much; solve the puzzle first")
	}
	r.table.sayf("%s\n", strings.Join(r.puzzle.Themes(), ", "))
	return nil
}

func (r *Trainer) cmdHelp() error {
	r.table.say(trainerCommands.help(`
One action alone is right: type it as in a game. What is right too, later in the
line, is accepted. A wrong one is answered on the board, and you can try again;
the first answer is what counts for your rating.
`, r.table.options.Width()))
	return nil
}
