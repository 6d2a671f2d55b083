package torture

import (
	"context"
	"fmt"
	"strings"

	"github.com/banchess/banchess/game"
)

// accepted are texts that are read without an error at any length. The work for each part
// of them must not go through all of them again.
var accepted = []struct {
	name, in, before, repeated, after string // a %d in repeated is the number of the repetition
}{
	{name: "empty variations", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "() ", after: "*"},
	{name: "variations of spaces", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "( ) ", after: "*"},
	{name: "variations of a comment", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "({a}) ", after: "*"},
	{name: "variations that cannot be played", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "(x) ", after: "*"},
	{name: "variations in variations", in: "tree", before: "1. {banning: e2e4} d4 " + strings.Repeat("(c4 {a} ", 100) + strings.Repeat("(x ", 90), repeated: "{[%csl Ra1] a} ", after: strings.Repeat(")", 190)},
	{name: "lines that are passed over", in: "tree", before: "1. {banning: e2e4} d4\n", repeated: "(\n%)\n)\n", after: "*"},
	{name: "one variation", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "(c4) ", after: "*"},
	{name: "one variation with comments", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "({one} c4 {two} {three}) ", after: "*"},
	{name: "the main line with comments", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "({one} d4 {two} {three}) ", after: "*"},
	{name: "one variation with glyphs", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "(c4 $1 $%d) ", after: "*"},
	{name: "one variation with evaluations", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "(c4 {[%%eval 0.%d]}) ", after: "*"},
	{name: "one variation with drawings", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "(c4 {[%csl Ra1][%cal Ge2e4]}) ", after: "*"},
	{name: "comments", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "{a} ", after: "*"},
	{name: "lines of comments", in: "tree", before: "1. {banning: e2e4} d4\n", repeated: ";a\n", after: "*"},
	{name: "comments after the result", in: "tree", before: "1. {banning: e2e4} d4 * ", repeated: "{a} "},
	{name: "drawings", in: "tree", before: "1. {banning: e2e4} d4 {[%csl Ra1", repeated: ",Ra1", after: "]} *"},
	{name: "unknown commands", in: "tree", before: "1. {banning: e2e4} d4 {", repeated: "[%x] ", after: "} *"},
	{name: "glyphs", in: "tree", before: "1. {banning: e2e4} d4 ", repeated: "$1 $200 ", after: "*"},
	{name: "glyphs of a ban", in: "tree", before: "1. {banning: e2e4 ", repeated: "$1 ", after: "} d4 *"},
	{name: "different tags", in: "tree", repeated: "[T%d \"x\"]\n", after: "\n*"},
	{name: "one tag", in: "tree", repeated: "[T \"x\"]\n", after: "\n*"},
	{name: "FENs", in: "tree", repeated: "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 1\"]\n", after: "\n*"},
	{name: "games", in: "PGN file", repeated: "*\n"},
	{name: "games with a move", in: "PGN file", repeated: "b:e2e4 d4 *\n"},
	{name: "different tags", in: "JSON of a tree", before: `"`, repeated: `[T%d \"x\"]\n`, after: `\n*"`},
	{name: "comments", in: "JSON of a game", before: `"b:e2e4 d4 `, repeated: "{a} ", after: `*"`},
	{name: "blank lines", in: "messages", repeated: "\n"},
	{name: "states", in: "messages", repeated: `{"message_type":"undo"}` + "\n"},
	{name: "an id", in: "messages", before: `{"message_type":"undo","id":"`, repeated: "a", after: "\"}\n"},
	{name: "pings", in: "UCI", repeated: "isready\n"},
	{name: "positions", in: "UCI", before: "uci\n", repeated: "position startpos moves e2e4 d2d4\n", after: "isready\n"},
	{name: "an unknown option", in: "UCI", before: "setoption name ", repeated: "x ", after: "value 1\nisready\n"},
	{name: "unknown words", in: "UCI", before: "go nodes 1 ", repeated: "x ", after: "\nisready\n"},
	{name: "games and then spaces", in: "PGN file", before: strings.Repeat("*\n", 1<<18), repeated: " "},
	{name: "moves that are searched", in: "UCI", before: "position startpos\ngo nodes 1 searchmoves ", repeated: "e2e4 ", after: "\nisready\n"},
}

// acceptedRound reads all of them, each as long as the longest game.
func acceptedRound(ctx context.Context, size int) (read int, err error) {
	for _, row := range accepted {
		for _, in := range inputs {
			if in.name != row.in || ctx.Err() != nil {
				continue
			}
			text := repeated(row.before, row.repeated, row.after, size)
			sound := in.read
			if in.readAll != nil {
				sound = in.readAll
			}
			in.read = func(ctx context.Context, text string) error {
				if err := sound(ctx, text); err != nil {
					return fmt.Errorf("%s is refused: %v", row.name, err)
				}
				return nil
			}
			if err := in.try(ctx, text); err != nil {
				return read, fmt.Errorf("%s: %w", row.name, err)
			}
			read += len(text)
		}
	}
	return read, nil
}

// repeated returns a text of at most that many bytes.
func repeated(before, part, after string, size int) string {
	var b strings.Builder
	b.Grow(size)
	b.WriteString(before)
	for i := 1; ; i++ {
		next := part
		if strings.Contains(part, "%d") {
			next = fmt.Sprintf(part, i)
		}
		if b.Len()+len(next)+len(after) > size {
			return b.String() + after
		}
		b.WriteString(next)
	}
}

// largestGame is the size of the longest text of a game that can be read.
const largestGame = game.MaxPGNGame
