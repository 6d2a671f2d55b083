// Package convert reads games and writes them in another notation, one at a time:
// a file of any number of games takes the memory of one.
//
// The help of the command convert describes the formats.
// Reading is lenient: one reader takes fen, bcn and log, and moves in any notation
// that the rules read. What the target cannot hold is lost, and counted: outside
// PGN tags, variations and all that is written about actions, in a FEN the actions,
// in a standard FEN the ply and the ban.
package convert

import (
	"bufio"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/banchess/banchess/game"
)

// Format is a notation for games.
type Format string

// The formats. Auto stands for the one that the name or the text shows.
const (
	Auto        Format = "auto"
	PGN         Format = "pgn"
	BCN         Format = "bcn"
	Log         Format = "log"
	FEN         Format = "fen"
	StandardFEN Format = "standard-fen"
)

// Formats returns the formats that can be written.
func Formats() []string {
	return []string{string(PGN), string(BCN), string(Log), string(FEN), string(StandardFEN)}
}

// Detect finds the format of a file out from its name, or from how it begins. Text
// that looks like nothing known is taken for PGN, whose errors say the most.
func Detect(name string, r *bufio.Reader) Format {
	unknown := PGN
	switch end := strings.ToLower(filepath.Ext(name)); end {
	case ".pgn", ".bcn", ".log":
		return Format(end[1:])
	case ".fen", ".epd":
		unknown = FEN
	}
	head, _ := r.Peek(r.Size()) // at the end of a short file, what there is
	text := strings.TrimPrefix(string(head), "\ufeff")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		switch {
		case strings.Count(fields[0], "/") == 7 && len(fields) == 6:
			return StandardFEN
		case strings.Count(fields[0], "/") == 7, strings.HasPrefix(line, "b:"), strings.HasPrefix(line, "m:"):
			return BCN
		}
		break
	}
	return unknown
}

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
		note = fmt.Sprintf("This FEN says nothing about bans, so %[2]s bans first, at ply %[1]s.", start.Ply(), start.ActivePlayer().Name())
	}
	return start, note, err
}
