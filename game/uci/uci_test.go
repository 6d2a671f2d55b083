package uci_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/uci"
	"github.com/banchess/banchess/scripts/lab/client"
)

// The test program is an engine when this variable is set.
const engineVariable = "BANCHESS_TEST_ENGINE"

func TestMain(m *testing.M) {
	if os.Getenv(engineVariable) != "" {
		if err := uci.Run(context.Background(), os.Stdin, os.Stdout, uci.Config{Seed: 1}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// listener is a client that keeps what its engine says.
type listener struct {
	*client.Client
	heard *strings.Builder
}

func newListener(from io.Reader, to io.Writer) listener {
	heard := new(strings.Builder)
	return listener{client.New(io.TeeReader(from, heard), to), heard}
}

// process starts an engine of its own and returns a client of its pipes.
func process(t *testing.T, options ...[2]string) listener {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err) // a browser has no processes
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), engineVariable+"=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	c := newListener(out, in)
	t.Cleanup(func() {
		c.Send("quit")
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the engine ends with %v", err)
		}
	})
	if err := c.Start(options...); err != nil {
		t.Fatal(err)
	}
	return c
}

// bcn turns an action as UCI writes it into BCN, by the phase.
func bcn(p game.Phase, s string) string {
	if p == game.PhaseBan {
		return "b:" + s
	}
	return "m:" + s
}

// score matches the score of an info line, and the turns if it is a mate.
var score = regexp.MustCompile(` score (?:cp|mate (-?\d+))`)

// playGame lets two engines play to an end, every action checked by the rules.
// A player that claims a mate with its last action has delivered it.
func playGame(t *testing.T, white, black listener, limits string, most int) {
	t.Helper()
	g := game.New()
	var actions []string
	claims := map[game.Player]int{}
	for !g.Over() && len(actions) < most {
		player := white
		if g.ActivePlayer() == game.Black {
			player = black
		}
		player.heard.Reset()
		best, err := player.Search("startpos moves "+strings.Join(actions, " "), limits)
		if err != nil {
			t.Fatal(err)
		}
		action, err := game.ParseAction(bcn(g.Phase(), best))
		if err == nil {
			err = g.Clone().Play(action)
		}
		if err != nil {
			t.Fatalf("after %v: %v", actions, err)
		}
		claims[g.ActivePlayer()] = 0
		if scores := score.FindAllStringSubmatch(player.heard.String(), -1); scores != nil {
			claims[g.ActivePlayer()], _ = strconv.Atoi(scores[len(scores)-1][1]) // of the last iteration
		}
		if err := g.Play(action); err != nil {
			t.Fatal(err)
		}
		actions = append(actions, best)
	}
	for player, n := range claims {
		if n > 0 && g.Over() && g.Result().Winner != player {
			t.Errorf("%v claimed mate in %d and the game ended %v: %v", player, n, g.Result(), actions)
		}
	}
}

func TestProcessesPlayLegalGames(t *testing.T) {
	strong := process(t, [2]string{"Hash", "4"})
	weak := process(t, [2]string{"Hash", "1"}, [2]string{"Skill Level", "2"}, [2]string{"Seed", "7"})
	most := 120
	if testing.Short() {
		most = 24
	}
	playGame(t, strong, weak, "nodes 2000", most)
	playGame(t, weak, strong, "nodes 2000", most)
	playGame(t, strong, strong, "movetime 2", most)
	playGame(t, strong, strong, "wtime 200 btime 200 winc 2 binc 2", most)
}

