package play

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/console"
	"github.com/banchess/banchess/game/engine"
)

// sit types lines at a table and returns it with what was shown.
func sit(t *testing.T, options Options, lines ...string) (*Table, string) {
	t.Helper()
	var out strings.Builder
	if options.Game == nil {
		options.Game = game.New()
	}
	if options.Width == nil {
		options.Width = columns(100)
	}
	options.Depth = 2
	if err := options.NewEngines(engine.Options{Hash: 1}); err != nil {
		t.Fatal(err)
	}
	table := New(options, console.NewScript(strings.NewReader(strings.Join(lines, "\n")), &out), termenv.NewOutput(&out))
	if err := table.Run(t.Context()); err != nil && !errors.Is(err, ErrRefused) {
		t.Fatal(err)
	}
	return table, out.String()
}

// columns is the width of a terminal that keeps it.
func columns(n int) func() int { return func() int { return n } }

// TestInput plays the same actions as they may be written.
func TestInput(t *testing.T) {
	for _, lines := range [][]string{
		{"g1f3", "e2e4", "b8c6", "e7e5"},
		{"g1-f3", "e4", "b8-c6", "e5"},
		{"b:g1f3", "m:e2e4", "b:b8c6", "m:e7e5"},
		{"Nf3", " e2-e4 ", "Nc6", "e5!"},
		{"nf3", "e2 - e4", "nc6", "2. E7E5"},
		{"G1 F3", "1. e4", "B8-C6", "1... e5"},
	} {
		table, out := sit(t, Options{}, lines...)
		if got := strings.Join(table.game.BCN(), " "); got != "b:g1f3 m:e2e4 b:b8c6 m:e7e5" || table.refused > 0 {
			t.Errorf("%q played %s\n%s", lines, got, out)
		}
	}
}

// TestLongLine refuses a line, however long, and plays the others.
func TestLongLine(t *testing.T) {
	for _, n := range []int{console.MaxLine, 10 * console.MaxLine} {
		table, _ := sit(t, Options{}, "e2e4", strings.Repeat("x", n), "d4")
		if table.refused != 1 || table.game.Len() != 2 {
			t.Errorf("%d bytes: %d refused, %v", n, table.refused, table.game.BCN())
		}
	}
}

// TestASCII has every kind of output that knows dots, where they cannot be shown.
func TestASCII(t *testing.T) {
	lines := []string{"zz", "e2e5", "a2a3", "e4", "a7a6", "a5", "a2a3", "d4", "a5a4", "board", "history", "pgn", "help", "hint", "analyze"}
	_, out := sit(t, Options{Terminal: true}, lines...)
	for _, r := range out {
		if r > 126 {
			t.Fatalf("%q is in %s", r, out)
		}
	}
	if !strings.Contains(out, "thinking ...") {
		t.Error(out)
	}
}

// TestWrap breaks no word, at the usual widths.
func TestWrap(t *testing.T) {
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	lines := []string{"help", "help undo", "zz", "O-O", "load 8/8", "e2e5"}
	_, wide := sit(t, Options{Width: columns(1000)}, lines...)
	for _, width := range []int{40, 60, 80} {
		_, out := sit(t, Options{Width: columns(width)}, lines...)
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width {
				t.Errorf("%d columns at %d: %s", n, width, line)
			}
		}
		i, j := strings.Index(out, "Black bans one of White's moves, White"), strings.Index(wide, "Black bans one of White's moves, White")
		if words(out[i:]) != words(wide[j:]) {
			t.Errorf("at %d:\n%s", width, out)
		}
	}
}

// TestNarrow draws nothing that is wider than the terminal.
func TestNarrow(t *testing.T) {
	for _, tt := range []struct{ fen, lines string }{
		{game.StartFEN, "Ng1f3 Nc3 Ng8f6 Nc6 Nb1c3 Nf3 board"},
		{"7k/8/6K1/8/8/8/8/6Q1 b - - 0 1 3", "board"}, // a single move
		{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 3", "board"}, // over
	} {
		for _, width := range []int{40, 79} { // the second is the narrowest with notes beside the board
			_, out := sit(t, Options{Width: columns(width), Game: start(tt.fen)}, strings.Fields(tt.lines)...)
			for line := range strings.Lines(out) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > width {
					t.Errorf("%d columns at %d: %s", n, width, line)
				}
			}
		}
	}
}

