package board

import "image/color"

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
