package board

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/site"
)

// Every fault has a picture with the size of its view and more than one colour. The pictures
// of the working page are left to the command that takes them: they show states that other
// tests reach.
func TestPicturesOfFaults(t *testing.T) {
	e2e.NeedSite(t)
	root, faults := site.Handler(os.Getenv("BANCHESS_SITE"), "/"), 0
	for _, picture := range gallery.Pictures {
		if !picture.Fault {
			continue
		}
		faults++
		if faults%2 == 0 && !e2e.IsLong() {
			continue
		}
		t.Run(picture.Name, func(t *testing.T) {
			file, err := picture.Take(t.Context(), e2e.Shared(), root)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			ratio := max(picture.View.Ratio, 1)
			want := image.Pt(int(float64(picture.View.Width)*ratio), int(float64(picture.View.Height)*ratio))
			if got := img.Bounds().Size(); got != want {
				t.Errorf("the picture is %v large, want %v", got, want)
			}
			colours := map[[3]uint32]bool{}
			for y := 0; y < want.Y; y += 8 {
				for x := 0; x < want.X; x += 8 {
					r, g, b, _ := img.At(x, y).RGBA()
					colours[[3]uint32{r, g, b}] = true
				}
			}
			if len(colours) < 8 {
				t.Errorf("the picture has %d colours", len(colours))
			}
		})
	}
	if faults == 0 {
		t.Error("there is no picture of a fault")
	}
}
