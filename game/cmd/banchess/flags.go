package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"
)

// number is a flag for a whole number in a range. A value outside is refused when
// the command line is read, so that the error names flag, value and range.
type number struct {
	value    *int
	min, max int
}

func (n number) String() string {
	if n.value == nil {
		return "" // pflag asks the zero value
	}
	return strconv.Itoa(*n.value)
}

func (n number) Type() string { return "int" }

func (n number) Set(s string) error {
	v, err := strconv.Atoi(s)
	if err != nil || v < n.min || v > n.max {
		return fmt.Errorf("give a whole number from %d to %d", n.min, n.max)
	}
	*n.value = v
	return nil
}

// mostGames bounds the number of a game in a file.
const mostGames = 1_000_000_000

// numberVar adds a flag for a number. Without the flag it is the one given here,
// which may lie outside the range and mean that none is set.
func numberVar(flags *pflag.FlagSet, p *int, name string, otherwise, least, most int, usage string) {
	*p = otherwise
	if most < mostGames {
		usage += fmt.Sprintf(" (%d to %d)", least, most)
	}
	flags.Var(number{p, least, most}, name, usage)
}

// duration is a flag for a time.
type duration struct{ value *time.Duration }

// The times that a flag may have.
const (
	leastTime = time.Millisecond
	mostTime  = 24 * time.Hour
)

func (d duration) String() string {
	if d.value == nil || *d.value == 0 {
		return "" // none, and nothing to be shown
	}
	return d.value.String()
}

func (d duration) Type() string { return "duration" }

func (d duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if _, bare := strconv.ParseFloat(s, 64); err != nil && bare == nil {
		return fmt.Errorf("give its unit too: %ss, or %sms", s, s)
	}
	if err != nil || v < leastTime || v > mostTime {
		return fmt.Errorf("give a time from 1ms to 24h, such as 500ms, 2s or 1m30s")
	}
	*d.value = v
	return nil
}

func durationVar(flags *pflag.FlagSet, p *time.Duration, name string, otherwise time.Duration, usage string) {
	*p = otherwise
	flags.Var(duration{p}, name, usage)
}
