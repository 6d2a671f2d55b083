package together

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// logged is JavaScript for the actions of a game with a friend elsewhere as the browser has
// stored it.
const logged = `JSON.parse(localStorage.getItem("banchess.game")).begun?.log`

// randomActions is JavaScript for n actions of a random game from the start, in BCN. No pawn
// is promoted.
func randomActions(seed, n int) string {
	return fmt.Sprintf(`(() => {
		const game = %s.clone(), made = [];
		game.reset();
		for (let seed = %d; made.length < %d && !game.gameOver();) {
			const legal = game.getLegalActions().filter(({move}) => !/[18]/.test(move?.promotion && "1"));
			seed = seed * 48271 %% 2147483647;
			const action = legal[seed %% legal.length];
			game.play(action);
			made.push(game.constructor.serializeAction(action));
		}
		game.free();
		return made.join(" ");
	})()`, e2e.Game, seed, n)
}

// friends starts a game by link and opens the invitation in another profile. The first of
// the two players has White.
func friends(t *testing.T) (white, black e2e.Player) {
	t.Helper()
	return e2e.FriendsAt(t, e2e.Desktop)
}

// opensAnew opens a link as another program does: in a page that is loaded for it.
func opensAnew(p e2e.Player, link string) {
	p.T.Helper()
	p.Must(p.Goto(p.Text("location.href.split(/[?#]/)[0] + '?' + Math.random()") + link))
	p.Ready()
}

// playTurn plays a player's next actions of a game of which n were played: up to two, with the
// mouse. It returns the number of actions that have been played then.
func playTurn(p e2e.Player, actions []string, n int) int {
	p.T.Helper()
	for own := n%4 == 1 || n%4 == 2; n < len(actions) && own == (n%4 == 1 || n%4 == 2); n++ {
		e2e.Hands[0].Play(p, actions[n], n%3 == 0)
	}
	return n
}

// Two fresh profiles play 60 actions with the mouse, by nothing but the links that the page
// offers. Each has one entry for the game in its list.
func TestSixtyActionsByLink(t *testing.T) {
	white, black := friends(t)
	actions := strings.Fields(white.Text(randomActions(5, 61)))
	if len(actions) != 61 { // the last one is the ban after a move
		t.Fatalf("the game has %d actions", len(actions))
	}
	p, other := black, white
	for n, turn := 0, 0; n < 61; turn++ {
		n = playTurn(p, actions, n)
		link := p.LinkToSend()
		other.Await("document.getElementById('together-link')?.checkVisibility() === true") // it still offers the old one
		if turn%8 == 7 {
			opensAnew(other, link)
		} else {
			other.Opens(link)
		}
		other.Has(strings.Join(actions[:n], " "))
		other.Words("notice", "Your friend played ")
		other.Await("!document.getElementById('together-link') && location.hash === ''")
		p, other = other, p
	}
	for _, p := range []e2e.Player{white, black} {
		p.Reload()
		p.Has(strings.Join(actions, " "))
		p.ListGames(1)
		p.RowSays(0, "Your friend", "61 bans and moves")
	}
}

// sendsTo plays actions by a script, and opens the link on the other page.
func sendsTo(p e2e.Player, other e2e.Player, actions string) (link string) {
	p.T.Helper()
	p.Plays(actions)
	link = p.LinkToSend()
	other.Opens(link)
	other.Has(p.Actions())
	return link
}