// talk sends lines to an engine in this process and returns what it says.
func talk(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	in := strings.NewReader(strings.Join(lines, "\n") + "\n")
	if err := uci.Run(context.Background(), in, &out, uci.Config{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAnswers(t *testing.T) {
	const scholar = "position startpos moves a2a3 e2e4 a7a6 h7h6 a2a3 d1f3 a7a6 h6h5 a2a3 f3f7"
	const kings = "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1"
	// In WebAssembly the first of these is refused, and the search has one.
	threads := []string{"setoption name Threads value 2", "go nodes 20000", "setoption name Threads value 1", "go depth 2"}
	for _, row := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"handshake", []string{"uci"}, []string{"id name banchess\n", "option name UCI_Variant type combo default banchess var banchess\n", "option name Hash ", "option name MultiPV ", "option name Skill Level ", "option name UCI_Elo ", "option name UCI_LimitStrength ", "option name Threads type spin default 1 min 1 max ", "option name Move Overhead ", "option name Clear Hash type button\n", "uciok\n"}},
		{"ready", []string{"isready"}, []string{"readyok\n"}},
		{"mate by ban", []string{scholar, "go depth 1"}, []string{" score mate 1 ", "bestmove e8f7\n"}},
		{"mate by ban, proven", []string{scholar, "go mate 1"}, []string{" score mate 1 ", "bestmove e8f7\n"}},
		{"ban before it", []string{strings.TrimSuffix(scholar, " a2a3 f3f7"), "go depth 3"}, []string{"bestmove f3f7"}},
		{"game over", []string{scholar + " e8f7", "go depth 1", "d"}, []string{"the game is over (White wins: checkmate by ban)\nbestmove (none)\n", "12:e8f7#\n", "Phase: the game is over (White wins: checkmate by ban)\n"}},
		{"ban and move", []string{"position startpos moves e2e4 d2d4", "d"}, []string{"PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3\n", "Phase: ban, White bans"}},
		{"promotion pair banned", []string{kings + " moves a7a8", "d"}, []string{" 2:a7a8\n"}},
		{"promotion", []string{kings + " moves a1a2 a7a8q", "d"}, []string{"Q6k/8/8/8/8/8/8/K7 b - - 0 1 3+\n"}},
		{"nodes after the last line", []string{"go nodes 3000"}, []string{"\ninfo nodes 3000 nps "}},
		{"won, and no mate seen", []string{"position fen 8/5k2/8/4R3/3K4/8/8/8 b - - 10 6 24:f7f6", "go depth 15"}, []string{" score cp -10000 "}},
		{"the best move is refuted", []string{"position fen r1bkn3/ppp5/7Q/3p2q1/3P4/P7/1PP1NPPP/RN2KB1R b KQ - 0 14 56:g5h6", "go depth 6"}, []string{" upperbound nodes "}},
		{"a better move", []string{"position fen r1b1kr2/1pQpb2p/p4n2/8/Pn1pP3/1KP2q2/1P1P3P/R1B1R3 b - - 4 22 88:f3d1", "go depth 8"}, []string{" lowerbound nodes "}},
		{"perft", []string{"go perft 4"}, []string{"a2a3: 7220\n", "Nodes searched: 144400\n"}},
		{"perft from a move ply", []string{"position startpos moves e2e4", "go perft 1"}, []string{"d2d4: 1\n", "Nodes searched: 19\n"}},
		{"perft, stopped", []string{"go perft 40", "stop", "d"}, []string{"info string perft was stopped", "Phase: ban"}},
		{"perft without end, stopped", []string{"go perft 1000000000", "stop", "d"}, []string{"info string perft was stopped", "Phase: ban"}},
		{"perft, then quit", []string{"go perft 40", "isready", "quit"}, []string{"readyok\n"}},
		{"commands wait for perft", []string{"go perft 2", "position startpos moves e2e4", "d"}, []string{"Nodes searched: 380\n   +--"}},
		{"banned", []string{"position startpos moves e2e4 e2e4"}, []string{"info string action 2, \"e2e4\": e2-e4 is banned at ply 2 (Black banned it)"}},
		{"perft of nothing", []string{"go perft 0"}, []string{"Nodes searched: 1\n"}},
		{"depth of nothing", []string{"go depth 0"}, []string{"info depth 1 ", "bestmove "}},
		{"nodes of nothing", []string{"go nodes 0"}, []string{"bestmove "}},
		{"mate of nothing", []string{"go mate 0 depth 1"}, []string{"bestmove "}},
		{"mate on a clock", []string{"position startpos moves e2e4", "go mate 9 movetime 30"}, []string{"bestmove "}},
		{"mate too far", []string{"position fen 7k/8/8/p1p1p1p1/P1P1P1P1/8/8/7K w - - 0 1 2", "go mate 130 nodes 2000"}, []string{"bestmove "}},
		{"time without end", []string{"go wtime 99999999999999 btime 99999999999999 depth 1"}, []string{"bestmove "}},
		{"increment below zero", []string{"go wtime 50 btime 50 winc -1 binc -1"}, []string{"bestmove "}},
		{"searchmoves", []string{"go depth 2 searchmoves a2a3"}, []string{"bestmove a2a3"}},
		{"lines", []string{"setoption name MultiPV value 3", "go depth 2"}, []string{" multipv 3 "}},
		{"infinite until the end", []string{"go infinite"}, []string{"bestmove "}},
		{"ponder until the end", []string{"go ponder movetime 10"}, []string{"bestmove "}},
		{"ponderhit", []string{"go ponder movetime 1", "ponderhit"}, []string{"bestmove "}},
		{"threads", threads, []string{"bestmove "}},
		{"stop", []string{"go infinite", "stop"}, []string{"bestmove "}},
		{"stop and quit", []string{"go infinite", "stop", "quit"}, []string{"bestmove "}},
		{"commands wait", []string{"go depth 2", "position startpos moves e2e4", "go depth 2 searchmoves a2a3"}, []string{"bestmove a2a3"}},
		{"eval", []string{"eval"}, []string{"info string static evaluation"}},
	} {
		got := talk(t, row.lines...)
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", row.name, want, got)
			}
		}
	}
}

