// Package mine collects puzzles: it plays games, looks in them for positions with
// exactly one good action, has package puzzle prove them, and selects.
//
// # Where puzzles come from
//
// From games of package selfplay at several strengths, from games and openings that package
// book has played, from the exact tables of endings, and from random endgames, which have the
// kinds that games hardly have: stalemate, underpromotion, bans of quiet moves. The number n of
// a seed always gives the same puzzles. They are appended to a file for each source, so a run
// can be continued after the last number in it.
//
// # What is looked for
//
// A short search of the two best actions screens each position. It is a candidate
// when the best one mates and the second does not, when the second is mated and the
// best holds, when the best wins material and the second does not, or when the best
// draws a lost game. The proof decides. In an ending of the tables they say which action
// alone keeps the win or the draw, at whatever length.
//
// # What is left out as uninteresting
//
//   - forced actions: fewer than four that are legal, three in check;
//   - games that are won in any case: the second-best action mates as well or wins nine
//     pawns, or the solver is nine pawns ahead already;
//   - recaptures: the key captures where the opponent has just captured, or bans the
//     recapture of what the solver has just put there;
//   - hanging pieces: the gain is there as soon as the key is played, unless the
//     piece is protected and a ban has to follow;
//   - bans that anybody plays first, because they prevent the capture of a queen or a rook
//     or a promotion, except mates;
//   - bans of obvious mates: the banned pair is the only check
//     (ban-or-be-mated in one turn);
//   - gains that the main line does not show;
//   - games that are lost in any case: after the ban that prevents the mate, the solver is
//     four and a half pawns down by the engine's search, after the only move seven;
//   - lines with too many branches: more than 60 correct actions;
//   - near-duplicates: puzzles with the same kernel, the pieces without which the
//     proof fails, colours and sides of the board exchanged or not, or with the same
//     main line, or out of one game a few turns apart: with the same key, and most men
//     where they were; and more than two of one idea, which ideaOf reads off the main line:
//     what moves, what is captured, and how the squares lie to the king, wherever that stands;
//   - puzzles with a second answer: a deep search finds, where the solver chooses, an action that
//     the proof does not count as right and that is as good, or nearly (Measure.Apart). Proofs of
//     material, draws and only moves end at a horizon, and what comes behind it may be better for
//     the other action, or decide the game in any case;
//   - dull puzzles, by what is measured of each (Measure): beginners find the first action at
//     first sight, above all where the goal is one turn away and nothing else looks as good.
//
// # What is selected
//
// The table quotas says how many of each sort there are. Better puzzles come first: those in
// which more looks as good as the key to a short search, and the most natural wrong action is
// refuted later.
//
// # Ratings
//
// Fourteen levels of the engine try each puzzle, up to four times. The rating is the one at
// which what they solved is likeliest, by the logistic curve of ratings, with the error that
// follows from it; then what is harder for people than for the engine is added.
package mine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/scripts/lab/selfplay"
	"github.com/banchess/banchess/scripts/lab/series"
)

// A Find is a puzzle with further data.
type Find struct {
	Puzzle puzzle.Puzzle
	Kernel string
	Past   string // the actions from the start of the game, if they are fewer than opening
	Kept   bool   // it was selected before
}

// String returns the find as a line of a run's file.
func (f Find) String() string { return f.Puzzle.String() + "\t" + f.Kernel + "\t" + f.Past }

func parseFind(line string) (Find, error) {
	text, more, _ := strings.Cut(line, "\t")
	kernel, past, _ := strings.Cut(more, "\t")
	p, err := puzzle.Parse(text)
	return Find{Puzzle: p, Kernel: kernel, Past: past}, err
}

// done matches the end of what was found for a number.
var done = regexp.MustCompile(`(?m)^done (\d+)\n`)

// Load reads the finds in the file of a run. It ignores text after the last finished number,
// which a stopped run may have left.
func Load(path string) (finds []Find, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for _, record := range series.Split(text, done) {
		for line := range strings.Lines(string(done.ReplaceAll(record, nil))) {
			f, err := parseFind(strings.TrimSpace(line))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			finds = append(finds, f)
		}
	}
	return finds, nil
}