// TestLatest writes the last actions as the list has them, and leaves out what does not fit.
func TestLatest(t *testing.T) {
	for log, want := range map[string]string{
		"b:e2e4 e3":                              "[e2-e4] e3",
		"b:a2a3 e4 b:a7a6 h6 b:a2a3 Qf3 b:e8f7#": "… e4 [a7-a6] h6 [a2-a3] Qf3 [e8-f7#]",
		"b:a2a3 Qa1xb2+ b:a7a6 Qh8xg7+ b:a2a3 exd8=Q+ b:e8f7": "… [a7-a6] Qh8xg7+ [a2-a3] exd8=Q+ [e8-f7]",
	} {
		if got := latest(strings.Fields(log)); got != want {
			t.Errorf("%s: %s", log, got)
		}
	}
}

// TestSigned writes who plays, and when, into the PGN.
func TestSigned(t *testing.T) {
	_, out := sit(t, Options{Black: Player{Engine: true, Level: 3}}, "pgn", "new", "pgn")
	if strings.Count(out, `[Black "banchess, level 3"]`) != 2 || strings.Contains(out, "????.??.??") {
		t.Error(out)
	}
}

// TestNothingToDo says nothing of legal actions where the game is over.
func TestNothingToDo(t *testing.T) {
	_, out := sit(t, Options{}, "resign", "board")
	if strings.Count(out, "20 moves that can be banned") != 1 || strings.Count(out, "White wins: resignation") != 2 {
		t.Error(out)
	}
	if _, out := sit(t, Options{Game: start("7k/8/6K1/8/8/8/8/6Q1 b - - 0 1 3")}, "resign"); strings.Count(out, "There is one move:") != 1 {
		t.Error(out)
	}
}

// TestQuotedNames takes off the quotes that somebody who knows shells types.
func TestQuotedNames(t *testing.T) {
	t.Chdir(t.TempDir())
	table, out := sit(t, Options{}, "e2e4", `save "a game.pgn"`, "save 'b.pgn'", "new", `open "a game.pgn" 1`, "new", "open 'b.pgn'", `load "`+game.StartFEN+`"`)
	if table.refused > 0 || !exists("a game.pgn") || !exists("b.pgn") {
		t.Error(out)
	}
}

// TestHelpOfActions says how they are typed, and a position that begins with a move says that
// nothing is banned.
func TestHelpOfActions(t *testing.T) {
	_, out := sit(t, Options{}, "help ban", "help MOVE", "load 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 2", "a1a2", "e8e7")
	expectAll(t, out, "A ban is typed as two squares, e2e4 or e2-e4", "A move is typed as Nf3", "Banned: nothing", "Black moves")
	if strings.Count(out, "Banned: nothing") != 1 {
		t.Errorf("nothing is banned more than once: %s", out)
	}
}

// TestOtherWords has the usual words for help and the end, also after a game.
func TestOtherWords(t *testing.T) {
	const over = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 3"
	if table, out := sit(t, Options{Game: start(over)}, "?", "h"); table.refused > 0 || strings.Count(out, "Tab completes") != 2 {
		t.Error(out)
	}
	for _, word := range []string{"q", "exit"} {
		if table, _ := sit(t, Options{}, word, "e2e4"); table.game.Len() > 0 {
			t.Errorf("%s does not leave", word)
		}
	}
}

// TestForgiving castles with zeros and promotes in every way people write it.
func TestForgiving(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:a1a2"
	for _, text := range []string{"0-0", "O-O", "o-o", "e1g1", "Kg1"} {
		table, out := sit(t, Options{Game: start(castle)}, text)
		if castled := table.game.Len() == 1; castled != (text != "Kg1") {
			t.Errorf("%s: %s", text, out)
		}
	}
	for _, text := range []string{"b8=Q", "b8Q", "b7b8q", "b8=Q+", "b8(Q)"} {
		if table, out := sit(t, Options{Game: start("8/1P5k/8/8/8/8/7K/8 w - - 0 1 2:h2g1")}, text); table.game.Len() != 1 {
			t.Errorf("%s: %s", text, out)
		}
	}
}

func start(fen string) *game.Game { return game.NewFrom(game.MustParseFEN(fen)) }

