package torture

import (
	"context"
	"math/rand/v2"
	"strings"
)

var large = Part{
	Name:  "large",
	Unit:  "bytes",
	Whole: true,
	Round: func(ctx context.Context, r *rand.Rand) (int, error) {
		read, err := acceptedRound(ctx, largestGame)
		if err != nil {
			return read, err
		}
		more, err := largeRound(ctx, r, 50<<20)
		return read + more, err
	},
}

// contents are the contents of large files; a round uses all of them.
var contents = []struct{ before, repeated, after string }{
	{"1. {banning: e2e4} ", "(", ""},
	{"1. {banning: e2e4} d4 ", "(1. c4 ", ""},
	{"1. {banning: e2e4} d4 ", "()", " *"},
	{"1. {banning: e2e4} d4 {", "a comment ", "} *"},
	{"1. {banning: e2e4} d4 ", "{} ", "*"},
	{"1. {banning: e2e4} d4 {", "{", "} *"},
	{"; ", "a line without an end ", ""},
	{"[White \"", "a", "\"]\n\n*"},
	{"", "[White \"Ada\"]\n", "\n*"},
	{"1. ", "\xff\xfe\xed\xa0\x80", " *"},
	{"1. {", "\x00\x1b[2J\x7f\r", "} *"},
	{"1. {banning: e2e4} ", "d4 {banning: e7e5} ", "*"},
	{"1. {banning: e2e4} ", "Nf3 {banning: e7e5} Nf6 {banning: e2e4} Ng1 {banning: e7e5} Ng8 {banning: e2e4} ", "*"},
	{"", "*\n", ""},
	{"", "[Event \"?\"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *\n\n", ""},
	{"", "\n", "*"},
	{"1. {banning: e2e4} d4 ", "$1 ", "*"},
	{"1. {banning: e2e4} d4 ", "{[%csl Ra1] [%eval 0.1] [%clk 0:00:01]} ", "*"},
}

func largeRound(ctx context.Context, r *rand.Rand, size int) (int, error) {
	read := 0
	for _, i := range r.Perm(len(contents)) {
		if ctx.Err() != nil {
			break
		}
		c := contents[i]
		text := c.before + strings.Repeat(c.repeated, size/len(c.repeated)) + c.after
		for _, in := range inputs {
			if in.name != "PGN file" && in.name != "tree" || ctx.Err() != nil {
				continue
			}
			if err := in.try(ctx, text); err != nil {
				return read, err
			}
		}
		read += len(text)
	}
	return read, nil
}
