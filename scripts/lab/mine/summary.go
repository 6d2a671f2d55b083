package mine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// Summary tells how puzzles are spread: over the quotas, themes, kinds of first actions,
// ratings and their errors, sides, phases, and what was measured.
func Summary(puzzles []puzzle.Puzzle, finds []Find, measures Measures) string {
	past := map[string]string{}
	for _, f := range finds {
		past[f.Puzzle.ID()] = f.Past
	}
	counts := make([]int, len(quotas))
	themes, rows, errors := map[string]int{}, map[string]int{}, 0
	for i := range puzzles {
		p := &puzzles[i]
		m := measures[p.ID()]
		c := candidate{Find: Find{Puzzle: *p, Past: past[p.ID()]}, Measure: m, themes: p.Themes()}
		for j, q := range quotas {
			if q.has(&c) {
				counts[j]++
			}
		}
		for _, theme := range c.themes {
			themes[theme]++
		}
		for _, row := range []string{
			fmt.Sprintf("rated %4d to %4d", p.Rating/200*200, p.Rating/200*200+199),
			fmt.Sprintf("%s to solve, %s", p.Solver().Name(), phase(p)),
			"first action: " + kindOfKey(p),
			fmt.Sprintf("at first sight, levels 1 to 3: %2d %% to %2d %%", int(m.Sight*4)*25, min(int(m.Sight*4)*25+24, 100)),
			fmt.Sprintf("others as good at a glance: %s", upTo(m.Alike, 5)),
			fmt.Sprintf("plies to refute the natural wrong action: %s", upTo(m.Refuted, 6)),
		} {
			rows[row]++
		}
		errors += p.Deviation
	}
	var b strings.Builder
	for i, q := range quotas {
		short := ""
		if counts[i] < q.least {
			short = "  TOO FEW"
		}
		fmt.Fprintf(&b, "  %-34s %4d  of %4d%s\n", q.name, counts[i], q.least, short)
	}
	for _, theme := range puzzle.AllThemes() {
		if themes[theme] > 0 {
			fmt.Fprintf(&b, "  theme %-28s %4d\n", theme, themes[theme])
		}
	}
	var names []string
	for name := range rows {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "  %-46s %4d\n", name, rows[name])
	}
	fmt.Fprintf(&b, "  mean error of a rating %d\n", errors/max(1, len(puzzles)))
	return b.String()
}

func upTo(n, most int) string {
	if n >= most {
		return fmt.Sprintf("%d or more", most)
	}
	return fmt.Sprint(n)
}

func phase(p *puzzle.Puzzle) string {
	for _, theme := range []string{puzzle.ThemeOpening, puzzle.ThemeEndgame} {
		if slices.Contains(p.Themes(), theme) {
			return theme
		}
	}
	return puzzle.ThemeMiddlegame
}

// kindOfKey tells what kind of action a puzzle begins with.
func kindOfKey(p *puzzle.Puzzle) string {
	themes := p.Themes()
	has := func(theme string) bool { return slices.Contains(themes, theme) }
	board := p.Position.Chess()
	captures := board.At(p.Key().Pair().To()) != game.NoPiece
	switch {
	case has(puzzle.ThemeQuietBan):
		return "quiet ban"
	case p.Key().IsBan() && captures:
		return "ban of a capture"
	case p.Key().IsBan():
		return "ban of a check or promotion"
	case has(puzzle.ThemeQuiet):
		return "quiet move"
	case p.Key().Promotion() != game.NoRole:
		return "promotion"
	case captures:
		return "capture"
	}
	return "check"
}
