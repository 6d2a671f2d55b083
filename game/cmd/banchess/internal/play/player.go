package play

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game/engine"
)

// Player is who plays a side: a person, or the engine at a level.
type Player struct {
	Engine bool
	Level  int // 1 to engine.Levels, for the engine
}

// ParsePlayer reads "human", "engine" or "engine:3".
func ParsePlayer(s string) (Player, error) {
	name, levelText, hasLevel := strings.Cut(s, ":")
	level := engine.Levels
	if hasLevel {
		n, err := strconv.Atoi(levelText)
		if err != nil || n < 1 || n > engine.Levels {
			return Player{}, fmt.Errorf("the level %q is not a number from 1 to %d", levelText, engine.Levels)
		}
		level = n
	}
	switch {
	case name == "human" && !hasLevel:
		return Player{}, nil
	case name == "engine":
		return Player{Engine: true, Level: level}, nil
	}
	return Player{}, fmt.Errorf("%q is not a player: write human, engine, or engine:LEVEL with a level from 1 to %d", s, engine.Levels)
}

// String returns what ParsePlayer reads.
func (p Player) String() string {
	if !p.Engine {
		return "human"
	}
	return "engine:" + strconv.Itoa(p.Level)
}
