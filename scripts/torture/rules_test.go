package torture

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
)

var rules = Part{
	Name:  "rules",
	Unit:  "actions",
	Round: rulesRound,
}

// longest is the number of plies of a long game.
const longest = 5000

// rulesRound plays one random game and compares the implementations at every ply.
func rulesRound(ctx context.Context, r *rand.Rand) (int, error) {
	start := gametest.Starts[r.IntN(len(gametest.Starts))]
	most, long := 10+r.IntN(400), r.IntN(200) == 0
	if long {
		start, most = game.StartFEN, longest
	}
	return comparedGame(ctx, r, start, most, long)
}

// comparedGame plays at random from a position. A long game continues to the number of
// plies, whatever would end it.
func comparedGame(ctx context.Context, r *rand.Rand, start string, most int, long bool) (int, error) {
	g, err := game.NewFromFEN(start)
	if err != nil {
		return 0, err
	}
	mirror, err := game.NewFromFEN(exchanged(start, true))
	if err != nil {
		return 0, err
	}
	s := gametest.NewOracle(start)
	back := func(plies int) {
		for range plies {
			g.Undo()
			mirror.Undo()
			s.Undo()
		}
	}
	for played := 0; ; played++ {
		if err := same(g, s, mirror); err != nil {
			return played, fmt.Errorf("after %s %v: %w", start, g.BCN(), err)
		}
		legal := g.LegalActions()
		if ctx.Err() != nil {
			return played, ctx.Err()
		}
		if g.Len() >= most || len(legal) == 0 && !long {
			return played, forms(g, r)
		}
		if len(legal) == 0 {
			back(min(10+r.IntN(10), g.Len()))
			continue
		}
		a := choose(g, legal, r, long)
		if err := g.Play(a); err != nil {
			return played, err
		}
		if err := mirror.Play(game.MustParseAction(exchangedAction(a.String()))); err != nil {
			return played, err
		}
		s.Play(a.String())
		if !long && r.IntN(30) == 0 {
			back(r.IntN(g.Len()) + 1)
		}
	}
}

// same compares a game with the oracle and with the game with exchanged colours.
func same(g *game.Game, s *gametest.Oracle, mirror *game.Game) error {
	fen := g.FEN()
	if got := s.FEN(); got != fen {
		return fmt.Errorf("the FEN is %q, by the oracle %q", fen, got)
	}
	if err := readsBack(g); err != nil {
		return fmt.Errorf("the FEN %q: %w", fen, err)
	}
	reason, winner := s.Result()
	if got := g.Result(); string(got.Reason) != reason || got.Winner.String() != winnerWord(winner) {
		return fmt.Errorf("the result is %v, by the oracle %q for %q", got, reason, winner)
	}
	var ours, others []string
	for _, a := range g.LegalActions() {
		ours = append(ours, a.String())
	}
	for _, a := range mirror.LegalActions() {
		others = append(others, exchangedAction(a.String()))
	}
	theirs := slices.Clone(s.Actions())
	for _, list := range [][]string{ours, theirs, others} {
		slices.Sort(list)
	}
	if !slices.Equal(ours, theirs) {
		return fmt.Errorf("legal are %v, by the oracle %v", ours, theirs)
	}
	if !slices.Equal(ours, others) {
		return fmt.Errorf("legal are %v, with colours exchanged %v", ours, others)
	}
	if got, want := mirror.FEN(), exchanged(fen, false); !sameButPly(got, want) {
		return fmt.Errorf("the FEN with colours exchanged is %q, want %q", got, want)
	}
	a, b := g.Result(), mirror.Result()
	if a.Reason != b.Reason || a.Winner != b.Winner.Opponent() {
		return fmt.Errorf("the result is %v, with colours exchanged %v", a, b)
	}
	return nil
}

// readsBack reads the FEN of a game: the position and the legal actions must be the same.
func readsBack(g *game.Game) error {
	back, err := game.NewFromFEN(g.FEN())
	if err != nil {
		return err
	}
	if got, want := back.Position().FEN(), g.Position().FEN(); got != want {
		return fmt.Errorf("reads back as %q, and was %q", got, want)
	}
	// A position does not include a draw by repetition.
	if got, want := back.LegalActions(), g.LegalActions(); !g.Over() && !slices.Equal(got, want) {
		return fmt.Errorf("legal are %v, and read back %v", want, got)
	}
	return nil
}

func winnerWord(winner string) string {
	switch winner {
	case "white":
		return game.White.String()
	case "black":
		return game.Black.String()
	}
	return game.NoPlayer.String()
}

// exchangedAction returns an action in BCN with mirrored ranks.
func exchangedAction(bcn string) string {
	b := []byte(bcn)
	for _, at := range []int{3, 5} {
		b[at] = '1' + '8' - b[at]
	}
	return string(b)
}

