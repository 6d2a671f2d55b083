package game

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game/gametest"
)

// starts are where the random games of these tests begin.
var starts = gametest.Starts

// randomGame returns a random game of at most this many actions.
func randomGame(r *rand.Rand, start Position, most int) *Game {
	g := NewFrom(start)
	gametest.Play(r, g, most)
	return g
}

// TestRoundTrips writes random games in each notation, reads them back and
// compares.
func TestRoundTrips(t *testing.T) {
	games := 3_000
	if testing.Short() {
		games = 500
	}
	r := rand.New(rand.NewPCG(1, 2))
	reasons := map[Reason]int{}
	for i := range games {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), 10+r.IntN(190))
		if r.IntN(8) == 0 && !g.Over() {
			if r.IntN(2) == 0 {
				_ = g.Resign(g.ActivePlayer())
			} else {
				_ = g.AgreeDraw()
			}
		}
		reasons[g.Result().Reason]++

		fen := g.Position().FEN()
		p, err := ParseFEN(fen)
		if err != nil || p.FEN() != fen {
			t.Fatalf("FEN %q read back as %q, %v", fen, p.FEN(), err)
		}
		if got, want := asSet(p.LegalActions()), asSet(g.Position().LegalActions()); got != want {
			t.Fatalf("FEN %q: legal actions read back as\n%s, were\n%s", fen, got, want)
		}

		h, err := ReplayLog(g.Start(), g.BCN()...)
		if err == nil {
			h.decided = g.decided // BCN does not hold a resignation or an agreement
		}
		if err != nil || !slices.Equal(h.BCN(), g.BCN()) || !slices.EqualFunc(h.History(), g.History(), sameEntry) {
			t.Fatalf("BCN of %v replayed as %v, %v", g.BCN(), h, err)
		}
		h, err = ReplayLog(g.Start(), g.ActionLog()...)
		if err != nil || !slices.Equal(h.ActionLog(), g.ActionLog()) {
			t.Fatalf("action log of %v: %v", g.BCN(), err)
		}

		g.Indicators.PGN = r.IntN(4) > 0
		text := g.PGN()
		h, err = ParsePGN(text)
		if err != nil {
			t.Fatalf("PGN does not read back: %v\n%s", err, text)
		}
		h.Indicators = g.Indicators
		if h.PGN() != text || h.FEN() != g.FEN() || !slices.Equal(h.BCN(), g.BCN()) || h.Result() != g.Result() {
			t.Fatalf("PGN read back as\n%s\nwas\n%s", h.PGN(), text)
		}

		for g.Undo() {
		}
		if g.FEN() != g.Start().FEN() {
			t.Fatalf("undone to %q, started at %q", g.FEN(), g.Start().FEN())
		}
		for g.Redo() {
		}
		if got := g.Position().FEN(); got != fen {
			t.Fatalf("redone to %q, was %q", got, fen)
		}
	}
	for _, reason := range []Reason{Checkmate, CheckmateByBan, Stalemate, StalemateByBan, FiftyMoveRule, InsufficientMaterial, Resignation, Agreement} {
		if reasons[reason] == 0 && !testing.Short() {
			t.Errorf("no random game ended by %s: %v", reason, reasons)
		}
	}
	t.Log(reasons)
}

// sameEntry compares all that entries of two games say.
func sameEntry(a, b Entry) bool {
	banA, okA := a.Ban()
	banB, okB := b.Ban()
	return a.Action == b.Action && a.SAN == b.SAN && a.String() == b.String() && a.Occurrences == b.Occurrences && a.Result == b.Result &&
		a.Before.FEN() == b.Before.FEN() && a.FEN() == b.FEN() && a.Ply() == b.Ply() && a.Player() == b.Player() && banA == banB && okA == okB &&
		a.IsCapture() == b.IsCapture() && a.IsEnPassant() == b.IsEnPassant() && a.IsCastling() == b.IsCastling()
}

