package selfplay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/lab/series"
)

// A file of games has a head, [magic, seed, bench], and then a record for each
// game, by number, in little-endian order:
//
//	bytes that follow  uint16
//	nodes for a turn   uint32
//	opening            uint8, 0 random, 1 varied
//	its actions        uint8
//	White's half points uint8, 1 also for a game that was stopped
//	turns, each        ban uint16, move uint16, score int16
//
// A ban and a move are a chess.Pair and a chess.Move, 0 where the game has ended. The score
// is the search's at the ban, in centipawns for the mover, or noScore, or beyond mateScore.
const (
	magic    = "banplay1"
	headSize = len(magic) + 16
	gameHead = 9
	turnSize = 6

	noScore   = math.MinInt16
	mateScore = 30_000
)

// A Record is a game of a file.
type Record []byte

func (r Record) turns() int { return (len(r) - gameHead) / turnSize }

// encode returns the game's record.
func encode(g *Game) Record {
	r := make(Record, gameHead, gameHead+turnSize*(g.Len()+1)/2)
	binary.LittleEndian.PutUint32(r[2:], uint32(g.Nodes))
	if g.Opening == Varied {
		r[6] = 1
	}
	r[7] = uint8(g.Length)
	r[8] = halfPoints(g.Result())
	for i := 0; i < g.Len(); i += 2 {
		ban, move := g.Entry(i).Action, chess.NoMove
		if i+1 < g.Len() {
			move, _ = g.Entry(i + 1).Action.Move()
		}
		r = binary.LittleEndian.AppendUint16(r, uint16(ban.Pair()))
		r = binary.LittleEndian.AppendUint16(r, uint16(move))
		r = binary.LittleEndian.AppendUint16(r, uint16(score(g, i)))
	}
	binary.LittleEndian.PutUint16(r, uint16(len(r)-2))
	return r
}

// score returns a ban's score for the mover.
func score(g *Game, i int) int16 {
	eval := g.Annotation(i + 1).Eval
	if eval == nil {
		return noScore
	}
	n := max(-mateScore, min(mateScore, eval.Centipawns))
	switch {
	case eval.Mate > 0:
		n = mateScore + 1
	case eval.Mate < 0:
		n = -mateScore - 1
	}
	if g.Entry(i).Before.Mover() == game.Black {
		n = -n
	}
	return int16(n)
}

// Read returns the complete games of a file, which may still be growing.
func Read(path string) ([]Record, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	_, games, err := split(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return games, nil
}

// split returns the head and the complete games of a file. A head that is not complete is nil.
func split(file []byte) (head []byte, games []Record, err error) {
	if len(file) < headSize {
		return nil, nil, nil
	}
	head, file = file[:headSize], file[headSize:]
	if !bytes.HasPrefix(head, []byte(magic)) {
		return nil, nil, errors.New("this is no file of self-play")
	}
	for len(file) >= 2 {
		n := 2 + int(binary.LittleEndian.Uint16(file))
		if n < gameHead || (n-gameHead)%turnSize != 0 {
			return nil, nil, fmt.Errorf("game %d has %d bytes: this is no file of self-play", len(games)+1, n)
		}
		if n > len(file) {
			break
		}
		games, file = append(games, file[:n]), file[n:]
	}
	return head, games, nil
}

// head returns the head of the configuration's files.
func (c *Config) head() []byte {
	head := binary.LittleEndian.AppendUint64([]byte(magic), c.Seed)
	return binary.LittleEndian.AppendUint64(head, c.Bench)
}

// compare refuses games of another seed or engine.
func (c *Config) compare(head []byte) error {
	seed, bench := binary.LittleEndian.Uint64(head[len(magic):]), binary.LittleEndian.Uint64(head[len(magic)+8:])
	switch {
	case bench != c.Bench:
		return fmt.Errorf("its games are of an engine whose bench is %d, and this one's is %d; give another file", bench, c.Bench)
	case seed != c.Seed:
		return fmt.Errorf("its games are of seed %d; give --seed %[1]d, or another file", seed)
	}
	return nil
}

// Continue plays games until the file contains a number of them, several in parallel. An
// incomplete game is played again. It calls report after each game with its number and turns.
func (c *Config) Continue(ctx context.Context, path string, games, atOnce int, report func(number, turns int)) (err error) {
	have, size := 0, 0
	file, err := series.OpenAfter(path, func(text []byte) (int, error) {
		head, games, err := split(text)
		if err != nil || head == nil {
			return 0, err
		}
		have, size = len(games), len(head)
		for _, g := range games {
			size += len(g)
		}
		return size, c.compare(head)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if size == 0 {
		if _, err := file.Write(c.head()); err != nil {
			return err
		}
	}
	newPlayer := func() series.Player[Record] {
		e, err := engine.New(engine.Options{Hash: hash})
		return series.Player[Record]{Play: func(ctx context.Context, number int) (Record, error) {
			if err != nil {
				return nil, err
			}
			g, err := c.Play(ctx, e, number)
			if err != nil {
				return nil, err
			}
			return encode(g), nil
		}}
	}
	return series.Play(ctx, have+1, games, atOnce, newPlayer, func(number int, g Record) error {
		if _, err := file.Write(g); err != nil {
			return err
		}
		report(number, g.turns())
		return nil
	})
}
