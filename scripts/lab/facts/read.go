package facts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/banchess/banchess/game"
)

// played is a self-play game.
type played struct {
	*game.Game
	number  int
	nodes   uint64
	kind    Opening
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
	p := played{
		Game: g, number: number(tagNumber), nodes: uint64(number(tagNodes)),
		kind: Opening(g.Tags.Get(tagOpening)), opening: number(tagLength),
	}
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