// exchanged returns a FEN with exchanged colours. For the start of a game it returns
// another possible start, two plies later.
func exchanged(fen string, start bool) string {
	f := strings.Fields(fen)
	rows := strings.Split(swapCase(f[0]), "/")
	slices.Reverse(rows)
	f[0] = strings.Join(rows, "/")
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	rights := ""
	for _, right := range "KQkq" {
		if strings.ContainsRune(swapCase(f[2]), right) {
			rights += string(right)
		}
	}
	if f[2] = rights; rights == "" {
		f[2] = "-"
	}
	if f[3] != "-" {
		f[3] = string([]byte{f[3][0], '1' + '8' - f[3][1]})
	}
	ply, ban, banned := strings.Cut(f[6], ":")
	if start {
		var n int
		fmt.Sscan(ply, &n)
		ply = fmt.Sprint(n + 2)
		if f[1] == "w" {
			f[5] = fmt.Sprint((n + 2 + 3) / 4)
		}
	}
	if f[6] = ply; banned {
		f[6] += ":" + exchangedAction("b:" + ban)[2:]
	}
	return strings.Join(f, " ")
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// sameButPly compares FENs without the numbers of the move and of the ply.
func sameButPly(a, b string) bool {
	f, g := strings.Fields(a), strings.Fields(b)
	tail := func(s string) string { return strings.TrimLeft(s, "0123456789") }
	return slices.Equal(f[:5], g[:5]) && tail(f[6]) == tail(g[6])
}

// forms writes a game in every format, reads it back and compares; then undoes and
// redoes all of it.
func forms(g *game.Game, r *rand.Rand) error {
	if r.IntN(8) == 0 && !g.Over() {
		if r.IntN(2) == 0 {
			_ = g.Resign(g.ActivePlayer())
		} else {
			_ = g.AgreeDraw()
		}
	}
	fail := func(form string, err error) error { return fmt.Errorf("%v as %s: %w", g.BCN(), form, err) }
	differs := fmt.Errorf("reads back as another")

	fen := g.Position().FEN()
	if p, err := game.ParseFEN(fen); err != nil {
		return fail("a FEN", err)
	} else if p.FEN() != fen {
		return fail("a FEN", differs)
	}
	for form, log := range map[string][]string{"BCN": g.BCN(), "an action log": g.ActionLog()} {
		h, err := game.ReplayLog(g.Start(), log...)
		if err != nil {
			return fail(form, err)
		}
		if !slices.Equal(h.BCN(), g.BCN()) || h.Position().FEN() != fen {
			return fail(form, differs)
		}
	}
	text := g.PGN()
	h, err := game.ParsePGN(text)
	if err != nil {
		return fail("a PGN", err)
	}
	if h.PGN() != text || h.FEN() != g.FEN() || h.Result() != g.Result() {
		return fail("a PGN", differs)
	}
	t, err := game.ParseTree(text)
	if err != nil {
		return fail("a tree", err)
	}
	if t.PGN() != text {
		return fail("a tree", differs)
	}
	if err := wild(t, r); err != nil {
		return fail("a tree with variations", err)
	}
	data, err := json.Marshal(g)
	if err != nil {
		return fail("JSON", err)
	}
	var back game.Game
	if err := json.Unmarshal(data, &back); err != nil {
		return fail("JSON", err)
	}
	if again, err := json.Marshal(&back); err != nil || !bytes.Equal(again, data) {
		return fail("JSON", differs)
	}
	if err := backAndForth(g); err != nil {
		return fail("a game undone and redone", err)
	}
	return nil
}

// backAndForth undoes a game to its start and redoes it to its end. At each step it must be
// the same as it was there.
func backAndForth(g *game.Game) error {
	plies := g.Len() // undone actions may follow
	if g.Undo() && g.Len() < plies {
		g.Redo()
	} // otherwise an ending by the players was taken back, which cannot be redone
	log, result, text := g.BCN(), g.Result(), g.PGN()
	fens := make([]string, plies+1)
	for fens[plies] = g.FEN(); g.Undo(); {
		fens[g.Len()] = g.FEN()
	}
	if g.Len() > 0 || g.FEN() != g.Start().FEN() {
		return fmt.Errorf("the start is %q, at ply %d", g.FEN(), g.Len())
	}
	for g.Len() < plies && g.Redo() {
		if g.FEN() != fens[g.Len()] {
			return fmt.Errorf("ply %d is %q, and was %q", g.Len(), g.FEN(), fens[g.Len()])
		}
	}
	if !slices.Equal(g.BCN(), log) || g.Result() != result || g.PGN() != text {
		return fmt.Errorf("it ends as %v by %v, and was %v by %v", g.BCN(), g.Result(), log, result)
	}
	return nil
}
