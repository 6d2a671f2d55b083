package assets

import (
	"image/color"
	"io/fs"
	"slices"
	"strings"
	"testing"
)

func TestEveryPieceIsDrawn(t *testing.T) {
	for _, set := range PieceSets {
		for _, color := range "wb" {
			for _, role := range "KQRBNP" {
				name := string(color) + string(role)
				d, err := Piece(set, name)
				if err != nil {
					t.Errorf("%s %s: %v", set, name, err)
					continue
				}
				if d.Width != 100 || d.Height != 100 {
					t.Errorf("%s %s is drawn on %g by %g, not on 100 by 100", set, name, d.Width, d.Height)
				}
				for i, s := range d.Shapes {
					for _, seg := range s.Path {
						pad := s.Width / 2
						if s.Stroke.A == 0 {
							pad = 0
						}
						if e := seg.End; seg.Op != Close && (e.X < pad || e.Y < pad || e.X > 100-pad || e.Y > 100-pad) {
							t.Errorf("%s %s: shape %d reaches over the edge at %v", set, name, i+1, e)
						}
					}
				}
			}
		}
		for _, bad := range [][2]string{{set, "wX"}, {set + "x", "wK"}} {
			if _, err := Piece(bad[0], bad[1]); err == nil {
				t.Errorf("there is a piece %s", bad)
			}
		}
	}
}

// Each piece has the same form on both sides and in every set; only the paint
// differs.
func TestPiecesShareTheirForm(t *testing.T) {
	outline := func(set, name string) (points []Point) {
		d, err := Piece(set, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range d.Shapes {
			if s.Stroke == (color.NRGBA{}) || s.Width != 4 {
				continue
			}
			// An outline is closed; what is not is a line within.
			if s.Path[len(s.Path)-1].Op != Close {
				continue
			}
			for _, seg := range s.Path {
				points = append(points, seg.End)
			}
		}
		return points
	}
	for _, role := range "KQRBNP" {
		want := outline(PieceSets[0], "w"+string(role))
		if len(want) == 0 {
			t.Errorf("%c has no outline", role)
		}
		for _, set := range PieceSets {
			for _, side := range "wb" {
				if got := outline(set, string(side)+string(role)); !slices.Equal(got, want) {
					t.Errorf("%s %c%c: another outline", set, side, role)
				}
			}
		}
	}
}

// In the set for high contrast there is black and white alone.
func TestContrastIsBlackAndWhite(t *testing.T) {
	for _, side := range "wb" {
		for _, role := range "KQRBNP" {
			d, err := Piece("contrast", string(side)+string(role))
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range d.Shapes {
				for _, c := range []color.NRGBA{s.Fill, s.Stroke} {
					if c.A != 0 && !(c.R == c.G && c.G == c.B && (c.R == 0 || c.R == 0xff)) {
						t.Errorf("%c%c: shape %d has a colour: %v", side, role, i+1, c)
					}
				}
			}
		}
	}
}

func TestFigures(t *testing.T) {
	d, err := Figures()
	if err != nil {
		t.Fatal(err)
	}
	var ids string
	for _, s := range d.Shapes {
		ids += s.ID
	}
	if ids != "abcdefgh12345678" {
		t.Errorf("the figures are %q", ids)
	}
}

// The page serves the files as they are, so they must be what a browser takes
// for SVG: with a namespace, and nothing fetched from elsewhere.
func TestFilesServeAsSVG(t *testing.T) {
	names, err := fs.Glob(Files, "pieces/*.svg")
	if err != nil || len(names) != 12 {
		t.Fatalf("there are %d pieces: %v", len(names), err)
	}
	for _, name := range append(names, "figures.svg") {
		data, err := Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := string(data)
		if !strings.HasPrefix(s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="`) || !strings.HasSuffix(s, "</svg>\n") {
			t.Errorf("%s does not start or end as an SVG file", name)
		}
		if strings.Contains(s, "href") || strings.Contains(s, "url(") {
			t.Errorf("%s refers to something else", name)
		}
		if !strings.Contains(s, "<title>") {
			t.Errorf("%s has no title", name)
		}
	}
}

// TestPathsReadBack: the path data of every drawing reads back as the same path.
func TestPathsReadBack(t *testing.T) {
	for _, shape := range append(Brackets(), Arrow(123.4, BanColor, true, 1)...) {
		text := shape.Path.String()
		back, err := parsePath(text)
		if err != nil || back.String() != text || len(back) != len(shape.Path) {
			t.Errorf("%s reads back as %s, %v", text, back, err)
		}
	}
}
