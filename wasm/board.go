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
func (m *module) boardFunctions() []function {
	return []function{
		{"configure", m.configure},
		{"options", func(call) (any, error) { return settingsOf(m.board.Options()), nil }},
		{"squareRect", m.squareRect},
		{"state", func(call) (any, error) { return stateText(m.board.State()), nil }},
		{"cancel", func(call) (any, error) { m.board.Cancel(); return nil, nil }},
		{"tap", m.tap},
		{"key", m.key},
		{"setArrows", m.setArrows},
		{"setDrawings", m.setDrawings},
	}
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
	orientation, theme, pieces, background := o.Orientation.String(), o.Theme.String(), o.Pieces.String(), transparent
	animation := float64(o.Animation) / float64(time.Millisecond)
	if c := o.Background; c.A != 0 {
		background = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return settings{&orientation, &theme, &pieces, &o.Coordinates, &animation, &o.ReadOnly, &o.Drawing, &background}
}

// configure(options) changes some options, all of them or none.
func (m *module) configure(c call) (any, error) {
	var set settings
	if _, err := m.options(c.arg(0), &set, "orientation", "theme", "pieces", "coordinates", "animation", "readonly", "drawing", "background"); err != nil {
		return nil, err
	}
	o := m.board.Options()
	if err := set.apply(&o); err != nil {
		return nil, err
	}
	m.board.Configure(o)
	return success(), nil
}

func (set settings) apply(o *board.Options) error {
	if s := set.Orientation; s != nil {
		below, err := game.ParsePlayer(*s)
		if err != nil {
			return badOption("there is no orientation "+strconv.Quote(cut(*s)), "it is white or black")
		}
		o.Orientation = below
	}
	if s := set.Theme; s != nil {
		theme, ok := board.ParseTheme(*s)
		if !ok {
			return badOption("there is no theme "+strconv.Quote(cut(*s)), "the themes are "+strings.Join(assets.ThemeNames(), ", "))
		}
		o.Theme = theme
	}
	if s := set.Pieces; s != nil {
		pieces, ok := board.ParsePieceSet(*s)
		if !ok {
			return badOption("there are no pieces "+strconv.Quote(cut(*s)), "the sets are "+strings.Join(assets.PieceSets[:], ", "))
		}
		o.Pieces = pieces
	}
	assign(&o.Coordinates, set.Coordinates)
	assign(&o.ReadOnly, set.ReadOnly)
	assign(&o.Drawing, set.Drawing)
	if ms := set.Animation; ms != nil {
		if !(*ms >= 0 && *ms <= 10_000) {
			return badOption("the animation takes "+strconv.FormatFloat(*ms, 'g', -1, 64)+" ms", "give milliseconds from 0 to 10000")
		}
		o.Animation = time.Duration(*ms * float64(time.Millisecond))
	}
	if s := set.Background; s != nil {
		c, err := assets.ParseColor(strings.Replace(*s, transparent, "none", 1))
		if err != nil {
			return badOption("the background is "+strconv.Quote(cut(*s)), "write #rrggbb or transparent")
		}
		o.Background = c
	}
	return nil
}

// square reads the name of a square.
func (c call) square(i int) (game.Square, error) {
	text, err := c.m.text(c.arg(i), "the square")
	if err != nil {
		return game.NoSquare, err
	}
	s, err := game.ParseSquare(text)
	if err != nil {
		return game.NoSquare, badArgument(strconv.Quote(cut(text))+" is not a square", "write it as in e4")
	}
	return s, nil
}

// squareRect(square) tells where a square is, in CSS pixels of the frame.
func (m *module) squareRect(c call) (any, error) {
	s, err := c.square(0)
	if err != nil {
		return nil, err
	}
	return objectOf(func(w *jsontext.Writer) { writeRect(w, m.board.SquareRect(s)) }), nil
}

// tap(square) does what a click there does.
func (m *module) tap(c call) (any, error) {
	s, err := c.square(0)
	if err != nil {
		return nil, err
	}
	m.board.Tap(s)
	return nil, nil
}

// key(name) tells whether the board had a use for the key.
func (m *module) key(c call) (any, error) {
	name, err := m.text(c.arg(0), "the key")
	if err != nil {
		return nil, err
	}
	return m.board.Key(name), nil
}

// arrowKinds are the kinds of arrows as JavaScript names them.
var arrowKinds = [...]string{board.HintMove: "hint-move", board.HintBan: "hint-ban", board.Threat: "threat"}

// setArrows([{from, to, kind, rank?}]) draws over the board.
func (m *module) setArrows(c call) (any, error) {
	const hint = `pass a list of {from, to, kind: "hint-move", "hint-ban" or "threat", rank: a whole number from 0, if it is not the best}`
	copied, err := m.plain(c.arg(0), "the list of arrows")
	if err != nil {
		return nil, err
	}
	items, ok := readList[struct {
		From string  `js:"from"`
		To   string  `js:"to"`
		Kind string  `js:"kind"`
		Rank float64 `js:"rank"`
	}](m, copied)
	if !ok {
		return nil, badArgument("that is not a list of arrows", hint)
	}
	arrows := make([]board.Arrow, len(items))
	for i, item := range items {
		pair, err := game.ParsePair(item.From + item.To)
		kind := slices.Index(arrowKinds[:], item.Kind)
		if err != nil || len(item.From) != 2 || kind < 0 || item.Rank < 0 || item.Rank != math.Trunc(item.Rank) {
			return nil, badArgument("arrow "+strconv.Itoa(i)+" does not read", hint)
		}
		arrows[i] = board.Arrow{Pair: pair, Kind: board.ArrowKind(kind), Rank: uint8(min(item.Rank, math.MaxUint8))}
	}
	m.board.SetArrows(arrows)
	return success(), nil
}

// mostDrawings bounds the list: what is drawn by hand has no more.
const mostDrawings = 500

// setDrawings([{color, from, to?}]) shows drawings in place of those by hand.
func (m *module) setDrawings(c call) (any, error) {
	const hint = `pass a list of {color: "green", "red", "yellow" or "blue", from, to}, without to for a circle`
	copied, err := m.plain(c.arg(0), "the list of drawings")
	if err != nil {
		return nil, err
	}
	items, ok := readList[drawingValue](m, copied)
	if !ok || len(items) > mostDrawings {
		return nil, badArgument("that is not a list of drawings", hint)
	}
	drawings := make([]game.Drawing, len(items))
	for i, item := range items {
		d, ok := item.drawing()
		if !ok || item.To == item.From {
			return nil, badArgument("drawing "+strconv.Itoa(i)+" does not read", hint)
		}
		drawings[i] = d
	}
	m.board.SetDrawings(drawings)
	return success(), nil
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
		jsontext.List(w.Key("targets"), s.Targets, func(t game.Square) { w.String(t.String()) })
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
				w.Key("kind").String(arrowKinds[a.Kind])
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
