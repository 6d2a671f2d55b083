package svg_test

import (
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/svg"
)

func ExampleDraw() {
	p := game.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4")
	picture, err := svg.Draw(p, svg.Options{Below: game.White, Theme: "slate", Arrows: []svg.Arrow{{Pair: game.MustParsePair("d2d4")}}})
	fmt.Println(strings.HasPrefix(picture, "<svg "), err)
	// Output: true <nil>
}
