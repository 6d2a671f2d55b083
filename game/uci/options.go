package uci

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

// ratings are those of the levels, as their matches with each other say: LEVELS.md of
// package engine. Level 1 is the zero.
var ratings = [engine.Levels]int{
	0, 235, 358, 578, 709, 873, 1064, 1250, 1491, 1711, 1947,
	2172, 2353, 2589, 2757, 2939, 3076, 3223, 3338, 3469, 3608,
}

const maxLines = 64

// options are the settings as the interface names them.
type options struct {
	hash, lines, level, elo int
	limited                 bool
	overhead                int // milliseconds
	threads, seed           int
	tables                  *tables.Set // of TablePath, or nil
}

func defaultOptions() options {
	return options{hash: 16, lines: 1, level: engine.Levels, elo: ratings[engine.Levels-1], overhead: 5, threads: 1}
}

// engine returns the engine's own settings.
func (o *options) engine(s *server) engine.Options {
	seed := cmp.Or(uint64(o.seed), s.config.Seed)
	if seed == 0 {
		seed = rand.Uint64()
	} else {
		seed += s.games
	}
	return engine.Options{Hash: o.hash, Seed: seed, Overhead: time.Duration(o.overhead) * time.Millisecond, Threads: o.threads}
}

// engineTables returns the tables for a search. One on a clock does not wait for a table to be
// unpacked.
func (o *options) engineTables(timed bool) engine.Tables {
	switch {
	case o.tables == nil:
		return nil
	case timed:
		return o.tables.Hasty()
	}
	return o.tables
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

// spin is an option that is a number.
type spin struct {
	name        string
	value       *int
	least, most int
}

func (o *options) spins(c Config) []spin {
	return []spin{
		{"Hash", &o.hash, 1, cmp.Or(c.MaxHash, engine.MaxHash)}, {"Threads", &o.threads, 1, engine.MaxThreads}, {"MultiPV", &o.lines, 1, maxLines},
		{"Skill Level", &o.level, 1, engine.Levels}, {"UCI_Elo", &o.elo, 0, ratings[engine.Levels-1]},
		{"Move Overhead", &o.overhead, 0, 5000}, {"Seed", &o.seed, 0, 1_000_000_000},
	}
}

// sayOptions answers uci.
func (s *server) sayOptions() {
	s.say("id name %s", strings.TrimSpace("banchess "+s.config.Version))
	s.say("id author the banchess developers")
	defaults := defaultOptions()
	for _, n := range defaults.spins(s.config) {
		s.say("option name %s type spin default %d min %d max %d", n.name, *n.value, n.least, n.most)
	}
	s.say("option name TablePath type string default <empty>")
	s.say("option name Clear Hash type button")
	s.say("option name Ponder type check default false")
	s.say("option name UCI_LimitStrength type check default false")
	s.say("option name UCI_Variant type combo default banchess var banchess")
	s.say("uciok")
}

// setOption obeys "setoption name <name> [value <value>]".
func (s *server) setOption(args []string) error {
	text := " " + strings.Join(args, " ") + " " // a value may be empty
	name, value, _ := strings.Cut(text, " value ")
	name, ok := strings.CutPrefix(name, " name ")
	if !ok {
		return fmt.Errorf("setoption wants: setoption name <name> value <value>")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	o := s.options
	err := o.set(name, value, s)
	if err == nil {
		err = s.engine.Configure(o.engine(s))
	}
	if err != nil {
		return fmt.Errorf("option %s: %w", name, err)
	}
	s.options = o
	return nil
}

// readTables reads the tables of endings in a folder; an empty name, or "<empty>", means none.
func (o *options) readTables(folder string) error {
	if folder == "" || folder == "<empty>" {
		o.tables = nil
		return nil
	}
	set, err := tables.ReadFiles(os.DirFS(folder))
	if err != nil {
		return fmt.Errorf("%q: %w", folder, err)
	}
	o.tables = set
	return nil
}

func (o *options) set(name, value string, s *server) error {
	for _, n := range o.spins(s.config) {
		if strings.EqualFold(n.name, name) {
			v, err := strconv.Atoi(value)
			if err != nil || v < n.least || v > n.most {
				return fmt.Errorf("value %q; want a number from %d to %d", value, n.least, n.most)
			}
			*n.value = v
			return nil
		}
	}
	checks := map[string]*bool{"uci_limitstrength": &o.limited, "ponder": new(bool)}
	switch name = strings.ToLower(name); name {
	case "uci_limitstrength", "ponder":
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return fmt.Errorf("value %q; want true or false", value)
		}
		*checks[name] = value == "true"
	case "uci_variant":
		if !strings.EqualFold(value, "banchess") {
			return fmt.Errorf("variant %q; there is only banchess", value)
		}
	case "tablepath":
		return o.readTables(value)
	case "clear hash":
		s.engine.Clear()
	default:
		return errors.New("there is no such option")
	}
	return nil
}
