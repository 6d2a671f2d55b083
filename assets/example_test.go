package assets_test

import (
	"fmt"
	"image/color"

	"github.com/banchess/banchess/assets"
)

// Every drawing is a size and shapes.
func ExamplePieces() {
	pieces, err := assets.Pieces("classic")
	if err != nil {
		fmt.Println(err)
		return
	}
	knight := pieces["wN"]
	fmt.Println(len(pieces), knight.Width, knight.Height, len(knight.Shapes) > 0)
	_, err = assets.Pieces("marble")
	fmt.Println(err)
	// Output:
	// 12 100 100 true
	// assets: there is no set of pieces "marble"
}

func ExampleArrow() {
	ban := assets.Arrow(200, assets.BanColor, true, 1)
	move := assets.Arrow(200, assets.HintColor, false, 1)
	fmt.Println(len(ban) > len(move), move[0].Path[0].End)
	// Output: true {22 -5.5}
}

func ExamplePath() {
	var p assets.Path
	p.MoveTo(10, 10)
	p.LineTo(20, 10.5)
	p.Close()
	fmt.Println(assets.Shape{Path: p, Fill: color.NRGBA{A: 255}}.Path)
	// Output: M10 10L20 10.5Z
}

func ExampleParseColor() {
	c, err := assets.ParseColor("#c41f30")
	fmt.Println(c == assets.BanColor, err)
	// Output: true <nil>
}
