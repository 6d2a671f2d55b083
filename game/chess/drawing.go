package chess

import "strings"

// Drawing is an arrow on the board or, where To is NoSquare, a circle.
type Drawing struct {
	Color    byte // 'G' green, 'R' red, 'Y' yellow or 'B' blue
	From, To Square
}

// DrawingColors are the letters of all colours.
const DrawingColors = "GRYB"

// ParseDrawing reads a drawing as PGN has it: "Gd4" is a circle, "Ge2e4" an arrow.
func ParseDrawing(s string) (Drawing, error) {
	d := Drawing{To: NoSquare}
	if s != "" && strings.IndexByte(DrawingColors, s[0]) >= 0 {
		d.Color = s[0]
		if from, err := ParseSquare(s[1:]); err == nil {
			d.From = from
			return d, nil
		}
		if p, err := ParsePair(s[1:]); err == nil {
			d.From, d.To = p.From(), p.To()
			return d, nil
		}
	}
	return Drawing{}, &ParseError{"drawing", s}
}

// String returns the drawing as PGN has it.
func (d Drawing) String() string {
	s := string(rune(d.Color)) + d.From.String()
	if d.To.IsValid() {
		s += d.To.String()
	}
	return s
}

// MarshalText writes String, and refuses what does not read back.
func (d Drawing) MarshalText() ([]byte, error) {
	text := d.String()
	if back, err := ParseDrawing(text); err != nil || back != d {
		return nil, &ParseError{"drawing", text}
	}
	return []byte(text), nil
}

// UnmarshalText reads a drawing as PGN has it. On an error d stays as it was.
func (d *Drawing) UnmarshalText(text []byte) error {
	read, err := ParseDrawing(string(text))
	if err == nil {
		*d = read
	}
	return err
}
