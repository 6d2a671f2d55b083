package e2e

import (
	"strings"
	"testing"
)

// A PGN that the page exported, loaded into the page again, is the same game.
func TestPGNRoundTrip(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, mate)
	p.wait("document.getElementById('pgn').value.includes('1-0')")
	pgn, fen := p.text("document.getElementById('pgn').value"), p.fen()
	for _, want := range []string{`[Variant "Ban Chess"]`, "{banning: e8f7#}", "1-0"} {
		if !strings.Contains(pgn, want) {
			t.Errorf("the PGN has no %s:\n%s", want, pgn)
		}
	}

	// In a page of its own, where nothing is remembered.
	q := open(t, visit{}).ready()
	q.fill("#pgn", pgn)
	q.press("#pgn-load")
	q.wait(game + ".fen() === " + quote(fen))
	q.words("headline", "White wins: checkmate by ban")
	if got := q.actions(); got != mate {
		t.Errorf("loaded %s, want %s", got, mate)
	}
}

// What cannot be loaded is refused in words, and the game stays.
func TestLoadErrors(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 2))
	fen := p.fen()
	for _, tt := range []struct {
		field, load, complaint, text, want string
	}{
		{"#fen", "#fen-load", "fen-error", "8/8/8/8/8/8/8/8 w - - 0 1 1", "king"},
		{"#pgn", "#pgn-load", "pgn-error", "1. {banning: e2e4} e4", "banned"},
	} {
		p.fill(tt.field, tt.text)
		p.press(tt.load)
		p.words(tt.complaint, tt.want)
		if got := p.fen(); got != fen {
			t.Errorf("%q changed the game to %s", tt.text, got)
		}
	}
}
