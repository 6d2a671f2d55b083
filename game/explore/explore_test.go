package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/game/message/jsontext"
)

// at is what tells positions apart, by the words of the FEN and not by its hash.
func at(p game.Position) string {
	f := strings.Fields(p.FEN())
	ban, _ := p.Ban()
	return strings.Join(f[:4], " ") + " " + p.Phase().String() + " " + ban.String()
}

var (
	people  = []string{"Ada", "Bo", "ada Lovelace", "?", ""}
	seasons = []string{"2024.12.31", "2025.??.??", "2025.03.05", "2026.01.01", "????.??.??", "soon"}
)

// someGames returns games at random with names and dates. They begin alike, so that many
// positions occur in several.
func someGames(t *testing.T, count int) []*game.Tree {
	r := rand.New(rand.NewPCG(1, 2))
	var games []*game.Tree
	for range count {
		g := game.New()
		for !g.Over() && g.Len() < 12 {
			legal := g.LegalActions()
			if err := g.Play(legal[r.IntN(min(3, len(legal)))]); err != nil {
				t.Fatal(err)
			}
		}
		gametest.Shuffle(r, g, g.Len()+r.IntN(60))
		switch {
		case g.Over():
		case r.IntN(3) == 0:
			_ = g.Resign(game.White)
		case r.IntN(3) == 0:
			_ = g.AgreeDraw()
		}
		for name, values := range map[string][]string{"White": people, "Black": people, "Date": seasons} {
			_ = g.Tags.Set(name, values[r.IntN(len(values))])
		}
		tree := game.NewTree(g)
		if n := tree.Root().Next(); n != nil && r.IntN(2) == 0 { // a variation, which does not count
			legal := n.After.LegalActions()
			if _, err := n.Add(legal[len(legal)-1]); err != nil {
				t.Fatal(err)
			}
		}
		games = append(games, tree)
	}
	return games
}

// selected says anew whether a game counts.
func selected(f Filter, t *game.Tree) bool {
	white, black := strings.ToLower(t.Tags.Get("White")), strings.ToLower(t.Tags.Get("Black"))
	has := func(name, part string) bool { return strings.Contains(name, strings.ToLower(part)) }
	isWhite := f.Side != game.Black && has(white, f.Player) && has(black, f.Opponent)
	isBlack := f.Side != game.White && has(black, f.Player) && has(white, f.Opponent)
	day := t.Tags.Get("Date")
	if len(day) != 10 || day[0] == '?' {
		day = ""
	}
	number := 0
	fmt.Sscanf(strings.NewReplacer(".", "", "?", "0").Replace(day), "%d", &number)
	until := int(f.Until)
	if until > 0 && until < 20270000 && until%10000 == 0 {
		until += 9999
	}
	return (isWhite || isBlack) && number >= int(f.Since) && (until == 0 || number > 0 && number <= until)
}

