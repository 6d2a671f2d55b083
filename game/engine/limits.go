package engine

import (
	"fmt"
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

	// Level weakens the play, from 1 to Levels; 0 means full strength.
	Level int
}

// The codes of the engine's own errors.
const (
	// CodeBadLimit: a limit that no search can keep.
	CodeBadLimit game.Code = "bad_limit"
	// CodeBadOption: an option that no engine can have.
	CodeBadOption game.Code = "bad_option"
)

// MaxHash is the largest transposition table, in MB. Go ends a program that asks for
// memory that is not to be had; this much is to be had wherever banchess runs.
const MaxHash = 1 << 10

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
		name  string
		value int
		none  string
	}{
		{"Depth", l.Depth, "no limit"}, {"MovesToGo", l.MovesToGo, "the whole game"}, {"Mate", l.Mate, "any result"},
		{"Lines", l.Lines, "1"}, {"Level", l.Level, "full strength"},
	} {
		if n.value < 0 || n.value > Levels && n.name == "Level" {
			largest := "up"
			if n.name == "Level" {
				largest = fmt.Sprintf("to %d", Levels)
			}
			return outside(CodeBadLimit, "the limit "+n.name, n.value, fmt.Sprintf("from 1 %s, or 0 for %s", largest, n.none))
		}
	}
	return nil
}

func (o *Options) check() error {
	switch {
	case o.Hash < 0 || o.Hash > MaxHash:
		return outside(CodeBadOption, "the option Hash", o.Hash, fmt.Sprintf("from 1 to %d MB, or 0 for 16", MaxHash))
	case o.Threads < 0 || o.Threads > MaxThreads:
		return outside(CodeBadOption, "the option Threads", o.Threads, fmt.Sprintf("from 1 to %d, or 0 for 1", MaxThreads))
	case o.Overhead < 0:
		return outside(CodeBadOption, "the option Overhead", o.Overhead, "of 0 or more")
	}
	return nil
}

// budget is how long a search may take: it starts no new iteration after soft
// and stops at hard. Zero durations set no limit.
type budget struct{ soft, hard time.Duration }

// budget divides the time of the player to act.
func (l *Limits) budget(active game.Player, overhead time.Duration) budget {
	if l.MoveTime != 0 {
		return budget{hard: max(time.Millisecond, l.MoveTime-overhead)}
	}
	left := l.Time[active.Index()]
	if left == 0 {
		return budget{}
	}
	// A turn is two actions: one's move and the ban that follows it.
	turns := 35
	if l.MovesToGo > 0 {
		turns = min(turns, l.MovesToGo+1)
	}
	usable := max(time.Millisecond, left-overhead)
	share := usable/time.Duration(2*turns) + l.Increment[active.Index()]*2/5
	hard := min(4*share, usable/4)
	return budget{soft: min(share*6/10, hard), hard: max(time.Millisecond, hard)}
}