func asSet(actions []Action) string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = a.String()
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// TestRefusalsChangeNothing tries every ban and move between two squares at
// positions of random games: exactly the listed ones are taken, and the refused
// ones leave the game as it was and suggest something that is legal.
func TestRefusalsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2 * len(starts) {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(120))
		legal := g.LegalActions()
		before := g.PGN()
		for from := Square(0); from < NoSquare; from++ {
			for to := Square(0); to < NoSquare; to++ {
				for _, a := range []Action{NewBan(from, to), NewMove(from, to, NoRole), NewMove(from, to, Queen), NewMove(from, to, King)} {
					if slices.Contains(legal, a) {
						if !g.IsLegal(a) {
							t.Fatalf("%s is listed at %s and refused: %v", a, g.FEN(), g.Check(a))
						}
						continue
					}
					err := g.Play(a)
					if err == nil {
						t.Fatalf("%s is not listed at %s and played", a, g.FEN())
					}
					switch e := err.(*Error); e.Code {
					case CodeBadAction, CodeGameOver:
						if e.Hint == "" {
							t.Fatalf("%s at %s: the refusal has no hint: %v", a, g.FEN(), err)
						}
					default:
						if !suggests(e, legal) {
							t.Fatalf("%s at %s: the refusal suggests nothing legal: %v", a, g.FEN(), err)
						}
					}
				}
			}
		}
		if g.PGN() != before {
			t.Fatalf("a refused action changed\n%s\nto\n%s", before, g.PGN())
		}
	}
}

// TestPreview compares what playing an action would add with what it adds.
func TestPreview(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for i := range 60 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(120))
		before := g.PGN()
		for _, a := range g.LegalActions() {
			e, err := g.Preview(a)
			if err != nil || g.PGN() != before {
				t.Fatalf("%s at %s: %v, or the game has changed", a, g.FEN(), err)
			}
			h := g.Clone()
			if err := h.Play(a); err != nil || !sameEntry(e, h.Entry(h.Len()-1)) {
				t.Fatalf("%s at %s would add %v, and adds %v", a, g.FEN(), e, h.Entry(h.Len()-1))
			}
		}
		if _, err := g.Preview(NewBan(0, 0)); err == nil {
			t.Fatal("an illegal action has a preview")
		}
	}
}

// suggests reports whether a word of the error's hint is a legal action.
func suggests(e *Error, legal []Action) bool {
	for _, word := range strings.FieldsFunc(e.Hint, func(r rune) bool { return strings.ContainsRune(" ,:", r) }) {
		if m, err := ParseMove(word); err == nil && (slices.Contains(legal, MoveAction(m)) || slices.Contains(legal, BanAction(m.Pair()))) {
			return true
		}
	}
	return false
}

// TestSANIsUnique writes and reads the SAN of every legal move of random
// positions.
func TestSANIsUnique(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 300 {
		p := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(150)).Position()
		seen := map[string]bool{}
		for _, m := range p.LegalMoves() {
			san, err := p.SAN(m)
			if err != nil {
				t.Fatal(err)
			}
			if seen[san] {
				t.Fatalf("%s: %s means two moves", p, san)
			}
			seen[san] = true
			for _, text := range []string{san, strings.TrimRight(san, "+#"), m.String(), m.From().String() + "-" + strings.TrimPrefix(m.String(), m.From().String())} {
				if got, err := p.ParseSAN(text); err != nil || got != m {
					t.Fatalf("%s: %q of %s reads as %s, %v", p, text, m, got, err)
				}
			}
		}
	}
}

// TestReadingAGameMakesNoLists holds the time that a long game takes: what is written
// for a move that has but one meaning is read without the library's list, which takes
// ten times as long as all the rest.
func TestReadingAGameMakesNoLists(t *testing.T) {
	g := randomGame(rand.New(rand.NewPCG(7, 8)), MustParseFEN(starts[0]), 150)
	tree, err := ParseTree(g.PGN())
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for _, n := range tree.End().Line() {
		if n.After.n != StartPosition().n && n.After.n.known.Load() != nil { // other games have asked the start
			listed++
		}
	}
	if listed > 0 {
		t.Errorf("%d of %d positions of a game that was read have the list of their moves", listed, g.Len())
	}
}

// TestCloneIsApart plays on in a game and in its clone by turns.
func TestCloneIsApart(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for i := range 40 {
		g := randomGame(r, MustParseFEN(starts[i%len(starts)]), r.IntN(40))
		games := []*Game{g, g.Clone()}
		actions := [][]Action{g.Actions(), g.Actions()}
		for ply := range 60 {
			gametest.Walk(games[ply%2], games[ply%2].Len()+1, func(legal []Action) Action {
				a := legal[r.IntN(len(legal))]
				actions[ply%2] = append(actions[ply%2], a)
				return a
			})
		}
		for k, g := range games {
			if want, err := Replay(g.Start(), actions[k]...); err != nil || want.PGN() != g.PGN() {
				t.Fatalf("%v was played, and it is %v: %v", actions[k], g.BCN(), err)
			}
		}
	}
}
