//go:build js && wasm

package main

import (
	"math"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// An annotation is {commentBefore, comment, nags: [1, …], eval: {centipawns | mate,
// depth?}, clock: milliseconds, drawings: [{color, from, to?}]}, of which what is
// not there is left out.

// colors are the colours of drawings, in the order of game.DrawingColors.
var colors = []string{"green", "red", "yellow", "blue"}

// writeAnnotation writes the members of an annotation.
func writeAnnotation(w *jsontext.Writer, a *game.Annotation) {
	w.NonEmpty("commentBefore", a.CommentBefore)
	w.NonEmpty("comment", a.Comment)
	writeNAGs(w, a)
	if e := a.Eval; e != nil {
		w.Key("eval").Object(func() {
			writeMateOr(w, e.Mate, e.Centipawns)
			if e.Depth > 0 {
				w.Key("depth").Int(int64(e.Depth))
			}
		})
	}
	if a.Clock != nil {
		w.Key("clock").Int(a.Clock.Milliseconds())
	}
	if len(a.Drawings) > 0 {
		writeDrawings(w, a.Drawings)
	}
}

func writeNAGs(w *jsontext.Writer, a *game.Annotation) {
	if len(a.NAGs) > 0 {
		jsontext.List(w.Key("nags"), a.NAGs, func(nag uint8) { w.Int(int64(nag)) })
	}
}

// writeDrawings writes the member with all drawings.
func writeDrawings(w *jsontext.Writer, drawings []game.Drawing) {
	jsontext.List(w.Key("drawings"), drawings, func(d game.Drawing) {
		w.Object(func() {
			w.Key("color").String(colors[strings.IndexByte(game.DrawingColors, d.Color)])
			w.Key("from").String(d.From.String())
			if d.To.IsValid() {
				w.Key("to").String(d.To.String())
			}
		})
	})
}

// annotate(node, annotation) changes what is written about a node: the members
// that are given, null for what is to go. It answers with the annotation as it
// would be read again.
func annotate(c call) any {
	n := c.tree.node(c.number(0))
	a := c.annotation(c.arg(1), n.Annotation)
	if n == c.tree.Root() && a.CommentBefore != "" {
		raise(badOption("there is no comment before the start", "set comment"))
	}
	n.Annotation = a
	return objectOf(func(w *jsontext.Writer) { writeAnnotation(w, &n.Annotation) })
}

// annotationChange is what may be changed of an annotation; what is nil goes if it is
// given, and stays if it is not.
type annotationChange struct {
	CommentBefore *string        `js:"commentBefore"`
	Comment       *string        `js:"comment"`
	NAGs          []float64      `js:"nags"`
	Eval          *evalValue     `js:"eval"`
	Clock         *float64       `js:"clock"` // milliseconds
	Drawings      []drawingValue `js:"drawings"`
}

type evalValue struct {
	Centipawns *float64 `js:"centipawns"`
	Mate       *float64 `js:"mate"`
	Depth      float64  `js:"depth"`
}

// drawingValue is an arrow, or a circle where To is "" or From.
type drawingValue struct {
	Color string `js:"color"`
	From  string `js:"from"`
	To    string `js:"to"`
}

// annotation reads an annotation that changes another.
func (m *module) annotation(v js.Value, a game.Annotation) game.Annotation {
	if isAbsent(v) {
		raise(badOption("the annotation is missing", "pass an object"))
	}
	var change annotationChange
	o := m.options(v, &change)
	for _, member := range []struct {
		name string
		read func() bool // false for what it cannot be
		hint string
	}{
		{"commentBefore", func() bool { a.CommentBefore = orZero(change.CommentBefore); return true }, ""},
		{"comment", func() bool { a.Comment = orZero(change.Comment); return true }, ""},
		{"nags", func() (ok bool) { a.NAGs, ok = nagsOf(change.NAGs); return ok }, "pass a list of numbers from 1 to 255"},
		{"eval", func() (ok bool) { a.Eval, ok = change.Eval.eval(); return ok }, "pass {centipawns} or {mate}, and the depth if it is known"},
		{"clock", func() (ok bool) { a.Clock, ok = clockOf(change.Clock); return ok }, "pass milliseconds"},
		{"drawings", func() (ok bool) { a.Drawings, ok = drawingsOf(change.Drawings); return ok },
			`pass a list such as [{color: "green", from: "e2", to: "e4"}], a circle without to`},
	} {
		if !o.Get(member.name).IsUndefined() && !member.read() {
			raise(badOption("the annotation's "+member.name+" has a value that it cannot have", member.hint))
		}
	}
	a.Tidy()
	return a
}

// orZero is what a pointer points at, or the zero value.
func orZero[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// nagsOf are glyphs, if numbers are.
func nagsOf(numbers []float64) (nags []uint8, ok bool) {
	for _, number := range numbers {
		nag, ok := whole(number, 1, 255)
		if !ok {
			return nil, false
		}
		nags = append(nags, uint8(nag))
	}
	return nags, true
}

// clockOf is the time on a clock, nil for none.
func clockOf(ms *float64) (*time.Duration, bool) {
	if ms == nil {
		return nil, true
	}
	n, ok := whole(*ms, 0, 10_000*3600*1000)
	d := time.Duration(n) * time.Millisecond
	return &d, ok
}

// drawingsOf are the drawings, if all are some.
func drawingsOf(values []drawingValue) (drawings []game.Drawing, ok bool) {
	for _, v := range values {
		d, ok := v.drawing()
		if !ok {
			return nil, false
		}
		drawings = append(drawings, d)
	}
	return drawings, true
}

// whole rounds a number, and reports whether it is between two others then.
func whole(n, low, high float64) (int64, bool) {
	n = math.Round(n)
	return int64(n), n >= low && n <= high
}

// eval is the evaluation, nil for none.
func (v *evalValue) eval() (*game.Eval, bool) {
	if v == nil {
		return nil, true
	}
	if (v.Centipawns == nil) == (v.Mate == nil) {
		return nil, false
	}
	centipawns, isScore := whole(orZero(v.Centipawns), -999_999, 999_999)
	mate, isMate := whole(orZero(v.Mate), -9999, 9999)
	depth, isDepth := whole(v.Depth, 0, 9999)
	return &game.Eval{Centipawns: int(centipawns), Mate: int(mate), Depth: int(depth)}, isScore && isMate && isDepth && (v.Mate == nil || mate != 0)
}

// drawing is the drawing, if its squares and its colour are some.
func (v drawingValue) drawing() (d game.Drawing, ok bool) {
	var err, errTo error
	d.From, err = game.ParseSquare(v.From)
	d.To = game.NoSquare
	if v.To != "" && v.To != v.From {
		d.To, errTo = game.ParseSquare(v.To)
	}
	color := slices.Index(colors, v.Color)
	if color >= 0 {
		d.Color = game.DrawingColors[color]
	}
	return d, err == nil && errTo == nil && color >= 0
}

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
