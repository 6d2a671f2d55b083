package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// trainerCommand is a word that is not an action.
type trainerCommand struct {
	name, argument, about string
	run                   func(r *Trainer, ctx context.Context, argument string) error
}

var trainerCommands = []trainerCommand{
	{"next", "", "the next puzzle", (*Trainer).cmdNext},
	{"hint", "", "which piece it is about; the second time, what is right", (*Trainer).cmdHint},
	{"solution", "", "show the rest of the line", (*Trainer).cmdSolution},
	{"again", "", "begin this puzzle again", (*Trainer).cmdAgain},
	{"play", "[LEVEL]", "play on against the engine; quit comes back", (*Trainer).cmdPlay},
	{"analyze", "", "show the engine's three best lines", (*Trainer).cmdTable},
	{"score", "", "your rating, streak and how many you have solved", (*Trainer).cmdScore},
	{"themes", "", "what this puzzle is about, once it is solved", (*Trainer).cmdThemes},
	{"board", "", "draw the board", (*Trainer).cmdTable},
	{"flip", "", "turn the board round", (*Trainer).cmdTable},
	{"fen", "", "print the position as an extended FEN", (*Trainer).cmdTable},
	{"help", "", "explain", nil}, // cmdHelp, which needs this list
	{"quit", "", "leave; the score is kept", (*Trainer).cmdQuit},
}

func (r *Trainer) obey(ctx context.Context, line string) error {
	name, argument, _ := strings.Cut(line, " ")
	if full, ok := aliases[strings.ToLower(name)]; ok {
		name = full
	}
	i := slices.IndexFunc(trainerCommands, func(c trainerCommand) bool { return strings.EqualFold(c.name, name) })
	switch {
	case line == "" && r.attempt.Done():
		return r.cmdNext(ctx, "")
	case line == "":
		return nil
	case i < 0:
		return r.try(ctx, line)
	}
	c := trainerCommands[i]
	argument = strings.TrimSpace(argument)
	switch {
	case argument != "" && c.argument == "":
		return fmt.Errorf("the command %s takes no argument", c.name)
	case c.run == nil:
		return r.cmdHelp()
	case c.name == "analyze" && !r.attempt.Done():
		return errors.New("first solve the puzzle; hint helps, and solution shows it")
	case c.argument == "" && argument == "" && slices.Contains([]string{"analyze", "board", "flip", "fen"}, c.name):
		argument = c.name
	}
	return c.run(r, ctx, argument)
}

// cmdTable is a command of the table.
func (r *Trainer) cmdTable(ctx context.Context, name string) error {
	c, _ := findCommand(name)
	return c.run(r.table, ctx, "")
}

// complete offers commands and legal actions.
func (r *Trainer) complete(line string) (int, []string) {
	line = strings.TrimLeft(line, " ")
	if strings.ContainsAny(line, " ") {
		return 0, nil
	}
	var words []string
	for _, c := range trainerCommands {
		words = append(words, c.name)
	}
	return matching(line, append(words, r.table.actions(line)...))
}

func (r *Trainer) cmdNext(context.Context, string) error {
	r.skip = true // which costs nothing: what counts is the first answer
	return nil
}

func (r *Trainer) cmdAgain(context.Context, string) error {
	r.attempt = puzzle.NewAttempt(r.puzzle)
	r.table.seatPuzzle(r.attempt.Game())
	return nil
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
		if _, answered := r.score.Seen[r.puzzle.ID()]; !answered {
			t.say(wrap("After a hint your rating does not change. Another one tells what is right, and counts as failed.\n", t.options.Width(), 0))
		}
		return r.score.help(r.puzzle)
	}
	t.sayf("%s%s.\n", pick(a.IsBan(), "Ban ", "Play "), t.strong(r.words(a)))
	return r.count(false)
}

// words is an action as people write it.
func (r *Trainer) words(a game.Action) string {
	if m, ok := a.Move(); ok {
		if san, err := r.table.game.Position().SAN(m); err == nil {
			return san
		}
	}
	return dashed(a.Pair())
}

// cmdSolution plays the rest of the line.
func (r *Trainer) cmdSolution(context.Context, string) error {
	if r.attempt.Done() {
		return errors.New("the puzzle is solved: type next")
	}
	if err := r.count(false); err != nil {
		return err
	}
	t := r.table
	for !r.attempt.Done() {
		before := r.attempt.Game().Len()
		if _, err := r.attempt.Try(r.attempt.Expected()); err != nil {
			return err
		}
		for _, e := range r.attempt.Game().History()[before:] {
			if err := t.act(e.Action); err != nil {
				return err
			}
		}
	}
	t.draw()
	if result := t.game.Result(); result.Over() {
		t.sayf("%s.\n", result)
	}
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
	if r.puzzle.Solver() == game.White {
		t.options.Black = opponent
	} else {
		t.options.White = opponent
	}
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

func (r *Trainer) cmdScore(context.Context, string) error {
	s := r.score
	r.table.sayf("Your rating is %d. %d solved, %d not; streak %d, the longest %d.\n", s.Rating, s.Solved, s.Failed, s.Streak, s.Best)
	return nil
}

func (r *Trainer) cmdThemes(context.Context, string) error {
	if !r.attempt.Done() && !r.failed {
		return errors.New("that would tell too much; solve the puzzle first")
	}
	r.table.sayf("%s\n", strings.Join(r.puzzle.Themes(), ", "))
	return nil
}

func (r *Trainer) cmdHelp() error {
	t := r.table
	var text strings.Builder
	text.WriteString(`
One action alone is right: type it as in a game. What is right too, later in the
line, is accepted. A wrong one is answered on the board, and you can try again;
the first answer is what counts for your rating.

  ban     e2e4   e2-e4    or the move that is meant: Nf3, O-O
  move    Nf3  exd5  O-O  0-0  e8=Q    or two squares: g1f3, e7e8q

`)
	for _, c := range trainerCommands {
		fmt.Fprintf(&text, "  %-17s %s\n", strings.TrimSpace(c.name+" "+c.argument), c.about)
	}
	t.say(wrap(text.String(), t.options.Width(), 20))
	return nil
}

func (r *Trainer) cmdQuit(context.Context, string) error {
	r.table.quit = true
	return nil
}
