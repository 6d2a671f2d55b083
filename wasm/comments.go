//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// A comment on a game is {at, comment, nags: [1, …]}: the number of actions before
// it, the text as it stands in a PGN comment, with evaluation, clock time and
// drawings, and the glyphs; what is not there is left out.

// comment is what is to be said at a place of a game.
type comment struct {
	at   int
	text string
	nags []uint8
}

func writeComment(w *jsontext.Writer, g *game.Game, at int, fen bool) {
	w.Object(func() {
		w.Key("at").Int(int64(at))
		if fen {
			p := g.Start()
			if at > 0 {
				p = g.Entry(at - 1).After
			}
			w.Key("fen").String(p.FEN())
		}
		a := g.Annotation(at)
		if text := a.Text(); text != "" {
			w.Key("comment").String(text)
		}
		writeNAGs(w, a)
	})
}

// commentList is a list of all comments, each with the FEN of its place.
func commentList(g *game.Game) jsonText {
	places := g.Annotated()
	return listOf(len(places), func(w *jsontext.Writer, i int) { writeComment(w, g, places[i], true) })
}

// setComments(list) replaces what is said at the places listed.
func setComments(m *module, h *heldGame, c call) (any, error) {
	list, err := m.plain(c.arg(0), "comments")
	if err != nil {
		return nil, err
	}
	comments, err := m.comments(list)
	if err != nil {
		return nil, err
	}
	if err := putComments(h.Game, comments); err != nil {
		return nil, err
	}
	return m.sendChange(h, commentList(h.Game)), nil
}

// comments reads a list of comments out of plain data.
func (m *module) comments(list js.Value) ([]comment, error) {
	bad := badOption("the comments do not read", `pass a list such as [{at: 2, comment: "well played", nags: [1]}]`)
	if isAbsent(list) {
		return nil, nil
	}
	n := m.length(list)
	if n < 0 {
		return nil, bad
	}
	comments := make([]comment, n)
	for i := range comments {
		v := list.Index(i)
		if kindOf(v) != js.TypeObject {
			return nil, bad
		}
		at, ok := whole(v.Get("at"), 0, 1<<30)
		if !ok {
			return nil, bad
		}
		comments[i].at = int(at)
		if text := v.Get("comment"); !isAbsent(text) {
			if kindOf(text) != js.TypeString {
				return nil, bad
			}
			comments[i].text = text.String()
		}
		if nags := v.Get("nags"); !isAbsent(nags) {
			if comments[i].nags, ok = m.nags(nags); !ok {
				return nil, bad
			}
		}
	}
	return comments, nil
}

// putComments writes comments into a game that has come to their places.
func putComments(g *game.Game, comments []comment) error {
	for _, c := range comments {
		if g.Annotation(c.at) == nil {
			return badOption("there is a comment behind the last action", "count the actions before it")
		}
	}
	for _, c := range comments {
		a := g.Annotation(c.at)
		*a = game.Annotation{NAGs: c.nags}
		a.SetText(c.text)
		a.Tidy()
	}
	return nil
}
