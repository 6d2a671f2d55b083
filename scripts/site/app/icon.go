package app

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
)

// Icon is a picture of the installed page, which the manifest names.
type Icon struct {
	Name    string
	Size    int     // pixels
	Purpose string  // as in the manifest
	scale   float64 // of the drawing in its ground, which fills a maskable icon
}

// Icons are the pictures of the installed page. Systems cut a shape of their own out of a
// maskable one; what is within 40 % of its width around the middle always stays.
var Icons = []Icon{
	{"icon-192.png", 192, "any", 1},
	{"icon-512.png", 512, "any", 1},
	{"icon-maskable.png", 512, "maskable", 0.75},
}

// element is an element of the page's icon: a rectangle, a path or a circle.
type element struct {
	XMLName xml.Name
	D       string  `xml:"d,attr"`
	Width   float64 `xml:"width,attr"`
	Height  float64 `xml:"height,attr"`
	RX      float64 `xml:"rx,attr"`
	CX      float64 `xml:"cx,attr"`
	CY      float64 `xml:"cy,attr"`
	R       float64 `xml:"r,attr"`
	Fill    string  `xml:"fill,attr"`
	Stroke  string  `xml:"stroke,attr"`
	Stroked float64 `xml:"stroke-width,attr"`
}

// drawing is the page's icon. Its first shape is the ground.
type drawing struct {
	size   float64
	shapes []assets.Shape
}

func readDrawing(svg []byte) (d drawing, err error) {
	var file struct {
		ViewBox  string    `xml:"viewBox,attr"`
		Elements []element `xml:",any"`
	}
	if err := xml.Unmarshal(svg, &file); err != nil {
		return d, err
	}
	if _, err := fmt.Sscanf(file.ViewBox, "0 0 %f", &d.size); err != nil {
		return d, fmt.Errorf("its viewBox is %q", file.ViewBox)
	}
	for _, e := range file.Elements {
		if e.XMLName.Local == "title" {
			continue
		}
		shape, err := e.shape()
		if err != nil {
			return d, err
		}
		d.shapes = append(d.shapes, shape)
	}
	if len(d.shapes) == 0 || file.Elements[len(file.Elements)-len(d.shapes)].XMLName.Local != "rect" {
		return d, errors.New("its first shape is not a rectangle, the ground")
	}
	return d, nil
}

func (e element) shape() (s assets.Shape, err error) {
	switch e.XMLName.Local {
	case "rect":
		s.Path.RoundedRect(0, 0, e.Width, e.Height, e.RX)
	case "circle":
		s.Path.Circle(e.CX, e.CY, e.R)
	case "path":
		if s.Path, err = assets.ParsePath(e.D); err != nil {
			return s, err
		}
	default:
		return s, fmt.Errorf("<%s> is not one of rect, circle, path", e.XMLName.Local)
	}
	s.Width = e.Stroked
	if e.Fill != "" {
		if s.Fill, err = assets.ParseColor(e.Fill); err != nil {
			return s, err
		}
	}
	if e.Stroke != "" {
		s.Stroke, err = assets.ParseColor(e.Stroke)
	}
	return s, err
}

// Paint paints the page's icon, a small subset of SVG, as a PNG file.
func (i Icon) Paint(svg []byte) ([]byte, error) {
	d, err := readDrawing(svg)
	if err != nil {
		return nil, fmt.Errorf("the page's icon: %w", err)
	}
	canvas := raster.New(i.Size, i.Size)
	scale := float64(i.Size) / d.size
	ground := d.shapes[0]
	if i.scale != 1 {
		ground.Path = nil
		ground.Path.RoundedRect(0, 0, d.size, d.size, 0)
	}
	canvas.Paint(ground, raster.Transform{Scale: scale})
	edge := float64(i.Size) * (1 - i.scale) / 2
	for _, shape := range d.shapes[1:] {
		canvas.Paint(shape, raster.Transform{Scale: scale * i.scale, X: edge, Y: edge})
	}
	var file bytes.Buffer
	err = png.Encode(&file, canvas.Image())
	return file.Bytes(), err
}
