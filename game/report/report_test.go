package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

func TestJudge(t *testing.T) {
	cp := func(n int) game.Eval { return game.Eval{Centipawns: n} }
	mate := func(n int) game.Eval { return game.Eval{Mate: n} }
	for _, tt := range []struct {
		player        game.Player
		before, after game.Eval
		mark          Mark
		missed        bool
		loss          float64
	}{
		{game.White, cp(0), cp(0), 0, false, 0},
		{game.White, cp(0), cp(300), 0, false, 0},
		{game.White, cp(0), cp(-50), 0, false, 0.045912},
		{game.White, cp(0), cp(-60), Inaccuracy, false, 0.055},
		{game.White, cp(0), cp(-120), Mistake, false, 0.1087},
		{game.White, cp(0), cp(-200), Blunder, false, 0.1762},
		{game.Black, cp(0), cp(200), Blunder, false, 0.1762},
		{game.Black, cp(0), cp(-200), 0, false, 0},
		{game.White, cp(2000), cp(1500), 0, false, 0.0033},
		{game.White, mate(3), cp(2000), Inaccuracy, true, 0.0006},
		{game.White, mate(3), cp(900), Mistake, true, 0.0351},
		{game.White, mate(3), mate(5), 0, false, 0},
		{game.White, mate(3), mate(-2), Blunder, true, 1},
		{game.Black, mate(-1), cp(-2000), Inaccuracy, true, 0.0006},
		{game.White, cp(0), mate(-1), Blunder, false, 0.5},
		{game.White, mate(3), cp(600), Blunder, true, 0.0989},
		{game.White, cp(-600), mate(-1), Blunder, false, 0.0989},
		{game.White, cp(-800), mate(-1), Mistake, false, 0.05},
		{game.White, cp(-2000), mate(-1), Inaccuracy, false, 0.0006},
		{game.White, mate(-3), mate(-1), 0, false, 0},
	} {
		got := Judge(tt.player, tt.before, tt.after)
		if got.Mark != tt.mark || got.MissedMate != tt.missed || math.Abs(got.Loss-tt.loss) > 1e-3 || got.Accuracy < 0 || got.Accuracy > 100 {
			t.Errorf("%v %v %v: %+v", tt.player, tt.before, tt.after, got)
		}
		if keeps := Keeps(tt.player, tt.before, tt.after); keeps != (tt.loss < 0.02 && !tt.missed) {
			t.Errorf("%v %v %v keeps as much: %v", tt.player, tt.before, tt.after, keeps)
		}
		// White and Black are judged alike.
		mirrored := Judge(tt.player.Opponent(), game.Eval{Centipawns: -tt.before.Centipawns, Mate: -tt.before.Mate}, game.Eval{Centipawns: -tt.after.Centipawns, Mate: -tt.after.Mate})
		if mirrored != got {
			t.Errorf("%v %v %v: %+v, mirrored %+v", tt.player, tt.before, tt.after, got, mirrored)
		}
	}
	ban := game.MustParseAction("b:e2e4")
	if got := JudgeAction(game.Black, ban, Look{Line: []game.Action{ban}}, Look{Eval: cp(900)}); got != (Judgement{Accuracy: 100}) {
		t.Errorf("the best action is judged %+v", got)
	}
	var tally Tally
	for _, after := range []int{0, -60, -60, -500} {
		tally.Add(Judge(game.White, cp(0), cp(after)))
	}
	if tally.Actions != 4 || tally.Marks != [...]int{2, 0, 1} || math.Round(tally.Accuracy) != 69 {
		t.Errorf("%+v", tally)
	}
}

