package assets

import (
	"io/fs"
	"strings"
	"testing"
)

func TestEveryPieceIsDrawn(t *testing.T) {
	for _, color := range "wb" {
		for _, role := range "KQRBNP" {
			name := string(color) + string(role)
			d, err := Piece(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if d.Width != 100 || d.Height != 100 {
				t.Errorf("%s is drawn on %g by %g, not on 100 by 100", name, d.Width, d.Height)
			}
			for i, s := range d.Shapes {
				for _, seg := range s.Path {
					pad := s.Width / 2
					if s.Stroke.A == 0 {
						pad = 0
					}
					if e := seg.End; seg.Op != Close && (e.X < pad || e.Y < pad || e.X > 100-pad || e.Y > 100-pad) {
						t.Errorf("%s: shape %d reaches over the edge at %v", name, i+1, e)
					}
				}
			}
		}
	}
	if _, err := Piece("wX"); err == nil {
		t.Error("there is a piece wX")
	}
}

// Each piece has the same form on both sides; only the paint differs.
func TestColorsShareTheirForm(t *testing.T) {
	for _, role := range "KQRBNP" {
		white, err1 := Piece("w" + string(role))
		black, err2 := Piece("b" + string(role))
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		outline := func(d Drawing) (points []Point) {
			for _, s := range d.Shapes {
				if s.Stroke.A > 0 && s.Width == 4 {
					for _, seg := range s.Path {
						points = append(points, seg.End)
					}
				}
			}
			return points
		}
		w, b := outline(white), outline(black)
		if len(w) == 0 || len(w) != len(b) {
			t.Errorf("%c: the outlines have %d and %d points", role, len(w), len(b))
			continue
		}
		for i := range w {
			if w[i] != b[i] {
				t.Errorf("%c: the outlines differ at %v, %v", role, w[i], b[i])
				break
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
	for _, shape := range append(Brackets(), Arrow(123.4, BanColor, true)...) {
		text := shape.Path.String()
		back, err := parsePath(text)
		if err != nil || back.String() != text || len(back) != len(shape.Path) {
			t.Errorf("%s reads back as %s, %v", text, back, err)
		}
	}
}
