// Package series plays many games, several in parallel, and writes them in order into
// a file of PGN. A series can be continued after a stop.
package series

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"regexp"

	"golang.org/x/sync/errgroup"
)

// A Player plays games by number, one after the other. End, if not nil, is
// called after the series.
type Player[T any] struct {
	Play func(ctx context.Context, number int) (T, error)
	End  func() error
}

// Enough is the error with which a series is ended that needs no more games.
var Enough = errors.New("no more games are needed")

// Play plays the games from one number to another with several players in parallel, which
// newPlayer creates. It passes the games to take in order, until take returns [Enough] or
// another error.
func Play[T any](ctx context.Context, from, to, players int, newPlayer func() Player[T], take func(number int, game T) error) error {
	group, ctx := errgroup.WithContext(ctx)
	all := make([]Player[T], max(1, min(players, to-from+1)))
	played := make([]chan T, len(all)) // the game n is played by the player n mod players
	for i := range all {
		all[i], played[i] = newPlayer(), make(chan T, 1)
		group.Go(func() error {
			for number := from + i; number <= to; number += len(all) {
				game, err := all[i].Play(ctx, number)
				if err != nil {
					return err
				}
				select {
				case played[i] <- game:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		for number := from; number <= to; number++ {
			select {
			case game := <-played[(number-from)%len(all)]:
				if err := take(number, game); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	err := group.Wait()
	var ends []error // of players that were stopped they do not matter
	for _, p := range all {
		if p.End != nil {
			ends = append(ends, p.End())
		}
	}
	if errors.Is(err, Enough) {
		return nil
	}
	return cmp.Or(err, errors.Join(ends...))
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
