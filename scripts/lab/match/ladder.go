package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/banchess/banchess/scripts/lab/series"
)

// Ladder plays a match between each two neighbours in a list of players, from the weakest
// to the strongest. It keeps its games, one file for each two, so that it can be
// continued.
type Ladder struct {
	Match   Config // without its players
	Dir     string // of the files
	Players []Player
}

// Step is the result of a player of a ladder against the one below.
type Step struct {
	Below, Above Player
	Tally
}

// Play plays the missing games and returns all steps. It reports each finished step.
func (l *Ladder) Play(ctx context.Context, done func(Step)) (steps []Step, err error) {
	if err := os.MkdirAll(l.Dir, 0o755); err != nil {
		return nil, err
	}
	for i := 1; i < len(l.Players); i++ {
		s := Step{Below: l.Players[i-1], Above: l.Players[i]}
		c := l.Match
		c.Players = [2]Player{s.Above, s.Below}
		if s.Tally, err = c.playInto(ctx, filepath.Join(l.Dir, s.Above.Name+" against "+s.Below.Name+".pgn")); err != nil {
			return steps, err
		}
		steps = append(steps, s)
		done(s)
	}
	return steps, nil
}

// playInto plays the match into a file, and continues after its games.
func (c Config) playInto(ctx context.Context, path string) (t Tally, err error) {
	file, err := c.GoOn(path)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	c.PGN = file
	return Play(ctx, c)
}

// GoOn opens the match's file, new or not. Its complete pairs of games count as
// played.
func (c *Config) GoOn(path string) (*os.File, error) {
	file, err := series.Open(path, func(games [][]byte) (kept int, err error) {
		c.Played, err = c.ReadPairs(games)
		return 2 * len(c.Played), err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

// WriteSteps writes the steps as a Markdown table: the score of each player against
// the one below, with its 95 % error bar, and its rating. The first player's rating is 0.
func WriteSteps(w io.Writer, steps []Step) error {
	_, err := fmt.Fprint(w, "| player | score against the one below | games | Elo |\n| --- | ---: | ---: | ---: |\n")
	rating := 0.0
	for i, s := range steps {
		if i == 0 {
			_, err = fmt.Fprintf(w, "| %s | | | 0 |\n", s.Below.Name)
		}
		score, deviation := s.Score()
		rating += Elo(score)
		if err == nil {
			_, err = fmt.Fprintf(w, "| %s | %.1f %% ± %.1f | %d | %.0f |\n", s.Above.Name, 100*score, 196*deviation, s.Games, rating)
		}
	}
	return err
}
