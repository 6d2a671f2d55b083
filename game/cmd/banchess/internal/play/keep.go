package play

import (
	"cmp"
	"context"
	"errors"
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
	if t.kept || !t.hasPlace() && t.game.Len() == 0 {
		return nil
	}
	if !t.hasPlace() && t.options.Save == "" {
		if t.options.Terminal { // somebody has played it
			t.say("The game is saved nowhere. Here it is:\n\n" + t.record().PGN())
			t.kept = true // shown once is enough
		}
		return nil
	}
	if err := t.save(""); err != nil {
		return err
	}
	t.sayf("The game is saved in %s\n", t.source.Path)
	if t.goOn != "" {
		return nil // said at the end
	}
	goOn := "banchess play --pgn " + shellWord(t.source.Path)
	if n := t.source.Number; n > 1 {
		goOn += fmt.Sprintf(" --game %d", n)
	}
	t.sayf("To continue it: %s\n", goOn)
	return nil
}

// hasPlace reports whether the game came from a file to which it goes back.
func (t *Table) hasPlace() bool { return t.source != nil && t.source.Path != "" }

// save adds the game to a file: then it comes from there. Without a name it goes back to
// where it came from or else, should the file have changed or the game come from nowhere,
// to the end of that file or of the one that games are kept in.
func (t *Table) save(path string) error {
	record, written := t.record(), false
	var err error
	if path == "" && t.hasPlace() {
		if written, err = t.source.replace(record); err == nil && !written {
			t.sayf("%s has changed in the meantime; the game is added at its end.\n", t.source.Path)
			path = t.source.Path
		}
	}
	if err == nil && !written {
		var source *Source
		if source, err = add(cmp.Or(path, t.options.Save), record); err == nil {
			t.source = source
		}
	}
	t.kept = t.kept || err == nil
	return err
}

func (t *Table) cmdSave(_ context.Context, argument string) error {
	if argument == "" && !t.hasPlace() && t.options.Save == "" {
		return errors.New("the game came from no file; name one: save FILE")
	}
	if err := t.save(file.Unquote(argument)); err != nil {
		return err
	}
	place := ""
	if n := t.source.Number; n > 1 {
		place = fmt.Sprintf(", as game %d", n)
	}
	t.sayf("Saved in %s%s.\n", t.source.Path, place)
	return nil
}

func (t *Table) cmdOpen(_ context.Context, argument string) error {
	path, n := file.Unquote(argument), 1
	if at := strings.LastIndexByte(argument, ' '); at >= 0 {
		if number, err := strconv.Atoi(argument[at+1:]); err == nil && number > 0 {
			path, n = file.Unquote(strings.TrimSpace(argument[:at])), number
		}
	}
	if _, _, err := Open(path, n); err != nil {
		return err
	}
	if err := t.keep(); err != nil { // first, since it may go into the file that is read
		return err
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
