//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestPlayInATerminal types the mating game, with completion, a refusal, and a
// line that Ctrl-C drops.
func TestPlayInATerminal(t *testing.T) {
	cmd := program(t, "play")
	s := openTerminal(t, cmd)
	s.expect("Black bans>")
	s.send("e2e5\r")
	s.expect("cannot be banned")
	s.expect("e2e3")
	s.expect("Black bans>")
	for _, dropped := range []string{"hopeless", "\t\t\t\r"} { // typed, and chosen from what completes nothing
		s.send(dropped + "\x03")
		s.expect("^C")
		s.expect("Black bans>")
	}
	s.send("a2a3\r")
	s.expect("White moves>")
	s.send("a3\r")
	s.expect("a2-a3 is banned")
	s.expect("White moves>")
	s.send("e4\r")
	for _, step := range []struct{ prompt, keys string }{
		{"White bans>", "a7-a6\r"},
		{"Black moves>", "h6\r"},
		{"Black bans>", "a2a3\r"},
		{"White moves>", "Qf\t\r"}, // Qf3 is the only one
		{"White bans>", "a7a6\r"},
		{"Black moves>", "h6h5\r"},
		{"Black bans>", "a2a3\r"},
		{"White moves>", "Qxf7+\r"},
		{"White bans>", "e8\t\r"}, // the only pair
	} {
		s.expect(step.prompt)
		s.send(step.keys)
	}
	s.expect("White wins: checkmate by ban")
	s.expect("game over>")
	s.send("quit\r")
	s.expect("The game is saved in")
	s.expect(fmt.Sprintf("-%d.pgn", cmd.Process.Pid)) // two programs save in two files
	s.exit(0)
	if !strings.Contains(s.raw, "\x1b[") {
		t.Error("a terminal without colours")
	}
	if strings.Contains(s.plain(), "Refused") {
		t.Error(s.plain())
	}
}

// TestNoColor draws without colours, and with outlined pieces to tell the sides.
func TestNoColor(t *testing.T) {
	cmd := program(t, "play")
	cmd.Env = append(cmd.Env, "NO_COLOR=1")
	s := openTerminal(t, cmd)
	s.expect("♙")
	s.expect("Black bans>")
	s.send("quit\r")
	s.exit(0)
	if painted := regexp.MustCompile(`\x1b\[[0-9;]*m`).FindString(s.raw); painted != "" {
		t.Errorf("%q in spite of NO_COLOR", painted)
	}
}

// TestDumbTerminal draws in plain ASCII, and without escapes where they are not understood.
func TestDumbTerminal(t *testing.T) {
	for _, name := range []string{"linux", "dumb"} {
		cmd := program(t, "play")
		cmd.Env = append(cmd.Env, "TERM="+name)
		s := openTerminal(t, cmd)
		s.expect("R  N  B  Q  K  B  N  R")
		s.expect("Black bans>")
		s.send("e2e4\r")
		s.expect("[P]")
		s.expect("White moves>")
		s.send("quit\r")
		s.exit(0)
		if name == "dumb" && strings.Contains(s.raw, "\x1b") {
			t.Errorf("escapes for a dumb terminal: %q", s.raw)
		}
	}
}

// TestEngineAtTheTable plays against the engine from the last move on, which it
// loses.
func TestEngineAtTheTable(t *testing.T) {
	const fen = "rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 10:a2a3"
	s := openTerminal(t, program(t, "play", "--white", "engine", "--depth", "2", "--fen", fen))
	s.expect("White (engine) moves 3. Qxf7+")
	s.expect("White (engine) bans e8–f7#")
	s.expect("White wins: checkmate by ban")
	s.expect("game over>")
	s.send("undo\r")
	s.expect("nothing to take back")
	s.expect("game over>") // only then does the program read keys
	s.send("\x04")         // Ctrl-D
	s.exit(0)
}

// TestInputIsAskedFor where nobody has said what to read.
func TestInputIsAskedFor(t *testing.T) {
	for _, args := range [][]string{{"convert"}, {"analyze", "--depth", "1"}} {
		s := openTerminal(t, program(t, args...))
		s.expect(cli.TypeIt)
		s.send("\x03")
		s.exit(130)
	}
}

