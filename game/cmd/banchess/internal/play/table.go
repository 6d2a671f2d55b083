// Package play is the game in the terminal: a table at which people and the
// engine sit, a board that is drawn when it changed, and a line to type at.
//
// A line that is typed is an action or a command. A ban is a pair (e2e4, e2-e4) or the
// move that is meant (Nf3); a move is SAN or coordinates, read as leniently as the
// rules do. An illegal action changes nothing, and the table says why.
//
// At a terminal the prompt stays while the engine thinks. One goroutine owns the table;
// the engine's search, the clock and the terminal's size only wake it up to look at the
// game again. Other input is read a line at a time, when a person is to act.
//
// A game that came from a PGN file goes back to its place there (Source). A Trainer
// gives puzzles at such a table, a Storm as many as three minutes allow, and a Record keeps
// how they were answered.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/internal/words"
	"github.com/banchess/banchess/game/tables"
)

// Options set up a table.
type Options struct {
	Game         *game.Game
	White, Black Player
	Engine       *engine.Engine // plays
	Analyst      *engine.Engine // may search at the same time

	// Think is the time of the full-strength engine for an action, and of hints.
	// Depth, if it is not 0, is how many moves it looks ahead instead.
	Think time.Duration
	Depth int

	// Task is said first, if it is not empty; then the game is an exercise, whose sides and start
	// stay.
	Task string

	// Tables are exact endings that the engines know, or nil; Shortest is the shortest win, which
	// is listed when the game is over, or nil.
	Tables   *tables.Set
	Shortest *game.Game

	Flipped  bool
	Unicode  bool
	NoBoard  bool       // the board is drawn only when it is asked for
	Terminal bool       // a line that was written can be written over
	Width    func() int // columns of the terminal, which may be resized

	// Clock is the time control, by the clock Now.
	Clock TimeControl
	Now   func() time.Time

	// Save names the PGN file to which a game is added when it is left, if anything
	// was played; "" keeps nothing. A game that came from a file, the source, goes
	// back to its place there.
	Save   string
	Source *Source
}

// NewEngines makes the engine that plays and the one that analyses.
func (o *Options) NewEngines(settings engine.Options) (err error) {
	if o.Tables != nil {
		settings.Tables = o.Tables
	}
	if o.Engine, err = engine.New(settings); err == nil {
		o.Analyst, err = engine.New(settings)
	}
	return err
}

// Table is one game in the terminal.
type Table struct {
	options Options
	game    *game.Game
	console console.Console
	board   board
	colors  *termenv.Output

	thinking  *thinking     // nil when no engine is
	news      chan struct{} // of a room, or nil
	ticks     bool          // the prompt has a clock that runs elsewhere
	watches   bool          // nobody acts here
	goOn      string        // says how to come back to a room; "" without one
	drawn     bool          // the board on the screen is the current one
	wanted    bool          // the board is to be drawn although the engine acts
	beside    bool          // notes stand beside the board, not below
	source    *Source       // where the game came from, nil if it began here
	signed    bool          // the tags were written here
	announced bool          // the end of the game has been said
	// isAnnouncing is set while the board is drawn above the announced result, which the notes
	// then omit.
	isAnnouncing bool
	// isExercise is set while something is to be found: the notes do not tell it.
	isExercise bool
	kept       bool // nothing was played since the game was last written to a file
	quit       bool
	refused    int
}

// ErrInterrupted is returned when Ctrl-C ended the game.
var ErrInterrupted = console.ErrInterrupted

// ErrRefused is returned when all else went well, and some lines were refused that nobody
// has typed.
var ErrRefused = errors.New("some lines were refused")

// New returns a table. Its output is painted as the colours say.
func New(options Options, c console.Console, colors *termenv.Output) *Table {
	if options.Now == nil {
		options.Now = time.Now
	}
	t := &Table{options: options, console: c, colors: colors}
	t.board = board{unicode: options.Unicode, flipped: options.Flipped, colors: colors}
	t.begin(options.Game, options.Source)
	return t
}

// begin puts a game on the table, with a new clock if there is to be one.
func (t *Table) begin(g *game.Game, source *Source) {
	t.game, t.source = g, source
	t.sign()
	if c := t.options.Clock; c.Base > 0 {
		// The time control was checked when it was read.
		if clock, err := game.NewClock(c.Base, c.Increment, t.options.Now); err == nil {
			t.game.SetClock(clock)
		}
	}
	t.changed()
	t.kept = true
}

// seat puts the game on the table at another place, under the clock that runs.
func (t *Table) seat(g *game.Game) {
	clock := t.game.Clock()
	t.game.SetClock(nil)
	if clock != nil {
		g.SetClock(clock)
	}
	t.game = g
	t.changed()
}

// Run plays until quit, the end of the input, Ctrl-C, or the end of the context,
// and keeps the game.
func (t *Table) Run(ctx context.Context) error {
	t.note("Ban Chess. Before each move the opponent bans one. Type " + t.strong("help") + " for the commands.\n")
	if t.options.Task != "" {
		t.note(console.Wrap(t.options.Task+"\n", t.options.Width(), 0))
	}
	err := t.loop(ctx)
	t.stopThinking()
	if saved := t.keep(); saved != nil {
		t.say(t.record().PGN()) // so that it is somewhere
		return saved
	}
	return t.outcome(err)
}

