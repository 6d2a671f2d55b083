package play

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/report"
	"github.com/banchess/banchess/game/review"
)

// twoMistakes are a ban that leaves a mate, and a move that misses it.
const twoMistakes = `{[%eval 0.2]} 1. {banning: a2a3} {[%eval 0.2]} e4 {[%eval 0.2]} {banning: a7a6} {[%eval 0.2]} h6 {[%eval 0.2]}
2. {banning: a2a3} {[%eval 0.2]} Qf3 {[%eval 0.2]} {banning: a7a6} {[%eval 0.2]} h5 {[%eval 0.2]}
3. {banning: a2a3 $4} {[%eval #1] Lets White mate with Qxf7+, ban e8–f7#.} ( 3. {banning: f3f7 $142} {[%eval 0.2]} a4 )
a4 $4 {[%eval 0.2] Misses mate in 1 with Qxf7+.} ( 3. Qxf7+ $142 {[%eval #1]} {banning: e8f7#} ) *
`

// mend types lines at the mistakes of a day, and returns the state and what was shown.
func mend(t *testing.T, s *review.State, path string, today int, lines ...string) (*Mistakes, string) {
	t.Helper()
	looker, err := report.NewLooker()
	if err != nil {
		t.Fatal(err)
	}
	table := Options{Width: columns(100), Depth: 3}
	if err := table.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	m := NewMistakes(MistakesOptions{Table: table, Looker: looker, State: s, Path: path, Today: today, Wish: review.Wish{New: review.Few}},
		console.NewScript(strings.NewReader(strings.Join(lines, "\n")), &out), termenv.NewOutput(&out))
	if err := m.Run(t.Context()); err != nil && !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	return m, out.String()
}

func mistakesOf(t *testing.T) *review.State {
	t.Helper()
	tree, err := game.ParseTree(twoMistakes)
	if err != nil {
		t.Fatal(err)
	}
	s := &review.State{}
	if n := s.Add(review.Find(tree, "a game", game.NoPlayer)); n != 2 {
		t.Fatalf("%d mistakes", n)
	}
	return s
}

// TestMistakes asks both on a day, refutes what is wrong, and asks again when it is due.
func TestMistakes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mistakes.json")
	_, out := mend(t, mistakesOf(t), path, 100, "hint", "Qxf7", "", "b1c3", "f3f7", "next", "quit")
	expectAll(t, out, "2 to go. A game: White played a4?? Find a better move.", "Move the queen on f3.", "White moves 3. Qxf7+", "Right. That keeps your winning chances at 100%. 3. a4?? misses mate in 1", "It comes again in ", "Type next to go on",
		"1 to go. A game: Black banned a2-a3?? Find a better ban.", "That is not it.", "Black bans b1-c3", "White moves 3. Qxf7+", "White wins: checkmate by ban",
		"Your winning chances fall to 0%; a better answer keeps 48%. Try again", "It comes again tomorrow.", "Black bans f3-f7", "Right. That keeps your winning chances at ", "3. ban a2-a3?? lets White mate with Qxf7+",
		"1 of 2 found.", "Nothing is left for today. The next come tomorrow.")
	s, err := OpenMistakes(path)
	if err != nil {
		t.Fatal(err)
	}
	_, out = mend(t, s, path, 101, "solution", "play 1", "quit", "next")
	expectAll(t, out, "1 to go. ", "Ban f3-f7.", "Black bans f3-f7", "3. ban a2-a3??", "It comes again ", "Type next to go on, or play to finish", "0 of 1 found.")
}

// A comment or the name of a game may begin with any letter.
func TestMistakesInOtherLetters(t *testing.T) {
	tree, err := game.ParseTree(strings.Replace(twoMistakes, "Misses mate", "Übersieht Matt", 1))
	if err != nil {
		t.Fatal(err)
	}
	s := &review.State{}
	s.Add(review.Find(tree, "échecs", game.White))
	_, out := mend(t, s, "", 100, "solution", "next")
	expectAll(t, out, "Échecs: White played a4?? Find a better move.", "3. a4?? übersieht Matt in 1 with Qxf7+.")
}

// TestMistakesAreLeft without an answer, or for good.
func TestMistakesAreLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mistakes.json")
	m, out := mend(t, mistakesOf(t), path, 100, "next", "drop", "help", "play", "zz")
	expectAll(t, out, "2 to go.", "1 to go.", "1 left for today.")
	if strings.Contains(out, "found.") || m.table.refused != 0 {
		t.Errorf("%d refused in\n%s", m.table.refused, out)
	}
	s, err := OpenMistakes(path)
	if err != nil || len(s.Cards()) != 1 {
		t.Fatalf("%v, %v", s, err)
	}
	m, out = mend(t, s, path, 100, "play", "analyze", "e2e5", "zz", "hint x", "help", "fen", "hint", "hint", "hint", "solution", "b1c3", "next")
	expectAll(t, out, "First find what is better", "First find what is better", "neither an action nor a command", "takes no argument", "gave winning chances away", "w KQkq", "Move the queen on f3.", "Play Qxf7+.", "is done: type next", "is done", "is done", "0 of 1 found.")
	if m.table.refused != 8 {
		t.Errorf("%d refused in\n%s", m.table.refused, out)
	}
	_, out = mend(t, &review.State{}, "", 100, "quit")
	expectAll(t, out, "No mistakes to practise yet. Give a file of games")
}

func TestMistakesRefuse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mistakes.json")
	if err := write(path, "{}"); err != nil {
		t.Fatal(err)
	}
	if s, err := OpenMistakes(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("%v, %v", s, err)
	}
}