// The turning point is the mistake of the loser that gave away most for good.
func TestTurningPoint(t *testing.T) {
	for _, tt := range []struct {
		evals string // of the positions; White bans and Black moves, by turns
		want  int
	}{
		{"0 0 0 0", -1},                  // nobody is lost
		{"0 0 500 500", 1},               // Black's move
		{"0 -500 -500", 0},               // White's ban
		{"0 -60 -60 -400 -400 #-2", 2},   // the larger of two
		{"0 -400 0 -200 -200 -400", 2},   // White came back, and lost the game later
		{"0 -600 -600 -280 -280 #-1", 4}, // the first was made good in part
		{"300 300 320 320 900", 3},       // it can come late
		{"0 40 80 120 160 200 240", -1},  // it slid away without a mark
		{"0 0 400 400 -400 -400 400", 5}, // what the winner did wrong does not count
	} {
		var line []judged
		evals := strings.Fields(tt.evals)
		for i := range evals[1:] {
			player := []game.Player{game.White, game.Black}[i%2]
			before, _ := evalOf(evals[i])
			after, _ := evalOf(evals[i+1])
			line = append(line, judged{player, before, after, Judge(player, before, after)})
		}
		if got := turningPoint(line); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.evals, got, tt.want)
		}
	}
}

func TestQuiet(t *testing.T) {
	for fen, want := range map[string]bool{
		game.StartFEN: true,
		// One capture alone is banned, two are not.
		"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1 1":   true,
		"4k3/8/8/3q4/2P1P3/8/8/4K3 w - - 0 1 1": false,
		// The queen that captures is lost, for two pawns can take it back.
		"4k3/8/2p1p3/3p4/8/8/8/3QK2Q w - - 0 1 1": true,
		"4k3/8/2p5/3p4/8/8/8/3QK2Q w - - 0 1 1":   false,
	} {
		p, err := game.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := isQuiet(p); got != want {
			t.Errorf("%s: %v", fen, got)
		}
	}
}

// A report is made of looks, and written once.
func TestMake(t *testing.T) {
	g, err := game.ReplayLog(game.StartPosition(), strings.Fields("b:a2a3 e4 b:a7a6 h6 b:a2a3 Qf3 b:a7a6 h5 b:a2a3 Qxf7 b:e8f7")...)
	if err != nil {
		t.Fatal(err)
	}
	tree := game.NewTree(g)
	fen := g.FEN()
	looked := 0
	look := func(g *game.Game, _ uint64) (Look, error) {
		looked++
		switch {
		case g.FEN() == fen:
			return Look{Eval: ended(g.Result())}, nil
		case g.Len() == 8: // before the ban that loses
			return Look{Line: []game.Action{game.MustParseAction("b:f3f7"), game.MustParseAction("m:a2a4")}}, nil
		case g.Len() == 9:
			return Look{Eval: game.Eval{Mate: 2}, Line: []game.Action{game.MustParseAction("m:f3f7"), game.MustParseAction("b:e8f7")}}, nil
		case g.Len() == 10:
			return Look{Eval: game.Eval{Mate: 1}, Line: []game.Action{game.MustParseAction("b:e8f7")}}, nil
		}
		return Look{Line: g.LegalActions()[:1]}, nil
	}
	r, err := Make(tree, Lines(tree)[0], look, nil)
	if err != nil {
		t.Fatal(err)
	}
	if looked != 12 || len(r.Looks) != 12 || len(r.Moments) != 11 {
		t.Errorf("%d looks, %d moments", looked, len(r.Moments))
	}
	const want = "3. ban a2–a3?? by Black lets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from 50% to 0%. Better: ban f3–f7, which keeps them at 50%."
	marked := slices.DeleteFunc(slices.Clone(r.Moments), func(m Moment) bool { return m.Mark == 0 })
	if len(marked) != 1 || marked[0].String() != want || marked[0].Explanation.Turns != 1 {
		t.Fatalf("%v", marked)
	}
	for range 2 {
		if err := r.Write(); err != nil {
			t.Fatal(err)
		}
	}
	n := marked[0].Node
	if fmt.Sprint(n.NAGs) != "[4]" || n.Comment != "Lets"+strings.TrimPrefix(want, "3. ban a2–a3?? by Black lets") {
		t.Errorf("%v", n.Annotation)
	}
	variation := n.Parent().Children()[1]
	if fmt.Sprint(variation.NAGs) != "[142]" || variation.Action.String() != "b:f3f7" || variation.Next().Action.String() != "m:a2a4" || variation.Next().Next() != nil {
		t.Errorf("%v", variation)
	}
	if again, err := game.ParseTree(tree.PGN()); err != nil || again.PGN() != tree.PGN() {
		t.Errorf("%v\n%s", err, tree.PGN())
	}

	// A person's comment and glyph stay.
	tree = game.NewTree(g)
	n = tree.Root().End().Line()[8]
	n.NAGs, n.Comment = []uint8{1}, "mine"
	if r, err = Make(tree, Lines(tree)[0], look, func() {}); err == nil {
		err = r.Write()
	}
	better := n.Parent().Children()[1]
	if err != nil || fmt.Sprint(n.NAGs) != "[1]" || n.Comment != "mine" || !strings.HasPrefix(better.Comment, "Lets White mate") {
		t.Errorf("%v, %v, %v", n.Annotation, better.Annotation, err)
	}
	failure := errors.New("no engine")
	if _, err := Make(tree, Lines(tree)[0], func(*game.Game, uint64) (Look, error) { return Look{}, failure }, func() {}); !errors.Is(err, failure) {
		t.Error(err)
	}
}

