package play

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
)

// TimeControl is the time that each side has for the game, and what it gains with
// every turn. The zero TimeControl is a game without clocks.
type TimeControl struct {
	Base, Increment time.Duration
}

// The most of each.
const (
	mostMinutes   = 600
	mostIncrement = 600
)

// ParseTimeControl reads minutes and the seconds of increment: "5+3", "0.5+0", "10".
func ParseTimeControl(s string) (TimeControl, error) {
	base, increment, _ := strings.Cut(s, "+")
	minutes, err := strconv.ParseFloat(base, 64)
	seconds := 0.0
	if strings.Contains(s, "+") && err == nil {
		seconds, err = strconv.ParseFloat(increment, 64)
	}
	c := TimeControl{
		Base:      time.Duration(math.Round(minutes*60_000)) * time.Millisecond,
		Increment: time.Duration(math.Round(seconds*1000)) * time.Millisecond,
	}
	if err != nil || !(minutes > 0 && minutes <= mostMinutes && seconds >= 0 && seconds <= mostIncrement) || c.Base < time.Second {
		return TimeControl{}, fmt.Errorf("give minutes, from 1/60 to %d, and the seconds added a turn, to %d, such as 5+3, 0.5+0 or 10", mostMinutes, mostIncrement)
	}
	return c, nil
}

// tag is the time control as PGN has it.
func (c TimeControl) tag() string {
	text := strconv.FormatFloat(c.Base.Seconds(), 'f', -1, 64)
	if c.Increment > 0 {
		text += "+" + strconv.FormatFloat(c.Increment.Seconds(), 'f', -1, 64)
	}
	return text
}

// timeLeft is what a side's clock shows: tenths of seconds where they count.
func timeLeft(d time.Duration) string {
	if d < 20*time.Second {
		return fmt.Sprintf("0:%04.1f", d.Truncate(100*time.Millisecond).Seconds())
	}
	d = d.Truncate(time.Second)
	if d >= time.Hour {
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d/time.Second%60)
}

// flagFell reports whether the clock has ended the game.
func (t *Table) flagFell() bool {
	c := t.game.Clock()
	return c != nil && c.Flagged() != game.NoPlayer
}
