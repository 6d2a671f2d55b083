package selfplay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"

	"github.com/banchess/banchess/game"
)

// held is the number of games of which one provides test positions.
const held = 10

// Positions writes the quiet positions at ban plies of self-play games, each board
// once, those of every tenth game to the file test and the others to train. A line is
//
//	FEN;result;score;ply
//
// with a FEN of six fields, the mover's result (1, 0.5 or 0), the search's
// centipawns for the mover and the position's ply. Quiet means that the mover is
// not in check, no mate is seen, and the move that follows captures nothing. A
// stopped game counts as drawn.
func Positions(games []byte, train, test string) (counts [2]int, err error) {
	var out [2]*bufio.Writer
	for i, name := range []string{train, test} {
		file, createErr := os.Create(name)
		if createErr != nil {
			return counts, createErr
		}
		out[i] = bufio.NewWriter(file)
		defer func() { err = errors.Join(err, out[i].Flush(), file.Close()) }()
	}
	seen := map[uint64]bool{}
	for g, err := range each(games) {
		if err != nil {
			return counts, err
		}
		to := 0
		if g.number%held == 0 {
			to = 1
		}
		for i := g.opening; i+1 < g.Len(); i++ {
			e, score := g.Entry(i), g.Annotation(i+1).Eval
			if !e.Action.IsBan() || e.Before.InCheck() || score == nil || score.Mate != 0 || g.Entry(i+1).IsCapture() {
				continue
			}
			board := e.Before.Chess()
			if seen[board.Key()] {
				continue
			}
			seen[board.Key()] = true
			mover, centipawns := e.Before.Mover(), score.Centipawns
			if mover == game.Black {
				centipawns = -centipawns
			}
			fmt.Fprintf(out[to], "%s;%g;%d;%d\n", e.Before.StandardFEN(), share(g.Result(), mover), centipawns, e.Ply())
			counts[to]++
		}
	}
	return counts, nil
}

// played is a self-play game.
type played struct {
	*game.Game
	number  int
	opening int // actions
}

// each reads the games of a file.
func each(games []byte) iter.Seq2[played, error] {
	return func(yield func(played, error) bool) {
		reader := game.NewPGNReader(bytes.NewReader(games))
		for {
			g, err := reader.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			var p played
			if err == nil {
				p, err = tagged(g)
			}
			if err != nil {
				err = fmt.Errorf("the game on line %d: %w", reader.Line(), err)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// tagged reads the tags that describe how a game was played.
func tagged(g *game.Game) (played, error) {
	var faults []error
	number := func(name string) int {
		n, err := strconv.Atoi(g.Tags.Get(name))
		if err != nil {
			faults = append(faults, fmt.Errorf("tag %s is %q, want a number", name, g.Tags.Get(name)))
		}
		return n
	}
	p := played{Game: g, number: number(tagNumber), opening: number(tagLength)}
	if p.opening > g.Len() {
		faults = append(faults, errors.New("it ends before its opening does"))
	}
	return p, errors.Join(faults...)
}

// share returns a side's share of the point. A stopped game counts as drawn.
func share(r game.Result, side game.Player) float64 {
	switch r.Winner {
	case side:
		return 1
	case side.Opponent():
		return 0
	}
	return 0.5
}
