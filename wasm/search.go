//go:build js && wasm

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/game/report"
	"github.com/banchess/banchess/game/review"
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
	Fresh *bool    `js:"fresh"` // forgets what earlier searches found
}

// limits reads the options of analyze.
func (c call) limits() (limits engine.Limits, fresh bool) {
	var o limitOptions
	c.options(c.arg(0), &o)
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
			raise(badOption("the option "+one.name+" is "+strconv.FormatFloat(n, 'g', -1, 64),
				"give a whole number from 1 to "+strconv.FormatFloat(one.most, 'f', -1, 64)))
		}
		one.set(int64(*one.value))
	}
	return limits, orZero(o.Fresh)
}

// analyze(options, listener) searches the game's position until a limit is
// reached, and calls the listener with {info} for each line of each finished
// iteration and at the end with {best}. It returns the function that ends the
// search before. One search may be under way at a time.
func analyze(c call) any {
	limits, fresh := c.limits()
	listener := c.listener(1)
	c.checkLimit(searches, maxSearches)
	if c.game.Over() {
		raise(c.game.Check(game.NewBan(0, 1))) // which says so
	}
	m := c.module
	e := m.searcher()
	if fresh {
		e.Clear()
	}
	ctx, stop := context.WithCancel(context.Background())
	g, yield := c.game.Clone(), m.yield()
	player := g.ActivePlayer()
	say := func(members func(w *jsontext.Writer)) { tell(listener, m.value(objectOf(members))) }
	e.Report = func(i engine.Info) { say(func(w *jsontext.Writer) { writeInfo(w, player, i) }) }
	id, end := m.keep(&stream{kind: searches, close: stop})
	go func() {
		yield() // so that the caller has the function before the listener is called
		result, err := e.Search(ctx, g, limits, yield)
		stop()
		delete(m.streams, id)
		if err != nil {
			tell(listener, m.failure(err))
			return
		}
		say(func(w *jsontext.Writer) { writeBest(w, player, result) })
	}()
	return end
}

// searcher returns the engine.
func (m *module) searcher() *engine.Engine {
	if m.engine == nil {
		m.engine = must(engine.New(engine.Options{Seed: rand.Uint64()}))
	}
	return m.engine
}

// writeScore writes {for, centipawns} or {for, mate} as a member.
func writeScore(w *jsontext.Writer, player game.Player, s engine.Score) {
	w.Key("score").Object(func() {
		w.Key("for").String(player.String())
		writeMateOr(w, s.Mate, s.Centipawns)
	})
}

// writeMateOr writes the one of two numbers that counts.
func writeMateOr(w *jsontext.Writer, mate, centipawns int) {
	if mate != 0 {
		w.Key("mate").Int(int64(mate))
	} else {
		w.Key("centipawns").Int(int64(centipawns))
	}
}

// writeInfo writes, as a member, what a search has found at the end of an
// iteration, for one line.
func writeInfo(w *jsontext.Writer, player game.Player, i engine.Info) {
	w.Key("info").Object(func() {
		w.Key("depth").Int(int64(i.Depth))
		w.Key("selectiveDepth").Int(int64(i.SelDepth))
		w.Key("line").Int(int64(i.Line))
		writeScore(w, player, i.Score)
		w.Key("exact").Bool(i.Exact)
		w.Key("nodes").Int(int64(i.Nodes))
		w.Key("nodesPerSecond").Int(int64(i.NodesPerSecond()))
		w.Key("time").Int(i.Time.Milliseconds())
		jsontext.Texts(w.Key("actions"), i.Actions)
	})
}

// writeBest writes what a search recommends as a member.
func writeBest(w *jsontext.Writer, player game.Player, r engine.Result) {
	w.Key("best").Object(func() {
		w.Key("action")
		writeAction(w, r.Best)
		if w.Key("reply"); r.Reply.IsValid() {
			writeAction(w, r.Reply)
		} else {
			w.Null()
		}
		writeScore(w, player, r.Score)
		if len(r.Lines) == 0 {
			w.Key("info").Null()
		} else {
			writeInfo(w, player, r.Lines[0])
		}
	})
}

// judge(text) judges actions by what the positions were worth, as report.JudgeText has it.
func judge(c call) any { return c.reported(report.JudgeText) }

// explain(text) says why an action is a mistake, as report.ExplainText has it.
func explain(c call) any { return c.reported(report.ExplainText) }

func (c call) reported(answer func(string) (string, error)) any {
	found, err := answer(c.text(c.arg(0), "the text"))
	if err != nil {
		raise(badArgument("the text does not read: "+err.Error(), "see the types"))
	}
	return jsonText(found)
}

// do(text) does what a request says to a state of exercises, as review.Do has it.
func do(c call) any { return c.reported(review.Do) }

// exercises(game, player | null) finds the mistakes in a tree that a report was written
// into, as review.Exercises has it.
func exercises(c call) any {
	return jsonText(review.Exercises(review.Find(c.tree.Tree, c.text(c.arg(0), "the name of the game"), c.player(1, game.NoPlayer))))
}
