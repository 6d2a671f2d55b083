package together

import (
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// Two players who have both made an invitation after their pages were loaded again, and have
// sent it, get on: one page answers, the other says so in words, and has a button to answer
// all the same.
func TestTwoInvitations(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4", func(p e2e.Player, _ int, action string) { p.Plays(action) })
	var codes [2]string
	for _, isByButton := range []bool{false, true} {
		pages := []e2e.Player{white, black}
		for i, p := range pages {
			p.Reload()
			p.Ready()
			p.Press("#together-connect")
			codes[i] = p.CodeToSend()
		}
		counts, other := 0, 1
		if codes[1] < codes[0] {
			counts, other = 1, 0
		}
		pages[counts].Enters(codes[other])
		pages[counts].Words("connect-error", "You have both made an invitation, and yours counts.")
		answers, inviter := pages[other], pages[counts]
		if isByButton {
			answers, inviter = inviter, answers
			answers.Press("#connect-next")
		} else {
			answers.Enters(codes[counts])
		}
		answers.Words("connect", "Your own invitation no longer works.")
		answers.Await("document.getElementById('connect-text').value.startsWith('4.')")
		inviter.Enters(answers.CodeToSend())
		white.Connected()
		black.Connected()
	}
	black.Plays("b:d7d5") // of White's
}

// The link of a game that is entered in place of a code is opened: at once where a new game
// begins, and by a button where it would end an invitation.
func TestGameLinkAsCode(t *testing.T) {
	white := e2e.Open(t, e2e.Visit{}).Ready()
	white.NewGame("against=link", "side=white")
	ofTwo := white.LinkToSend()
	p := e2e.Open(t, e2e.Visit{Server: white.Text("location.origin")}).Ready()
	whole := p.PackAs(1, `{"line":"e2e4d2d4"}`)
	for _, tt := range []struct{ link, says string }{
		{whole, "This is the game in the link."},
		{ofTwo, "You play Black against a friend."},
	} {
		p.Await(e2e.HistoryIsFlat)
		p.Press("#new")
		p.ChooseGame("against=code")
		p.Fill("#new-form [name=code]", "https://example.org/"+tt.link)
		p.Press("#new-start")
		p.Await("!document.getElementById('new-game').open")
		p.Words("notice", tt.says)
	}
	for _, tt := range []struct{ link, says string }{
		{whole, "This is the game in the link."},
		{ofTwo, "You have opened this link before."},
	} {
		p.Await(e2e.HistoryIsFlat)
		p.Invites("side=white")
		p.Enters("https://example.org/" + tt.link)
		p.Words("connect-error", "This is a link to a game, not an answer. Your invitation ends if you open that game.")
		p.Press("#connect-next")
		p.Await("!document.getElementById('connect').open")
		p.Words("notice", tt.says)
	}
}
