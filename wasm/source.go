//go:build js && wasm

package main

import (
	"strconv"
	"syscall/js"

	"github.com/banchess/banchess/game"
)

// source says where a game comes from: what newGame and load take, and what a
// game's record is.
type source struct {
	FEN    *string `js:"fen"` // nil: none; an empty one is an error
	PGN    *string `js:"pgn"`
	Ended  string  `js:"ended"`
	Winner string  `js:"winner"`

	actions    []string
	tags       []game.Tag
	comments   []comment
	indicators indicators
}

// source reads the options of newGame and load.
func (c call) source() source {
	var from source
	o := c.options(c.arg(0), &from, "actions", "tags", "comments", "indicators")
	if from.FEN != nil && from.PGN != nil {
		raise(badOption("there are both a FEN and a PGN", "give one of them; a PGN has its own start position"))
	}
	from.actions = c.actions(o.Get("actions"))
	from.tags = c.tags(o.Get("tags"))
	from.comments = c.comments(o.Get("comments"))
	from.indicators = c.indicators(o.Get("indicators"))
	return from
}

// tags reads {name: value, …}.
func (m *module) tags(v js.Value) []game.Tag {
	if isAbsent(v) {
		return nil
	}
	if kindOf(v) != js.TypeObject || m.isArray(v) {
		raise(badOption("the option tags has a value of the wrong type", `pass names and texts such as {White: "Ada"}`))
	}
	entries := m.env.object.Call("entries", v)
	tags := make([]game.Tag, entries.Length())
	for i := range tags {
		name := entries.Index(i).Index(0).String()
		tags[i] = game.Tag{Name: name, Value: m.text(entries.Index(i).Index(1), "the tag "+strconv.Quote(cut(name)))}
	}
	return tags
}

// indicators says where indicators are to be written; nil leaves it as it is.
type indicators struct {
	PGN           *bool `js:"pgn"`
	Serialization *bool `js:"serialization"`
	SAN           *bool `js:"san"`
}

func (m *module) indicators(v js.Value) (change indicators) {
	m.options(v, &change)
	return change
}

func (change indicators) apply(to *game.Indicators) {
	assign(&to.PGN, change.PGN)
	assign(&to.BCN, change.Serialization)
	assign(&to.SAN, change.SAN)
}

// assign sets a value to another that may not be given.
func assign[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// game makes the game, or nothing at all.
func (from source) game() *game.Game {
	g := game.New()
	switch {
	case from.PGN != nil:
		g = must(game.ParsePGN(*from.PGN))
	case from.FEN != nil:
		g = must(game.NewFromFEN(*from.FEN))
	}
	for _, bcn := range from.actions {
		a, err := game.ParseAction(bcn)
		if err != nil {
			err.(*game.Error).Ply = g.Ply()
			raise(err)
		}
		raise(g.Play(a))
	}
	raise(g.Tags.SetAll(from.tags...))
	putComments(g, from.comments)
	from.indicators.apply(&g.Indicators)
	switch {
	case from.Ended != "":
		raise(from.end(g))
	case from.Winner != "":
		raise(badOption("there is a winner, and not how the game ended", "give ended as well"))
	}
	return g
}

// tree makes the tree, or nothing at all.
func (from source) tree() *game.Tree {
	if from.PGN == nil {
		return game.NewTree(from.game())
	}
	if len(from.actions) > 0 || from.Ended != "" {
		raise(badOption("there is a PGN, and what goes on after it", "add that to the tree"))
	}
	t := must(game.ParseTree(*from.PGN))
	raise(t.Tags.SetAll(from.tags...))
	assign(&t.Indicators, from.indicators.PGN)
	return t
}

// ending reads the arguments of endAs: the reason, and the winner if there is one.
func (c call) ending() source {
	from := source{Ended: c.text(c.arg(0), "the reason")}
	if !isAbsent(c.arg(1)) {
		from.Winner = c.text(c.arg(1), "the winner")
	}
	return from
}

// end ends the game as it had ended when it was written down.
func (from source) end(g *game.Game) error {
	said := game.Result{Reason: game.Reason(from.Ended)}
	if from.Winner != "" {
		var err error
		if said.Winner, err = game.ParsePlayer(from.Winner); err != nil {
			return err
		}
	}
	return g.EndAs(said)
}

// syncState reads what another client sent of its game.
func (m *module) syncState(v js.Value) game.SyncState {
	var said struct { // as the types of JavaScript
		FEN        string `js:"fen"`
		Ply        int    `js:"ply"`
		MoveNumber int    `js:"moveNumber"`
		LastAction string `js:"lastAction"`
		Ended      string `js:"ended"`
		Winner     string `js:"winner"`
	}
	o := m.options(v, &said, "past")
	state := game.SyncState{FEN: said.FEN, Ply: game.Ply(said.Ply), MoveNumber: said.MoveNumber, LastAction: said.LastAction,
		Ended: game.Reason(said.Ended), Winner: said.Winner}
	if v := o.Get("past"); !isAbsent(v) {
		var past struct {
			FEN string `js:"fen"`
		}
		o := m.options(v, &past, "actions")
		state.Past = &game.Past{FEN: past.FEN, Actions: m.actions(o.Get("actions"))}
	}
	return state
}
