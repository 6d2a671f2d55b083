// Package board is the chess board on the screen: it shows a position, and turns
// what a mouse, a finger or a key does into bans and moves.
//
// # What it models
//
// The board does not know the rules. A [View] tells it what stands where, where
// each piece may go, and whether the next action is a ban or a move. The board
// picks a pair out of that and reports it through [Callbacks]; the next
// [Board.Set] shows what became of it. So it cannot play what is illegal.
//
// Whoever owns the game does this:
//
//	b := board.New(board.DefaultOptions(), board.Callbacks{
//		Action:  func(from, to chess.Square, p chess.Role) { /* play it, then b.Set(view()) */ },
//		Refused: func(from, to chess.Square) { /* say why it cannot be done */ },
//	})
//	b.Set(view())
//	err := b.Run() // in a browser
//
// # What it promises
//
// In the ban phase the opponent picks up the mover's pieces to point out the pair
// to ban: click and click, or drag. A ban asks for no promotion. The ban in force
// stays on the board as a barred arrow between bracketed squares, so that its
// shape, too, tells it from the tinted squares of the last move. In the move phase
// pieces are moved the same two ways; a pawn that promotes opens a chooser on the
// board, which Escape, a right click or a click elsewhere closes. An attempt at
// what is not legal changes nothing and is reported as refused.
//
// A click counts when the button is lifted where it went down. A drag is undone
// by a second finger or button, by a window that loses the focus and by a touch
// that the system takes away. The view is in force as soon as it is set, before
// its animation has ended. A board at rest draws no frames.
//
// # How it is built
//
// All of it is plain state that runs and is tested without a screen: one struct
// (board.go), what it knows of the game (view.go), what selecting and playing do to it
// (play.go), pointers as strokes (input.go), what becomes of a press (drag.go), the
// chooser (promotion.go), arrows and circles (drawing.go), the difference of two positions
// (animation.go), where things are (layout.go), and a frame as a list of things to paint
// (scene.go) out of pictures painted on the CPU (sprite.go, assets/raster). The files that
// end in _js.go hand such a list to Ebiten and pointers to the board; they are all that
// needs a browser.
package board
