package game

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game/chess"
)

// TestMarshal: what JSON keeps of a game is the whole of it, and what comes back
// goes on.
func TestMarshal(t *testing.T) {
	g, err := ReplayLog(StartPosition(), "b:e2e4", "d4", "b:d7d5")
	if err != nil {
		t.Fatal(err)
	}
	_ = g.Tags.Set("White", "Ada")
	type record struct {
		Game *Game
		Tree *Tree
		At   Position
		Last Action
	}
	data, err := json.Marshal(record{g, NewTree(g), g.Position(), g.Entry(2).Action})
	if err != nil {
		t.Fatal(err)
	}
	var back record
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if back.Game.PGN() != g.PGN() || back.Game.FEN() != g.FEN() || back.Tree.PGN() != g.PGN() || back.At.FEN() != g.Position().FEN() || back.Last != g.Entry(2).Action {
		t.Errorf("%s comes back as %v, %v, %v, %v", data, back.Game, back.Tree, back.At, back.Last)
	}
	if err := back.Game.Play(MustParseAction("m:e7e6")); err != nil {
		t.Error(err)
	}
	before := back.Game.PGN()
	if err := json.Unmarshal([]byte(`"1. e4"`), back.Game); CodeOf(err) != CodeWrongPhase || back.Game.PGN() != before {
		t.Errorf("a bad PGN: %v, now %v", err, back.Game)
	}
}

