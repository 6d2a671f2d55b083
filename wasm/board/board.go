package board

import (
	"image/color"
	"slices"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game/chess"
)

// Callbacks are what the board reports. Any of them may be nil. They are called
// when the board has settled, so they may call any method of it, [Board.Set]
// above all; the board's own methods call them before they return.
type Callbacks struct {
	// Action is called when a pair out of View.Targets was played: a ban in the
	// ban phase, a move in the move phase. The promotion is NoRole unless the
	// target promotes. The board shows the result once Set tells it. In a view of
	// premoves it is a premove, which nothing shows by itself.
	Action func(from, to chess.Square, promotion chess.Role)

	// Refused is called when the user tried what cannot be done, so that the page
	// can say why: a pair that is not in Targets, or, with to = NoSquare, a piece
	// that cannot be picked up. It is not called in a view of premoves.
	Refused func(from, to chess.Square)

	// Missed is called in a view of premoves when a click, with nothing in hand,
	// picked up nothing, and when the right button went down.
	Missed func()

	// Selected is called when another square, or none, became selected.
	Selected func(chess.Square)

	// Promotion is called when the promotion chooser opened or closed.
	Promotion func(open bool)

	// Drawings is called when something was drawn by hand, or taken away so, with
	// all drawings there are now.
	Drawings func([]chess.Drawing)

	// Drawn is called once, when the first frame is on the screen.
	Drawn func()
}

// A Board is the state of one board on the screen. It is not safe for use by
// several goroutines at once; in a browser, where everything runs on one thread
// and no method blocks, that takes no care.
type Board struct {
	state
	call   Callbacks
	now    func() time.Time
	wake   func()   // has the next frame drawn; nil while there is no screen
	events []func() // reported by flush
}

// state is everything a board remembers, in one place. The zero value of each
// field, or NoSquare, is "nothing of the kind".
type state struct {
	options Options
	view    View
	layout  layout
	arrows  []Arrow

	drawings []chess.Drawing // drawn by hand
	sketch   *sketch         // the one under way

	selected  chess.Square // the piece picked up by a click
	hover     chess.Square // the square under the pointer
	pointer   point        // where the pointer is, in device pixels
	press     *press       // the pointer that is down
	promotion *promotion   // the open chooser
	dropped   chess.Pair   // played by dropping: that piece is already where it goes
	animation *animation   // pieces on their way

	drawCount int // frames drawn
}

type point struct{ x, y float64 }

// New returns a board that shows an empty position.
func New(o Options, call Callbacks) *Board {
	b := &Board{
		state: state{options: o.normalized(), selected: chess.NoSquare, hover: chess.NoSquare},
		call:  call,
		now:   time.Now,
	}
	b.arrange(0, 0, 1)
	return b
}

// Set shows another view. Pieces that stand elsewhere slide there, and what was
// drawn by hand on another position is gone. Whatever was picked up, dragged or about
// to be promoted is put back, unless the view is the same as before, or it was picked
// up in a view of premoves and can still be played: the turn may come at any time.
func (b *Board) Set(v View) {
	defer b.flush()
	if b.view.same(&v) {
		b.view = v
		return
	}
	old := b.view
	b.view = v
	if !old.shows(&v) {
		b.drawings = nil
	}
	if !b.stillHolds(&old) {
		b.reset()
	}
	b.animate(old.Pieces)
	b.dropped = chess.NoPair
	b.invalidate()
}

// stillHolds reports whether what was picked up in a view of premoves can be played
// in this view.
func (b *Board) stillHolds(old *View) bool {
	s := b.selected
	return old.Premoves && b.view.selectable(s) && b.view.Pieces[s] == old.Pieces[s] && (b.promotion == nil || b.plays(b.promotion.to))
}

// Options returns the settings in force.
func (b *Board) Options() Options { return b.options }

// Configure replaces the settings.
func (b *Board) Configure(o Options) {
	defer b.flush()
	o = o.normalized()
	if o == b.options {
		return
	}
	turned := o.Orientation != b.options.Orientation
	b.options = o
	if turned || o.ReadOnly {
		b.reset()
		b.hover = chess.NoSquare
	}
	if turned || o.Animation == 0 {
		b.animation = nil
	}
	b.arrange(b.layout.width, b.layout.height, b.layout.scale)
}

// SetArrows replaces the hint arrows.
func (b *Board) SetArrows(arrows []Arrow) {
	defer b.flush()
	b.arrows = append([]Arrow(nil), arrows...)
	b.invalidate()
}

// Resize tells the board its canvas: its size in device pixels, and how many of
// them make a CSS pixel.
func (b *Board) Resize(width, height int, scale float64) {
	defer b.flush()
	if b.layout.width == width && b.layout.height == height && b.layout.scale == scale {
		return
	}
	b.arrange(width, height, scale)
}