// outcome is the error with which a dialogue ends.
func (t *Table) outcome(err error) error {
	if err == nil && t.refused > 0 && !t.options.Terminal {
		return ErrRefused
	}
	return err
}

func (t *Table) loop(ctx context.Context) error {
	for !t.quit {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.announce()
		acts := t.player(t.game.ActivePlayer())
		if !acts.Engine || t.bothEngines() || t.wanted || t.game.Over() {
			t.draw()
		}
		if acts.Engine && !t.game.Over() && (t.thinking == nil || t.thinking.finished.Err() != nil) {
			if err := t.think(ctx, acts); err != nil {
				return err
			}
			continue
		}
		line, err := t.readLine(ctx, t.prompt(), t.completer(t.commands()))
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, console.ErrWoken):
			continue
		case err != nil:
			return err
		}
		if err := t.obey(ctx, line, t.commands(), t.playText); err != nil {
			return err
		}
	}
	return nil
}

// obey does what a line says, and says why where it does not. It returns the error of a
// context that has ended.
func (t *Table) obey(ctx context.Context, line string, commands commandList, act func(context.Context, string) error) error {
	if line = strings.TrimSpace(line); line == "" {
		return nil
	}
	err := commands.obey(ctx, line, act)
	if err == nil || ctx.Err() != nil {
		return err
	}
	t.refuse(err)
	return nil
}

// seatOf is where it stands who plays a side.
func (t *Table) seatOf(p game.Player) *Player {
	if p == game.White {
		return &t.options.White
	}
	return &t.options.Black
}

func (t *Table) player(p game.Player) Player { return *t.seatOf(p) }

// showBusy says that something takes a while, where it can be wiped out again when
// it is done.
func (t *Table) showBusy(what string) (done func()) {
	if !t.options.Terminal {
		return func() {}
	}
	text := what + " …"
	t.say(text)
	const more = 6 // columns of a ^C or two, and of the dots in ASCII
	return func() { t.say("\r" + strings.Repeat(" ", len([]rune(text))+more) + "\r") }
}

// act plays an action that is legal and says so.
func (t *Table) act(a game.Action) error {
	who := t.game.ActivePlayer()
	if err := t.game.Play(a); err != nil {
		return err
	}
	e := t.game.Entry(t.game.Len() - 1)
	dots := pick(who == game.Black, "...", ".")
	verb, what := "moves", fmt.Sprintf("%d%s %s", e.Before.FullmoveNumber(), dots, e)
	if a.IsBan() {
		verb, what = "bans", words.Pair(a.Pair())
		if t.game.Over() { // a check was there before the ban
			what += string(e.Indicator())
		}
	}
	t.sayf("%s %s %s\n", t.name(who), verb, t.strong(what))
	if c := t.game.Clock(); c != nil {
		left := c.Remaining(who).Truncate(100 * time.Millisecond)
		t.game.Annotation(t.game.Len()).Clock = &left
	}
	t.changed()
	return nil
}

// changed notes that the game is another than the one on the screen, and in the file.
func (t *Table) changed() {
	t.stopThinking()
	t.drawn, t.announced, t.kept = false, false, false
}

// redraw has the board drawn again, whoever acts.
func (t *Table) redraw() { t.drawn, t.wanted = false, true }

// announce says how the game ended, once.
func (t *Table) announce() {
	r := t.game.Result()
	if !r.Over() || t.announced {
		return
	}
	t.stopThinking()
	if t.flagFell() {
		t.kept = false
	}
	t.drawn = false // the board shows the end
	t.isAnnouncing = true
	t.draw()
	t.isAnnouncing = false
	t.sayf("%s\n", t.colors.String(r.String()).Bold())
	loser := t.game.Mover()
	switch r.Reason {
	case game.CheckmateByBan:
		t.sayf("%s is in check, and the ban took the only move out of it.\n", loser.Name())
	case game.StalemateByBan:
		t.sayf("%s is not in check, and the ban took the last legal move.\n", loser.Name())
	}
	if won := t.options.Shortest; won != nil {
		said := "You could have won. "
		if r.Winner == game.White {
			said = fmt.Sprintf("You won in %d moves. ", movesIn(t.game))
		}
		t.sayf("%sThe shortest win takes %d:\n", said, movesIn(won))
		t.sayMoves(won)
	}
	if t.options.Terminal {
		t.note(console.Sentence(t.whenOver()) + "\n")
	}
	t.announced = true
}

// movesIn counts the moves of White, who moves first.
func movesIn(g *game.Game) int { return (g.Len() + 3) / 4 }

const gap = 3 // columns between the board and what stands beside it

// notesWidth is how many columns the notes take at most.
const notesWidth = 46

// besideFits reports whether the notes fit beside the board.
func (t *Table) besideFits() bool { return t.options.Width() >= boardWidth+gap+notesWidth }