// TestPuzzleInATerminal answers a wrong ban, completes, solves, plays on for an
// action, and keeps the score when Ctrl-C ends it.
func TestPuzzleInATerminal(t *testing.T) {
	cmd := program(t, "puzzle", "--file", puzzleFile(t, false), "mnsjrx5", "--think", "50ms")
	state := t.TempDir()
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+state)
	s := openTerminal(t, cmd)
	s.expect("Puzzle mnsjrx5, rated 400")
	s.expect("Black bans>")
	s.send("g5h5\r")
	s.expect("That is not it.")
	s.expect("You still mate, but in 3 turns instead of 2. Try again")
	s.expect("Black bans>")
	s.send("hi\t\r")
	s.expect("Ban a move of the pawn on b5.")
	s.expect("Black bans>")
	s.send("b5\t\r") // the only pair from there
	s.expect("White moves 1. Kxh5")
	s.expect("Black moves>")
	s.send("Qh4\r")
	s.expect("Black bans>")
	s.send("h5h4\r")
	s.expect("Solved.")
	s.expect("done>")
	s.send("score\r")
	s.expect("0 solved, 1 failed")
	s.expect("done>")
	s.send("\x03")
	s.exit(130)
	if text, err := os.ReadFile(filepath.Join(state, "banchess", "progress.json")); err != nil || !strings.Contains(string(text), `["mnsjrx5",400,`) {
		t.Errorf("%s, %v", text, err)
	}
}

// TestHalfAGame that is typed is not written where Ctrl-C ends it.
func TestHalfAGame(t *testing.T) {
	for _, format := range []string{"pgn", "bcn"} {
		s := openTerminal(t, program(t, "convert", "--from", format, "--to", "log"))
		s.expect(cli.TypeIt)
		s.send(map[string]string{"pgn": "1. {banning: e2e4} d4\r", "bcn": "b:e2e4 m:d2d4 b:e7e5"}[format])
		s.expect(map[string]string{"pgn": "d4", "bcn": "e7e5"}[format])
		s.send("\x03")
		s.exit(130)
		s.finish()
		for _, line := range s.screen() {
			if strings.HasPrefix(line, "b:e2e4 d4") {
				t.Errorf("%s: %q was written", format, line)
			}
		}
	}
}

// TestResize draws for the width that the terminal has by then.
func TestResize(t *testing.T) {
	s := openTerminal(t, program(t, "play"))
	s.expect("Black bans>")
	s.resize(40)
	s.send("board\r")
	s.expect("\n   Ply 1\n")
	s.expect("Black bans>")
	s.resize(columns)
	s.send("board\r")
	s.expect("8    Ply 1\n")
	s.send("quit\r")
	s.exit(0)
}

// TestResizeAtThePrompt draws again what has no room any more, and keeps what is
// typed.
func TestResizeAtThePrompt(t *testing.T) {
	s := openTerminal(t, program(t, "play"))
	s.expect("8    Ply 1\n")
	s.expect("Black bans>")
	s.send("e2")
	s.expect("e2")
	s.resize(40)
	s.expect("\n   Ply 1\n")
	s.expect("Black bans> e2")
	s.send("e4\r")
	s.expect("Black bans e2–e4")
	s.send("quit\r")
	s.exit(0)
}

// TestFlagFalls while somebody types, and nobody has to do anything for it.
func TestFlagFalls(t *testing.T) {
	s := openTerminal(t, program(t, "play", "--clock", "0.05"))
	s.expect("Black bans (0:0")
	s.send("e2")
	s.expect("White wins: time")
	s.expect("game over> e2")
	fallen := s.seen
	s.send("\x03")
	for range 5 { // a prompt that is drawn over and over would be, and eat keys
		s.expect("game over>")
		s.send("help flip\r")
		s.expect("turn the board round")
	}
	s.expect("game over>")
	// One after each line, one after the dropped line, and one for its ^C.
	s.mu.Lock()
	drawn := strings.Count(s.plain()[fallen:s.seen], "game over>")
	s.mu.Unlock()
	if drawn != 7 {
		t.Errorf("the prompt was drawn %d times", drawn)
	}
	s.send("quit\r")
	s.exit(0)
}

// TestClockTicks in the prompt.
func TestClockTicks(t *testing.T) {
	s := openTerminal(t, program(t, "play", "--clock", "1+0"))
	s.expect("Black bans (0:5")
	s.expect(")> ")
	s.send("e2")
	s.expect("e2")
	s.expect("Black bans (0:5")
	s.expect(")> e2")
	s.send("e4\r")
	s.expect("White moves (0:5")
	s.send("quit\r")
	s.exit(0)
}

// TestCommandsWhileTheEngineThinks obeys them, and has the engine act at once.
func TestCommandsWhileTheEngineThinks(t *testing.T) {
	s := openTerminal(t, program(t, "play", "--black", "engine", "--think", "1h"))
	s.expect("Black thinks>")
	s.send("e4\r")
	s.expect("The engine is to act")
	s.send("flip\r")
	s.expect("h  g  f")
	s.expect("Black thinks>")
	s.send("hint\r")
	s.expect("The engine is to act")
	s.send("now\r")
	s.expect("Black (engine) bans ")
	s.expect("White moves>")
	s.send("now\r")
	s.expect("No engine is thinking")
	s.send("black human\r")
	s.expect("White moves>")
	s.send("white engine:1\r")
	s.expect("White (engine) moves ")
	s.expect("White (engine) bans ")
	s.expect("Black moves>")
	s.send("draw\r")
	s.expect("White (engine) ")
	s.expect("the draw.")
	s.send("quit\r")
	s.exit(0)
}

