package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
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
	})()`, game, seed, n)
}

// friends starts a game by link and opens the invitation in another profile. The first of
// the two players has White.
func friends(t *testing.T) (white, black player) {
	t.Helper()
	return friendsAt(t, desktop)
}

// friendsAt does so in windows of another size.
func friendsAt(t *testing.T, view browser.View) (white, black player) {
	t.Helper()
	white = open(t, visit{view: view}).ready()
	white.newGame("against=link", "side=white")
	white.words("together-text", "Send this link to your friend, who plays Black and bans first:")
	white.words("together", "Only this computer can open links to 127.0.0.1:")
	black = open(t, visit{view: view, server: white.text("location.origin"), hash: white.linkToSend()}).ready()
	black.words("notice", "You play Black against a friend.")
	black.words("together-text", "It is your turn. Then you get a link for your friend.")
	black.wait("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
	return white, black
}

// linkToSend returns the link that the page offers, without the part before the #.
func (p player) linkToSend() string {
	p.t.Helper()
	const field = "document.getElementById('together-link')"
	p.wait(field + "?.checkVisibility() && " + field + ".value !== ''")
	link := p.text(field + ".value")
	address, hash, _ := strings.Cut(link, "#")
	if address != p.text("location.href.split('#')[0]") || !strings.HasPrefix(hash, "2.") {
		p.t.Errorf("the link is %s", link)
	}
	return "#" + hash
}

// opens follows a link on the page that is open.
func (p player) opens(link string) {
	p.t.Helper()
	p.wait("(" + historyIsFlat + ") && location.hash !== " + quote(link)) // a link that was opened leaves the address
	p.must(p.Eval("location.hash = "+quote(link)+", 1", nil))
}

// opensAnew opens a link as another program does: in a page that is loaded for it.
func (p player) opensAnew(link string) {
	p.t.Helper()
	p.must(p.Goto(p.text("location.href.split(/[?#]/)[0] + '?' + Math.random()") + link))
	p.ready()
}

// has waits until the game on the board has these actions, and the log too.
func (p player) has(actions string) {
	p.t.Helper()
	if err := p.Wait(game + ".toJSON().actions.join(' ') === " + quote(actions)); err != nil {
		p.t.Fatalf("the game is %s, want %s: %v", p.actions(), actions, err)
	}
}

// playTurn plays a player's next actions of a game of which n were played: up to two, with the
// mouse. It returns the number of actions that have been played then.
func (p player) playTurn(actions []string, n int) int {
	p.t.Helper()
	for own := n%4 == 1 || n%4 == 2; n < len(actions) && own == (n%4 == 1 || n%4 == 2); n++ {
		hands[0].play(p, actions[n], n%3 == 0)
	}
	return n
}

// Two fresh profiles play 60 actions with the mouse, by nothing but the links that the page
// offers. Each has one entry for the game in its list.
func TestSixtyActionsByLink(t *testing.T) {
	white, black := friends(t)
	actions := strings.Fields(white.text(randomActions(5, 61)))
	if len(actions) != 61 { // the last one is the ban after a move
		t.Fatalf("the game has %d actions", len(actions))
	}
	p, other := black, white
	for n, turn := 0, 0; n < 61; turn++ {
		n = p.playTurn(actions, n)
		link := p.linkToSend()
		other.wait("document.getElementById('together-link')?.checkVisibility() === true") // it still offers the old one
		if turn%8 == 7 {
			other.opensAnew(link)
		} else {
			other.opens(link)
		}
		other.has(strings.Join(actions[:n], " "))
		other.words("notice", "Your friend played ")
		other.wait("!document.getElementById('together-link') && location.hash === ''")
		p, other = other, p
	}
	for _, p := range []player{white, black} {
		p.reload()
		p.has(strings.Join(actions, " "))
		p.listGames(1)
		p.rowSays(0, "Your friend", "61 bans and moves")
	}
}

// sendsTo plays actions by a script, and opens the link on the other page.
func (p player) sendsTo(other player, actions string) (link string) {
	p.t.Helper()
	p.plays(actions)
	link = p.linkToSend()
	other.opens(link)
	other.has(p.actions())
	return link
}

// An old link says how far it is behind, one's own that it is one's own, and one that was
// opened before that too; nothing changes.
func TestLinksOfTheSameGame(t *testing.T) {
	white, black := friends(t)
	invitation := white.linkToSend()
	white.opens(invitation)
	white.words("notice", "This is your own link: send it to your friend.")
	white.wait("location.hash === ''")

	first := black.sendsTo(white, "b:e2e4")
	second := white.sendsTo(black, "m:d2d4 b:e7e5")
	third := black.sendsTo(white, "m:d7d5 b:c2c4")
	fourth := white.sendsTo(black, "m:g1f3 b:g8f6")
	const all = "b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6"
	for _, tt := range []struct {
		p          player
		link, says string
	}{
		{white, fourth, "This is your own link: send it to your friend."},
		{black, fourth, "You have opened this link before. It is your turn."},
		{white, third, "This link is 2 bans and moves behind your game."},
		{black, second, "This link is 4 bans and moves behind your game."},
		{white, first, "This link is 6 bans and moves behind your game."},
		{black, invitation, "This link is 7 bans and moves behind your game."},
	} {
		for _, open := range []func(player, string){player.opens, player.opensAnew, func(p player, link string) { p.give("https://example.org/" + link) }} {
			open(tt.p, tt.link)
			tt.p.words("notice", tt.says)
			tt.p.wait("location.hash === ''")
			tt.p.has(all)
			tt.p.must(tt.p.Eval("document.getElementById('notice').textContent = '', 1", nil))
		}
	}
	white.words("headline", "Your friend moves")
	black.words("headline", "Your move")
	white.wait("document.getElementById('together').checkVisibility()")
	black.wait("!document.getElementById('together').checkVisibility()")
	white.listGames(1)
	white.rowSays(0, "Your friend", "Your friend’s turn", "7 bans and moves")
	black.listGames(1)
	black.rowSays(0, "Your friend", "Your turn")

	// The game goes on from the list, and from a link while another game is on the board.
	black.must(black.Eval("document.getElementById('games').close()", nil))
	black.newGame("against=computer", "level=1", "side=white")
	black.wait(shownPly + "2 && document.body.dataset.engine === 'off'")
	black.listGames(2)
	black.inRow(1, "open")
	black.has(all)
	black.plays("m:b8c6 b:e2e3")
	last := black.linkToSend()
	white.must(white.Eval("document.getElementById('games').close()", nil))
	white.newGame("against=friend")
	white.plays("b:a2a3")
	white.opensAnew(last)
	white.has(all + " m:b8c6 b:e2e3")
	white.listGames(2)
}

// Somebody who looks back, plays in Analyse or learns comes to the end of the game by the
// link; what is tried in Analyse is not done.
func TestAnalysingByLink(t *testing.T) {
	white, black := friends(t)
	black.sendsTo(white, "b:e2e4")
	second := white.sendsTo(black, "m:d2d4 b:e7e5")
	black.press("#mode-analyse")
	black.words("verdict", "While you play against somebody, the engine is off.")
	black.wait("document.getElementById('engine').disabled && document.getElementById('report').disabled")
	black.setUp(false)
	black.words("setup-prover", "While you play against somebody, this search is off.")
	black.wait("document.getElementById('setup-solve').disabled")
	black.must(black.Key(browser.Escape))
	black.plays("m:a7a6 b:g1f3")
	black.press("#mode-play")
	black.words("details", "You are looking at a variation.")
	black.wait("!document.getElementById('together').checkVisibility()")
	black.press("#to-game")
	black.has("b:e2e4 m:d2d4 b:e7e5")
	black.plays("m:a7a6") // it is in the list already
	black.wait(logged + " === 'e2e4d2d4e7e5a7a6'")
	black.plays("b:c2c4")
	third := black.linkToSend()

	white.press("#start")
	white.visits("learn/3", "The ban that mates")
	white.opens(third)
	white.has("b:e2e4 m:d2d4 b:e7e5 m:a7a6 b:c2c4")
	white.words("notice", "Your friend played 1… a6, 2. ban c2–c4.")
	white.opens(second)
	white.words("notice", "This link is 2 bans and moves behind your game.")
}

// Offers travel in the link: a draw is declined, by a button or by playing on, or accepted;
// taking back is asked for, declined, and agreed to. A resignation ends the game on both sides.
func TestOffersByLink(t *testing.T) {
	white, black := friends(t)
	black.sendsTo(white, "b:e2e4")
	if got := white.text("[...document.querySelectorAll('#draw, #take-back')].map((e) => e.textContent).join()"); got != "Ask to take back,Offer a draw" {
		t.Errorf("the menu says %s", got)
	}
	white.chooses("#draw")
	white.words("together", "Your draw offer goes with the link after your turn.")
	white.sendsTo(black, "m:d2d4 b:e7e5")
	white.words("together-text", "You offered a draw. Send this link to your friend:")
	black.words("together-text", "Your friend offers a draw.")
	black.press("#together-decline")
	black.wait("document.getElementById('together').hidden && " + logged + " === 'e2e4w=d2d4e7e5b-'") // it is still Black's turn
	black.sendsTo(white, "m:d7d5 b:c2c4")
	white.words("notice", "Your friend has declined. Your friend played ")
	black.words("together-text", "Your turn is done. Send this link to your friend:")

	// The move is asked back after the link was sent; the opponent declines, and agrees later.
	asks := func() {
		black.chooses("#take-back")
		black.words("together-text", "You asked to take back a move or ban. Send this link to your friend:")
		white.opens(black.linkToSend())
		white.words("together-text", "Your friend asks to take back 2. ban c2–c4.")
	}
	asks()
	white.press("#together-decline")
	white.wait("!document.getElementById('together').checkVisibility()") // it is White's turn
	white.plays("m:g1f3 b:g8f6")
	black.opens(white.linkToSend())
	black.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6")
	black.chooses("#take-back") // it is Black's turn, and White has to answer first
	black.wait("document.getElementById('together-link').checkVisibility()")
	white.opens(black.linkToSend())
	white.words("together-text", "Your friend asks to take back 2. ban c2–c4 and what followed.")
	white.press("#together-agree")
	white.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	white.words("notice", "Took back 3 bans and moves.")
	black.opens(white.linkToSend())
	black.has("b:e2e4 m:d2d4 b:e7e5 m:d7d5")
	black.words("notice", "Your friend has agreed to the takeback.")
	black.wait(entries + " === 4")
	black.sendsTo(white, "b:a2a3")

	// Nobody offers twice, or after the end.
	white.chooses("#draw")
	white.chooses("#draw")
	white.words("notice", "An offer is waiting for an answer.")
	white.sendsTo(black, "m:g1f3 b:a7a6")
	black.press("#together-agree")
	black.words("headline", "Draw by agreement")
	black.words("together-text", "The game is over. Send this link to your friend:")
	white.opens(black.linkToSend())
	white.words("headline", "Draw by agreement")
	white.wait("!document.getElementById('together').checkVisibility()")
	white.reload()
	white.words("headline", "Draw by agreement")

	// The rematch is another game, with the colours exchanged.
	white.press("#rematch")
	white.words("headline", "Ban one of White’s moves")
	white.words("together-text", "It is your turn.")
	white.plays("b:e2e4") // White has become Black
	black.opens(white.linkToSend())
	black.words("notice", "You play White against a friend.")
	black.has("b:e2e4")
	black.menu("#resign")
	black.words("headline", "You lost by resignation")
	black.words("together-text", "The game is over.")
	white.opens(black.linkToSend())
	white.words("headline", "You won by resignation")
	white.press("#analyse-game") // the engine may help now
	white.wait("!document.getElementById('engine').disabled && document.body.dataset.report === 'done'")
	white.press("#mode-play")
	white.listGames(2)
	white.rowSays(0, "You won by resignation")
	white.rowSays(1, "Draw by agreement")
}

// The link of a rematch tells the end of the game before, too, until the friend has acted. It
// goes to the list of the friend, who may have another game on the board.
func TestRematchTellsTheEnd(t *testing.T) {
	white, black := friends(t)
	black.sendsTo(white, "b:e2e4")
	white.menu("#resign")
	white.words("together-text", "The game is over. Send this link to your friend:")
	white.press("#rematch")
	white.plays("b:d2d4") // White has become Black
	white.reload()
	white.words("together", "It also tells your friend how the last game ended.")
	black.opens(white.linkToSend())
	black.words("notice", "The last game: Your friend has resigned. You play White against a friend.")
	black.has("b:d2d4")
	black.listGames(2)
	black.rowSays(0, "Your turn", "1 ban or move")
	black.rowSays(1, "You won by resignation", "1 ban or move")
	black.must(black.Key(browser.Escape))
	black.sendsTo(white, "m:e2e4 b:e7e5")
	white.plays("m:d7d5 b:g1f3")
	white.words("together-text", "Your turn is done. Send this link to your friend:")
	black.opens(white.linkToSend())
	black.has("b:d2d4 m:e2e4 b:e7e5 m:d7d5 b:g1f3")
	if got := black.text("document.getElementById('notice').textContent"); strings.Contains(got, "last game") {
		t.Errorf("the notice is %s", got)
	}

	black.plays("m:b1c3")
	black.menu("#resign")
	black.press("#rematch") // as Black
	black.plays("b:e2e4")
	white.newGame("against=friend")
	white.plays("b:a2a3")
	white.opens(black.linkToSend())
	white.words("notice", "The last game: Your friend played 2. Nc3. Your friend has resigned. You play White against a friend.")
	white.has("b:e2e4")
	white.listGames(4)
	white.rowSays(0, "Your turn")
	white.rowSays(2, "You won by resignation", "6 bans and moves")
	white.rowSays(3, "You lost by resignation")
}

// chooses presses an item of the menu that asks nothing.
func (p player) chooses(item string) {
	p.t.Helper()
	p.press("#menu-open")
	p.press(item)
}

// A tab that is behind goes on with what was done in another.
func TestTwoTabsByLink(t *testing.T) {
	white, black := friends(t)
	link := black.sendsTo(white, "b:e2e4")
	q, err := white.Beside(white.text("location.href.split('#')[0]")+link, desktop)
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	second := player{q, t}
	second.ready()
	second.words("notice", "You have opened this link before. It is your turn.")
	second.plays("m:d2d4 b:e7e5")
	black.opens(second.linkToSend())
	black.has("b:e2e4 m:d2d4 b:e7e5")
	white.has("b:e2e4 m:d2d4 b:e7e5")
	if white.linkToSend() != second.linkToSend() {
		t.Error("the tabs offer different links")
	}
}

// The link is copied by a key, and that is said; where the clipboard refuses, the link is
// selected. It is sent by the system where that is possible.
func TestCopyingTheLink(t *testing.T) {
	white, _ := friends(t)
	white.must(white.Eval("navigator.clipboard.writeText = (text) => { window.written = text; return Promise.resolve(); }, 1", nil))
	white.axe()("a link to send")
	white.tabTo("e.id === 'together-copy'")
	white.must(white.Key(browser.Enter))
	white.words("together-copied", "Link copied.")
	white.wait("written === document.getElementById('together-link').value && document.getElementById('together-copy').dataset.copied === 'true'")
	white.must(white.Eval("navigator.clipboard.writeText = () => Promise.reject(new Error('no')), document.execCommand = () => true, 1", nil))
	white.press("#together-copy") // by the old way, which selects the link for a moment
	white.wait("document.getElementById('together-copy').dataset.copied === 'true' && document.activeElement.id === 'together-copy'")
	white.must(white.Eval("document.execCommand = () => false, 1", nil))
	white.press("#together-copy")
	white.words("together-copied", "Copying was refused. Select the link and copy it.")
	white.wait("document.activeElement.id === 'together-link' && document.activeElement.selectionEnd > 30")
	white.must(white.Eval("navigator.share = ({url}) => { window.sent = url; return Promise.resolve(); }, 1", nil))
	white.press("#mode-analyse")
	white.wait("!document.getElementById('together').checkVisibility()")
	white.press("#mode-play")
	white.press("#together-send")
	white.wait("sent === document.getElementById('together-link').value")
}

// The box, and the dialogs about links, have room on every screen.
func TestLayoutByLink(t *testing.T) {
	white, black := friends(t)
	again := open(t, visit{server: white.text("location.origin"), hash: white.linkToSend()}).ready()
	again.words("notice", "You play Black against a friend.")
	again.plays("b:c2c4")
	fork := again.linkToSend()
	black.sendsTo(white, "b:e2e4")
	white.sendsTo(black, "m:d2d4 b:e7e5")
	for _, view := range views {
		name := fmt.Sprintf("%dx%d", view.Width, view.Height)
		white.turn(view)
		white.laidOut(name+": the link", view)
		white.opens(fork)
		white.wait("document.getElementById('together-question')?.open")
		white.laidOut(name+": two versions", view)
		white.must(white.Key(browser.Escape))
		white.wait("location.hash === ''")
		white.press("#new")
		white.chooseGame("against=link")
		white.laidOut(name+": a new game", view)
		white.must(white.Key(browser.Escape))
		black.turn(view)
		black.laidOut(name+": one's turn", view)
	}
	white.turn(desktop)
}