// The text form says what the Go functions say.
func TestText(t *testing.T) {
	got, err := JudgeText("white ban 0 -200 better\nblack move 0 200\nblack ban #-1 -2000 better\n")
	const want = `{"tally":{"white":{"bans":{"actions":1,"accuracy":44.7,"inaccuracies":0,"mistakes":0,"blunders":1},"moves":{"actions":0,"accuracy":null,"inaccuracies":0,"mistakes":0,"blunders":0}},` +
		`"black":{"bans":{"actions":1,"accuracy":99.7,"inaccuracies":1,"mistakes":0,"blunders":0},"moves":{"actions":1,"accuracy":100.0,"inaccuracies":0,"mistakes":0,"blunders":0}}},"turningPoint":null,"judgements":[` +
		`{"mark":4,"missedMate":false,"keeps":false,"loss":0.176212,"accuracy":44.73},{"mark":0,"missedMate":false,"keeps":true,"loss":0.000000,"accuracy":100.00},{"mark":6,"missedMate":true,"keeps":false,"loss":0.000633,"accuracy":99.72}]}`
	if err != nil || got != want {
		t.Errorf("%v\n%s\n%s", err, got, want)
	}
	got, err = ExplainText(game.StartFEN + "\nb:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5\nb:a2a3\n20 b:f3f7 m:a2a4\n#2 m:f3f7 b:e8f7")
	if err != nil || !strings.HasPrefix(got, `{"text":"Lets White mate with Qxf7+, ban e8–f7#. `) || !strings.Contains(got, `"kind":"allows_mate","turns":1,`) {
		t.Errorf("%v\n%s", err, got)
	}
	got, err = ExplainText(game.StartFEN + "\n\nb:a2a3\n20 b:e2e4 m:d2d4\n90 m:e2e4")
	if err != nil || !strings.HasSuffix(got, `"look":{"fen":"`+game.StartFEN+`","actions":["b:e2e4","m:a2a3"],"nodes":50000}}`) || !strings.Contains(got, `"kind":"leaves_threat"`) {
		t.Errorf("%v\n%s", err, got)
	}
	got, err = ExplainText(game.StartFEN + "\n\nb:a2a3\n20 b:e2e4 m:d2d4\n90 m:e2e4\n-160 b:e7e5\n15 b:e2e4\n-150 b:e7e5")
	if err != nil || !strings.Contains(got, "Takes away a3, which was no threat, and allows e4. ") || strings.Contains(got, `"look"`) {
		t.Errorf("%v\n%s", err, got)
	}
	// The last look asked for is at the position in which the reply is not answered.
	got, err = ExplainText(game.StartFEN + "\nb:a2a3\nm:h2h4\n20 m:d2d4\n-40 b:b8c6 m:e7e5")
	if err != nil || !strings.HasSuffix(got, `"look":{"fen":"rnbqkbnr/pppp1ppp/8/4p3/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 2 7","actions":[],"nodes":20000}}`) {
		t.Errorf("%v\n%s", err, got)
	}
	// A capture of what has just moved needs no words, nor does the move of what is captured, en passant either.
	got, err = ExplainText("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3 10:h2h3\n\nm:e2e4\n40 m:g1f3 b:d4d3\n-60 b:d4d3 m:d4e3\n0\n0")
	if err != nil || !strings.Contains(got, "Black can play dxe3. Better: Nf3, which keeps them at") {
		t.Errorf("%v\n%s", err, got)
	}
	got, err = ExplainText("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3 10:h2h3\n\nm:g1f3\n40 m:e5d6 b:e7d6\n-60 b:d8d6 m:d5d4\n0\n0")
	if err != nil || !strings.Contains(got, "Black can play d4. Better: exd6, which keeps them at") {
		t.Errorf("%v\n%s", err, got)
	}
	// No mate is missed by what was best, or where nothing better is known.
	for _, before := range []string{"#-3", "#3", "#3 b:a2a3 m:e2e4"} {
		got, err = ExplainText(game.StartFEN + "\n\nb:a2a3\n" + before + "\n0")
		if err != nil || !strings.Contains(got, `"kind":"numbers"`) {
			t.Errorf("%s: %v\n%s", before, err, got)
		}
	}
	for _, bad := range []string{"", "x", "\n\n\n\n", game.StartFEN + "\nb:e2e4\nb:e2e4\n0\n0", game.StartFEN + "\n\nm:e2e4\n0\n0", game.StartFEN + "\n\nb:e2e4\nx\n0", game.StartFEN + "\n\nb:e2e4\n0\n0 x"} {
		if got, err := ExplainText(bad); err == nil {
			t.Errorf("%q is explained: %s", bad, got)
		}
	}
	for _, bad := range []string{"\n", "white", "grey ban 0 0", "white ban x 0", "white bam 0 -200 better", "white BAN 0 0", "white ban 0 #"} {
		if got, err := JudgeText(bad); err == nil {
			t.Errorf("%q is judged: %s", bad, got)
		}
	}
}

