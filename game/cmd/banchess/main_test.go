package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// mainVariable makes the test binary be the program, so that it can be run as a
// process with its own pipes and terminal.
const mainVariable = "BANCHESS_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(mainVariable) != "" {
		main()
		return
	}
	// Without a locale the program writes ASCII alone.
	if err := os.Setenv("LC_ALL", "C.UTF-8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// program returns the command of the program, in a clean environment.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	home := t.TempDir()
	cmd.Env = []string{mainVariable + "=1", "HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TERM=xterm-256color"}
	return cmd
}

// outcome is what a run left behind.
type outcome struct {
	out, err string
	code     int
}

// banchess runs the program in this process.
func banchess(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(in), &out, &errOut)
	return outcome{out.String(), errOut.String(), code}
}

// mating is the mating game as people type it.
const mating = "a2a3\ne4\na7-a6\nh6\na2-a3\nQf3\na7a6\nh5\na2a3\nQxf7\ne8f7\n"

const matingBCN = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

func TestPlayThroughPipes(t *testing.T) {
	cmd := program(t, "play")
	cmd.Stdin = strings.NewReader(mating + "pgn\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"White wins: checkmate by ban", "the ban took the only move", "{banning: e8f7#} 1-0", "[♟]"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in the output", want)
		}
	}
	if bytes.Contains(out, []byte("\x1b")) {
		t.Error("there are escape sequences in a pipe")
	}
}

