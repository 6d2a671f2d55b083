package convert

import (
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
)

// ParseTyped reads the FEN that a person gives a command. One of six fields, as other
// programs write it, is taken as the ban ply before the next move, and the note says
// so; otherwise the note is empty. Quotes that a shell has left are passed over.
func ParseTyped(text string) (start game.Position, note string, err error) {
	text = strings.Trim(strings.TrimSpace(text), "\"'")
	if len(strings.Fields(text)) != 6 {
		start, err = game.ParseFEN(text)
		return start, "", err
	}
	if start, err = game.FromStandardFEN(text); err == nil {
		note = fmt.Sprintf("The FEN has six fields: taken at ply %s, %s's ban.", start.Ply(), start.ActivePlayer().Name())
	}
	return start, note, err
}

// Note says what is to be known of the games of a format that was found out, "" if
// nothing is.
func (f Format) Note() string {
	if f == StandardFEN {
		return "The FENs have six fields: each is taken at its ban."
	}
	return ""
}
