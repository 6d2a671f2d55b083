//go:build js && wasm && !core

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/message/jsontext"
	"github.com/banchess/banchess/wasm/board"
)

// boardFunctions are the calls of banchess.board.
var boardFunctions = []function{
	{"configure", configure},
	{"options", func(c call) any { return settingsOf(c.board.Options()) }},
	{"squareRect", func(c call) any {
		s := c.square(0)
		return objectOf(func(w *jsontext.Writer) { writeRect(w, c.board.SquareRect(s)) })
	}},
	{"state", func(c call) any { return stateText(c.board.State()) }},
	{"cancel", func(c call) any { c.board.Cancel(); return nil }},
	{"tap", func(c call) any { c.board.Tap(c.square(0)); return nil }},
	{"key", func(c call) any { return c.board.Key(c.text(c.arg(0), "the key")) }},
	{"setArrows", setArrows},
	{"setDrawings", setDrawings},
	{"setPremoves", setPremoves},
}

// settings are the board's options as JavaScript names them. Those that are nil
// stay as they are.
type settings struct {
	Orientation *string  `js:"orientation"` // "white" or "black", at the bottom
	Theme       *string  `js:"theme"`       // one of assets.Themes
	Pieces      *string  `js:"pieces"`      // one of assets.PieceSets
	Coordinates *bool    `js:"coordinates"`
	Animation   *float64 `js:"animation"` // milliseconds
	ReadOnly    *bool    `js:"readonly"`
	Drawing     *bool    `js:"drawing"`
	Background  *string  `js:"background"` // "#rrggbb" or "transparent"
}

const transparent = "transparent"

