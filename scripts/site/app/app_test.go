package app

import (
	"bytes"
	"encoding/json"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
)

func TestIcons(t *testing.T) {
	svg, err := os.ReadFile("../../../web/page/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	ground, figure := color.RGBA{0x2d, 0x2a, 0x26, 0xff}, color.RGBA{0xf3, 0xea, 0xd9, 0xff}
	for _, icon := range Icons {
		text, err := icon.Paint(svg)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if size := picture.Bounds().Size(); size.X != icon.Size || size.Y != icon.Size {
			t.Errorf("%s has the size %v", icon.Name, size)
		}
		at := func(x, y float64) color.RGBA {
			middle := float64(icon.Size) / 2
			return color.RGBAModel.Convert(picture.At(int(middle+x*icon.scale*middle/32), int(middle+y*icon.scale*middle/32))).(color.RGBA)
		}
		if got := at(4, -8); got != figure {
			t.Errorf("%s: the figure is %v", icon.Name, got)
		}
		corner := color.RGBAModel.Convert(picture.At(0, 0)).(color.RGBA)
		if want := map[string]color.RGBA{"any": {}, "maskable": ground}[icon.Purpose]; corner != want {
			t.Errorf("%s: the corner is %v, want %v", icon.Name, corner, want)
		}
		// Nothing but the ground is outside the part that always stays.
		for x := range icon.Size {
			for y := range icon.Size {
				dx, dy := float64(2*x+1-icon.Size)/2, float64(2*y+1-icon.Size)/2
				if far := 0.4 * float64(icon.Size); icon.Purpose == "maskable" && dx*dx+dy*dy > far*far && color.RGBAModel.Convert(picture.At(x, y)) != ground {
					t.Fatalf("%s has a figure at %d,%d", icon.Name, x, y)
				}
			}
		}
	}
}

func TestIconsRefuse(t *testing.T) {
	for _, svg := range []string{"", "<svg/>", `<svg viewBox="0 0 64 64"><path d="M0 0Z"/></svg>`, `<svg viewBox="0 0 64 64"><ellipse/></svg>`, `<svg viewBox="0 0 64 64"><rect width="64" height="64" fill="red"/></svg>`} {
		if _, err := Icons[0].Paint([]byte(svg)); err == nil {
			t.Errorf("%s is painted", svg)
		}
	}
}

// Addresses of the manifest are those of the page, in any folder.
func TestManifestIsRelative(t *testing.T) {
	var manifest map[string]any
	if err := json.Unmarshal(Manifest("../"), &manifest); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"start_url", "scope"} {
		if manifest[name] != "../" {
			t.Errorf("%s is %v", name, manifest[name])
		}
	}
	if strings.Contains(string(Manifest("../")), `"/`) {
		t.Error("an address is absolute")
	}
}

func TestWorker(t *testing.T) {
	text, err := Worker([]byte("program\n"), "r-1", map[string]string{"": "sum"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "const RELEASE=\"r-1\",FILES={\"\":\"sum\"};\nprogram\n"; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	if again := Program(text); string(again) != "program\n" || string(Program(again)) != "program\n" {
		t.Errorf("the program is %s", again)
	}
}
