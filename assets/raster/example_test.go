package raster_test

import (
	"fmt"
	"image/color"

	"github.com/banchess/banchess/assets"
	"github.com/banchess/banchess/assets/raster"
)

func ExampleCanvas() {
	var disc assets.Path
	disc.Circle(50, 50, 40)
	c := raster.New(20, 20)
	c.Paint(assets.Shape{Path: disc, Fill: color.NRGBA{R: 0xff, A: 0xff}}, raster.Transform{Scale: 0.2})
	fmt.Println(c.Image().At(10, 10), c.Image().At(0, 0))
	// Output: {255 0 0 255} {0 0 0 0}
}
