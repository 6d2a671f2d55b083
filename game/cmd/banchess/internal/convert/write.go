package convert

import (
	"bufio"
	"strings"

	"github.com/banchess/banchess/game"
)

// Options say how games are written.
type Options struct {
	Positions  bool // in FEN: every position of a game and not only the last
	Indicators bool // + # = behind actions
}

// Writer writes games in a format other than Auto. Flush it at the end.
type Writer struct {
	w       *bufio.Writer
	format  Format
	options Options
	games   int
}

// NewWriter returns a writer.
func NewWriter(f Format, w *bufio.Writer, options Options) *Writer {
	return &Writer{w: w, format: f, options: options}
}

// Write writes a game. It changes the game's indicators.
func (w *Writer) Write(g *game.Game) error {
	if !w.options.Indicators {
		g.Indicators = game.Indicators{}
	}
	var text string
	switch w.format {
	case PGN:
		text = g.PGN()
		if w.games > 0 {
			text = "\n" + text
		}
	case BCN:
		text = line(g, g.BCN())
	case Log:
		text = line(g, g.ActionLog())
	case FEN, StandardFEN:
		text = w.positions(g)
	}
	w.games++
	_, err := w.w.WriteString(text)
	return err
}

// Flush writes what is still held back.
func (w *Writer) Flush() error { return w.w.Flush() }

// line is a game on a line: its start if it needs one, its actions, its result
// if they do not show it.
func line(g *game.Game, actions []string) string {
	var words []string
	if fen := g.Start().FEN(); fen != game.StartFEN || len(actions) == 0 {
		words = append(words, fen)
	}
	words = append(words, actions...)
	switch r := g.Result(); r.Reason {
	case game.Resignation, game.Agreement, game.Timeout, game.TimeoutInsufficientMaterial:
		words = append(words, r.Token())
	}
	return strings.Join(words, " ") + "\n"
}

func (w *Writer) positions(g *game.Game) string {
	fen := func(p game.Position, extended string) string {
		if w.format == StandardFEN {
			return p.StandardFEN() + "\n"
		}
		return extended + "\n"
	}
	if !w.options.Positions {
		return fen(g.Position(), g.FEN())
	}
	var b strings.Builder
	b.WriteString(fen(g.Start(), g.Start().FEN()))
	for _, e := range g.History() {
		b.WriteString(fen(e.After, e.FEN()))
	}
	return b.String()
}
