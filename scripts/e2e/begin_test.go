package e2e

import "testing"

// An empty list has buttons for a game against the computer or a friend, and for a puzzle.
// After the first action they are gone.
func TestBeginnings(t *testing.T) {
	for button, then := range map[string]string{
		"computer": "document.querySelector('[name=against]:checked').value === 'computer'",
		"friend":   "document.querySelector('[name=against]:checked').value === 'friend'",
		"puzzle":   "document.body.dataset.mode === 'learn' && location.hash === '#puzzle/daily'",
	} {
		t.Run(button, func(t *testing.T) {
			p := open(t, visit{}).ready()
			p.press("#begin-" + button)
			p.wait(then)
		})
	}
	p := open(t, visit{}).ready()
	p.newGame("against=computer", "level=1", "side=black")
	p.words("moves", "Nothing has been played.")
	p.wait("!document.getElementById('begin-computer')")
}
