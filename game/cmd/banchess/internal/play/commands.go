package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/analysis"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/cmd/banchess/internal/convert"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/internal/words"
)

// command is a word that is not an action.
type command struct {
	name, argument, about string
	run                   func(ctx context.Context, argument string) error
}

// usage is the command as it is typed.
func (c command) usage() string { return strings.TrimSpace(c.name + " " + c.argument) }

type commandList []command

// aliases are other words for commands.
var aliases = map[string]string{"?": "help", "h": "help", "q": "quit", "exit": "quit"}

// find finds a command by its name, in either case.
func (l commandList) find(name string) (c command, found bool) {
	name = cmp.Or(aliases[strings.ToLower(name)], name)
	i := slices.IndexFunc(l, func(c command) bool { return strings.EqualFold(c.name, name) })
	if i < 0 {
		return c, false
	}
	return l[i], true
}

func (l commandList) names() []string {
	var names []string
	for _, c := range l {
		names = append(names, c.name)
	}
	return names
}

// obey does what a line says, which is a command or an action.
func (l commandList) obey(ctx context.Context, line string, act func(ctx context.Context, text string) error) error {
	name, argument, _ := strings.Cut(line, " ")
	argument = strings.TrimSpace(argument)
	c, found := l.find(name)
	switch {
	case !found:
		return act(ctx, line)
	case argument != "" && c.argument == "":
		return fmt.Errorf("the command %s takes no argument", c.name)
	case argument == "" && c.argument != "" && c.argument[0] != '[':
		return fmt.Errorf("the command %s needs an argument: %s", c.name, c.usage())
	}
	return c.run(ctx, argument)
}

// help explains a command, or lists all of them after an introduction.
func (t *Table) help(l commandList, introduction, about string) error {
	if about != "" {
		c, found := l.find(about)
		text := c.usage() + ": " + c.about
		switch strings.ToLower(about) {
		case "ban":
			text = "A ban is typed as two squares, e2e4 or e2-e4, or as the move that is meant: Nf3, O-O."
		case "move":
			text = "A move is typed as Nf3, exd5, O-O, 0-0, e8=Q, or as two squares: g1f3, e7e8q."
		default:
			if !found {
				return fmt.Errorf("there is no command %q; there are %s", about, strings.Join(l.names(), ", "))
			}
		}
		t.say(console.Wrap(text+"\n", t.options.Width(), 2))
		return nil
	}
	text := "\n"
	if !t.watches {
		text += `  ban     e2e4   e2-e4    or the move that is meant: Nf3, O-O
  move    Nf3  exd5  O-O  0-0  e8=Q    or two squares: g1f3, e7e8q

`
	}
	for _, c := range l {
		text += fmt.Sprintf("  %-17s %s\n", c.usage(), c.about)
	}
	const abouts = 20 // the column in which they begin
	width := t.options.Width()
	t.say("\n" + console.Wrap(strings.Join(strings.Fields(introduction), " "), width, 0) + "\n" + console.Wrap(text, width, abouts))
	t.note("\nTab completes " + pick(t.watches, "", "actions and ") + "commands; the arrow keys go through what was typed.\n\n")
	return nil
}

// commands are in the order of the help.
func (t *Table) commands() commandList {
	all := commandList{
		{"board", "", "draw the board", does(t.redraw)},
		{"flip", "", "turn the board round", does(t.flip)},
		{"hint", "", "ask the engine for the best action", t.cmdHint},
		{"analyze", "", "show the engine’s three best lines", t.cmdAnalyze},
		{"undo", "[n]", "take back the last action, or n; against the engine, back to your own", t.cmdUndo},
		{"redo", "[n]", "play what was taken back", t.cmdRedo},
		{"start", "", "go to the start", t.cmdStart},
		{"end", "", "go to the end", t.cmdEnd},
		{"draw", "", "offer a draw; the engine accepts one where it stands no better", t.cmdDraw},
		{"resign", "", "give up", t.cmdResign},
		{"now", "", "make the engine act at once", t.cmdNow},
		{"level", "[n]", fmt.Sprintf("say who plays, or set the engine’s level, 1 to %d", engine.Levels), t.cmdLevel},
		{"white", "PLAYER", "change who plays White: human, engine, or engine:3", t.seats(game.White)},
		{"black", "PLAYER", "change who plays Black", t.seats(game.Black)},
		{"new", "[CLOCK]", "start a new game, under the same clock or another: 5+3, or none", t.cmdNew},
		{"history", "", "list what was played", does(t.sayHistory)},
		{"fen", "", "print the position as an extended FEN", does(t.sayFEN)},
		{"load", "FEN", "go on from a position", t.cmdLoad},
		{"pgn", "", "print the game as PGN", does(func() { t.say(t.record().PGN()) })},
		{"save", "[FILE]", "write the game to where it came from, or to a file, after the games in it", t.cmdSave},
		{"open", "FILE [n]", "read a game, the first or the n-th, from a PGN file", t.cmdOpen},
		{"help", "[command]", "explain", t.cmdHelp},
		{"quit", "", "leave; the game is kept", does(t.leave)},
	}
	if t.options.Task != "" { // whose sides and start stay
		notThen := []string{"draw", "level", "white", "black", "new", "load", "open"}
		all = slices.DeleteFunc(all, func(c command) bool { return slices.Contains(notThen, c.name) })
	}
	return all
}

