package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
)

// IsLive is JavaScript that reports whether the page is connected to the other player.
const IsLive = "document.getElementById('together').dataset.live === 'true'"

// Invites starts a game by code and returns the code.
func (p Player) Invites(choices ...string) string {
	p.T.Helper()
	p.NewGame(append([]string{"against=code"}, choices...)...)
	return p.CodeToSend()
}

// CodeToSend returns the code that the dialog shows, which its link and its picture have too.
func (p Player) CodeToSend() string {
	p.T.Helper()
	p.Await("document.getElementById('connect')?.open && document.getElementById('connect-text')?.value")
	code := p.Text("document.getElementById('connect-text').value")
	if link := p.Text("document.getElementById('connect-link').value"); link != p.Text("location.href.split('#')[0]")+"#"+code {
		p.T.Errorf("the link is %s, of the code %s", link, code)
	}
	if len(code) > 200 {
		p.T.Errorf("the code has %d characters", len(code))
	}
	return code
}

// Enters gives the dialog the answer to the invitation.
func (p Player) Enters(answer string) {
	p.T.Helper()
	p.Fill("#connect-answer", answer)
	p.Press("#connect-go")
}

// Connected waits until the page is connected, and the dialog is gone.
func (p Player) Connected() {
	p.T.Helper()
	p.Await(IsLive + " && !document.getElementById('connect')?.open && (" + HistoryIsFlat + ")")
}

// Meets opens the invitation that a page shows in another profile, and connects the two.
func (p Player) Meets(invitation string, view browser.View) (black Player) {
	t, white := p.T, p
	black = Open(t, Visit{View: view, Server: white.Text("location.origin"), Hash: "#" + invitation}).Ready()
	black.Words("connect", "You play Black.")
	white.Enters(black.CodeToSend())
	white.Connected()
	black.Connected()
	white.Words("notice", "Connected. You play White.")
	black.Words("notice", "Connected. You play Black.")
	black.Await("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
	return black
}

// OpenBeside opens a link in another tab of the same browser.
func (p Player) OpenBeside(link string) Player {
	p.T.Helper()
	return p.OpenBesideAt(link, Desktop)
}

// OpenBesideAt opens a link in another tab of the same browser, in a window of another size.
func (p Player) OpenBesideAt(link string, view browser.View) Player {
	p.T.Helper()
	q, err := p.Beside(p.Text("location.href.split(/[?#]/)[0]")+link, view)
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(q.Close)
	return Player{q, p.T}.Ready()
}

// BuiltCommand builds the command line for a test.
func BuiltCommand(t *testing.T) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "banchess")
	if out, err := exec.Command("go", "build", "-o", command, "../../../game/cmd/banchess").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return command
}

// OpensRoom starts a game in a room and returns the link for the opponent.
func (p Player) OpensRoom(choices ...string) string {
	p.T.Helper()
	p.Press("#new")
	p.Await("document.querySelector('#new-form [value=room]') !== null")
	p.ChooseGame(append([]string{"against=room"}, choices...)...)
	p.Words("new-in-room", "A game that nobody visits for 30 days is deleted")
	p.Press("#new-start")
	p.Words("together-text", "Send this link to your friend")
	return p.Text("document.getElementById('together-link').value")
}

// Follows opens the link of a room in another profile.
func (p Player) Follows(link string, view browser.View) Player {
	p.T.Helper()
	_, hash, _ := strings.Cut(link, "#")
	return Open(p.T, Visit{View: view, Server: p.Text("location.origin"), Hash: "#" + hash, Allow: Faulty("WebSocket connection")}).Ready()
}

// RoomLink returns the link for watchers or the user's own one, which the box shows.
func (p Player) RoomLink(what string) string {
	p.T.Helper()
	p.Press("#room-" + what)
	defer p.Press("#room-" + what)
	return p.Text("document.getElementById('together-link').value")
}

// FriendsAt does so in windows of another size.
func FriendsAt(t *testing.T, view browser.View) (white, black Player) {
	t.Helper()
	white = Open(t, Visit{View: view}).Ready()
	white.NewGame("against=link", "side=white")
	white.Words("together-text", "Send this link to your friend, who plays Black and bans first:")
	white.Words("together", "Only this computer can open links to 127.0.0.1:")
	black = Open(t, Visit{View: view, Server: white.Text("location.origin"), Hash: white.LinkToSend()}).Ready()
	black.Words("notice", "You play Black against a friend.")
	black.Words("together-text", "Take your turn. Then you get a link for your friend.")
	black.Await("location.hash === '' && document.getElementById('board').options.orientation === 'black'")
	return white, black
}

// LinkToSend returns the link that the page offers, without the part before the #.
func (p Player) LinkToSend() string {
	p.T.Helper()
	const field = "document.getElementById('together-link')"
	p.Await(field + "?.checkVisibility() && " + field + ".value !== ''")
	link := p.Text(field + ".value")
	address, hash, _ := strings.Cut(link, "#")
	if address != p.Text("location.href.split('#')[0]") || !strings.HasPrefix(hash, "2.") {
		p.T.Errorf("the link is %s", link)
	}
	return "#" + hash
}

// Opens follows a link on the page that is open.
func (p Player) Opens(link string) {
	p.T.Helper()
	p.Await("(" + HistoryIsFlat + ") && location.hash !== " + Quote(link)) // a link that was opened leaves the address
	p.Must(p.Eval("location.hash = "+Quote(link)+", 1", nil))
}

// Has waits until the game on the board has these actions, and the log too.
func (p Player) Has(actions string) {
	p.T.Helper()
	if err := p.Wait(Game + ".toJSON().actions.join(' ') === " + Quote(actions)); err != nil {
		p.T.Fatalf("the game is %s, want %s: %v", p.Actions(), actions, err)
	}
}
