package play

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
)

// somePuzzles are a mate, a draw, a move that is the only one, and a ban.
const somePuzzles = `# banchess puzzles 1
mnsjrx5;400;mate 2;checkmate-by-ban endgame first-ban mate mate-in-2 quiet-ban;64;2b3k1/1pp2pp1/8/1P4Kp/1P4P1/7P/5q2/7r w - - 0 1 1;b5b6 g5h5 h1h3 f2h4 h5h4
3tdvbq1;1101;stalemate 1;endgame first-move stalemate;95;k1K5/5q2/5P2/4p3/1b1Qq3/8/8/8 w - - 0 1 2;d4a7 f7a7 a8a7 c8d8
6varg3w;820;only 1;first-move middlegame only-move quiet-move;13;4kr2/2pb1p1p/3P1Q2/2r5/8/PP5N/R1pPBP1P/2K4q w - - 0 1 2:h3g1+;e2f1 h1f1
pmapc9d;2678;defend 2;ban-or-be-mated first-ban middlegame;347;4kr2/2P2p1p/4b3/2Q5/4q3/PP5N/R1pP1P1P/2K2B2 b - - 0 1 3;e4e1
`

// morning is when the puzzles are solved.
var morning = time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)

// solving types lines at a trainer and returns what was shown, and the trainer, with the
// record that a folder keeps.
func solving(t *testing.T, first, dir string, lines ...string) (*Trainer, string) {
	t.Helper()
	puzzles, err := puzzle.Read(strings.NewReader(somePuzzles))
	if err != nil {
		t.Fatal(err)
	}
	record, err := OpenRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	record.Now = func() time.Time { return morning }
	table := Options{Width: columns(100), Depth: 3}
	if err := table.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := NewTrainer(TrainerOptions{
		Table:   table,
		Puzzles: puzzles, Record: record, First: first, Random: rand.New(rand.NewPCG(1, 1)),
	}, console.NewScript(strings.NewReader(strings.Join(lines, "\n")), &out), termenv.NewOutput(&out))
	if err := r.Run(t.Context()); err != nil && !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	return r, out.String()
}

func standing(r *Trainer) *puzzle.Standing {
	s, _ := r.Record.Standing()
	return s
}

func expectAll(t *testing.T, out string, wants ...string) {
	t.Helper()
	rest := out
	for _, want := range wants {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("%q does not come; what came:\n%s", want, out)
		}
		rest = after
	}
}

