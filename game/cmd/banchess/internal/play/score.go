package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/banchess/banchess/game/puzzle"
)

// A Score is how somebody has done at puzzles. It is kept in a file.
type Score struct {
	Rating int `json:"rating"`
	Solved int `json:"solved"`
	Failed int `json:"failed"`
	Streak int `json:"streak"` // puzzles solved since the last that was not
	Best   int `json:"best"`   // the longest streak
	// Seen has the puzzles by id: whether each was solved.
	Seen map[string]bool `json:"seen"`
	// Hinted has the ids of those that a hint was given in, and no answer.
	Hinted []string `json:"hinted,omitempty"`

	path string
}

// firstRating is the rating to begin with, that of the easiest puzzles.
const firstRating = 600

// OpenScore reads the score of a file, or begins a new one. It is kept
// nowhere if the path is "".
func OpenScore(path string) (*Score, error) {
	s := &Score{Rating: firstRating, path: path}
	text, err := os.ReadFile(path)
	switch {
	case path == "" || errors.Is(err, os.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(text, s); err != nil || s.Rating < puzzle.MinRating || s.Rating > puzzle.MaxRating {
			return nil, fmt.Errorf("%s: this is not a score of puzzles; remove the file to begin again", path)
		}
	}
	if s.Solved+s.Failed == 0 {
		s.Rating = firstRating // nothing is answered yet
	}
	if s.Seen == nil {
		s.Seen = map[string]bool{}
	}
	return s, nil
}

// help notes, and keeps, that a hint was given in a puzzle.
func (s *Score) help(p *puzzle.Puzzle) error {
	if _, answered := s.Seen[p.ID()]; answered || slices.Contains(s.Hinted, p.ID()) {
		return nil
	}
	s.Hinted = append(s.Hinted, p.ID())
	return s.keep()
}

// add counts a puzzle by its first answer, and returns how the rating changes. After
// a hint, even one of another day, the rating stays.
func (s *Score) add(p *puzzle.Puzzle, solved bool) (change int) {
	if _, answered := s.Seen[p.ID()]; answered {
		s.Seen[p.ID()] = s.Seen[p.ID()] || solved // it need not be given again
		return 0
	}
	if at := slices.Index(s.Hinted, p.ID()); at >= 0 {
		s.Hinted = slices.Delete(s.Hinted, at, at+1)
	} else {
		pace := 24
		switch answered := s.Solved + s.Failed; {
		case answered < 5:
			pace = 160
		case answered < 15:
			pace = 60
		}
		expected := 1 / (1 + math.Pow(10, float64(p.Rating-s.Rating)/400))
		result := 0.0
		if solved {
			result = 1
		}
		old := s.Rating
		s.Rating += int(math.Round(float64(pace) * (result - expected)))
		s.Rating = min(max(s.Rating, puzzle.MinRating), puzzle.MaxRating)
		change = s.Rating - old
	}
	s.Seen[p.ID()] = solved
	switch {
	case !solved:
		s.Failed++
		s.Streak = 0
	default:
		s.Solved++
		s.Streak++
		s.Best = max(s.Best, s.Streak)
	}
	return change
}

// keep writes the score to its file.
func (s *Score) keep() error {
	if s.path == "" {
		return nil
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err == nil {
		err = write(s.path, string(text)+"\n")
	}
	if err != nil {
		return fmt.Errorf("the score cannot be kept: %w", err)
	}
	return nil
}
