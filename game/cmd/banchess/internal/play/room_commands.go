package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/banchess/banchess/game/room"
)

// play plays what was typed.
func (r *Room) play(ctx context.Context, text string) error {
	t := r.table
	if t.watches {
		return errors.New("you are watching and cannot play; type help")
	}
	if t.game.Over() {
		return fmt.Errorf("%w; %s", t.errOver(), t.whenOver())
	}
	a, err := t.read(text)
	if err != nil {
		return unknown(text, err)
	}
	if err := t.game.Check(a); err != nil && t.game.ActivePlayer() == r.seat {
		return err
	}
	return r.client.Act(ctx, a)
}

// playersOnly are the commands that watchers do not have.
var playersOnly = []string{"undo", "draw", "accept", "decline", "resign", "rematch"}

// commands are in the order of the help.
func (r *Room) commands() commandList {
	t := r.table
	send := func(kind string) func(context.Context, string) error {
		return func(ctx context.Context, _ string) error { return r.client.Do(ctx, room.Request{Type: kind}) }
	}
	all := commandList{
		{"board", "", "draw the board", does(t.redraw)},
		{"flip", "", "turn the board round", does(t.flip)},
		{"undo", "[n]", "ask to take back the last action, or n", r.cmdUndo},
		{"draw", "", "offer a draw, or agree to one", send(room.TypeOffer)},
		{"accept", "", "agree to what the opponent offers or asks for", r.cmdAccept},
		{"decline", "", "decline it", send(room.TypeDecline)},
		{"resign", "", "give up", send(room.TypeResign)},
		{"rematch", "", "after the end: ask for another game with colours exchanged, or agree to it", r.cmdRematch},
		{"room", "", "say who is here, and print the links", does(r.sayRoom)},
		{"history", "", "list what was played", does(t.sayHistory)},
		{"fen", "", "print the position as an extended FEN", does(t.sayFEN)},
		{"pgn", "", "print the game as PGN", does(func() { t.say(t.record().PGN()) })},
		{"save", "[FILE]", "write the game to a file", t.cmdSave},
		{"help", "[command]", "explain", func(_ context.Context, about string) error {
			return t.help(r.commands(), pick(t.watches, "You are watching and cannot play.", "What you play is sent to the room."), about)
		}},
		{"quit", "", "leave; the room is kept, and you are told how to come back", does(t.leave)},
	}
	if t.watches {
		all = slices.DeleteFunc(all, func(c command) bool { return slices.Contains(playersOnly, c.name) })
	}
	return all
}

func (r *Room) cmdUndo(ctx context.Context, n string) error {
	count := 1
	if n != "" {
		var err error
		if count, err = strconv.Atoi(n); err != nil || count < 1 {
			return fmt.Errorf("%q is not a number of actions", n)
		}
	}
	return r.client.Do(ctx, room.Request{Type: room.TypeUndo, Actions: count})
}

func (r *Room) cmdAccept(ctx context.Context, _ string) error {
	log := r.client.Log()
	if log.Game().Over() {
		return r.cmdRematch(ctx, "")
	}
	kind := room.TypeAccept
	if log.Offer().Back > 0 {
		kind = room.TypeAcceptUndo
	}
	return r.client.Do(ctx, room.Request{Type: kind})
}

func (r *Room) cmdRematch(ctx context.Context, _ string) error {
	err := r.client.Do(ctx, room.Request{Type: room.TypeRematch})
	if err == nil && r.last.Rematch != r.seat.Opponent().String() {
		r.table.say("You ask for a rematch. It begins when your opponent agrees.\n")
	}
	return err
}

// sayRoom says who is here, and the links.
func (r *Room) sayRoom() {
	own := r.client.Link()
	r.table.sayf("White is %s, Black is %s; %d watching.\n", r.last.Seats["white"], r.last.Seats["black"], r.last.Watchers)
	if !r.table.watches {
		r.table.say(r.table.goOn)
	}
	r.table.sayf("To watch: %s\n", own.Watch())
}