// An old link says how far it is behind, one's own that it is one's own, and one that was
// opened before that too; nothing changes.
func TestLinksOfTheSameGame(t *testing.T) {
	white, black := friends(t)
	invitation := white.LinkToSend()
	white.Opens(invitation)
	white.Words("notice", "This is your own link: send it to your friend.")
	white.Await("location.hash === ''")

	first := sendsTo(black, white, "b:e2e4")
	second := sendsTo(white, black, "m:d2d4 b:e7e5")
	third := sendsTo(black, white, "m:d7d5 b:c2c4")
	fourth := sendsTo(white, black, "m:g1f3 b:g8f6")
	const all = "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6"
	for _, tt := range []struct {
		p          e2e.Player
		link, says string
	}{
		{white, fourth, "This is your own link: send it to your friend."},
		{black, fourth, "You have opened this link before. It is your turn."},
		{white, third, "This link is 2 bans and moves behind your game."},
		{black, second, "This link is 4 bans and moves behind your game."},
		{white, first, "This link is 6 bans and moves behind your game."},
		{black, invitation, "This link is 7 bans and moves behind your game."},
	} {
		for _, open := range []func(e2e.Player, string){e2e.Player.Opens, opensAnew, func(p e2e.Player, link string) { p.Give("https://example.org/" + link) }} {
			open(tt.p, tt.link)
			tt.p.Words("notice", tt.says)
			tt.p.Await("location.hash === ''")
			tt.p.Has(all)
			tt.p.Must(tt.p.Eval("document.getElementById('notice').textContent = '', 1", nil))
		}
	}
	white.Words("headline", "Your friend moves")
	black.Words("headline", "Your move")
	white.Await("document.getElementById('together').checkVisibility()")
	black.Await("!document.getElementById('together').checkVisibility()")
	white.ListGames(1)
	white.RowSays(0, "Your friend", "Your friend’s turn", "7 bans and moves")
	black.ListGames(1)
	black.RowSays(0, "Your friend", "Your turn")

	// The game goes on from the list, and from a link while another game is on the board.
	black.Must(black.Eval("document.getElementById('games').close()", nil))
	black.NewGame("against=computer", "level=1", "side=white")
	black.Await(e2e.ShownPly + "2 && document.body.dataset.engine === 'off'")
	black.ListGames(2)
	black.InRow(1, "open")
	black.Has(all)
	black.Plays("m:b8c6 b:e2e3")
	last := black.LinkToSend()
	white.Must(white.Eval("document.getElementById('games').close()", nil))
	white.NewGame("against=friend")
	white.Plays("b:a2a3")
	opensAnew(white, last)
	white.Has(all + " m:b8c6 b:e2e3")
	white.ListGames(2)
}

// Somebody who looks back, plays in Analyse or learns comes to the end of the game by the
// link; what is tried in Analyse is not done.
func TestAnalysingByLink(t *testing.T) {
	white, black := friends(t)
	sendsTo(black, white, "b:e2e4")
	second := sendsTo(white, black, "m:d2d4 b:e7e5")
	black.Press("#mode-analyse")
	black.Words("verdict", "While you play against somebody, the engine is off.")
	black.Await("document.getElementById('engine').disabled && document.getElementById('report').disabled")
	black.SetUp(false)
	black.Words("setup-prover", "While you play against somebody, this search is off.")
	black.Await("document.getElementById('setup-solve').disabled")
	black.Must(black.Key(browser.Escape))
	black.Plays("m:a7a6 b:g1f3")
	black.Press("#mode-play")
	black.Words("details", "You are looking at a variation.")
	black.Await("!document.getElementById('together').checkVisibility()")
	black.Press("#to-game")
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	black.Plays("m:a7a6") // it is in the list already
	black.Await(logged + " === 'e2e4d2d4e7e5a7a6'")
	black.Plays("b:c2c4")
	third := black.LinkToSend()

	white.Press("#start")
	white.Visits("learn/3", "The ban that mates")
	white.Opens(third)
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:a7a6 b:c2c4")
	white.Words("notice", "Your friend played 1… a6, 2. ban c2–c4.")
	white.Opens(second)
	white.Words("notice", "This link is 2 bans and moves behind your game.")
}

