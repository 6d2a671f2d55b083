package assets

import "image/color"

// A Theme is a set of colours of the board.
type Theme struct {
	Name            string
	Light, Dark     color.NRGBA // squares
	OnLight, OnDark color.NRGBA // figures of the coordinates
	Grain           float64     // how much the squares vary, as a part of full scale
	Last            color.NRGBA // laid over the squares of the last move
	Selected        color.NRGBA // laid over the square of the piece in hand
	Target          color.NRGBA // where it may go
}

// Themes are those there are; the first is the one a board starts with.
var Themes = [...]Theme{
	{ // maple and walnut
		Name:     "wood",
		Light:    color.NRGBA{0xee, 0xdb, 0xb9, 0xff},
		Dark:     color.NRGBA{0xb0, 0x83, 0x5b, 0xff},
		OnLight:  color.NRGBA{0x8a, 0x5c, 0x35, 0xff},
		OnDark:   color.NRGBA{0xfb, 0xf0, 0xd9, 0xff},
		Grain:    0.022,
		Last:     color.NRGBA{0xc9, 0xb0, 0x1e, 0x78},
		Selected: color.NRGBA{0x3c, 0x8c, 0x2a, 0x8c},
		Target:   color.NRGBA{0x23, 0x5c, 0x1c, 0x96},
	},
	{ // blue-grey stone
		Name:     "slate",
		Light:    color.NRGBA{0xdc, 0xe2, 0xe8, 0xff},
		Dark:     color.NRGBA{0x7d, 0x90, 0xa5, 0xff},
		OnLight:  color.NRGBA{0x52, 0x66, 0x79, 0xff},
		OnDark:   color.NRGBA{0xff, 0xff, 0xff, 0xff},
		Grain:    0.008,
		Last:     color.NRGBA{0x2f, 0xb0, 0xa5, 0x70},
		Selected: color.NRGBA{0x2b, 0x7d, 0xd1, 0x8c},
		Target:   color.NRGBA{0x14, 0x4f, 0x8c, 0x96},
	},
	{ // white and grey, for the highest contrast: no grain
		Name:     "contrast",
		Light:    color.NRGBA{0xff, 0xff, 0xff, 0xff},
		Dark:     color.NRGBA{0x7a, 0x7a, 0x7a, 0xff},
		OnLight:  color.NRGBA{0x00, 0x00, 0x00, 0xff},
		OnDark:   color.NRGBA{0xff, 0xff, 0xff, 0xff},
		Last:     color.NRGBA{0xff, 0xd0, 0x00, 0xb4},
		Selected: color.NRGBA{0x00, 0x8c, 0xff, 0xb4},
		Target:   color.NRGBA{0x00, 0x3c, 0xa0, 0xd2},
	},
}

// Colours that mean the same on every board.
var (
	BanColor   = color.NRGBA{0xc4, 0x1f, 0x30, 0xff} // bans: the barred arrow and its squares
	HaloColor  = color.NRGBA{0xff, 0xf8, 0xf2, 0xff} // what sets it off
	CheckColor = color.NRGBA{0xe0, 0x10, 0x10, 0xff} // the glow under a king in check
	HintColor  = color.NRGBA{0x1f, 0x66, 0xc9, 0xff} // an engine's arrow
)

// DrawingColors are the colours of what is drawn by hand, by their letters in PGN. They
// are darker than the colours of bans and hints, and the red is nearer to purple.
var DrawingColors = map[byte]color.NRGBA{
	'G': {0x15, 0x78, 0x1b, 0xff},
	'R': {0xa0, 0x10, 0x60, 0xff},
	'Y': {0xe6, 0x8f, 0x00, 0xff},
	'B': {0x00, 0x30, 0x88, 0xff},
}
