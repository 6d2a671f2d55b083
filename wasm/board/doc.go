// Package board is the chess board on the screen: it shows a position, and turns
// what a mouse, a finger or a key does into bans and moves.
//
// # What it models
//
// The board knows no chess but its words, which are package chess's. A [View]
// tells it what stands where and, for each piece, where it may go; whether a go at
// it bans or moves is the view's phase. The board picks a pair out of that and
// reports it through [Callbacks]; the next [Board.Set] shows what became of it. So
// it cannot play what is illegal, and the rules have one home, package game.
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
// In the ban phase the mover's pieces are picked up by its opponent, who points
// out the pair to ban: click and click, or drag. A ban asks for no promotion. The
// ban in force then stays on the board, as a barred arrow between bracketed
// squares, apart by shape from the tinted squares of the last move. In the move
// phase pieces are moved the same two ways; a pawn that promotes opens a chooser
// on the board, which Escape, a right click or a click elsewhere closes without a
// trace. Trying what cannot be done changes nothing and is reported as refused.
//
// A click counts when the button is lifted where it went down. A drag is undone
// by a second finger or button, by a window that loses the focus and by a touch
// that the system takes away. An animation is only a look: the view is in force
// as soon as it is set. A board at rest draws no frames.
//
// # How it is built
//
// All of it is plain state that runs and is tested without a screen: one struct
// (board.go), what selecting and playing do to it (transitions.go), pointers as
// strokes (input.go), what becomes of a press (drag.go), the chooser
// (promotion.go), the difference of two positions (animation.go), where things are
// (layout.go), and a frame as a list of things to paint (scene.go) out of pictures
// painted on the CPU (sprite.go, raster.go). The files that end in _js.go hand such
// a list to Ebiten and pointers to the board; they are all that needs a browser.
package board