// A claim is held against searches that see more than all that it was made from.
func TestVerifyLooksFurther(t *testing.T) {
	cp := func(n int, line string) Look {
		actions, err := actionsOf(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		return Look{Eval: game.Eval{Centipawns: n}, Line: actions}
	}
	c := Case{
		Game: game.New(), Action: game.MustParseAction("b:a2a3"),
		Before: cp(20, "b:e2e4 m:d2d4"), After: cp(90, "m:e2e4"),
		Further: []Look{cp(-160, "b:e7e5"), cp(15, "b:e2e4"), cp(-150, "b:e7e5")},
	}
	e, ask := Explain(c)
	if e.Kind != WastesBan || ask != nil {
		t.Fatalf("%v, %v", e, ask)
	}
	for _, threat := range []int{-150, 300} { // of a3, for White
		err := e.Verify(t.Context(), func(g *game.Game, nodes uint64) (Look, error) {
			switch {
			case g.Len() == 0:
				return c.Further[1], nil
			case nodes <= larger:
				return c.Further[2], nil
			}
			return cp(threat, "b:e7e5"), nil
		})
		if (err != nil) != (threat > 0) {
			t.Errorf("a threat worth %d: %v", threat, err)
		}
	}
}

// A mate that a look does not find may be there still. What a larger search finds stands in the
// report, and the move has no mark.
func TestMateThatIsStillThere(t *testing.T) {
	g, err := game.NewFromFEN("2b3k1/1p2P1pp/2Rp2p1/3p4/p2Pr3/P4R2/1P3nPP/3K4 w - - 3 28 110:d1c2")
	if err == nil {
		err = g.Play(game.MustParseAction("m:f3f2"))
	}
	if err != nil {
		t.Fatal(err)
	}
	looker, err := NewLooker()
	if err != nil {
		t.Fatal(err)
	}
	look, tree := looker.Looking(t.Context()), game.NewTree(g)
	before, err := look(tree.Game(tree.Root()), Nodes)
	if err != nil {
		t.Fatal(err)
	}
	after, err := look(g, Nodes)
	if err != nil || JudgeAction(game.White, g.Entry(0).Action, before, after).Mark != Blunder {
		t.Fatalf("%v and %v, %v", before, after, err)
	}
	r, err := Make(tree, Lines(tree)[0], look, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Moments[0]; m.Mark != 0 || m.MissedMate || m.Explanation != nil || m.Accuracy < 99.9 || r.Looks[1].Eval.Mate <= 0 {
		t.Errorf("%v: %+v, then %v", m, m.Judgement, r.Looks[1].Eval)
	}
}
