package game_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/banchess/banchess/game"
)

// A position tells what may be played, and a position is a value: playing an
// action gives another one.
func ExamplePosition_Play() {
	p := game.StartPosition()
	fmt.Println(len(p.LegalBans()), "bans,", len(p.LegalMoves()), "moves")

	next, err := p.Play(game.NewBan(game.MustParseSquare("g1"), game.MustParseSquare("f3")))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(next.LegalBans()), "bans,", len(next.LegalMoves()), "moves")
	fmt.Println(next.LegalActionsFrom(game.MustParseSquare("g1")))
	fmt.Println(p.Ply(), next.Ply())
	// Output:
	// 20 bans, 0 moves
	// 0 bans, 19 moves
	// [m:g1h3]
	// 1 2
}

// ParseInput reads what people type, a ban or a move as is due.
func ExamplePosition_ParseInput() {
	p := game.StartPosition()
	for _, text := range []string{"e2-e4", "b:e2e4", "Nf3"} {
		a, err := p.ParseInput(text)
		fmt.Println(a, err)
	}
	p, _ = p.Play(game.MustParseAction("b:e2e4"))
	a, err := p.ParseInput("Nf3")
	fmt.Println(a, err)
	// Output:
	// b:e2e4 <nil>
	// b:e2e4 <nil>
	// b:g1f3 <nil>
	// m:g1f3 <nil>
}

func ExamplePosition_SAN() {
	p := game.MustParseFEN("4k3/4P3/8/8/8/8/8/4K2R w K - 0 1 2")
	for _, text := range []string{"O-O", "h1h8"} {
		m, err := p.ParseSAN(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		san, _ := p.SAN(m)
		fmt.Println(m, san)
	}
	// Output:
	// e1g1 O-O
	// h1h8 Rh8+
}

// Actions can be taken back and played again; every entry of the history
// has the position before and after.
func ExampleGame_Undo() {
	g, err := game.ReplayLog(game.StartPosition(), "b:e2e4", "d4", "b:d7d5", "Nf6")
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Undo()
	g.Undo()
	fmt.Println(g, g.CanRedo())
	g.Redo()
	for _, e := range g.History() {
		fmt.Println(e.Ply(), e.Player(), e)
	}
	// Output:
	// 1. {banning: e2e4} d4 true
	// 1 black b:e2e4
	// 2 white d4
	// 3 white b:d7d5
}

// A game that the board does not end is ended by the players.
func ExampleGame_Resign() {
	g := game.New()
	_ = g.Play(game.MustParseAction("b:e2e4"))
	_ = g.Resign(game.White)
	fmt.Println(g.Result(), g.Result().Token())
	fmt.Println(g.Play(game.MustParseAction("m:d2d4")))
	// Output:
	// Black wins: resignation 0-1
	// the game is over (Black wins: resignation); undo, or start a new game
}

// A clock takes the time from where the program has it. Its side runs on from the
// move to the ban, and gains the increment when the right to act passes.
func ExampleGame_SetClock() {
	now := time.Unix(0, 0)
	clock, err := game.NewClock(time.Minute, 2*time.Second, func() time.Time { return now })
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New()
	g.SetClock(clock) // Black bans first
	now = now.Add(10 * time.Second)
	_ = g.Play(game.MustParseAction("b:e2e4"))
	fmt.Println(clock.Remaining(game.Black), clock.Running())

	now = now.Add(time.Minute)
	fmt.Println(g.Result())
	// Output:
	// 52s white
	// Black wins: time-out
}

// Every error says what is wrong in a code, a sentence and a hint; that of a FEN
// lists every fault.
func ExampleError() {
	_, err := game.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1 3")
	var e *game.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code)
		for _, fault := range e.Faults {
			fmt.Println("-", fault.Message)
		}
	}
	// Output:
	// bad_fen
	// - White has 0 kings
	// - at ply 3 Black's pieces move next, not White's
}

// Perft counts lines of actions, as engines are tested; Divide says how many begin
// with each.
func ExamplePerft() {
	fmt.Println(game.Perft(game.StartPosition(), 4))
	shares, _ := game.Divide(game.StartPosition(), 2, nil)
	fmt.Println(shares[0].Action, shares[0].Lines)
	// Output:
	// 144400
	// b:a2a3 19
}
