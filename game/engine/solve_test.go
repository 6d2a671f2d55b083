package engine

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/banchess/banchess/game/bitboard"
)

var long = flag.Bool("long", false, "run the long versions of the tests")

// rounds scales a test's number of random positions.
func rounds(normal int) int {
	switch {
	case *long:
		return 50 * normal
	case testing.Short():
		return max(1, normal/10)
	}
	return normal
}

// smallPosition returns a random position with few pieces, at either phase, in
// which something can be played. Mates are common: one king stands at the rim.
func smallPosition(rng *rand.Rand) *bitboard.Board {
	for {
		var squares [64]byte
		place := func(c byte, q int) bool {
			if squares[q] != 0 || (c == 'P' || c == 'p') && (q < 8 || q >= 56) {
				return false
			}
			squares[q] = c
			return true
		}
		ok := place('k', 56+rng.IntN(8)) && place('K', rng.IntN(64))
		for _, c := range []byte("QRRBNPPQ")[rng.IntN(6):][:1+rng.IntN(2)] {
			ok = ok && place(c, rng.IntN(64))
		}
		for range rng.IntN(4) {
			ok = ok && place("qrbnppp"[rng.IntN(7)], rng.IntN(64))
		}
		if !ok {
			continue
		}
		fen := ""
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				if c := squares[rank*8+file]; c != 0 {
					fen += string(c)
				} else {
					fen += "1"
				}
			}
			if rank > 0 {
				fen += "/"
			}
		}
		mover := rng.IntN(2)
		b, err := bitboard.Parse(fmt.Sprintf("%s %c - - 0 40 %d", fen, "wb"[mover], 157+2*mover))
		if err != nil || b.InsufficientMaterial() {
			continue
		}
		actions := Actions(b)
		if len(actions) > 0 && rng.IntN(2) == 0 {
			actions[rng.IntN(len(actions))].Play(b)
			actions = Actions(b)
		}
		if len(actions) > 0 {
			return b
		}
	}
}

// slowWins is the rules written down as a minimax: real bans, real moves, no
// theory. The attacker has n moves left.
func slowWins(b *bitboard.Board, attacker bitboard.Color, n int) bool {
	attacking := b.Active() == attacker
	if attacking && !b.BanPly() && n == 0 {
		return false
	}
	actions := Actions(b)
	if len(actions) == 0 { // by a ban: before a ban slowOver has seen it
		return b.InCheck() && b.Mover() != attacker
	}
	for _, a := range actions {
		left := n
		if attacking && !a.Ban {
			left--
		}
		a.Play(b)
		won, over := slowOver(b, a, attacker)
		if !over {
			won = slowWins(b, attacker, left)
		}
		b.Undo()
		if won == attacking {
			return won
		}
	}
	return !attacking
}

// slowOver tells whether an action ended the game and whether the attacker won.
func slowOver(b *bitboard.Board, a Action, attacker bitboard.Color) (won, over bool) {
	if len(Actions(b)) == 0 {
		return b.InCheck() && b.Mover() != attacker, true
	}
	return false, !a.Ban && b.Drawn()
}

// slowTurns returns in how many turns, up to a limit, the player to act wins.
func slowTurns(b *bitboard.Board, limit int) int {
	for n := 1; n <= limit; n++ {
		moves := n
		if b.BanPly() {
			moves--
		}
		if slowWins(b, b.Active(), moves) {
			return n
		}
	}
	return 0
}

