package assets

import (
	"image/color"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestEveryPieceIsDrawn(t *testing.T) {
	for _, set := range PieceSets {
		pieces, err := Pieces(set)
		if err != nil {
			t.Error(err)
			continue
		}
		names := slices.Sorted(maps.Keys(pieces))
		if want := strings.Fields("bB bK bN bP bQ bR wB wK wN wP wQ wR"); !slices.Equal(names, want) {
			t.Errorf("%s has the pieces %q, want %q", set, names, want)
		}
		for name, d := range pieces {
			if d.Width != 100 || d.Height != 100 || len(d.Shapes) == 0 {
				t.Errorf("%s %s is %d shapes on %g by %g, not on 100 by 100", set, name, len(d.Shapes), d.Width, d.Height)
			}
			for i, s := range d.Shapes {
				pad := s.Width / 2
				if s.Stroke.A == 0 {
					pad = 0
				}
				for _, seg := range s.Path {
					if e := seg.End; seg.Op != Close && (e.X < pad || e.Y < pad || e.X > 100-pad || e.Y > 100-pad) {
						t.Errorf("%s %s: shape %d reaches over the edge at %v", set, name, i+1, e)
					}
				}
			}
		}
	}
	if _, err := Pieces("marble"); err == nil {
		t.Error("there is a set that there is not")
	}
}

// A form has known parts alone, and its closed parts turn the same way: a hole would
// otherwise appear where they overlap.
func TestForms(t *testing.T) {
	for _, set := range sets {
		form, err := load("pieces/" + set.form + ".svg")
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range form.Shapes {
			role, part, _ := strings.Cut(s.ID, "-")
			path := s.Path
			switch part {
			case "half":
				first, last := path[0].End, path[len(path)-1].End
				if first.X != 50 || last.X != 50 || first.Y >= last.Y {
					t.Errorf("%s, part %d: a half goes from %v to %v, not down the axis", set.form, i+1, first, last)
				}
				path = path.band(-1, 1)
			case "body":
			case "shade", "gleam", "line", "dot":
				continue
			default:
				t.Errorf("%s, part %d of %s is %q", set.form, i+1, role, part)
			}
			area, at := 0.0, path[0].End
			for _, seg := range path {
				if seg.Op != Close {
					area += at.X*seg.End.Y - seg.End.X*at.Y
					at = seg.End
				}
			}
			if path[len(path)-1].Op != Close || area <= 0 {
				t.Errorf("%s: %s is open or turns the other way", set.form, s.ID)
			}
		}
	}
}

// In the set for high contrast there is black and white alone.
func TestContrastIsBlackAndWhite(t *testing.T) {
	pieces, err := Pieces("contrast")
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range pieces {
		for i, s := range d.Shapes {
			for _, c := range []color.NRGBA{s.Fill, s.Stroke} {
				if c.A != 0 && !(c.R == c.G && c.G == c.B && (c.R == 0 || c.R == 0xff)) {
					t.Errorf("%s: shape %d has a colour: %v", name, i+1, c)
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

// The files are SVG that other programs can open: with a namespace, and nothing fetched
// from elsewhere.
func TestFilesAreSVG(t *testing.T) {
	names, err := fs.Glob(Files, "pieces/*.svg")
	if err != nil || len(names) == 0 {
		t.Fatalf("there are %d forms: %v", len(names), err)
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
		back, err := ParsePath(text)
		if err != nil || back.String() != text || len(back) != len(shape.Path) {
			t.Errorf("%s reads back as %s, %v", text, back, err)
		}
	}
}
