package engine

import (
	"fmt"
	"math"
	"time"

	"github.com/banchess/banchess/game"
)

// Limits say when a search ends and what it looks for. It ends at the first limit
// reached; the zero Limits set none, and the search runs until its context is
// cancelled or the deepest iteration is done. A negative time is one that is used
// up; other negative numbers are refused.
type Limits struct {
	Depth    int           // iterations, in moves: a ban and its move are one
	Nodes    uint64        // positions visited, by all threads
	MoveTime time.Duration // for this action, all of it

	// Time and Increment are the clocks, White's and Black's (Player.Index), for
	// the whole of the game or for MovesToGo turns. The active player's is used.
	Time      [2]time.Duration
	Increment [2]time.Duration
	MovesToGo int

	// Mate asks for a win in at most so many turns, proven by Solve before
	// anything else is tried.
	Mate int

	// Only restricts the root to these actions, when not empty.
	Only []game.Action

	// Ponder starts the search on the opponent's time: clocks and MoveTime
	// count from when the channel is closed.
	Ponder <-chan struct{}

	// Lines is how many lines to find; 0 means 1.
	Lines int

	// Level weakens the play, from 1 to Levels; 0 means full strength. What was
	// searched at full strength, or more than one level above, is forgotten first.
	Level int
}

// The codes of the engine's own errors.
const (
	// CodeBadLimit: a limit that no search can keep.
	CodeBadLimit game.Code = "bad_limit"
	// CodeBadOption: an option that no engine can have.
	CodeBadOption game.Code = "bad_option"
)

func badLimit(message, hint string) error {
	return &game.Error{Code: CodeBadLimit, Message: message, Hint: hint}
}

// outside is the error of a value that lies outside its range.
func outside(code game.Code, name string, value any, from string) error {
	return &game.Error{Code: code, Message: fmt.Sprintf("%s is %v", name, value), Hint: fmt.Sprintf("give %s %s", name, from)}
}

// check refuses numbers that would silently mean something else.
func (l *Limits) check() error {
	for _, n := range []struct {
		name        string
		value, most int
		from        string
	}{
		{"Depth", l.Depth, math.MaxInt, "1 up, or 0 for no limit"}, {"MovesToGo", l.MovesToGo, math.MaxInt, "1 up, or 0 for the whole game"},
		{"Mate", l.Mate, math.MaxInt, "1 up, or 0 for any result"}, {"Lines", l.Lines, math.MaxInt, "1 up, or 0 for 1"},
		{"Level", l.Level, Levels, fmt.Sprintf("1 to %d, or 0 for full strength", Levels)},
	} {
		if n.value < 0 || n.value > n.most {
			return outside(CodeBadLimit, "the limit "+n.name, n.value, "from "+n.from)
		}
	}
	return nil
}
