package tables_test

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/tables"
)

var (
	men     = flag.String("men", "KQK KRK KBK KNK KPK", "tables to test; with four men it takes a minute or more")
	samples = flag.Int("samples", 3000, "positions of each table to test")
)

// made returns the tables that are tested and all to which they lead.
func made(t *testing.T) (*tables.Set, []*tables.Table) {
	t.Helper()
	var s tables.Set
	var tables []*tables.Table
	for name := range strings.FieldsSeq(*men) {
		table, err := s.Add(name)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, table)
	}
	s.Make()
	return &s, tables
}

// sample calls a test with random positions of a table.
func sample(table *tables.Table, n int, test func(i int, p chess.Position)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n > 0 {
		i := rng.IntN(table.Len())
		if p, ok := table.Position(i); ok {
			test(i, p)
			n--
		}
	}
}

// gameOf returns a game that begins at a position.
func gameOf(t *testing.T, p *chess.Position) *game.Game {
	t.Helper()
	s := game.NewSetup()
	s.Board, s.Mover, s.EnPassant = p.Board(), p.Mover(), p.EnPassant()
	start, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return game.NewFrom(start)
}

// lookAhead returns the value of a position for its mover, by every legal ban and move and
// the values of the positions after them.
func lookAhead(t *testing.T, s *tables.Set, g *game.Game) int {
	t.Helper()
	ended := func(g *game.Game) int {
		if r := g.Result(); r.Winner == game.NoPlayer {
			return 0
		}
		return tables.Value(^0).Rank() // the next mover is mated
	}
	if g.Over() {
		return ended(g)
	}
	least := math.MaxInt
	for _, ban := range g.Position().LegalBans() {
		after := g.Clone()
		if err := after.Play(game.BanAction(ban)); err != nil {
			t.Fatal(err)
		}
		best := math.MinInt
		if after.Over() {
			best = ended(after)
		}
		for _, m := range after.Position().LegalMoves() {
			next := after.Clone()
			if err := next.Play(game.MoveAction(m)); err != nil {
				t.Fatal(err)
			}
			p := next.Position().Chess()
			v, ok := s.Probe(&p)
			if !ok {
				t.Fatalf("no table for %s", next.FEN())
			}
			w := v.Rank()
			if next.Over() && w != ended(next) {
				t.Errorf("%s: %d, but the game is over: %v", next.FEN(), v, next.Result())
			}
			switch {
			case w > 0:
				w--
			case w < 0:
				w++
			}
			best = max(best, -w)
		}
		least = min(least, best)
	}
	return least
}

// TestValuesFollow checks that each value follows from the values one turn later.
func TestValuesFollow(t *testing.T) {
	s, tables := made(t)
	for _, table := range tables {
		n := *samples
		if testing.Short() {
			n /= 10
		}
		sample(table, n, func(i int, p chess.Position) {
			g := gameOf(t, &p)
			v := table.Value(i)
			if got := lookAhead(t, s, g); got != v.Rank() {
				t.Errorf("%s %s: %d, by its bans and moves %d", table.Name(), g.FEN(), v, got)
			}
			if probed, ok := s.Probe(&p); !ok || probed != v {
				t.Errorf("%s %s: probed %d, %v", table.Name(), g.FEN(), probed, ok)
			}
		})
	}
}

// TestMirrors checks that a position, its mirrors and the same with exchanged colours have
// the same value.
func TestMirrors(t *testing.T) {
	s, tables := made(t)
	for _, table := range tables {
		sample(table, 300, func(i int, p chess.Position) {
			want := table.Value(i)
			for _, mirror := range []chess.Square{7, 56, 63, 56 | 64} {
				if mirror == 56|64 || !strings.Contains(table.Name(), "P") || mirror == 7 {
					m := mirrored(&p, mirror)
					if got, ok := s.Probe(&m); !ok || got != want {
						t.Errorf("%s by %d: %d, %v, want %d", gameOf(t, &p).FEN(), mirror, got, ok, want)
					}
				}
			}
		})
	}
}

// mirrored returns a position with mirrored files, ranks or both; with 64, also with
// exchanged colours.
func mirrored(p *chess.Position, by chess.Square) chess.Position {
	s := chess.Setup{Mover: p.Mover(), EnPassant: p.EnPassant(), Fullmove: 1}
	if s.EnPassant != chess.NoSquare {
		s.EnPassant ^= by & 63
	}
	colour := func(pl chess.Player) chess.Player { return pl }
	if by&64 != 0 {
		colour = chess.Player.Opponent
	}
	s.Mover = colour(s.Mover)
	for i, piece := range p.Board() {
		s.Board[chess.Square(i)^by&63] = chess.NewPiece(colour(piece.Player()), piece.Role())
	}
	return chess.NewPosition(s)
}

