package e2e

import (
	"fmt"
	"image/color"
	"strings"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
	"github.com/banchess/banchess/scripts/browser"
)

const (
	EngineLines = "[...document.querySelectorAll('#engine-lines li')]"
	FirstLine   = "document.querySelector('#engine-lines li')"
)

// BeforeMate is the game mate without its last ban.
var BeforeMate = Mate[:strings.LastIndexByte(Mate, ' ')]

// Analyse goes to Analyse and switches the engine on.
func (p Player) Analyse() Player {
	p.T.Helper()
	p.Press("#mode-analyse")
	p.Press("#engine")
	return p
}

// LinesAreLegal waits for that many lines at the position shown, and checks that all their
// actions are legal.
func (p Player) LinesAreLegal(n int) {
	p.T.Helper()
	p.Await(fmt.Sprintf(`%s.length === %d && %[1]s.every((li) => {
		const game = %[3]s.clone(), actions = li.dataset.actions.split(" ");
		const legal = actions[0] === li.dataset.action && actions.every((action) => game.play(action).success);
		game.free();
		return legal;
	})`, EngineLines, n, Game))
}

// shortest is JavaScript for the moves of the shortest win that the page names.
const shortest = "document.getElementById('notice').textContent.match(/takes (\\d+)/)[1]"

// BeginsEnding chooses an ending to win and waits for the computer's first ban. It returns the
// moves of the shortest win.
func (d Driver) BeginsEnding(p Player, ending Control) (moves string) {
	p.T.Helper()
	d.Press(p, Control{"#learn-endings", "button", "Endings"})
	p.Await("document.querySelectorAll('#ending-list button').length > 20")
	d.Press(p, ending)
	p.Await("!document.getElementById('endings').open && " + Game + ".getPly() === 2")
	p.Words("notice", "You win, whatever is banned. The shortest way takes ")
	return p.Text(shortest)
}

// Wins plays White's best bans and moves against the computer, to the end of the game.
func (h Hand) Wins(p Player) {
	p.T.Helper()
	e, err := engine.New(engine.Options{Hash: 1, Tables: tables.ThreeMen()})
	p.Must(err)
	for {
		p.Await(Game + ".gameOver() || " + Game + ".getActivePlayer() === 'white'")
		g, err := rules.NewFromFEN(p.FEN())
		p.Must(err)
		if g.Over() {
			return
		}
		r, err := e.Search(p.T.Context(), g, engine.Limits{}, nil)
		p.Must(err)
		ply, pair := p.Number(Game+".getPly()"), r.Best.Pair()
		h.Move(p, pair.From().String(), pair.To().String(), false)
		p.Await(fmt.Sprintf("%s.getPly() > %g", Game, ply)) // the computer may have answered
	}
}

// Plays plays actions through the board's game, like a script of the page.
func (p Player) Plays(actions string) {
	p.T.Helper()
	for _, a := range strings.Fields(actions) {
		p.Await(Game + ".play('" + a + "').success")
	}
}

// PlaysFirst plays the first legal action, because any action that a test names may be
// banned by the computer.
func (p Player) PlaysFirst() {
	p.T.Helper()
	p.Await(Game + ".play(" + Game + ".getLegalActions()[0]).success")
}

// Colour returns the page's colour at a point.
func (p Player) Colour(at browser.Point) color.Color {
	p.T.Helper()
	picture, err := p.Picture()
	p.Must(err)
	ratio := float64(picture.Bounds().Dx()) / p.Number("innerWidth")
	return picture.At(int(at.X*ratio), int(at.Y*ratio))
}

// Drawn waits until the board has drawn its last change.
func (p Player) Drawn() { p.T.Helper(); p.Frames(3) }

// Still waits until no piece moves on the board and the last frame is shown.
func (p Player) Still() {
	p.T.Helper()
	p.Await("!document.getElementById('board').state.animating")
	p.Drawn()
}

// Frames waits for that many frames of the browser.
func (p Player) Frames(n int) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf("(async () => { for (let i = 0; i < %d; i++) await new Promise(requestAnimationFrame); })()", n), nil))
}

// Movetext is JavaScript for the game's movetext.
const Movetext = SharedPGN + ".split('\\n\\n').at(-1).replace(/\\s+/g, ' ').trim()"

// Writes waits until the movetext is as wanted.
func (p Player) Writes(want string) {
	p.T.Helper()
	if err := p.Wait(Movetext + " === " + Quote(want)); err != nil {
		p.T.Fatalf("the page writes %s\nwant %s", p.Text(Movetext), want)
	}
}

// Entry is JavaScript for the n-th entry of an action in the list.
func Entry(action string, n int) string {
	return fmt.Sprintf("[...document.querySelectorAll('[data-action=\"%s\"]')][%d]", action, n)
}

// InMenu chooses an item in the menu of an entry, which is opened by mouse.
func (p Player) InMenu(action string, n int, what string) {
	p.T.Helper()
	var at browser.Point
	p.Must(p.Eval(`(() => {
		const e = `+Entry(action, n)+`;
		e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, &at))
	p.Must(p.RightClick(at))
	p.Await("document.getElementById('entry-menu').checkVisibility()")
	p.Press("#entry-menu " + what)
}

// Quiet returns a game of 48 bans and moves without mistakes.
func Quiet() string {
	var actions []string
	for i, rank := range "234"[:2] {
		for _, file := range "abcdef" {
			white := fmt.Sprintf("%c%c%c%d", file, rank, file, i+3)
			black := fmt.Sprintf("%c%d%c%d", file, 7-i, file, 6-i)
			actions = append(actions, "b:g1h3", "m:"+white, "b:g8h6", "m:"+black)
		}
	}
	return strings.Join(actions, " ")
}

// Reported waits for a state of the report.
func (p Player) Reported(state string) {
	p.T.Helper()
	p.Await("document.body.dataset.report === " + Quote(state))
}

// Revisit opens the page again.
func (p Player) Revisit() {
	p.T.Helper()
	p.Must(p.Goto(p.Text("location.href")))
	p.Ready()
}

// Report starts the report in its tab.
func (p Player) Report() {
	p.T.Helper()
	p.Press("#tab-report")
	p.Press("#report")
}
