package board

// cursor returns the name of the mouse cursor, as CSS has it, for what the
// pointer is over.
func (b *Board) cursor() string {
	switch {
	case b.dragging():
		return "grabbing"
	case b.options.ReadOnly:
		return "default"
	case b.promotion != nil:
		if b.cellAt(b.pointer.x, b.pointer.y) >= 0 {
			return "pointer"
		}
		return "default"
	case b.hover.IsValid() && (b.plays(b.hover) || b.view.selectable(b.hover)):
		return "pointer"
	}
	return "default"
}
