package main

import (
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestOrdinaryChess checks that a PGN of ordinary chess is named as such, with the command
// that plays on from the end of its first game, if it can go on.
func TestOrdinaryChess(t *testing.T) {
	t.Chdir(t.TempDir())
	const end = `to play on from the end of its first game: banchess play --fen "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"`
	for pgn, want := range map[string]string{
		"1. e4 e5 2. Nf3 Nc6 *\n": end,
		"[Event \"x\"]\n\n1. e4 {hi (there} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6 1-0\n\n[Event \"y\"]\n\n1. d4 d5 *\n": end,
		"[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8=Q Kg7 *\n":                                          `banchess play --fen "Q7/6k1/8/8/8/8/7K/8 w - - 1 2"`,
		"1. e4 e6 2. Qxh7 *\n":         "write a ban before it",
		"1. f3 e5 2. g4 Qh4# 0-1\n":    "write a ban before it", // it cannot go on
		"1. e4 {Banning: e7e5} e5 *\n": "write a ban before it",
		"1. {banning: e2e4} d4 d5 *\n": "write a ban before it",
	} {
		if err := os.WriteFile("games.pgn", []byte(pgn), 0o644); err != nil {
			t.Fatal(err)
		}
		for args, exit := range map[string]int{"report games.pgn": cli.ExitFailed, "mistakes games.pgn": cli.ExitFailed, "play --pgn games.pgn": cli.ExitFailed, "convert games.pgn": cli.ExitNegative} {
			got := banchess(t, "", strings.Fields(args)...)
			if got.code != exit || !strings.Contains(got.err, "games.pgn: ") || !strings.Contains(got.err, want) {
				t.Errorf("%s of %q: exit %d: %s", args, pgn, got.code, got.err)
			}
		}
	}
}