func (b *Board) arrange(width, height int, scale float64) {
	b.layout = arrange(width, height, scale, b.options.Orientation == chess.Black)
	b.invalidate()
}

// Cancel drops the selection, the drag and the promotion chooser.
func (b *Board) Cancel() {
	defer b.flush()
	b.reset()
}

// reset puts back whatever the user has in hand.
func (b *Board) reset() {
	b.press = nil
	b.sketch = nil
	b.closePromotion()
	b.choose(chess.NoSquare)
	b.invalidate()
}

// SquareRect returns where a square is, in CSS pixels of the frame.
func (b *Board) SquareRect(s chess.Square) Rect {
	if !s.IsValid() {
		return Rect{}
	}
	return b.layout.rect(s).scaled(1 / b.layout.scale)
}

// State is what the board shows besides the view, for tests and for a page that
// mirrors the board in words.
type State struct {
	Selected  chess.Square
	Targets   []chess.Square // of the selected piece
	Hover     chess.Square
	Dragging  bool
	Animating bool
	Promotion *PromotionState
	Arrows    []Arrow         // as set
	Drawings  []chess.Drawing // drawn by hand
	DrawCount int             // frames drawn since the start
}

// PromotionState is the open promotion chooser.
type PromotionState struct {
	From, To chess.Square
	Focus    chess.Role // what Enter chooses
	Roles    []PromotionCell
}

// PromotionCell is one of the pieces on offer and where it is, in CSS pixels of
// the frame.
type PromotionCell struct {
	Role chess.Role
	Rect Rect
}

// State returns what the board shows at present.
func (b *Board) State() State {
	s := State{
		Selected:  b.selected,
		Hover:     b.hover,
		Dragging:  b.dragging(),
		Animating: b.animation.running(b.now()),
		Arrows:    append([]Arrow(nil), b.arrows...),
		Drawings:  append([]chess.Drawing(nil), b.drawings...),
		DrawCount: b.drawCount,
	}
	for _, t := range b.view.Targets[b.selected] {
		s.Targets = append(s.Targets, t.To)
	}
	if p := b.promotion; p != nil {
		s.Promotion = &PromotionState{From: p.from, To: p.to, Focus: promotionRoles[p.focus]}
		for i, r := range b.layout.chooser(p.to) {
			s.Promotion.Roles = append(s.Promotion.Roles, PromotionCell{promotionRoles[i], r.scaled(1 / b.layout.scale)})
		}
	}
	return s
}

// report queues a callback for flush.
func (b *Board) report(f func()) { b.events = append(b.events, f) }

// flush makes the queued callbacks. They run outside of any transition, one at a
// time, and may themselves call the board, which then flushes what it adds.
func (b *Board) flush() {
	for len(b.events) > 0 {
		f := b.events[0]
		b.events = b.events[1:]
		f()
	}
}

func (b *Board) invalidate() {
	if b.wake != nil {
		b.wake()
	}
}

// Options are the board's settings. [DefaultOptions] has the values a board
// starts with; Configure replaces them all.
type Options struct {
	// Orientation is the side that sits at the bottom.
	Orientation chess.Player

	// Theme has the colours of the squares and marks: the name of one of assets.Themes.
	Theme string

	// Pieces is how the pieces are drawn: one of assets.PieceSets.
	Pieces string

	// Coordinates says whether the files and ranks are named at the edge.
	Coordinates bool

	// Animation is how long a piece takes to its new square; 0 moves it at once.
	Animation time.Duration

	// ReadOnly makes the board a picture: nothing can be picked up, nothing is
	// hovered, and a touch scrolls the page behind.
	ReadOnly bool

	// Drawing says whether the right button draws arrows and circles, on a board
	// that is ReadOnly too.
	Drawing bool

	// Background fills what the board leaves of its frame. Alpha 0 lets the page
	// show through.
	Background color.NRGBA
}

// DefaultOptions returns the settings a board starts with.
func DefaultOptions() Options {
	return Options{
		Orientation: chess.White,
		Coordinates: true,
		Animation:   200 * time.Millisecond,
		Drawing:     true,
	}
}

// maxAnimation bounds Options.Animation: a longer one makes a board seem broken.
const maxAnimation = 2 * time.Second

// normalized brings out-of-range values into range.
func (o Options) normalized() Options {
	o.Animation = min(max(o.Animation, 0), maxAnimation)
	if o.Orientation != chess.Black {
		o.Orientation = chess.White
	}
	if assets.ThemeOf(o.Theme) == nil {
		o.Theme = assets.Themes[0].Name
	}
	if !slices.Contains(assets.PieceSets[:], o.Pieces) {
		o.Pieces = assets.PieceSets[0]
	}
	return o
}
