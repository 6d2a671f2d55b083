package board_test

import (
	"fmt"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/wasm/board"
)

// The board shows what it is told, and reports what is picked.
func Example() {
	g := game.New()
	view := func() board.View {
		v := board.View{Pieces: g.Position().Board(), Mover: g.Mover(), Targets: map[chess.Square][]board.Target{}}
		if g.Phase() == game.PhaseMove {
			v.Phase = board.Move
		}
		v.Banned, _ = g.Ban()
		for _, a := range g.LegalActions() {
			p := a.Pair()
			v.Targets[p.From()] = append(v.Targets[p.From()], board.Target{To: p.To()})
		}
		return v
	}
	var b *board.Board
	b = board.New(board.DefaultOptions(), board.Callbacks{
		Action: func(from, to chess.Square, _ chess.Role) {
			action := game.NewBan(from, to)
			if g.Phase() == game.PhaseMove {
				action = game.NewMove(from, to, game.NoRole)
			}
			if err := g.Play(action); err != nil {
				fmt.Println(err)
			}
			b.Set(view())
		},
		Refused: func(from, to chess.Square) { fmt.Println("refused:", from, to) },
	})
	b.Set(view())
	for _, square := range []string{"e2", "e4", "e2", "e4", "d2", "d4"} {
		b.Tap(game.MustParseSquare(square))
	}
	fmt.Println(g)
	// Output:
	// refused: e2 e4
	// 1. {banning: e2e4} d4
}
