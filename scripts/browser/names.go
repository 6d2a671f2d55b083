package browser

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"
)

// Point is a place in the page's viewport, in CSS pixels.
type Point struct{ X, Y float64 }

// Names of keys.
const (
	Tab        = kb.Tab
	Enter      = kb.Enter
	Escape     = kb.Escape
	ArrowLeft  = kb.ArrowLeft
	ArrowRight = kb.ArrowRight
	ArrowUp    = kb.ArrowUp
	ArrowDown  = kb.ArrowDown
	Home       = kb.Home
	End        = kb.End
	Delete     = kb.Delete
)

// Keys that are held while another is pressed.
const (
	Control = input.ModifierCtrl
	Shift   = input.ModifierShift
)
