package game_test

import (
	"testing"

	"github.com/banchess/banchess/game"
)

func TestFromStandardPGN(t *testing.T) {
	const italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 11"
	for _, tt := range []struct{ text, fen string }{
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 *", italian},
		{"\ufeffe4 e5 Nf3 Nc6 Bc4", italian},
		{"[White \"A\"]\r\n[Result \"*\"]\r\n\r\n1.e4! {a (comment} e5 (1... c5 (1... e6 2. d4 {)}) 2. Nf3) 2.Nf3 $1 2... Nc6\r\n% not read\r\n3.Bc4!? ; d4\r\n1/2-1/2", italian},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0\n\n[White \"B\"]\n\n1. {banning: e2e4} d4 *", italian},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4\n[White \"B\"]\n\n1. d4 *", italian},
		{"[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/7K/8 b - - 0 7\"]\n\n7... Kg7 8. a8=Q *", "Q7/6k1/8/8/8/8/7K/8 b - - 0 8 31"},
		{"1. f3 e5 2. g4 Qh4# 0-1", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 9#"},
	} {
		if p, err := game.FromStandardPGN(tt.text); err != nil || p.FEN() != tt.fen {
			t.Errorf("%q: %s, %v, want %s", tt.text, p.FEN(), err, tt.fen)
		}
	}
	for _, tt := range []struct {
		text, token  string
		code         game.Code
		line, column int
	}{
		{"", "", game.CodeBadPGN, 1, 1},
		{"[White \"A\"]\n\n*", "*", game.CodeBadSAN, 3, 1},
		{"1. e4 e5\n2. Qxh7 *", "Qxh7", game.CodeIllegalMove, 2, 4},
		{"1. e4 {Banning: e7e5} e5 *", "{", game.CodeBadPGN, 1, 7},
		{"b:e2e4 d4 *", "b:e2e4", game.CodeBadSAN, 1, 1},
		{"1. f3 e5 2. g4 Qh4# 3. e4 *", "e4", game.CodeGameOver, 1, 24},
		{"1. e4 {e5", "{", game.CodeBadPGN, 1, 7},
		{"1. e4 (1. d4", "(", game.CodeBadPGN, 1, 7},
		{"[White A]\n\n1. e4 *", "[", game.CodeBadPGN, 1, 1},
		{"[FEN \"" + game.StartFEN + "\"]\n\n1. e4 *", "[FEN]", game.CodeBadFEN, 1, 1},
	} {
		_, err := game.FromStandardPGN(tt.text)
		e, ok := err.(*game.Error)
		if !ok || e.Code != tt.code || e.Token != tt.token || e.Line != tt.line || e.Column != tt.column {
			t.Errorf("%q: %+v, want %s of %q at %d:%d", tt.text, err, tt.code, tt.token, tt.line, tt.column)
		}
	}
}
