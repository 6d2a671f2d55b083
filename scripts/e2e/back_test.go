package e2e

import (
	"testing"

	"github.com/banchess/banchess/scripts/browser"
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
	p := open(t, visit{}).ready()
	const back = "history.back(), 1"
	p.press("#mode-learn")
	p.wait("location.hash.startsWith('#learn')")
	p.press("#mode-play")
	p.wait("!location.hash.startsWith('#learn') && document.body.dataset.mode === 'play'")
	p.plays("b:e2e4 m:d2d4 b:e7e5")
	p.settle()
	entries := p.number("history.length")
	for _, o := range opened {
		p.press(o.by)
		p.wait(o.there)
		p.must(p.Eval(back, nil))
		p.wait("!(" + o.there + ") && document.body.dataset.mode === 'play' && history.state?.layer !== true")
		if got := p.actions(); got != "b:e2e4 m:d2d4 b:e7e5" {
			t.Errorf("after %s and Back, the game is %s", o.name, got)
		}
		p.press(o.by)
		p.wait(o.there)
		p.must(p.Key(browser.Escape))
		p.wait("!(" + o.there + ") && history.state?.layer !== true")
	}
	// One thing leads to another: the menu of an entry to a comment.
	p.inMenu("m:d2d4", 0, "[data-command=comment]")
	p.wait("document.getElementById('comment').open")
	p.must(p.Eval(back, nil))
	p.wait("!document.getElementById('comment').open && document.body.dataset.mode === 'play'")
	if now := p.number("history.length"); now > entries+1 {
		t.Errorf("the history has %g entries, and had %g", now, entries)
	}
	p.must(p.Eval(back, nil))
	p.wait("document.body.dataset.mode === 'learn'")
}

// A new game scrolls to the board, and stays there when the dialog has left the history.
func TestScrollAfterADialog(t *testing.T) {
	p := open(t, visit{view: browser.View{Width: 320, Height: 440, Touch: true}}).ready()
	p.press("#tour-skip")
	p.must(p.Eval("scrollTo(0, 90), 1", nil))
	p.wait("scrollY > 80")
	p.must(p.Eval("document.getElementById('new').click(), 1", nil))
	p.wait("document.getElementById('new-game')?.open")
	p.must(p.Eval("document.querySelector('#new-form [name=against][value=friend]').click(), document.getElementById('new-start').click(), 1", nil))
	p.wait("!document.getElementById('new-game').open && history.state?.layer !== true")
	p.frames(3)
	if y := p.number("scrollY"); y != 0 {
		t.Errorf("the page is scrolled by %g", y)
	}
}

// A game that is loaded in a dialog is in the address after the dialog has closed.
func TestAddressAfterADialog(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	link := p.link()
	q := visitLink(t, link).ready()
	q.wait("location.hash.length > 1")
	was := q.text("location.hash")
	q.press("#settings-open")
	q.wait("document.getElementById('settings')?.open")
	q.must(q.Eval(game+".play('b:e7e5'), 1", nil)) // a computer or a script acts meanwhile
	q.press("#settings .head button")
	q.wait("history.state?.layer !== true && location.hash.length > 1 && location.hash !== " + quote(was))
}

// A second tab with the same game is told, and so is the first when the second acts.
func TestSecondTab(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.settle()
	const told = "This game is also open in another tab."
	q, err := p.Beside(p.text("location.href"), desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	second := player{q, t}
	second.ready()
	second.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	second.words("notice", told)
	second.plays("b:e7e5")
	p.words("notice", told)
	p.newGame("against=friend")
	p.plays("b:e2e4")
	second.newGame("against=friend")
	second.plays("b:d2d4 m:e2e4")
	second.wait("!document.getElementById('notice').textContent.includes(" + quote(told) + ")")
}

// Back from a new race comes to where the race was chosen, and begins no other one.
func TestBackFromRace(t *testing.T) {
	p := open(t, visit{hash: "#learn"}).ready()
	p.wait("document.getElementById('learn-race')?.checkVisibility()")
	p.press("#learn-race")
	p.wait("/^#race.[0-9a-z]{8}/.test(location.hash) && document.getElementById('storm')?.checkVisibility()")
	p.must(p.Eval("history.back(), 1", nil))
	p.wait("location.hash === '#learn' && document.getElementById('learn-race')?.checkVisibility()")
}
