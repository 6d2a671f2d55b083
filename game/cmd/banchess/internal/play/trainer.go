package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/interrupt"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// A Trainer gives puzzles to solve at a table.
type Trainer struct {
	table   *Table
	puzzles []puzzle.Puzzle // to choose from
	score   *Score
	rating  int    // of the puzzles that are wanted; 0: the solver's
	first   string // id of the puzzle to begin with, or ""
	rng     *rand.Rand

	// Of the puzzle at hand.
	puzzle  *puzzle.Puzzle
	attempt *puzzle.Attempt
	failed  bool // an action was wrong, or was told
	helped  bool // a hint was asked for
	counted bool
	skip    bool
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
func NewTrainer(o TrainerOptions, in Input, w io.Writer, colors *termenv.Output) *Trainer {
	o.Table.Game = game.New()
	return &Trainer{
		table: New(o.Table, in, w, colors), puzzles: o.Puzzles, score: o.Score, rating: o.Rating, first: o.First, rng: o.Random,
	}
}

// Refused returns how many lines were refused.
func (r *Trainer) Refused() int { return r.table.refused }

// Run gives puzzles until quit, the end of the input, Ctrl-C, or the end of the
// context.
func (r *Trainer) Run(ctx context.Context) error {
	t := r.table
	t.say(wrap("Ban Chess puzzles. In each, one action alone is right. Type "+t.strong("help")+" for help.\n", t.options.Width(), 0))
	for !t.quit {
		p := r.choose()
		if p == nil {
			t.say("There is no such puzzle.\n")
			return nil
		}
		if err := r.solve(ctx, p); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	return nil
}

// nearest is among how many puzzles the next is drawn.
const nearest = 12

// choose returns the next puzzle: the one that was asked for, or one of the nearest
// in rating among those that were not seen, or not solved, or any.
func (r *Trainer) choose() *puzzle.Puzzle {
	if id := r.first; id != "" {
		r.first = ""
		if i := slices.IndexFunc(r.puzzles, func(p puzzle.Puzzle) bool { return p.ID() == id }); i >= 0 {
			return &r.puzzles[i]
		}
	}
	wanted := r.rating
	if wanted == 0 {
		wanted = r.score.Rating
	}
	for _, fresh := range []func(seen, solved bool) bool{
		func(seen, _ bool) bool { return !seen },
		func(_, solved bool) bool { return !solved },
		func(_, _ bool) bool { return true },
	} {
		var list []*puzzle.Puzzle
		for i := range r.puzzles {
			p := &r.puzzles[i]
			if solved, seen := r.score.Seen[p.ID()]; fresh(seen, solved) && p != r.puzzle {
				list = append(list, p)
			}
		}
		if len(list) > 0 {
			slices.SortStableFunc(list, func(x, y *puzzle.Puzzle) int { return apart(x.Rating, wanted) - apart(y.Rating, wanted) })
			return list[r.rng.IntN(min(nearest, len(list)))]
		}
	}
	return r.puzzle // the only one
}

func apart(a, b int) int { return max(a-b, b-a) }

// solve puts a puzzle on the table until it is solved or left.
func (r *Trainer) solve(ctx context.Context, p *puzzle.Puzzle) error {
	t := r.table
	r.puzzle, r.attempt = p, puzzle.NewAttempt(p)
	r.failed, r.helped, r.counted, r.skip = false, false, false, false
	t.options.White, t.options.Black = Player{}, Player{}
	t.board.flipped = p.Solver() == game.Black
	t.seatPuzzle(r.attempt.Game())
	verb := "moves"
	if p.Position.Phase() == game.PhaseBan {
		verb = "bans"
	}
	t.say("\n" + wrap(fmt.Sprintf("Puzzle %s, rated %d. %s %s: %s.\n", t.strong(p.ID()), p.Rating, p.Solver().Name(), verb, p.Goal.Words()), t.options.Width(), 0))
	for !t.quit && !r.skip {
		t.draw()
		line, err := t.readLine(ctx, r.prompt, r.complete)
		switch {
		case errors.Is(err, errWoken):
			continue
		case errors.Is(err, errLongLine):
			t.refuse(err)
			continue
		case err != nil:
			return err
		}
		if err := r.obey(ctx, strings.TrimSpace(line)); err != nil {
			if ctx.Err() != nil || errors.Is(err, io.EOF) || errors.Is(err, errScore) {
				return err
			}
			t.refuse(err)
		}
	}
	return nil
}

// seatPuzzle puts a copy of a game on the table.
func (t *Table) seatPuzzle(g *game.Game) {
	t.game, t.source, t.kept = g.Clone(), nil, true
	t.changed()
}

func (r *Trainer) prompt() string {
	if r.attempt.Done() {
		return "solved> "
	}
	return r.table.prompt()
}

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
		if err := r.count(false); err != nil {
			return err
		}
		return r.refute(ctx, a)
	}
	for _, e := range r.attempt.Game().History()[before:] {
		if err := t.act(e.Action); err != nil {
			return err
		}
	}
	if !r.attempt.Done() {
		t.say("Right. Go on.\n")
		return nil
	}
	return r.solved()
}

