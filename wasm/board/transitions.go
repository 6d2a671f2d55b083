package board

// What selecting, tapping and playing do to the state. Nothing here knows about
// pointers; input.go decides what a pointer meant.

// choose makes a square the selected one, or none.
func (b *Board) choose(s Square) {
	if b.selected == s {
		return
	}
	b.selected = s
	b.invalidate()
	if f := b.call.Selected; f != nil {
		b.report(func() { f(s) })
	}
}

// Tap does what a click on a square does: it picks a piece up, puts it back, or
// plays. A page that has its own way to point at squares, by keyboard or by
// screen reader, calls it.
func (b *Board) Tap(s Square) {
	defer b.flush()
	if b.options.ReadOnly || b.promotion != nil || !s.IsValid() {
		return
	}
	before := b.selected
	if !b.plays(s) && b.view.selectable(s) {
		b.choose(s)
	}
	b.tap(s, before)
}

// plays reports whether a tap on the square would play with the selected piece.
func (b *Board) plays(s Square) bool {
	_, ok := b.view.target(b.selected, s)
	return ok
}

// tap finishes a click on a square; before is what was selected ahead of it.
// Picking up has happened already, when the pointer went down.
func (b *Board) tap(s, before Square) {
	switch {
	case b.plays(s):
		b.act(b.selected, s, false)
	case b.view.selectable(s):
		if before == s {
			b.choose(NoSquare)
		} else if len(b.view.Targets[s]) == 0 {
			b.refuse(s, NoSquare)
		}
	case before == NoSquare:
		if !b.view.Pieces[s].IsEmpty() {
			b.refuse(s, NoSquare)
		}
	default:
		if p := b.view.Pieces[s]; !p.IsEmpty() && p.Color == b.view.Mover {
			// The user meant this piece, which cannot be picked up.
			b.choose(NoSquare)
			b.refuse(s, NoSquare)
			return
		}
		b.fail(before, s)
	}
}

// fail ends an attempt to play what is not among the targets. After a banned
// pair the piece stays selected, as it is likely to move somewhere else.
func (b *Board) fail(from, to Square) {
	if !b.view.bars(from) || b.view.Banned.To != to {
		b.choose(NoSquare)
	}
	b.refuse(from, to)
}

func (b *Board) refuse(from, to Square) {
	if f := b.call.Refused; f != nil {
		b.report(func() { f(from, to) })
	}
}

// act plays a pair, by way of the promotion chooser where that is needed.
func (b *Board) act(from, to Square, dropped bool) {
	t, ok := b.view.target(from, to)
	if !ok {
		b.fail(from, to)
		return
	}
	if t.Promotes && b.view.Phase == Move {
		b.openPromotion(from, to)
		return
	}
	b.play(from, to, NoRole, dropped)
}

// play reports an action. The piece goes back meanwhile: the view has it stand
// where it was until Set says otherwise.
func (b *Board) play(from, to Square, promotion Role, dropped bool) {
	b.choose(NoSquare)
	b.dropped = nil
	if dropped && b.view.Phase == Move {
		b.dropped = &Pair{from, to}
	}
	b.invalidate()
	if f := b.call.Action; f != nil {
		b.report(func() {
			f(from, to, promotion)
			b.dropped = nil // it excuses the Set of this action only
		})
	}
}
