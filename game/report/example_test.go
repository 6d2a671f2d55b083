package report_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/report"
)

// Judges the main line of a PGN, and writes what is said of it into the PGN.
func Example() {
	tree, err := game.ParseTree("1. {banning: d2d4} e4 {banning: a7a6} e5 2. {banning: d2d4} Qh5 {banning: a7a6} Nc6 3. {banning: h5e5} Qxf7+ {banning: e8f7#} 1-0")
	if err != nil {
		log.Fatal(err)
	}
	looker, err := report.NewLooker()
	if err != nil {
		log.Fatal(err)
	}
	r, err := report.Make(tree, report.Lines(tree)[0], looker.Looking(context.Background()), nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range r.Moments {
		if why := m.Explanation; why != nil {
			fmt.Println(m.Name(), why.Kind, why.Better[0]) // m says all of it in a sentence
		}
	}
	if err := r.Write(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(tree.PGN(), "( 3. {banning: h5f7 $142}"))
	// Output:
	// 3. ban h5–e5?? by Black allows_mate b:h5f7
	// true
}