// Offers travel in the link: a draw is declined, by a button or by playing on, or accepted;
// taking back is asked for, declined, and agreed to. A resignation ends the game on both sides.
func TestOffersByLink(t *testing.T) {
	white, black := friends(t)
	sendsTo(black, white, "b:e2e4")
	if got := white.Text("[...document.querySelectorAll('#draw, #take-back')].map((e) => e.textContent).join()"); got != "Ask to take back,Offer a draw" {
		t.Errorf("the menu says %s", got)
	}
	chooses(white, "#draw")
	white.Words("together", "Your draw offer goes with the link after your turn.")
	sendsTo(white, black, "m:d2d4 b:e7e5")
	white.Words("together-text", "You offered a draw. Send this link to your friend:")
	black.Words("together-text", "Your friend offers a draw.")
	black.Press("#together-decline")
	black.Await("document.getElementById('together').hidden && " + logged + " === 'e2e4w=d2d4e7e5b-'") // it is still Black's turn
	sendsTo(black, white, "m:d7d5 b:c2c4")
	white.Words("notice", "Your friend has declined. Your friend played ")
	black.Words("together-text", "Your turn is done. Send this link to your friend:")

	// The move is asked back after the link was sent; the opponent declines, and agrees later.
	asks := func() {
		chooses(black, "#take-back")
		black.Words("together-text", "You asked to take back a move or ban. Send this link to your friend:")
		white.Opens(black.LinkToSend())
		white.Words("together-text", "Your friend asks to take back 2. ban c2–c4.")
	}
	asks()
	white.Press("#together-decline")
	white.Await("!document.getElementById('together').checkVisibility()") // it is White's turn
	white.Plays("m:g1f3 b:g8f6")
	black.Opens(white.LinkToSend())
	black.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6")
	chooses(black, "#take-back") // it is Black's turn, and White has to answer first
	black.Await("document.getElementById('together-link').checkVisibility()")
	white.Opens(black.LinkToSend())
	white.Words("together-text", "Your friend asks to take back 2. ban c2–c4 and what followed.")
	white.Press("#together-agree")
	white.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	white.Words("notice", "Took back 3 bans and moves.")
	black.Opens(white.LinkToSend())
	black.Has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.Words("notice", "Your friend has agreed to the takeback.")
	black.Await(e2e.EntryCount + " === 4")
	sendsTo(black, white, "b:a2a3")

	// Nobody offers twice, or after the end.
	chooses(white, "#draw")
	chooses(white, "#draw")
	white.Words("notice", "An offer is waiting for an answer.")
	sendsTo(white, black, "m:g1f3 b:a7a6")
	black.Press("#together-agree")
	black.Words("headline", "Draw by agreement")
	black.Words("together-text", "The game is over. Send this link to your friend:")
	white.Opens(black.LinkToSend())
	white.Words("headline", "Draw by agreement")
	white.Await("!document.getElementById('together').checkVisibility()")
	white.Reload()
	white.Words("headline", "Draw by agreement")

	// The rematch is another game, with the colours exchanged.
	white.Press("#rematch")
	white.Words("headline", "Ban one of White’s moves")
	white.Words("together-text", "Take your turn. Then you get a link for your friend.")
	white.Plays("b:e2e4") // White has become Black
	black.Opens(white.LinkToSend())
	black.Words("notice", "You play White against a friend.")
	black.Has("b:e2e4")
	black.Menu("#resign")
	black.Words("headline", "You lost by resignation")
	black.Words("together-text", "The game is over.")
	white.Opens(black.LinkToSend())
	white.Words("headline", "You won by resignation")
	white.Press("#analyse-game") // the engine may help now
	white.Await("!document.getElementById('engine').disabled && document.body.dataset.report === 'done'")
	white.Press("#mode-play")
	white.ListGames(2)
	white.RowSays(0, "You won by resignation")
	white.RowSays(1, "Draw by agreement")
}

// The link of a rematch tells the end of the game before, too, until the friend has acted. It
// goes to the list of the friend, who may have another game on the board.
func TestRematchTellsTheEnd(t *testing.T) {
	white, black := friends(t)
	sendsTo(black, white, "b:e2e4")
	white.Menu("#resign")
	white.Words("together-text", "The game is over. Send this link to your friend:")
	white.Press("#rematch")
	white.Plays("b:d2d4") // White has become Black
	white.Reload()
	white.Words("together", "It also tells your friend how the last game ended.")
	black.Opens(white.LinkToSend())
	black.Words("notice", "The last game: Your friend has resigned. You play White against a friend.")
	black.Has("b:d2d4")
	black.ListGames(2)
	black.RowSays(0, "Your turn", "1 ban or move")
	black.RowSays(1, "You won by resignation", "1 ban or move")
	black.Must(black.Key(browser.Escape))
	sendsTo(black, white, "m:e2e4 b:e7e5")
	white.Plays("m:d7d5 b:g1f3")
	white.Words("together-text", "Your turn is done. Send this link to your friend:")
	black.Opens(white.LinkToSend())
	black.Has("b:d2d4 m:e2e4 b:e7e5 m:d7d5 b:g1f3")
	if got := black.Text("document.getElementById('notice').textContent"); strings.Contains(got, "last game") {
		t.Errorf("the notice is %s", got)
	}

	black.Plays("m:b1c3")
	black.Menu("#resign")
	black.Press("#rematch") // as Black
	black.Plays("b:e2e4")
	white.NewGame("against=friend")
	white.Plays("b:a2a3")
	white.Opens(black.LinkToSend())
	white.Words("notice", "The last game: Your friend played 2. Nc3. Your friend has resigned. You play White against a friend.")
	white.Has("b:e2e4")
	white.ListGames(4)
	white.RowSays(0, "Your turn")
	white.RowSays(2, "You won by resignation", "6 bans and moves")
	white.RowSays(3, "You lost by resignation")
}

