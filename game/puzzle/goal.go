package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
)

// A Kind is what a puzzle asks for.
type Kind string

// The kinds of goals.
const (
	Mate      Kind = "mate"
	Defend    Kind = "defend"
	Only      Kind = "only"
	Material  Kind = "material"
	Stalemate Kind = "stalemate"
)

// Kinds returns every kind.
func Kinds() []Kind { return []Kind{Mate, Defend, Only, Material, Stalemate} }

// Bounds of goals.
const (
	MaxTurns = 8
	MinGain  = 2
	MaxGain  = 20
)

// A Goal is what the solver has to reach, and within how many turns. For Defend and Only
// it is what the opponent must not reach.
type Goal struct {
	Kind  Kind
	Turns int
	Gain  int // in pawns, only for Material
}

// String returns the goal as a file has it: "mate 2", "material 2 3".
func (g Goal) String() string {
	s := string(g.Kind) + " " + strconv.Itoa(g.Turns)
	if g.Kind == Material {
		s += " " + strconv.Itoa(g.Gain)
	}
	return s
}

// Words returns the goal in words for people.
func (g Goal) Words() string {
	switch g.Kind {
	case Mate:
		return "mate in " + g.turns()
	case Defend, Only:
		return "a defence against mate in " + g.turns()
	case Material:
		return "win material"
	}
	return "force a draw"
}

// turns says how many turns the goal takes.
func (g Goal) turns() string {
	if g.Turns == 1 {
		return "one turn"
	}
	return fmt.Sprintf("%d turns", g.Turns)
}

// Task says who begins, with what, and what is asked for.
func (p *Puzzle) Task() string {
	first := "move"
	if p.Position.Phase() == game.PhaseBan {
		first = "ban"
	}
	begins := p.Solver().Name() + " begins with a " + first
	switch p.Goal.Kind {
	case Mate:
		return begins + " and mates" + strings.TrimPrefix(p.Goal.Words(), "mate") + "."
	case Material:
		return begins + " and wins material."
	case Stalemate:
		return begins + " and forces a draw."
	}
	return begins + ": only one " + first + " stops " + p.Solver().Opponent().Name() + "’s mate in " + p.Goal.turns() + "."
}

// within says how far the material was counted.
func (g Goal) within() string {
	if g.Turns == 1 {
		return "In one turn"
	}
	return fmt.Sprintf("Within %d turns", g.Turns)
}

// IsValid reports whether a puzzle may have the goal.
func (g Goal) IsValid() bool {
	gain := g.Gain == 0
	if g.Kind == Material {
		gain = g.Gain >= MinGain && g.Gain <= MaxGain
	}
	return slices.Contains(Kinds(), g.Kind) && g.Turns >= 1 && g.Turns <= MaxTurns && gain
}

// ParseGoal reads what String writes. The code of its error is CodeBadPuzzle.
func ParseGoal(s string) (Goal, error) {
	var g Goal
	fields := strings.Split(s, " ")
	if len(fields) >= 2 {
		g.Kind = Kind(fields[0])
		g.Turns, _ = strconv.Atoi(fields[1]) // 0 is refused below
	}
	if len(fields) == 3 {
		g.Gain, _ = strconv.Atoi(fields[2])
	}
	if !g.IsValid() || g.String() != s {
		return Goal{}, bad(s, "the goal does not read", fmt.Sprintf("give one of mate, defend, only, material or stalemate, the turns from 1 to %d, and for material the gain from %d to %d: mate 2, material 2 3", MaxTurns, MinGain, MaxGain))
	}
	return g, nil
}
