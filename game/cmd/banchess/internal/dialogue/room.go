package dialogue

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/room"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/play"
	"github.com/banchess/banchess/game/cmd/banchess/internal/term"
)

// runRoom plays in a room, and then in those of the rematches.
func (f *playFlags) runRoom(cmd *cobra.Command) error {
	if f.pgn != "" || f.ply > 0 {
		return cli.Usagef("--room: a game in a room begins there; leave --pgn and --ply out")
	}
	if f.White.Engine && f.Black.Engine {
		return cli.Usagef("--room: one side is played here; give --white or --black, not both")
	}
	wanted := f.wantedSeat(cmd)
	link, err := f.enterRoom(cmd, wanted)
	if err != nil {
		return err
	}
	if f.White.Engine || f.Black.Engine {
		engine := f.White
		if f.Black.Engine {
			engine = f.Black
		}
		f.White, f.Black = engine, engine // it changes sides in a rematch
	} else {
		wanted = game.NoPlayer // a person takes the seat that there is
	}
	return runDialogue(cmd, &f.Options, f.board, func(c console.Console) error {
		for next := &link; next != nil; wanted = wanted.Opponent() {
			if next, err = f.playRoom(cmd, *next, wanted, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// enterRoom returns the link of the room to play in. It opens a room where none is named.
func (f *playFlags) enterRoom(cmd *cobra.Command, seat game.Player) (room.Link, error) {
	if strings.Contains(f.room, "#") {
		if f.fen != "" || f.Clock.Base > 0 {
			return room.Link{}, cli.Usagef("--room: the room has its start and its clock; leave --fen and --clock out")
		}
		return room.ParseLink(f.room)
	}
	fen := ""
	if f.fen != "" {
		g, err := cli.TypedGame(cmd, f.fen)
		if err != nil {
			return room.Link{}, err
		}
		fen = g.Start().FEN()
	}
	own, opponent, err := room.Open(cmd.Context(), f.room, room.Options{Seat: seat, FEN: fen, Base: f.Clock.Base, Increment: f.Clock.Increment})
	if err != nil {
		return own, unanswered(f.room, err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Send your opponent this link: %s\nTo watch: %s\n", opponent, own.Watch())
	return own, nil
}

// wantedSeat returns the side of this terminal: the engine's, or the one that --white or
// --black names.
func (f *playFlags) wantedSeat(cmd *cobra.Command) game.Player {
	switch white, black := cmd.Flags().Changed("white"), cmd.Flags().Changed("black"); {
	case white && !black, f.White.Engine:
		return game.White
	case black:
		return game.Black
	}
	return game.NoPlayer
}

// playRoom plays in one room, at the wanted seat if there is one, and returns the link of
// the rematch, or nil.
func (f *playFlags) playRoom(cmd *cobra.Command, link room.Link, wanted game.Player, c console.Console) (*room.Link, error) {
	link = link.WithSecret()
	client, err := room.Join(cmd.Context(), link)
	if err != nil {
		switch code := game.CodeOf(err); {
		case link.Secret == "", code == room.CodeNoRoom, code == room.CodeBadSecret, code == room.CodeDamaged:
		default: // the seat may be taken although the answer is lost
			fmt.Fprint(cmd.OutOrStdout(), play.WayBack(link, wanted, f.White))
		}
		return nil, unanswered(link.Base, err)
	}
	defer client.Close()
	if seat := client.Seat(); wanted != game.NoPlayer && wanted != seat {
		fmt.Fprint(cmd.OutOrStdout(), play.WayBack(client.Link(), seat, play.Player{}))
		return nil, cli.Usagef("--room: the link is for %s, but the engine is to play %s", seatName(seat), wanted.Name())
	}
	r, err := play.NewRoom(f.Options, client, c, term.Colors(cmd.OutOrStdout()))
	if err != nil {
		return nil, err
	}
	return r.Run(cmd.Context())
}

// unanswered returns the error of an address from which no server answers, in other words than
// those of the network.
func unanswered(address string, err error) error {
	if network, ok := errors.AsType[*net.OpError](err); ok {
		return fmt.Errorf("no server answers at %s (%w); is the address right, and is banchess serve --rooms running there?", address, network.Err)
	}
	return err
}

func seatName(p game.Player) string {
	if p == game.NoPlayer {
		return "a watcher"
	}
	return p.Name()
}
