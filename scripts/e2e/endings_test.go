package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// endings are the page's words for each ending of the rules.
var endings = map[string]string{
	"checkmate":             "checkmate",
	"checkmate_by_ban":      "checkmate by ban",
	"stalemate":             "Draw: stalemate",
	"stalemate_by_ban":      "Draw: stalemate by ban",
	"threefold_repetition":  "Draw: threefold repetition",
	"fifty_move_rule":       "Draw: fifty-move rule",
	"insufficient_material": "Draw: insufficient material",
}

// TestEndings plays the games of endings.txt: the last action of each ends the game, with
// the right words and reason, and going back continues it.
func TestEndings(t *testing.T) {
	table, err := os.ReadFile("../../game/testdata/endings.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, visit{}).ready()
	const reason, headline = "document.getElementById('status').dataset.reason", "document.getElementById('headline').textContent"
	seen := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		row := strings.Split(strings.TrimSpace(line), " ; ")
		if strings.HasPrefix(line, "#") || len(row) != 4 || seen[row[3]] {
			continue
		}
		seen[row[3]] = true
		before := strings.Fields(row[1])
		last := before[len(before)-1]
		setup := "{actions: " + quote(strings.Join(before[:len(before)-1], " ")) + ".split(' ').filter(Boolean)"
		if row[0] != "start" {
			setup += ", fen: " + quote(row[0])
		}
		p.must(p.Eval(game+".load("+setup+"})", nil))
		p.wait(reason + " === ''")
		hands[0].play(p, last, true)
		p.wait(reason + " === " + quote(row[3]))
		want := endings[row[3]]
		if winner := map[string]string{"1-0": "White", "0-1": "Black"}[row[2]]; winner != "" {
			want = winner + " wins: " + want
		}
		if got := p.text(headline); got != want {
			t.Errorf("%s: the headline is %q, want %q", row[3], got, want)
		}
		p.must(p.Key(browser.ArrowLeft))
		p.wait(reason + " === '' && document.getElementById('status').dataset.phase !== 'over'")
	}
	if len(seen) != len(endings) {
		t.Errorf("the table has %v, want all of %v", seen, endings)
	}
}
