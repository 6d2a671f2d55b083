package main

import (
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// fileError returns an error about the contents of a file. If the file is a PGN of ordinary
// chess, the error says so and suggests the command that plays on from the end of its first game.
func fileError(name string, err error) error {
	if game.CodeOf(err) == game.CodeWrongPhase {
		if fen := ordinaryEnd(head(name)); fen != "" {
			err = &game.Error{
				Code: game.CodeWrongPhase, Message: "this is ordinary chess: it has no bans",
				Hint: `to play on from the end of its first game: banchess play --fen "` + fen + `"`,
			}
		}
	}
	return file.Error{Name: name, Err: err}
}

// head returns the beginning of a file, as long as a game may be. It returns "" if the file
// cannot be read twice, as a pipe.
func head(name string) string {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, game.MaxPGNGame))
	if err != nil {
		return ""
	}
	return string(text)
}

var (
	foreign   = regexp.MustCompile(`(?i)banning|\[FEN `) // a FEN of six fields is refused as such
	tagPair   = regexp.MustCompile(`(?m)^\s*\[.*$`)
	remark    = regexp.MustCompile(`\{[^}]*\}|;[^\n]*|\$\d+|\d+\.+`)
	innermost = regexp.MustCompile(`\([^()]*\)`)
)

// ordinaryEnd returns the FEN at the end of the first game of a PGN of ordinary chess. It
// returns "" if there are bans or a start position, if its moves cannot be played, or if the game cannot go on.
func ordinaryEnd(text string) string {
	if foreign.MatchString(text) {
		return ""
	}
	at := game.StartPosition()
	line := remark.ReplaceAllString(tagPair.ReplaceAllString(text, "\n"), " ")
	for before := ""; before != line; {
		before, line = line, innermost.ReplaceAllString(line, " ")
	}
	moves := 0
	for _, san := range strings.Fields(line) {
		if san == "*" || san == "1-0" || san == "0-1" || san == "1/2-1/2" {
			break
		}
		due, err := game.ParseFEN(at.StandardFEN() + " " + (at.Ply() + 1).String()) // nothing is banned
		if err != nil {
			return ""
		}
		move, err := due.ParseSAN(san)
		if err == nil {
			at, err = due.Play(game.MoveAction(move))
		}
		if err != nil {
			return ""
		}
		moves++
	}
	if moves == 0 || at.Result().Over() {
		return ""
	}
	return at.StandardFEN()
}