// KeptName is the name of the file of puzzles that were selected before.
const KeptName = "kept"

// LoadAll reads the files of all runs in a directory.
func LoadAll(dir string) (finds []Find, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return nil, err
	}
	for _, path := range files { // sorted
		more, err := Load(path)
		if err != nil {
			return nil, err
		}
		if filepath.Base(path) == KeptName+".txt" {
			for i := range more {
				more[i].Kept = true
			}
		}
		finds = append(finds, more...)
	}
	return finds, nil
}

// Miner looks for puzzles.
type Miner struct {
	seed    uint64
	players *engine.Engine // play the games
	judge   *engine.Engine // screens
	guesser *engine.Engine // tries to solve
}

// NewMiner returns a miner.
func NewMiner(seed uint64) (*Miner, error) {
	m := &Miner{seed: seed}
	for _, e := range []struct {
		engine **engine.Engine
		hash   int
	}{{&m.players, 4}, {&m.judge, 4}, {&m.guesser, 1}} {
		var err error
		if *e.engine, err = engine.New(engine.Options{Hash: e.hash}); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// A Source returns the puzzles of a number.
type Source func(ctx context.Context, number int) ([]Find, error)

// Mine appends the puzzles of a source's numbers up to last to a file, and continues after
// the last number in it. It reports after each number how many puzzles it has.
func Mine(ctx context.Context, path string, source Source, last int, report func(number, found int)) (err error) {
	next := 1
	file, err := series.Open(path, done, func(records [][]byte) (int, error) {
		if n := len(records); n > 0 {
			last, err := strconv.Atoi(string(done.FindSubmatch(records[n-1])[1]))
			next = last + 1
			return n, err
		}
		return 0, nil
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for n := next; n <= last; n++ {
		finds, err := source(ctx, n)
		if err != nil {
			return err
		}
		var text strings.Builder
		for _, f := range finds {
			fmt.Fprintln(&text, f)
		}
		if _, err := fmt.Fprintf(file, "%sdone %d\n", &text, n); err != nil {
			return err
		}
		report(n, len(finds))
	}
	return nil
}

// strengths are the nodes for an action of the games: few, for mistakes worth a puzzle,
// and more, for positions like those of a good game.
var strengths = []uint64{40, 150, 600, 2500}

// Games is the source of games of the engine against itself.
func (m *Miner) Games(ctx context.Context, n int) ([]Find, error) {
	games := selfplay.Config{Nodes: strengths, Seed: m.seed, Longest: 260}
	g, err := games.Play(ctx, m.players, n)
	if err != nil {
		return nil, err
	}
	return m.look(ctx, g.Game, n%4 != 1)
}

// look looks for puzzles in a game. They keep a distance, so that no two share a line.
// With rare set, it ignores the kinds that every game has.
func (m *Miner) look(ctx context.Context, g *game.Game, rare bool) ([]Find, error) {
	m.judge.Clear()
	var finds []Find
	from := 2
	replay := game.NewFrom(g.Start())
	for i, e := range g.History() {
		if i >= from {
			f, err := m.candidate(ctx, replay, rare)
			if err == nil {
				f.Past = pastOf(replay)
				finds = append(finds, f)
				from = i + len(f.Puzzle.MainLine()) + 4
			} else if err != errNone {
				return nil, err
			}
		}
		if err := replay.Play(e.Action); err != nil {
			return nil, err
		}
	}
	return finds, nil
}

// opening is the last ply of the opening.
const opening = 12

// pastOf returns the actions of a game that is in its opening, from the usual start.
func pastOf(g *game.Game) string {
	if g.Ply() > opening || g.Start().FEN() != game.StartFEN {
		return ""
	}
	var words []string
	for _, e := range g.History() {
		words = append(words, e.Action.String())
	}
	return strings.Join(words, " ")
}

// Kept returns the source of the puzzles of a file, a number each.
func (m *Miner) Kept(puzzles []puzzle.Puzzle) Source {
	return func(ctx context.Context, number int) ([]Find, error) {
		if number > len(puzzles) {
			return nil, nil
		}
		p := puzzles[number-1]
		kernel, err := kernelOf(ctx, &p)
		return []Find{{Puzzle: p, Kernel: kernel}}, err
	}
}
