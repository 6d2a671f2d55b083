//go:build js && wasm

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// maxSearches bounds how many searches may be under way at once, all of which
// have one engine.
const maxSearches = 1

// limitOptions are what analyze takes. Those that are nil set no limit.
type limitOptions struct {
	Lines *float64 `js:"lines"`
	Depth *float64 `js:"depth"`
	Time  *float64 `js:"time"` // milliseconds
	Nodes *float64 `js:"nodes"`
	Level *float64 `js:"level"`
}

// limits reads the options of analyze.
func (m *module) limits(c call) (limits engine.Limits, err error) {
	var o limitOptions
	if _, err := m.options(c.arg(0), &o, "lines", "depth", "time", "nodes", "level"); err != nil {
		return limits, err
	}
	for _, one := range []struct {
		name  string
		value *float64
		most  float64
		set   func(n int64)
	}{
		{"lines", o.Lines, 64, func(n int64) { limits.Lines = int(n) }},
		{"depth", o.Depth, engine.MaxDepth, func(n int64) { limits.Depth = int(n) }},
		{"time", o.Time, 1e9, func(n int64) { limits.MoveTime = time.Duration(n) * time.Millisecond }},
		{"nodes", o.Nodes, 1 << 53, func(n int64) { limits.Nodes = uint64(n) }},
		{"level", o.Level, engine.Levels, func(n int64) { limits.Level = int(n) }},
	} {
		if one.value == nil {
			continue
		}
		if n := *one.value; n != math.Trunc(n) || n < 1 || n > one.most {
			return limits, badOption("the option "+one.name+" is "+strconv.FormatFloat(n, 'g', -1, 64),
				"give a whole number from 1 to "+strconv.FormatFloat(one.most, 'f', -1, 64))
		}
		one.set(int64(*one.value))
	}
	return limits, nil
}

// analyze(options, listener) searches the game's position until a limit is
// reached, and calls the listener with {info} for each line of each finished
// iteration and at the end with {best}. It returns the function that ends the
// search before. One search may be under way at a time.
func analyze(m *module, s *session, c call) (any, error) {
	limits, err := m.limits(c)
	if err != nil {
		return nil, err
	}
	listener := c.arg(1)
	if err := m.mayTalk(listener, "search", maxSearches); err != nil {
		return nil, err
	}
	if s.Over() {
		return nil, s.Check(game.NewBan(0, 1)) // which says so
	}
	if m.engine == nil {
		m.engine = engine.New(engine.Options{Seed: rand.Uint64()})
	}
	ctx, stop := context.WithCancel(context.Background())
	g, yield := s.Clone(), m.yield()
	player := g.ActivePlayer()
	say := func(b jsonText) { m.tell(listener, m.value(b)) }
	m.engine.Report = func(i engine.Info) { say(append(jsonText(`{"info":`).info(player, i), '}')) }
	m.nextID++
	id := m.nextID
	m.talks[id] = &conversation{kind: "search", close: stop}
	go func() {
		yield() // so that the caller has the function before the listener hears of anything
		result, err := m.engine.Search(ctx, g, limits, yield)
		stop()
		delete(m.talks, id)
		if err != nil {
			m.tell(listener, m.failure(err))
			return
		}
		say(append(jsonText(`{"best":`).best(player, result), '}'))
	}()
	return m.env.bind.Invoke(m.closer(), js.Null(), id), nil
}

// score appends {"for","centipawns"} or {"for","mate"}.
func (b jsonText) score(player game.Player, s engine.Score) jsonText {
	b = append(b, '{').field("for").word(player.String()).comma()
	if s.Mate != 0 {
		return append(b.field("mate").number(s.Mate), '}')
	}
	return append(b.field("centipawns").number(s.Centipawns), '}')
}

// info appends what a search has found at the end of an iteration, for one line.
func (b jsonText) info(player game.Player, i engine.Info) jsonText {
	b = append(b, '{').field("depth").number(i.Depth)
	b = b.comma().field("selectiveDepth").number(i.SelDepth)
	b = b.comma().field("line").number(i.Line)
	b = b.comma().field("score").score(player, i.Score)
	b = b.comma().field("nodes").number(int(i.Nodes))
	b = b.comma().field("nodesPerSecond").number(int(i.NodesPerSecond()))
	b = b.comma().field("time").number(int(i.Time.Milliseconds()))
	b = b.comma().field("actions")
	return append(append(b, words(bare(i.Actions))...), '}')
}

// best appends what a search recommends.
func (b jsonText) best(player game.Player, r engine.Result) jsonText {
	b = append(b, '{').field("action").action(r.Best)
	b = b.comma().field("reply")
	if r.Reply.IsValid() {
		b = b.action(r.Reply)
	} else {
		b = append(b, "null"...)
	}
	b = b.comma().field("score").score(player, r.Score).comma().field("info")
	if len(r.Lines) == 0 {
		b = append(b, "null"...)
	} else {
		b = b.info(player, r.Lines[0])
	}
	return append(b, '}')
}
