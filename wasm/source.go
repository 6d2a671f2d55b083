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

	actions    []string // a list crosses as one value, see texts
	tags       []game.Tag
	comments   []comment
	indicators indicatorChange
}

// source reads the options of newGame and load.
func (m *module) source(c call) (source, error) {
	var from source
	o, err := m.options(c.arg(0), &from, "fen", "pgn", "actions", "ended", "winner", "tags", "comments", "indicators")
	if err != nil {
		return from, err
	}
	if from.FEN != nil && from.PGN != nil {
		return from, badOption("there are both a FEN and a PGN", "give one of them; a PGN has its own start position")
	}
	if from.actions, err = m.actions(o.Get("actions")); err != nil {
		return from, err
	}
	if from.tags, err = m.tags(o.Get("tags")); err != nil {
		return from, err
	}
	if from.comments, err = m.comments(o.Get("comments")); err != nil {
		return from, err
	}
	from.indicators, err = m.indicators(o.Get("indicators"))
	return from, err
}

// actions reads a list of actions in BCN that may be left out.
func (m *module) actions(v js.Value) ([]string, error) {
	if isAbsent(v) {
		return nil, nil
	}
	list, err := m.texts(v, "actions")
	if err != nil {
		return nil, badOption(err.(*game.Error).Message, `pass BCN such as ["b:e2e4", "m:d2d4"]`)
	}
	return list, nil
}

// tags reads {name: value, …}.
func (m *module) tags(v js.Value) ([]game.Tag, error) {
	if isAbsent(v) {
		return nil, nil
	}
	if kindOf(v) != js.TypeObject || m.isArray(v) {
		return nil, badOption("the option tags has a value of the wrong type", `pass names and texts such as {White: "Ada"}`)
	}
	entries := m.env.object.Call("entries", v)
	tags := make([]game.Tag, entries.Length())
	for i := range tags {
		name := entries.Index(i).Index(0).String()
		value, err := m.text(entries.Index(i).Index(1), "the tag "+strconv.Quote(cut(name)))
		if err != nil {
			return nil, err
		}
		tags[i] = game.Tag{Name: name, Value: value}
	}
	return tags, nil
}

// game makes the game, or nothing at all.
func (from source) game() (*game.Game, error) {
	g := game.New()
	var err error
	switch {
	case from.PGN != nil:
		g, err = game.ParsePGN(*from.PGN)
	case from.FEN != nil:
		g, err = game.NewFromFEN(*from.FEN)
	}
	if err != nil {
		return nil, err
	}
	for _, bcn := range from.actions {
		a, err := game.ParseAction(bcn)
		if err != nil {
			err.(*game.Error).Ply = g.Ply()
			return nil, err
		}
		if err := g.Play(a); err != nil {
			return nil, err
		}
	}
	if err := g.Tags.SetAll(from.tags...); err != nil {
		return nil, err
	}
	if err := putComments(g, from.comments); err != nil {
		return nil, err
	}
	from.indicators.apply(&g.Indicators)
	switch {
	case from.Ended != "":
		err = from.end(g)
	case from.Winner != "":
		err = badOption("there is a winner, and not how the game ended", "give ended as well")
	}
	return g, err
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
