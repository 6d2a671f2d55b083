package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"image/png"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/picture"
)

func ExampleSVG() {
	g, err := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4", "b:d7d5")
	if err != nil {
		fmt.Println(err)
		return
	}
	svg, err := picture.SVG(g, picture.Options{
		Below:  game.Black,
		Theme:  "slate",
		Arrows: []picture.Arrow{{Pair: game.MustParsePair("g8f6")}},
	})
	fmt.Println(svg[:strings.Index(svg, ">")+1], err)
	// Output:
	// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-label="Black to move, d7d5 is banned: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1" stroke-linejoin="round" stroke-linecap="round"> <nil>
}

func ExamplePNG() {
	var b bytes.Buffer
	err := picture.PNG(context.Background(), &b, game.NewFrom(game.MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 2:e2e4")), 320, picture.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	config, err := png.DecodeConfig(&b)
	fmt.Println(config.Width, config.Height, err)
	// Output: 320 320 <nil>
}

func ExampleGIF() {
	g, err := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4", "b:d7d5", "Nf6")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	if err := picture.GIF(context.Background(), &b, g, 160, time.Second, picture.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	film, err := gif.DecodeAll(&b)
	fmt.Println(len(film.Image), "frames", err)
	// Output: 5 frames <nil>
}
