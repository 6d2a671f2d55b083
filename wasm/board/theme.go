package board

import (
	"image/color"
	"slices"

	"github.com/banchess/banchess/assets"
)

// A Theme is a set of colours of the board, one of assets.Themes; 0 is the one a board
// starts with.
type Theme uint8

// String returns the theme's name.
func (t Theme) String() string {
	return t.palette().Name
}

func (t Theme) palette() *assets.Theme {
	if int(t) >= len(assets.Themes) {
		t = 0
	}
	return &assets.Themes[t]
}

// ParseTheme returns the theme of a name.
func ParseTheme(name string) (Theme, bool) {
	i := slices.IndexFunc(assets.Themes[:], func(t assets.Theme) bool { return t.Name == name })
	return Theme(max(i, 0)), i >= 0
}

// A PieceSet is how the pieces are drawn, one of assets.PieceSets; 0 is the one a board
// starts with.
type PieceSet uint8

// String returns the set's name.
func (s PieceSet) String() string {
	if int(s) >= len(assets.PieceSets) {
		s = 0
	}
	return assets.PieceSets[s]
}

// ParsePieceSet returns the set of a name.
func ParsePieceSet(name string) (PieceSet, bool) {
	i := slices.Index(assets.PieceSets[:], name)
	return PieceSet(max(i, 0)), i >= 0
}

// Colours that mean the same on every board, besides those of assets.
var (
	banSelected = color.NRGBA{0xc4, 0x1f, 0x30, 0x80} // the piece in hand in the ban phase
	banHover    = color.NRGBA{0xd8, 0x3a, 0x48, 0x4c} // the piece or target under the pointer there
	hoverColor  = color.NRGBA{0xff, 0xff, 0xff, 0x40} // the same in the move phase
	aimColor    = color.NRGBA{0xff, 0xff, 0xff, 0xe0} // frame of the target under a dragged piece
	dimColor    = color.NRGBA{0x14, 0x12, 0x10, 0x8c} // over the board while the chooser is open
	cardColor   = color.NRGBA{0xf6, 0xf2, 0xea, 0xff}
	cardEdge    = color.NRGBA{0x3a, 0x33, 0x2c, 0xff}
	focusColor  = color.NRGBA{0xf0, 0xb9, 0x4a, 0xff}
)
