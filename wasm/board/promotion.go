package board

import "github.com/banchess/banchess/game/chess"

// promotionRoles are the pieces on offer, in the chooser's order.
var promotionRoles = [4]chess.Role{chess.Queen, chess.Knight, chess.Rook, chess.Bishop}

// A promotion is the open chooser.
type promotion struct {
	from, to chess.Square
	focus    int // the cell that Enter chooses
}

func (b *Board) openPromotion(from, to chess.Square) {
	b.promotion = &promotion{from: from, to: to}
	b.reportPromotion(true)
}

func (b *Board) closePromotion() {
	if b.promotion != nil {
		b.promotion = nil
		b.reportPromotion(false)
	}
}

func (b *Board) reportPromotion(open bool) {
	b.invalidate()
	if f := b.call.Promotion; f != nil {
		b.report(func() { f(open) })
	}
}

// cancelPromotion closes the chooser without an action; the pawn goes back.
func (b *Board) cancelPromotion() {
	b.closePromotion()
	b.choose(chess.NoSquare)
}

// promote closes the chooser and plays the move with the piece of a cell.
func (b *Board) promote(cell int) {
	p := b.promotion
	b.closePromotion()
	b.play(p.from, p.to, promotionRoles[cell], false)
}

// cellAt returns the chooser's cell under a point in device pixels, or -1.
func (b *Board) cellAt(x, y float64) int {
	for i, r := range b.layout.chooser(b.promotion.to) {
		if r.contains(x, y) {
			return i
		}
	}
	return -1
}

// pressPromotion takes a press while the chooser is open: outside of it, it cancels.
func (b *Board) pressPromotion(s stroke) {
	cell := b.cellAt(s.X, s.Y)
	if cell < 0 {
		b.cancelPromotion()
		return
	}
	b.promotion.focus = cell
	b.press = &press{pointer: s.Pointer, touch: s.Touch, square: chess.NoSquare, before: b.selected, cell: cell}
	b.invalidate()
}

// releasePromotion ends a press in the chooser; it counts where it began.
func (b *Board) releasePromotion(p *press, s stroke) {
	if b.cellAt(s.X, s.Y) == p.cell {
		b.promote(p.cell)
	}
}

// hoverPromotion moves the focus to the cell under the pointer.
func (b *Board) hoverPromotion() {
	if cell := b.cellAt(b.pointer.x, b.pointer.y); cell >= 0 && cell != b.promotion.focus {
		b.promotion.focus = cell
		b.invalidate()
	}
}

// Key takes a key by its DOM name and reports whether the board had a use for
// it. Escape closes the chooser or puts the selected piece back. In the chooser
// the arrows move, Enter and the space bar choose, and q, r, b and n choose
// outright.
func (b *Board) Key(name string) bool {
	defer b.flush()
	p := b.promotion
	if p == nil {
		if name != "Escape" || b.selected == chess.NoSquare && b.press == nil {
			return false
		}
		b.reset()
		return true
	}
	n := len(promotionRoles)
	step := 1
	if cells := b.layout.chooser(p.to); cells[1].Y < cells[0].Y {
		step = n - 1 // the column grows upwards
	}
	switch name {
	case "Escape":
		b.cancelPromotion()
	case "ArrowDown", "ArrowRight":
		p.focus = (p.focus + step) % n
		b.invalidate()
	case "ArrowUp", "ArrowLeft":
		p.focus = (p.focus + n - step) % n
		b.invalidate()
	case "Enter", " ":
		b.promote(p.focus)
	default:
		if len(name) != 1 {
			return false
		}
		for i, r := range promotionRoles {
			if name[0]|0x20 == r.Letter() {
				b.promote(i)
				return true
			}
		}
		return false
	}
	return true
}
