//go:build !js

package host

import (
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/room"
)

// sentences are what the refusals of a host say: what is wrong, and how to fix it.
var sentences = map[game.Code][2]string{
	room.CodeNoRoom:             {"there is no such room here", "look at the link; unused rooms are deleted"},
	room.CodeUnavailable:        {"the game storage is not responding", "ask for the state, and send it again if it is not there"},
	room.CodeNotJoined:          {"only the first message of a connection is join", "send it once"},
	room.CodeStopping:           {"the server is shutting down", "come back in a moment; the game goes on then"},
	room.CodeTooManyMessages:    {"this connection sends more messages than one connection may", "wait a second"},
	room.CodeTooManyRooms:       {"this address has opened as many rooms as it may for now", "wait some minutes"},
	room.CodeTooManyConnections: {"this address has as many connections as it may", "close one of them"},
	room.CodeFull:               {"the server has as many connections as it takes", "come back later"},
	room.CodeTooSlow:            {"messages come faster than they are read", "read them, or come back with a better connection"},
	message.CodeTooLong:         {"the message is too long", "send at most 65536 bytes"},
	message.CodeNoPromotion:     {"no move waits for its promotion", "send a piece_move"},
	room.CodeOtherRoom:          {"a race takes enter, start and count, and the room of a game takes the others", "look at the schema"},
	codeBadOrigin:               {"pages of this origin may not use the rooms here", "open the page of this server"},
}

// codeBadOrigin: a page of another site.
const codeBadOrigin game.Code = "bad_origin"

// errFullOfRooms is the refusal of a room beyond RoomsInAll.
func errFullOfRooms() error {
	return &game.Error{Code: room.CodeFull, Message: "the server has as many rooms as it takes", Hint: "come back later"}
}

// errAddressSendsTooMany is the refusal of a message beyond AddressRate.
func errAddressSendsTooMany() error {
	return &game.Error{Code: room.CodeTooManyMessages, Message: "this address sends more messages than one address may", Hint: "wait a second"}
}

// refuse returns the error of a code.
func refuse(code game.Code) *game.Error {
	s := sentences[code]
	return &game.Error{Code: code, Message: s[0], Hint: s[1]}
}
