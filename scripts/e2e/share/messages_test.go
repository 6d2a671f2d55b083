package share

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
)

// The example page without rules plays the mating game, by clicking two squares for each
// action, and a promotion that is taken back and made.
func TestMessagesExample(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Path: "examples/messages.html"})
	p.Await("document.getElementById('status').textContent === 'black bans one of white\\'s moves'")
	p.Await("document.querySelectorAll('.open').length === 10")
	for _, a := range strings.Fields(e2e.Mate) {
		for _, square := range []string{a[2:4], a[4:6]} {
			p.Press("[data-square='" + strings.ToUpper(square) + "']")
		}
	}
	p.Words("status", "The end: white, checkmate by ban")
	p.Await("document.querySelectorAll('.open').length === 0")
	p.Press("#undo")
	p.Words("status", "white bans one of black's moves")
	p.Await("document.querySelectorAll('.open').length === 1")
}
