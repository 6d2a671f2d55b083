package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/internal/words"
	"github.com/banchess/banchess/game/report"
	"github.com/banchess/banchess/game/review"
)

// Mistakes gives a player's mistakes back at a table, those that are due.
type Mistakes struct {
	MistakesOptions
	table *Table

	// The exercise under way.
	card      *review.Card
	start     *game.Game
	played    game.Entry
	hinted    bool
	done      bool // the answer is on the board
	counted   bool
	skip      bool
	asked, by int // exercises that count, and those found at once or after a hint

	lost error // of the state, which could not be kept
}

// MistakesOptions set up Mistakes.
type MistakesOptions struct {
	Table  Options
	Looker *report.Looker // judges answers
	State  *review.State
	Path   string // of the file that keeps it, "" for none
	Today  int
	Wish   review.Wish
}

// NewMistakes returns Mistakes.
func NewMistakes(o MistakesOptions, c console.Console, colors *termenv.Output) *Mistakes {
	o.Table.Game = game.New()
	return &Mistakes{MistakesOptions: o, table: New(o.Table, c, colors)}
}

// OpenMistakes reads the state of a file, or begins a new one.
func OpenMistakes(path string) (*review.State, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return &review.State{}, nil
	}
	if err != nil {
		return nil, err
	}
	s, err := review.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// KeepMistakes writes a state to a file, with what other programs have written there.
func KeepMistakes(s *review.State, path string) error {
	if path == "" {
		return nil
	}
	kept, err := OpenMistakes(path)
	if err == nil {
		s.Merge(kept)
		err = write(path, s.String()+"\n")
	}
	if err != nil {
		return fmt.Errorf("the mistakes cannot be kept: %w", err)
	}
	return nil
}

// Run gives what is due until all is done, quit, the end of the input, Ctrl-C, or the
// end of the context.
func (m *Mistakes) Run(ctx context.Context) error {
	t := m.table
	due, _ := m.State.Due(m.Today, m.Wish)
	if len(due) > 0 {
		t.note("Your mistakes. In each, find a ban or a move that keeps more. Type " + t.strong("help") + " for the commands.\n")
	}
	for i, c := range due {
		if err := m.ask(ctx, c, len(due)-i); errors.Is(err, io.EOF) || err == nil && t.quit {
			break
		} else if err != nil {
			return t.outcome(err)
		}
	}
	m.sayFound()
	return t.outcome(nil)
}

// sayFound says how many were found, and when the next come.
func (m *Mistakes) sayFound() {
	t := m.table
	if m.asked > 0 {
		t.sayf("\n%d of %d found.\n", m.by, m.asked)
	}
	due, next := m.State.Due(m.Today, m.Wish)
	switch {
	case len(due) > 0:
		t.sayf("%d left for today.\n", len(due))
	case next > 0:
		t.sayf("Nothing is left for today. The next come %s.\n", in(next-m.Today))
	default:
		t.note("No mistakes to practise yet. Give a file of games: banchess mistakes games.pgn\n")
	}
}

// in says when something comes.
func in(days int) string {
	if days == 1 {
		return "tomorrow"
	}
	return fmt.Sprintf("in %d days", days)
}

// ask puts an exercise on the table until it is found or left.
func (m *Mistakes) ask(ctx context.Context, c *review.Card, left int) error {
	g, err := game.NewFromFEN(c.FEN)
	if err != nil || g.Check(c.Played) != nil || g.Check(c.Better[0]) != nil {
		m.State.Drop(c.ID) // it was not found in a game
		return nil
	}
	t := m.table
	m.card, m.start = c, g
	m.hinted, m.done, m.counted, m.skip = false, false, false, false
	t.options.White, t.options.Black = Player{}, Player{}
	t.board.flipped = g.ActivePlayer() == game.Black
	t.begin(g.Clone(), nil)
	m.played, _ = g.Preview(c.Played)
	verb, what := "played", m.played.String()
	if c.Played.IsBan() {
		verb, what = "banned", words.Pair(c.Played.Pair())
	}
	from := ""
	if c.Game != "" {
		from = console.WithFirst(unicode.ToUpper, c.Game) + ": "
	}
	t.note(fmt.Sprintf("\n%d to go. %s%s %s %s%s Find a better %s.\n", left, from, g.ActivePlayer().Name(), verb, t.strong(what), c.Mark, pick(c.Played.IsBan(), "ban", "move")))
	for !t.quit && !m.skip {
		t.draw()
		line, err := t.readLine(ctx, pick(m.done, "found> ", t.prompt()), t.completer(m.commands()))
		switch {
		case errors.Is(err, console.ErrWoken):
			continue
		case err != nil:
			return err
		}
		m.skip = m.done && strings.TrimSpace(line) == ""
		if err := cmp.Or(t.obey(ctx, line, m.commands(), m.try), m.lost); err != nil {
			return err
		}
	}
	return nil
}