// draw shows the board and beside it, or below where the terminal is narrow, how
// the game stands; nothing when the screen shows it already.
func (t *Table) draw() {
	if t.drawn {
		return
	}
	asked := t.wanted
	t.drawn, t.wanted = true, false
	last, _ := t.game.LastMove()
	lines, notes := t.board.lines(t.game.Position(), last), t.notes()
	var text strings.Builder
	text.WriteString("\n")
	width := t.options.Width()
	t.beside = t.besideFits()
	beside := t.beside
	if t.options.NoBoard && !asked {
		lines, beside = nil, false
	}
	for i, line := range lines {
		if beside && i > 0 && i-1 < len(notes) {
			line += strings.Repeat(" ", gap) + notes[i-1]
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if !beside {
		for _, note := range notes {
			if note != "" {
				text.WriteString(console.Wrap("   "+note+"\n", width, 3))
			}
		}
	}
	text.WriteString("\n")
	t.say(text.String())
}

// notes say how the game stands.
func (t *Table) notes() []string {
	p := t.game.Position()
	due := fmt.Sprintf("%s bans one of %s’s moves", p.ActivePlayer().Name(), p.Mover().Name())
	if p.Phase() == game.PhaseMove {
		due = fmt.Sprintf("%s moves", p.ActivePlayer().Name())
	}
	notes := []string{t.board.dim("Ply " + p.Ply().String())}
	if r := t.game.Result(); !r.Over() {
		notes = append(notes, t.strong(due))
	} else if !t.isAnnouncing {
		notes = append(notes, t.strong(r.String()))
	}
	if c := t.game.Clock(); c != nil {
		notes = append(notes, fmt.Sprintf("White %s  Black %s", timeLeft(c.Remaining(game.White)), timeLeft(c.Remaining(game.Black))))
	}
	if b, ok := p.Ban(); ok {
		notes = append(notes, t.colors.String("Banned: "+words.Pair(b)).Foreground(t.colors.Color(colorRefused)).String())
	} else if p.Phase() == game.PhaseMove && !t.game.Over() { // it begins here
		notes = append(notes, t.board.dim("Banned: nothing"))
	}
	if p.InCheck() && !t.game.Result().Reason.IsCheckmate() {
		notes = append(notes, t.strong(p.Mover().Name()+" is in check"))
	}
	if n := len(p.LegalActions()); n > 0 && !t.game.Over() {
		text := fmt.Sprintf("%d %s", n, pick(n == 1, "move", "moves"))
		switch {
		case p.Phase() == game.PhaseMove:
			text += " that can be played"
		case n == 1 && !t.isExercise:
			text = "There is one move: banning it ends the game"
		default:
			text += " that can be banned"
		}
		notes = append(notes, t.board.dim(text))
	}
	if log := t.game.ActionLog(); len(log) > 0 {
		notes = append(notes, "", t.board.dim(latest(log)))
	}
	return notes
}

// latest writes the last actions of a log, as many as fit into the notes.
func latest(log []string) string {
	const most = 6
	for n := min(len(log), most); ; n-- {
		text := pick(n < len(log), "… ", "") + strings.Join(bracketed(log[len(log)-n:]), " ")
		if n == 1 || utf8.RuneCountInString(text) <= notesWidth {
			return text
		}
	}
}

// bracketed writes bans as the list of what was played has them: [e2-e4] in place of b:e2e4.
func bracketed(log []string) []string {
	log = slices.Clone(log)
	for i, action := range log {
		if pair, ok := strings.CutPrefix(action, "b:"); ok {
			log[i] = "[" + pair[:2] + "-" + pair[2:] + "]"
		}
	}
	return log
}

func (t *Table) strong(s string) string { return t.colors.String(s).Bold().String() }

func (t *Table) say(s string) {
	_, _ = io.WriteString(t.console, term.Typeset(s, t.options.Unicode)) // an output that cannot be written to ends the context
}

// note says something in lines that fit into the terminal.
func (t *Table) note(s string) { t.say(console.Wrap(s, t.options.Width(), 0)) }

func (t *Table) sayf(format string, args ...any) { t.say(fmt.Sprintf(format, args...)) }

// refuse says why something was not done.
func (t *Table) refuse(err error) {
	t.refused++
	text := console.Sentence(err.Error())
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		text = path.Path + ": " + path.Err.Error()
	}
	if e, ok := errors.AsType[*game.Error](err); ok {
		text = console.Sentence(e.Message)
		if in, ok := errors.AsType[file.Error](err); ok {
			place := ""
			if e.Line > 0 {
				place = fmt.Sprintf(" line %d, column %d:", e.Line, e.Column)
			}
			text = in.Name + ":" + place + " " + e.Message + "."
		}
		if e.Hint != "" {
			text += "\n  " + console.Sentence(e.Hint)
		}
	}
	text = console.Wrap(text, t.options.Width(), 2)
	t.sayf("%s\n", t.colors.String(text).Foreground(t.colors.Color(colorRefused)))
}
