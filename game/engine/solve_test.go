package engine

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
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
func smallPosition(rng *rand.Rand) game.Position {
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
		p, err := game.ParseFEN(fmt.Sprintf("%s %c - - 0 40 %d", fen, "wb"[mover], 157+2*mover))
		if err != nil || p.Result().Over() {
			continue
		}
		if actions := p.LegalActions(); rng.IntN(2) == 0 {
			p = play(p, actions[rng.IntN(len(actions))])
		}
		if !p.Result().Over() {
			return p
		}
	}
}

// play returns the position after a legal action.
func play(p game.Position, a game.Action) game.Position {
	after, err := p.Play(a)
	if err != nil {
		panic(err)
	}
	return after
}

// slowWins is the rules written down as a minimax: real bans, real moves, no
// theory. The attacker has n moves left.
func slowWins(p game.Position, attacker game.Player, n int) bool {
	if r := p.Result(); r.Over() {
		return r.Winner == attacker
	}
	attacking := p.ActivePlayer() == attacker
	if attacking && p.Phase() == game.PhaseMove {
		if n == 0 {
			return false
		}
		n--
	}
	for _, a := range game.NewFrom(p).AppendLegalActions(nil) {
		if slowWins(play(p, a), attacker, n) == attacking {
			return attacking
		}
	}
	return !attacking
}

// slowTurns returns in how many turns, up to a limit, the player to act wins.
func slowTurns(p game.Position, limit int) int {
	for n := 1; n <= limit; n++ {
		moves := n
		if p.Phase() == game.PhaseBan {
			moves--
		}
		if slowWins(p, p.ActivePlayer(), moves) {
			return n
		}
	}
	return 0
}

// verifyDefence walks a proof by the rules and fails the test at its first hole.
func verifyDefence(t *testing.T, p game.Position, d *Defence) {
	t.Helper()
	if d == nil {
		if r := p.Result(); r.Winner != p.Mover().Opponent() {
			t.Fatalf("the proof ends at %s without mate", p)
		}
		return
	}
	after, err := p.Play(d.Ban)
	if err != nil {
		t.Fatalf("the proof bans %s at %s: %v", d.Ban, p, err)
	}
	if r := after.Result(); r.Over() && r.Winner != p.Mover().Opponent() {
		t.Fatalf("the proof ends in %s at %s", r, after)
	}
	replies := map[game.Action]*Attack{}
	for _, r := range d.Replies {
		replies[r.Move] = r.Attack
	}
	for _, m := range after.LegalMoves() {
		attack := replies[game.MoveAction(m)]
		if attack == nil {
			t.Fatalf("the proof has no answer to %s at %s", m, after)
		}
		next := play(after, game.MoveAction(m))
		verifyAttack(t, next, attack)
	}
}

// verifyAttack plays on after every ban, and walks the proof after the first of those with
// which the same move is played.
func verifyAttack(t *testing.T, p game.Position, a *Attack) {
	t.Helper()
	if p.Result().Over() || a.First.Pair() == a.Second.Pair() {
		t.Fatalf("the proof is no proof at %s", p)
	}
	walked := map[game.Action]bool{}
	for _, ban := range p.LegalBans() {
		m, then := a.First, a.AfterFirst
		if ban == m.Pair() {
			m, then = a.Second, a.AfterSecond
		}
		switch next := play(p, game.BanAction(ban)); {
		case !walked[m]:
			verifyMove(t, next, m, then)
			walked[m] = true
		case !slices.Contains(game.NewFrom(next).LegalActions(), m):
			t.Fatalf("the proof plays %s at %s", m, next)
		}
	}
}

func verifyMove(t *testing.T, p game.Position, m game.Action, then *Defence) {
	t.Helper()
	after, err := p.Play(m)
	if err != nil {
		t.Fatalf("the proof plays %s at %s: %v", m, p, err)
	}
	verifyDefence(t, after, then)
}

func verifySolution(t *testing.T, p game.Position, s Solution) {
	t.Helper()
	switch {
	case s.Lost > 0:
		verifyAttack(t, p, s.Attack)
	case p.Phase() == game.PhaseBan:
		verifyDefence(t, p, s.Defence)
	default:
		verifyMove(t, p, s.Attack.First, s.Attack.AfterFirst)
	}
}

