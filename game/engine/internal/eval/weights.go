package eval

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
)

//go:embed weights.txt
var weightsText string

// fitted are the weights in use, by term.
var fitted = parseWeights(weightsText)

// parseWeights reads what FormatWeights writes: pairs with spaces between them, and
// lines of comment, which begin with #. It panics on any other text.
func parseWeights(text string) (weights [Terms]weight) {
	term := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, pair := range strings.Fields(line) {
			first, second, _ := strings.Cut(pair, ",")
			middle, err := strconv.Atoi(first)
			end, err2 := strconv.Atoi(second)
			if err != nil || err2 != nil {
				panic("weights.txt has " + pair)
			}
			weights[term] = weight(middle<<16 + end)
			term++
		}
	}
	if term != Terms {
		panic("weights.txt has too few weights")
	}
	return weights
}

// FormatWeights writes weights as weights.txt has them, with a comment on where they
// come from.
func FormatWeights(weights [Terms][2]float64, origin string) string {
	var s strings.Builder
	s.WriteString("# Written by \"go run ./scripts lab tune\"; do not edit.\n")
	s.WriteString("# Each pair is a weight in the middlegame and in the endgame, in centipawns.\n# " + origin)
	blocks, first := blockNames(), 0
	for i, w := range weights {
		switch {
		case len(blocks) > 0 && blocks[0].first == i:
			s.WriteString("\n# " + blocks[0].name + "\n")
			first, blocks = i, blocks[1:]
		case (i-first)%4 == 0:
			s.WriteString("\n")
		default:
			s.WriteString(" ")
		}
		fmt.Fprintf(&s, "%d,%d", int(math.Round(w[0])), int(math.Round(w[1])))
	}
	return s.String() + "\n"
}
