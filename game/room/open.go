package room

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
)

// Options are the options of a new room.
type Options struct {
	Seat      game.Player   // the seat of the player who opens it; NoPlayer for a random one
	FEN       string        // "" for the start position
	Base      time.Duration // the time of each side, at least a millisecond; if Base and Increment are 0, there is no clock
	Increment time.Duration // the time that each turn adds
}

// Open opens a room on the server of a page, and returns the links of both players: keep
// your own, and send the other one. Errors are those of the server, with their codes, and
// those of the network.
func Open(ctx context.Context, base string, o Options) (own, opponent Link, err error) {
	address, err := Rooms(base)
	if err != nil {
		return own, opponent, err
	}
	body := OpenRequest{FEN: o.FEN}
	if o.Seat != game.NoPlayer {
		body.Seat = o.Seat.String()
	}
	if o.Base != 0 || o.Increment != 0 {
		body.Clock = &OpenClock{Base: o.Base.Milliseconds(), Increment: o.Increment.Milliseconds()}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return own, opponent, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(text))
	if err != nil {
		return own, opponent, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return own, opponent, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		return own, opponent, denied(answer)
	}
	var opened Opened
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(&opened); err != nil {
		return own, opponent, err
	}
	if !IsSecret(opened.Room) || !IsSecret(opened.Secret) || !IsSecret(opened.Invitation) {
		return own, opponent, errors.New("the server answers with something else than a room")
	}
	base, _, _ = strings.Cut(base, "#")
	return Link{Base: base, Room: opened.Room, Secret: opened.Secret}, Link{Base: base, Room: opened.Room, Invitation: opened.Invitation}, nil
}

// denied returns the error of an answer over HTTP.
func denied(answer *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if m, err := decode(text); err == nil && m.Code != "" {
		return refusal(m.Code, m.Reason, m.Hint)
	}
	status := strconv.Itoa(answer.StatusCode)
	if answer.StatusCode >= 500 { // a balancer answers for a server that is away
		return refusal(CodeUnavailable, "the server is away: its proxy answers with status "+status, "try it again in a moment")
	}
	return refusal(CodeNoRoom, "there are no rooms at this address: it answers with status "+status, "look at the address")
}
