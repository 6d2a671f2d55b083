package shell

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// opened are things that can be opened over the page: how, and what is there then.
var opened = []struct{ name, by, there string }{
	{"settings", "#settings-open", "document.getElementById('settings')?.open"},
	{"help", "#help-open", "document.getElementById('help')?.open"},
	{"new game", "#new", "document.getElementById('new-game')?.open"},
	{"share", "#share-open", "document.getElementById('share')?.open"},
	{"menu", "#menu-open", "!document.getElementById('menu').hidden"},
	{"the menu of an entry", "#moves [aria-current]", "!document.getElementById('entry-menu').hidden"},
}

// Back closes a dialog or a menu, and the page, its game and its address stay. However a
// dialog was closed, the next Back leaves the page as if it had never been open.
func TestBackClosesWhatIsOpen(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	const back = "history.back(), 1"
	p.Press("#mode-learn")
	p.Await("location.hash.startsWith('#learn')")
	p.Press("#mode-play")
	p.Await("!location.hash.startsWith('#learn') && document.body.dataset.mode === 'play'")
	p.Plays("b:e2e4 m:d2d4 b:e7e5")
	p.Settle()
	entries := p.Number("history.length")
	for _, o := range opened {
		p.Press(o.by)
		p.Await(o.there)
		p.Must(p.Eval(back, nil))
		p.Await("!(" + o.there + ") && document.body.dataset.mode === 'play' && history.state?.layer !== true")
		if got := p.Actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
			t.Errorf("after %s and Back, the game is %s", o.name, got)
		}
		p.Press(o.by)
		p.Await(o.there)
		p.Must(p.Key(browser.Escape))
		p.Await("!(" + o.there + ") && history.state?.layer !== true")
	}
	// One thing leads to another: the menu of an entry to a comment.
	p.InMenu("m:d2d4", 0, "[data-command=comment]")
	p.Await("document.getElementById('comment').open")
	p.Must(p.Eval(back, nil))
	p.Await("!document.getElementById('comment').open && document.body.dataset.mode === 'play'")
	if now := p.Number("history.length"); now > entries+1 {
		t.Errorf("the history has %g entries, and had %g", now, entries)
	}
	p.Must(p.Eval(back, nil))
	p.Await("document.body.dataset.mode === 'learn'")
}

// A new game scrolls to the board, and stays there when the dialog has left the history.
func TestScrollAfterADialog(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: browser.View{Width: 320, Height: 440, Touch: true}}).Ready()
	p.Press("#tour-skip")
	p.Must(p.Eval("scrollTo(0, 90), 1", nil))
	p.Await("scrollY > 80")
	p.Must(p.Eval("document.getElementById('new').click(), 1", nil))
	p.Await("document.getElementById('new-game')?.open")
	p.Must(p.Eval("document.querySelector('#new-form [name=against][value=friend]').click(), document.getElementById('new-start').click(), 1", nil))
	p.Await("!document.getElementById('new-game').open && history.state?.layer !== true")
	p.Frames(3)
	if y := p.Number("scrollY"); y != 0 {
		t.Errorf("the page is scrolled by %g", y)
	}
}

// A game that is loaded in a dialog is in the address after the dialog has closed.
func TestAddressAfterADialog(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	link := p.Link()
	q := e2e.VisitLink(t, link).Ready()
	q.Await("location.hash.length > 1")
	was := q.Text("location.hash")
	q.Press("#settings-open")
	q.Await("document.getElementById('settings')?.open")
	q.Must(q.Eval(e2e.Game+".play('b:e7e5'), 1", nil)) // a computer or a script acts meanwhile
	q.Press("#settings .head button")
	q.Await("history.state?.layer !== true && location.hash.length > 1 && location.hash !== " + e2e.Quote(was))
}

// A second tab with the same game is told, and so is the first when the second acts.
func TestSecondTab(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.Settle()
	const told = "This game is also open in another tab."
	q, err := p.Beside(p.Text("location.href"), e2e.Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	second := e2e.Player{Tab: q, T: t}
	second.Ready()
	second.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	second.Words("notice", told)
	second.Plays("b:e7e5")
	p.Words("notice", told)
	p.NewGame("against=friend")
	p.Plays("b:e2e4")
	second.NewGame("against=friend")
	second.Plays("b:d2d4 m:e2e4")
	second.Await("!document.getElementById('notice').textContent.includes(" + e2e.Quote(told) + ")")
}

// Back from a new race comes to where the race was chosen, and begins no other one.
func TestBackFromRace(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Hash: "#learn"}).Ready()
	p.Await("document.getElementById('learn-race')?.checkVisibility()")
	p.Press("#learn-race")
	p.Await("/^#race.[0-9a-z]{8}/.test(location.hash) && document.getElementById('storm')?.checkVisibility()")
	p.Must(p.Eval("history.back(), 1", nil))
	p.Await("location.hash === '#learn' && document.getElementById('learn-race')?.checkVisibility()")
}
