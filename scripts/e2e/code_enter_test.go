package e2e

import "testing"

// Two players who have both made an invitation after their pages were loaded again, and have
// sent it, get on: one page answers, the other says so in words, and has a button to answer
// all the same.
func TestTwoInvitations(t *testing.T) {
	white, black := byCode(t)
	playOn(t, white, black, "b:e2e4 m:d2d4", func(p player, _ int, action string) { p.plays(action) })
	var codes [2]string
	for _, isByButton := range []bool{false, true} {
		pages := []player{white, black}
		for i, p := range pages {
			p.reload()
			p.ready()
			p.press("#together-connect")
			codes[i] = p.codeToSend()
		}
		counts, other := 0, 1
		if codes[1] < codes[0] {
			counts, other = 1, 0
		}
		pages[counts].enters(codes[other])
		pages[counts].words("connect-error", "You have both made an invitation, and yours counts.")
		answers, inviter := pages[other], pages[counts]
		if isByButton {
			answers, inviter = inviter, answers
			answers.press("#connect-next")
		} else {
			answers.enters(codes[counts])
		}
		answers.words("connect", "Your own invitation no longer works.")
		answers.wait("document.getElementById('connect-text').value.startsWith('4.')")
		inviter.enters(answers.codeToSend())
		white.connected()
		black.connected()
	}
	black.plays("b:d7d5") // of White's
}

// The link of a game that is entered in place of a code is opened: at once where a new game
// begins, and by a button where it would end an invitation.
func TestGameLinkAsCode(t *testing.T) {
	white := open(t, visit{}).ready()
	white.newGame("against=link", "side=white")
	ofTwo := white.linkToSend()
	p := open(t, visit{server: white.text("location.origin")}).ready()
	whole := p.packAs(1, `{"line":"e2e4d2d4"}`)
	for _, tt := range []struct{ link, says string }{
		{whole, "This is the game in the link."},
		{ofTwo, "You play Black against a friend."},
	} {
		p.wait(historyIsFlat)
		p.press("#new")
		p.chooseGame("against=code")
		p.fill("#new-form [name=code]", "https://example.org/"+tt.link)
		p.press("#new-start")
		p.wait("!document.getElementById('new-game').open")
		p.words("notice", tt.says)
	}
	for _, tt := range []struct{ link, says string }{
		{whole, "This is the game in the link."},
		{ofTwo, "You have opened this link before."},
	} {
		p.wait(historyIsFlat)
		p.invites("side=white")
		p.enters("https://example.org/" + tt.link)
		p.words("connect-error", "This is a link to a game, not an answer. Your invitation ends if you open that game.")
		p.press("#connect-next")
		p.wait("!document.getElementById('connect').open")
		p.words("notice", tt.says)
	}
}