func settingsOf(o board.Options) settings {
	orientation, background := o.Orientation.String(), transparent
	animation := float64(o.Animation) / float64(time.Millisecond)
	if c := o.Background; c.A != 0 {
		background = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return settings{&orientation, &o.Theme, &o.Pieces, &o.Coordinates, &animation, &o.ReadOnly, &o.Drawing, &background}
}

// configure(options) changes some options, all of them or none.
func configure(c call) any {
	var set settings
	c.options(c.arg(0), &set)
	o := c.board.Options()
	set.apply(&o)
	c.board.Configure(o)
	return success
}

func (set settings) apply(o *board.Options) {
	if s := set.Orientation; s != nil {
		below, err := game.ParsePlayer(*s)
		if err != nil {
			raise(badOption("there is no orientation "+strconv.Quote(cut(*s)), "it is white or black"))
		}
		o.Orientation = below
	}
	if s := set.Theme; s != nil {
		if assets.ThemeOf(*s) == nil {
			raise(badOption("there is no theme "+strconv.Quote(cut(*s)), "the themes are "+strings.Join(assets.ThemeNames(), ", ")))
		}
		o.Theme = *s
	}
	if s := set.Pieces; s != nil {
		if !slices.Contains(assets.PieceSets[:], *s) {
			raise(badOption("there are no pieces "+strconv.Quote(cut(*s)), "the sets are "+strings.Join(assets.PieceSets[:], ", ")))
		}
		o.Pieces = *s
	}
	assign(&o.Coordinates, set.Coordinates)
	assign(&o.ReadOnly, set.ReadOnly)
	assign(&o.Drawing, set.Drawing)
	if ms := set.Animation; ms != nil {
		if !(*ms >= 0 && *ms <= 10_000) {
			raise(badOption("the animation takes "+strconv.FormatFloat(*ms, 'g', -1, 64)+" ms", "give milliseconds from 0 to 10000"))
		}
		o.Animation = time.Duration(*ms * float64(time.Millisecond))
	}
	if s := set.Background; s != nil {
		c, err := assets.ParseColor(strings.Replace(*s, transparent, "none", 1))
		if err != nil {
			raise(badOption("the background is "+strconv.Quote(cut(*s)), "write #rrggbb or transparent"))
		}
		o.Background = c
	}
}

// square reads the name of a square.
func (c call) square(i int) game.Square {
	text := c.text(c.arg(i), "the square")
	s, err := game.ParseSquare(text)
	if err != nil {
		raise(badArgument(strconv.Quote(cut(text))+" is not a square", "write it as in e4"))
	}
	return s
}

// setArrows([{from, to, kind, rank?}]) draws over the board.
func setArrows(c call) any {
	arrows := drawn(c, "arrow", `{from, to, kind: "hint-move", "hint-ban", "threat", "premove" or "preban", rank: a whole number from 0, if it is not the best}`,
		func(a arrowValue) (board.Arrow, bool) {
			pair, err := game.ParsePair(a.From + a.To)
			kind := slices.Index(assets.ArrowKinds[:], a.Kind)
			return board.Arrow{Pair: pair, Kind: assets.ArrowKind(kind), Rank: uint8(min(a.Rank, math.MaxUint8))},
				err == nil && len(a.From) == 2 && kind >= 0 && a.Rank >= 0 && a.Rank == math.Trunc(a.Rank)
		})
	c.board.SetArrows(arrows)
	return success
}

type arrowValue struct {
	From string  `js:"from"`
	To   string  `js:"to"`
	Kind string  `js:"kind"`
	Rank float64 `js:"rank"`
}

// setDrawings([{color, from, to?}]) shows drawings in place of those by hand.
func setDrawings(c call) any {
	drawings := drawn(c, "drawing", `{color: "green", "red", "yellow" or "blue", from, to}, without to for a circle`,
		func(v drawingValue) (game.Drawing, bool) {
			d, ok := v.drawing()
			return d, ok && v.To != v.From
		})
	c.board.SetDrawings(drawings)
	return success
}

// mostDrawn bounds a list of what is drawn: by hand there is no more.
const mostDrawn = 500

// drawn reads a list of what is to be drawn over the board.
func drawn[V, T any](c call, name, shape string, read func(V) (T, bool)) []T {
	bad := func(message string) { raise(badArgument(message, "pass a list of "+shape)) }
	values, ok := readList[V](c.module, c.plain(c.arg(0), "the list of "+name+"s"))
	if !ok || len(values) > mostDrawn {
		bad("that is not a list of " + name + "s")
	}
	list := make([]T, len(values))
	for i, v := range values {
		if list[i], ok = read(v); !ok {
			bad(name + " " + strconv.Itoa(i) + " does not read")
		}
	}
	return list
}

// setPremoves(["m:g1f3", …] or null) has the user choose one of these actions, which are
// all bans or all moves of one side, instead of playing. The events "premove" tell of it.
func setPremoves(c call) any {
	var premoves []game.Action
	if !isAbsent(c.arg(0)) {
		list := c.actions(c.plain(c.arg(0), "the list of premoves"))
		premoves = make([]game.Action, len(list))
		for i, bcn := range list {
			premoves[i] = must(game.ParseAction(bcn))
		}
	}
	c.board.premoves = premoves
	c.showBoard()
	return success
}

// writeRect writes the members of a place on the screen.
func writeRect(w *jsontext.Writer, r board.Rect) {
	for i, pixels := range []float64{r.X, r.Y, r.Width, r.Height} {
		w.Key([]string{"x", "y", "width", "height"}[i]).Raw(strconv.FormatFloat(pixels, 'f', -1, 64))
	}
}

// stateText is what the board shows besides the game.
func stateText(s board.State) jsonText {
	return objectOf(func(w *jsontext.Writer) {
		writeSquare(w, "selected", s.Selected)
		jsontext.Texts(w.Key("targets"), s.Targets)
		writeSquare(w, "hover", s.Hover)
		w.Key("dragging").Bool(s.Dragging)
		w.Key("animating").Bool(s.Animating)
		w.Key("promotion")
		if p := s.Promotion; p == nil {
			w.Null()
		} else {
			w.Object(func() { writeChooser(w, p) })
		}
		jsontext.List(w.Key("arrows"), s.Arrows, func(a board.Arrow) {
			w.Object(func() {
				writeSquare(w, "from", a.From())
				writeSquare(w, "to", a.To())
				w.Key("kind").String(assets.ArrowKinds[a.Kind])
				w.Key("rank").Int(int64(a.Rank))
			})
		})
		writeDrawings(w, s.Drawings)
		w.Key("drawCount").Int(int64(s.DrawCount))
	})
}

// writeChooser writes what the promotion chooser offers, and where.
func writeChooser(w *jsontext.Writer, p *board.PromotionState) {
	writeSquare(w, "square", p.To)
	writeSquare(w, "from", p.From)
	w.Key("focus").String(string(p.Focus.Letter()))
	jsontext.List(w.Key("roles"), p.Roles, func(cell board.PromotionCell) {
		w.Object(func() {
			writeRect(w, cell.Rect)
			w.Key("role").String(string(cell.Role.Letter()))
		})
	})
}
