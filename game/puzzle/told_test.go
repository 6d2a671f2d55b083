package puzzle_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
)

// solutions returns the attempts at a puzzle after each way through its line.
func solutions(t *testing.T, a *puzzle.Attempt) (all []*puzzle.Attempt) {
	t.Helper()
	if a.Done() {
		return []*puzzle.Attempt{a}
	}
	for _, action := range a.Next() {
		b := a.Clone()
		if action == puzzle.Any {
			continue
		}
		if right, err := b.Try(action); err != nil || !right {
			t.Fatal(action, err)
		}
		all = append(all, solutions(t, b)...)
	}
	return all
}

var (
	matesAtOnce = regexp.MustCompile(`plays (\w\d)-(\w\d)(?:, bans (\w\d)-(\w\d))? and mates\.`)
	values      = map[string]int{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
	keeps       = " Whatever is taken back, you keep at least the value of "
)

// TestOutcome holds what is said of each solved puzzle that ships to the board.
func TestOutcome(t *testing.T) {
	n := map[string]int{}
	for _, p := range assetPuzzles(t) {
		for _, a := range solutions(t, puzzle.NewAttempt(&p)) {
			said := a.Outcome()
			if strings.TrimSpace(said) != said {
				t.Errorf("%s: %q has a space too many", p.ID(), said)
			}
			first, queen, isUnder := strings.Cut(said, "With a queen there, ")
			if isUnder {
				n["no queen"]++
				if !strings.Contains(queen, " only move: stalemate") || !stalematesAsQueen(t, &p) {
					t.Errorf("%s: %q", p.ID(), said)
				}
			}
			switch first = strings.TrimSpace(first); {
			case p.Goal.Kind == puzzle.Defend:
				if !threatens(t, &p, first) {
					t.Errorf("%s: %q", p.ID(), said)
				}
				n["threat"]++
			case p.Goal.Kind == puzzle.Only:
				if !matesAfterOthers(t, &p, first) {
					t.Errorf("%s: %q", p.ID(), said)
				}
				n["only"]++
			case p.Goal.Kind == puzzle.Material && !a.Game().Over():
				checkGain(t, &p, a, first)
				n["gain"]++
			case first != "":
				t.Errorf("%s: %q", p.ID(), said)
			}
		}
	}
	if n["threat"] < 100 || n["only"] < 5 || n["gain"] < 40 || n["no queen"] < 10 {
		t.Errorf("%v are told", n)
	}
	t.Log(n)
}

// matesAfterOthers reports whether the opponent mates after every move but the key, within the
// turns that are told.
func matesAfterOthers(t *testing.T, p *puzzle.Puzzle, said string) bool {
	t.Helper()
	turns := "one turn"
	if p.Goal.Turns > 1 {
		turns = fmt.Sprintf("%d turns", p.Goal.Turns)
	}
	for _, other := range p.Position.LegalActions() {
		if other == p.Key() {
			continue
		}
		if r, err := puzzle.NewAttempt(p).Refute(t.Context(), other); err != nil || r.Reason != puzzle.Mated || r.Turns > p.Goal.Turns {
			return false
		}
	}
	return said == "After any other move, "+p.Solver().Opponent().Name()+" mates within "+turns+"."
}

// stalematesAsQueen reports whether a queen in place of the piece that the key promotes to ends
// the game by the ban that follows.
func stalematesAsQueen(t *testing.T, p *puzzle.Puzzle) bool {
	t.Helper()
	pair, g := p.Key().Pair(), game.NewFrom(p.Position)
	if err := g.Play(game.NewMove(pair.From(), pair.To(), game.Queen)); err != nil {
		t.Fatal(err)
	}
	bans := g.LegalActions()
	return len(bans) == 1 && g.Play(bans[0]) == nil && g.Result().Reason == game.StalemateByBan
}

// threatens reports whether what a ban is said to have prevented mates after another ban. If it
// takes longer, the refutations of other bans say the same.
func threatens(t *testing.T, p *puzzle.Puzzle, said string) bool {
	t.Helper()
	key := p.Key().Pair()
	if !strings.Contains(said, "plays "+key.From().String()+"-"+key.To().String()) {
		return false
	}
	if p.Goal.Turns > 1 {
		return strings.HasSuffix(said, fmt.Sprintf(" and mates in %d turns.", p.Goal.Turns))
	}
	words := matesAtOnce.FindStringSubmatch(said)
	if words == nil {
		return false
	}
	g := game.NewFrom(p.Position)
	for _, ban := range g.LegalActions() {
		if ban != p.Key() {
			_ = g.Play(ban) // it is legal
			break
		}
	}
	for _, action := range g.LegalActions() {
		after := g.Clone()
		if action.Pair() != key || after.Play(action) != nil {
			continue
		}
		if words[3] != "" {
			if ban, err := game.ParseAction("b:" + words[3] + words[4]); err != nil || after.Play(ban) != nil {
				continue
			}
		}
		if r := after.Result(); r.Winner == p.Solver().Opponent() {
			return true
		}
	}
	return false
}

// checkGain holds what is said to be won to what the board has less and more, and to the goal,
// which is proven.
func checkGain(t *testing.T, p *puzzle.Puzzle, a *puzzle.Attempt, said string) {
	t.Helper()
	start, end := p.Position.Chess(), a.Game().Position().Chess()
	shown := puzzle.Balance(&end, p.Solver()) - puzzle.Balance(&start, p.Solver())
	won, kept, isLess := strings.Cut(said, keeps)
	switch {
	case shown < p.Goal.Gain:
		if !strings.HasPrefix(said, "With the captures that follow, you win at least the value of ") {
			t.Errorf("%s: %q, and the board shows %d of %d", p.ID(), said, shown, p.Goal.Gain)
		}
		return
	case isLess != (shown > p.Goal.Gain), isLess && kept == "":
		t.Errorf("%s: %q, and the board shows %d of %d", p.ID(), said, shown, p.Goal.Gain)
	}
	// Each piece counts for the solver, but what it was given for, and the pawns that were promoted.
	sum, sign := 0, 1
	promotes := strings.Contains(won, "promoted to")
	for _, word := range strings.Fields(won) {
		word = strings.Trim(word, ".,")
		if word == "won" {
			promotes = false
		}
		if word == "for" {
			sign = -1
		}
		n := 1
		if value, ok := values[strings.TrimSuffix(word, "s")]; ok {
			if strings.HasSuffix(word, "s") {
				n = 2
			}
			sum += sign * n * value
			if promotes {
				sum -= n
			}
		}
	}
	if sum != shown || !strings.HasPrefix(won, "You have ") {
		t.Errorf("%s: %q is %d, and the board shows %d", p.ID(), said, sum, shown)
	}
}

// TestOutcomeSays gives a sentence of each kind.
func TestOutcomeSays(t *testing.T) {
	want := map[string]string{
		"4dec7tm": "You have won a knight.",
		"y6q3018": "You have won a queen for a rook. Whatever is taken back, you keep at least the value of two pawns.",
		"464g525": "You have promoted to a rook. With a queen there, you would have to ban White’s only move: stalemate, a draw.",
		"n0z81sq": "You have won a rook and a knight. Whatever is taken back, you keep at least the value of 7 pawns.",
		"raha1dg": "After any other move, Black mates within 3 turns.",
		"5vzc74x": "With a queen there, you would have to ban White’s only move: stalemate, a draw.",
		"zq82ztv": "Without this ban, Black plays d2-f2, bans f1-e1 and mates.",
	}
	for _, p := range assetPuzzles(t) {
		if words, ok := want[p.ID()]; ok {
			if got := solutions(t, puzzle.NewAttempt(&p))[0].Outcome(); got != words {
				t.Errorf("%s: %q, want %q", p.ID(), got, words)
			}
			delete(want, p.ID())
		}
	}
	if len(want) > 0 {
		t.Errorf("there are no puzzles %v", want)
	}
}

// TestHint gives hints all along the lines of the puzzles that ship. Where one piece alone can
// move, more is said of it, and that is true.
func TestHint(t *testing.T) {
	alone := map[string]int{}
	for i, p := range assetPuzzles(t) {
		if testing.Short() && i%5 > 0 {
			continue
		}
		for a := puzzle.NewAttempt(&p); !a.Done(); {
			said, position := a.Hint(), a.Game().Position()
			action := a.Expected()
			from, pairs := action.Pair().From(), map[game.Pair]bool{}
			others := 0
			for _, other := range position.LegalActions() {
				if pairs[other.Pair()] = true; other.Pair().From() != from {
					others++
				}
			}
			piece := fmt.Sprintf("the %s on %s", position.PieceAt(from).Role(), from)
			_, more, isAlone := strings.Cut(said, "Only "+piece+" can move")
			switch {
			case said == "Any ban is right here.":
				for _, other := range position.LegalActions() {
					if !isRight(t, a, other) {
						t.Errorf("%s: %q, but not %s", p.ID(), said, other)
					}
				}
			case isAlone != (others == 0), others > 0 && !strings.HasSuffix(said, " "+piece+"."):
				t.Errorf("%s: %q", p.ID(), said)
			case isAlone && !isTrue(t, a, more, len(pairs)):
				t.Errorf("%s %s: %q", p.ID(), action, said)
			case isAlone:
				alone[more]++
			}
			if right, err := a.Try(action); err != nil || !right {
				t.Fatal(p.ID(), err)
			}
		}
	}
	if len(alone) < 8 {
		t.Errorf("where one piece can move, %v is said", alone)
	}
	t.Log(alone)
}

// isTrue reports whether what a hint says of the one piece that can move is so.
func isTrue(t *testing.T, a *puzzle.Attempt, more string, pairs int) bool {
	t.Helper()
	position := a.Game().Position()
	next, err := position.Play(a.Expected())
	if err != nil {
		t.Fatal(err)
	}
	takes := position.PieceAt(a.Expected().Pair().To()) != 0
	switch more {
	case ", and it has one move.":
		return pairs == 1
	case ". Give check.":
		return next.InCheck()
	case ". Take something.":
		return takes
	case ". Take nothing, and give no check.":
		return !takes && !next.InCheck()
	}
	// One move alone is to be banned: any other ban is wrong.
	for _, other := range position.LegalActions() {
		if other != a.Expected() && isRight(t, a, other) {
			return false
		}
	}
	return pairs > 1 && strings.HasPrefix(more, fmt.Sprintf(". One of its %d moves ", pairs))
}
