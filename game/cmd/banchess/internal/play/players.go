package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
)

// Player is who plays a side: a person, or the engine at a level.
type Player struct {
	Engine bool
	Level  int // 1 to engine.Levels, for the engine
}

// ParsePlayer reads "human", "engine" or "engine:3".
func ParsePlayer(s string) (Player, error) {
	name, levelText, hasLevel := strings.Cut(s, ":")
	level := engine.Levels
	if hasLevel {
		n, err := strconv.Atoi(levelText)
		if err != nil || n < 1 || n > engine.Levels {
			return Player{}, fmt.Errorf("the level %q is not a number from 1 to %d", levelText, engine.Levels)
		}
		level = n
	}
	switch {
	case name == "human" && !hasLevel:
		return Player{}, nil
	case name == "engine":
		return Player{Engine: true, Level: level}, nil
	}
	return Player{}, fmt.Errorf("%q is not a player: write human, engine, or engine:LEVEL with a level from 1 to %d", s, engine.Levels)
}

// String returns what ParsePlayer reads.
func (p Player) String() string {
	if !p.Engine {
		return "human"
	}
	return "engine:" + strconv.Itoa(p.Level)
}

// person returns the side of who types: the one that acts, between two people, and
// none, between two engines.
func (t *Table) person() game.Player {
	switch white, black := t.options.White.Engine, t.options.Black.Engine; {
	case white && black:
		return game.NoPlayer
	case white:
		return game.Black
	case black:
		return game.White
	}
	return t.game.ActivePlayer()
}

func (t *Table) bothEngines() bool { return t.options.White.Engine && t.options.Black.Engine }

// name is a side and who plays it.
func (t *Table) name(side game.Player) string {
	if t.player(side).Engine {
		return side.Name() + " (engine)"
	}
	return side.Name()
}

// errOver refuses what needs a game that goes on.
func (t *Table) errOver() error { return fmt.Errorf("the game is over (%s)", t.game.Result()) }

// whenOver says what can be typed when the game is over.
func (t *Table) whenOver() string {
	undo := pick(t.game.CanUndo(), "undo to take back, ", "")
	switch {
	case t.watches:
		return "type quit to leave"
	case t.news != nil: // in a room
		return "type rematch or quit"
	case t.options.Task != "":
		return "type start to try again, " + undo + "or quit"
	}
	return "type new for another game, " + undo + "or quit"
}

func (t *Table) cmdResign(context.Context, string) error {
	side := t.person()
	if side == game.NoPlayer {
		return errors.New("two engines are playing: type new or quit")
	}
	if err := t.game.Resign(side); err != nil {
		return err
	}
	t.changed()
	return nil
}

// cmdDraw offers a draw to the other side: to the engine, which looks at its score,
// or to the person beside, who answers at the prompt.
func (t *Table) cmdDraw(ctx context.Context, _ string) error {
	side := t.person()
	switch {
	case t.game.Over():
		return t.errOver()
	case side == game.NoPlayer:
		return errors.New("two engines are playing, so nobody can offer a draw")
	}
	other := side.Opponent()
	agreed, err := t.answer(ctx, side)
	if err != nil || t.game.Over() {
		return err
	}
	if !agreed {
		t.sayf("%s declines the draw.\n", t.name(other))
		return nil
	}
	if err := t.game.AgreeDraw(); err != nil {
		return err
	}
	t.sayf("%s accepts the draw.\n", t.name(other))
	t.changed()
	return nil
}

// answer asks the other side for its answer to an offer of a draw.
func (t *Table) answer(ctx context.Context, side game.Player) (agreed bool, err error) {
	other := side.Opponent()
	if t.player(other).Engine {
		return t.wouldDraw(ctx, other)
	}
	prompt := fmt.Sprintf("%s offers a draw. %s, yes or no> ", side.Name(), other.Name())
	complete := func(line string) (int, []string) { return matching(line, []string{"yes", "no"}) }
	for !t.game.Over() {
		line, err := t.readLine(ctx, prompt, complete)
		switch word := strings.ToLower(strings.TrimSpace(line)); {
		case errors.Is(err, console.ErrWoken):
		case errors.Is(err, io.EOF), errors.Is(err, ErrInterrupted):
			return false, ctx.Err() // without an answer nobody agrees
		case err != nil:
			return false, err
		case slices.Contains([]string{"yes", "y"}, word):
			return true, nil
		case slices.Contains([]string{"no", "n"}, word):
			return false, nil
		}
	}
	return false, nil
}

