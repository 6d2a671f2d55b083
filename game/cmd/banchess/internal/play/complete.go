package play

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
)

// completer offers commands and legal actions for the beginning of a line.
func (t *Table) completer(commands commandList) console.Completer {
	actions := t.actions()
	return func(line string) (int, []string) {
		line = strings.TrimLeft(line, " ")
		name, argument, more := strings.Cut(line, " ")
		if !more {
			return matching(line, append(commands.names(), actions(line)...))
		}
		argument = strings.TrimLeft(argument, " ")
		c, _ := commands.find(name)
		switch c.name {
		case "help":
			return matching(argument, commands.names())
		case "open", "save":
			return matching(argument, files(argument))
		case "white", "black":
			return matching(argument, Players())
		}
		return 0, nil
	}
}

// matching returns how much of a word is typed, and those of the words that begin so.
func matching(begin string, words []string) (int, []string) {
	fit := slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, begin) })
	slices.Sort(fit)
	return len([]rune(begin)), slices.Compact(fit)
}

// files are what stands in the folder that a path begins with.
func files(path string) []string {
	dir, _ := filepath.Split(path)
	entries, err := os.ReadDir(pick(dir == "", ".", dir))
	if err != nil {
		return nil // there is nothing to offer
	}
	var list []string
	for _, e := range entries {
		list = append(list, dir+e.Name()+pick(e.IsDir(), "/", ""))
	}
	return list
}

// actions lists the actions that may be played now, as one may begin to type them: bans
// as pairs, and as SAN after a capital; moves as SAN, and as coordinates once two of them
// are typed.
func (t *Table) actions() func(begin string) []string {
	p, legal := t.game.Position(), t.game.LegalActions()
	if t.thinking != nil || t.watches {
		legal = nil
	}
	return func(begin string) []string {
		if len(legal) > 0 && p.Phase() == game.PhaseBan && begin != "" && begin[0] >= 'A' && begin[0] <= 'Z' {
			return bannedMoves(p)
		}
		var words []string
		for _, a := range legal {
			m, ok := a.Move()
			if !ok {
				words = append(words, a.Pair().String())
				continue
			}
			if san, err := p.SAN(m); err == nil {
				words = append(words, bare(san))
			}
			if len(begin) >= 2 {
				words = append(words, m.String())
			}
		}
		return words
	}
}

// bannedMoves are the moves in SAN that may be meant at a ban ply. A move has SAN
// only at a move ply, so the moves are listed under two different bans.
func bannedMoves(p game.Position) []string {
	var words []string
	bans := p.LegalBans()
	for _, b := range bans[:min(2, len(bans))] {
		after, err := p.Play(game.BanAction(b))
		if err != nil {
			break
		}
		for _, m := range after.LegalMoves() {
			if san, err := after.SAN(m); err == nil {
				words = append(words, bare(san))
			}
		}
	}
	return words
}

// bare is SAN without its indicator.
func bare(san string) string { return strings.TrimRight(san, "+#"+string(game.StalemateIndicator)) }