// does makes a command of what takes no argument and cannot fail.
func does(do func()) func(context.Context, string) error {
	return func(context.Context, string) error {
		do()
		return nil
	}
}

func (t *Table) flip() {
	t.board.flipped = !t.board.flipped
	t.redraw()
}

func (t *Table) sayFEN() { t.say(t.game.FEN() + "\n") }
func (t *Table) leave()  { t.quit = true }

// replace puts another game on the table, when the one before it is kept.
func (t *Table) replace(g *game.Game, source *Source, clock TimeControl) error {
	if err := t.keep(); err != nil {
		return err
	}
	t.game.SetClock(nil)
	t.options.Clock = clock
	t.begin(g, source)
	return nil
}

// cmdNew starts a new game, under the clock that was there or the one that is given.
func (t *Table) cmdNew(_ context.Context, argument string) error {
	control := t.options.Clock
	switch {
	case argument == "":
	case strings.EqualFold(argument, "none"):
		control = TimeControl{}
	default:
		var err error
		if control, err = ParseTimeControl(argument); err != nil {
			return fmt.Errorf("the clock %q: %w; or none", argument, err)
		}
	}
	return t.replace(game.New(), nil, control)
}

func (t *Table) cmdLoad(_ context.Context, fen string) error {
	start, note, err := convert.ParseTyped(fen)
	if err != nil {
		return err
	}
	if err := t.replace(game.NewFrom(start), nil, t.options.Clock); err != nil {
		return err
	}
	if note != "" {
		t.say(note + "\n")
	}
	return nil
}

// sayHistory lists a full move a line, each move after the ban it was played under.
func (t *Table) sayHistory() {
	if t.game.Len() == 0 {
		t.say("Nothing has been played.\n")
	}
	t.sayMoves(t.game)
}

// sayMoves lists the bans and moves of a game, a full move in a line.
func (t *Table) sayMoves(g *game.Game) {
	var lines []string
	for i, e := range g.History() {
		ply := e.Ply()
		if ply%4 == 1 || i == 0 {
			line := fmt.Sprintf("%3d. ", e.Before.FullmoveNumber())
			if ply%4 == 3 || ply%4 == 0 { // Black's half of a game that starts there
				line += strings.Repeat(" ", 22)
			}
			lines = append(lines, line)
		}
		last := &lines[len(lines)-1]
		if e.Action.IsBan() {
			*last += t.board.dim("["+words.Pair(e.Action.Pair())+string(e.Indicator())+"]") + " "
		} else {
			*last += fmt.Sprintf("%-13s", e)
		}
	}
	for _, line := range lines {
		t.say(strings.TrimRight(line, " ") + "\n")
	}
}

// cmdUndo takes back. Against the engine it goes back to where the person acts,
// for the engine would only play the same again.
func (t *Table) cmdUndo(_ context.Context, argument string) error {
	return t.travel(argument, "take back", (*game.Game).Undo, func(*game.Game) bool { return true })
}

func (t *Table) cmdRedo(_ context.Context, argument string) error {
	return t.travel(argument, "play again", (*game.Game).Redo, (*game.Game).CanRedo)
}

func (t *Table) cmdStart(context.Context, string) error {
	return t.travel("all", "take back", (*game.Game).Undo, nil)
}

func (t *Table) cmdEnd(context.Context, string) error {
	return t.travel("all", "play again", (*game.Game).Redo, nil)
}

// travel takes back or plays again n actions of a person, or none at all; or all that
// there are. Where the engine acts it goes on as long as there is more.
func (t *Table) travel(argument, what string, step, more func(*game.Game) bool) error {
	if t.flagFell() {
		return t.errOver() // time is not given back
	}
	n, err := strconv.Atoi(cmp.Or(argument, "1"))
	all := argument == "all"
	if !all && (err != nil || n < 1) {
		return fmt.Errorf("%q is not a number of actions", argument)
	}
	g, done := t.game.Clone(), 0
	for ; all || done < n; done++ {
		ok := step(g)
		for ok && !all && !t.personActs(g) && more(g) {
			ok = step(g)
		}
		if !ok {
			break
		}
	}
	switch {
	case done == 0:
		return errors.New("there is nothing to " + what)
	case done < n && !all:
		return fmt.Errorf("you can %s %d and no more, not %d", what, done, n)
	}
	t.seat(g)
	return nil
}