// TestMarshalTable: whatever of this package is marshalled comes back as it was, as
// itself, behind a pointer, in a struct, a list and a map; or it is refused.
func TestMarshalTable(t *testing.T) {
	played, err := ReplayLog(StartPosition(), "b:e2e4", "d4", "b:d7d5", "Nf6")
	if err != nil {
		t.Fatal(err)
	}
	resigned, timedOut, agreed, setUp := played.Clone(), played.Clone(), played.Clone(), NewFrom(MustParseFEN("6bk/4P3/8/8/8/8/8/K7 w - - 7 40 158"))
	for _, err := range []error{
		resigned.Resign(White), timedOut.TimeOut(Black), agreed.AgreeDraw(), played.Tags.Set("White", "A \"b\" \\ c"),
		setUp.Play(MustParseAction("m:e7e8q")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	undone := played.Clone()
	undone.Undo()
	tree := NewTree(played)
	other, err := tree.Root().Next().Add(MustParseAction("m:c2c4"))
	if err != nil {
		t.Fatal(err)
	}
	left := 61500 * time.Millisecond
	other.Annotation = Annotation{Comment: "also", NAGs: []uint8{1, 14}, Eval: &Eval{Centipawns: -20, Depth: 7}, Clock: &left, Drawings: []Drawing{{Color: 'G', From: 27, To: NoSquare}, {Color: 'R', From: 12, To: 28}}}

	said := func(tr *Tree) any {
		return fmt.Sprintf("%q %v", allTags(tr.Tags, tr.Root().After, tr.Standing()), tr.Standing()) + nodeText(tr.Root())
	}
	games := func(g *Game) []any { return []any{g.PGN(), g.FEN(), g.Result(), g.BCN(), said(NewTree(g))} }
	noted := played.Clone()
	*noted.Annotation(2) = other.Annotation
	exact := left + 4*time.Microsecond
	noted.Annotation(4).Clock, noted.Annotation(0).Comment = &left, "before {all"
	rounded := played.Clone()
	rounded.Annotation(1).Clock, rounded.Annotation(1).Drawings = &exact, []Drawing{{Color: 'R', From: 12, To: 28}, {Color: 'G', From: 27, To: NoSquare}}
	latin := played.Clone() // Set and Tidy take as Latin-1 what is not UTF-8
	if err := latin.Tags.Set("White", "M\xfcller"); err != nil {
		t.Fatal(err)
	}
	*latin.Annotation(1) = Annotation{CommentBefore: "\xbd", Comment: "Zo\xe9"}
	latin.Annotation(2).SetText("\xbd [%eval 0.34]")
	latin.Annotation(1).Tidy()
	if got := latin.Tags.Get("White") + latin.Annotation(1).CommentBefore + latin.Annotation(2).Comment; got != "Müller½½" {
		t.Errorf("Latin-1 is taken as %q", got)
	}
	for _, g := range []*Game{New(), new(Game), played, undone, resigned, timedOut, agreed, setUp, noted, latin} {
		keeps(t, *g, func(g Game) any { return games(&g) })
		keeps(t, g, func(g *Game) any { return games(g) })
	}
	for _, tr := range []*Tree{tree, NewTree(New()), NewTree(resigned), NewTree(setUp)} {
		keeps(t, *tr, func(tr Tree) any { return said(&tr) })
		keeps(t, tr, said)
	}
	for _, e := range append(played.History(), setUp.Entry(0), Entry{}) {
		keeps(t, e, func(e Entry) any { return fmt.Sprint(e, e.Before, e.After, e.FEN(), e.SAN, e.Occurrences, e.Result) })
	}
	for _, a := range []Annotation{{}, other.Annotation} {
		keeps(t, a, func(a Annotation) any { return a })
	}
	for _, p := range []Position{{}, StartPosition(), setUp.Position()} {
		keeps(t, p, func(p Position) any { return p.FEN() })
	}
	same(t, NoSquare, 0, 63)
	same(t, NoPair, NewPair(12, 28))
	same(t, NoMove, chess.NewMove(52, 60, Queen), chess.NewMove(12, 28, NoRole))
	same(t, Action{}, MustParseAction("b:e2e4"), MustParseAction("m:e7e8q"))
	same(t, NoPlayer, White, Black)
	same(t, NoRole, Pawn, King)
	same(t, NoPiece, NewPiece(White, Pawn), NewPiece(Black, King))
	same(t, Phase(0), PhaseBan, PhaseMove)
	same(t, Ply(0), 1, MaxPly)
	same(t, Result{}, Result{White, CheckmateByBan}, Result{NoPlayer, Agreement})
	same(t, Eval{}, Eval{Mate: -3})
	same(t, Tag{}, Tag{"White", "Ada"})
	impossible, banned, late := NewSetup(), StartPosition().Setup(), StartPosition().Setup()
	impossible.Board[3], impossible.EnPassant, impossible.Halfmove = NewPiece(Black, Pawn), 20, 7
	banned.Ply, banned.Ban = 2, NewPair(12, 28)
	late.Ply = 0
	same(t, NewSetup(), impossible, banned, late, setUp.Position().Setup())
	for _, s := range []SyncState{{FEN: StartFEN}, played.SyncState(), resigned.SyncState()} {
		keeps(t, s, func(s SyncState) any { return s })
	}
	clocked := played.Clone()
	clock, err := NewClock(time.Minute, 0, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	clocked.SetClock(clock)
	refuse := []any{clocked, *clocked}
	for _, d := range []Drawing{{}, {Color: 'X', From: 70, To: 3}, {Color: 'G', From: 70, To: NoSquare}, {Color: 'G', From: 3, To: 3}, {Color: 'G', From: 3, To: 99}, {Color: 'g', From: 3, To: 4}} {
		refuse = append(refuse, d, &d, []Drawing{d}, Annotation{Drawings: []Drawing{d}})
	}
	for _, a := range []Annotation{{NAGs: []uint8{0}}, {NAGs: []uint8{3, 3}}, {Comment: "so [%eval 1.00]"}} {
		g, tr := played.Clone(), NewTree(played)
		*g.Annotation(2), tr.End().Annotation = a, a
		refuse = append(refuse, g, *g, tr, *tr)
	}
	refuse = append(refuse, &Tree{Tags: Tags{{"Note", "a"}, {"Note", "b"}}}, &Game{Tags: Tags{{"Note", ""}}})
	for _, r := range []Result{{NoPlayer, Resignation}, {White, Agreement}, {NoPlayer, TimeoutInsufficientMaterial}} {
		refuse = append(refuse, &Tree{Result: r})
	}
	huge := New()
	huge.Annotation(0).Comment = strings.Repeat("long ", MaxPGNGame/5)
	refuse = append(refuse, huge)
	if text, err := rounded.MarshalText(); err != nil {
		t.Errorf("%s, %v", text, err)
	}
	for _, refused := range refuse {
		if data, err := json.Marshal(refused); CodeOf(err) == "" {
			t.Errorf("%T is marshalled as %s, %v", refused, data, err)
		}
	}
}

// nodeText is everything about a node and what follows it.
func nodeText(n *Node) string {
	s := fmt.Sprintf("(%v %s %v %d %v %+v %q", n.Action, n.FEN(), n.Before, n.Occurrences, n.Result, n.NAGs, n.CommentBefore+"|"+n.Text())
	for _, child := range n.children {
		s += nodeText(child)
	}
	return s + ")"
}

func same[T comparable](t *testing.T, values ...T) {
	t.Helper()
	for _, v := range values {
		keeps(t, v, func(v T) any { return v })
	}
}

// keeps marshals a value in every place where one can stand, reads it back and
// compares what it says.
func keeps[T any](t *testing.T, v T, says func(T) any) {
	t.Helper()
	type places struct {
		It   T
		At   *T
		List []T
		Map  map[string]T
	}
	data, err := json.Marshal(places{v, &v, []T{v}, map[string]T{"k": v}})
	if err != nil {
		t.Errorf("%v: %v", v, err)
		return
	}
	var back places
	if err := json.Unmarshal(data, &back); err != nil || back.At == nil || len(back.List) != 1 {
		t.Errorf("%s: %v", data, err)
		return
	}
	for _, got := range []T{back.It, *back.At, back.List[0], back.Map["k"]} {
		if !reflect.DeepEqual(says(got), says(v)) {
			t.Errorf("%s: comes back as %v, was %v", data, says(got), says(v))
		}
	}
}

// TestUnmarshalHostile: what cannot be read is an error with a code where the text is
// wrong, and leaves the value as it was.
func TestUnmarshalHostile(t *testing.T) {
	texts := []string{
		`""`, `"x"`, `"\u0000"`, `"1. e4"`, `"1. {banning: e2e4} e4"`, `"[FEN \"x\"]\n*"`, `"b:e2e2"`, `"b:e2e4x"`, `"e9"`, `"-1"`,
		`"8/8/8/8/8/8/8/8 w - - 0 1 1"`, `" "`, `"{"`, `"("`, `"\ud800"`, `12`, `{}`, `[]`, `true`, `"` + strings.Repeat("(", 5000) + `"`,
	}
	g, err := ReplayLog(StartPosition(), "b:e2e4", "d4")
	if err != nil {
		t.Fatal(err)
	}
	tree, position, action, square, pair, move, player, role, piece, phase, drawing :=
		NewTree(g), g.Position(), MustParseAction("b:e2e4"), Square(12), NewPair(12, 28), chess.NewMove(12, 28, NoRole), White, Queen, NewPiece(White, King), PhaseBan, Drawing{Color: 'G', From: 1, To: NoSquare}
	for _, v := range []interface {
		encoding.TextUnmarshaler
		encoding.TextMarshaler
	}{g, tree, &position, &action, &square, &pair, &move, &player, &role, &piece, &phase, &drawing} {
		before, err := v.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			err := json.Unmarshal([]byte(text), v)
			now, _ := v.MarshalText()
			switch {
			case err == nil && (text == `""` && v == any(&position) || text == `"x"` && v == any(&piece)):
				t.Logf("%T reads %s", v, text)
				if err := v.UnmarshalText(before); err != nil {
					t.Fatal(err)
				}
			case err == nil:
				t.Errorf("%T reads %.40s as %s", v, text, now)
			case text[0] == '"' && CodeOf(err) == "":
				t.Errorf("%T, %.40s: an error without a code: %v", v, text, err)
			case string(now) != string(before):
				t.Errorf("%T: %.40s was refused and changed it to %s", v, text, now)
			}
		}
	}
}

// TestStrings: what fmt prints of a game is of use.
func TestStrings(t *testing.T) {
	if got := fmt.Sprint(new(Tree)); got != "*" {
		t.Errorf("an empty tree prints as %s", got)
	}
	g := new(Game) // the zero Game
	if got := fmt.Sprint(g); got != StartFEN {
		t.Errorf("a new game prints as %s", got)
	}
	if err := g.Play(MustParseAction("b:e2e4")); err != nil || fmt.Sprint(g) != "1. {banning: e2e4}" || fmt.Sprint(NewTree(g)) != "1. {banning: e2e4} *" {
		t.Errorf("%v prints as %v", err, g)
	}
	if got := fmt.Sprint(g.Entry(0), g.Position(), g.Result(), g.Ply()); got != "b:e2e4 "+g.FEN()+" The game goes on 2" {
		t.Error(got)
	}
	for got, want := range map[string]string{
		fmt.Sprint(NewSetup()):         "8/8/8/8/8/8/8/8 w - - 0 1 1",
		fmt.Sprint(*g):                 "1. {banning: e2e4}",
		fmt.Sprintf("%+v", g.Entry(0)): "b:e2e4",
		fmt.Sprintf("%v", g.History()): "[b:e2e4]",
		fmt.Sprint(*NewTree(g)):        "1. {banning: e2e4} *",
		fmt.Sprint(NewTree(g).End()):   "b:e2e4",
		fmt.Sprint(Annotation{NAGs: []uint8{1}, Comment: "so", Eval: &Eval{Mate: 2}}): "$1 {[%eval #2] so}",
		fmt.Sprintf("%+v", Drawing{Color: 'G', From: 12, To: 28}):                     "Ge2e4",
		fmt.Sprintf("%+v", Tag{"White", "Ada"}):                                       "{Name:White Value:Ada}",
	} {
		if got != want {
			t.Errorf("prints as %s, want %s", got, want)
		}
	}
	if !g.Undo() || g.Undo() || g.FEN() != StartFEN || g.PGN() == "" || g.Clone().Start() != StartPosition() {
		t.Errorf("undone to %v", g)
	}
}
