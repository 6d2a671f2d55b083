package play

import (
	"context"
	"errors"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

func (r *Trainer) commands() commandList {
	return commandList{
		{"next", "", "the next puzzle", does(r.next)},
		{"hint", "", "which piece to look at; a second time, the answer, and the puzzle is failed", r.cmdHint},
		{"solution", "", "show the rest of the line; the puzzle is failed", r.cmdSolution},
		{"again", "", "begin this puzzle again", does(r.again)},
		{"play", "[LEVEL]", "play on against the engine; quit returns", r.cmdPlay},
		{"analyze", "", "show the engine’s three best lines", r.cmdAnalyze},
		{"score", "", "your rating, your streak of days, and how many you have solved", does(r.sayScore)},
		{"themes", "", "what this puzzle is about, once it is solved", r.cmdThemes},
		{"board", "", "draw the board", does(r.table.redraw)},
		{"flip", "", "turn the board round", does(r.table.flip)},
		{"fen", "", "print the position as an extended FEN", does(r.table.sayFEN)},
		{"help", "[command]", "explain", r.cmdHelp},
		{"quit", "", "leave; the score is kept", does(r.table.leave)},
	}
}

func (r *Trainer) cmdAnalyze(ctx context.Context, _ string) error {
	if !r.attempt.Done() {
		return errors.New("first solve the puzzle; hint helps, and solution shows the answer")
	}
	return r.table.cmdAnalyze(ctx, "")
}

// next leaves the puzzle, which costs nothing: the first answer is what counts.
func (r *Trainer) next() { r.skip = true }

func (r *Trainer) again() {
	r.attempt = puzzle.NewAttempt(r.puzzle)
	r.table.begin(r.attempt.Game().Clone(), nil)
}

// cmdHint says which piece it is about, and the second time the action.
func (r *Trainer) cmdHint(context.Context, string) error {
	t := r.table
	a := r.attempt.Expected()
	if a == (game.Action{}) {
		return r.errDone()
	}
	if ply := t.game.Position().Ply(); r.hinted != ply {
		r.hinted = ply
		t.sayf("%s\n", r.attempt.Hint())
		if x := r.Record.Puzzle(r.puzzle.ID()); x == nil || len(x.Answers) == 0 {
			t.note("With a hint your rating cannot rise. A second hint shows the answer, and counts as failed.\n")
		}
		r.lost = r.Record.note(r.puzzle, puzzle.Hinted)
		return nil
	}
	t.sayf("%s.\n", t.strong(t.advice(a)))
	r.count(puzzle.Shown)
	return nil
}

// sayPiece says which piece an action is about.
func (t *Table) sayPiece(a game.Action) {
	from := a.Pair().From()
	t.sayf("%sthe %s on %s.\n", pick(a.IsBan(), "Ban a move of ", "Move "), t.game.Position().PieceAt(from).Role(), from)
}

// cmdSolution plays the rest of the line.
func (r *Trainer) cmdSolution(context.Context, string) error {
	if r.attempt.Done() {
		return r.errDone()
	}
	r.count(puzzle.Shown)
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
	if words := r.attempt.Outcome(); words != "" {
		r.table.note(words + "\n")
	}
	r.sayNext()
	return nil
}

// cmdPlay lets the game go on against the engine, at its strongest or at a level.
func (r *Trainer) cmdPlay(ctx context.Context, argument string) error {
	if !r.attempt.Done() {
		return errors.New("first solve the puzzle; solution shows the answer")
	}
	return r.table.playOn(ctx, argument, r.puzzle.Solver(), r.attempt.Game().Clone())
}

// playOn lets the game go on against the engine, at its strongest or at a level, until
// quit, after which a game is back on the table. A person has one side.
func (t *Table) playOn(ctx context.Context, level string, person game.Player, back *game.Game) error {
	if t.game.Over() {
		return t.errOver()
	}
	opponent, err := ParsePlayer("engine" + pick(level == "", "", ":"+level))
	if err != nil {
		return err
	}
	*t.seatOf(person.Opponent()) = opponent
	t.kept = true
	was := t.isExercise
	t.isExercise = false
	defer func() { t.isExercise = was }()
	t.note("Type quit to come back.\n")
	err = t.loop(ctx)
	t.stopThinking()
	if kept := t.keep(); err == nil {
		err = kept
	}
	t.options.White, t.options.Black = Player{}, Player{}
	if err != nil {
		return err
	}
	ended := !t.quit // the input
	if !ended {
		t.begin(back, nil)
	}
	t.quit = ended
	return nil
}

func (r *Trainer) sayScore() {
	s, _ := r.Record.Standing()
	r.table.sayf("Your rating is %d. %d solved, %d failed; %d in a row, %d at best.\n%s\n", s.Rating, s.Solved, s.Failed, s.Streak, s.Best, r.Record.StreakWords())
}

func (r *Trainer) cmdThemes(context.Context, string) error {
	if !r.attempt.Done() && !r.failed {
		return errors.New("that would tell too much; solve the puzzle first")
	}
	r.table.sayf("%s\n", strings.Join(r.puzzle.Themes(), ", "))
	return nil
}

func (r *Trainer) cmdHelp(_ context.Context, about string) error {
	return r.table.help(r.commands(), `
Before each move the opponent must ban one of the mover’s moves, by its two squares;
a promotion is banned whole. If it was the only move, the mover is checkmated when in
check, and stalemated otherwise.
The first action has exactly one right answer: type it as in a game. Further on, any
action that is just as good is accepted. After a wrong one the board shows why it
fails, and you can try again; but the puzzle is then failed, since only the first time
through counts for your rating. A turn is a move and the ban after it; if the puzzle
begins with a ban, that ban is the first turn.
`, about)
}
