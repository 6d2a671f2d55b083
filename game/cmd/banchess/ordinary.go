package main

import (
	"os"
	"regexp"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// fileError returns the error of a file that does not read. A PGN of ordinary chess is
// told, with the command that goes on from the end of its first game.
func fileError(name string, err error) error {
	if game.CodeOf(err) == game.CodeWrongPhase {
		if text, readErr := os.ReadFile(name); readErr == nil && !strings.Contains(string(text), "banning") {
			if fen := ordinaryEnd(string(text)); fen != "" {
				err = &game.Error{
					Code: game.CodeWrongPhase, Message: "this is ordinary chess: it has no bans",
					Hint: `to go on from its final position: banchess play --fen "` + fen + `"`,
				}
			}
		}
	}
	return file.Error{Name: name, Err: err}
}

var (
	tagPair   = regexp.MustCompile(`(?m)^\s*\[.*$`)
	remark    = regexp.MustCompile(`\{[^}]*\}|;[^\n]*|\$\d+|\d+\.+`)
	innermost = regexp.MustCompile(`\([^()]*\)`)
)

// ordinaryEnd returns the FEN at the end of the first game of a PGN of ordinary chess, ""
// if its moves cannot be played.
func ordinaryEnd(text string) string {
	start := game.StartPosition()
	line := remark.ReplaceAllString(tagPair.ReplaceAllString(text, ""), " ")
	for before := ""; before != line; {
		before, line = line, innermost.ReplaceAllString(line, " ")
	}
	for _, san := range strings.Fields(line) {
		if san == "*" || san == "1-0" || san == "0-1" || san == "1/2-1/2" {
			break
		}
		due, err := game.ParseFEN(start.StandardFEN() + " " + (start.Ply() + 1).String()) // nothing is banned
		if err != nil {
			return ""
		}
		move, err := due.ParseSAN(san)
		if err == nil {
			start, err = due.Play(game.MoveAction(move))
		}
		if err != nil {
			return ""
		}
	}
	return start.StandardFEN()
}
