// Package picture draws a game of Ban Chess as the page shows it: the board, the
// last move, a check, the ban in force with its barred arrow, arrows and circles,
// coordinates, from either side and in each theme. [SVG] writes the position as a
// drawing, [PNG] as a picture, [GIF] the whole game as one that moves. No browser is
// needed.
//
// The drawings are those of package assets. An SVG stands for itself: it names no
// other file and holds no script. It is 800 units wide, a square 100.
//
// To draw a position alone, make a game of it: game.NewFrom.
package picture

import (
	"context"
	"errors"
	"image"
	"io"
	"slices"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/picture/scene"
)

// The codes of this package's errors.
const (
	// CodeBadTheme: a theme that there is not.
	CodeBadTheme game.Code = scene.CodeBadTheme
	// CodeBadPieces: a set of pieces that there is not.
	CodeBadPieces game.Code = scene.CodeBadPieces
	// CodeBadSize: a size that no picture can have.
	CodeBadSize game.Code = scene.CodeBadSize
	// CodeBadDelay: a delay that no picture can have.
	CodeBadDelay game.Code = scene.CodeBadDelay
)

// MostDrawings is how many circles and arrows of a position are drawn, those of the
// game's annotation first: a PGN may hold hundreds of thousands.
const MostDrawings = scene.MostDrawings

// The widths in pixels that a picture may have, and the times that a position may stand in
// an animated one.
const (
	MinSize  = scene.MinSize
	MaxSize  = scene.MaxSize
	MinDelay = scene.MinDelay
	MaxDelay = scene.MaxDelay
)

// Options say how a game is drawn. The zero Options draw it from White's side, in
// the first theme, with coordinates.
type Options struct {
	// Below is the side at the bottom; NoPlayer means White.
	Below game.Player
	// Theme is the name of one of assets.Themes; "" means the first.
	Theme string
	// Pieces is the name of one of assets.PieceSets; "" means the first.
	Pieces string
	// NoCoordinates leaves out the names of files and ranks.
	NoCoordinates bool
	// LastMove is marked where the game has none of its own.
	LastMove game.Pair
	// Drawings are circles and arrows besides those of the game's annotation; see
	// MostDrawings.
	Drawings []game.Drawing
	// Arrows are an engine's hints, drawn over the pieces.
	Arrows []Arrow
}

// Arrow is an arrow over the board.
type Arrow = scene.Arrow

// Themes returns the names that Options.Theme may have.
func Themes() []string { return assets.ThemeNames() }

// PieceSets returns the names that Options.Pieces may have.
func PieceSets() []string { return slices.Clone(assets.PieceSets[:]) }

// SVG returns the position of a game as a drawing. Error: CodeBadTheme, CodeBadPieces.
func SVG(g *game.Game, o Options) (string, error) {
	text, err := scene.SVG(o.position(g), o.scene())
	return text, failure(err)
}

// PNG writes the position of a game as a picture that is size pixels wide and high.
// Errors: CodeBadTheme, CodeBadPieces, CodeBadSize, those of the writer, and that of
// the context, with which it ends.
func PNG(ctx context.Context, w io.Writer, g *game.Game, size int, o Options) error {
	return failure(scene.PNG(work(ctx), until{ctx, w}, o.position(g), size, o.scene()))
}

// Image returns what PNG writes.
func Image(g *game.Game, size int, o Options) (*image.RGBA, error) {
	img, err := scene.Image(work(context.Background()), o.position(g), size, o.scene())
	return img, failure(err)
}

// GIF writes a game as an animated picture that is size pixels wide and high and
// begins again at its end: the start, and the position after each ban and each
// move, for a delay each, the last for several. The arrows and drawings of the options are
// those of the end. Errors: CodeBadTheme, CodeBadPieces, CodeBadSize, CodeBadDelay, those
// of the writer, and that of the context, with which it ends.
func GIF(ctx context.Context, w io.Writer, g *game.Game, size int, delay time.Duration, o Options) error {
	last, at := g.Len(), g.Clone()
	position := func(i int) *scene.Position {
		for at.Len() > i && at.Undo() { // an ending of the players is taken back first
		}
		for at.Len() < i && at.Redo() {
		}
		of := o
		if i < last {
			of.Drawings = nil
		}
		return of.position(at)
	}
	return failure(scene.GIF(work(ctx), until{ctx, w}, last+1, position, size, delay, o.scene()))
}

// work ends with a context.
func work(ctx context.Context) scene.Work { return func(float64) error { return ctx.Err() } }

// until is a writer that fails once its context has ended.
type until struct {
	ctx context.Context
	w   io.Writer
}

func (u until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// failure makes an error of the rules of one of a scene.
func failure(err error) error {
	if e, ok := errors.AsType[*scene.Error](err); ok {
		return &game.Error{Code: game.Code(e.Code), Message: e.Message, Hint: e.Hint, Input: e.Input}
	}
	return err
}

func (o Options) scene() scene.Options {
	return scene.Options{Below: o.Below, Theme: o.Theme, Pieces: o.Pieces, NoCoordinates: o.NoCoordinates, Arrows: o.Arrows}
}

// position returns what a picture shows of a game.
func (o Options) position(g *game.Game) *scene.Position {
	p := g.Position()
	at := &scene.Position{Title: title(g), Board: p.Board(), Last: o.LastMove, Check: game.NoSquare}
	at.Ban, _ = p.Ban()
	if p.InCheck() {
		at.Check = p.King(p.Mover())
	}
	if m, ok := g.LastMove(); ok {
		at.Last = m.Pair()
	}
	at.Drawings = slices.Concat(g.Annotation(g.Len()).Drawings, o.Drawings)
	return at
}

// title says what is to be seen, for those who do not see it.
func title(g *game.Game) string {
	words := g.ActivePlayer().Name() + " to " + g.Phase().String()
	if r := g.Result(); r.Over() {
		words = r.String()
	}
	if ban, ok := g.Ban(); ok {
		words += ", " + ban.String() + " is banned"
	}
	return words + ": " + g.Position().StandardFEN()
}