func TestPerft(t *testing.T) {
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--depth", "1"}, "nodes 20\n"},
		{[]string{"--depth", "2"}, "nodes 380\n"},
		{[]string{"--depth", "3", "--compare"}, "rules 7600\nnodes 7600\n"},
		{[]string{"--depth", "4", "--rules"}, "nodes 144400\n"},
		{[]string{"--depth", "4"}, "nodes 144400\n"},
		{[]string{"--depth", "3", "--compare", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 2:e2a6"}, ""},
		{[]string{"--depth", "1", "--divide", "--fen", "8/P6k/8/8/8/8/7K/8 w - - 0 1 2:h2g1"}, "a7a8q: 1\n"},
		{[]string{"--depth", "2", "--divide", "--compare", "--fen", "8/P6k/8/8/8/8/7K/8 w - - 0 1 1"}, "a7a8: "},
		{[]string{"--depth", "5", "--compare", "--fen", "7k/p7/8/8/8/8/P7/7K b - - 0 1 4"}, ""},
		{[]string{"--depth", "12", "--fen", "7k/8/8/8/8/8/p7/7K b - - 0 1 3"}, ""},
		{[]string{"--depth", "3", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1 3"}, "nodes 0\n"},
	}
	for _, tt := range tests {
		got := banchess(t, "", append([]string{"perft"}, tt.args...)...)
		last := strings.TrimSuffix(got.out, "\n")
		last = last[strings.LastIndexByte(last, '\n')+1:]
		if got.code != 0 || !strings.Contains(got.out, tt.want) || !strings.HasPrefix(last, "nodes ") {
			t.Errorf("perft %q: exit %d, %s%s", tt.args, got.code, got.out, got.err)
		}
	}
}

func TestJSONMessages(t *testing.T) {
	var in strings.Builder
	for _, bcn := range strings.Fields(matingBCN) {
		kind := map[byte]string{'b': "ban", 'm': "peice move"}[bcn[0]]
		in.WriteString(`{"message_type":"` + kind + `","from":"` + bcn[2:4] + `","to":"` + bcn[4:6] + `"}` + "\n")
	}
	cmd := program(t, "json")
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if last := lines[len(lines)-1]; len(lines) != 11 || !strings.Contains(last, `"message_type":"game_end"`) || !strings.Contains(last, `"reason":"checkmate_by_ban"`) {
		t.Errorf("%d replies, the last: %s", len(lines), last)
	}
	if got := banchess(t, "", "json", "--schema"); !json.Valid([]byte(got.out)) {
		t.Error("the schema is not JSON")
	}
}

func TestUCI(t *testing.T) {
	moves := strings.NewReplacer("b:", "", "m:", "").Replace(strings.TrimSuffix(matingBCN, " b:e8f7"))
	got := banchess(t, "uci\nposition startpos moves "+moves+"\ngo depth 1\n", "uci")
	if got.code != 0 || !strings.Contains(got.out, "uciok") || !strings.Contains(got.out, "bestmove e8f7") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

func TestAnalyze(t *testing.T) {
	got := banchess(t, matingBCN+"\n", "analyze", "--json", "--depth", "2", "--lines", "2")
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != 0 || len(lines) != 12 {
		t.Fatalf("exit %d, %d lines: %s", got.code, len(lines), got.err)
	}
	var before, end positionJSON
	if err := json.Unmarshal([]byte(lines[10]), &before); err != nil {
		t.Fatal(err)
	}
	if before.Played != "b:e8f7#" || before.Lines[0].Action != "b:e8f7" || before.Lines[0].Score.Mate != 1 {
		t.Errorf("ply 11: %s", lines[10])
	}
	if err := json.Unmarshal([]byte(lines[11]), &end); err != nil || end.Reason != game.CheckmateByBan || end.Victor != "white" {
		t.Errorf("the end: %s", lines[11])
	}
	got = banchess(t, "", "analyze", "--depth", "1", "--lines", "1", game.StartFEN)
	if got.code != 0 || !strings.Contains(got.out, "Ply 1: Black bans one of White’s moves") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}

func TestSolve(t *testing.T) {
	const ban = "rnbqkbnr/pppppQp1/8/7p/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3 11+"
	got := banchess(t, "", "solve", "--turns", "1", ban)
	if got.code != 0 || !strings.Contains(got.out, "White wins in 1 turn (1 position, ") || !strings.Contains(got.out, "\n  b:e8f7#\n") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	const move = "rnbqkbnr/ppppppp1/8/7p/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3 10:a2a3"
	got = banchess(t, "", "solve", "--json", move)
	var j solutionJSON
	if err := json.Unmarshal([]byte(got.out), &j); err != nil {
		t.Fatal(err)
	}
	if !j.Won || j.Turns != 1 || j.Attack == nil || j.Attack.Play != "Qxf7+" || j.Attack.Then == nil || j.Attack.Then.Ban != "b:e8f7#" || j.Lost != nil {
		t.Errorf("%s", got.out)
	}
	got = banchess(t, "", "solve", "--turns", "1", game.StartFEN)
	if got.code != 3 || !strings.Contains(got.out, "no forced win in 1 turn") {
		t.Errorf("exit %d: %s", got.code, got.out)
	}
}

// TestSolveLost: where a ban is due, the mover's win is proven too.
func TestSolveLost(t *testing.T) {
	const lost = "7k/8/6K1/8/8/8/Q7/1R6 w - - 0 1 1"
	got := banchess(t, "", "solve", lost)
	if got.code != 0 || !strings.HasPrefix(got.out, "White wins in 1 turn whatever Black bans (") || !strings.Contains(got.out, "\n  if banned ") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
	got = banchess(t, "", "solve", "--json", lost)
	var j solutionJSON
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || got.code != 0 || j.Won || j.Lost == nil || !*j.Lost || j.Turns != 1 || j.Player != "black" || j.Attack == nil || j.Attack.IfBanned == "" {
		t.Errorf("exit %d, %v: %s", got.code, err, got.out)
	}
}

// TestPly goes to a ply of a game; a game that was given up goes on.
func TestPly(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mating.bcn", []byte(matingBCN), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("resigned.bcn", []byte(strings.TrimSuffix(matingBCN, " b:e8f7")+" 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := banchess(t, "", "convert", "--to", "pgn", "-o", "mating.pgn", "mating.bcn"); got.code != 0 {
		t.Fatal(got.err)
	}
	tests := []struct {
		in   string
		args []string
		code int
		want []string
	}{
		{"", []string{"solve", "--ply", "11", "mating.bcn"}, 0, []string{"White wins in 1 turn", "b:e8f7#"}},
		{"", []string{"solve", "--ply", "10", "mating.bcn"}, 0, []string{"White wins in 1 turn", "Qxf7+"}},
		{"", []string{"solve", "--ply", "12", "mating.bcn"}, 1, []string{"the game is over (White wins: checkmate by ban)", "--ply"}},
		{"", []string{"solve", "--ply", "13", "mating.bcn"}, 2, []string{"--ply 13: the game has the plies 1 to 12"}},
		{"", []string{"solve", "--ply", "0", "mating.bcn"}, 2, []string{`"0"`, "--ply", "from 1 to"}},
		{"", []string{"solve", "--ply", "2", game.StartFEN}, 2, []string{"--ply 2: the game has the plies 1 to 1"}},
		{"", []string{"solve", "resigned.bcn"}, 0, []string{"The game has ended (White wins: resignation); this is its last position.", "b:e8f7#"}},
		{"", []string{"solve", "--ply", "11", "resigned.bcn"}, 0, []string{"b:e8f7#"}},
		{"", []string{"solve", "--ply", "10", "resigned.bcn"}, 0, []string{"Qxf7+"}},
		{"", []string{"analyze", "--depth", "2", "--lines", "1", "--ply", "11", "mating.bcn"}, 0, []string{"Ply 11: White bans", "b:e8f7#"}},
		{"", []string{"analyze", "--depth", "1", "--ply", "99", "mating.bcn"}, 2, []string{"--ply 99"}},
		{"fen\nredo\nredo\nfen\n", []string{"play", "--pgn", "mating.pgn", "--ply", "10"}, 0, []string{" 10:a2a3\n", " 12:e8f7#\n"}},
		{"", []string{"play", "--pgn", "mating.pgn", "--ply", "-1"}, 2, []string{`"-1"`, "--ply", "from 1 to"}},
	}
	for _, tt := range tests {
		got := banchess(t, tt.in, tt.args...)
		if got.code != tt.code {
			t.Errorf("%q: exit %d", tt.args, got.code)
		}
		for _, want := range tt.want {
			if !strings.Contains(got.out+got.err, want) {
				t.Errorf("%q: no %q in\n%s%s", tt.args, want, got.out, got.err)
			}
		}
	}
	got := banchess(t, "", "analyze", "--json", "--depth", "1", "--ply", "3", "mating.bcn")
	var j positionJSON
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || j.Ply != 3 {
		t.Errorf("%v: %s", err, got.out)
	}
}

// TestBench ends as OpenBench reads it, with the same count everywhere.
func TestBench(t *testing.T) {
	const depth = "2"
	got := banchess(t, "", "bench", "--depth", depth)
	var nodes, nps uint64
	if n, err := fmt.Sscanf(got.out, "%d nodes %d nps\n", &nodes, &nps); got.code != 0 || n != 2 || err != nil || nodes == 0 {
		t.Fatalf("exit %d, %v: %s%s", got.code, err, got.out, got.err)
	}
	var j benchJSON
	got = banchess(t, "", "bench", "--json", "--depth", depth)
	if err := json.Unmarshal([]byte(got.out), &j); err != nil || j.Nodes != nodes || j.Depth != 2 {
		t.Errorf("%v: %s", err, got.out)
	}
	last := fmt.Sprintf("\n%d nodes ", nodes)
	if got = banchess(t, "bench "+depth+"\n", "uci"); !strings.Contains(got.out, last) {
		t.Errorf("no %q in\n%s", last, got.out)
	}
	if got = banchess(t, "", "bench", "--depth", "65"); got.code != cli.ExitUsage || !strings.Contains(got.err, "--depth") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
}

func TestHelpAndCompletion(t *testing.T) {
	help := banchess(t, "", "help").out
	for _, name := range strings.Fields("play uci json analyze solve perft convert serve completion") {
		if !strings.Contains(help, "\n  "+name) {
			t.Errorf("%s is not in the help", name)
		}
	}
	for _, c := range newRoot().Commands() { // examples are not broken
		for line := range strings.Lines(banchess(t, "", c.Name(), "--help").out) {
			if utf8.RuneCountInString(line) > 81 && !strings.HasPrefix(line, "  banchess ") {
				t.Errorf("the help of %s is wider than 80 columns: %s", c.Name(), line)
			}
		}
	}
	if got := banchess(t, "", "completion", "bash"); got.code != 0 || !strings.Contains(got.out, "banchess") {
		t.Errorf("completion: exit %d %s", got.code, got.err)
	}
	for _, tt := range [][]string{{"convert", "--to", "standard-fen"}, {"play", "--black", "engine:3"}, {"play", "--board", "ascii"}} {
		if got := banchess(t, "", "__complete", tt[0], tt[1], ""); !strings.Contains(got.out, tt[2]+"\n") || !strings.Contains(got.out, ":4\n") {
			t.Errorf("completion of %s %s: %s", tt[0], tt[1], got.out)
		}
	}
	if got := banchess(t, "", "__complete", "ending", ""); strings.Count(got.out, "KRKN\trook against knight\n") != 1 || !strings.Contains(got.out, ":4\n") {
		t.Errorf("completion of ending: %s", got.out)
	}
	if got := banchess(t, "", "__complete", "ending", "KRKN", ""); !strings.HasPrefix(got.out, ":4\n") {
		t.Errorf("completion of ending KRKN: %s", got.out)
	}
}

// TestTerminalExample has the example client in Node play by messages. It is left
// out where there is no Node.
func TestTerminalExample(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node.js to run the example client with")
	}
	example := filepath.Join("..", "..", "..", "web", "examples", "terminal.mjs")
	for _, server := range []string{"no-such-program", "true"} { // one does not start, one says nothing
		out, err := exec.CommandContext(t.Context(), node, example, server).CombinedOutput()
		if err == nil || strings.Contains(string(out), "    at ") {
			t.Errorf("with %s: %v %s", server, err, out)
		}
	}
	cmd := program(t)
	cmd.Args = []string{node, example, cmd.Path, "json"}
	cmd.Path = node
	typed := strings.NewReplacer("b:", "", "m:", "", " ", "\n").Replace(matingBCN)
	cmd.Stdin = strings.NewReader("e9e4\nundo\n" + typed + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"black bans one of these:\n", "  A2 A3 A4\n", "Refused: ", "black is in check", "The end: white, checkmate_by_ban\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in the output", want)
		}
	}
}
