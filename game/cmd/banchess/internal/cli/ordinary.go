package cli

import (
	"io"
	"os"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// FileError returns an error about the contents of a file. If the file is a PGN of ordinary
// chess, the error says so and suggests the command that plays on from the end of its first game.
func FileError(name string, err error) error {
	if code := game.CodeOf(err); code == game.CodeWrongPhase || code == game.CodeStandardFEN {
		if end, bad := game.FromStandardPGN(head(name)); bad == nil && !end.Result().Over() {
			err = &game.Error{
				Code: code, Message: "this is ordinary chess: it has no bans",
				Hint: `to play on from the end of its first game: banchess play --fen "` + end.StandardFEN() + `"`,
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