// TestGames compares the counts with those of a map over the texts of the positions.
func TestGames(t *testing.T) {
	games := someGames(t, 400)
	var g Games
	for _, tree := range games {
		g.Add(tree)
	}
	if g.Len() != len(games) {
		t.Fatalf("%d games of %d", g.Len(), len(games))
	}
	for _, f := range []Filter{
		{}, {Player: "ada"}, {Player: "Lovelace", Side: game.Black}, {Player: "bo", Opponent: "ada"}, {Opponent: "Bo", Side: game.White},
		{Side: game.White}, {Since: 20250000}, {Until: 20250000}, {Since: 20250101, Until: 20251231}, {Player: "nobody"}, {Player: "Ada", Since: 20260101},
	} {
		counts := map[string]map[string]Count{}
		places := map[string]game.Position{}
		merged := 0
		for _, tree := range games {
			if !selected(f, tree) {
				continue
			}
			seen := map[string]bool{}
			for n := tree.Root().Next(); n != nil; n = n.Next() {
				key := at(n.Before)
				if before, there := places[key]; there && before.FEN() != n.Before.FEN() {
					merged++
				}
				places[key] = n.Before
				if counts[key] == nil {
					counts[key] = map[string]Count{}
				}
				if a := n.Action.String(); !seen[key+a] {
					seen[key+a] = true
					c := counts[key][a]
					c.add(countOf(tree.Standing()))
					counts[key][a] = c
				}
			}
		}
		if f == (Filter{}) && merged == 0 {
			t.Error("no position was reached in two ways")
		}
		for key, want := range counts {
			found := g.At(places[key], f)
			got, total := map[string]Count{}, Count{}
			for i, r := range found.Rows {
				got[r.Action.String()] = r.Count
				total.add(r.Count)
				if i > 0 && r.Games() > found.Rows[i-1].Games() {
					t.Errorf("%v: the rows are not in order", places[key])
				}
			}
			if !maps.Equal(got, want) || total != found.Total {
				t.Fatalf("%+v, %v: counted %v, total %v; want %v", f, places[key], got, found.Total, want)
			}
		}
	}
	if found := g.At(game.MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 1"), Filter{}); len(found.Rows) != 0 || found.Total != (Count{}) {
		t.Errorf("of a position that no game has: %v", found)
	}
	if got := g.Players(2); len(got) != 2 || slices.Contains(got, "?") || slices.Contains(got, "") {
		t.Errorf("players %q", got)
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]Date{"": 0, "????.??.??": 0, "2026": 20260000, "2026.11": 20261100, "2026-11-26": 20261126, "2026.??.??": 20260000, "2025/03/05": 20250305} {
		if got, err := ParseDate(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"soon", "26", "2026.13", "2026.1.1", "2026.11.32", "2026.11.26.1", "2026.??.05"} {
		if got, err := ParseDate(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// tally counts games for a book.
func tally(games []*game.Tree) *Tally {
	var all Tally
	for _, tree := range games {
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			if n.Action.IsBan() {
				move := game.Action{}
				if next := n.Next(); next != nil {
					move = next.Action
				}
				all.Play(n.Before, n.Action.Pair(), move, tree.Standing())
			}
		}
	}
	return &all
}

// TestBook checks that a book says what the games do, at ban plies and at move plies, where
// no position occurs twice in a game; and that its bytes do not depend on the order of the games.
func TestBook(t *testing.T) {
	var games []*game.Tree
	for _, tree := range someGames(t, 200) {
		seen, again := map[string]bool{}, false
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			again = again || seen[at(n.Before)]
			seen[at(n.Before)] = true
		}
		if !again && tree.Standing().Over() {
			games = append(games, tree)
		}
	}
	if len(games) < 20 {
		t.Fatalf("only %d games", len(games))
	}
	var g Games
	for _, tree := range games {
		g.Add(tree)
	}
	made := tally(games)
	start := game.StartPosition()
	e2e4, _ := game.MustParseAction("m:e2e4").Move()
	d2d4, _ := game.MustParseAction("m:d2d4").Move()
	opinion := OpinionText(14, []Opinion{{e2e4, game.Eval{Centipawns: 31}}, {d2d4, game.Eval{Mate: -4}}})
	if err := made.Judge(start, opinion); err != nil {
		t.Fatal(err)
	}
	if made.Judge(start, "14:") == nil || made.Judge(start, opinion+";") == nil {
		t.Error("an opinion that does not read is taken")
	}
	text := made.Write("a test", Least{})
	slices.Reverse(games)
	again := tally(games)
	_ = again.Judge(start, opinion)
	if again.Write("a test", Least{}) != text {
		t.Error("another order of the games gives another text")
	}
	b, err := ReadBook(text)
	if err != nil || b.About != "a test" {
		t.Fatal(err, b)
	}
	for _, tree := range games {
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			got, want := b.At(n.Before), g.At(n.Before, Filter{})
			for i := range got.Rows {
				got.Rows[i].Eval = nil
			}
			if got.Total != want.Total || !slices.Equal(got.Rows, want.Rows) {
				t.Fatalf("%v: the book has\n%v, the games\n%v", n.Before, got, want)
			}
		}
	}
	for action, want := range map[string]string{"b:e2e4": "-M4", "b:d2d4": "31", "b:a2a3": "31", "m:e2e4": "31", "m:d2d4": "-M4", "m:a2a3": ""} {
		r := reader{text: b.positions[keyOf(start)]}
		e, ok := r.entry()
		got := ""
		if eval := e.eval(game.MustParseAction(action)); eval != nil {
			if got = fmt.Sprint(eval.Centipawns); eval.Mate != 0 {
				got = fmt.Sprintf("-M%d", -eval.Mate)
			}
			if eval.Depth != 14 {
				t.Errorf("%s: depth %d", action, eval.Depth)
			}
		}
		if !ok || got != want {
			t.Errorf("%s is worth %q, want %q", action, got, want)
		}
	}

	// What is left out counts in the totals.
	few, err := ReadBook(made.Write("a test", Least{Position: 5, Action: 4}))
	if err != nil || few.Len() >= b.Len() || few.Len() == 0 {
		t.Fatalf("%v: %d positions of %d", err, few.Len(), b.Len())
	}
	for _, tree := range games {
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			got, want := few.At(n.Before), b.At(n.Before)
			if n.Before.Phase() == game.PhaseMove && got.Total.Games() == 0 {
				continue // the ban is left out
			}
			if want.Total.Games() < 5 && n.Before.Phase() == game.PhaseBan {
				want = Found{}
			}
			want.Rows = slices.DeleteFunc(want.Rows, func(r Row) bool { return r.Games() < 4 })
			if got.Total != want.Total || len(got.Rows) != len(want.Rows) {
				t.Fatalf("%v: the short book has\n%v, want\n%v", n.Before, got, want)
			}
		}
	}
	for _, bad := range []string{"", "x", bookHead, bookHead + "\nx\n", bookHead + "\n# x\nAAAA BB1,2,3\n", bookHead + "\n# x\nAAAAAAA! BB1,2,3\n", bookHead + "\n# x\nAAAAAAAA\n"} {
		if _, err := ReadBook(bad); err == nil {
			t.Errorf("%q is taken for a book", bad)
		}
	}
}

