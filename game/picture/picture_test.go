package picture

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
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
			gametest.Play(r, g, g.Len()+1+r.IntN(16))
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
	"pieces":      {NoCoordinates: true, Pieces: "contrast"},
	"last move":   {NoCoordinates: true, LastMove: game.MustParsePair("d2d4")},
	"arrow":       {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3")}}},
	"barred":      {NoCoordinates: true, Arrows: []Arrow{{Pair: game.MustParsePair("g1f3"), Kind: assets.HintBan}}},
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
	if _, err := SVG(banned(t), Options{Pieces: "marble"}); game.CodeOf(err) != CodeBadPieces {
		t.Errorf("pieces that are not there: %v", err)
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

// shown is a short game with a mate by ban, a check and drawings.
func shown(t *testing.T) *game.Game {
	t.Helper()
	g, err := game.ParsePGN("1. {banning: a2a3} e4 {[%cal Ge4e5] [%csl Rd5]} {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7}")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPNG: the picture has its size, the colours of the squares where they are, and
// pieces where they stand.
func TestPNG(t *testing.T) {
	slate := assets.ThemeOf("slate")
	for _, size := range []int{MinSize, 400, 777} {
		var b bytes.Buffer
		if err := PNG(t.Context(), &b, shown(t), size, Options{Theme: "slate"}); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil || img.Bounds().Dx() != size || img.Bounds().Dy() != size {
			t.Fatalf("%d: %v, %v", size, img.Bounds(), err)
		}
		at := func(x, y float64) color.Color {
			return color.NRGBAModel.Convert(img.At(int(x*float64(size)/8), int(y*float64(size)/8)))
		}
		if got := at(2.5, 4.5); got != color.Color(slate.Light) {
			t.Errorf("%d: c4 is %v", size, got)
		}
		if got := at(3.5, 4.5); got != color.Color(slate.Dark) {
			t.Errorf("%d: d4 is %v", size, got)
		}
		if got := at(0.5, 0.7); got == at(0.9, 0.5) {
			t.Errorf("%d: no rook on a8", size)
		}
	}
	for _, size := range []int{-1, 0, MinSize - 1, MaxSize + 1, 1 << 30} {
		if err := PNG(t.Context(), io.Discard, shown(t), size, Options{}); game.CodeOf(err) != CodeBadSize {
			t.Errorf("%d: %v", size, err)
		}
	}
	if err := PNG(t.Context(), io.Discard, shown(t), 100, Options{Theme: "marble"}); game.CodeOf(err) != CodeBadTheme {
		t.Error(err)
	}
}

// painted returns what is painted in a PNG.
func painted(t *testing.T, g *game.Game, size int, o Options) *image.RGBA {
	t.Helper()
	var b bytes.Buffer
	if err := PNG(t.Context(), &b, g, size, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.RGBA)
}

// TestVariantsInPixels: what makes a difference in the drawing makes one in pixels.
func TestVariantsInPixels(t *testing.T) {
	draw := func(o Options) string {
		return string(painted(t, banned(t), 160, o).Pix)
	}
	seen := map[string]string{draw(Options{NoCoordinates: true}): "plain"}
	for name, o := range variants {
		pixels := draw(o)
		if other, ok := seen[pixels]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[pixels] = name
	}
}

// rareCheck is a game in which a king is in check once, far from both ends.
func rareCheck(t *testing.T) *game.Game {
	t.Helper()
	g, err := game.ParsePGN("1. {banning: a2a3} e4 {banning: a7a6} d6 2. {banning: a2a3} Bb5+ {banning: c7c6} Nc6")
	if err != nil {
		t.Fatal(err)
	}
	for g.Len() < 30 {
		if err := g.Play(quiet(g)); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// quiet returns the first legal action after which nobody is in check.
func quiet(g *game.Game) game.Action {
	for _, a := range g.LegalActions() {
		if next, err := g.Position().Play(a); err == nil && !next.InCheck() {
			return a
		}
	}
	return g.LegalActions()[0]
}

// TestGIF: a frame for the start and one for each action, also of a game that the
// players ended. Each is the position that PNG draws, whatever the number of frames is: bans and
// moves take turns, and a check may be rare.
func TestGIF(t *testing.T) {
	resigned, err := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4")
	if err != nil {
		t.Fatal(err)
	}
	if err := resigned.Resign(game.White); err != nil {
		t.Fatal(err)
	}
	games := []*game.Game{shown(t), resigned, game.New(), rareCheck(t)}
	for _, n := range []int{8, 9, 10} {
		g := shown(t)
		for g.Len() > n {
			g.Undo()
		}
		games = append(games, g)
	}
	for _, g := range games {
		const size = 160
		fen := g.FEN()
		var b bytes.Buffer
		if err := GIF(t.Context(), &b, g, size, 500*time.Millisecond, Options{}); err != nil {
			t.Fatal(err)
		}
		film, err := gif.DecodeAll(&b)
		if err != nil || len(film.Image) != g.Len()+1 || film.Config.Width != size || film.Delay[len(film.Delay)-1] != 200 || g.FEN() != fen {
			t.Fatalf("%v: %v, %d frames, delays %v", g, err, len(film.Image), film.Delay)
		}
		at := g.Clone()
		for at.Undo() {
		}
		seen := image.NewRGBA(image.Rect(0, 0, size, size))
		for n, frame := range film.Image {
			draw.Draw(seen, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
			want := painted(t, at, size, Options{})
			far := 0
			for i := range want.Pix {
				if d := int(want.Pix[i]) - int(seen.Pix[i]); d > 24 || d < -24 {
					far++
				}
			}
			if far > len(want.Pix)/1000 {
				t.Errorf("%v: frame %d of %d shows something else, at %d of %d", g, n, len(film.Image), far, len(want.Pix))
			}
			at.Redo()
		}
	}
	for _, delay := range []time.Duration{-1, 0, time.Millisecond, time.Hour} {
		if err := GIF(t.Context(), io.Discard, shown(t), 100, delay, Options{}); game.CodeOf(err) != CodeBadDelay {
			t.Errorf("%v: %v", delay, err)
		}
	}
}

// TestMostDrawings: of a position that is full of circles and arrows as many are drawn
// as are promised, those of the game first.
func TestMostDrawings(t *testing.T) {
	full := banned(t)
	for range MostDrawings - 1 {
		a := full.Annotation(full.Len())
		a.Drawings = append(a.Drawings, game.Drawing{Color: 'G', From: 3, To: game.NoSquare})
	}
	two := []game.Drawing{{Color: 'R', From: 6, To: 21}, {Color: 'B', From: 7, To: 22}}
	draw := func(o Options) string {
		text, err := SVG(full, o)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	none, one, both := draw(Options{}), draw(Options{Drawings: two[:1]}), draw(Options{Drawings: two})
	if none == one || one != both {
		t.Errorf("%d drawings: %v, %d: %v", MostDrawings, none != one, MostDrawings+1, one != both)
	}
}

// ender ends a context when something is written, and counts what is written later.
type ender struct {
	end   context.CancelFunc
	later int
}

func (e *ender) Write(b []byte) (int, error) {
	if e.end != nil {
		e.end()
		e.end = nil
		return len(b), nil
	}
	e.later += len(b)
	return len(b), nil
}

// TestEnds: a picture ends with its context, before anything is painted and in the
// midst of writing.
func TestEnds(t *testing.T) {
	for name, draw := range map[string]func(context.Context, io.Writer) error{
		"PNG": func(ctx context.Context, w io.Writer) error { return PNG(ctx, w, shown(t), 400, Options{}) },
		"GIF": func(ctx context.Context, w io.Writer) error {
			return GIF(ctx, w, shown(t), 400, time.Second, Options{})
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		w := &ender{end: cancel}
		if err := draw(ctx, w); !errors.Is(err, context.Canceled) || w.later > 0 {
			t.Errorf("%s, ended in the midst: %v, and %d bytes more", name, err, w.later)
		}
		w = &ender{}
		if err := draw(ctx, w); !errors.Is(err, context.Canceled) || w.later > 0 {
			t.Errorf("%s, ended before: %v, and %d bytes", name, err, w.later)
		}
	}
}

func BenchmarkGIF(b *testing.B) {
	g, err := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4", "b:d7d5", "Nf6")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := GIF(b.Context(), io.Discard, g, 400, time.Second, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
