package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/room"
)

// Room is a game in a room, at a table where one side, or nobody, is here. The server's log
// is the game; the table shows it.
type Room struct {
	table  *Table
	client *room.Client
	player Player // who plays the side that is here
	seat   game.Player

	mu    sync.Mutex
	queue []room.Message // that the table has not looked at
	lost  error          // why there are no more

	last  room.Message // the last one about the room
	since time.Time    // when it came
	shown int          // the number of the last entry that was shown
	terms room.Message // the state with which the game began
	next  *room.Link   // of the rematch

	restarts bool // the server has said that it is shutting down

	patience time.Duration // how long somebody at a terminal waits for the server
}

// NewRoom returns a room that a client has joined. The table's options say who plays: the
// engine, if it is set at the client's side.
func NewRoom(o Options, client *room.Client, c console.Console, colors *termenv.Output) (*Room, error) {
	log := client.Log()
	r := &Room{client: client, seat: client.Seat(), shown: log.Len(), patience: 10 * time.Second}
	o.Game, o.Clock = log.Game(), TimeControl{}
	o.Flipped = o.Flipped || r.seat == game.Black
	r.table = New(o, c, colors)
	if r.seat != game.NoPlayer {
		r.player = r.table.player(r.seat)
	}
	// The other side is not the engine of this table.
	r.table.options.White, r.table.options.Black = Player{}, Player{}
	if r.seat != game.NoPlayer {
		*r.table.seatOf(r.seat) = r.player
	}
	r.table.watches = r.seat == game.NoPlayer
	r.table.kept, r.table.goOn = log.Len() == 0, WayBack(client.Link(), r.seat, r.player)
	r.table.news = make(chan struct{}, 1)
	return r, nil
}

// Run plays until quit, the end of the input, Ctrl-C, or the end of the context, and keeps
// the game. Without a terminal the engine plays to the end of the game, whatever the input
// is. It returns the link of the rematch, if one was agreed to.
func (r *Room) Run(ctx context.Context) (*room.Link, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go r.listen(ctx)
	t := r.table
	if t.watches {
		t.note("You are watching. Type " + t.strong("help") + " for the commands.\n")
	} else {
		t.note("You play " + r.seat.Name() + ". Type " + t.strong("help") + " for the commands.\n")
		t.say(t.goOn) // now, in case the program is killed
	}
	err := r.loop(ctx)
	t.stopThinking()
	if saved := t.keep(); saved != nil {
		t.say(t.record().PGN()) // so that it is somewhere
		return nil, saved
	}
	if r.next == nil {
		t.say(t.goOn)
	}
	return r.next, t.outcome(err)
}

// WayBack says how somebody comes back with a link, and with the engine if it plays.
func WayBack(l room.Link, seat game.Player, player Player) string {
	command := "banchess play --room " + shellWord(l.String())
	switch {
	case l.Secret == "":
		return "To watch again: " + command + "\n"
	case player.Engine:
		command += " --" + seat.String() + " " + player.String()
	}
	return "To come back: " + command + "\n"
}

// listen takes messages until there are no more.
func (r *Room) listen(ctx context.Context) {
	for {
		m, err := r.client.Next(ctx)
		r.mu.Lock()
		if err == nil {
			r.queue = append(r.queue, m)
		} else {
			r.lost = err
		}
		r.mu.Unlock()
		select {
		case r.table.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (r *Room) loop(ctx context.Context) error {
	t := r.table
	for !t.quit {
		if err := r.hear(ctx); err != nil {
			return err
		}
		if r.next != nil {
			return nil
		}
		t.announce()
		t.draw()
		isOver := t.game.Over()
		if r.player.Engine && !t.options.Terminal && isOver {
			return nil
		}
		if err := r.think(ctx); err != nil {
			return err
		}
		if !t.options.Terminal && (r.player.Engine || !isOver && !r.isAsked()) {
			// Nothing that may be typed ahead is meant for now.
			if err := r.wait(ctx); err != nil {
				return err
			}
			continue
		}
		line, err := t.readLine(ctx, r.prompt(), t.completer(r.commands()))
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, console.ErrWoken):
			continue
		case err != nil:
			return err
		}
		if err := r.obey(ctx, line); err != nil {
			return err
		}
	}
	return nil
}

// obey does what a line says. Somebody at a terminal is told if the server does not answer, and
// can type something else.
func (r *Room) obey(ctx context.Context, line string) error {
	limit, cancel := ctx, context.CancelFunc(func() {})
	if r.table.options.Terminal {
		limit, cancel = context.WithTimeout(ctx, r.patience)
	}
	defer cancel()
	err := r.table.obey(limit, line, r.commands(), r.play)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		r.table.refuse(errors.New("the server does not answer; type it again later, or quit"))
		return nil
	}
	return err
}

