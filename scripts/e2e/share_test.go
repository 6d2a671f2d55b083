package e2e

import (
	"fmt"
	"os"
	"os/exec"
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
	q.press("#share-open")
	q.fill("#pgn", pgn)
	q.press("#pgn-load")
	q.wait(game + ".fen() === " + quote(fen))
	q.words("headline", "White wins: checkmate by ban")
	if got := q.actions(); got != mate {
		t.Errorf("loaded %s, want %s", got, mate)
	}
}

// All that a PGN holds stays: the page writes what `convert` writes, also at the
// next visit, and an action in the middle of a line takes nothing away.
func TestPGNKeepsAll(t *testing.T) {
	const file = "../../game/testdata/pgn/study.pgn"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "run", "../../game/cmd/banchess", "convert", "--to", "pgn", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, visit{}).ready()
	p.press("#share-open")
	p.fill("#pgn", string(text))
	p.press("#pgn-load")
	const pgn = "document.getElementById('pgn').value"
	same := fmt.Sprintf("%s.trim() === %s.trim()", pgn, quote(string(want)))
	p.wait(same)
	p.words("moves", "The usual choice.")
	p.words("moves", "Another idea:")

	p.must(p.Goto(p.text("location.href")))
	p.ready()
	p.wait(same)

	line := p.actions()
	p.press("#undo")
	p.press("#undo")
	p.press("#undo")
	p.wait(game + ".getPly() === 4")
	hands[0].play(p, "m:h7h6", false)
	p.wait(pgn + ".includes('h6')")
	for _, want := range []string{"The usual choice.", "Another idea:", "[%clk 0:09:58]", "[%eval 0.31,18]", "$10", "Bf4"} {
		if got := p.text(pgn); !strings.Contains(got, want) {
			t.Errorf("after an action in the middle there is no %s:\n%s", want, got)
		}
	}
	p.press("[data-action='m:c1f4']")
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(line))
}

// A game that was stored before the page kept trees is there again.
func TestOldStoredGame(t *testing.T) {
	p := open(t, visit{}).ready()
	p.must(p.Eval(`localStorage['banchess.game'] = JSON.stringify({record: {
		format: 1, fen: document.getElementById('board').game.fen(), first: {ply: 1, fullMove: 1}, tags: {}, outcome: null,
		nodes: [[0, 'b:e2e4', 'e2e4', null], [1, 'm:d2d4', 'd4', {ended: 'resignation', winner: 'black'}], [1, 'm:g1f3', 'Nf3', null]], at: 2, end: 2,
	}})`, nil))
	p.must(p.Goto(p.text("location.href")))
	p.ready()
	p.words("headline", "Black wins")
	p.wait("document.getElementById('pgn').value.includes('( 1. Nf3 )') || document.getElementById('pgn').value.includes('(1. Nf3)')")
	p.wait("document.getElementById('pgn').value.trim().endsWith('0-1')")
}

// What cannot be loaded is refused in words, and the game stays.
func TestLoadErrors(t *testing.T) {
	p := open(t, visit{}).ready()
	hands[0].playAll(p, firstActions(mate, 2))
	fen := p.fen()
	p.press("#share-open")
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

// TestSixFields holds the rule of six_fields.txt in both boxes.
func TestSixFields(t *testing.T) {
	table, err := os.ReadFile("../../game/testdata/six_fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, visit{}).ready()
	for line := range strings.Lines(string(table)) {
		fen, want, ok := strings.Cut(strings.TrimSpace(line), " ; ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, box := range []string{"fen", "pgn"} {
			if p.fen() != promotion {
				p.load(promotion)
			}
			p.press("#share-open")
			p.fill("#"+box, fen)
			p.press("#" + box + "-load")
			if want == "bad_fen" {
				p.words(box+"-error", "not possible")
				p.must(p.Eval("document.getElementById('"+box+"').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'})); document.getElementById('share').close()", nil))
				continue
			}
			p.wait(game + ".fen() === " + quote(want))
			ply := strings.TrimRight(want[strings.LastIndexByte(want, ' ')+1:], "+#=")
			p.words("notice", "The FEN has six fields: taken at ply "+ply+", ")
		}
	}
}