// TestTypingWhileTheEngineActs: what is typed stays in the line.
func TestTypingWhileTheEngineActs(t *testing.T) {
	s := openTerminal(t, program(t, "play", "--black", "engine", "--think", "700ms"))
	s.expect("Black thinks>")
	s.send("he")
	s.expect("Black (engine) bans ")
	s.expect("White moves> he")
	s.send("lp\r")
	s.expect("Tab completes")
	s.send("quit\r")
	s.exit(0)
	s.finish()
	for _, line := range s.screen() {
		if strings.HasPrefix(line, "Black thinks") {
			t.Errorf("left on the screen: %q", line)
		}
	}
}

// TestReportInATerminal breaks its sentences between words.
func TestReportInATerminal(t *testing.T) {
	cmd := program(t, "report")
	game := filepath.Join(t.TempDir(), "game.pgn")
	if err := os.WriteFile(game, []byte("[FEN \"rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 9\"]\n\n3. {banning: a2a3} Qxf7+ *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd.Args = append(cmd.Args, game)
	s := openTerminal(t, cmd)
	s.exit(0)
	s.finish()
	long := 0
	for _, line := range s.screen() {
		if n := utf8.RuneCountInString(strings.TrimRight(line, " ")); n > columns {
			t.Errorf("%d columns: %s", n, line)
		} else if n > columns-20 {
			long++
		}
	}
	if long == 0 {
		t.Errorf("no line is as wide as the terminal: %s", s.plain())
	}
}

// TestNoHome says at the start that a game will not be kept, and shows it at the end.
func TestNoHome(t *testing.T) {
	cmd := program(t, "play")
	cmd.Env = append(cmd.Env, "HOME=", "XDG_STATE_HOME=")
	s := openTerminal(t, cmd)
	s.expect("The game will not be kept when you quit")
	s.expect("set XDG_STATE_HOME to a folder")
	s.expect("Black bans>")
	s.send("e2e4\r")
	s.expect("White moves>")
	s.send("quit\r")
	s.expect("The game is saved nowhere")
	s.expect("1. {banning: e2e4} *")
	s.exit(0)
}

// TestTwoEngines play a game out, with a board after every action.
func TestTwoEngines(t *testing.T) {
	const fen = "rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 10:a2a3"
	s := openTerminal(t, program(t, "play", "--white", "engine", "--black", "engine", "--depth", "2", "--fen", fen))
	for _, want := range []string{"White moves\n", "White (engine) moves 3. Qxf7+", "White bans one of Black’s moves\n", "White (engine) bans e8–f7#", "White wins: checkmate by ban"} {
		s.expect(want)
	}
	s.send("quit\r")
	s.exit(0)
}

// TestProgress shows how far a command is, and clears it away.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	games, out := filepath.Join(dir, "games.bcn"), filepath.Join(dir, "out.pgn")
	if err := os.WriteFile(games, []byte(strings.Repeat(matingBCN+"\n", 10_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args  []string
		shown string // a pattern of what is on the screen meanwhile
		left  string // what is there in the end
	}{
		{[]string{"perft", "--rules", "--depth", "8", "--fen", "7k/p7/8/8/8/8/P7/7K b - - 0 1 4"}, `perft rules +[1-9][0-9]*%`, "nodes 1165896"},
		{[]string{"convert", "-o", out, games}, `games\.bcn +[1-9][0-9]*%`, "10000 games converted, 0 refused"},
		{[]string{"convert", "--to", "fen", games}, "", "10000 games converted, 0 refused"},
		{[]string{"bench", "--depth", "8"}, `position [1-9][0-9]* of [1-9]`, " nps"},
		{[]string{"puzzles", "verify"}, `proving +[1-9][0-9]*%`, "puzzles proven, 0 not"},
		{[]string{"analyze", "--time", "200ms", games}, `analysing +[1-9][0-9]*%`, "White wins: checkmate by ban"},
	}
	for _, tt := range tests {
		t.Run(strings.Join(tt.args[:2], " "), func(t *testing.T) {
			s := openTerminal(t, program(t, tt.args...))
			s.exit(0)
			s.finish()
			if !strings.Contains(s.raw, tt.left) {
				t.Errorf("%q is not on the screen", tt.left)
			}
			if tt.shown == "" && strings.Contains(s.raw, "%") {
				t.Errorf("a bar among the results: %q", s.raw[:min(len(s.raw), 200)])
			}
			if !regexp.MustCompile(tt.shown).MatchString(s.raw) {
				t.Error("no progress was shown")
			}
			for _, line := range s.screen() {
				if strings.Contains(line, "%") || strings.Contains(line, "|") {
					t.Errorf("left on the screen: %q", line)
				}
			}
		})
	}
}
