package match

import (
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// Record is one game.
type Record struct {
	Game    *game.Game
	White   int     // the player that had White
	Score   float64 // of the first player
	Fault   Fault   // the fault that ended the game; its kind is empty if there was none
	Longest [2]time.Duration

	actions []string // in UCI
}

// A Fault is a reason other than chess for which a player lost a game.
type Fault struct {
	By   int // the player
	Kind FaultKind
	Text string
}

// FaultKind names the kind of a fault in a word.
type FaultKind string

const (
	Illegal FaultKind = "illegal action"
	Crash   FaultKind = "crash" // the engine ended, or its answer cannot be read
	Hang    FaultKind = "hang"  // no answer, and no clock that could run out
	Late    FaultKind = "loss on time"
)

func (f Fault) String() string { return string(f.Kind) + ": " + f.Text }

// seat returns the player with a colour.
func (r *Record) seat(p game.Player) int {
	if p == game.White {
		return r.White
	}
	return 1 - r.White
}

// color returns the colour of a player.
func (r *Record) color(i int) game.Player {
	if i == r.White {
		return game.White
	}
	return game.Black
}

// play plays an action in UCI.
func (r *Record) play(s string) error {
	a, err := uci.ParseAction(r.Game, s)
	if err != nil {
		return err
	}
	if err := r.Game.Play(a); err != nil {
		return err
	}
	r.actions = append(r.actions, s)
	return nil
}

// lose ends the game by a fault. As in the rules, losing on time against a bare
// king is a draw.
func (r *Record) lose(f Fault) {
	r.Fault = f
	if f.Kind == Late {
		r.Game.TimeOut(r.color(f.By))
	} else {
		r.Game.Resign(r.color(f.By))
	}
}

// settle scores a game that has ended.
func (r *Record) settle() {
	switch r.Game.Result().Winner {
	case r.color(0):
		r.Score = 1
	case game.NoPlayer:
		r.Score = 0.5
	}
}
