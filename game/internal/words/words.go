// Package words writes in English what several packages say.
package words

import (
	"strconv"

	"github.com/banchess/banchess/game/chess"
)

// Count writes a number of things: "1 field", "5 fields".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Pair writes a pair as people read it: "e2–e4".
func Pair(p chess.Pair) string { return p.From().String() + "–" + p.To().String() }
