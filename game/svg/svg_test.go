package svg

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
)

// elements reads a picture as XML and counts its elements by name.
func elements(t *testing.T, picture string) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, picture)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
			for _, a := range start.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "%!") {
					t.Fatalf("%s=%q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

// TestDraw draws the positions of random games from both sides and in each theme:
// every piece is there, and what is marked is what the position says.
func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		g := game.New()
		for !g.Over() && g.Len() < 80 {
			actions := g.LegalActions()
			if err := g.Play(actions[r.IntN(len(actions))]); err != nil {
				t.Fatal(err)
			}
			if r.IntN(8) > 0 {
				continue
			}
			p := g.Position()
			o := Options{Below: []game.Player{game.White, game.Black}[r.IntN(2)], Theme: assets.Themes[r.IntN(len(assets.Themes))].Name}
			picture, err := DrawGame(g, o)
			if err != nil {
				t.Fatal(err)
			}
			pieces := 0
			for _, piece := range p.Board() {
				if piece != game.NoPiece {
					pieces++
				}
			}
			count := elements(t, picture)
			if count["use"] != pieces {
				t.Errorf("%s: %d pieces drawn, want %d", p, count["use"], pieces)
			}
			if (count["radialGradient"] > 0) != p.InCheck() {
				t.Errorf("%s: check is %v, drawn %v", p, p.InCheck(), count["radialGradient"] > 0)
			}
			_, banned := p.Ban()
			if strings.Contains(picture, "is banned") != banned || strings.Contains(picture, "opacity=\"0.92\"") != banned {
				t.Errorf("%s: the ban is drawn %v", p, !banned)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	p := game.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4")
	plain, err := Draw(p, Options{NoCoordinates: true})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for name, o := range map[string]Options{
		"coordinates": {},
		"black below": {NoCoordinates: true, Below: game.Black},
		"theme":       {NoCoordinates: true, Theme: "slate"},
		"last move":   {NoCoordinates: true, LastMove: game.MustParsePair("d2d4")},
		"arrow":       {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3")}}},
		"barred":      {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3"), Ban: true}}},
	} {
		picture, err := Draw(p, o)
		if err != nil {
			t.Fatal(err)
		}
		elements(t, picture)
		for _, other := range append(seen, plain) {
			if picture == other {
				t.Errorf("%s makes no difference", name)
			}
		}
		seen = append(seen, picture)
	}
	if _, err := Draw(p, Options{Theme: "marble"}); game.CodeOf(err) != CodeBadTheme {
		t.Errorf("a theme that is not there: %v", err)
	}
}

// TestWithoutPosition: the zero Position is an empty board.
func TestWithoutPosition(t *testing.T) {
	picture, err := Draw(game.Position{}, Options{})
	if err != nil || elements(t, picture)["use"] != 0 {
		t.Errorf("%v\n%s", err, picture)
	}
}
