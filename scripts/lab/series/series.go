// Package series plays many games, several in parallel, and writes them in order into
// a file of PGN. A series can be continued after a stop.
package series

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"
	"sync"
)

// A Player plays games by number, one after the other. End, if not nil, is
// called after the last one.
type Player[T any] struct {
	Play func(ctx context.Context, number int) (T, error)
	End  func() error
}

// Play plays the games from one number to another with several players in parallel, which
// newPlayer creates. It passes the games to take in order, until take returns false.
func Play[T any](ctx context.Context, from, to, players int, newPlayer func() Player[T], take func(number int, game T) (more bool, err error)) error {
	parent := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type played struct {
		game T
		err  error
	}
	players = max(1, min(players, to-from+1))
	done := make([]chan played, players) // the game n is played by the player n mod players
	ends := make([]error, players)
	var all sync.WaitGroup
	for i := range done {
		done[i] = make(chan played, 1)
		p := newPlayer()
		all.Go(func() {
			for number := from + i; number <= to && ctx.Err() == nil; number += players {
				game, err := p.Play(ctx, number)
				select {
				case done[i] <- played{game, err}:
				case <-ctx.Done():
				}
				if err != nil {
					break
				}
			}
			if p.End != nil {
				ends[i] = p.End()
			}
		})
	}
	err := func() error {
		for number := from; number <= to; number++ {
			select {
			case p := <-done[(number-from)%players]:
				if p.err != nil {
					return p.err
				}
				if more, err := take(number, p.game); err != nil || !more {
					cancel() // the games of the others are not needed
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}()
	stopped := ctx.Err() != nil
	if err != nil {
		cancel()
	}
	all.Wait()
	if err == nil && !stopped && parent.Err() == nil { // errors of stopped players do not matter
		err = errors.Join(ends...)
	}
	return err
}

// ending matches the end of a complete game.
var ending = regexp.MustCompile(`\s(1-0|0-1|1/2-1/2|\*)\n\n`)

// Split returns the texts of the complete games, each PGN with
// an empty line after it. The last game may be incomplete.
func Split(text []byte) (games [][]byte) {
	from := 0
	for _, at := range ending.FindAllIndex(text, -1) {
		games = append(games, text[from:at[1]])
		from = at[1]
	}
	return games
}

// Open opens a file of games, new or not, to continue it after the complete games
// that keep accepts; keep gets them all and returns their number.
func Open(path string, keep func(games [][]byte) (int, error)) (*os.File, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	games := Split(text)
	kept, err := keep(games)
	if err != nil {
		return nil, err
	}
	return OpenAt(path, len(bytes.Join(games[:kept], nil)))
}

// OpenAt opens a file, new or not, to write on after so many bytes of it.
func OpenAt(path string, size int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	err = file.Truncate(int64(size))
	if err == nil {
		_, err = file.Seek(int64(size), io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
