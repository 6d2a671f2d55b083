package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/banchess/banchess/game/cmd/banchess/internal/file"
)

// checked is a flag whose value is refused when the command line is read, so that the
// error names flag, value and what is possible.
type checked[T comparable] struct {
	value *T
	kind  string // as the help names it
	read  func(string) (T, error)
}

// Checked makes the value of a flag, which the help calls by its kind, out of a function that
// reads it.
func Checked[T comparable](value *T, kind string, read func(string) (T, error)) pflag.Value {
	return checked[T]{value, kind, read}
}

// String returns the value, "" for the zero one, which the help does not show.
func (c checked[T]) String() string {
	var zero T
	if c.value == nil || *c.value == zero {
		return ""
	}
	return fmt.Sprint(*c.value)
}

func (c checked[T]) Type() string { return c.kind }

func (c checked[T]) Set(s string) error {
	v, err := c.read(s)
	if err == nil {
		*c.value = v
	}
	return err
}

// MostGames bounds the number of a game in a file.
const MostGames = 1_000_000_000

// NumberVar adds a flag for a whole number. Without the flag it is the one given here,
// which may lie outside the range and mean that none is set.
func NumberVar(flags *pflag.FlagSet, p *int, name string, otherwise, least, most int, usage string) {
	*p = otherwise
	if most < MostGames {
		usage += fmt.Sprintf(" (%d to %d)", least, most)
	}
	flags.Var(Checked(p, "int", func(s string) (int, error) {
		v, err := strconv.Atoi(s)
		if err != nil || v < least || v > most {
			return 0, fmt.Errorf("give a whole number from %d to %d", least, most)
		}
		return v, nil
	}), name, usage)
}

// DurationVar adds a flag for a time from a millisecond to a day.
func DurationVar(flags *pflag.FlagSet, p *time.Duration, name string, otherwise time.Duration, usage string) {
	DurationIn(flags, p, name, otherwise, time.Millisecond, 24*time.Hour, usage)
}

// DurationIn adds a flag for a time from least to most.
func DurationIn(flags *pflag.FlagSet, p *time.Duration, name string, otherwise, least, most time.Duration, usage string) {
	*p = otherwise
	flags.Var(Checked(p, "duration", func(s string) (time.Duration, error) {
		v, err := time.ParseDuration(s)
		if _, bare := strconv.ParseFloat(s, 64); err != nil && bare == nil {
			return 0, fmt.Errorf("give its unit too, as in %ss or %sms, and a time from %s to %s", s, s, timeText(least), timeText(most))
		}
		if err != nil || v < least || v > most {
			return 0, fmt.Errorf("give a time from %s to %s, such as 500ms or 2s", timeText(least), timeText(most))
		}
		return v, nil
	}), name, usage)
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

// ChoiceVar adds a flag for one of some words, which a shell completes.
func ChoiceVar(cmd *cobra.Command, p *string, name, otherwise string, words []string, usage string) {
	*p = otherwise
	cmd.Flags().Var(Checked(p, "string", func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", fmt.Errorf("give one of %s", strings.Join(words, ", "))
		}
		return s, nil
	}), name, usage+": "+strings.Join(words, ", "))
	Complete(cmd, name, words)
}

// Complete has a shell complete a flag by some words.
func Complete(cmd *cobra.Command, name string, words []string) {
	// The only error is a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// FileName is the value of a flag for a file, in quotes or not.
func FileName(p *string) pflag.Value {
	return Checked(p, "string", func(s string) (string, error) { return file.Unquote(s), nil })
}