// cmdNow has the engine act at once.
func (t *Table) cmdNow(context.Context, string) error {
	if t.thinking == nil {
		return errors.New("no engine is thinking")
	}
	t.thinking.actNow()
	return nil
}

// cmdLevel says or changes how strong the engine plays.
func (t *Table) cmdLevel(_ context.Context, argument string) error {
	if argument == "" {
		t.sayPlayers()
		return nil
	}
	p, err := ParsePlayer("engine:" + argument)
	if err != nil {
		return err
	}
	if !t.options.White.Engine && !t.options.Black.Engine {
		return fmt.Errorf("no engine is playing; add one with: white %s, or black %s", p, p)
	}
	for _, side := range []game.Player{game.White, game.Black} {
		if t.player(side).Engine {
			t.setPlayer(side, p)
		}
	}
	t.sayPlayers()
	return nil
}

func (t *Table) sayPlayers() {
	t.sayf("White is %s, Black is %s.\n", t.options.White, t.options.Black)
}

// seats is the command that changes who plays a side.
func (t *Table) seats(side game.Player) func(context.Context, string) error {
	return func(_ context.Context, argument string) error {
		p, err := ParsePlayer(argument)
		if err != nil {
			return err
		}
		t.setPlayer(side, p)
		t.sayPlayers()
		return nil
	}
}

func (t *Table) setPlayer(side game.Player, p Player) {
	t.stopThinking()
	*t.seatOf(side) = p
	t.nameEngines()
}

// Players are who may play a side, as they are typed.
func Players() []string {
	list := []string{"human", "engine"}
	for level := 1; level <= engine.Levels; level++ {
		list = append(list, Player{Engine: true, Level: level}.String())
	}
	return list
}

// TimeControl is the time that each side has for the game, and what it gains with
// every turn. The zero TimeControl is a game without clocks.
type TimeControl struct {
	Base, Increment time.Duration
}

// The most of each.
const (
	mostMinutes   = 600
	mostIncrement = 600
)

// ParseTimeControl reads minutes and the seconds of increment: "5+3", "0.5+0", "10".
func ParseTimeControl(s string) (TimeControl, error) {
	base, increment, _ := strings.Cut(s, "+")
	minutes, err := strconv.ParseFloat(base, 64)
	seconds := 0.0
	if strings.Contains(s, "+") && err == nil {
		seconds, err = strconv.ParseFloat(increment, 64)
	}
	c := TimeControl{
		Base:      time.Duration(math.Round(minutes*60_000)) * time.Millisecond,
		Increment: time.Duration(math.Round(seconds*1000)) * time.Millisecond,
	}
	if err != nil || !(minutes > 0 && minutes <= mostMinutes && seconds >= 0 && seconds <= mostIncrement) || c.Base < time.Second {
		return TimeControl{}, fmt.Errorf("give minutes, from 1/60 to %d, and the seconds added a turn, to %d, such as 5+3, 0.5+0 or 10", mostMinutes, mostIncrement)
	}
	return c, nil
}

// tag is the time control as PGN has it.
func (c TimeControl) tag() string {
	text := strconv.FormatFloat(c.Base.Seconds(), 'f', -1, 64)
	if c.Increment > 0 {
		text += "+" + strconv.FormatFloat(c.Increment.Seconds(), 'f', -1, 64)
	}
	return text
}

// timeLeft is what a side's clock shows: tenths of seconds where they count.
func timeLeft(d time.Duration) string {
	if d < 20*time.Second {
		return fmt.Sprintf("0:%04.1f", d.Truncate(100*time.Millisecond).Seconds())
	}
	d = d.Truncate(time.Second)
	if d >= time.Hour {
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d/time.Second%60)
}

// flagFell reports whether the clock has ended the game.
func (t *Table) flagFell() bool {
	c := t.game.Clock()
	return c != nil && c.Flagged() != game.NoPlayer
}