// TestTrainerSolves takes the line, with the opponent's answers, and counts it.
func TestTrainerSolves(t *testing.T) {
	dir := t.TempDir()
	r, out := solving(t, "mnsjrx5", dir, "b5-b6", "Qh4+", "h5h4", "score", "quit")
	expectAll(t, out, "Puzzle mnsjrx5, rated 400. Black begins with a ban and mates in 2 turns.", "Black bans b5-b6", "White moves 1. Kxh5", "White bans h1-h3",
		"Right. Go on.", "Qh4+", "Black wins: checkmate by ban. Solved.", "Your rating is 6", "1 solved in a row.", "1 solved, 0 failed")
	again, err := OpenRecord(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s, _ := again.Standing(); s.Rating <= puzzle.FirstRating || s.Streak != 1 || !s.Seen["mnsjrx5"] || r.table.refused != 0 {
		t.Errorf("%+v", s)
	}
}

// TestTrainerRefutes answers a wrong action by what it comes to, and puts the board
// back; what is typed next is judged as before. It counts once.
func TestTrainerRefutes(t *testing.T) {
	r, out := solving(t, "6varg3w", "", "Bd1", "fen", "Bf1", "h1f1", "score")
	expectAll(t, out, "That is not it.", "White moves 1. Bd1", "Black moves 1... ", "Black wins: checkmate", "Even after your best ban, c2-d1, Black plays Qxd1+, bans c1-b2 and mates. Try again",
		"4kr2/2pb1p1p/3P1Q2/2r5/8/PP5N/R1pPBP1P/2K4q w", "Right. Go on.", "Solved.", "0 solved, 1 failed; 0 in a row")
	if s := standing(r); s.Rating >= puzzle.FirstRating || s.Status("6varg3w") != puzzle.Failed {
		t.Errorf("%+v", standing(r))
	}
	_, out = solving(t, "pmapc9d", "", "e4a4", "e4e1")
	expectAll(t, out, "That is not it.", "Black wins: checkmate", "mates in 2 turns.", "Solved.")
}

// TestTrainerHints says the piece, and then the action, which counts as not solved;
// one hint only keeps the rating as it is.
func TestTrainerHints(t *testing.T) {
	r, out := solving(t, "3tdvbq1", "", "hint", "d4a7", "f7a7")
	expectAll(t, out, "Move the queen on d4.", "counts as failed", "Solved.", "Your rating stays 600, as you had a hint.")
	if s := standing(r); s.Solved != 1 {
		t.Errorf("%+v", standing(r))
	}
	r, out = solving(t, "3tdvbq1", "", "hint", "hint", "d4a7", "hint", "hint", "solution")
	expectAll(t, out, "Play Qa7+.", "It counts as failed: your rating is ", "Ban a move of the queen on f7.", "Ban f7-a7.", "Draw: stalemate by ban.", "Type next for another one.")
	if s := standing(r); s.Failed != 1 || s.Solved != 0 {
		t.Errorf("%+v", standing(r))
	}
}

// TestTrainerHintsByPly gives the two steps anew at each action of the solver.
func TestTrainerHintsByPly(t *testing.T) {
	r, out := solving(t, "mnsjrx5", "", "hint", "b5b6", "hint", "again", "hint", "hint")
	expectAll(t, out, "Ban a move of the pawn on b5.", "Right. Go on.", "Move the queen on f2.", "Ban a move of the pawn on b5.", "Ban b5-b6.")
	if s := standing(r); s.Failed != 1 || s.Rating >= puzzle.FirstRating {
		t.Errorf("%+v", standing(r))
	}
}

// TestTrainerCountsOnce what was solved, and not at all what was left.
func TestTrainerCountsOnce(t *testing.T) {
	dir := t.TempDir()
	solving(t, "pmapc9d", dir, "e4e1", "next", "next", "next")
	r, out := solving(t, "pmapc9d", dir, "e4e1", "score")
	expectAll(t, out, "This puzzle was counted before; your rating does not change.", "1 solved, 0 failed; 1 in a row")
	if s := standing(r); len(s.Seen) != 1 {
		t.Errorf("%+v", standing(r))
	}
	r, _ = solving(t, "pmapc9d", dir, "e4a4")
	if s := standing(r); s.Failed != 0 || s.Streak != 1 {
		t.Errorf("%+v", standing(r))
	}
	// A hint is remembered, and so is a first answer that was wrong.
	dir = t.TempDir()
	solving(t, "pmapc9d", dir, "hint", "next")
	r, out = solving(t, "pmapc9d", dir, "e4e1")
	expectAll(t, out, "Your rating stays 600, as you had a hint.")
	if s := standing(r); s.Rating != puzzle.FirstRating || len(s.Hinted) != 0 {
		t.Errorf("%+v", standing(r))
	}
	solving(t, "3tdvbq1", dir, "d4d5")
	r, out = solving(t, "3tdvbq1", dir, "d4a7", "f7a7")
	expectAll(t, out, "Solved.", "This puzzle was counted before; your rating does not change.")
	if s := standing(r); s.Solved != 1 || s.Failed != 1 || s.Streak != 0 || s.Status("3tdvbq1") != puzzle.Failed {
		t.Errorf("%+v", standing(r))
	}
}

// TestTwoProgramsKeep: neither of two programs loses what the other has written.
func TestTwoProgramsKeep(t *testing.T) {
	dir := t.TempDir()
	one, err := OpenRecord(dir)
	two, err2 := OpenRecord(dir)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	one.Answer(train.Item{ID: "pmapc9d"}, 1, 1, review.Good)
	two.Answer(train.Item{ID: "3tdvbq1"}, 2, 1, review.Again)
	if err := errors.Join(one.Keep(), two.Keep()); err != nil {
		t.Fatal(err)
	}
	if again, err := OpenRecord(dir); err != nil || again.Puzzle("pmapc9d") == nil || again.Puzzle("3tdvbq1") == nil {
		t.Errorf("%v, %v", again, err)
	}
	path := filepath.Join(dir, "mistakes.json")
	a, b := mistakesOf(t), mistakesOf(t)
	a.Answer(a.Cards()[0].ID, 100, review.Good)
	b.Answer(b.Cards()[1].ID, 100, review.Good)
	if err := errors.Join(KeepMistakes(a, path), KeepMistakes(b, path)); err != nil {
		t.Fatal(err)
	}
	if s, err := OpenMistakes(path); err != nil || len(s.Cards()[0].Answers) != 1 || len(s.Cards()[1].Answers) != 1 {
		t.Errorf("%v, %v", s, err)
	}
}

// TestTrainerPlaysOn against the engine, and comes back to the puzzle.
func TestTrainerPlaysOn(t *testing.T) {
	r, out := solving(t, "pmapc9d", "", "play", "e4e1", "play 1", "analyze", "board", "quit", "next", "quit")
	expectAll(t, out, "First solve the puzzle", "Solved.", "Type quit to come back.", "Black (engine) moves", "Black (engine) bans", "White moves", "done> next", "Puzzle ")
	if r.table.refused != 1 {
		t.Errorf("%d refused in\n%s", r.table.refused, out)
	}
}

// TestTrainerChooses the nearest in rating that was not seen.
func TestTrainerChooses(t *testing.T) {
	r, _ := solving(t, "", "", "quit")
	for id, g := range map[string]review.Grade{"mnsjrx5": review.Good, "6varg3w": review.Again, "pmapc9d": review.Good} {
		r.Record.Answer(train.Item{ID: id}, morning.Unix(), 20783, g)
	}
	r.puzzle = nil
	if p := r.choose(); p.ID() != "3tdvbq1" {
		t.Errorf("%s instead of the one that was not seen", p.ID())
	}
	r.Record.Answer(train.Item{ID: "3tdvbq1"}, morning.Unix(), 20783, review.Good)
	if p := r.choose(); p.ID() != "6varg3w" {
		t.Errorf("%s instead of the one that was not solved", p.ID())
	}
	r.Puzzles = r.Puzzles[:1]
	r.puzzle = &r.Puzzles[0]
	if p := r.choose(); p != r.puzzle {
		t.Errorf("%v instead of the only one", p)
	}
}

// TestTrainerRefuses what makes no sense, and goes on.
func TestTrainerRefuses(t *testing.T) {
	r, out := solving(t, "mnsjrx5", "", "zz", "g5g6", "hint x", "analyze", "themes", "play", "help", "flip", "solution", "solution", "hint", "b5b6", "themes")
	expectAll(t, out, "neither an action nor a command", "see how bans and moves are typed", "cannot be banned", "takes no argument", "First solve", "That would tell", "First solve", "[LEVEL]", "Black wins", "The puzzle is over", "The puzzle is over", "mate-in-2")
	if r.table.refused != 9 {
		t.Errorf("%d refused in\n%s", r.table.refused, out)
	}
}
