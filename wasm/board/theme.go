package board

import "image/color"

// A Theme is a set of colours of the board.
type Theme uint8

const (
	Wood  Theme = iota // maple and walnut
	Slate              // blue-grey stone
)

// themeNames are the themes' names in the page's settings.
var themeNames = [...]string{Wood: "wood", Slate: "slate"}

// String returns the theme's name.
func (t Theme) String() string {
	if int(t) >= len(themeNames) {
		return themeNames[Wood]
	}
	return themeNames[t]
}

// ParseTheme returns the theme of a name.
func ParseTheme(name string) (Theme, bool) {
	for t, n := range themeNames {
		if n == name {
			return Theme(t), true
		}
	}
	return Wood, false
}

// palette is what a theme is made of.
type palette struct {
	light, dark     color.NRGBA // squares
	onLight, onDark color.NRGBA // figures of the coordinates
	grain           float64     // how much the squares vary, as a part of full scale
	last            color.NRGBA // laid over the squares of the last move
	selected        color.NRGBA // laid over the square of the piece in hand
	target          color.NRGBA // where it may go
}

var themes = [...]palette{
	Wood: {
		light:    color.NRGBA{0xee, 0xdb, 0xb9, 0xff},
		dark:     color.NRGBA{0xb0, 0x83, 0x5b, 0xff},
		onLight:  color.NRGBA{0x8a, 0x5c, 0x35, 0xff},
		onDark:   color.NRGBA{0xfb, 0xf0, 0xd9, 0xff},
		grain:    0.022,
		last:     color.NRGBA{0xc9, 0xb0, 0x1e, 0x78},
		selected: color.NRGBA{0x3c, 0x8c, 0x2a, 0x8c},
		target:   color.NRGBA{0x23, 0x5c, 0x1c, 0x96},
	},
	Slate: {
		light:    color.NRGBA{0xdc, 0xe2, 0xe8, 0xff},
		dark:     color.NRGBA{0x7d, 0x90, 0xa5, 0xff},
		onLight:  color.NRGBA{0x52, 0x66, 0x79, 0xff},
		onDark:   color.NRGBA{0xff, 0xff, 0xff, 0xff},
		grain:    0.008,
		last:     color.NRGBA{0x2f, 0xb0, 0xa5, 0x70},
		selected: color.NRGBA{0x2b, 0x7d, 0xd1, 0x8c},
		target:   color.NRGBA{0x14, 0x4f, 0x8c, 0x96},
	},
}

// Colours that mean the same on every board.
var (
	banColor    = color.NRGBA{0xc4, 0x1f, 0x30, 0xff} // bans: the barred arrow and its squares
	banHalo     = color.NRGBA{0xff, 0xf8, 0xf2, 0xff} // what sets it off
	banSelected = color.NRGBA{0xc4, 0x1f, 0x30, 0x80} // the piece in hand in the ban phase
	banHover    = color.NRGBA{0xd8, 0x3a, 0x48, 0x4c} // the piece or target under the pointer there
	checkColor  = color.NRGBA{0xe0, 0x10, 0x10, 0xff}
	hoverColor  = color.NRGBA{0xff, 0xff, 0xff, 0x40} // the same in the move phase
	aimColor    = color.NRGBA{0xff, 0xff, 0xff, 0xe0} // frame of the target under a dragged piece
	hintColor   = color.NRGBA{0x1f, 0x66, 0xc9, 0xff}
	dimColor    = color.NRGBA{0x14, 0x12, 0x10, 0x8c} // over the board while the chooser is open
	cardColor   = color.NRGBA{0xf6, 0xf2, 0xea, 0xff}
	cardEdge    = color.NRGBA{0x3a, 0x33, 0x2c, 0xff}
	focusColor  = color.NRGBA{0xf0, 0xb9, 0x4a, 0xff}
)