// personActs reports whether a person is to act; where the engine plays both
// sides, whoever types is that person.
func (t *Table) personActs(g *game.Game) bool {
	return !t.player(g.ActivePlayer()).Engine || t.bothEngines()
}

// consult has the analyst search, which Ctrl-C ends.
func (t *Table) consult(ctx context.Context, limits engine.Limits) (engine.Result, error) {
	if t.game.Over() {
		return engine.Result{}, t.errOver()
	}
	short, cancel := term.Short(ctx) // before the text that invites a Ctrl-C
	defer cancel()
	defer t.showBusy("thinking")()
	found, err := t.options.Analyst.Search(short, t.game.Clone(), limits, nil)
	return found, cmp.Or(err, ctx.Err())
}

func (t *Table) cmdHint(ctx context.Context, _ string) error {
	if t.thinking != nil {
		return errThinking
	}
	found, err := t.consult(ctx, t.limits())
	if err == nil {
		t.sayf("%s.\n", t.strong(t.advice(found.Best)))
	}
	return err
}

// advice is a legal action as people are told to ban or play it.
func (t *Table) advice(a game.Action) string {
	if m, ok := a.Move(); ok {
		if san, err := t.game.Position().SAN(m); err == nil {
			return "Play " + san
		}
	}
	return "Ban " + words.Pair(a.Pair())
}

func (t *Table) cmdAnalyze(ctx context.Context, _ string) error {
	if t.thinking != nil {
		return errThinking
	}
	limits := t.limits()
	limits.MoveTime, limits.Lines = 2*limits.MoveTime, 3
	found, err := t.consult(ctx, limits)
	p := t.game.Position()
	for _, l := range analysis.Lines(p, found) {
		score := analysis.Words(l.Score, p.ActivePlayer())
		t.sayf("%s  %s\n", t.strong(fmt.Sprintf("%8s", score)), strings.Join(bracketed(l.Line[:min(8, len(l.Line))]), " "))
	}
	return err
}

func (t *Table) cmdHelp(_ context.Context, about string) error {
	return t.help(t.commands(), `
Black bans one of White’s moves, White moves; White bans one of Black’s moves,
Black moves; and so on. A ban names two squares and takes every move from the
one to the other away for one turn. A player without a legal move is checkmated
if in check; otherwise it is stalemate. Either can also happen because a ban took
the last move.
`, about)
}

func (t *Table) playText(_ context.Context, text string) error {
	if t.thinking != nil {
		return errThinking
	}
	if t.game.Over() {
		return fmt.Errorf("%w; %s", t.errOver(), t.whenOver())
	}
	a, err := t.read(text)
	if err != nil {
		return unknown(text, err)
	}
	return t.act(a)
}

// unknown returns the error of what was typed, which may be neither an action nor a
// command.
func unknown(text string, err error) error {
	e, ok := errors.AsType[*game.Error](err)
	if !ok || e.Code != game.CodeBadSAN && e.Code != game.CodeBadPair {
		return err
	}
	word := *e
	word.Message = strconv.Quote(text) + " is neither an action nor a command"
	word.Hint += ", or type help"
	return &word
}

// withoutHint returns the error of an action in a puzzle. What could be played instead is not
// said: it may be the answer.
func withoutHint(err error) error {
	e, ok := errors.AsType[*game.Error](err)
	if !ok {
		return err
	}
	word := *e
	word.Hint = "type help to see how bans and moves are typed"
	return &word
}

// squares are two squares however they are written, and moveNumber is what may
// stand before an action.
var (
	squares    = regexp.MustCompile(`(?i)^([a-h][1-8])[ -]*([a-h][1-8])([qrbn]?)$`)
	moveNumber = regexp.MustCompile(`^[0-9]+\.+ *`)
)

// read reads an action as the rules do, and also takes capital squares, spaces
// between them, a move number, and a piece in a small letter.
func (t *Table) read(text string) (game.Action, error) {
	text = moveNumber.ReplaceAllString(text, "")
	if m := squares.FindStringSubmatch(text); m != nil {
		text = strings.ToLower(m[1] + m[2] + m[3])
	}
	p := t.game.Position()
	a, err := p.ParseInput(text)
	if code := game.CodeOf(err); (code == game.CodeBadSAN || code == game.CodeBadPair) && text != "" && strings.Contains("nrqk", text[:1]) {
		if a, err := p.ParseInput(strings.ToUpper(text[:1]) + text[1:]); err == nil {
			return a, nil
		}
	}
	return a, err
}
