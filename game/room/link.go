package room

import (
	"net/url"
	"strings"

	"github.com/banchess/banchess/game"
)

// CodeBadLink: text that is not a link to a room.
const CodeBadLink game.Code = "bad_link"

// OpenRequest is the body of POST /rooms, which opens a room.
type OpenRequest struct {
	Seat  string     `json:"seat,omitempty"` // "white", "black", or "" for either
	FEN   string     `json:"fen,omitempty"`
	Clock *OpenClock `json:"clock,omitempty"`
	Race  bool       `json:"race,omitempty"` // a race, in which the other fields must be empty
}

// OpenClock is the clock of a new room.
type OpenClock struct {
	Base      int64 `json:"base_ms"`
	Increment int64 `json:"increment_ms,omitempty"`
}

// Opened is the answer to a request for a new room.
type Opened struct {
	Room       string `json:"room"`                 // the id; the answer for a race has nothing else
	Seat       string `json:"seat,omitempty"`       // the seat of the player who opened it
	Secret     string `json:"secret,omitempty"`     // the secret of the player who opened it
	Invitation string `json:"invitation,omitempty"` // for the opponent, who can take the other seat with it once
}

// Link is a link to a room. It has the address of a page and, after the #, the room, with
// a secret or an invitation unless it is for watchers. Browsers do not send what is after
// the #, so it is not in the logs of any server.
type Link struct {
	Base       string // the address of the page, such as https://example.org/
	Room       string
	Secret     string // the secret of a player, or ""
	Invitation string // the invitation to an open seat, or ""
}

// ParseLink reads a link. Error: CodeBadLink.
func ParseLink(text string) (Link, error) {
	bad := func() (Link, error) {
		return Link{}, refusal(CodeBadLink, "this is not the link of a room", "copy the whole link, such as https://example.org/#room=…")
	}
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return bad()
	}
	values, err := url.ParseQuery(u.Fragment)
	if err != nil {
		return bad()
	}
	l := Link{Room: values.Get("room"), Secret: values.Get("secret"), Invitation: values.Get("invitation")}
	if !IsSecret(l.Room) || l.Secret != "" && !IsSecret(l.Secret) || l.Invitation != "" && !IsSecret(l.Invitation) {
		return bad()
	}
	u.Fragment, u.RawFragment = "", ""
	l.Base = u.String()
	return l, nil
}

// String returns the link.
func (l Link) String() string {
	text := l.Base + "#room=" + l.Room
	if l.Secret != "" {
		text += "&secret=" + l.Secret
	}
	if l.Invitation != "" {
		text += "&invitation=" + l.Invitation
	}
	return text
}

// WithSecret returns the link, with a new secret if it has an invitation and no secret.
// The returned link gives the seat both before and after the invitation is used.
func (l Link) WithSecret() Link {
	if l.Invitation != "" && l.Secret == "" {
		l.Secret = NewSecret()
	}
	return l
}

// Watch returns the link to the same room for watchers.
func (l Link) Watch() Link { return Link{Base: l.Base, Room: l.Room} }

// Rooms returns the address of the rooms of a page: "rooms", relative to the page's
// address.
func Rooms(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", refusal(CodeBadLink, "this is not the address of a page with rooms", "write one such as https://example.org/")
	}
	return u.ResolveReference(&url.URL{Path: "rooms"}).String(), nil
}
