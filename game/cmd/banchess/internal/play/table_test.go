package play

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/game"
)

// seconds is a clock on which a second, and a little more, passes whenever somebody looks.
func seconds() func() time.Time {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(1001 * time.Millisecond)
		return now
	}
}

// TestClock: bans and moves both take time, and the times are in the PGN.
func TestClock(t *testing.T) {
	options := Options{Clock: TimeControl{10 * time.Minute, 3 * time.Second}, Now: seconds()}
	table, out := sit(t, options, "e2e4", "d4", "undo", "redo", "e7e5", "pgn")
	for _, want := range []string{"White 9:5", "White bans (", `[TimeControl "600+3"]`, "{banning: e2e4} {[%clk 0:09:", "d4 {[%clk 0:09:", "{banning: e7e5} {[%clk 0:09:"} {
		if !strings.Contains(strings.ReplaceAll(out, "}\n{", "} {"), want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if times := regexp.MustCompile(`%clk [0-9:]+(\.[0-9])?\]`); len(times.FindAllString(out, -1)) != strings.Count(out, "%clk") {
		t.Errorf("times of more than tenths: %s", out)
	}
	c := table.game.Clock()
	if c == nil || c.Remaining(game.White) >= 10*time.Minute || c.Remaining(game.Black) >= 10*time.Minute || c.Running() != game.Black {
		t.Errorf("the clock is %+v", c)
	}
}

// TestFlag ends the game when the time is up; it is kept, and a new one has all
// of its time.
func TestFlag(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.pgn")
	options := Options{Clock: TimeControl{Base: 20 * time.Second}, Now: seconds(), Save: file}
	lines := append(strings.Fields(strings.Repeat("board ", 30)), "e2e4", "undo", "start", "new", "a2a3")
	table, out := sit(t, options, lines...)
	if !strings.Contains(out, "White wins: time") || table.game.Len() != 1 || table.game.Over() {
		t.Errorf("%s\n%v", out, table.game)
	}
	options.Now = seconds()
	if _, out = sit(t, options, "e2e4", strings.Repeat("board\n", 30)); !strings.Contains(out, "is saved") {
		t.Error(out)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), `[Termination "time forfeit"]`) {
		t.Errorf("%s %v", text, err)
	}
}

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"5+3": {5 * time.Minute, 3 * time.Second}, "0.5+0": {Base: 30 * time.Second}, "10": {Base: 10 * time.Minute}, "1+0.5": {time.Minute, time.Second / 2},
	} {
		if c, err := ParseTimeControl(text); err != nil || c != want {
			t.Errorf("%s: %v %v", text, c, err)
		}
	}
	for _, text := range []string{"", "5+", "+3", "0", "0+5", "-1", "5:00", "601", "5+601", "NaN", "Inf", "1+NaN", "1e-9", "5+3+1", "5 min"} {
		if c, err := ParseTimeControl(text); err == nil {
			t.Errorf("%q is %v", text, c)
		}
	}
}

// TestDraw is offered to the person beside, who may accept, and to the engine,
// which looks at the board.
func TestDraw(t *testing.T) {
	const won, lost = "6k1/5ppp/8/8/8/8/QQ3PPP/6K1 w - - 0 1 2", "6k1/5ppp/8/8/qq6/8/5PPP/6K1 w - - 0 1 2"
	engine := Player{Engine: true, Level: 8}
	tests := []struct {
		options Options
		lines   string
		want    string
		drawn   bool
	}{
		{Options{}, "draw what yes", "Black offers a draw. White, yes or no> yes\n", true},
		{Options{}, "e2e4 draw NO", "Black declines the draw.", false},
		{Options{}, "draw", "White, yes or no> ", false}, // the input ends
		{Options{Game: start(lost), Black: engine}, "draw", "Black (engine) declines the draw.", false},
		{Options{Game: start(won), Black: engine}, "draw", "Black (engine) accepts the draw.", true},
		{Options{}, "draw y draw", "The game is over (Draw: agreement)", true},
	}
	for _, tt := range tests {
		table, out := sit(t, tt.options, strings.Fields(tt.lines)...)
		if drawn := table.game.Result().Reason == game.Agreement; drawn != tt.drawn || !strings.Contains(out, strings.TrimSuffix(tt.want, "> ")) && tt.lines != "draw" {
			t.Errorf("%s: %v\n%s", tt.lines, table.game.Result(), out)
		}
	}
}