// verify walks a proof by the rules and fails the test at its first hole.
func verifyDefence(t *testing.T, b *bitboard.Board, d *Defence) {
	t.Helper()
	if d == nil {
		if len(Actions(b)) != 0 || !b.InCheck() {
			t.Fatalf("the proof ends at %s without mate", b.FEN())
		}
		return
	}
	if b.Drawn() || !b.IsBan(d.Ban) {
		t.Fatalf("the proof bans %s at %s", d.Ban, b.FEN())
	}
	b.Ban(d.Ban)
	replies := map[bitboard.Move]*Attack{}
	for _, r := range d.Replies {
		replies[r.Move] = r.Attack
	}
	actions := Actions(b)
	if len(actions) == 0 && !b.InCheck() {
		t.Fatalf("the proof stalemates at %s", b.FEN())
	}
	for _, a := range actions {
		attack := replies[a.Move]
		if attack == nil {
			t.Fatalf("the proof has no answer to %s at %s", a, b.FEN())
		}
		b.Move(a.Move)
		if b.Drawn() || attack.First.Pair() == attack.Second.Pair() {
			t.Fatalf("the proof is no proof at %s", b.FEN())
		}
		for _, ban := range Actions(b) {
			b.Ban(ban.Move.Pair())
			m, then := attack.First, attack.AfterFirst
			if ban.Move.Pair() == m.Pair() {
				m, then = attack.Second, attack.AfterSecond
			}
			verifyMove(t, b, m, then)
			b.Undo()
		}
		b.Undo()
	}
	b.Undo()
}

func verifyMove(t *testing.T, b *bitboard.Board, m bitboard.Move, then *Defence) {
	t.Helper()
	if _, ok := b.FindMove(m.String()); !ok {
		t.Fatalf("the proof plays %s at %s", m, b.FEN())
	}
	b.Move(m)
	verifyDefence(t, b, then)
	b.Undo()
}

func verifySolution(t *testing.T, b *bitboard.Board, s Solution) {
	t.Helper()
	if b.BanPly() {
		verifyDefence(t, b, s.Defence)
	} else {
		verifyMove(t, b, s.Attack.First, s.Attack.AfterFirst)
	}
}

