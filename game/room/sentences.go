package room

import (
	"fmt"
	"strconv"

	"github.com/banchess/banchess/game"
)

// The codes of refusals that are not the rules' own. Those of packages game and message
// come through unchanged.
const (
	// CodeBadLog: text that is not an entry of a log.
	CodeBadLog game.Code = "bad_log"
	// CodeOpenOffer, CodeNoOffer: an offer while another one is open, an answer while
	// none is.
	CodeOpenOffer game.Code = "open_offer"
	CodeNoOffer   game.Code = "no_offer"
	// CodeBadTakeback: more actions to take back than were played.
	CodeBadTakeback game.Code = "bad_takeback"
	// CodeNoTimeout: a time-out of a player who has time left.
	CodeNoTimeout game.Code = "no_timeout"
	// CodeNoRoom: the room does not exist, or exists no more.
	CodeNoRoom game.Code = "no_room"
	// CodeBadSecret: a secret or an invitation that fits no seat.
	CodeBadSecret game.Code = "bad_secret"
	// CodeNotSeated: an action of a watcher.
	CodeNotSeated game.Code = "not_seated"
	// CodeNotYourTurn: an action of the player whose turn it is not.
	CodeNotYourTurn game.Code = "not_your_turn"
	// CodeOutOfDate: a request whose number is not that of the next entry.
	CodeOutOfDate game.Code = "out_of_date"
	// CodeLongLog: a log that takes no more entries.
	CodeLongLog game.Code = "long_log"
	// CodeGameGoesOn: a rematch before the end.
	CodeGameGoesOn game.Code = "game_goes_on"
	// CodeDamaged: records that do not follow from one another.
	CodeDamaged game.Code = "damaged_room"
	// CodeNotJoined: a request before join, or a second join.
	CodeNotJoined game.Code = "not_joined"
	// CodeUnavailable: the journal does not answer, or cannot keep records.
	CodeUnavailable game.Code = "unavailable"
	// CodeStopping: the server is about to stop.
	CodeStopping game.Code = "stopping"
	// CodeTooManyMessages, CodeTooManyRooms, CodeTooManyConnections: one address or one
	// connection sends, opens or has more than it may.
	CodeTooManyMessages    game.Code = "too_many_messages"
	CodeTooManyRooms       game.Code = "too_many_rooms"
	CodeTooManyConnections game.Code = "too_many_connections"
	// CodeFull: the server has as many rooms or connections as it accepts in all.
	CodeFull game.Code = "server_full"
	// CodeBadName: a name that is too long, or cannot be printed.
	CodeBadName game.Code = "bad_name"
	// CodeTooManyNames: a racer who has had many names wants another one.
	CodeTooManyNames game.Code = "too_many_names"
	// CodeRaceFull: a race in which all seats are taken.
	CodeRaceFull game.Code = "race_full"
	// CodeFewRacers: the start of a race in which nobody else is there.
	CodeFewRacers game.Code = "few_racers"
	// CodeRaceGoesOn: a start while the race is still running.
	CodeRaceGoesOn game.Code = "race_goes_on"
	// CodeNotRacing, CodeRaceOver: a count before the race begins, or from somebody who
	// is not in the heat; a count after the end.
	CodeNotRacing game.Code = "not_racing"
	CodeRaceOver  game.Code = "race_over"
	// CodeBadCount: a count that falls, or is too large for the time.
	CodeBadCount game.Code = "bad_count"
	// CodeOtherRoom: a request of races in the room of a game, or of games in a race.
	CodeOtherRoom game.Code = "other_room"
	// CodeTooSlow: a client that does not read as fast as messages come.
	CodeTooSlow game.Code = "too_slow"
)

// refusal returns an error: its code, what is wrong, and how to fix it.
func refusal(code game.Code, message, hint string) *game.Error {
	return &game.Error{Code: code, Message: message, Hint: hint}
}

func errBadLog(text string) error {
	if len(text) > 20 {
		text = text[:20]
	}
	return refusal(CodeBadLog, strconv.Quote(text)+" is not an entry of a log", "write an action such as e2e4 or e7e8Q, or an offer, an answer, or the end, such as w=")
}

func errOpenOffer() error {
	return refusal(CodeOpenOffer, "an offer is open", "wait for its answer")
}

func errNoOffer() error {
	return refusal(CodeNoOffer, "there is no such offer to answer", "look at draw_offer and undo_offer of the last message")
}

func errBadTakeback(back, played int) error {
	return refusal(CodeBadTakeback, fmt.Sprintf("%d actions cannot be taken back: %d were played", back, played), "ask for fewer")
}

func errNoTimeout() error {
	return refusal(CodeNoTimeout, "this player has time left", "wait")
}

func errBadSecret() error {
	return refusal(CodeBadSecret, "the link gives no seat in this room: its invitation was used, or it is not complete", "ask for a new link, or watch without a secret")
}

func errNotSeated() error {
	return refusal(CodeNotSeated, "watchers do not act", "join with the link of a player")
}

func errNotYourTurn(turn game.Player) error {
	return refusal(CodeNotYourTurn, "it is the turn of "+turn.Name(), "wait")
}

func errOutOfDate(number, next int) error {
	return refusal(CodeOutOfDate, fmt.Sprintf("the next entry has number %d, not %d", next, number), "send a state, and go on from there")
}

func errDesync(number int) error {
	return refusal(game.CodeDesync, fmt.Sprintf("with entry %d the log would have another hash here", number), "send a state, and go on from there")
}

func errLongLog() error {
	return refusal(CodeLongLog, "this room takes no more entries", "open another room")
}

func errGameGoesOn() error {
	return refusal(CodeGameGoesOn, "the game is not over", "ask for a rematch at its end")
}

// DamagedAt returns the error of a room in which the record with a number does not follow
// from those before.
func DamagedAt(number int) error {
	return refusal(CodeDamaged, fmt.Sprintf("record %d of the room does not follow from those before", number), "open another room")
}