// solved says so, and what it did to the score.
func (r *Trainer) solved() error {
	t := r.table
	t.draw()
	if result := t.game.Result(); result.Over() {
		t.sayf("%s. ", result)
	}
	t.sayf("%s\n", t.strong("Solved."))
	if err := r.count(true); err != nil {
		return err
	}
	t.say(wrap("Type next for another one"+pick(t.game.Over(), "", ", or play to go on against the engine")+".\n", t.options.Width(), 0))
	return nil
}

// errScore marks a score that cannot be kept.
var errScore = errors.New("the score cannot be kept")

// count counts the puzzle, once.
func (r *Trainer) count(solved bool) error {
	r.failed = r.failed || !solved
	if r.counted {
		return nil
	}
	r.counted = true
	change := r.score.add(r.puzzle, solved, r.helped)
	if err := r.score.keep(); err != nil {
		return fmt.Errorf("%w: %w", errScore, err)
	}
	if solved {
		r.table.sayf("Your rating is %d (%+d), your streak %d.\n", r.score.Rating, change, r.score.Streak)
	}
	return nil
}

// refute shows on the board what an action that is not right comes to.
func (r *Trainer) refute(ctx context.Context, a game.Action) error {
	t := r.table
	back := t.game.Clone()
	defer t.seatPuzzle(back)
	t.sayf("%s\n", t.strong("That is not it."))
	if err := t.act(a); err != nil {
		return err
	}
	for range 4 { // up to the opponent's move, or the ban behind it that mates
		if t.game.Over() {
			break
		}
		opponent := t.game.ActivePlayer() != r.puzzle.Solver()
		reply, err := r.reply(ctx)
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
	t.draw()
	if result := t.game.Result(); result.Over() {
		t.sayf("%s.\n", result)
	}
	t.say(wrap(r.missed()+" Try again: the board is as it was before.\n", t.options.Width(), 0))
	return nil
}

// missed says what an action that is not right misses.
func (r *Trainer) missed() string {
	goal := r.puzzle.Goal
	switch {
	case goal.Kind == puzzle.Mate:
		return "This is no " + goal.Words() + "."
	case goal.Kind == puzzle.Material:
		return "This wins less."
	case goal.Kind == puzzle.Stalemate:
		return "This draws nothing."
	}
	return "This loses."
}

// reply asks the engine what is best now.
func (r *Trainer) reply(ctx context.Context) (engine.Result, error) {
	t := r.table
	short, cancel := interrupt.Short(ctx)
	defer cancel()
	limits := t.limits()
	limits.Mate = r.puzzle.Goal.Turns
	return t.options.Engine.Search(short, t.game, limits, nil)
}

func (r *Trainer) cmdNext(context.Context, string) error {
	if !r.attempt.Done() {
		if err := r.count(false); err != nil {
			return err
		}
	}
	r.skip = true
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
	if !r.helped {
		r.helped = true
		t.sayf("%sthe %s on %s.\n", what, t.game.Position().PieceAt(a.Pair().From()).Role(), a.Pair().From())
		return nil
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
