package play

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// sign gives a game that begins its date, and the names of those players that are
// engines.
func (t *Table) sign() {
	if t.game.Len() > 0 || len(t.game.Tags) > 0 {
		return
	}
	t.game.Tags = game.Tags{{Name: "Date", Value: time.Now().Format("2006.01.02")}}
	for _, side := range []struct {
		name   string
		player Player
	}{{"White", t.options.White}, {"Black", t.options.Black}} {
		if side.player.Engine {
			t.game.Tags = append(t.game.Tags, game.Tag{Name: side.name, Value: fmt.Sprintf("banchess, level %d", side.player.Level)})
		}
	}
}

// keep adds the game to the file it is kept in, and says how to go on with it.
func (t *Table) keep() error {
	if t.kept || t.options.Save == "" || t.game.Len() == 0 {
		return nil
	}
	n, err := add(t.options.Save, t.game)
	if err != nil {
		return err
	}
	t.kept = true
	goOn := "banchess play --pgn " + shellWord(t.options.Save)
	if n > 1 {
		goOn += fmt.Sprintf(" --game %d", n)
	}
	t.sayf("The game is saved in %s\nGo on with it: %s\n", t.options.Save, goOn)
	return nil
}

// shellWord quotes a file name for a shell, if it needs that.
func shellWord(s string) string {
	if strings.ContainsAny(s, " '\"\\$&;()<>|*?`!#~") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// add writes a game behind those of a PGN file, which it makes if need be, and
// returns the game's number in the file.
func add(path string, g *game.Game) (int, error) {
	before, n := "", 0
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		text, err := os.ReadFile(path)
		if err != nil {
			return 0, err
		}
		if before = strings.TrimRight(string(text), "\r\n"); before != "" {
			before += "\n\n"
		}
		if n, err = countGames(before); err != nil {
			return 0, err
		}
	}
	f, err := file.Create(path)
	if err != nil {
		return 0, err
	}
	if _, err := io.WriteString(f, before+g.PGN()); err != nil {
		f.Abandon()
		return 0, err
	}
	return n + 1, f.Commit()
}

// countGames counts the games of a PGN, the bad ones too.
func countGames(pgn string) (int, error) {
	r := game.NewPGNReader(strings.NewReader(pgn))
	for n := 0; ; n++ {
		_, err := r.Next()
		var bad *game.Error
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil && !errors.As(err, &bad):
			return n, err
		}
	}
}

// Open reads the n-th game, from 1, of a PGN file.
func Open(path string, n int) (*game.Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	games := game.NewPGNReader(f)
	for i := 1; ; i++ {
		g, err := games.Next()
		var bad *game.Error
		switch {
		case err == io.EOF && i == 1:
			return nil, fmt.Errorf("there is no game in %s", path)
		case err == io.EOF:
			return nil, fmt.Errorf("there is no game %d in %s: it has %d", n, path, i-1)
		case i < n && (err == nil || errors.As(err, &bad)):
			continue
		case errors.As(err, &bad):
			return nil, file.Error{Name: path, Err: err}
		case err != nil:
			return nil, err
		}
		return g, nil
	}
}
