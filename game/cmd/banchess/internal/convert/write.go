package convert

import (
	"bufio"
	"strings"

	"github.com/banchess/banchess/game"
)

// Options say how games are written.
type Options struct {
	Positions  bool // in FEN: every position of a game and not only the last
	Indicators bool // + # = after actions
}

// Writer writes games in a format other than Auto. Flush it at the end.
type Writer struct {
	w       *bufio.Writer
	format  Format
	options Options
	games   int
	// Lost is what was not written, because the format cannot hold it.
	Lost Loss
}

// NewWriter returns a writer.
func NewWriter(f Format, w *bufio.Writer, options Options) *Writer {
	return &Writer{w: w, format: f, options: options}
}

// Write writes a game: in PGN all of it, in the other formats its main line. It
// changes the tree's indicators.
func (w *Writer) Write(t *game.Tree) error {
	t.Indicators = w.options.Indicators
	text, lost := w.text(t)
	w.games++
	w.Lost.add(lost)
	_, err := w.w.WriteString(text)
	return err
}

// text is the game as it is written, and what that leaves out.
func (w *Writer) text(t *game.Tree) (string, Loss) {
	if w.format == PGN {
		text := t.PGN()
		if w.games > 0 {
			text = "\n" + text
		}
		return text, Loss{}
	}
	g := t.Game(t.End())
	lost := w.lossOf(t, g)
	if !w.options.Indicators {
		g.Indicators = game.Indicators{}
	}
	switch w.format {
	case BCN:
		return line(g, g.BCN()), lost
	case Log:
		return line(g, g.ActionLog()), lost
	}
	return w.positions(g), lost
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
	if r := g.Result(); r.Reason.IsDecision() {
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
