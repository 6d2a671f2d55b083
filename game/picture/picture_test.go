package picture

import (
	"encoding/xml"
	"io"
	"math/rand/v2"
	"slices"
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
			picture, err := SVG(g, o)
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

// variants are options each of which makes a picture look otherwise.
var variants = map[string]Options{
	"coordinates": {},
	"black below": {NoCoordinates: true, Below: game.Black},
	"theme":       {NoCoordinates: true, Theme: "slate"},
	"last move":   {NoCoordinates: true, LastMove: game.MustParsePair("d2d4")},
	"arrow":       {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3")}}},
	"barred":      {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3"), Ban: true}}},
	"on the ban":  {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("e2e4")}}},
	"green arrow": {NoCoordinates: true, Drawings: []game.Drawing{{Color: 'G', From: 6, To: 21}}},
	"red arrow":   {NoCoordinates: true, Drawings: []game.Drawing{{Color: 'R', From: 6, To: 21}}},
	"circle":      {NoCoordinates: true, Drawings: []game.Drawing{{Color: 'G', From: 6, To: game.NoSquare}}},
}

// banned is a game at a move ply.
func banned(t *testing.T) *game.Game {
	t.Helper()
	g, err := game.NewFromFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestOptions(t *testing.T) {
	plain, err := SVG(banned(t), Options{NoCoordinates: true})
	if err != nil {
		t.Fatal(err)
	}
	seen := []string{plain}
	for name, o := range variants {
		picture, err := SVG(banned(t), o)
		if err != nil {
			t.Fatal(err)
		}
		elements(t, picture)
		if slices.Contains(seen, picture) {
			t.Errorf("%s makes no difference", name)
		}
		seen = append(seen, picture)
	}
	if _, err := SVG(banned(t), Options{Theme: "marble"}); game.CodeOf(err) != CodeBadTheme {
		t.Errorf("a theme that is not there: %v", err)
	}
	for _, theme := range Themes() {
		if _, err := SVG(banned(t), Options{Theme: theme}); err != nil {
			t.Error(err)
		}
	}
}

// TestHostileOptions: what is not on the board is not drawn, and nothing panics.
func TestHostileOptions(t *testing.T) {
	plain, err := SVG(banned(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{
		{LastMove: game.Pair(5 | 5<<6)},
		{Below: 77},
		{Arrows: []Arrow{{}, {Pair: game.Pair(12 | 12<<6)}}},
		{Drawings: []game.Drawing{{}, {Color: 'G', From: 200, To: 3}, {Color: 'X', From: 2, To: 3}, {Color: 'G', From: 3, To: 3}}},
	} {
		if picture, err := SVG(banned(t), o); err != nil || picture != plain {
			t.Errorf("%+v: %v, %d bytes instead of %d", o, err, len(picture), len(plain))
		}
	}
	if picture, err := SVG(new(game.Game), Options{}); err != nil || elements(t, picture)["use"] != 32 {
		t.Errorf("%v\n%s", err, picture)
	}
}