// TestRefusals says why, and what is legal; nothing changes.
func TestRefusals(t *testing.T) {
	tests := []struct {
		fen, line string
		want      []string
	}{
		{game.StartFEN, "e2e5", []string{"e2-e5 cannot be banned", "e2e3", "e2e4"}},
		{game.StartFEN, "hello", []string{`"hello" is neither an action nor a command`, "help"}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4", "e4", []string{"e2-e4 is banned", "e2e3"}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4", "Nd2", []string{"not a legal move", "Try"}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4", "b:e2e4", []string{"A move is due"}},
		{"8/P6k/8/8/8/8/7K/8 w - - 0 1 2:h2g1", "a8", []string{"does not say what it becomes", "a7a8q"}},
		{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1 3", "a8", []string{"game is over", "stalemate"}},
		{game.StartFEN, "load 8/8", []string{"1 field"}},
		{game.StartFEN, "undo", []string{"nothing to take back"}},
		{game.StartFEN, "redo", []string{"nothing to play again"}},
		{game.StartFEN, strings.Repeat("x", 100_000), []string{"The line is longer than"}},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:a2a3", "zz", []string{"try a2a4, b1a3"}},
		{"8/P6k/8/8/8/8/7K/8 w - - 0 1 2:h2g1", "a8=K", []string{"a pawn cannot become a king", "a7a8"}},
		{game.StartFEN, "load rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", []string{"4 fields"}},
		{game.StartFEN, "undo x", []string{`"x" is not a number`}},
		{game.StartFEN, "save", []string{"save FILE"}},
		{game.StartFEN, "flip now", []string{"takes no argument"}},
		{game.StartFEN, "open /does/not/exist.pgn", []string{"/does/not/exist.pgn: no such file"}},
		{game.StartFEN, "save /does/not/exist.pgn", []string{"/does/not/exist.pgn: no such file"}},
		{game.StartFEN, "save /", []string{"/: is a directory"}},
		{game.StartFEN, "help nonsense", []string{"There is no command \"nonsense\"", "there are board, flip, hint,"}},
	}
	for _, tt := range tests {
		table, out := sit(t, Options{Game: start(tt.fen)}, tt.line)
		for _, want := range tt.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in %s", tt.line, want, out)
			}
		}
		if table.refused != 1 || table.game.FEN() != game.MustParseFEN(tt.fen).FEN() {
			t.Errorf("%s: %d refused, %s", tt.line, table.refused, table.game.FEN())
		}
	}
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a game.pgn")
	table, out := sit(t, Options{}, "e2e4", "d4", "undo", "redo", "redo", "save "+file, "new", "open "+file, "history", "pgn", "fen", "hint", "analyze", "undo 2", "redo 2", "resign", "help", "help undo", "quit", "d7d5")
	for _, want := range []string{"  1. [e2-e4] d4\n", "1. {banning: e2e4} d4 *", "b KQkq d3 0 1 3\n", "Ban ", "Black wins: resignation", "undo [n]: take back"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in the output", want)
		}
	}
	if lines := regexp.MustCompile(`(?m)^ *[+-]\d+\.\d\d  \[`).FindAllString(out, -1); len(lines) != 3 {
		t.Errorf("analyze shows %q", lines)
	}
	if table.refused != 1 { // the second redo
		t.Errorf("%d refused: %s", table.refused, out)
	}
	if table.game.Len() != 2 {
		t.Error("something was played after quit")
	}
	if table, out := sit(t, Options{}, "open "+file+" 2"); table.refused != 1 || !strings.Contains(out, "it has 1") {
		t.Errorf("the second of one game: %s", out)
	}
	if _, out := sit(t, Options{}, "load 8/P6k/8/8/8/8/7K/8 w - - 0 1 2"); !strings.Contains(out, "White moves>") && !strings.Contains(out, "Ply 2") {
		t.Errorf("load: %s", out)
	}
}

// TestUndoAgainstTheEngine goes back to where the person acted, not to where the
// engine would only act again.
func TestUndoAgainstTheEngine(t *testing.T) {
	options := Options{Black: Player{Engine: true, Level: 1}}
	table, out := sit(t, options, "hint", "a3", "h7h6", "undo")
	if p := table.game.Position(); p.ActivePlayer() != game.White || table.game.Len() != 2 && table.game.Len() != 4 {
		t.Errorf("%d actions, %s acts\n%s", table.game.Len(), p.ActivePlayer(), out)
	}
}

// TestKept writes the game at the end, and only when something was played since.
func TestKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.pgn")
	if sit(t, Options{Save: file}, "fen"); exists(file) {
		t.Error("a game without actions was kept")
	}
	_, out := sit(t, Options{Save: file}, "e2e4", "new") // which would lose it otherwise
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "{banning: e2e4}") || !strings.Contains(out, file) {
		t.Errorf("%s %v %s", text, err, out)
	}
}

