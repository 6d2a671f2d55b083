// Package series plays many games, several in parallel and taken in order, and keeps
// records in files that can be continued after a stop.
package series

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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

// ErrEnough is the error with which a series is ended that needs no more games.
var ErrEnough = errors.New("no more games are needed")

// Play plays the games from one number to another with several players in parallel, which
// newPlayer creates. It passes the games to take in order, until take returns [ErrEnough] or
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
	if errors.Is(err, ErrEnough) {
		return nil
	}
	return cmp.Or(err, errors.Join(ends...))
}

// Game matches the end of a complete game: PGN with an empty line after it.
var Game = regexp.MustCompile(`\s(1-0|0-1|1/2-1/2|\*)\n\n`)

// Split returns the complete records of a text, by their ends. It ignores what follows the
// last one, which a series that was stopped may have left.
func Split(text []byte, end *regexp.Regexp) (records [][]byte) {
	from := 0
	for _, at := range end.FindAllIndex(text, -1) {
		records = append(records, text[from:at[1]])
		from = at[1]
	}
	return records
}

// Open opens a file of records, new or not, to continue it after the complete records
// that keep accepts; keep gets them all and returns their number.
func Open(path string, end *regexp.Regexp, keep func(records [][]byte) (int, error)) (*os.File, error) {
	return OpenAfter(path, func(text []byte) (int, error) {
		records := Split(text, end)
		kept, err := keep(records)
		return len(bytes.Join(records[:kept], nil)), err
	})
}

// OpenAfter opens a file, new or not, to continue it after so many bytes as keep returns.
func OpenAfter(path string, keep func(file []byte) (size int, err error)) (*os.File, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	size, err := keep(text)
	if err != nil {
		return nil, err
	}
	if size < len(text) {
		if err := os.Truncate(path, int64(size)); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
}
