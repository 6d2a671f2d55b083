package engine

import (
	"fmt"

	"github.com/banchess/banchess/game/engine/internal/search"
)

// MaxCentipawns bounds a score in centipawns. At it the search takes the game for won,
// but has proven nothing.
const MaxCentipawns = 10_000

// A Score is what a position is worth to the player to act: centipawns, or the
// number of turns to mate.
type Score struct {
	// Centipawns is the value when Mate is 0, up to MaxCentipawns either way.
	Centipawns int `json:"centipawns"`
	// Mate is the number of turns, one's move with the ban that follows it,
	// until one mates (positive) or is mated (negative). The turn under way
	// counts: a ban that mates at once is mate 1.
	Mate int `json:"mate,omitempty"`
}

// String returns the score as UCI writes it: "cp 34", "mate -2".
func (s Score) String() string {
	if s.Mate != 0 {
		return fmt.Sprintf("mate %d", s.Mate)
	}
	return fmt.Sprintf("cp %d", s.Centipawns)
}

// newScore turns the mover's value at the root into the active player's score.
func newScore(v int, banPly bool) Score {
	distance := search.MateValue - max(v, -v) // moves from the root until mate stands
	switch {
	case v > search.MateBound && banPly: // the mover mates, the banner acts
		return Score{Mate: -(distance + 1) / 2}
	case v > search.MateBound:
		return Score{Mate: (distance + 1) / 2}
	case v < -search.MateBound && banPly:
		return Score{Mate: distance/2 + 1}
	case v < -search.MateBound:
		return Score{Mate: -distance / 2}
	}
	v = min(max(v, -MaxCentipawns), MaxCentipawns)
	if banPly {
		v = -v
	}
	return Score{Centipawns: v}
}

func abs(n int) int { return max(n, -n) }
