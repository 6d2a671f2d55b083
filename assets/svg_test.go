package assets

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
)

func TestParsePath(t *testing.T) {
	tests := []struct{ data, want string }{
		{"M1 2L3 4Z", "M1,2 L3,4 Z"},
		{"M0 0C1 2 3 4 5 6", "M0,0 C1,2,3,4,5,6"},
		{"M0 0Q3 3 6 0", "M0,0 C2,2,4,2,6,0"},
		{"M0 0L5 0L5 5ZM1 1L-2 .5", "M0,0 L5,0 L5,5 Z M1,1 L-2,0.5"},
		{"M 1 2\n L 3  4 ", "M1,2 L3,4"},
		{"", ""},
	}
	for _, tt := range tests {
		p, err := ParsePath(tt.data)
		if err != nil {
			t.Errorf("%q: %v", tt.data, err)
		} else if got := p.words(); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.data, got, tt.want)
		}
	}
}

// TestPathText: what is left out of the text of a path would draw nothing.
func TestPathText(t *testing.T) {
	for data, want := range map[string]string{
		"M0 0L5 0L5 5L0 0Z":              "M0 0L5 0L5 5Z",
		"M0 0C1 2 3 4 5 6L5 6L5.0001 6Z": "M0 0C1 2 3 4 5 6Z",
		"M0 0L5 0L0 0":                   "M0 0L5 0L0 0",
		"M3 3L3 3":                       "M3 3L3 3", // a dot
		"M3 3L3 3Z":                      "M3 3L3 3Z",
		"M0 0L5 0L0 0ZM5 0L7 0L5 0Z":     "M0 0L5 0ZM5 0L7 0Z",
	} {
		if p, err := ParsePath(data); err != nil || p.String() != want {
			t.Errorf("%q: %q, %v; want %q", data, p.String(), err, want)
		}
	}
}

func (p Path) words() string {
	var w []string
	for _, s := range p {
		switch s.Op {
		case MoveTo:
			w = append(w, fmt.Sprintf("M%g,%g", s.End.X, s.End.Y))
		case LineTo:
			w = append(w, fmt.Sprintf("L%g,%g", s.End.X, s.End.Y))
		case CurveTo:
			w = append(w, fmt.Sprintf("C%g,%g,%g,%g,%g,%g", s.A.X, s.A.Y, s.B.X, s.B.Y, s.End.X, s.End.Y))
		case Close:
			w = append(w, "Z")
		}
	}
	return strings.Join(w, " ")
}

func TestParsePathRefuses(t *testing.T) {
	tests := []struct{ data, want string }{
		{"L1 2", "starts with M"},
		{"M0 0Z1 2", "not one of"},
		{"M0 0ZL1 2", "starts with M"},
		{"M0 0l1 2", "not a number"},
		{"1 2", "starts with M"},
		{" M1 2", "starts with M"},
		{"m1 2", "starts with M"},
		{"M1", "not one of"},
		{"M1 x", "not a number"},
		{"M0 0A1 1 0 0 0 2 2", "not a number"},
		{"M0 0L1 2 3", "not one of"},
		{"M0 0L1 2 3 4", "not one of"},
		{"M0 0C1 2 3 4", "not one of"},
		{"M0 0L1,2", "not a number"},
		{"M- -", "not a number"},
		{"M0 0?", "not a number"},
	}
	for _, tt := range tests {
		if p, err := ParsePath(tt.data); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v; want an error that says %q", tt.data, p, err, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	d, err := parse(`<?xml-less?>`)
	if err == nil {
		t.Errorf("a processing instruction was read as %v", d)
	}
	d, err = parse(`<svg xmlns="x" viewBox="0 0 40 20">
		<title>What it is</title>
		<path id="a" d="M0 0L1 1"/>
		<path d="M0 0L2 2" stroke-width="2.5"/>
	</svg>`)
	if err != nil {
		t.Fatal(err)
	}
	if d.Width != 40 || d.Height != 20 || len(d.Shapes) != 2 {
		t.Fatalf("read %+v", d)
	}
	if s := d.Shapes[0]; s.ID != "a" || s.Width != 1 || s.Fill.A != 0 || s.Stroke.A != 0 {
		t.Errorf("the first shape is %+v", s)
	}
	if s := d.Shapes[1]; s.ID != "" || s.Width != 2.5 {
		t.Errorf("the second shape is %+v", s)
	}
}

func TestParseRefuses(t *testing.T) {
	in := func(s string) string { return `<svg viewBox="0 0 9 9">` + s + `</svg>` }
	tests := []struct{ svg, want string }{
		{"", "ends before"},
		{`<svg viewBox="0 0 9 9">`, "ends before"},
		{`<svg>`, "viewBox"},
		{`<svg viewBox="1 0 9 9">`, "viewBox"},
		{`<svg viewBox="0 0 9">`, "viewBox"},
		{`<svg viewBox="0 0 9 -9">`, "viewBox"},
		{`<svg viewBox="0 0 9 9`, "name="},
		{`<svg`, "does not end"},
		{`<`, "does not end"},
		{`<!-- x --><svg viewBox="0 0 9 9">`, "<!-->"},
		{in(`<path d="M0 0"></path>`), "</path>"},
		{`<path d="M0 0"/>`, "before <svg>"},
		{in(`<circle r="1"/>`), "<circle>"},
		{in(`<path d='M0 0'/>`), "name="},
		{in(`<path/>`), "no path data"},
		{in(`<path d="L0 0"/>`), "starts with M"},
		{in(`<path d="M0 0" transform="x"/>`), "transform"},
		{in(`<path d="M0 0" fill="red"/>`), "fill"},
		{in(`<path d="M0 0" stroke-width="x"/>`), "stroke-width"},
	}
	for _, tt := range tests {
		if d, err := parse(tt.svg); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v; want an error that says %q", tt.svg, d, err, tt.want)
		}
	}
}

// No text makes the parser panic, and what it accepts starts every path with a move.
func FuzzParse(f *testing.F) {
	f.Add(`<svg viewBox="0 0 9 9"><path d="M0 0C1 2 3 4 5 6Z" stroke-width="2"/></svg>`)
	f.Add(`<svg viewBox="0 0 9 9"><title>x</title><path d="M.5 .5Q1 -1 2 0"/></svg>`)
	f.Fuzz(func(t *testing.T, svg string) {
		if p, err := ParsePath(svg); err == nil {
			if again, err := ParsePath(p.String()); err != nil || again.String() != p.String() {
				t.Errorf("%q is the path %q, then %q, %v", svg, p, again, err)
			}
		}
		if c, err := ParseColor(svg); err != nil && c != (color.NRGBA{}) {
			t.Errorf("%q is refused, and is %v", svg, c)
		}
		d, err := parse(svg)
		if err != nil {
			return
		}
		for _, s := range d.Shapes {
			if len(s.Path) == 0 || s.Path[0].Op != MoveTo {
				t.Errorf("a path starts with %v", s.Path)
			}
		}
	})
}
