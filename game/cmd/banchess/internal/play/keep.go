package play

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// sign gives a game that begins its date, its time control, and the names of those
// players that are engines.
func (t *Table) sign() {
	t.signed = t.game.Len() == 0 && len(t.game.Tags) == 0
	if !t.signed {
		return
	}
	t.game.Tags = game.Tags{{Name: "Date", Value: t.options.Now().Format("2006.01.02")}}
	if c := t.options.Clock; c.Base > 0 {
		t.game.Tags = append(t.game.Tags, game.Tag{Name: "TimeControl", Value: c.tag()})
	}
	t.nameEngines()
}

// ourName begins the name of a player that is the engine.
const ourName = "banchess, level "

// nameEngines writes who plays into the tags, but for names that came with the game.
func (t *Table) nameEngines() {
	for _, side := range []game.Player{game.White, game.Black} {
		tag, p := side.Name(), t.player(side)
		named := t.game.Tags.Get(tag)
		name := ""
		if p.Engine {
			name = ourName + strconv.Itoa(p.Level)
		}
		if strings.HasPrefix(named, ourName) || named == "" && t.signed {
			_ = t.game.Tags.Set(tag, name) // White and Black are tags that can be set
		}
	}
}

// record is the game with all that the file it came from says about it.
func (t *Table) record() *game.Tree {
	if t.source == nil {
		return game.NewTree(t.game)
	}
	return t.source.with(t.game)
}

// keep writes the game back to where it came from, or adds it to the file that games
// are kept in, and says how to go on with it.
func (t *Table) keep() error {
	if t.kept || !t.hasPlace() && (t.options.Save == "" || t.game.Len() == 0) {
		return nil
	}
	if err := t.write(t.options.Save); err != nil {
		return err
	}
	goOn := "banchess play --pgn " + shellWord(t.source.Path)
	if n := t.source.Number; n > 1 {
		goOn += fmt.Sprintf(" --game %d", n)
	}
	t.sayf("The game is saved in %s\nGo on with it: %s\n", t.source.Path, goOn)
	return nil
}

// write writes the game back to where it came from or else, should it come from
// nowhere or the file have changed, adds it to a file: then it comes from there.
func (t *Table) write(path string) error {
	if t.hasPlace() {
		written, err := t.source.replace(t.record())
		if written || err != nil {
			t.kept = t.kept || written
			return err
		}
		t.sayf("%s has changed meanwhile; the game is added at its end.\n", t.source.Path)
		path = t.source.Path
	}
	return t.add(path)
}

// hasPlace reports whether the game came from a file to which it goes back.
func (t *Table) hasPlace() bool { return t.source != nil && t.source.Path != "" }

// add adds the game to a file: then it comes from there.
func (t *Table) add(path string) error {
	source, err := add(path, t.record())
	if err == nil {
		t.source, t.kept = source, true
	}
	return err
}

func (t *Table) cmdSave(_ context.Context, argument string) error {
	path := file.Unquote(argument)
	write := t.add
	if path == "" {
		path, write = t.options.Save, t.write
		if !t.hasPlace() && path == "" {
			return fmt.Errorf("the game came from no file; name one: save FILE")
		}
	}
	if err := write(path); err != nil {
		return err
	}
	if n := t.source.Number; n > 1 {
		t.sayf("Saved in %s, as game %d.\n", t.source.Path, n)
	} else {
		t.sayf("Saved in %s.\n", t.source.Path)
	}
	return nil
}

func (t *Table) cmdOpen(_ context.Context, argument string) error {
	path, n := file.Unquote(argument), 1
	if at := strings.LastIndexByte(argument, ' '); at >= 0 {
		if number, err := strconv.Atoi(argument[at+1:]); err == nil && number > 0 {
			path, n = file.Unquote(strings.TrimSpace(argument[:at])), number
		}
	}
	g, source, err := Open(path, n)
	if err != nil {
		return err
	}
	return t.replace(g, source, t.options.Clock)
}

// shellWord quotes a file name for a shell, if it needs that.
func shellWord(s string) string {
	if strings.ContainsAny(s, " '\"\\$&;()<>|*?`!#~") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
