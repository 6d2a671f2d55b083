package room

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

const testID = "0123456789abcdef0123456789abcdef"

// The table of logs, which the tests of the page read too: what may follow, who is to act
// or to answer, what is offered, how a game ends, and the hash.
func TestLogs(t *testing.T) {
	table, err := os.ReadFile("testdata/logs.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(table)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		rows++
		cells := strings.Split(strings.TrimSpace(line), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		text, entry, want := cells[0], cells[1], cells[2]
		l, err := ReadLog(testID, "", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		before := l.Hash()
		if got := l.hashWith(entry); entry != "" && got == before {
			t.Errorf("%q: the hash does not change with %q", text, entry)
		}
		if want == string(game.CodeGameOver) && !strings.HasSuffix(text, "!") {
			// A clock that runs out after the end changes nothing.
			now := time.UnixMilli(0)
			clock, err := game.NewClock(time.Second, 0, func() time.Time { return now })
			if err != nil {
				t.Fatal(err)
			}
			l.game.SetClock(clock)
			clock.Run(l.game.ActivePlayer())
			now = now.Add(time.Minute)
		}
		err = l.Add(entry)
		if got := string(game.CodeOf(err)); err != nil {
			if got != want || l.Hash() != before || l.Text() != text {
				t.Errorf("%q then %q: code %q, want %q; now %q", text, entry, got, want, l.Text())
			}
			continue
		}
		if got := standing(l); got != want {
			t.Errorf("%q then %q: %s, want %s", text, entry, got, want)
		}
	}
	if rows < 40 {
		t.Errorf("%d rows", rows)
	}
}

// standing is a log as the table has it: turn, offer, result and hash.
func standing(l *Log) string {
	offer := "-"
	if o := l.Offer(); o.By != game.NoPlayer {
		offer = TakeBack(o.By, o.Back)
		if o.Back == 0 {
			offer = o.By.String()[:1] + "="
		}
	}
	result := "-"
	if r := l.Game().Result(); r.Over() {
		result = string(r.Reason) + "/" + r.Winner.String()
	}
	return strings.Join([]string{l.Turn().String(), offer, result, l.Hash()}, " ")
}

// A log of a random game reads again, from any start.
func TestLogReads(t *testing.T) {
	for seed := range uint64(20) {
		l, err := NewLog(testID, "")
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for !l.Game().Over() && l.Len() < 200 {
			all := l.Game().LegalActions()
			if err := l.Add(EntryOf(all[r.IntN(len(all))])); err != nil {
				t.Fatal(err)
			}
		}
		again, err := ReadLog(testID, "", l.Text())
		if err != nil || standing(again) != standing(l) || again.Game().FEN() != l.Game().FEN() {
			t.Errorf("%s reads as %v, %v", l.Text(), again, err)
		}
	}
	if _, err := ReadLog(testID, "", "e2e4x"); game.CodeOf(err) != CodeBadLog {
		t.Errorf("a text with something else: %v", err)
	}
	if _, err := ReadLog(testID, "no FEN", ""); game.CodeOf(err) != game.CodeBadFEN {
		t.Errorf("a bad FEN: %v", err)
	}
}
