package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"sync"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Continue plays games until the file holds a number of them, with as many
// engines at once as workers. A game of which only a part was written is played
// again. A report that is not nil is called after each game.
func (c *Config) Continue(ctx context.Context, path string, games, workers int, report func(number int, g *game.Game)) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	have, err := c.resume(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return c.inOrder(ctx, have+1, games, workers, func(number int, g *game.Game) error {
		if _, err := file.WriteString(g.PGN() + "\n"); err != nil {
			return err
		}
		if report != nil {
			report(number, g)
		}
		return nil
	})
}

// inOrder plays the games from one number to another, several at once, and hands
// them on in their order.
func (c *Config) inOrder(ctx context.Context, from, to, workers int, take func(number int, g *game.Game) error) error {
	ctx, cancel := context.WithCancel(ctx)
	type played struct {
		g   *game.Game
		err error
	}
	workers = max(1, workers)
	done := make([]chan played, workers) // the game n comes from the worker n mod workers
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	for i := range done {
		done[i] = make(chan played, 1)
		all.Go(func() {
			e := engine.New(engine.Options{Hash: hash})
			for number := from + i; number <= to && ctx.Err() == nil; number += workers {
				g, err := c.Play(ctx, e, number)
				select {
				case done[i] <- played{g, err}:
				case <-ctx.Done():
				}
			}
		})
	}
	for number := from; number <= to; number++ {
		select {
		case p := <-done[(number-from)%workers]:
			if p.err != nil {
				return p.err
			}
			if err := take(number, p.g); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

var (
	roundTag = regexp.MustCompile(`(?m)^\[Round "(\d+)"\]$`)
	seedTag  = regexp.MustCompile(`(?m)^\[Seed "(\d+)"\]$`)
	gameEnd  = regexp.MustCompile(`\s(1-0|0-1|1/2-1/2|\*)\n\n$`)
)

// resume leaves the file at the end of its last whole game and returns that
// game's number, 0 for an empty file. A file of another seed is refused.
func (c *Config) resume(file *os.File) (int, error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return 0, err
	}
	text = whole(text)
	number := 0
	if len(text) > 0 {
		last := text[bytes.LastIndex(text, []byte("[Event ")):]
		round, seed := roundTag.FindSubmatch(last), seedTag.FindSubmatch(last)
		if round == nil || seed == nil {
			return 0, errors.New("the last game has no Round or Seed: this is no file of self-play")
		}
		if string(seed[1]) != strconv.FormatUint(c.Seed, 10) {
			return 0, fmt.Errorf("its games are of seed %s; give --seed %[1]s, or another file", seed[1])
		}
		if number, err = strconv.Atoi(string(round[1])); err != nil {
			return 0, err
		}
	}
	if err := file.Truncate(int64(len(text))); err != nil {
		return 0, err
	}
	_, err = file.Seek(int64(len(text)), io.SeekStart)
	return number, err
}

// whole cuts off what was written of a game that is not finished.
func whole(text []byte) []byte {
	for len(text) > 0 && !gameEnd.Match(text[max(0, len(text)-len("\n1/2-1/2\n\n")):]) {
		text = text[:max(0, bytes.LastIndex(text, []byte("[Event ")))]
	}
	return text
}

// Read returns the games of a file, which may be one that still grows.
func Read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return whole(text), err
}
