package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
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

// duration is a flag for a time in a range.
type duration struct {
	value    *time.Duration
	min, max time.Duration
}

// The times that most flags may have.
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
		return fmt.Errorf("give its unit too, as in %ss or %sms, and a time from %s to %s", s, s, timeText(d.min), timeText(d.max))
	}
	if err != nil || v < d.min || v > d.max {
		return fmt.Errorf("give a time from %s to %s, such as 500ms or 2s", timeText(d.min), timeText(d.max))
	}
	*d.value = v
	return nil
}

func durationVar(flags *pflag.FlagSet, p *time.Duration, name string, otherwise time.Duration, usage string) {
	*p = otherwise
	flags.Var(duration{p, leastTime, mostTime}, name, usage)
}

// timeText writes a time without the zeros at its end: 24h, not 24h0m0s.
func timeText(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"0s", "0m"} {
		if short, ok := strings.CutSuffix(text, zero); ok && strings.ContainsAny(short[max(0, len(short)-1):], "hm") {
			text = short
		}
	}
	return text
}

// choice is a flag for one of some words.
type choice struct {
	value *string
	words []string
}

func (c choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

func (c choice) Type() string { return "string" }

func (c choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("give one of %s", strings.Join(c.words, ", "))
	}
	*c.value = s
	return nil
}

func choiceVar(flags *pflag.FlagSet, p *string, name, otherwise string, words []string, usage string) {
	*p = otherwise
	flags.Var(choice{p, words}, name, usage+": "+strings.Join(words, ", "))
}

// fileName is a flag for a file, in quotes or not.
type fileName struct{ value *string }

func (f fileName) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f fileName) Type() string { return "string" }

func (f fileName) Set(s string) error {
	*f.value = file.Unquote(s)
	return nil
}
