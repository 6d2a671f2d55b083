//go:build js && wasm

package main

import (
	"math"
	"strconv"
	"syscall/js"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
)

// An annotation is {commentBefore, comment, nags: [1, …], eval: {centipawns | mate,
// depth?}, clock: milliseconds, drawings: [{color, from, to?}]}, of which what is
// not there is left out.

// colors are the colours of drawings by their letter in PGN.
var colors = [...]struct {
	letter byte
	name   string
}{{'G', "green"}, {'R', "red"}, {'Y', "yellow"}, {'B', "blue"}}

// colorName returns the name of a drawing's colour.
func colorName(letter byte) string {
	for _, color := range colors {
		if color.letter == letter {
			return color.name
		}
	}
	return ""
}

// colorLetter returns the letter of a drawing's colour, or 0.
func colorLetter(name string) byte {
	for _, color := range colors {
		if color.name == name {
			return color.letter
		}
	}
	return 0
}

// writeAnnotation writes the members of an annotation.
func writeAnnotation(w *jsontext.Writer, a *game.Annotation) {
	if a.CommentBefore != "" {
		w.Key("commentBefore").String(a.CommentBefore)
	}
	if a.Comment != "" {
		w.Key("comment").String(a.Comment)
	}
	writeNAGs(w, a)
	if e := a.Eval; e != nil {
		w.Key("eval").Object(func() {
			if e.Mate != 0 {
				w.Key("mate").Int(int64(e.Mate))
			} else {
				w.Key("centipawns").Int(int64(e.Centipawns))
			}
			if e.Depth > 0 {
				w.Key("depth").Int(int64(e.Depth))
			}
		})
	}
	if a.Clock != nil {
		w.Key("clock").Int(a.Clock.Milliseconds())
	}
	if len(a.Drawings) > 0 {
		w.Key("drawings").Array(func() {
			for _, d := range a.Drawings {
				writeDrawing(w, d)
			}
		})
	}
}

func writeNAGs(w *jsontext.Writer, a *game.Annotation) {
	if len(a.NAGs) == 0 {
		return
	}
	w.Key("nags").Array(func() {
		for _, nag := range a.NAGs {
			w.Int(int64(nag))
		}
	})
}

func writeDrawing(w *jsontext.Writer, d game.Drawing) {
	w.Object(func() {
		w.Key("color").String(colorName(d.Color))
		w.Key("from").String(d.From.String())
		if d.To.IsValid() {
			w.Key("to").String(d.To.String())
		}
	})
}

// annotate(node, annotation) changes what is written about a node: the members
// that are given, null for what is to go. It answers with the annotation as it
// would be read again.
func annotate(m *module, t *heldTree, c call) (any, error) {
	n, err := t.node(c.number(0))
	if err != nil {
		return nil, err
	}
	a, err := m.annotation(c.arg(1), n.Annotation)
	if err != nil {
		return nil, err
	}
	if n == t.Root() && a.CommentBefore != "" {
		return nil, badOption("there is no comment before the start", "set comment")
	}
	n.Annotation = a
	return objectOf(func(w *jsontext.Writer) { writeAnnotation(w, &n.Annotation) }), nil
}

// annotation reads an annotation that changes another.
func (m *module) annotation(v js.Value, a game.Annotation) (game.Annotation, error) {
	o, err := m.plain(v, "the annotation")
	if err != nil {
		return a, err
	}
	keys := m.env.object.Call("keys", o)
	for i := range keys.Length() {
		key := keys.Index(i).String()
		if err := m.member(&a, key, o.Get(key)); err != nil {
			return a, err
		}
	}
	a.Tidy()
	return a, nil
}

