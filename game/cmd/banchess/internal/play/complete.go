package play

import (
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// complete offers commands and legal actions for the beginning of a line: bans as
// pairs; moves as SAN, and as coordinates once two of them are typed.
func (t *Table) complete(line string) (int, []string) {
	line = strings.TrimLeft(line, " ")
	if strings.ContainsAny(line, " ") {
		name, argument, _ := strings.Cut(line, " ")
		if strings.EqualFold(name, "help") {
			return matching(strings.TrimSpace(argument), names())
		}
		return 0, nil
	}
	words := append(t.actions(line), names()...)
	return matching(line, words)
}

func matching(begin string, words []string) (int, []string) {
	var fit []string
	for _, w := range words {
		if strings.HasPrefix(w, begin) {
			fit = append(fit, w)
		}
	}
	slices.Sort(fit)
	return len([]rune(begin)), slices.Compact(fit)
}

func names() []string {
	var list []string
	for _, c := range commands {
		list = append(list, c.name)
	}
	return list
}

// actions are the legal actions as one may begin to type them.
func (t *Table) actions(begin string) []string {
	var words []string
	p := t.game.Position()
	for _, a := range t.game.LegalActions() {
		m, ok := a.Move()
		if !ok {
			words = append(words, a.Pair().String())
			continue
		}
		if san, err := p.SAN(m); err == nil {
			words = append(words, strings.TrimRight(san, "+#"+string(game.StalemateIndicator)))
		}
		if len(begin) >= 2 && begin == m.From.String() || len(begin) > 2 {
			words = append(words, m.String())
		}
	}
	return words
}