func (m *Mistakes) commands() commandList {
	t := m.table
	return commandList{
		{"next", "", "the next one; without an answer this one comes again", does(func() { m.skip = true })},
		{"hint", "", "which piece it is about; the second time, what is better", m.cmdHint},
		{"solution", "", "show what is better, and why", m.cmdSolution},
		{"drop", "", "remove this one for good", m.cmdDrop},
		{"play", "[LEVEL]", "play on against the engine; quit returns", m.cmdPlay},
		{"analyze", "", "show the engine’s three best lines", m.cmdAnalyze},
		{"board", "", "draw the board", does(t.redraw)},
		{"flip", "", "turn the board round", does(t.flip)},
		{"fen", "", "print the position as an extended FEN", does(t.sayFEN)},
		{"help", "[command]", "explain", m.cmdHelp},
		{"quit", "", "leave; what was answered is kept", does(t.leave)},
	}
}

// try takes what was typed for an answer.
func (m *Mistakes) try(ctx context.Context, text string) error {
	t := m.table
	if m.done {
		return errors.New("this one is done: type next, or play to go on with the game")
	}
	a, err := t.read(text)
	if err != nil {
		return unknown(text, err)
	}
	if err := t.game.Check(a); err != nil {
		return err
	}
	answer, err := m.Looker.Try(ctx, t.game, a, report.Look{Eval: m.card.Best, Line: m.card.Better})
	if err != nil {
		return err
	}
	if !answer.Keeps {
		if err := m.refute(a, answer.After); err != nil {
			return err
		}
		m.count(review.Again)
		return nil
	}
	if err := t.act(a); err != nil {
		return err
	}
	m.done = true
	t.draw()
	t.note(t.strong("Right.") + " That keeps your winning chances at " + report.Percent(m.start.ActivePlayer(), answer.After.Eval) + ". " + m.why())
	if m.hinted {
		m.count(review.Hard)
	}
	m.count(review.Good) // if it does not count yet
	m.sayNext()
	return nil
}

// why says why it was a mistake: "3. ban a2–a3?? lets White mate with …".
func (m *Mistakes) why() string {
	text := m.card.Text
	if text != "" {
		text = " " + console.WithFirst(unicode.ToLower, text)
	}
	return report.Name(m.played) + m.card.Mark.String() + text + "\n"
}

// count counts the answer, once.
func (m *Mistakes) count(g review.Grade) {
	if m.counted {
		return
	}
	m.counted = true
	m.asked++
	if g != review.Again {
		m.by++
	}
	m.State.Answer(m.card.ID, m.Today, g)
	if at, ok := m.State.Card(m.card.ID).Due(); ok {
		m.table.sayf("It comes again %s.\n", in(max(1, at-m.Today)))
	}
	m.lost = KeepMistakes(m.State, m.Path)
}

// refute shows on the board what an answer comes to, as far as to the opponent's move.
func (m *Mistakes) refute(a game.Action, after report.Look) error {
	t := m.table
	defer func() { t.begin(m.start.Clone(), nil) }()
	player := m.start.ActivePlayer()
	t.sayf("%s\n", t.strong("That is not it."))
	for i, next := range append([]game.Action{a}, after.Line...) {
		isTheirs := t.game.ActivePlayer() != player
		if err := t.act(next); err != nil {
			return err
		}
		if i > 0 && isTheirs && next.IsMove() && after.Eval.Mate == 0 {
			break
		}
	}
	t.draw()
	t.note(fmt.Sprintf("Your winning chances fall to %s; a better answer keeps %s. Try again: the board is as it was before.\n", report.Percent(player, after.Eval), report.Percent(player, m.card.Best)))
	return nil
}

// cmdHint says which piece it is about, and the second time the action.
func (m *Mistakes) cmdHint(ctx context.Context, _ string) error {
	if m.done {
		return errors.New("this one is done: type next")
	}
	if m.hinted {
		return m.cmdSolution(ctx, "")
	}
	m.hinted = true
	m.table.sayPiece(m.card.Better[0])
	return nil
}

// cmdSolution plays what is better.
func (m *Mistakes) cmdSolution(context.Context, string) error {
	t := m.table
	if m.done {
		return errors.New("this one is done: type next")
	}
	t.sayf("%s.\n", t.strong(t.advice(m.card.Better[0])))
	if err := t.act(m.card.Better[0]); err != nil {
		return err
	}
	m.done = true
	t.draw()
	t.note(m.why())
	m.count(review.Again)
	m.sayNext()
	return nil
}

// sayNext says what can be typed when an exercise is done.
func (m *Mistakes) sayNext() {
	m.table.note("Type next to go on" + pick(m.table.game.Over(), "", ", or play to finish this game against the engine") + ".\n")
}

func (m *Mistakes) cmdDrop(context.Context, string) error {
	m.State.Drop(m.card.ID)
	m.skip = true
	m.lost = KeepMistakes(m.State, m.Path)
	return nil
}

func (m *Mistakes) cmdPlay(ctx context.Context, level string) error {
	if !m.done {
		return errors.New("first find what is better; solution shows it")
	}
	return m.table.playOn(ctx, level, m.start.ActivePlayer(), m.table.game.Clone())
}

func (m *Mistakes) cmdAnalyze(ctx context.Context, _ string) error {
	if !m.done {
		return errors.New("first find what is better; hint helps, and solution shows it")
	}
	return m.table.cmdAnalyze(ctx, "")
}

func (m *Mistakes) cmdHelp(_ context.Context, about string) error {
	return m.table.help(m.commands(), `
These are bans and moves of your games that gave winning chances away. Type one
that keeps as much as the better one. A wrong one is answered on the board, and
you can try again; the first answer decides when the exercise comes again.
`, about)
}
