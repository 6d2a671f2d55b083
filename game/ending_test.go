package game

import (
	"os"
	"strings"
	"testing"
)

// rows reads a table in testdata: fields separated by " ; ", comments with #.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var table [][]string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		table = append(table, fields)
	}
	return table
}

func positionOf(t *testing.T, fen string) Position {
	t.Helper()
	if fen == "start" {
		return StartPosition()
	}
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEndings(t *testing.T) {
	for _, row := range rows(t, "endings.txt") {
		fen, bcn, token, reason := row[0], strings.Fields(row[1]), row[2], Reason(row[3])
		g := NewFrom(positionOf(t, fen))
		for i, s := range bcn {
			if g.Over() {
				t.Errorf("%v: over before %s: %s", row, s, g.Result())
			}
			if err := g.Play(MustParseAction(s)); err != nil {
				t.Fatalf("%v: action %d: %v", row, i+1, err)
			}
		}
		if got := strings.Join(g.BCN(), " "); got != row[1] {
			t.Errorf("BCN with indicators is %s, want %s", got, row[1])
		}
		if r := g.Result(); r.Token() != token || r.Reason != reason {
			t.Errorf("%v: result %s %s", row, r.Token(), r.Reason)
		}
		if n := len(g.LegalActions()); n != 0 {
			t.Errorf("%v: %d legal actions after the end", row, n)
		}
		if err := g.Play(NewBan(0, 1)); CodeOf(err) != CodeGameOver {
			t.Errorf("%v: an action after the end gives %v", row, err)
		}
		want := map[Reason]string{Checkmate: "#", CheckmateByBan: "#"}[reason]
		if want == "" {
			want = "="
		}
		if fen := g.FEN(); !strings.HasSuffix(fen, want) {
			t.Errorf("%v: the last FEN is %q, want %q at its end", row, fen, want)
		}
		if r := g.Result(); r.Draw() != (token == "1/2-1/2") || r.Reason.IsCheckmate() != (want == "#") {
			t.Errorf("%v: a draw %v, checkmate %v", row, r.Draw(), r.Reason.IsCheckmate())
		}
		if e := g.Entry(g.Len() - 1); e.Result != g.Result() || e.Occurrences >= 3 != (reason == ThreefoldRepetition) || e.FEN() != g.FEN() {
			t.Errorf("%v: the last entry says %v after %d occurrences, %s", row, e.Result, e.Occurrences, e.FEN())
		}
	}
}

// TestMateByBan is the game that shows the rule: one legal ban, and it mates.
func TestMateByBan(t *testing.T) {
	g, err := ReplayLog(StartPosition(), strings.Fields("b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7")...)
	if err != nil {
		t.Fatal(err)
	}
	if got := asSet(g.LegalActions()); got != "b:e8f7" {
		t.Fatalf("legal actions %q, want only b:e8f7", got)
	}
	if g.Over() || !g.InCheck() || g.Result().Reason.IsCheckmate() {
		t.Fatalf("before the ban the game is %s", g.Result())
	}
	if err := g.Play(MustParseAction("b:e8f7")); err != nil {
		t.Fatal(err)
	}
	if got, want := g.Result().String(), "White wins: checkmate by ban"; got != want {
		t.Errorf("result %q, want %q", got, want)
	}
	if got, want := g.FEN(), "rnbqkbnr/pppppQp1/8/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 12:e8f7#"; got != want {
		t.Errorf("FEN %q, want %q", got, want)
	}
	if got, want := g.Movetext(), "1. {banning: a2a3} e4 {banning: a7a6} h6 2. {banning: a2a3} Qf3 {banning: a7a6} h5 3. {banning: a2a3} Qxf7+ {banning: e8f7#} 1-0"; got != want {
		t.Errorf("movetext\n%s, want\n%s", got, want)
	}
}

func TestDecidedEndings(t *testing.T) {
	const bareBlack = "8/8/8/3k4/8/3K4/8/1Q6 w - - 0 1 2"
	tests := []struct {
		name string
		fen  string
		end  func(*Game) error
		want Result
		text string
	}{
		{"White resigns", StartFEN, func(g *Game) error { return g.Resign(White) }, Result{Black, Resignation}, "Black wins: resignation"},
		{"Black resigns", StartFEN, func(g *Game) error { return g.Resign(Black) }, Result{White, Resignation}, "White wins: resignation"},
		{"draw", StartFEN, (*Game).AgreeDraw, Result{NoPlayer, Agreement}, "Draw: agreement"},
		{"time", StartFEN, func(g *Game) error { return g.TimeOut(White) }, Result{Black, Timeout}, "Black wins: time-out"},
		{"White's time, bare black king", bareBlack, func(g *Game) error { return g.TimeOut(White) }, Result{NoPlayer, TimeoutInsufficientMaterial}, "Draw: time-out against a bare king"},
		{"the bare king's time", bareBlack, func(g *Game) error { return g.TimeOut(Black) }, Result{White, Timeout}, "White wins: time-out"},
	}
	for _, tt := range tests {
		g, err := NewFromFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		fen := g.FEN()
		if err := tt.end(g); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if g.Result() != tt.want || g.Result().String() != tt.text {
			t.Errorf("%s: %v %q", tt.name, g.Result(), g.Result())
		}
		for _, again := range []func(*Game) error{(*Game).AgreeDraw, func(g *Game) error { return g.Resign(White) }, func(g *Game) error { return g.TimeOut(Black) }} {
			if err := again(g); CodeOf(err) != CodeGameOver || g.Result() != tt.want {
				t.Errorf("%s: ended twice: %v, %v", tt.name, err, g.Result())
			}
		}
		back, err := ParsePGN(g.PGN())
		if err != nil || back.Result() != tt.want {
			t.Errorf("%s: PGN reads back as %v, %v", tt.name, back, err)
		}
		if !g.Undo() || g.Over() || g.FEN() != fen {
			t.Errorf("%s: undone to %v at %s", tt.name, g.Result(), g.FEN())
		}
	}
	g := New()
	if err := g.Resign(NoPlayer); CodeOf(err) != CodeBadPlayer || g.Over() {
		t.Errorf("nobody resigned: %v", err)
	}
}

func TestInsufficientMaterial(t *testing.T) {
	tests := []struct {
		board string
		want  bool
	}{
		{"4k3/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/4KN2", true},
		{"4k1b1/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/2B1K1B1", true},    // c1 and g1 are both dark
		{"4k3/5b2/8/8/8/8/8/2B1K3", false},   // f7 light, c1 dark
		{"4k3/4b3/8/8/8/8/8/2B1K3", true},    // e7 and c1 both dark
		{"4k3/8/8/8/8/8/8/2B1KB2", false},    // a bishop on each colour
		{"4k3/8/8/8/8/8/8/4KNN1", false},     // two knights
		{"4k1n1/8/8/8/8/8/8/4KN2", false},    // a knight each
		{"4k3/8/8/8/8/8/8/2B1KN2", false},    // bishop and knight
		{"4k3/7p/8/8/8/8/8/4K3", false},      // a pawn
		{"4k3/8/8/8/8/8/8/4K2R", false},      // a rook
		{"4k3/8/8/8/8/8/8/3QK3", false},      // a queen
		{"2b1k3/8/8/8/8/8/8/2B1K1B1", false}, // c8 is light
		{"4kb2/8/8/8/8/8/8/B1B1K1B1", true},  // all dark
	}
	for _, tt := range tests {
		p := MustParseFEN(tt.board + " w - - 0 1 1")
		if got := p.Result().Reason == InsufficientMaterial; got != tt.want {
			t.Errorf("%s: insufficient material is %v", tt.board, got)
		}
	}
}

// TestPawnMates counts the mates by ban with a lone pawn, which "What is known" tells.
func TestPawnMates(t *testing.T) {
	mates := 0
	for king := range Square(64) {
		for lone := range Square(64) {
			for pawn := range Square(64) {
				s := NewSetup()
				s.Mover = Black
				s.Board[pawn], s.Board[king], s.Board[lone] = NewPiece(White, Pawn), NewPiece(White, King), NewPiece(Black, King)
				p, err := s.Position()
				if err == nil && p.InCheck() && len(p.LegalBans()) == 1 {
					mates++
				}
			}
		}
	}
	if mates != 8 {
		t.Errorf("%d mates", mates)
	}
}
