package facts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/series"
)

// Continue plays games until the file contains a number of them, several in parallel. An
// incomplete game is played again. It calls report after each game.
func (c *Config) Continue(ctx context.Context, path string, games, atOnce int, report func(number int)) (err error) {
	have := 0
	file, err := series.Open(path, series.Game, func(games [][]byte) (kept int, err error) {
		if len(games) > 0 {
			have, err = c.number(games[len(games)-1])
		}
		return len(games), err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	newPlayer := func() series.Player[*game.Game] {
		e, err := engine.New(engine.Options{Hash: hash})
		return series.Player[*game.Game]{Play: func(ctx context.Context, number int) (*game.Game, error) {
			if err != nil {
				return nil, err
			}
			return c.Play(ctx, e, number)
		}}
	}
	return series.Play(ctx, have+1, games, atOnce, newPlayer, func(number int, g *game.Game) error {
		if _, err := file.WriteString(g.PGN() + "\n"); err != nil {
			return err
		}
		report(number)
		return nil
	})
}

// number returns a game's number. A game of another seed or engine is refused.
func (c *Config) number(pgn []byte) (int, error) {
	g, err := game.ParsePGN(string(pgn))
	if err != nil {
		return 0, err
	}
	number, seed, bench := g.Tags.Get(tagNumber), g.Tags.Get(tagSeed), g.Tags.Get(tagBench)
	switch {
	case number == "" || seed == "" || bench == "":
		return 0, errors.New("the last game has no Round, Seed or Bench: this is no file of self-play")
	case bench != strconv.FormatUint(c.Bench, 10):
		return 0, fmt.Errorf("its games are of an engine whose bench is %s, and this one's is %d; give another file", bench, c.Bench)
	case seed != strconv.FormatUint(c.Seed, 10):
		return 0, fmt.Errorf("its games are of seed %s; give --seed %[1]s, or another file", seed)
	}
	return strconv.Atoi(number)
}

// Read returns the games of a file, which may still be growing.
func Read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return bytes.Join(series.Split(text, series.Game), nil), err
}
