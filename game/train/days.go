package train

import (
	_ "embed"
	"strings"
)

// days has the ids of the puzzles of the days, a line each, from firstDay on.
//
//go:embed days.txt
var days string

// firstDay is 1 November 2026.
const firstDay = 20758

// The length of a line of days.txt.
const (
	idLength   = 7
	lineLength = idLength + 1
)

const secondsOfDay = 24 * 60 * 60

// DayOf returns the day of a Unix time in seconds.
func DayOf(now int64) int {
	day := now / secondsOfDay
	if now%secondsOfDay < 0 {
		day--
	}
	return int(day)
}

// Daily returns the id of the puzzle of a day.
func Daily(day int) string {
	count := len(days) / lineLength
	i := (day - firstDay) % count
	if i < 0 {
		i += count
	}
	return strings.TrimSuffix(days[i*lineLength:(i+1)*lineLength], "\n")
}
