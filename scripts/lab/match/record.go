package match

import (
	"fmt"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
)

// Record is one game.
type Record struct {
	Game  *game.Game
	White int     // which player had White
	Score float64 // of the first player
	Fault Fault   // that ended the game; without a kind when none did
	// Broken are the mates that a player claimed and then lost sight of, or did
	// not deliver, and where.
	Broken  [2][]string
	Longest [2]time.Duration

	actions []string // as UCI writes them
	claims  [2]int   // the mate each player claimed last, in moves; 0: none
}

// A Fault is what a player lost a game by, other than chess.
type Fault struct {
	By   int // the player
	Kind FaultKind
	Text string
}

// FaultKind says in a word what a player did wrong.
type FaultKind string

const (
	Illegal FaultKind = "illegal action"
	Crash   FaultKind = "crash" // the engine ended, or gave an answer that does not read
	Hang    FaultKind = "hang"  // no answer, and no clock to lose by
	Late    FaultKind = "loss on time"
)

func (f Fault) String() string { return string(f.Kind) + ": " + f.Text }

// seat returns which player has a colour.
func (r *Record) seat(p game.Player) int {
	if p == game.White {
		return r.White
	}
	return 1 - r.White
}

// color returns the colour a player has.
func (r *Record) color(i int) game.Player {
	if i == r.White {
		return game.White
	}
	return game.Black
}

// play plays an action written as UCI writes it.
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

// lose ends the game by a fault. As the rules have it, time lost against a bare
// king is a draw.
func (r *Record) lose(f Fault) {
	r.Fault = f
	if f.Kind == Late {
		r.Game.TimeOut(r.color(f.By))
	} else {
		r.Game.Resign(r.color(f.By))
	}
}

// claim notes the mate that a player sees after its action, if it does.
func (r *Record) claim(i, mate int) {
	if before := r.claims[i]; before > 0 && mate <= 0 {
		r.Broken[i] = append(r.Broken[i], fmt.Sprintf("mate in %d is no longer seen with %s, which leads to %s", before, r.actions[len(r.actions)-1], r.Game.FEN()))
	}
	r.claims[i] = mate
}

// settle scores the game that has come to its end.
func (r *Record) settle() {
	winner := r.Game.Result().Winner
	switch winner {
	case r.color(0):
		r.Score = 1
	case game.NoPlayer:
		r.Score = 0.5
	}
	for i, n := range r.claims {
		if n > 0 && r.Game.Over() && winner != r.color(i) {
			r.Broken[i] = append(r.Broken[i], fmt.Sprintf("mate in %d, and the game ends at %s", n, r.Game.FEN()))
		}
	}
}
