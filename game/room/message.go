package room

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message"
	"github.com/banchess/banchess/game/message/jsontext"
)

// Request is a message from a client.
type Request struct {
	Type string          `json:"message_type"`
	ID   json.RawMessage `json:"id,omitempty"`

	From      string `json:"from,omitempty"`
	To        string `json:"to,omitempty"`
	Promotion string `json:"promotion,omitempty"`
	Choice    string `json:"piece_choice,omitempty"`
	Actions   int    `json:"actions,omitempty"` // to take back
	Number    int    `json:"number,omitempty"`  // of the entry
	Hash      string `json:"hash,omitempty"`    // of the log with it

	Secret     string `json:"secret,omitempty"`
	Invitation string `json:"invitation,omitempty"`

	// Of a race:
	Name   string `json:"name,omitempty"`
	Race   string `json:"race,omitempty"` // a code
	Heat   int    `json:"heat,omitempty"` // its number, from 1
	Solved int    `json:"solved,omitempty"`
	Wrong  int    `json:"wrong,omitempty"`
	Combo  int    `json:"combo,omitempty"`
	Done   bool   `json:"done,omitempty"`
}

// The types of requests.
const (
	TypeJoin       = "join"
	TypeBan        = "ban"
	TypeMove       = "piece_move"
	TypePromotion  = "piece_promotion_choice"
	TypeState      = "state"
	TypeResign     = "resign"
	TypeOffer      = "offer_draw"
	TypeAccept     = "accept_draw"
	TypeUndo       = "undo"
	TypeAcceptUndo = "accept_undo"
	TypeDecline    = "decline"
	TypeRematch    = "rematch"
	TypeEnter      = "enter" // the last three are those of races
	TypeStart      = "start"
	TypeCount      = "count"
)

// requestFields are the fields that a type has besides message_type and id. Those that end
// in ! must be there.
var requestFields = map[string][]string{
	TypeJoin:       {"secret", "invitation"},
	TypeBan:        {"from!", "to!", "number", "hash"},
	TypeMove:       {"from!", "to!", "promotion", "number", "hash"},
	TypePromotion:  {"piece_choice!"},
	TypeState:      {},
	TypeResign:     {"number", "hash"},
	TypeOffer:      {"number", "hash"},
	TypeAccept:     {"number", "hash"},
	TypeUndo:       {"actions", "number", "hash"},
	TypeAcceptUndo: {"number", "hash"},
	TypeDecline:    {"number", "hash"},
	TypeRematch:    {},
	TypeEnter:      {"name"},
	TypeStart:      {"heat!", "race!"},
	TypeCount:      {"heat!", "solved", "wrong", "combo", "done"},
}

// ReadRequest reads a message. Errors: message.CodeTooLong, and the codes of package
// message for messages that cannot be read.
func ReadRequest(text []byte) (Request, error) {
	var r Request
	err := readObject(text, &r, `{"message_type":"state"}`)
	isBadID := !isID(r.ID)
	if isBadID {
		r.ID = nil // no reply repeats it
	}
	switch {
	case err != nil:
		return r, err
	case isBadID:
		return r, refusal(message.CodeBadField, `the field "id" does not have a possible value`, "write a string of at most 100 bytes, or a number")
	}
	return r, r.check()
}

// ReadOpenRequest reads the body of POST /rooms. Its errors are those of ReadRequest.
func ReadOpenRequest(text []byte) (o OpenRequest, err error) {
	err = readObject(text, &o, `{"seat":"white"}`)
	return o, err
}

// readObject reads one JSON object without unknown fields. An error shows an example.
func readObject(text []byte, into any, example string) error {
	if len(text) > message.MaxMessage {
		return refusal(message.CodeTooLong, "the message is longer than "+strconv.Itoa(message.MaxMessage)+" bytes", "send a shorter one")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && (len(bytes.TrimSpace(text[d.InputOffset():])) > 0 || !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))) {
		err = errors.New("something else, or more, than an object")
	}
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return refusal(message.CodeBadField, "the field "+strconv.Quote(kind.Field)+" does not have a possible value", "look at the schema")
	case err != nil && strings.HasPrefix(err.Error(), "json: unknown field"):
		return refusal(message.CodeUnknownField, "there is no field "+strings.TrimPrefix(err.Error(), "json: unknown field ")+" here", "leave it out")
	case err != nil:
		return refusal(message.CodeBadJSON, "the message is not one JSON object", "send one such as "+example)
	}
	return nil
}

