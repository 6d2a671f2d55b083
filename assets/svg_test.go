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
		{"m1 2l3 4z", "M1,2 L4,6 Z"},
		{"M1 2 3 4 5 6", "M1,2 L3,4 L5,6"},
		{"m1 2 3 4", "M1,2 L4,6"},
		{"M0 0H5V6h-1v-2", "M0,0 L5,0 L5,6 L4,6 L4,4"},
		{"M0 0C1 2 3 4 5 6", "M0,0 C1,2,3,4,5,6"},
		{"M0 0c1 2 3 4 5 6c1 1 2 2 3 3", "M0,0 C1,2,3,4,5,6 C6,7,7,8,8,9"},
		{"M0 0C1 2 3 4 5 6S9 9 10 10", "M0,0 C1,2,3,4,5,6 C7,8,9,9,10,10"},
		{"M1 1L2 2S3 3 4 4", "M1,1 L2,2 C2,2,3,3,4,4"},
		{"M0 0Q3 3 6 0", "M0,0 C2,2,4,2,6,0"},
		{"M0 0L5 0L5 5Zl1 1", "M0,0 L5,0 L5,5 Z L1,1"},
		{"M.5.5-1-2L+1,+2", "M0.5,0.5 L-1,-2 L1,2"},
		{" M 1 , 2 \n L 3\t4 ", "M1,2 L3,4"},
		{"", ""},
	}
	for _, tt := range tests {
		p, err := parsePath(tt.data)
		if err != nil {
			t.Errorf("%q: %v", tt.data, err)
		} else if got := p.words(); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.data, got, tt.want)
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
		{"1 2", "command is missing"},
		{"M1", "number is missing"},
		{"M1 x", "number is missing"},
		{"M0 0A1 1 0 0 0 2 2", "not one of"},
		{"M0 0Z1 2", "command is missing"},
		{"M0 0L1 2 3", "number is missing"},
		{"M0 0C1 2 3 4", "number is missing"},
		{"M- -", "number is missing"},
		{"M0 0?", "number is missing"},
	}
	for _, tt := range tests {
		if p, err := parsePath(tt.data); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v; want an error that says %q", tt.data, p, err, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	d, err := parse(`<?xml-less?>`)
	if err == nil {
		t.Errorf("a processing instruction was read as %v", d)
	}
	d, err = parse(`<!-- a comment --><svg xmlns="x" viewBox="0 0 40 20">
		<title>What it is</title>
		<path id="a" d="M0 0L1 1"/>
		<path d="M0 0L2 2" fill="none" stroke="#abc" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"></path>
	</svg>`)
	if err != nil {
		t.Fatal(err)
	}
	if d.Width != 40 || d.Height != 20 || len(d.Shapes) != 2 {
		t.Fatalf("read %+v", d)
	}
	if s := d.Shapes[0]; s.ID != "a" || s.Fill != (color.NRGBA{A: 0xff}) || s.Stroke.A != 0 {
		t.Errorf("the first shape is %+v", s)
	}
	if s := d.Shapes[1]; s.Fill.A != 0 || s.Stroke != (color.NRGBA{0xaa, 0xbb, 0xcc, 0xff}) || s.Width != 2.5 {
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
		{`<svg viewBox="0 0 9 9`, "does not end"},
		{`<svg`, "does not end"},
		{`<!-- x`, "does not end"},
		{`<path d="M0 0"/>`, "before <svg>"},
		{in(`<circle r="1"/>`), "<circle>"},
		{in(`<path d='M0 0'/>`), "name="},
		{in(`<path/>`), "no path data"},
		{in(`<path d="L0 0"/>`), "starts with M"},
		{in(`<path d="M0 0" transform="x"/>`), "transform"},
		{in(`<path d="M0 0" fill="red"/>`), "colour"},
		{in(`<path d="M0 0" fill="#12345"/>`), "colour"},
		{in(`<path d="M0 0" stroke-width="x"/>`), "stroke-width"},
		{in(`<path d="M0 0" stroke="#000"/>`), "round"},
		{in(`<path d="M0 0" stroke="#000" stroke-linejoin="miter" stroke-linecap="round"/>`), "round"},
	}
	for _, tt := range tests {
		if d, err := parse(tt.svg); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v; want an error that says %q", tt.svg, d, err, tt.want)
		}
	}
}

// No text makes the parser panic, and what it accepts starts every path with a move.
func FuzzParse(f *testing.F) {
	f.Add(`<svg viewBox="0 0 9 9"><path d="M0 0C1 2 3 4 5 6Z" fill="#123"/></svg>`)
	f.Add(`<svg viewBox="0 0 9 9"><!-- --><title>x</title><path d="m.5.5 1-1"/></svg>`)
	f.Fuzz(func(t *testing.T, svg string) {
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