// TestJunk: what cannot be understood gets an info string and changes nothing.
// The junk of position and go stands in protocol.txt.
func TestJunk(t *testing.T) {
	want := talk(t, "position startpos moves e2e4", "d")
	for _, junk := range []string{
		"hello", "setoption", "setoption name Hash value 0", "setoption name Hash value x", "setoption name Nothing value 1",
		"setoption name UCI_Variant value chess", "setoption name Skill Level value 99", "setoption name UCI_LimitStrength value maybe",
	} {
		got := talk(t, "position startpos moves e2e4", junk, "d")
		first, rest, _ := strings.Cut(got, "\n")
		if !strings.HasPrefix(first, "info string ") || rest != want {
			t.Errorf("%q is answered\n%s", junk, got)
		}
	}
	for _, nothing := range []string{"", "   ", "stop", "ponderhit", "register later"} {
		if got := talk(t, "position startpos moves e2e4", nothing, "d"); got != want {
			t.Errorf("%q is answered\n%s", nothing, got)
		}
	}
}

// TestRefusedPosition: whatever is wrong with a position, nothing is answered for
// the one before.
func TestRefusedPosition(t *testing.T) {
	for _, position := range []string{
		"position", "position startpos moves e2e5", "position startpos moves e2e4 e2e4", "position startpos moves e2e4 d2d4 d2d4",
		"position fen junk", "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos junk",
		"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 3",
	} {
		got := talk(t, "position startpos moves e2e4", position, "d", "eval", "go depth 1", "go perft 1")
		for i, line := range strings.Split(strings.TrimSpace(got), "\n") {
			if want := "info string "; (i == 4 || i == 6) != (line == "bestmove (none)") || i != 4 && i != 6 && !strings.HasPrefix(line, want) {
				t.Errorf("%s: line %d is %q", position, i+1, line)
			}
		}
		if answers(got) != 2 {
			t.Errorf("%s is answered\n%s", position, got)
		}
	}
}

// TestStop holds an infinite search open until it is told to stop, over pipes.
func TestStop(t *testing.T) {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- uci.Run(context.Background(), fromClient, toClient, uci.Config{})
		toClient.Close()
	}()
	c := newListener(fromServer, toServer)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []string{"go infinite", "go ponder wtime 1000 btime 1000", "go infinite depth 1"} {
		c.heard.Reset()
		if err := c.Send("%s", ask); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := c.Ready(); err != nil {
				t.Fatal(err)
			}
		}
		if strings.Contains(c.heard.String(), "bestmove") {
			t.Errorf("%s is answered before stop", ask)
		}
		if err := c.Send("stop"); err != nil {
			t.Fatal(err)
		}
		if best, err := c.Best(); err != nil || best == "" {
			t.Errorf("%s, stop: %v, %v", ask, best, err)
		}
	}
	c.Send("go infinite")
	c.Send("quit")
	if _, err := io.ReadAll(fromServer); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func FuzzRun(f *testing.F) {
	f.Add("position startpos moves e2e4 d2d4\ngo depth 1")
	f.Add("setoption name Hash value 2\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\nd")
	f.Fuzz(func(t *testing.T, script string) {
		if strings.Contains(script, "perft") || strings.Contains(script, "go") || strings.Contains(script, "Hash") {
			return // may take as long as it is told to
		}
		talk(t, script)
	})
}