// isAsked reports whether the player who is here is to act or to answer.
func (r *Room) isAsked() bool {
	log := r.client.Log()
	return log.Turn() == r.seat || log.Offer().By == r.seat.Opponent()
}

// wait returns when there is news.
func (r *Room) wait(ctx context.Context) error {
	var finished <-chan struct{}
	if r.table.thinking != nil {
		finished = r.table.thinking.finished.Done()
	}
	select {
	case <-r.table.news:
	case <-finished:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// hear takes what the server has said, and all that the log has.
func (r *Room) hear(ctx context.Context) error {
	for {
		r.mu.Lock()
		queue, lost := r.queue, r.lost
		r.queue = nil
		r.mu.Unlock()
		for _, m := range queue {
			if err := r.take(ctx, m); err != nil {
				return err
			}
		}
		if lost != nil || r.client.Log().Len() == r.shown {
			return lost
		}
		select {
		case <-r.table.news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take shows what a message says.
func (r *Room) take(ctx context.Context, m room.Message) error {
	if m.Type == room.TypeFailure {
		return nil // whoever sent the request is told
	}
	t, before := r.table, r.last
	r.last, r.since = m, t.options.Now()
	t.ticks = m.Clock != nil && m.Clock.Running != ""
	if m.Type == room.TypeState && r.terms.Type == "" {
		r.terms = m
	}
	for _, side := range []game.Player{game.White, game.Black} {
		if was, is := before.Seats[side.String()], m.Seats[side.String()]; is != was && side != r.seat && before.Seats != nil && (was != "open" || is == "here") {
			t.sayf("%s is %s.\n", side.Name(), is)
		}
	}
	if m.Type == room.TypeState && r.restarts {
		t.say("The server is back.\n")
		r.restarts = false
	}
	if m.Restart {
		r.restarts = true
		t.say("The server is shutting down" + pick(m.Paused, ", and the clock is stopped", "") + ". The game goes on when the server is back.\n")
	}
	if m.Number != r.shown {
		if err := r.show(m); err != nil {
			return err
		}
	}
	if m.Rematch != "" && m.Rematch != before.Rematch && m.Rematch != r.seat.String() {
		t.say(pick(t.watches, "A player offers a rematch.", "Your opponent asks for a rematch: type rematch, or decline.") + "\n")
		if r.player.Engine {
			return r.ask(ctx, room.Request{Type: room.TypeRematch})
		}
	}
	if by, err := game.ParsePlayer(before.Rematch); err == nil && m.Rematch == "" && m.Next == "" {
		t.sayf("%s declines the rematch.\n", by.Opponent().Name())
	}
	if m.Next != "" {
		t.say("The rematch begins, with colours exchanged.\n")
		next := r.client.Link()
		next.Room = m.Next
		r.next = &next
	}
	return r.reply(ctx)
}

// show brings the game on the table to the log's.
func (r *Room) show(m room.Message) error {
	t := r.table
	log := r.client.Log()
	// The opponent may have answered before this was read.
	areActions := m.Number == r.shown+1 && log.Len()-r.shown == log.Game().Len()-t.game.Len()
	r.shown = log.Len()
	if areActions {
		for t.game.Len() < log.Game().Len() {
			if err := t.act(log.Game().Entry(t.game.Len()).Action); err != nil {
				return err
			}
		}
		return nil
	}
	if n := log.Len(); n > 0 && m.Number == n {
		entry, who := log.Entry(n)
		answer := pick(who == r.seat.Opponent(), ": type accept, or decline", "")
		switch entry[1] {
		case '=':
			t.sayf("%s offers a draw%s.\n", who.Name(), answer)
		case '<':
			t.sayf("%s asks to take back %s%s.\n", who.Name(), entry[2:], answer)
		case '(':
			t.sayf("%s agrees: %s taken back.\n", who.Name(), entry[2:len(entry)-1])
		case '-':
			t.sayf("%s declines.\n", who.Name())
		}
	}
	tags := t.game.Tags
	t.seat(log.Game())
	t.game.Tags = tags
	return nil
}

// reply has the engine answer an offer: it takes back what it is asked to, and agrees to a
// draw where it stands no better.
func (r *Room) reply(ctx context.Context) error {
	log := r.client.Log()
	if !r.player.Engine || log.Offer().By != r.seat.Opponent() {
		return nil
	}
	if log.Offer().Back > 0 {
		return r.ask(ctx, room.Request{Type: room.TypeAcceptUndo})
	}
	agrees, err := r.table.wouldDraw(ctx, r.seat)
	if err != nil {
		return err
	}
	return r.ask(ctx, room.Request{Type: pick(agrees, room.TypeAccept, room.TypeDecline)})
}

// ask sends a request of the engine. What the server refuses is only told.
func (r *Room) ask(ctx context.Context, q room.Request) error {
	err := r.client.Do(ctx, q)
	if game.CodeOf(err) != "" {
		r.table.refuse(err)
		return nil
	}
	return err
}

// think has the engine look for its action when it is its turn, and play it.
func (r *Room) think(ctx context.Context) error {
	t := r.table
	log := r.client.Log()
	if !r.player.Engine || log.Turn() != r.seat || log.Len() != r.shown {
		return nil
	}
	if t.thinking == nil {
		t.startSearch(ctx, r.limits())
		return nil
	}
	if t.thinking.finished.Err() == nil {
		return nil
	}
	th := t.thinking
	t.thinking = nil
	if th.err != nil {
		return th.err
	}
	if err := r.client.Act(ctx, th.best); game.CodeOf(err) != "" {
		t.refuse(err) // the log has become another meanwhile
	} else if err != nil {
		return err
	}
	return nil
}

// limits are those of the engine, by the server's clock.
func (r *Room) limits() engine.Limits {
	limits := r.table.limits()
	if c := r.last.Clock; c != nil && limits.Depth == 0 {
		add := r.terms.Increment.Duration()
		limits = engine.Limits{Time: [2]time.Duration{c.White.Duration(), c.Black.Duration()}, Increment: [2]time.Duration{add, add}}
	}
	limits.Level = r.player.Level
	return limits
}

// prompt says who is to act, and the clocks.
func (r *Room) prompt() string {
	t := r.table
	clocks := ""
	if c := r.last.Clock; c != nil {
		left := func(p game.Player, left room.Milliseconds) string {
			if c.Running != p.String() {
				return timeLeft(left.Duration())
			}
			return timeLeft(max(left.Duration()-t.options.Now().Sub(r.since), 0))
		}
		clocks = fmt.Sprintf(" (%s, %s)", left(game.White, c.White), left(game.Black, c.Black))
	}
	if t.game.Over() {
		return "game over> "
	}
	p := t.game.Position()
	who := p.ActivePlayer().Name() + pick(p.Phase() == game.PhaseBan, " bans", " moves")
	switch log := r.client.Log(); {
	case t.watches:
	case log.Turn() != r.seat:
		who = "waiting for " + r.seat.Opponent().Name()
	case log.Offer().Back > 0:
		who = "your answer"
	}
	return who + clocks + "> "
}