// slowLost returns in how many turns, up to a limit, the mover wins at a ban ply
// whatever is banned.
func slowLost(p game.Position, limit int) int {
	for n := 1; n <= limit && p.Phase() == game.PhaseBan; n++ {
		if slowWins(p, p.Mover(), n) {
			return n
		}
	}
	return 0
}

// TestSolverSearchAndMinimaxAgree compares three ways to find forced wins.
func TestSolverSearchAndMinimaxAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	e := newEngine(t, Options{Hash: 1})
	wins, losses := 0, 0
	for range rounds(200) {
		p := smallPosition(rng)
		g := game.NewFrom(p)
		limit := 1
		if len(g.LegalActions()) <= 14 {
			limit = 2 // beyond that minimax takes seconds
		}
		want := slowTurns(p, limit)
		s, err := Solve(context.Background(), g, limit, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Turns != want {
			t.Fatalf("%s: solved in %d turns, minimax says %d", p, s.Turns, want)
		}
		lost := slowLost(p, limit)
		if s.Lost != lost || (s.Best() != game.Action{}) != (want > 0) || (len(s.Refutations) > 0) != (want == 0 && lost == 0) {
			t.Fatalf("%s: lost in %d turns, minimax says %d; %+v", p, s.Lost, lost, s)
		}
		if lost > 0 {
			losses++
		}
		if want > 0 {
			wins++
		}
		if want > 0 || lost > 0 {
			verifySolution(t, p, s)
		}
		e.Clear()
		r, err := e.Search(context.Background(), g, Limits{Depth: 2*limit + 1}, nil)
		if err == nil && want > 0 && r.Score.Mate != want {
			// Reductions may put a mate off for a few iterations, not for good.
			r, err = e.Search(context.Background(), g, Limits{Depth: 14}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if want > 0 && r.Score.Mate != want {
			t.Fatalf("%s: the search says %s, minimax a win in %d", p, r.Score, want)
		}
		if want == 0 && r.Score.Mate > 0 && r.Score.Mate <= limit {
			t.Fatalf("%s: the search claims %s", p, r.Score)
		}
	}
	t.Logf("%d wins, %d losses", wins, losses)
	if (wins < rounds(200)/30 || losses < rounds(200)/120) && !testing.Short() {
		t.Errorf("only %d of the positions are won, %d lost", wins, losses)
	}
}

// TestMatesAreSound proves every mate the search claims, won or lost, a few
// turns further than minimax can follow.
func TestMatesAreSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	e := newEngine(t, Options{Hash: 1})
	claims := 0
	for range rounds(200) {
		p := smallPosition(rng)
		g := game.NewFrom(p)
		e.Clear()
		r, err := e.Search(context.Background(), g, Limits{Depth: 7, Nodes: 100_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := r.Score.Mate
		if n == 0 || abs(n) > 3 {
			continue
		}
		claims++
		if n > 0 {
			if s, _ := Solve(context.Background(), g, n, nil); s.Turns == 0 {
				t.Errorf("%s: %s claimed with %s, none found", p, r.Score, r.Best)
			}
			continue
		}
		// The opponent wins whatever is done now, which the solver proves at a ban ply.
		if p.Phase() == game.PhaseBan {
			if s, _ := Solve(context.Background(), g, -n, nil); s.Lost == 0 {
				t.Errorf("%s: %s claimed, not proven", p, r.Score)
			}
		}
		for _, a := range p.LegalActions() {
			after := play(p, a)
			if a.IsBan() {
				holds(t, after, -n, r.Score, a)
				continue
			}
			for _, ban := range after.LegalActions() {
				holds(t, play(after, ban), -n, r.Score, a)
			}
			if r := after.Result(); r.Over() && r.Winner != p.ActivePlayer().Opponent() {
				t.Errorf("%s: %s claimed, but %s ends the game", after, r, a)
			}
		}
	}
	t.Logf("%d claims", claims)
	if claims < rounds(200)/20 && !testing.Short() {
		t.Errorf("only %d mates claimed", claims)
	}
}

// TestClaimsInGames proves the short mates claimed while the engine plays games
// against itself, where everything the search does comes together.
func TestClaimsInGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	players := [2]*Engine{newEngine(t, Options{Hash: 4}), newEngine(t, Options{Hash: 4})}
	claims := 0
	for range rounds(10) {
		g := game.New()
		players[0].Clear()
		players[1].Clear()
		gametest.Play(rng, g, 8)
		for !g.Over() && g.Len() < 300 {
			r, err := players[g.ActivePlayer().Index()].Search(context.Background(), g, Limits{Nodes: 3000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := r.Score.Mate; n > 0 && n <= 2 {
				claims++
				if s, _ := Solve(context.Background(), g, n, nil); s.Turns == 0 {
					t.Errorf("%s: %s claimed with %v", g.FEN(), r.Score, r.Lines[0].Actions)
				}
			}
			if err := g.Play(r.Best); err != nil {
				t.Fatal(err)
			}
		}
	}
	if claims == 0 {
		t.Error("no mates claimed")
	}
}

// holds fails the test when the mover cannot mate in n turns after all.
func holds(t *testing.T, p game.Position, n int, claim Score, a game.Action) {
	t.Helper()
	if p.Result().Winner == p.ActivePlayer() {
		return
	}
	s, err := Solve(context.Background(), game.NewFrom(p), n, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Turns == 0 {
		t.Errorf("%s: %s claimed, but %s holds", p, claim, a)
	}
}

// TestRefutations: after any action that is refuted, the replies given hold by
// minimax, and there are enough of them to survive a ban.
func TestRefutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const n = 1
	for range rounds(300) {
		p := smallPosition(rng)
		attacker := p.ActivePlayer()
		s, err := Solve(context.Background(), game.NewFrom(p), n, nil)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Turns == 0 && s.Lost == 0) != (len(s.Refutations) == len(p.LegalActions())) {
			t.Fatalf("%s: %d turns and %d refutations", p, s.Turns, len(s.Refutations))
		}
		for _, r := range s.Refutations {
			after := play(p, r.Action)
			if result := after.Result(); result.Over() {
				if result.Winner == attacker {
					t.Errorf("%s wins at once", r.Action)
				}
				continue
			}
			want := 1
			if after.Phase() == game.PhaseBan {
				want = 2
			}
			if len(r.Replies) > want || len(r.Replies) == 0 && len(after.LegalActions()) > 1 {
				t.Errorf("%s: %d replies after %s", after, len(r.Replies), r.Action)
			}
			if want == 2 && len(after.LegalBans()) == 1 {
				continue // the ban stalemates
			}
			for _, m := range r.Replies {
				if p := reply(after, m); slowWins(p, attacker, 0) {
					t.Errorf("%s loses", m)
				}
			}
		}
	}
}

// reply returns the position after a move; at a ban ply another pair is banned
// first, which makes no difference to what follows.
func reply(p game.Position, m game.Action) game.Position {
	if p.Phase() == game.PhaseBan {
		for _, ban := range p.LegalBans() {
			if ban != m.Pair() {
				p = play(p, game.BanAction(ban))
				break
			}
		}
	}
	return play(p, m)
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
	last := game.MustParseAction("m:g1h1") // the hundredth half-move: a draw, check or not
	r, err := newEngine(t, Options{Hash: 1}).Search(context.Background(), b, Limits{Depth: 2, Only: []game.Action{last}}, nil)
	if err != nil || r.Score != (Score{}) {
		t.Errorf("%s, %v", r.Score, err)
	}
	checkLine(t, b, r.Lines[0].Actions)
}

// A position that stands for the second time is not drawn: what wins from it still does.
func TestSolveRepeated(t *testing.T) {
	g := parse(t, "1k3b2/2p5/8/7p/PpP5/1r5P/1P5K/4r3 w - - 10 35 137")
	for _, bcn := range []string{"b:a4a5", "m:h2g2", "b:b3b2", "m:e1g1", "b:g2g1", "m:g2h2", "b:f8d6", "m:g1e1"} {
		if err := g.Play(game.MustParseAction(bcn)); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := Solve(t.Context(), g, 3, nil); err != nil || s.Turns != 3 {
		t.Errorf("wins in %d turns (%v), want 3", s.Turns, err)
	}
}
