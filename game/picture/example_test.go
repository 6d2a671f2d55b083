package picture_test

import (
	"fmt"
	"strings"

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
	// <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" role="img" aria-label="Black to move, d7d5 is banned: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"> <nil>
}
