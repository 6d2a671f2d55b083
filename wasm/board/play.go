package board

import "github.com/banchess/banchess/game/chess"

// Selecting, tapping and playing change the state. Nothing here knows about pointers;
// drag.go decides what a pointer meant.

// choose makes a square the selected one, or none.
func (b *Board) choose(s chess.Square) {
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
func (b *Board) Tap(s chess.Square) {
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
func (b *Board) plays(s chess.Square) bool {
	_, ok := b.view.target(b.selected, s)
	return ok
}

// tap finishes a click on a square; before is what was selected ahead of it.
// Picking up has happened already, when the pointer went down.
func (b *Board) tap(s, before chess.Square) {
	switch {
	case b.plays(s):
		b.act(b.selected, s, false)
	case b.view.selectable(s):
		if before == s {
			b.choose(chess.NoSquare)
		} else if len(b.view.Targets[s]) == 0 {
			b.refuse(s, chess.NoSquare)
		}
	case before == chess.NoSquare:
		b.miss()
		if b.view.Pieces[s] != chess.NoPiece {
			b.refuse(s, chess.NoSquare)
		}
	default:
		if p := b.view.Pieces[s]; p != chess.NoPiece && p.Player() == b.view.Mover {
			// The user meant this piece, which cannot be picked up.
			b.choose(chess.NoSquare)
			b.refuse(s, chess.NoSquare)
			return
		}
		b.fail(before, s)
	}
}

// fail ends an attempt to play what is not among the targets. After a banned
// pair the piece stays selected, as it is likely to move somewhere else.
func (b *Board) fail(from, to chess.Square) {
	if !b.view.bars(from) || b.view.Banned.To() != to {
		b.choose(chess.NoSquare)
	}
	b.refuse(from, to)
}

func (b *Board) refuse(from, to chess.Square) {
	if f := b.call.Refused; f != nil && !b.view.Premoves {
		b.report(func() { f(from, to) })
	}
}

// miss reports that nothing was picked up.
func (b *Board) miss() {
	if f := b.call.Missed; f != nil && b.view.Premoves {
		b.report(f)
	}
}

// act plays a pair, by way of the promotion chooser where that is needed.
func (b *Board) act(from, to chess.Square, dropped bool) {
	t, ok := b.view.target(from, to)
	if !ok {
		b.fail(from, to)
		return
	}
	if t.Promotes && b.view.Phase == Move {
		b.openPromotion(from, to)
		return
	}
	b.play(from, to, chess.NoRole, dropped)
}

// play reports an action. The piece goes back meanwhile: the view has it stand
// where it was until Set says otherwise.
func (b *Board) play(from, to chess.Square, promotion chess.Role, dropped bool) {
	b.choose(chess.NoSquare)
	b.dropped = chess.NoPair
	if dropped && b.view.Phase == Move {
		b.dropped = chess.NewPair(from, to)
	}
	b.invalidate()
	if f := b.call.Action; f != nil {
		b.report(func() {
			f(from, to, promotion)
			b.dropped = chess.NoPair // it excuses the Set of this action only
		})
	}
}