// TestWhenOver says what can be typed, and only what would do something.
func TestWhenOver(t *testing.T) {
	for _, tt := range []struct {
		options Options
		lines   []string
		want    string
	}{
		{Options{}, []string{"e2e4", "resign"}, "Type new for another game, undo to take back, or quit."},
		{Options{Clock: TimeControl{Base: 10 * time.Second}, Now: seconds()}, []string{strings.Repeat("board\n", 15)}, "Type new for another game, or quit."},
		{Options{Task: "Win."}, []string{"resign"}, "Type start to try again, undo to take back, or quit."},
	} {
		tt.options.Terminal = true
		if _, out := sit(t, tt.options, tt.lines...); strings.Count(out, tt.want) != 1 {
			t.Errorf("%v: %s", tt.lines, out)
		}
	}
}

// TestOtherPlayers changes who plays in the middle of a game.
func TestOtherPlayers(t *testing.T) {
	table, out := sit(t, Options{}, "level 3", "e2e4", "white engine:2", "level", "level 1", "pgn", "black robot", "level 22", "white human", "pgn")
	if table.refused != 3 || table.game.Len() < 3 || table.game.ActivePlayer() != game.Black {
		t.Errorf("%d refused, %v", table.refused, table.game)
	}
	for _, want := range []string{"No engine is playing; add one with: white engine:3", "White is engine:2, Black is human.", "White is engine:1, Black is human.", `[White "banchess, level 1"]`, `[White "?"]`} {
		if !strings.Contains(strings.ReplaceAll(out, "\n  ", " "), want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
}

// TestResignAgainstTheEngine: it is the person who gives up, whoever acts.
func TestResignAgainstTheEngine(t *testing.T) {
	for _, tt := range []struct {
		white, black bool
		winner       game.Player
	}{{false, true, game.Black}, {true, false, game.White}, {false, false, game.White}} {
		table, out := sit(t, Options{White: Player{tt.white, 1}, Black: Player{tt.black, 1}}, "resign")
		if r := table.game.Result(); r.Winner != tt.winner || r.Reason != game.Resignation {
			t.Errorf("%v\n%s", r, out)
		}
	}
}

// TestTwoEngines shows the board after every action.
func TestTwoEngines(t *testing.T) {
	e := Player{Engine: true, Level: 8}
	const fen = "rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 10:a2a3"
	table, out := sit(t, Options{White: e, Black: e, Game: start(fen)}, "resign", "draw", "now")
	if boards := strings.Count(out, "   a  b  c"); boards != 2*(table.game.Len()+1) || table.game.Len() != 2 {
		t.Errorf("%d lines of letters after %d actions:\n%s", boards, table.game.Len(), out)
	}
}

// TestStartAndEnd go to either end of the game.
func TestStartAndEnd(t *testing.T) {
	table, out := sit(t, Options{}, "start", "e2e4", "d4", "e7e5", "start", "fen", "start", "end", "end")
	if table.refused != 3 || table.game.Len() != 3 || !strings.Contains(out, game.StartFEN) {
		t.Errorf("%d refused\n%s", table.refused, out)
	}
}

// TestGoesBack writes a game to its place in the file, with all that stands there,
// and leaves the others byte by byte as they are.
func TestGoesBack(t *testing.T) {
	const (
		first  = "[Event \"first\"]  \n\n1. {banning: e2e4}   d4 *\n\n\n"
		second = "[Event \"second\"]\n[White \"Ann\"]\n\n1. {banning: e2e4} {[%clk 0:05:00] why} (1. {banning: d2d4} e4) 1. d4 $1 {good} {banning: e7e5} *\n\n"
		third  = "[Event \"third\"]\n\n1. {banning: a2a3} e4 oops *\n"
	)
	tests := []struct {
		name, lines string
		want        string // of the second game, in one line
	}{
		{"nothing is played", "board fen", second},
		{"played on", "d5 pgn", "1. {banning: e2e4} {[%clk 0:05:00] why} d4 $1 {good} ( 1. {banning: d2d4} e4 ) 1... {banning: e7e5} d5 *"},
		{"something else is played", "undo c7c5 e5", "1. {banning: e2e4} {[%clk 0:05:00] why} d4 $1 {good} ( 1. {banning: d2d4} e4 ) 1... {banning: c7c5} e5 ( 1... {banning: e7e5} ) *"},
		{"taken back", "undo 2", "1. {banning: e2e4} {[%clk 0:05:00] why} d4 $1 {good} ( 1. {banning: d2d4} e4 ) 1... {banning: e7e5} *"},
		{"given up", "undo 1 resign", "1. {banning: e2e4} {[%clk 0:05:00] why} d4 $1 {good} ( 1. {banning: d2d4} e4 ) 0-1"},
		{"saved, and played on", "d5 save a2a3 save", "1. {banning: e2e4} {[%clk 0:05:00] why} d4 $1 {good} ( 1. {banning: d2d4} e4 ) 1... {banning: e7e5} d5 2. {banning: a2a3} *"},
	}
	for _, tt := range tests {
		for _, newline := range []string{"\n", "\r\n"} {
			file := filepath.Join(t.TempDir(), "games.pgn")
			ends := func(s string) string { return strings.ReplaceAll(s, "\n", newline) }
			if err := os.WriteFile(file, []byte(ends(first+second+third)), 0o644); err != nil {
				t.Fatal(err)
			}
			g, source, err := Open(file, 2)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Fields(tt.lines)
			if tt.name != "played on" && !strings.HasPrefix(tt.name, "saved") {
				lines = []string{strings.ReplaceAll(strings.ReplaceAll(tt.lines, " ", "\n"), "undo\n2", "undo 2")}
			}
			_, out := sit(t, Options{Game: g, Source: source, Save: filepath.Join(t.TempDir(), "other")}, lines...)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rest, before := strings.CutPrefix(string(text), ends(first))
			rest, after := strings.CutSuffix(rest, ends(third))
			if !before || !after {
				t.Errorf("%s: the others have changed:\n%s", tt.name, text)
			}
			if words := strings.Join(strings.Fields(rest), " "); tt.want != second && (!strings.HasSuffix(words, tt.want) || !strings.Contains(words, `[White "Ann"]`)) || tt.want == second && rest != ends(second) {
				t.Errorf("%s: it has become\n%s\n%s", tt.name, rest, out)
			}
			if newline == "\r\n" && strings.Count(rest, "\n") != strings.Count(rest, "\r\n") {
				t.Errorf("%s: line ends of both kinds", tt.name)
			}
		}
	}
}

// TestOpenAgain opens a game of the file to which it goes back, with what was just played.
func TestOpenAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte("1. {banning: e2e4} d4 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	table, out := sit(t, Options{}, "open "+file, "a7a6", "open "+file, "d5")
	text, err := os.ReadFile(file)
	if err != nil || table.game.Len() != 4 || strings.Count(string(text), "{banning: e2e4}") != 1 || !strings.Contains(string(text), "{banning: a7a6} d5 *") {
		t.Errorf("%v\n%s\n%s", err, text, out)
	}
	if _, out := sit(t, Options{Terminal: true}, "e2e4", "open "+file); strings.Count(out, "The game is saved nowhere") != 1 {
		t.Errorf("a game that is saved nowhere is not shown once: %s", out)
	}
}

// TestCannotGoBack adds the game where its place cannot be found again.
func TestCannotGoBack(t *testing.T) {
	for name, texts := range map[string][2]string{
		"two games in a line": {"1. {banning: e2e4} d4 * 1. {banning: a2a3} e4 *\n", ""},
		"changed meanwhile":   {"1. {banning: e2e4} d4 *\n", "1. {banning: a2a3} d4 *\n"},
		"gone":                {"1. {banning: e2e4} d4 *\n", "-"},
	} {
		file := filepath.Join(t.TempDir(), "games.pgn")
		if err := os.WriteFile(file, []byte(texts[0]), 0o644); err != nil {
			t.Fatal(err)
		}
		g, source, err := Open(file, 1)
		if err != nil {
			t.Fatal(err)
		}
		before := texts[0]
		switch texts[1] {
		case "":
		case "-":
			before = ""
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		default:
			before = texts[1]
			if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, out := sit(t, Options{Game: g, Source: source}, "a7a6")
		text, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(string(text), before) || !strings.Contains(string(text), "{banning: e2e4} d4 {banning: a7a6} *") {
			t.Errorf("%s: %v\n%s\n%s", name, err, text, out)
		}
	}
}

// TestNewClock: a new game has the clock that it is given, none, or the one before.
func TestNewClock(t *testing.T) {
	five := TimeControl{Base: 5 * time.Minute}
	for _, tt := range []struct {
		before TimeControl
		line   string
		want   TimeControl
		tag    string
	}{
		{TimeControl{}, "new 3+2", TimeControl{3 * time.Minute, 2 * time.Second}, "180+2"},
		{five, "new 3+2", TimeControl{3 * time.Minute, 2 * time.Second}, "180+2"},
		{five, "new none", TimeControl{}, ""},
		{five, "new", five, "300"},
		{five, "new soon", five, "300"},
	} {
		table, out := sit(t, Options{Clock: tt.before, Now: seconds()}, tt.line)
		c := table.game.Clock()
		if table.options.Clock != tt.want || (c != nil) != (tt.want.Base > 0) || table.game.Tags.Get("TimeControl") != tt.tag {
			t.Errorf("%s: %+v %+v %q", tt.line, table.options.Clock, c, table.game.Tags)
		}
		if tt.line == "new soon" && !strings.Contains(out, "or 10; or none.") {
			t.Error(out)
		}
	}
}