// check compares the fields of a request with those of its type.
func (r *Request) check() error {
	if r.Type == "peice move" {
		r.Type = TypeMove // as package message has it
	}
	fields, ok := requestFields[r.Type]
	if !ok {
		return refusal(message.CodeUnknownMessage, "there is no message_type "+strconv.Quote(short(r.Type))+" here", "look at the schema")
	}
	for _, field := range [...]struct {
		name, required string
		isThere        bool
	}{
		{"from", "from!", r.From != ""}, {"to", "to!", r.To != ""}, {"promotion", "", r.Promotion != ""}, {"piece_choice", "piece_choice!", r.Choice != ""},
		{"actions", "", r.Actions != 0}, {"number", "", r.Number != 0}, {"hash", "", r.Hash != ""}, {"secret", "", r.Secret != ""}, {"invitation", "", r.Invitation != ""},
		{"name", "", r.Name != ""}, {"race", "race!", r.Race != ""}, {"heat", "heat!", r.Heat != 0}, {"solved", "", r.Solved != 0}, {"wrong", "", r.Wrong != 0}, {"combo", "", r.Combo != 0}, {"done", "", r.Done},
	} {
		switch mustHave := slices.Contains(fields, field.required); {
		case field.isThere && !mustHave && !slices.Contains(fields, field.name):
			return refusal(message.CodeUnknownField, "there is no field "+strconv.Quote(field.name)+" here", "leave it out")
		case mustHave && !field.isThere:
			return refusal(message.CodeMissingField, "the field "+strconv.Quote(field.name)+" is missing", "add it")
		}
	}
	return nil
}

