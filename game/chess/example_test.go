package chess_test

import (
	"fmt"

	"github.com/banchess/banchess/game/chess"
)

// A position is a value: a copy tries a move.
func ExamplePosition_Play() {
	var setup chess.Setup
	setup.Mover, setup.EnPassant, setup.Fullmove = chess.White, chess.NoSquare, 1
	for name, piece := range map[string]byte{"a1": 'K', "b7": 'P', "h8": 'k'} {
		q, _ := chess.ParseSquare(name)
		setup.Board[q] = chess.PieceOf(piece)
	}
	before := chess.NewPosition(setup)

	m, err := chess.ParseMove("b7b8q")
	if err != nil || !before.IsLegal(m) {
		fmt.Println(err, "or not legal")
		return
	}
	after := before
	after.Play(m)
	fmt.Println(m.Pair(), after.At(m.To()), after.Mover(), after.InCheck())
	fmt.Println(before.At(m.From()), before.Mover())
	// Output:
	// b7b8 Q black true
	// P white
}

// A list of moves needs no allocation; Count needs not even the list.
func ExamplePosition_Moves() {
	var setup chess.Setup
	setup.Mover, setup.EnPassant, setup.Fullmove = chess.White, chess.NoSquare, 1
	for name, piece := range map[string]byte{"a1": 'K', "b7": 'P', "h8": 'k'} {
		q, _ := chess.ParseSquare(name)
		setup.Board[q] = chess.PieceOf(piece)
	}
	p := chess.NewPosition(setup)
	var l chess.MoveList
	p.Moves(&l)
	moves, pairs := p.Count()
	fmt.Println(len(l.Slice()), moves, pairs)
	// Output: 7 7 4
}

// A set of squares is a bitboard.
func ExampleKnightAttacks() {
	g1, _ := chess.ParseSquare("g1")
	attacks := chess.KnightAttacks(g1)
	fmt.Println(attacks.Count(), attacks.First())
	// Output: 3 e2
}

func ExampleParseMove() {
	_, err := chess.ParseMove("e2e9")
	fmt.Println(err)
	// Output: "e2e9" is not a move; write two different squares and the piece of a promotion, such as e2e4 or e7e8q
}
