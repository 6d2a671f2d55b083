package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/scripts/browser"
)

// mate is a game of ten bans and moves that ends in checkmate by ban.
const mate = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

// startFEN is the standard start position.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"

// promotion is a position in which White moves a pawn to the last rank, and
// promotionBan the same one ply before, when Black bans.
const (
	promotion    = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"
	promotionBan = "8/P6k/8/8/8/8/7K/8 w - - 0 1 1"
)

// game is the JavaScript for the game on the board.
const game = "document.getElementById('board').game"

// ready waits until the board is drawn and can be used.
func (p player) ready() player {
	p.t.Helper()
	p.wait("document.body.dataset.boot === 'ready'")
	return p
}

// historyIsFlat is JavaScript that reports whether a dialog or a menu that was closed has left
// the history.
const historyIsFlat = "history.state?.layer !== true || document.querySelector('dialog[open], .menu:not([hidden])') !== null"

// Goto opens an address. A dialog that was just closed first leaves the history.
func (p player) Goto(url string) error {
	p.wait(historyIsFlat)
	return p.page.Goto(url)
}

func (p player) wait(expression string) {
	p.t.Helper()
	p.must(p.Wait(expression))
}

// text evaluates an expression that gives a string or a promise of one.
func (p player) text(expression string) (s string) {
	p.t.Helper()
	p.must(p.Eval("(async () => String("+expression+"))()", &s))
	return s
}

func (p player) number(expression string) (n float64) {
	p.t.Helper()
	p.must(p.Eval(expression, &n))
	return n
}

func (p player) fen() string { p.t.Helper(); return p.text(game + ".fen()") }

// actions returns those of the game on the board, in BCN.
func (p player) actions() string {
	p.t.Helper()
	return p.text(game + ".toJSON().actions.join(' ')")
}

// words waits until an element has a text.
func (p player) words(id, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.getElementById('%s').textContent.includes(%s)", id, quote(text)))
}

// at returns the middle of a square.
func (p player) at(square string) browser.Point { p.t.Helper(); return p.inside(square, 0.5, 0.5) }

// inside returns a point of a square, by fractions of its width and height. In a small window
// it scrolls to the board first, as a person does, if the square is out of sight.
func (p player) inside(square string, x, y float64) (at browser.Point) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('board'), r = board.squareRect('%s');
		const point = () => {
			const at = board.getBoundingClientRect();
			return {X: at.x + r.x + r.width * %g, Y: at.y + r.y + r.height * %g};
		};
		if (point().Y < 0 || point().Y >= innerHeight) board.scrollIntoView({block: 'nearest', behavior: 'instant'});
		return point();
	})()`, square, x, y), &at))
	return at
}

// role returns the middle of a cell in the board's promotion chooser.
func (p player) role(letter string) (at browser.Point) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('board'), at = board.getBoundingClientRect();
		const r = board.state.promotion.roles.find((r) => r.role === '%s');
		return {X: at.x + r.x + r.width / 2, Y: at.y + r.y + r.height / 2};
	})()`, letter), &at))
	return at
}

// element scrolls to an element and returns its middle.
func (p player) element(selector string) (at browser.Point) {
	p.t.Helper()
	p.must(p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, quote(selector)), &at))
	return at
}

// press clicks a control of the page.
func (p player) press(selector string) {
	p.t.Helper()
	p.must(p.Click(p.usable(selector)))
}

// usable waits until a control can be used, scrolls to it and returns its middle.
func (p player) usable(selector string) browser.Point {
	p.t.Helper()
	p.wait(fmt.Sprintf("!document.querySelector(%s).disabled && document.querySelector(%s).checkVisibility()", quote(selector), quote(selector)))
	return p.element(selector)
}

// fill replaces the content of a field, by typing.
func (p player) fill(selector, text string) {
	p.t.Helper()
	p.press(selector)
	p.must(p.Eval(fmt.Sprintf("document.querySelector(%s).select()", quote(selector)), nil))
	p.must(p.Type(text))
}

// menu chooses an item of the menu.
func (p player) menu(selector string) {
	p.t.Helper()
	p.press("#menu-open")
	p.press(selector)
	if selector == "#resign" || selector == "#draw" {
		p.press("#sure-yes") // if it asks for confirmation
	}
}

// newGame starts a game with the dialog; choices are such as "against=friend".
func (p player) newGame(choices ...string) {
	p.t.Helper()
	p.press("#new")
	p.chooseGame(choices...)
	p.press("#new-start")
	const asks = "document.getElementById('together-question')?.open === true"
	p.wait("!document.getElementById('new-game').open || " + asks)
	if p.text("String("+asks+")") == "true" { // it ends a connection, or a code that was sent
		p.press("#leave")
		p.wait("!document.getElementById('new-game').open")
	}
	p.wait(historyIsFlat) // an address that is opened before that would be left again
}