// TestValuesAreSolved checks that the solver, which tries everything, finds the wins of the
// table and no others.
func TestValuesAreSolved(t *testing.T) {
	_, tables := made(t)
	const turns = 3
	solved := 0
	for _, table := range tables {
		n := *samples / 10
		if testing.Short() {
			n /= 10
		}
		sample(table, n, func(i int, p chess.Position) {
			g := gameOf(t, &p)
			if g.Over() {
				return
			}
			s, err := engine.Solve(context.Background(), g, turns, nil)
			if err != nil {
				t.Fatal(err)
			}
			v := table.Value(i)
			banner, mover := 0, 0 // turns
			switch {
			case v < 0 && v.Distance()/2+1 <= turns:
				banner = v.Distance()/2 + 1
			case v > 0 && (v.Distance()+1)/2 <= turns:
				mover = (v.Distance() + 1) / 2
			}
			if s.Turns != banner || s.Lost != mover {
				t.Errorf("%s: %d; solved in %d, lost in %d turns", g.FEN(), v, s.Turns, s.Lost)
			}
			if banner+mover > 0 {
				solved++
			}
		})
	}
	if solved == 0 {
		t.Error("no win was short enough")
	}
}

// TestEndings checks that queen and rook win against a bare king with either side to move,
// except for a few stalemates and lost rooks, that the longest win of a rook takes 14 moves,
// that a game with a bishop alone is over, and that bans stop a pawn.
func TestEndings(t *testing.T) {
	type count struct{ won, drawn, lost int }
	var s tables.Set
	counts := map[string][2]count{} // by the ending and the side to move, the stronger first
	longest := 0
	for _, name := range []string{"KQK", "KRK", "KBK", "KPK"} {
		table, err := s.Add(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Make()
		var c [2]count
		for i := range table.Len() {
			p, ok := table.Position(i)
			if _, pairs := p.Count(); !ok || pairs == 0 || p.InsufficientMaterial() {
				continue
			}
			side := &c[p.Mover().Index()]
			switch v := table.Value(i); {
			case v > 0:
				side.won++
			case v < 0:
				side.lost++
			default:
				side.drawn++
			}
			if name == "KRK" {
				longest = max(longest, (table.Value(i).Distance()+1)/2)
			}
		}
		counts[name] = c
	}
	for _, name := range []string{"KQK", "KRK"} {
		if c := counts[name][0]; c.lost != 0 || c.won < 999*c.drawn {
			t.Errorf("%s, strong side to move: %+v", name, c)
		}
		if c := counts[name][1]; c.won != 0 || c.lost < 4*c.drawn {
			t.Errorf("%s, bare king to move: %+v", name, c)
		}
	}
	if longest != 14 {
		t.Errorf("the longest win of KRK takes %d moves", longest)
	}
	if c := counts["KBK"]; c != [2]count{} {
		t.Errorf("the game is over with a bishop: %+v", c)
	}
	if c := counts["KPK"][0]; c.won != 0 {
		t.Errorf("a pawn wins: %+v", c)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"KQK": "KQK", "KKQ": "KQK", "KNBK": "KBNK", "KPKR": "KRKP", "KPKP": "KPKP"} {
		var s tables.Set
		if table, err := s.Add(name); err != nil || table.Name() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "K", "KK", "QKK", "KQ", "KQRBK", "KQKRB", "kqk", "KXK", "KQKK"} {
		var s tables.Set
		if _, err := s.Add(name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}

func TestMissing(t *testing.T) {
	set := tables.ThreeMen()
	for fen, want := range map[string]string{
		"8/8/8/3k4/8/2n5/8/K6R w - - 0 1 1":                          "KRKN",
		"8/8/8/3k4/4p3/8/8/K6Q w - - 0 1 1":                          "KQKP KQKQ KQKR KQKB KQKN",
		"8/8/8/3k4/8/8/7Q/K7 w - - 0 1 1":                            "", // three men are made
		"8/8/8/3k4/8/2nn4/8/K6R w - - 0 1 1":                         "", // five have no table
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1": "",
	} {
		p := game.MustParseFEN(fen).Chess()
		if got := strings.Join(set.Missing(&p), " "); got != want {
			t.Errorf("%s: %q is missing, not %q", fen, got, want)
		}
	}
	data, err := os.ReadFile("../../assets/tables/KRKN.table")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set.Load(data); err != nil {
		t.Fatal(err)
	}
	p := game.MustParseFEN("8/8/8/3k4/8/2n5/8/K6R w - - 0 1 1").Chess()
	if got := set.Missing(&p); len(got) > 0 {
		t.Errorf("%v is missing after it was loaded", got)
	}
}

// A folder without tables is most likely the wrong one.
func TestWrongFolder(t *testing.T) {
	for _, folder := range []string{"testdata", "no such folder"} {
		if _, err := tables.ReadFiles(os.DirFS(folder)); err == nil {
			t.Errorf("tables in %q", folder)
		}
	}
}

// A position with many men is not taken for one of four: eight pawns would count as a knight.
func TestManyMen(t *testing.T) {
	set, err := tables.ReadFiles(os.DirFS("../../assets/tables"))
	if err != nil {
		t.Fatal(err)
	}
	p := game.MustParseFEN("4k2r/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1 1").Chess()
	if v, ok := set.Probe(&p); ok {
		t.Errorf("eleven men have the value %d", v)
	}
}