// isID reports whether a value is one of the ids that replies repeat.
func isID(id json.RawMessage) bool {
	return id == nil || len(id) <= 100 && (id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9')
}

func short(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

// Action returns the ban or the move of a request. The error of a wrong square or
// promotion is that of its field.
func (r Request) Action() (game.Action, error) {
	from, err := square("from", r.From)
	if err != nil {
		return game.Action{}, err
	}
	to, err := square("to", r.To)
	if err != nil {
		return game.Action{}, err
	}
	if r.Type == TypeBan {
		return game.NewBan(from, to), nil
	}
	role, err := role("promotion", r.Promotion)
	return game.NewMove(from, to, role), err
}

// Piece returns the piece of a promotion choice.
func (r Request) Piece() (game.Role, error) { return role("piece_choice", r.Choice) }

func square(name, text string) (game.Square, error) {
	sq, err := game.ParseSquare(strings.ToLower(text))
	if err != nil {
		return sq, refusal(message.CodeBadField, "the field "+strconv.Quote(name)+" does not have a possible value", `write a square such as "E2"`)
	}
	return sq, nil
}

func role(name, text string) (game.Role, error) {
	for _, r := range []game.Role{game.NoRole, game.Queen, game.Rook, game.Bishop, game.Knight} {
		if r == game.NoRole && text == "" || r != game.NoRole && r.String() == text {
			return r, nil
		}
	}
	return game.NoRole, refusal(message.CodeBadField, "the field "+strconv.Quote(name)+" does not have a possible value", "write queen, rook, bishop or knight")
}

// Presence is who is in a room now.
type Presence struct {
	White    bool `json:"white"`
	Black    bool `json:"black"`
	Watchers int  `json:"watchers"`

	Racers RacerSet `json:"racers,omitempty"`
}

// Reply is the part of a message to a client that the state of the room does not have.
type Reply struct {
	Type string
	ID   json.RawMessage
	Err  *game.Error // for a failure

	Pending game.Pair   // for a promotion_prompt
	Seat    game.Player // for a state: the seat of the receiver
	Racer   int         // for a state of a race: the seat of the receiver, or 0
	Keep    int         // for a state: the number of days for which the room is kept
	Restart bool        // for a room: the server is shutting down, and the game goes on later
}

// The types of replies that package message does not have.
const (
	TypeRoom        = "room"
	TypeUndoOffered = "undo_offered"
	TypeDeclined    = "offer_declined"
	TypeFailure     = "failure"
	TypePrompt      = "promotion_prompt"
	TypeGameEnd     = "game_end"
	TypeRace        = "race"
)

// TypeOf returns the type of the message about the last record, which is of a kind.
func (s *State) TypeOf(k Kind) string {
	if k != KindEntry {
		return TypeRoom
	}
	entry, _ := s.Log.Entry(s.Log.Len())
	switch {
	case s.Log.game.Over():
		return TypeGameEnd
	case entry[1] == '=':
		return "draw_offered"
	case entry[1] == '<':
		return TypeUndoOffered
	case entry[1] == '-':
		return TypeDeclined
	case s.Log.game.Phase() == game.PhaseBan:
		return "next_legal_banset"
	}
	return "next_legal_moveset"
}

// Encode returns a message that says how the room stands.
func (s *State) Encode(r Reply, here Presence) []byte {
	w := &jsontext.Writer{}
	w.Object(func() {
		if s.Race != nil {
			s.writeRace(w, r, here)
			return
		}
		r.writeHead(w)
		s.writeRoom(w, r, here)
		offer := s.Log.Offer()
		standing := message.Standing{Game: s.Log.game, Pending: r.Pending}
		if r.Type != TypeState && r.Type != TypeFailure {
			standing.Played = s.last
		}
		if offer.Back == 0 {
			standing.Offer = offer.By
		} else {
			w.Key("undo_offer").Object(func() {
				w.Key("player").String(offer.By.String())
				w.Key("actions").Int(int64(offer.Back))
			})
		}
		if r.Type == TypeState {
			s.writeState(w, r)
		}
		standing.Write(w, r.Type == TypeGameEnd)
	})
	return w.Text()
}

// writeHead writes what a message begins with.
func (r Reply) writeHead(w *jsontext.Writer) {
	w.Key("message_type").String(r.Type)
	if r.ID != nil {
		w.Key("id").Raw(string(r.ID))
	}
	if r.Err != nil {
		w.Key("code").String(string(r.Err.Code))
		w.Key("reason").String(r.Err.Message)
		w.NonEmpty("hint", r.Err.Hint)
	}
}

// WithID returns a message with the id of a request. The id may be nil.
func WithID(text []byte, id json.RawMessage) []byte {
	if id == nil {
		return text
	}
	at := bytes.IndexByte(text, ',') // after the type
	return slices.Concat(text[:at], []byte(`,"id":`), id, text[at:])
}

// writeRoom writes what every message of a room has.
func (s *State) writeRoom(w *jsontext.Writer, r Reply, here Presence) {
	w.Key("room").String(s.Terms.ID)
	w.Key("number").Int(int64(s.Log.Len()))
	w.Key("hash").String(s.Log.Hash())
	if n := s.Log.Len(); n > 0 {
		entry, by := s.Log.Entry(n)
		w.Key("entry").String(entry)
		w.Key("by").String(by.String())
	}
	w.Key("seats").Object(func() {
		w.Key("white").String(s.seatWord(game.White, here.White))
		w.Key("black").String(s.seatWord(game.Black, here.Black))
	})
	w.Key("watchers").Int(int64(here.Watchers))
	if s.Paused {
		w.Key("paused").Bool(true)
	}
	if r.Restart {
		w.Key("restart").Bool(true)
	}
	if s.Rematch != game.NoPlayer {
		w.Key("rematch_offer").String(s.Rematch.String())
	}
	w.NonEmpty("next_room", s.Next)
}

func (s *State) seatWord(p game.Player, isHere bool) string {
	switch {
	case !s.IsTaken(p):
		return "open"
	case isHere:
		return "here"
	}
	return "away"
}

// writeState writes what only a state has.
func (s *State) writeState(w *jsontext.Writer, r Reply) {
	if r.Seat != game.NoPlayer {
		w.Key("seat").String(r.Seat.String())
	}
	w.Key("kept_days").Int(int64(r.Keep))
	if s.Terms.Base > 0 {
		w.Key("base_ms").Int(int64(s.Terms.Base))
		w.Key("increment_ms").Int(int64(s.Terms.Increment))
	}
	w.Key("log").String(s.Log.Text())
	w.Key("start_fen").String(s.Log.game.Start().FEN())
	w.Key("history").Strings(s.Log.game.BCN())
	w.Key("can_undo").Bool(false) // one asks the opponent
}

// EncodeFailure returns a failure for a client that is not in a room.
func EncodeFailure(id json.RawMessage, err *game.Error) []byte {
	w := &jsontext.Writer{}
	w.Object(func() { Reply{Type: TypeFailure, ID: id, Err: err}.writeHead(w) })
	return w.Text()
}

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of the messages of rooms. It refers to
// the schema of package message, which is in ../message.
func Schema() string { return schema }
