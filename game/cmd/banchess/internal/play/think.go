package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
)

// thinking is a search for the engine's action, while people may type.
type thinking struct {
	cancel   context.CancelFunc
	finished context.Context
	best     game.Action // once it is finished, as is the error
	err      error
}

// errThinking refuses what has to wait for the engine.
var errThinking = errors.New("the engine is to act, and thinks: type now to have it act at once, or undo, resign or quit")

// startThinking has the engine look for its action.
func (t *Table) startThinking(ctx context.Context, p Player) { t.startSearch(ctx, t.engineLimits(p)) }

func (t *Table) startSearch(ctx context.Context, limits engine.Limits) {
	search, cancel := context.WithCancel(ctx)
	finished, finish := context.WithCancel(context.Background())
	th := &thinking{cancel: cancel, finished: finished}
	t.thinking = th
	g := t.game.Clone()
	go func() {
		defer finish()
		var found engine.Result
		found, th.err = t.options.Engine.Search(search, g, limits, nil)
		th.best = found.Best
	}()
}

// actNow has the engine end its search, and act.
func (th *thinking) actNow() {
	th.cancel()
	<-th.finished.Done()
}

// stopThinking drops what the engine thinks about.
func (t *Table) stopThinking() {
	if t.thinking != nil {
		t.thinking.actNow()
		t.thinking = nil
	}
}

// engineLimits are the limits of the engine's own actions.
func (t *Table) engineLimits(p Player) engine.Limits {
	limits := t.limits()
	if c := t.game.Clock(); c != nil && limits.Depth == 0 {
		limits = engine.Limits{
			Time:      [2]time.Duration{c.Remaining(game.White), c.Remaining(game.Black)},
			Increment: [2]time.Duration{c.Increment(), c.Increment()},
		}
	}
	limits.Level = p.Level
	return limits
}

// limits are those of what people ask the engine.
func (t *Table) limits() engine.Limits {
	if t.options.Depth > 0 {
		return engine.Limits{Depth: t.options.Depth}
	}
	return engine.Limits{MoveTime: t.options.Think}
}

// think lets the engine act, or begin to, where people can type meanwhile.
func (t *Table) think(ctx context.Context, p Player) error {
	if t.thinking == nil {
		t.startThinking(ctx, p)
		if t.options.Terminal {
			return nil
		}
	}
	th := t.thinking
	<-th.finished.Done()
	th.cancel()
	t.thinking = nil
	// The result of an interrupted engine is not its choice.
	if err := cmp.Or(ctx.Err(), th.err); err != nil {
		return err
	}
	return t.act(th.best)
}

// readLine asks for a line, until it is typed or there is news, which is console.ErrWoken: the
// engine has found its action, the clock shows another time, the terminal has another
// size, or the line was too long and is refused.
func (t *Table) readLine(ctx context.Context, prompt string, complete console.Completer) (string, error) {
	woken, wake := context.WithCancelCause(ctx)
	defer wake(nil)
	if c := t.game.Clock(); c != nil && c.Running() != game.NoPlayer && !t.game.Over() {
		timer := time.AfterFunc(min(time.Second, c.Remaining(c.Running())), func() { wake(console.ErrWoken) })
		defer timer.Stop()
	}
	if t.thinking != nil {
		defer context.AfterFunc(t.thinking.finished, func() { wake(console.ErrWoken) })()
	}
	if t.ticks {
		timer := time.AfterFunc(time.Second, func() { wake(console.ErrWoken) })
		defer timer.Stop()
	}
	if t.news != nil {
		go func() {
			select {
			case <-t.news:
				wake(console.ErrWoken)
			case <-woken.Done():
			}
		}()
	}
	line, err := t.console.ReadLine(woken, prompt, complete)
	switch {
	case errors.Is(err, console.ErrWoken) && t.besideFits() != t.beside:
		t.redraw()
	case errors.Is(err, console.ErrLongLine):
		t.refuse(err)
		err = console.ErrWoken
	}
	return line, err
}

// wouldDraw asks the engine whether a side agrees to a draw, which it does where it
// stands no better than the other.
func (t *Table) wouldDraw(ctx context.Context, side game.Player) (bool, error) {
	limits := t.limits()
	limits.Lines, limits.MoveTime = 1, min(limits.MoveTime, time.Second)
	found, err := t.consult(ctx, limits)
	if err != nil {
		return false, err
	}
	score := cmp.Or(found.Score.Mate, found.Score.Centipawns)
	if t.game.ActivePlayer() != side {
		score = -score
	}
	return score <= 0, nil
}

// prompt says who is to act, and how much time is left for it.
func (t *Table) prompt() string {
	if t.game.Over() {
		return "game over> "
	}
	p := t.game.Position()
	verb := "moves"
	switch {
	case t.thinking != nil:
		verb = "thinks"
	case p.Phase() == game.PhaseBan:
		verb = "bans"
	}
	who := p.ActivePlayer()
	if c := t.game.Clock(); c != nil {
		return fmt.Sprintf("%s %s (%s)> ", who.Name(), verb, timeLeft(c.Remaining(who)))
	}
	return fmt.Sprintf("%s %s> ", who.Name(), verb)
}
