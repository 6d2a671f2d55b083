package play

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// complete offers commands and legal actions for the beginning of a line: bans as
// pairs, and as SAN after a capital; moves as SAN, and as coordinates once two of
// them are typed.
func (t *Table) complete(line string) (int, []string) {
	line = strings.TrimLeft(line, " ")
	if name, argument, more := strings.Cut(line, " "); more {
		argument = strings.TrimLeft(argument, " ")
		switch strings.ToLower(name) {
		case "help":
			return matching(argument, commands.names())
		case "open", "save":
			return matching(argument, files(argument))
		case "white", "black":
			return matching(argument, Players())
		}
		return 0, nil
	}
	words := commands.names()
	if t.thinking == nil {
		words = append(words, t.actions(line)...)
	}
	return matching(line, words)
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

// actions are the legal actions as one may begin to type them.
func (t *Table) actions(begin string) []string {
	var words []string
	p := t.game.Position()
	if p.Phase() == game.PhaseBan && begin != "" && begin[0] >= 'A' && begin[0] <= 'Z' {
		return bannedMoves(p)
	}
	for _, a := range t.game.LegalActions() {
		m, ok := a.Move()
		if !ok {
			words = append(words, a.Pair().String())
			continue
		}
		if san, err := p.SAN(m); err == nil {
			words = append(words, bare(san))
		}
		if len(begin) >= 2 && begin == m.From().String() || len(begin) > 2 {
			words = append(words, m.String())
		}
	}
	return words
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
