package uci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
)

// position obeys "position startpos|fen <fen> [moves <action>…]". The board is
// replaced only when all of it is legal.
func (s *session) position(args []string) error {
	at := slices.Index(args, "moves")
	var actions []string
	if at >= 0 {
		args, actions = args[:at], args[at+1:]
	}
	var b *bitboard.Board
	switch {
	case len(args) == 1 && args[0] == "startpos":
		b = bitboard.Start()
	case len(args) > 1 && args[0] == "fen":
		var err error
		if b, err = bitboard.Parse(strings.Join(args[1:], " ")); err != nil {
			return err
		}
	default:
		return fmt.Errorf("position wants: position startpos|fen <fen> [moves <action> ...]")
	}
	for i, text := range actions {
		kind := "move"
		if b.BanPly() {
			kind = "ban"
		}
		if engine.Over(b) {
			return fmt.Errorf("action %d, %q: the game is over at ply %d", i+1, text, b.Ply())
		}
		a, ok := engine.FindAction(b, text)
		if p := b.Banned(); !ok && p != 0 && strings.HasPrefix(text, p.String()) {
			return fmt.Errorf("action %d: %s is banned at ply %d (%s banned it)", i+1, p, b.Ply(), colorName(b.Mover().Other()))
		}
		if !ok {
			return fmt.Errorf("action %d: %q is no legal %s at ply %d", i+1, text, kind, b.Ply())
		}
		a.Play(b)
	}
	s.board = b
	return nil
}

// show answers d: the board for human eyes, and its FEN.
func (s *session) show() {
	b := s.board
	for rank := 7; rank >= 0; rank-- {
		var line strings.Builder
		fmt.Fprintf(&line, "%d", rank+1)
		for file := range 8 {
			fmt.Fprintf(&line, " %s", b.At(bitboard.Square(rank*8+file)))
		}
		s.say("%s", line.String())
	}
	s.say("  a b c d e f g h")
	s.say("Fen: %s", b.FEN())
	s.say("Key: %016X", b.Hash())
	active := colorName(b.Active())
	switch {
	case engine.Over(b):
		s.say("Phase: the game is over")
	case b.BanPly():
		s.say("Phase: ban, %s bans", active)
	default:
		s.say("Phase: move, %s moves, %s is banned", active, b.Banned())
	}
}

func colorName(c bitboard.Color) string {
	if c == bitboard.White {
		return "White"
	}
	return "Black"
}
