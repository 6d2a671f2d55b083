package room

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/banchess/banchess/game"
)

// Record is one thing that happened in a room, as the journal keeps it. It has hashes in
// place of secrets.
type Record struct {
	Number int   `json:"n"`  // its number in the room, from 1
	At     int64 `json:"at"` // milliseconds since 1970, by the clock of the server that added it
	Kind   Kind  `json:"kind"`

	Room   *Terms `json:"room,omitempty"`   // of KindOpen
	Player string `json:"player,omitempty"` // "white" or "black", of KindSeat, KindOffer and KindDecline
	Key    string `json:"key,omitempty"`    // of KindSeat: the hash of the player's secret
	Entry  string `json:"entry,omitempty"`  // of KindEntry
	Next   string `json:"next,omitempty"`   // of KindNext: the id of a room
	Open   bool   `json:"open,omitempty"`   // a seat is still open after the record

	Racer  int         `json:"racer,omitempty"`  // of KindRacer and KindCount: a seat, from 1
	Name   string      `json:"name,omitempty"`   // of KindRacer
	Race   string      `json:"race,omitempty"`   // of KindHeat: the code of its puzzles
	Racers RacerSet    `json:"racers,omitempty"` // of KindHeat: those who take part
	Count  *RacerCount `json:"count,omitempty"`  // of KindCount

	// Left is State.TimeToAct after the record. The room is kept for that much longer.
	Left Milliseconds `json:"left_ms,omitempty"`
}

// Kind is what a record says.
type Kind string

// The kinds of records. Only the first record of a room is KindOpen.
const (
	KindOpen    Kind = "open"    // a room with its terms
	KindSeat    Kind = "seat"    // a player took a seat
	KindEntry   Kind = "entry"   // an entry was added to the log
	KindOffer   Kind = "offer"   // a player asks for a rematch
	KindDecline Kind = "decline" // a player does not want one
	KindNext    Kind = "next"    // the rematch is played in another room
	KindPause   Kind = "pause"   // the clock stands, because a server stops
	KindResume  Kind = "resume"  // the clock goes on
	KindSeen    Kind = "seen"    // somebody came, so that the room is kept

	KindRacer Kind = "racer" // somebody has a seat in a race, or another name there
	KindHeat  Kind = "heat"  // a race begins, the first or another one
	KindCount Kind = "count" // what a racer has solved
)

// Terms are how a room was opened.
type Terms struct {
	ID        string       `json:"id"`
	FEN       string       `json:"fen,omitempty"`          // the FEN of the first position, "" for the start position
	Base      Milliseconds `json:"base_ms,omitempty"`      // the time of each side at the start; 0 if there is no clock
	Increment Milliseconds `json:"increment_ms,omitempty"` // the time that each turn adds
	Seats     [2]Ticket    `json:"seats"`                  // White's and Black's
	Race      bool         `json:"race,omitempty"`         // whether this is a race, which has no game
}

// Milliseconds is a time as messages and records write it.
type Milliseconds int64

// Duration returns the time.
func (m Milliseconds) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

// Ticket is what gives a seat: the hash of its player's secret, or the hash of the
// invitation while the seat is open.
type Ticket struct {
	Key        string `json:"key,omitempty"`
	Invitation string `json:"invitation,omitempty"`
}

// Seat returns the seat of White or Black.
func (t *Terms) Seat(p game.Player) *Ticket { return &t.Seats[p-game.White] }

// IsOpen reports whether one of the seats has not been taken.
func (t *Terms) IsOpen() bool { return t.Seats[0].Key == "" || t.Seats[1].Key == "" }

// SetStart sets the position at which the game begins; "" is the start position. Errors
// are those of game.ParseFEN.
func (t *Terms) SetStart(fen string) error {
	if fen == "" {
		return nil
	}
	g, err := game.NewFromFEN(fen)
	if err == nil {
		t.FEN = g.FEN()
	}
	return err
}

// The most time on a clock.
const (
	MaxBase      = 90 * 24 * time.Hour
	MaxIncrement = 30 * 24 * time.Hour
)

// NewSecret returns 128 random bits as 32 hexadecimal digits: the id of a room, a secret or
// an invitation.
func NewSecret() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// IsSecret reports whether a text has the form of an id, a secret or an invitation.
func IsSecret(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 16
}

// KeyOf returns the hash of a secret.
func KeyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// fits reports whether a secret has a hash. It takes the same time for every secret.
func fits(secret, key string) bool {
	return subtle.ConstantTimeCompare([]byte(KeyOf(secret)), []byte(key)) == 1
}

// Encode returns a record as the journal keeps it.
func (r Record) Encode() []byte {
	text, _ := json.Marshal(r) // these types always can be
	return text
}

// DecodeRecord reads a record.
func DecodeRecord(text []byte) (Record, error) {
	var r Record
	err := json.Unmarshal(text, &r)
	return r, err
}
