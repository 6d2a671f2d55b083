package uci_test

import (
	"strings"
	"testing"

	"github.com/banchess/banchess/game/uci"
)

// FuzzPosition checks that whatever follows the word position is refused with a sentence, or is a
// game whose last action reads as itself.
func FuzzPosition(f *testing.F) {
	f.Add("startpos moves e2e4 d2d4 e7e5")
	f.Add("fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves h7h8 a7a8q")
	f.Add("fen moves startpos")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := uci.ParsePosition(strings.Fields(text))
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q is refused without a word", text)
			}
			return
		}
		legal := g.LegalActions()
		if len(legal) == 0 || g.Over() {
			return
		}
		if a, err := uci.ParseAction(g, uci.Text(legal[len(text)%len(legal)])); err != nil || !g.IsLegal(a) {
			t.Fatalf("%q: %v is read as %v, %v", text, legal[len(text)%len(legal)], a, err)
		}
	})
}