// chooseGame makes choices in the dialog for a new game. The level is a slider, which is
// moved by keys.
func (p player) chooseGame(choices ...string) {
	p.t.Helper()
	for _, choice := range choices {
		name, value, _ := strings.Cut(choice, "=")
		switch name {
		case "minutes", "increment", "fen":
			p.fill("#new-form [name="+name+"]", value)
			continue
		case "level":
		default:
			p.press(fmt.Sprintf("#new-form [name=%s][value='%s']", name, value))
			continue
		}
		p.press("#new-form [name=level]")
		p.must(p.Key(browser.Home))
		for at := 1; strconv.Itoa(at) != value; at++ {
			p.must(p.Key(browser.ArrowRight))
		}
		p.wait("document.getElementById('level-word').textContent.startsWith('" + value + ", ')")
	}
}

// give puts a text into the box of the sharing dialog and loads it.
func (p player) give(text string) {
	p.t.Helper()
	p.wait("['ready', 'text'].includes(document.body.dataset.boot)")
	p.shares()
	p.fill("#load", text)
	p.press("#load-go")
}

// shares opens the sharing dialog if it is not open.
func (p player) shares() {
	p.t.Helper()
	const isOpen = "document.getElementById('share')?.open === true"
	if p.text(isOpen) == "false" {
		p.press("#share-open")
	}
	p.wait(isOpen)
}

// sharedPGN is JavaScript for the PGN of the game in that dialog. It leaves the dialog as it
// was, and waits until it is loaded.
const sharedPGN = `(await (async () => {
	const dialog = () => document.getElementById("share");
	const wasOpen = dialog()?.open;
	if (!wasOpen) document.getElementById("share-open").click();
	while (!dialog()?.open) await new Promise(requestAnimationFrame);
	const {value} = document.getElementById("pgn");
	if (!wasOpen) dialog().close();
	return value;
})())`

// load loads a FEN through the page and shows the board.
func (p player) load(fen string) {
	p.t.Helper()
	p.give(fen)
	p.wait(game + ".fen() === " + quote(fen))
	p.must(p.Eval("scrollTo(0, 0)", nil))
}

// hand is a way to use the board.
type hand struct {
	name  string
	view  browser.View
	other []browser.View // the other windows that the page supports
	point func(player, browser.Point) error
	carry func(p player, from, to browser.Point) error
	on    func(p player, square string) // acts on a square without a point
}

var hands = []hand{
	{"mouse", desktop,
		[]browser.View{{Width: 1440, Height: 900, Dark: true, Still: true}},
		func(p player, at browser.Point) error { return p.Click(at) },
		func(p player, from, to browser.Point) error { return p.Drag(from, to) }, nil},
	{"touch", phone,
		[]browser.View{{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true}, {Width: 320, Height: 568, Ratio: 2, Touch: true, Still: true}},
		func(p player, at browser.Point) error { return p.Tap(at) },
		func(p player, from, to browser.Point) error { return p.Swipe(from, to) }, nil},
}

// play plays an action on the board, by two clicks or by dragging, and waits until it is
// played.
func (h hand) play(p player, action string, carry bool) {
	p.t.Helper()
	ply := p.number(game + ".getPly()")
	h.move(p, action[2:4], action[4:6], carry)
	p.wait(fmt.Sprintf("%s.getPly() === %g", game, ply+1))
}

// move clicks two squares, or drags from one to the other, and does not
// wait.
func (h hand) move(p player, from, to string, carry bool) {
	p.t.Helper()
	if h.on != nil {
		h.on(p, from)
		h.on(p, to)
		return
	}
	if carry {
		p.must(h.carry(p, p.at(from), p.at(to)))
		return
	}
	p.must(h.point(p, p.at(from)))
	p.must(h.point(p, p.at(to)))
}

// playAll plays actions, by clicks and by dragging in turn.
func (h hand) playAll(p player, actions string) {
	p.t.Helper()
	for i, a := range strings.Fields(actions) {
		h.play(p, a, i%2 == 1)
	}
}

// quote returns a text as a JavaScript string.
func quote(s string) string { return strconv.Quote(s) }

// firstActions returns the first n of actions.
func firstActions(actions string, n int) string {
	return strings.Join(slices.Clip(strings.Fields(actions)[:n]), " ")
}