// chooses presses an item of the menu that asks nothing.
func chooses(p e2e.Player, item string) {
	p.T.Helper()
	p.Press("#menu-open")
	p.Press(item)
}

// A tab that is behind goes on with what was done in another.
func TestTwoTabsByLink(t *testing.T) {
	white, black := friends(t)
	link := sendsTo(black, white, "b:e2e4")
	q, err := white.Beside(white.Text("location.href.split('#')[0]")+link, e2e.Desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	second := e2e.Player{Tab: q, T: t}
	second.Ready()
	second.Words("notice", "You have opened this link before. It is your turn.")
	second.Plays("m:d2d4 b:e7e5")
	black.Opens(second.LinkToSend())
	black.Has("b:e2e4 m:d2d4 b:e7e5")
	white.Has("b:e2e4 m:d2d4 b:e7e5")
	if white.LinkToSend() != second.LinkToSend() {
		t.Error("the tabs offer different links")
	}
}

// The link is copied by a key, and that is said; where the clipboard refuses, the link is
// selected. It is sent by the system where that is possible.
func TestCopyingTheLink(t *testing.T) {
	white, _ := friends(t)
	white.Must(white.Eval("navigator.clipboard.writeText = (text) => { window.written = text; return Promise.resolve(); }, 1", nil))
	white.Axe()("a link to send")
	white.TabTo("e.id === 'together-copy'")
	white.Must(white.Key(browser.Enter))
	white.Words("together-copied", "Link copied.")
	white.Await("written === document.getElementById('together-link').value && document.getElementById('together-copy').dataset.copied === 'true'")
	white.Must(white.Eval("navigator.clipboard.writeText = () => Promise.reject(new Error('no')), document.execCommand = () => true, 1", nil))
	white.Press("#together-copy") // by the old way, which selects the link for a moment
	white.Await("document.getElementById('together-copy').dataset.copied === 'true' && document.activeElement.id === 'together-copy'")
	white.Must(white.Eval("document.execCommand = () => false, 1", nil))
	white.Press("#together-copy")
	white.Words("together-copied", "Copying was refused. Select the link and copy it.")
	white.Await("document.activeElement.id === 'together-link' && document.activeElement.selectionEnd > 30")
	white.Must(white.Eval("navigator.share = ({url}) => { window.sent = url; return Promise.resolve(); }, 1", nil))
	white.Press("#mode-analyse")
	white.Await("!document.getElementById('together').checkVisibility()")
	white.Press("#mode-play")
	white.Press("#together-send")
	white.Await("sent === document.getElementById('together-link').value")
}

// The box, and the dialogs about links, have room on every screen.
func TestLayoutByLink(t *testing.T) {
	white, black := friends(t)
	again := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin"), Hash: white.LinkToSend()}).Ready()
	again.Words("notice", "You play Black against a friend.")
	again.Turn(e2e.Views[0])
	again.Plays("b:c2c4")
	fork := again.LinkToSend()
	again.InSight(e2e.Views[0], "the first link to send", "#together-copy")
	sendsTo(black, white, "b:e2e4")
	sendsTo(white, black, "m:d2d4 b:e7e5")
	for _, view := range e2e.Views {
		name := fmt.Sprintf("%dx%d", view.Width, view.Height)
		white.Turn(view)
		white.LaidOut(name+": the link", view)
		white.Opens(fork)
		white.Await("document.getElementById('together-question')?.open")
		white.LaidOut(name+": two versions", view)
		white.Must(white.Key(browser.Escape))
		white.Await("location.hash === ''")
		white.Press("#new")
		white.ChooseGame("against=link")
		white.LaidOut(name+": a new game", view)
		white.Must(white.Key(browser.Escape))
		black.Turn(view)
		black.LaidOut(name+": one's turn", view)
	}
	white.Turn(e2e.Desktop)
}