// member sets one member of an annotation from plain data.
func (m *module) member(a *game.Annotation, key string, v js.Value) (err error) {
	bad := func(hint string) error {
		return badOption("the annotation's "+key+" has a value that it cannot have", hint)
	}
	gone := v.IsNull()
	switch key {
	case "commentBefore", "comment":
		text := ""
		if !gone {
			if text, err = m.text(v, "the comment"); err != nil {
				return bad("pass a text")
			}
		}
		if key == "comment" {
			a.Comment = text
		} else {
			a.CommentBefore = text
		}
	case "nags":
		if a.NAGs = nil; !gone {
			var ok bool
			if a.NAGs, ok = m.nags(v); !ok {
				return bad("pass a list of numbers from 1 to 255")
			}
		}
	case "eval":
		if a.Eval = nil; !gone {
			e, ok := readEval(v)
			if !ok {
				return bad("pass {centipawns} or {mate}, and the depth if it is known")
			}
			a.Eval = &e
		}
	case "clock":
		if a.Clock = nil; !gone {
			ms, ok := whole(v, 0, 10_000*3600*1000)
			if !ok {
				return bad("pass milliseconds")
			}
			d := time.Duration(ms) * time.Millisecond
			a.Clock = &d
		}
	case "drawings":
		const hint = `pass a list such as [{color: "green", from: "e2", to: "e4"}], a circle without to`
		a.Drawings = nil
		for i := range m.length(v) {
			d, ok := readDrawing(v.Index(i))
			if !ok {
				return bad(hint)
			}
			a.Drawings = append(a.Drawings, d)
		}
		if !gone && m.length(v) < 0 {
			return bad(hint)
		}
	default:
		return badOption("an annotation has no "+strconv.Quote(cut(key)), "it has commentBefore, comment, nags, eval, clock and drawings")
	}
	return nil
}

// nags reads a list of glyphs.
func (m *module) nags(v js.Value) (nags []uint8, ok bool) {
	n := m.length(v)
	for i := range n {
		nag, ok := whole(v.Index(i), 1, 255)
		if !ok {
			return nil, false
		}
		nags = append(nags, uint8(nag))
	}
	return nags, n >= 0
}

// length returns how long a list is, -1 for what is none.
func (m *module) length(v js.Value) int {
	if !m.env.array.Call("isArray", v).Bool() {
		return -1
	}
	return v.Length()
}

// whole reads a whole number between two others; what has a fraction is rounded.
func whole(v js.Value, low, high float64) (int64, bool) {
	if kindOf(v) != js.TypeNumber {
		return 0, false
	}
	n := math.Round(v.Float())
	return int64(n), n >= low && n <= high
}

func readEval(v js.Value) (e game.Eval, ok bool) {
	if kindOf(v) != js.TypeObject {
		return e, false
	}
	centipawns, mate, depth := v.Get("centipawns"), v.Get("mate"), v.Get("depth")
	var n int64
	switch {
	case isAbsent(centipawns) == isAbsent(mate):
		return e, false
	case isAbsent(mate):
		n, ok = whole(centipawns, -999_999, 999_999)
		e.Centipawns = int(n)
	default:
		n, ok = whole(mate, -9999, 9999)
		e.Mate, ok = int(n), ok && n != 0
	}
	if ok && !isAbsent(depth) {
		n, ok = whole(depth, 0, 9999)
		e.Depth = int(n)
	}
	return e, ok
}

func readDrawing(v js.Value) (d game.Drawing, ok bool) {
	if kindOf(v) != js.TypeObject {
		return d, false
	}
	square := func(v js.Value) game.Square {
		if kindOf(v) != js.TypeString {
			return game.NoSquare
		}
		s, err := game.ParseSquare(v.String())
		if err != nil {
			return game.NoSquare
		}
		return s
	}
	d.From, d.To = square(v.Get("from")), game.NoSquare
	if to := v.Get("to"); !isAbsent(to) {
		if d.To = square(to); !d.To.IsValid() {
			return d, false
		}
	}
	if d.To == d.From {
		d.To = game.NoSquare
	}
	if c := v.Get("color"); kindOf(c) == js.TypeString {
		d.Color = colorLetter(c.String())
	}
	return d, d.From.IsValid() && d.Color != 0
}
