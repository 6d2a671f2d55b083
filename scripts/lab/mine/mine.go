// Package mine collects puzzles: it plays games, looks in them, or in those of a
// PGN, for positions with exactly one good action, has package puzzle prove them, and
// selects.
//
// # Where puzzles come from
//
// From games of package selfplay at several strengths, from random endgames, which
// have the kinds that games hardly have (stalemate, underpromotion), and from
// any PGN. The number n of a seed always gives the same puzzles. They are appended to a
// file, so a run can be continued after the last number in it.
//
// # What is looked for
//
// A short search of the two best actions screens each position. It is a candidate
// when the best one mates and the second does not, when the second is mated and the
// best holds, when the best wins material and the second does not, or when the best
// draws a lost game. The proof decides.
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
//   - puzzles that the weakest level always solves, unless they mate;
//   - near-duplicates: puzzles with the same kernel, the pieces without which the
//     proof fails, colours and sides of the board exchanged or not, or with the same
//     main line, or out of one game a few turns apart: with the same key, and most men
//     where they were.
package mine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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
}

// String returns the find as a line of a run's file.
func (f Find) String() string { return f.Puzzle.String() + "\t" + f.Kernel }

func parseFind(line string) (Find, error) {
	text, kernel, _ := strings.Cut(line, "\t")
	p, err := puzzle.Parse(text)
	return Find{p, kernel}, err
}

// doneMark begins a line with the last finished number.
const doneMark = "done "

// Load reads the file of a run: its finds, and the first number that is not
// done. It ignores text after the last finished number, which a stopped run may have left.
// A missing file is an empty one.
func Load(path string) (finds []Find, next int, err error) {
	finds, next, _, err = load(path)
	return finds, next, err
}

func load(path string) (finds []Find, next, size int, err error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, 0, 0, err
	}
	next = 1
	var open []Find // of the number that is not done
	at := 0
	for line := range strings.Lines(string(text)) {
		at += len(line)
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			break
		}
		if number, ok := strings.CutPrefix(line, doneMark); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
			}
			finds, open, next, size = append(finds, open...), nil, max(next, n+1), at
			continue
		}
		found, err := parseFind(line)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
		}
		open = append(open, found)
	}
	return finds, next, size, nil
}

// Open opens the file of a run to append to it, and returns the next number.
func Open(path string) (file *os.File, next int, err error) {
	_, next, size, err := load(path)
	if err != nil {
		return nil, 0, err
	}
	file, err = series.OpenAt(path, size)
	return file, next, err
}

// Miner looks for puzzles.
type Miner struct {
	seed    uint64
	players *engine.Engine // play the games
	judge   *engine.Engine // screens
	guesser *engine.Engine // rates by guessing
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

// A Source is an origin of puzzles, with numbers.
type Source string

// The sources of a run.
const (
	Games    Source = "games"
	Endgames Source = "endgames"
)

// Mine appends the puzzles of the numbers from next up to last of a source to a writer,
// and reports after each the number of its puzzles.
func (m *Miner) Mine(ctx context.Context, w io.Writer, source Source, next, last int, report func(number, found int)) error {
	for n := next; n <= last; n++ {
		var finds []Find
		var err error
		if source == Endgames {
			finds, err = m.endgames(ctx, rand.New(rand.NewPCG(m.seed, uint64(n))))
		} else {
			finds, err = m.game(ctx, n)
		}
		if err != nil {
			return err
		}
		if err := write(w, n, finds); err != nil {
			return err
		}
		report(n, len(finds))
	}
	return nil
}

// write appends the puzzles of a number.
func write(w io.Writer, n int, finds []Find) error {
	for _, f := range finds {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s%d\n", doneMark, n)
	return err
}

// PGN appends the puzzles of a PGN's games, from the game with the number next, from 1.
func (m *Miner) PGN(ctx context.Context, w io.Writer, pgn io.Reader, next int, report func(number, found int)) error {
	games := game.NewPGNReader(pgn)
	for n := 1; ; n++ {
		g, err := games.Next()
		switch {
		case err == io.EOF:
			return nil
		case n < next || game.CodeOf(err) != "":
			continue // a game that cannot be read has none
		case err != nil:
			return err
		}
		finds, err := m.look(ctx, g, 8, false)
		if err != nil {
			return err
		}
		if err := write(w, n, finds); err != nil {
			return err
		}
		report(n, len(finds))
	}
}

// strengths are the nodes for an action of the games: few, for mistakes worth a puzzle,
// and more, for positions like those of a good game.
var strengths = []uint64{40, 150, 600, 2500}

// game returns the puzzles of the game with a number.
func (m *Miner) game(ctx context.Context, n int) ([]Find, error) {
	games := selfplay.Config{Nodes: strengths, Seed: m.seed, Longest: 260}
	g, err := games.Play(ctx, m.players, n)
	if err != nil {
		return nil, err
	}
	return m.look(ctx, g, 8, n%4 != 1)
}

// look looks for puzzles in a game, from an action on. They keep a distance, so that
// no two share a line. In three games of four it looks only for the rare
// kinds.
func (m *Miner) look(ctx context.Context, g *game.Game, from int, rare bool) ([]Find, error) {
	m.judge.Clear()
	var finds []Find
	replay := game.NewFrom(g.Start())
	for i, e := range g.History() {
		if i >= from {
			f, ok, err := m.candidate(ctx, replay, rare)
			if err != nil {
				return nil, err
			}
			if ok {
				finds = append(finds, f)
				from = i + len(f.Puzzle.MainLine()) + 8
			}
		}
		if err := replay.Play(e.Action); err != nil {
			return nil, err
		}
	}
	return finds, nil
}