// TestKeptBesideOthers leaves several games, in two sessions: none takes another's
// place, and each is found under the number that was said.
func TestKeptBesideOthers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.pgn")
	_, out := sit(t, Options{Save: file}, "a2a3", "new", "b2b3", "load "+game.StartFEN, "c2c3", "save "+file, "quit")
	for _, want := range []string{"--game 2\n", "as game 3"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if _, out := sit(t, Options{Save: file}, "d2d3"); !strings.Contains(out, "--game 4\n") {
		t.Error(out)
	}
	for i, want := range []string{"b:a2a3", "b:b2b3", "b:c2c3", "b:d2d3"} {
		g, _, err := Open(file, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.BCN(), " "); got != want {
			t.Errorf("game %d is %s, want %s", i+1, got, want)
		}
	}
}

// TestCannotBeKept shows the game that cannot be written.
func TestCannotBeKept(t *testing.T) {
	var out strings.Builder
	options := Options{Game: game.New(), Save: filepath.Join(t.TempDir(), "missing", "kept.pgn"), Width: columns(100)}
	table := New(options, console.NewScript(strings.NewReader("e2e4\n"), &out), termenv.NewOutput(&out))
	if err := table.Run(t.Context()); err == nil || !strings.Contains(out.String(), "{banning: e2e4}") {
		t.Errorf("%v: %s", err, out.String())
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("games/old", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("games/one.pgn", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	table := New(Options{Game: game.New()}, nil, termenv.NewOutput(&strings.Builder{}))
	words := func(line string) string {
		_, list := table.completer(table.commands())(line)
		return strings.Join(list, " ")
	}
	for line, want := range map[string]string{"e2": "e2e3 e2e4", "h": "h2h3 h2h4 help hint history", "help u": "undo", "x": "", "fen x": "",
		"N": "Na3 Nc3 Nf3 Nh3", "open g": "games/", "save games/o": "games/old/ games/one.pgn", "open none/": ""} {
		if got := words(line); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	if err := table.game.Play(game.MustParseAction("b:e2e4")); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{"N": "Na3 Nc3 Nf3 Nh3", "e": "e3 end", "e2": "e2e3", "g1": "g1f3 g1h3"} {
		if got := words(line); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestBoard draws in both styles, from both sides.
func TestBoard(t *testing.T) {
	p := game.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:g1f3")
	plain := board{colors: termenv.NewOutput(&strings.Builder{}, termenv.WithProfile(termenv.Ascii))}
	lines := plain.lines(p, game.NoMove)
	if lines[6] != " 3  .  .  .  .  . [x] .  .  3 " || lines[8] != " 1  R  N  B  Q  K  B [N] R  1 " {
		t.Errorf("%q", lines)
	}
	plain.flipped, plain.unicode = true, true
	lines = plain.lines(p, game.NoMove)
	if lines[1] != " 1  ♖ [♘] ♗  ♔  ♕  ♗  ♘  ♖  1 " || lines[0] != "    h  g  f  e  d  c  b  a    " {
		t.Errorf("%q", lines)
	}
	colored := board{unicode: true, colors: termenv.NewOutput(&strings.Builder{}, termenv.WithProfile(termenv.ANSI256))}
	lines = colored.lines(p, game.Move(game.MustParsePair("a7a6")))
	for i, want := range map[int]string{6: "48;5;" + colorBanned, 3: "48;5;" + colorLast, 1: "38;5;" + colorBlack} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("%s is not in %q", want, lines[i])
		}
	}
	few := board{colors: termenv.NewOutput(&strings.Builder{}, termenv.WithProfile(termenv.ANSI))}
	if all := strings.Join(few.lines(p, game.NoMove), ""); strings.Count(all, "[101;") != 2 || strings.Count(all, "[104;") != 31 || strings.Count(all, "[100;") != 31 {
		t.Errorf("with 16 colours there are not two red squares: %q", all)
	}
}

// TestNoBoard says how the game stands, and draws the board where it is asked for.
func TestNoBoard(t *testing.T) {
	_, out := sit(t, Options{NoBoard: true}, "e2e4", "d4", "board", "e7e5")
	if strings.Count(out, "    a  b  c") != 2 || strings.Count(out, "moves that can be") != 5 || !strings.Contains(out, "   Banned: e2-e4\n") {
		t.Error(out)
	}
}

func TestParsePlayer(t *testing.T) {
	for text, want := range map[string]Player{"human": {}, "engine": {true, 21}, "engine:1": {true, 1}} {
		if p, err := ParsePlayer(text); err != nil || p != want {
			t.Errorf("%s: %v %v", text, p, err)
		}
		if p, err := ParsePlayer(want.String()); err != nil || p != want {
			t.Errorf("%s does not read back", want)
		}
	}
	for _, text := range []string{"", "robot", "engine:0", "engine:22", "engine:", "human:3"} {
		if p, err := ParsePlayer(text); err == nil {
			t.Errorf("%q is %v", text, p)
		}
	}
}
