package board

import (
	"image/color"
	"slices"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// Options are the board's settings. [DefaultOptions] has the values a board
// starts with; Configure replaces them all.
type Options struct {
	// Orientation is the side that sits at the bottom.
	Orientation chess.Player

	// Theme has the colours of the squares and marks: the name of one of assets.Themes.
	Theme string

	// Pieces is how the pieces are drawn: one of assets.PieceSets.
	Pieces string

	// Coordinates says whether the files and ranks are named at the edge.
	Coordinates bool

	// Animation is how long a piece takes to its new square; 0 moves it at once.
	Animation time.Duration

	// ReadOnly makes the board a picture: nothing can be picked up, nothing is
	// hovered, and a touch scrolls the page behind.
	ReadOnly bool

	// Drawing says whether the right button draws arrows and circles, on a board
	// that is ReadOnly too.
	Drawing bool

	// Background fills what the board leaves of its frame. Alpha 0 lets the page
	// show through.
	Background color.NRGBA
}

// DefaultOptions returns the settings a board starts with.
func DefaultOptions() Options {
	return Options{
		Orientation: chess.White,
		Coordinates: true,
		Animation:   200 * time.Millisecond,
		Drawing:     true,
	}
}

// maxAnimation bounds Options.Animation: a longer one makes a board seem broken.
const maxAnimation = 2 * time.Second

// normalized brings out-of-range values into range.
func (o Options) normalized() Options {
	o.Animation = min(max(o.Animation, 0), maxAnimation)
	if o.Orientation != chess.Black {
		o.Orientation = chess.White
	}
	if assets.ThemeOf(o.Theme) == nil {
		o.Theme = assets.Themes[0].Name
	}
	if !slices.Contains(assets.PieceSets[:], o.Pieces) {
		o.Pieces = assets.PieceSets[0]
	}
	return o
}
