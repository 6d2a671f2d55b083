package e2e

import (
	"encoding/base64"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// Mate is a game of ten bans and moves that ends in checkmate by ban.
const Mate = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

// StartFEN is the standard start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1"

// Promotion is a position in which White moves a pawn to the last rank, and
// PromotionBan is the one a ply before it, when Black bans.
const (
	Promotion    = "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"
	PromotionBan = "8/P6k/8/8/8/8/7K/8 w - - 0 1 1"
)

// Game is the JavaScript for the game on the board.
const Game = "document.getElementById('board').game"

// Ready waits until the board is drawn and can be used.
func (p Player) Ready() Player {
	p.T.Helper()
	p.Await("document.body.dataset.boot === 'ready'")
	return p
}

// HistoryIsFlat is JavaScript that reports whether a dialog or a menu that was closed has left
// the history.
const HistoryIsFlat = "history.state?.layer !== true || document.querySelector('dialog[open], .menu:not([hidden])') !== null"

// Goto opens an address. A dialog that was just closed first leaves the history.
func (p Player) Goto(url string) error {
	p.Await(HistoryIsFlat)
	return p.Tab.Goto(url)
}

// Await waits until a JavaScript expression is true.
func (p Player) Await(expression string) {
	p.T.Helper()
	p.Must(p.Wait(expression))
}

// Text evaluates an expression that gives a string or a promise of one.
func (p Player) Text(expression string) (s string) {
	p.T.Helper()
	p.Must(p.Eval("(async () => String("+expression+"))()", &s))
	return s
}

// Number evaluates an expression that gives a number.
func (p Player) Number(expression string) (n float64) {
	p.T.Helper()
	p.Must(p.Eval(expression, &n))
	return n
}

// FEN returns that of the game on the board.
func (p Player) FEN() string { p.T.Helper(); return p.Text(Game + ".fen()") }

// Actions returns those of the game on the board, in BCN.
func (p Player) Actions() string {
	p.T.Helper()
	return p.Text(Game + ".toJSON().actions.join(' ')")
}

// Words waits until an element has a text.
func (p Player) Words(id, text string) {
	p.T.Helper()
	p.Await(fmt.Sprintf("document.getElementById('%s').textContent.includes(%s)", id, Quote(text)))
}

// At returns the middle of a square.
func (p Player) At(square string) browser.Point { p.T.Helper(); return p.Inside(square, 0.5, 0.5) }

// Inside returns a point of a square, by fractions of its width and height. In a small window
// it scrolls to the board first, as a person does, if the square is out of sight.
func (p Player) Inside(square string, x, y float64) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
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

// Role returns the middle of a cell in the board's promotion chooser.
func (p Player) Role(letter string) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const board = document.getElementById('board'), at = board.getBoundingClientRect();
		const r = board.state.promotion.roles.find((r) => r.role === '%s');
		return {X: at.x + r.x + r.width / 2, Y: at.y + r.y + r.height / 2};
	})()`, letter), &at))
	return at
}

// Element scrolls to an element and returns its middle.
func (p Player) Element(selector string) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, Quote(selector)), &at))
	return at
}

// Press clicks a control of the page.
func (p Player) Press(selector string) {
	p.T.Helper()
	p.Must(p.Click(p.usable(selector)))
}

// usable waits until a control can be used, scrolls to it and returns its middle.
func (p Player) usable(selector string) browser.Point {
	p.T.Helper()
	p.Await(fmt.Sprintf("!document.querySelector(%s).disabled && document.querySelector(%s).checkVisibility()", Quote(selector), Quote(selector)))
	return p.Element(selector)
}

// Fill replaces the content of a field, by typing.
func (p Player) Fill(selector, text string) {
	p.T.Helper()
	p.Press(selector)
	p.Must(p.Eval(fmt.Sprintf("document.querySelector(%s).select()", Quote(selector)), nil))
	p.Must(p.Type(text))
}

// Menu chooses an item of the menu.
func (p Player) Menu(selector string) {
	p.T.Helper()
	p.Press("#menu-open")
	p.Press(selector)
	if selector == "#resign" || selector == "#draw" {
		p.Press("#sure-yes") // if it asks for confirmation
	}
}

// NewGame starts a game with the dialog; choices are such as "against=friend".
func (p Player) NewGame(choices ...string) {
	p.T.Helper()
	p.Press("#new")
	p.ChooseGame(choices...)
	p.Press("#new-start")
	const asks = "document.getElementById('together-question')?.open === true"
	p.Await("!document.getElementById('new-game').open || " + asks)
	if p.Text("String("+asks+")") == "true" { // it ends a connection, or a code that was sent
		p.Press("#leave")
		p.Await("!document.getElementById('new-game').open")
	}
	p.Await(HistoryIsFlat) // an address that is opened before that would be left again
}

// ChooseGame makes choices in the dialog for a new game. The level is a slider, which is
// moved by keys.
func (p Player) ChooseGame(choices ...string) {
	p.T.Helper()
	for _, choice := range choices {
		name, value, _ := strings.Cut(choice, "=")
		switch name {
		case "minutes", "increment", "fen":
			p.Fill("#new-form [name="+name+"]", value)
			continue
		case "level":
		default:
			p.Press(fmt.Sprintf("#new-form [name=%s][value='%s']", name, value))
			continue
		}
		p.Press("#new-form [name=level]")
		p.Must(p.Key(browser.Home))
		for at := 1; strconv.Itoa(at) != value; at++ {
			p.Must(p.Key(browser.ArrowRight))
		}
		p.Await("document.getElementById('level-word').textContent.startsWith('" + value + ", ')")
	}
}

// Give puts a text into the box of the sharing dialog and loads it.
func (p Player) Give(text string) {
	p.T.Helper()
	p.Await("['ready', 'text'].includes(document.body.dataset.boot)")
	p.Shares()
	p.Fill("#load", text)
	p.Press("#load-go")
}

// Shares opens the sharing dialog if it is not open.
func (p Player) Shares() {
	p.T.Helper()
	const isOpen = "document.getElementById('share')?.open === true"
	if p.Text(isOpen) == "false" {
		p.Press("#share-open")
	}
	p.Await(isOpen)
}

// SharedPGN is JavaScript for the PGN of the game in that dialog. It leaves the dialog as it
// was, and waits until it is loaded.
const SharedPGN = `(await (async () => {
	const dialog = () => document.getElementById("share");
	const wasOpen = dialog()?.open;
	if (!wasOpen) document.getElementById("share-open").click();
	while (!dialog()?.open) await new Promise(requestAnimationFrame);
	const {value} = document.getElementById("pgn");
	if (!wasOpen) dialog().close();
	return value;
})())`

// LoadTime loads a FEN through the page and shows the board.
func (p Player) LoadTime(fen string) {
	p.T.Helper()
	p.Give(fen)
	p.Await(Game + ".fen() === " + Quote(fen))
	p.Must(p.Eval("scrollTo(0, 0)", nil))
}

// Hand is a way to use the board.
type Hand struct {
	Name  string
	View  browser.View
	Other []browser.View // the other windows that the page supports
	Point func(Player, browser.Point) error
	Carry func(p Player, from, to browser.Point) error
	on    func(p Player, square string) // acts on a square without a point
}

// Hands are the ways to use the board: a mouse, and a finger.
var Hands = []Hand{
	{"mouse", Desktop,
		[]browser.View{{Width: 1440, Height: 900, Dark: true, Still: true}},
		func(p Player, at browser.Point) error { return p.Click(at) },
		func(p Player, from, to browser.Point) error { return p.Drag(from, to) }, nil},
	{"touch", Phone,
		[]browser.View{{Width: 844, Height: 390, Ratio: 3, Touch: true, Still: true}, {Width: 320, Height: 568, Ratio: 2, Touch: true, Still: true}},
		func(p Player, at browser.Point) error { return p.Tap(at) },
		func(p Player, from, to browser.Point) error { return p.Swipe(from, to) }, nil},
}

// Play plays an action on the board, by two clicks or by dragging, and waits until it is
// played.
func (h Hand) Play(p Player, action string, carry bool) {
	p.T.Helper()
	ply := p.Number(Game + ".getPly()")
	h.Move(p, action[2:4], action[4:6], carry)
	p.Await(fmt.Sprintf("%s.getPly() === %g", Game, ply+1))
}

// Move clicks two squares, or drags from one to the other, and does not
// wait.
func (h Hand) Move(p Player, from, to string, carry bool) {
	p.T.Helper()
	if h.on != nil {
		h.on(p, from)
		h.on(p, to)
		return
	}
	if carry {
		p.Must(h.Carry(p, p.At(from), p.At(to)))
		return
	}
	p.Must(h.Point(p, p.At(from)))
	p.Must(h.Point(p, p.At(to)))
}

// PlayAll plays actions, by clicks and by dragging in turn.
func (h Hand) PlayAll(p Player, actions string) {
	p.T.Helper()
	for i, a := range strings.Fields(actions) {
		h.Play(p, a, i%2 == 1)
	}
}

// Quote returns a text as a JavaScript string.
func Quote(s string) string { return strconv.Quote(s) }

// FirstActions returns the first n of actions.
func FirstActions(actions string, n int) string {
	return strings.Join(slices.Clip(strings.Fields(actions)[:n]), " ")
}

// EntryCount is JavaScript for the number of bans and moves in the list.
const EntryCount = "document.querySelectorAll('#moves [data-entry]').length"

// StopTime stops the page's time. From here on [Player.Pass] advances it.
func (p Player) StopTime() {
	p.T.Helper()
	p.Must(p.Eval("window.time = performance.now(), performance.now = () => time, 1", nil))
}

// Pass advances a stopped time by seconds.
func (p Player) Pass(seconds int) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf("time += %d", 1000*seconds), nil))
}

// Area returns the part of a picture with a square.
func (p Player) Area(square string, ratio float64) image.Rectangle {
	p.T.Helper()
	a, b := p.Inside(square, 0, 0), p.Inside(square, 1, 1)
	scale := func(x float64) int { return int(math.Round(x * ratio)) }
	return image.Rect(scale(a.X), scale(a.Y), scale(b.X), scale(b.Y))
}

// Screenshot returns a picture after the board has drawn its last change.
func (p Player) Screenshot() image.Image {
	p.T.Helper()
	p.Still()
	p.Drawn()
	picture, err := p.Picture()
	p.Must(err)
	return picture
}

// Choose makes a choice in the settings dialog.
func (p Player) Choose(name, value string) {
	p.T.Helper()
	p.Must(p.Eval(gallery.Choose(name, value), nil))
}

// JavaScript for the clocks, and for the game that the page keeps.
const (
	WhiteClock = "document.querySelector('[data-player=white] .clock')"
	BlackClock = "document.querySelector('[data-player=black] .clock')"
	StoredGame = "JSON.parse(localStorage['banchess.game'])"
)

// TimedGame starts a game of three minutes a side.
func (p Player) TimedGame(choices ...string) {
	p.T.Helper()
	p.Press("#new")
	p.ChooseGame(append(choices, "timed=true")...)
	p.Fill("#new-form [name=minutes]", "3")
	p.Press("#new-start")
	p.Await("!document.getElementById('new-game').open && " + WhiteClock + ".textContent === '3:00'")
}

// KeepBlobs is JavaScript that has the page keep what it shows and saves.
const KeepBlobs = `(() => {
	const make = URL.createObjectURL;
	window.blobs = [];
	URL.createObjectURL = (blob) => (blobs.push(blob), make.call(URL, blob));
	return 1;
})()`

// Pictures opens the sharing dialog with its pictures.
func (p Player) Pictures() {
	p.T.Helper()
	p.Shares()
	if p.Text("document.getElementById('picture').open") == "false" {
		p.Press("#picture summary")
	}
}

// Made waits for the picture that the dialog shows, and returns its file.
func (p Player) Made(format string) []byte {
	p.T.Helper()
	p.Await("document.getElementById('picture-shown')?.naturalWidth > 0 && blobs.at(-1).type.startsWith('image/" + format + "')")
	data, err := base64.StdEncoding.DecodeString(p.Text(`await (async () => {
		const reader = new FileReader();
		reader.readAsDataURL(blobs.at(-1));
		await new Promise((done) => reader.onload = done);
		return reader.result.split(",")[1];
	})()`))
	p.Must(err)
	return data
}

// Pictured chooses a format or a width in the dialog.
func (p Player) Pictured(name, value string) {
	p.T.Helper()
	p.Press(fmt.Sprintf("[name='picture-%s'][value='%s']", name, value))
}

// SilentWorker replaces the engine's worker by one that finds nothing: the test plays for
// the computer.
const SilentWorker = `self.onmessage = ({data: {id, call}}) => { if (call && call !== "search") postMessage({id, answer: null}); };`

// JavaScript for the arrows on the board, and whether a premove can be made.
const (
	BoardArrows = "(document.getElementById('board').state?.arrows ?? []).map(({kind, from, to}) => kind + from + to).join(' ')"
	CanPremove  = "!document.getElementById('board').hasAttribute('readonly')"
)

// Premoves chooses an action ahead of the turn, and waits until it is shown.
func (p Player) Premoves(h Hand, from, to string, carry bool, want string) {
	p.T.Helper()
	p.Await(CanPremove)
	h.Move(p, from, to, carry)
	p.Await(BoardArrows + " === " + Quote(want))
}

// Chooser is JavaScript for the pieces among which the board lets a pawn choose, or null.
const Chooser = "document.getElementById('board').state.promotion"

// Promotes answers the board's question for a piece, by a point or by a key.
func (h Hand) Promotes(p Player, letter string, byKey bool) {
	p.T.Helper()
	p.Await(Chooser + " !== null")
	if byKey || h.on != nil {
		p.Must(p.Key(letter))
	} else {
		p.Must(h.Point(p, p.Role(letter)))
	}
	p.Await(Chooser + " === null")
}

// The editor's dialog, and the FEN in its field, as JavaScript.
const (
	SetupOpen = "document.getElementById('setup')?.open === true"
	setupFEN  = "document.getElementById('setup-fen').value"
)

// EmptyFEN is a board without pieces, from which a position is set up.
const EmptyFEN = "8/8/8/8/8/8/8/8 w - - 0 1 1"

// SetUp opens the editor from the menu, with an empty board if that is asked for.
func (p Player) SetUp(isEmpty bool) Player {
	p.T.Helper()
	p.Menu("#setup-open")
	p.Await(SetupOpen)
	if isEmpty {
		p.Press("#setup-clear")
		p.IsSetUp(EmptyFEN)
	}
	return p
}

// IsSetUp waits until the editor shows a FEN.
func (p Player) IsSetUp(fen string) {
	p.T.Helper()
	p.Must(p.Wait(setupFEN + " === " + Quote(fen)))
}

// ShownPly begins a comparison with the ply on the board.
const ShownPly = Game + ".getPly() === "

// PlaysComputer plays White's first move and ban against the computer, which has answered both.
func PlaysComputer(t *testing.T) Player {
	t.Helper()
	p := Open(t, Visit{}).Ready()
	p.NewGame("against=computer", "level=1", "side=white")
	p.Await(ShownPly + "2")
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(ShownPly + "6 && document.body.dataset.engine === 'off'")
	return p
}
