package play

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/internal/words"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/review"
	"github.com/banchess/banchess/game/train"
)

// A Record is somebody's progress with puzzles. It is kept in a file.
type Record struct {
	train.Progress
	Now  func() time.Time
	path string
}

// The files of a folder that keep progress: of this release, and of older ones.
const (
	recordFile   = "progress.json"
	oldScoreFile = "puzzles.json"
)

// OpenRecord reads the record that a folder keeps, or begins a new one, with the score of an
// older release if there is one. It is kept nowhere if the folder is "".
func OpenRecord(dir string) (*Record, error) {
	r := &Record{Now: time.Now}
	if dir == "" {
		return r, nil
	}
	r.path = filepath.Join(dir, recordFile)
	err := r.update()
	if errors.Is(err, os.ErrNotExist) {
		if old, err := os.ReadFile(filepath.Join(dir, oldScoreFile)); err == nil {
			r.TakeOld(string(old), review.DayOf(r.Now()))
		}
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// update merges the file, to which another program may have written, into the record.
func (r *Record) update() error {
	text, err := os.ReadFile(r.path)
	if err != nil {
		return err
	}
	p, err := train.Parse(string(text))
	if err != nil {
		message := err.Error()
		if e, ok := errors.AsType[*game.Error](err); ok {
			message = e.Message
		}
		return fmt.Errorf("%s: %s; remove the file to begin again", r.path, message)
	}
	return r.Merge(p)
}

// Keep writes the record to its file, with what other programs have written there.
func (r *Record) Keep() error {
	if r.path == "" {
		return nil
	}
	err := r.update()
	if err == nil || errors.Is(err, os.ErrNotExist) {
		err = write(r.path, r.String()+"\n")
	}
	if err != nil {
		return fmt.Errorf("the progress cannot be kept: %w", err)
	}
	return nil
}

// note counts an event with a puzzle that happens now, and keeps it.
func (r *Record) note(p *puzzle.Puzzle, e puzzle.Event) error {
	now := r.Now()
	r.Count(itemOf(p), e, now.Unix(), review.DayOf(now))
	return r.Keep()
}

// itemOf returns what training needs of a puzzle.
func itemOf(p *puzzle.Puzzle) train.Item {
	return train.Item{ID: p.ID(), Strength: train.Strength{Rating: p.Rating, Deviation: p.Deviation}}
}

// Today returns the day.
func (r *Record) Today() int { return train.DayOf(r.Now().Unix()) }

// StreakWords says how the streak stands.
func (r *Record) StreakWords() string {
	s := r.Streak(r.Today())
	switch {
	case s.Now == 0:
		if s.Best == 0 {
			return "No daily streak yet."
		}
		return fmt.Sprintf("No daily streak; your longest was %s.", words.Count(s.Best, "day"))
	case !s.IsDone && s.HasGrace:
		return fmt.Sprintf("Daily streak: %s, at best %d. Today’s puzzle is not solved yet.", words.Count(s.Now, "day"), s.Best)
	case !s.IsDone:
		return fmt.Sprintf("Daily streak: %s, at best %d. Solve today’s puzzle to keep it.", words.Count(s.Now, "day"), s.Best)
	}
	return fmt.Sprintf("Daily streak: %s, at best %d.", words.Count(s.Now, "day"), s.Best)
}
