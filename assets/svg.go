package assets

import (
	"errors"
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// A Drawing is what an SVG file of this project says: a size and shapes, to be
// painted one over the other.
type Drawing struct {
	Width, Height float64 // the viewBox, which starts at 0,0
	Shapes        []Shape
}

// A Shape is one path with its paint. Paths are filled by the non-zero rule;
// strokes have round joins and round caps, as the file must say.
type Shape struct {
	ID     string // the element's id, or ""
	Path   Path
	Fill   color.NRGBA // alpha 0: not filled
	Stroke color.NRGBA // alpha 0: not stroked
	Width  float64     // of the stroke, in the drawing's units
}

// parse reads the subset of SVG that this project's drawings are written in: an
// <svg> with the viewBox "0 0 width height" and, directly in it, <title> and
// <path> elements. A path has d (see [ParsePath]), and may have id and stroke-width.
// The files have no colours: their shapes are neither filled nor stroked.
func parse(svg string) (Drawing, error) {
	var d Drawing
	for {
		name, attrs, rest, err := nextTag(svg)
		if err != nil {
			return Drawing{}, err
		}
		svg = rest
		switch name {
		case "svg":
			if d.Width, d.Height, err = viewBox(attrs["viewBox"]); err != nil {
				return Drawing{}, err
			}
		case "/svg":
			return d, nil
		case "title", "/title": // words for people who inspect the file
		case "path":
			if d.Width == 0 {
				return Drawing{}, errors.New("svg: <path> before <svg>")
			}
			s, err := parseShape(attrs)
			if err != nil {
				return Drawing{}, fmt.Errorf("svg: path %d: %w", len(d.Shapes)+1, err)
			}
			d.Shapes = append(d.Shapes, s)
		default:
			return Drawing{}, fmt.Errorf("svg: <%s> is not one of svg, title, path", name)
		}
	}
}

// nextTag cuts the next tag off the text: its name ("/name" for an end tag) and its
// attributes.
func nextTag(in string) (name string, attrs map[string]string, rest string, err error) {
	_, in, ok := strings.Cut(in, "<")
	if !ok {
		return "", nil, "", errors.New("svg: the file ends before </svg>")
	}
	end := 1 + strings.IndexAny(in[min(1, len(in)):], " \n/>")
	if end == 0 {
		return "", nil, "", errors.New("svg: a tag does not end")
	}
	name, in = in[:end], in[end:]
	attrs = map[string]string{}
	for {
		in = strings.TrimLeft(in, " \n/")
		if strings.HasPrefix(in, ">") {
			return name, attrs, in[1:], nil
		}
		key, after, opens := strings.Cut(in, `="`)
		value, after, closes := strings.Cut(after, `"`)
		if !opens || !closes {
			return "", nil, "", fmt.Errorf("svg: <%s>: an attribute is not of the form name=\"value\"", name)
		}
		attrs[key] = value
		in = after
	}
}

func viewBox(s string) (w, h float64, err error) {
	f := strings.Fields(s)
	if len(f) == 4 && f[0] == "0" && f[1] == "0" {
		w, _ = strconv.ParseFloat(f[2], 64)
		h, _ = strconv.ParseFloat(f[3], 64)
	}
	if !(w > 0 && h > 0) {
		return 0, 0, fmt.Errorf("svg: viewBox %q is not \"0 0 width height\"", s)
	}
	return w, h, nil
}

func parseShape(attrs map[string]string) (Shape, error) {
	s := Shape{Width: 1}
	for key, value := range attrs {
		var err error
		switch key {
		case "id":
			s.ID = value
		case "d":
			s.Path, err = ParsePath(value)
		case "stroke-width":
			if s.Width, err = strconv.ParseFloat(value, 64); err != nil {
				err = fmt.Errorf("stroke-width %q is no number", value)
			}
		default:
			err = fmt.Errorf("attribute %s is not supported", key)
		}
		if err != nil {
			return Shape{}, err
		}
	}
	if len(s.Path) == 0 {
		return Shape{}, errors.New("no path data")
	}
	return s, nil
}

// SVG returns the shape as an element. Its strokes are round if the element around it
// says so with RoundStrokes.
func (s Shape) SVG() string {
	paint := `fill="none"`
	if s.Fill.A > 0 {
		paint = fmt.Sprintf(`fill="#%02x%02x%02x"`, s.Fill.R, s.Fill.G, s.Fill.B)
	}
	if s.Fill.A > 0 && s.Fill.A < 255 {
		paint += fmt.Sprintf(` fill-opacity="%.3g"`, float64(s.Fill.A)/255)
	}
	if s.Stroke.A > 0 {
		paint += fmt.Sprintf(` stroke="#%02x%02x%02x" stroke-width="%.4g"`, s.Stroke.R, s.Stroke.G, s.Stroke.B, s.Width)
	}
	return fmt.Sprintf(`<path %s d="%s"/>`, paint, s.Path)
}

// RoundStrokes are the attributes of an SVG element with shapes in it.
const RoundStrokes = `stroke-linejoin="round" stroke-linecap="round"`

// ParseColor reads "none" or a colour in one of CSS's hexadecimal forms: #rgb,
// #rrggbb, #rrggbbaa.
func ParseColor(s string) (color.NRGBA, error) {
	if s == "none" {
		return color.NRGBA{}, nil
	}
	digits, ok := strings.CutPrefix(s, "#")
	if ok && len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	if ok && len(digits) == 6 {
		digits += "ff"
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !ok || len(digits) != 8 || err != nil {
		return color.NRGBA{}, fmt.Errorf("%q is no colour of the form none, #rgb, #rrggbb or #rrggbbaa", s)
	}
	return color.NRGBA{R: uint8(v >> 24), G: uint8(v >> 16), B: uint8(v >> 8), A: uint8(v)}, nil
}