// FuzzBook checks that no text of a line ends the program.
func FuzzBook(f *testing.F) {
	for _, line := range []string{"ME12,1,9.BS10,1,8;GV2,0,1", "ME1,2,3 14:ME31,BS#-4", "w4=q1,1,1", "AA1,2,3", "", ";", "ME1,2", "ME1,2,3 ", "ME1,2,3 4", "=", "ME1,2,3.w4=x1,1,1"} {
		f.Add(line)
	}
	start := game.StartPosition()
	f.Fuzz(func(t *testing.T, line string) {
		b := &Book{positions: map[uint64]string{keyOf(start): line}}
		b.At(start)
		_ = new(Tally).Judge(start, line) // may be refused
	})
}

// TestExplorer asks as a page does, with a PGN in pieces of any size.
func TestExplorer(t *testing.T) {
	games := someGames(t, 60)
	var g Games
	var pgn strings.Builder
	for i, tree := range games {
		g.Add(tree)
		pgn.WriteString(tree.PGN() + "\n")
		if i == 30 {
			pgn.WriteString("[Event \"x\"]\n\n1. {banning: e2e4} e4 *\n\n")
		}
	}
	text := pgn.String()
	for _, size := range []int{1 << 20, 1000, 77} {
		var x Explorer
		answer := ""
		for from := 0; from < len(text); from += size {
			end := min(from+size, len(text))
			var err error
			if answer, err = x.Do(fmt.Sprintf(`{"pgn":%q,"end":%v}`, text[from:end], end == len(text))); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{`"games":60`, `"skipped":1`, `"error":"`, `"players":["`, `"more":false`} {
			if !strings.Contains(answer, want) {
				t.Errorf("in pieces of %d: no %s in %s", size, want, answer)
			}
		}
		got, err := x.Do(fmt.Sprintf(`{"fen":%q,"own":true,"player":"ada","side":"white","since":"2025","until":"2025.12.31"}`, game.StartFEN))
		var w jsontext.Writer
		g.At(game.StartPosition(), Filter{Player: "ada", Side: game.White, Since: 20250000, Until: 20251231}).WriteJSON(&w)
		if err != nil || got != string(w.Text()) {
			t.Errorf("%v: %s, want %s", err, got, w.Text())
		}
		if answer, _ := x.Do(`{"clear":true}`); !strings.Contains(answer, `"games":0`) {
			t.Errorf("cleared: %s", answer)
		}
	}
	var x Explorer
	made := tally(games[:1])
	if answer, err := x.Do(fmt.Sprintf(`{"book":%q}`, made.Write("a test", Least{}))); err != nil || !strings.Contains(answer, `"about":"a test"`) {
		t.Errorf("%s, %v", answer, err)
	}
	if answer, err := x.Do(fmt.Sprintf(`{"fen":%q}`, game.StartFEN)); err != nil || !strings.Contains(answer, `"action":"b:`) {
		t.Errorf("%s, %v", answer, err)
	}
	for _, bad := range []string{"", "[]", `{"fen":"x"}`, `{"book":"x"}`, `{"fen":"` + game.StartFEN + `","own":true,"since":"soon"}`, `{"fen":"` + game.StartFEN + `","own":true,"side":"red"}`, `{} {}`} {
		if answer, err := x.Do(bad); err == nil {
			t.Errorf("%s is answered with %s", bad, answer)
		}
	}
}
