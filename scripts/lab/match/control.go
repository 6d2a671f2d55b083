package match

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
)

// control is a player's go command and the time it grants.
type control struct {
	words     []string         // of the command: names and numbers alternately
	moveTime  time.Duration    // for one action; 0 for no limit
	clock     [3]time.Duration // at the beginning of a game, by game.Player; 0 for none
	increment [3]time.Duration // by game.Player
}

// parseControl reads the words after go for a player. It accepts limits with
// which a search ends by itself and which a match can check.
func parseControl(command string) (control, error) {
	c := control{words: strings.Fields(command)}
	if len(c.words) == 0 || len(c.words)%2 != 0 {
		return c, fmt.Errorf("limits %q: want names with a number each, like \"movetime 50\"", command)
	}
	times := map[string]*time.Duration{
		"movetime": &c.moveTime,
		"wtime":    &c.clock[game.White], "winc": &c.increment[game.White],
		"btime": &c.clock[game.Black], "binc": &c.increment[game.Black],
	}
	for i := 0; i < len(c.words); i += 2 {
		name, value := c.words[i], c.words[i+1]
		n, err := strconv.ParseInt(value, 10, 32)
		increment := name == "winc" || name == "binc"
		if err != nil || n < 0 || n == 0 && !increment {
			return c, fmt.Errorf("limits %q: %s cannot be %q", command, name, value)
		}
		if t := times[name]; t != nil {
			*t = time.Duration(n) * time.Millisecond
		} else if !slices.Contains([]string{"depth", "nodes", "mate"}, name) {
			return c, fmt.Errorf("limits %q: a match cannot be played with %s", command, name)
		}
	}
	if (c.clock[game.White] > 0) != (c.clock[game.Black] > 0) {
		return c, fmt.Errorf("limits %q: want both wtime and btime, for each player has both colours in turn", command)
	}
	return c, nil
}

// clocked reports whether the player has a clock.
func (c *control) clocked() bool { return c.clock[game.White] > 0 }

// timed reports whether the player can lose on time.
func (c *control) timed() bool { return c.moveTime > 0 || c.clocked() }

// allowed returns the time that a timed player may use for one action.
func (c *control) allowed(left clocks, p game.Player) time.Duration {
	switch {
	case !c.clocked():
		return c.moveTime
	case c.moveTime == 0:
		return left[p]
	}
	return min(c.moveTime, left[p])
}

// command returns the words after go for the player, with these times on the clocks.
func (c *control) command(left clocks) string {
	words := slices.Clone(c.words)
	for i := 0; i < len(words); i += 2 {
		switch words[i] {
		case "wtime":
			words[i+1] = left.milliseconds(game.White)
		case "btime":
			words[i+1] = left.milliseconds(game.Black)
		}
	}
	return strings.Join(words, " ")
}

// clocks are the times left in a game, by game.Player.
type clocks [3]time.Duration

// newClocks sets the clocks for a game. A player without a clock appears to its
// opponent with the time of the opponent's command, which never decreases.
func newClocks(white, black *control) clocks {
	var left clocks
	left[game.White] = cmp.Or(white.clock[game.White], black.clock[game.White])
	left[game.Black] = cmp.Or(black.clock[game.Black], white.clock[game.Black])
	return left
}

// spend subtracts the time of an action from a player's clock, if it has one. As on
// the game's own clock, the increment is added when the turn passes to the
// opponent.
func (l *clocks) spend(c *control, p game.Player, took time.Duration, passes bool) {
	if !c.clocked() {
		return
	}
	l[p] = max(l[p]-took, 0)
	if passes {
		l[p] += c.increment[p]
	}
}

// milliseconds returns a time in UCI. It is at least 1, because engines take 0
// for no clock at all.
func (l *clocks) milliseconds(p game.Player) string {
	return strconv.FormatInt(max(l[p].Milliseconds(), 1), 10)
}
