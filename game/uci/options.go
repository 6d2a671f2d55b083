package uci

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game/engine"
)

// ratings are those of the levels, as their matches with each other say: LEVELS.md of
// package engine. Level 1 is the zero.
var ratings = [engine.Levels]int{
	0, 235, 431, 538, 650, 832, 1027, 1257, 1493, 1708, 1933,
	2119, 2329, 2497, 2722, 2861, 3038, 3161, 3348, 3474, 3661,
}

const maxLines = 64

// options are the settings as the interface names them.
type options struct {
	hash, lines, level, elo int
	limited                 bool
	overhead                int // milliseconds
	threads                 int
	seed                    uint64
}

func defaultOptions() options {
	return options{hash: 16, lines: 1, level: engine.Levels, elo: ratings[engine.Levels-1], overhead: 5, threads: 1}
}

// engine returns the engine's own settings.
func (o *options) engine(s *server) engine.Options {
	seed := o.seed
	if seed == 0 {
		seed = s.config.Seed
	}
	if seed == 0 {
		seed = rand.Uint64()
	} else {
		seed += s.games
	}
	return engine.Options{Hash: o.hash, Seed: seed, Overhead: time.Duration(o.overhead) * time.Millisecond, Threads: o.threads}
}

// strength returns the level that a search is asked for: by its number, or by a
// rating. Between the ratings of two levels chance decides, which is from 0 up to 1, so
// that the nearer one plays more of the actions.
func (o *options) strength(chance float64) int {
	if !o.limited {
		return o.level
	}
	level := 1
	for level < engine.Levels && o.elo >= ratings[level] {
		level++
	}
	if level < engine.Levels {
		below, above := ratings[level-1], ratings[level]
		if float64(o.elo-below) > chance*float64(above-below) {
			level++
		}
	}
	return level
}

// sayOptions answers uci.
func (s *server) sayOptions() {
	s.say("id name %s", strings.TrimSpace("banchess "+s.config.Version))
	s.say("id author the banchess developers")
	s.say("option name Hash type spin default 16 min 1 max %d", s.config.maxHash())
	s.say("option name Clear Hash type button")
	s.say("option name Threads type spin default 1 min 1 max %d", engine.MaxThreads)
	s.say("option name MultiPV type spin default 1 min 1 max %d", maxLines)
	s.say("option name Ponder type check default false")
	s.say("option name Skill Level type spin default %d min 1 max %d", engine.Levels, engine.Levels)
	s.say("option name UCI_LimitStrength type check default false")
	s.say("option name UCI_Elo type spin default %d min 0 max %d", ratings[engine.Levels-1], ratings[engine.Levels-1])
	s.say("option name Move Overhead type spin default 5 min 0 max 5000")
	s.say("option name Seed type spin default 0 min 0 max 1000000000")
	s.say("option name UCI_Variant type combo default banchess var banchess")
	s.say("uciok")
}

// setOption obeys "setoption name <name> [value <value>]".
func (s *server) setOption(args []string) error {
	text := " " + strings.Join(args, " ")
	name, value, _ := strings.Cut(text, " value ")
	name, ok := strings.CutPrefix(name, " name ")
	if !ok {
		return fmt.Errorf("setoption wants: setoption name <name> value <value>")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	o := s.options
	var err error
	switch strings.ToLower(name) {
	case "hash":
		err = setSpin(&o.hash, value, 1, s.config.maxHash())
	case "threads":
		err = setSpin(&o.threads, value, 1, engine.MaxThreads)
	case "multipv":
		err = setSpin(&o.lines, value, 1, maxLines)
	case "skill level":
		err = setSpin(&o.level, value, 1, engine.Levels)
	case "uci_elo":
		err = setSpin(&o.elo, value, 0, ratings[engine.Levels-1])
	case "uci_limitstrength":
		err = setCheck(&o.limited, value)
	case "move overhead":
		err = setSpin(&o.overhead, value, 0, 5000)
	case "seed":
		var seed int
		err = setSpin(&seed, value, 0, 1_000_000_000)
		o.seed = uint64(seed)
	case "ponder":
		err = setCheck(new(bool), value)
	case "uci_variant":
		if !strings.EqualFold(value, "banchess") {
			err = fmt.Errorf("variant %q; there is only banchess", value)
		}
	case "clear hash":
		s.engine.Clear()
		return nil
	default:
		return fmt.Errorf("no option %q", name)
	}
	if err == nil {
		err = s.engine.Configure(o.engine(s))
	}
	if err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	s.options = o
	return nil
}

func setSpin(n *int, value string, low, high int) error {
	v, err := strconv.Atoi(value)
	if err != nil || v < low || v > high {
		return fmt.Errorf("value %q; want a number from %d to %d", value, low, high)
	}
	*n = v
	return nil
}

func setCheck(b *bool, value string) error {
	switch value = strings.ToLower(value); value {
	case "true", "false":
		*b = value == "true"
		return nil
	}
	return fmt.Errorf("value %q; want true or false", value)
}
