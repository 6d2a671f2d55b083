package measure

import (
	"fmt"
	"strings"
)

// telling are the rows of the README, with their words.
var telling = []struct{ name, says, than string }{
	{"JSLegalAndPlay/banchess", "JavaScript library: the list of legal actions and play", "ban-chess.ts"},
	{"JSOrdinaryChess/chess.js/banchess", "JavaScript library: a move of ordinary chess, and the ban before it", "chess.js"},
	{"Game/legal-play/banchess", "Go: the list of what is legal, and play", "notnil/chess"},
	{"Kiwipete/banchess", "Go: perft of ordinary chess", "notnil/chess"},
	{"JSGrowth/play/5000plies", "JavaScript library: a ply in a game of 5,000", "in one of 100"},
}

// Telling returns the most important results as Markdown, each with the command that
// measures it. It fails if one of them is missing.
func Telling(results []Result) (string, error) {
	var b strings.Builder
	b.WriteString("| what | | command |\n|---|--:|---|\n")
	for _, row := range telling {
		found := false
		for _, r := range results {
			if _, ratio, ok := Peer(results, r); ok && r.Name == row.name {
				found = true
				group, _, _ := strings.Cut(r.Name, "/")
				fmt.Fprintf(&b, "| %s | %s as fast as %s | `go run ./scripts bench --run %s` |\n", row.says, times(ratio), row.than, group)
			}
		}
		if !found {
			return "", fmt.Errorf("%s was not measured, which the README shows", row.name)
		}
	}
	return b.String(), nil
}

// kept is the heading of the part of the page that people write, which is kept.
const kept = "\n## Hot spots\n"

// Page returns the page of benchmarks: the results with the machine, and then the part of
// the old page that people wrote.
func Page(results []Result, verdicts []Verdict, machine, command, before string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

Each result stands beside a peer that was measured in the same run, on the same machine: %[1]s2.00 ×%[1]s is
twice as fast, or half as large. A peer called *limit* is the most that something may take. What
has a budget, or is to take no longer than a limit, says it, and whether it was held. Written by

    %[2]s

on %[3]s.

`, "`", command, machine)
	b.WriteString(Table(results, nil, verdicts))
	sums, _ := Sums(verdicts)
	b.WriteString("\n    " + strings.ReplaceAll(strings.TrimSpace(sums), "\n", "\n    ") + "\n")
	if left := leftOut(verdicts); left != nil {
		b.WriteString("\nLeft out:\n\n- " + strings.Join(left, "\n- ") + "\n")
	}
	if _, written, ok := strings.Cut(before, kept); ok {
		b.WriteString(kept + written)
	}
	return b.String()
}

// Begin and End mark the part that Between replaces.
const (
	Begin = "<!-- bench -->\n"
	End   = "<!-- /bench -->\n"
)

// Between replaces the part of a text between the marks.
func Between(text, put string) (string, error) {
	before, rest, ok := strings.Cut(text, Begin)
	_, after, closed := strings.Cut(rest, End)
	if !ok || !closed {
		return "", fmt.Errorf("there is no %q with an %q after it", strings.TrimSpace(Begin), strings.TrimSpace(End))
	}
	return before + Begin + put + End + after, nil
}
