package e2e

import (
	"strings"
	"testing"
)

// The example page without rules plays the mating game, by clicking two squares for each
// action, and a promotion that is taken back and made.
func TestMessagesExample(t *testing.T) {
	p := open(t, visit{path: "examples/messages.html"})
	p.wait("document.getElementById('status').textContent === 'black bans one of white\\'s moves'")
	p.wait("document.querySelectorAll('.open').length === 10")
	for _, a := range strings.Fields(mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.press("[data-square='" + strings.ToUpper(square) + "']")
		}
	}
	p.words("status", "The end: white, checkmate by ban")
	p.wait("document.querySelectorAll('.open').length === 0")
	p.press("#undo")
	p.words("status", "white bans one of black's moves")
	p.wait("document.querySelectorAll('.open').length === 1")
}
