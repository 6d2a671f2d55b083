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
	At   *float64  `js:"at"`
	Text string    `js:"comment"`
	NAGs []float64 `js:"nags"`
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
		w.NonEmpty("comment", a.Text())
		writeNAGs(w, a)
	})
}

// commentList is a list of all comments, each with the FEN of its place.
func commentList(g *game.Game) jsonText {
	return listOf(g.Annotated(), func(w *jsontext.Writer, at int) { writeComment(w, g, at, true) })
}

// comments reads a list of comments out of plain data.
func (m *module) comments(list js.Value) []comment {
	if isAbsent(list) {
		return nil
	}
	fits := func(one js.Value) bool { // vert takes whatever has a length for a list
		if kindOf(one) != js.TypeObject {
			return false
		}
		nags := one.Get("nags")
		return isAbsent(nags) || m.isArray(nags)
	}
	for i := 0; m.isArray(list) && i < list.Length(); i++ {
		if !fits(list.Index(i)) {
			raise(errComments)
		}
	}
	comments, ok := readList[comment](m, list)
	if !ok {
		raise(errComments)
	}
	return comments
}

var errComments = badOption("the comments do not read", `pass a list such as [{at: 2, comment: "well played", nags: [1]}]`)

// putComments writes comments into a game that has come to their places.
func putComments(g *game.Game, comments []comment) {
	places := make([]*game.Annotation, len(comments))
	annotations := make([]game.Annotation, len(comments))
	for i, c := range comments {
		at, ok := whole(orZero(c.At), 0, 1<<30)
		nags, areNAGs := nagsOf(c.NAGs)
		if c.At == nil || !ok || !areNAGs {
			raise(errComments)
		}
		if places[i] = g.Annotation(int(at)); places[i] == nil {
			raise(badOption("there is a comment after the last action", "count the actions before it"))
		}
		annotations[i].NAGs = nags
		annotations[i].SetText(c.Text)
		annotations[i].Tidy()
	}
	for i, place := range places {
		*place = annotations[i]
	}
}