// TestSolverSearchAndMinimaxAgree compares three ways to find forced wins.
func TestSolverSearchAndMinimaxAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	e := New(Options{Hash: 1})
	wins := 0
	for range rounds(600) {
		b := smallPosition(rng)
		limit := 1
		if len(Actions(b)) <= 14 {
			limit = 2 // beyond that minimax takes seconds
		}
		want := slowTurns(b, limit)
		s, err := Solve(context.Background(), b, limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Turns != want {
			t.Fatalf("%s: solved in %d turns, minimax says %d", b.FEN(), s.Turns, want)
		}
		if want > 0 {
			wins++
			verifySolution(t, b, s)
		}
		e.Clear()
		r, err := e.Search(context.Background(), b, Limits{Depth: 2*limit + 1}, nil)
		if err == nil && want > 0 && r.Score.Mate != want {
			// Reductions may put a mate off for a few iterations, not for good.
			r, err = e.Search(context.Background(), b, Limits{Depth: 14}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if want > 0 && r.Score.Mate != want {
			t.Fatalf("%s: the search says %s, minimax a win in %d", b.FEN(), r.Score, want)
		}
		if want == 0 && r.Score.Mate > 0 && r.Score.Mate <= limit {
			t.Fatalf("%s: the search claims %s", b.FEN(), r.Score)
		}
	}
	t.Logf("%d wins", wins)
	if wins < rounds(600)/30 && !testing.Short() {
		t.Errorf("only %d of the positions are won", wins)
	}
}

// TestMatesAreSound proves every mate the search claims, won or lost, a few
// turns further than minimax can follow.
func TestMatesAreSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	e := New(Options{Hash: 1})
	claims := 0
	for range rounds(400) {
		b := smallPosition(rng)
		e.Clear()
		r, err := e.Search(context.Background(), b, Limits{Depth: 7, Nodes: 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := r.Score.Mate
		if n == 0 || abs(n) > 3 {
			continue
		}
		claims++
		if n > 0 {
			if s, _ := Solve(context.Background(), b, n, nil); s.Turns == 0 {
				t.Errorf("%s: %s claimed with %s, none found", b.FEN(), r.Score, r.Best)
			}
			continue
		}
		// The opponent wins whatever is done now.
		for _, a := range Actions(b) {
			a.Play(b)
			if !a.Ban {
				for _, ban := range Actions(b) {
					ban.Play(b)
					holds(t, b, -n, r.Score, a)
					b.Undo()
				}
				if len(Actions(b)) == 0 {
					t.Errorf("%s: %s claimed, but %s ends the game", b.FEN(), r.Score, a)
				}
			} else {
				holds(t, b, -n, r.Score, a)
			}
			b.Undo()
		}
	}
	t.Logf("%d claims", claims)
	if claims < rounds(400)/20 && !testing.Short() {
		t.Errorf("only %d mates claimed", claims)
	}
}

// TestClaimsInGames proves the short mates claimed while the engine plays games
// against itself, where everything the search does comes together.
func TestClaimsInGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	players := [2]*Engine{New(Options{Hash: 4}), New(Options{Hash: 4})}
	claims := 0
	for range rounds(10) {
		b := bitboard.Start()
		players[0].Clear()
		players[1].Clear()
		for ply := 0; !Over(b) && ply < 300; ply++ {
			if ply < 8 {
				actions := Actions(b)
				actions[rng.IntN(len(actions))].Play(b)
				continue
			}
			r, err := players[b.Active()].Search(context.Background(), b, Limits{Nodes: 3000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := r.Score.Mate; n > 0 && n <= 2 {
				claims++
				if s, _ := Solve(context.Background(), b, n, nil); s.Turns == 0 {
					t.Errorf("%s: %s claimed with %v", b.FEN(), r.Score, r.Lines[0].Actions)
				}
			}
			r.Best.Play(b)
		}
	}
	if claims == 0 {
		t.Error("no mates claimed")
	}
}

// holds fails the test when the mover cannot mate in n turns after all.
func holds(t *testing.T, b *bitboard.Board, n int, claim Score, a Action) {
	t.Helper()
	s, err := Solve(context.Background(), b, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Turns == 0 {
		t.Errorf("%s: %s claimed, but %s holds", b.FEN(), claim, a)
	}
}

// TestRefutations: after any action that is refuted, the replies given hold by
// minimax, and there are enough of them to survive a ban.
func TestRefutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const n = 1
	for range rounds(300) {
		b := smallPosition(rng)
		attacker := b.Active()
		s, err := Solve(context.Background(), b, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Turns == 0) != (len(s.Refutations) == len(Actions(b))) {
			t.Fatalf("%s: %d turns and %d refutations", b.FEN(), s.Turns, len(s.Refutations))
		}
		for _, r := range s.Refutations {
			r.Action.Play(b)
			if won, over := slowOver(b, r.Action, attacker); over {
				if won {
					t.Errorf("%s wins at once", r.Action)
				}
				b.Undo()
				continue
			}
			if want := 2 - len(b.Banned().String())/5; len(r.Replies) > want || len(r.Replies) == 0 && len(Actions(b)) > 1 {
				t.Errorf("%s: %d replies after %s", b.FEN(), len(r.Replies), r.Action)
			}
			for _, m := range r.Replies {
				b.Move(m)
				if won, over := slowOver(b, Action{Move: m}, attacker); over && won || !over && slowWins(b, attacker, 0) {
					t.Errorf("%s loses", m)
				}
				b.Undo()
			}
			b.Undo()
		}
	}
}

// TestSolveLong asks for wins far beyond what can be, in a position where nothing
// can happen, and follows a line that a rule ends.
func TestSolveLong(t *testing.T) {
	b := parse(t, "7k/8/8/p1p1p1p1/P1P1P1P1/8/8/7K w - - 0 1 2")
	s, err := Solve(context.Background(), b, 130, nil)
	if err != nil || s.Turns != 0 {
		t.Errorf("a win in %d turns where nothing can move but kings, %v", s.Turns, err)
	}
	b = parse(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 99 80 318")
	last, _ := FindAction(b, "g1h1") // the hundredth half-move: a draw, check or not
	r, err := New(Options{Hash: 1}).Search(context.Background(), b, Limits{Depth: 2, Only: []Action{last}}, nil)
	if err != nil || r.Score != (Score{}) {
		t.Errorf("%s, %v", r.Score, err)
	}
	checkLine(t, b, r.Lines[0].Actions)
}
