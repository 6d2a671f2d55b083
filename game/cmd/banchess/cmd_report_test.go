package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/cmd/banchess/internal/cli"
)

// TestReport judges a game that ends by a ban that should have been another.
func TestReport(t *testing.T) {
	t.Chdir(t.TempDir())
	const want = `Main line, 11 actions

       White                       Black
       accuracy    ?!     ?    ??  accuracy    ?!     ?    ??
Bans       100%     0     0     0       69%     0     0     1
Moves       91%     0     0     0       71%     2     0     0

Turning point: 3. ban a2–a3?? by Black

1… h6?! by Black lowers Black’s winning chances from 46% to 38%: after ban b1–c3, White can play Qh5. Better: e6, then ban d1–h5, which keeps them at 46%.

2… h5?! by Black lowers Black’s winning chances from 39% to 33%: after ban f3–f7, White can play Nc3. Better: e6, which keeps them at 39%.

3. ban a2–a3?? by Black lets White mate with Qxf7+, ban e8–f7#. Black’s winning chances fall from 33% to 0%. Better: ban f3–f7, which keeps them at 33%.
`
	got := banchess(t, matingBCN, "report", "-o", "judged.pgn")
	if got.code != 0 || got.out != want {
		t.Errorf("exit %d, %s:\n%s", got.code, got.err, got.out)
	}
	text, err := os.ReadFile("judged.pgn")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := game.ParseTree(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"{banning: a2a3 $4}", "{[%eval #1] Lets White mate with Qxf7+,", "( 3. {banning: f3f7 $142} {[%eval 1.97]} Nc3", "{[%eval 0.54]} 1.",
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	if len(tree.Unplayed) > 0 {
		t.Error(tree.Unplayed)
	}

	// Judged again it is the same, and nothing is written twice.
	if got := banchess(t, "", "report", "-o", "again.pgn", "judged.pgn"); got.out != want {
		t.Errorf("exit %d, %s:\n%s", got.code, got.err, got.out)
	}
	if again, err := os.ReadFile("again.pgn"); err != nil || string(again) != string(text) {
		t.Errorf("%v, %s", err, again)
	}

	var r struct {
		Line struct {
			Text       string
			Number, Of int
			From       *int
		}
		Actions int
		Tally   map[string]map[string]struct {
			Accuracy *float64
			Blunders int
		}
		Moments []struct{ Action, Kind, Text string }
	}
	got = banchess(t, "", "report", "--json", "--line", "3", "judged.pgn")
	if err := json.Unmarshal([]byte(got.out), &r); err != nil {
		t.Fatalf("%v: %s", err, got.out)
	}
	if r.Line.Text != "Line 3 of 4, from 2… e6 on, 11 actions" || r.Line.Number != 3 || r.Line.Of != 4 || *r.Line.From != 8 ||
		r.Actions != 11 || r.Tally["white"]["bans"].Blunders != 0 || *r.Tally["white"]["bans"].Accuracy < 90 ||
		len(r.Moments) != 1 || r.Moments[0].Kind != "numbers" || r.Moments[0].Action != "m:h7h6" || !strings.Contains(want, r.Moments[0].Text) {
		t.Errorf("%+v", r)
	}
}

func TestReportRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("games.pgn", []byte("1. {banning: e2e4} d4 *\n\n1. {banning: e2e4} c4 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		in, args string
		code     int
		want     string
	}{
		{matingBCN, "report --line 2", cli.ExitUsage, "--line 2: the game has only 1"},
		{matingBCN, "report --line 0", cli.ExitUsage, "from 1 to"},
		{matingBCN, "report --game 2", cli.ExitUsage, "--game 2: the input has only 1"},
		{matingBCN, "report -o missing/x.pgn", cli.ExitFailed, "missing"},
		{"", "report -o games.pgn games.pgn", cli.ExitUsage, "it is the input"},
		{"", "report -o games.pgn 'games.pgn'", cli.ExitUsage, "it is the input"},
		{"", "report missing.pgn", cli.ExitFailed, "missing.pgn"},
		{"1. e4 *", "report -", cli.ExitFailed, "ban is due"},
		{"[Event \"x\"]\n\n*\n", "report", cli.ExitFailed, "there is no ban and no move in the game"},
		{"", "report a b", cli.ExitUsage, "takes one file"},
	} {
		got := banchess(t, tt.in, strings.Fields(tt.args)...)
		if got.code != tt.code || !strings.Contains(got.err, tt.want) {
			t.Errorf("%s: exit %d: %s", tt.args, got.code, got.err)
		}
	}
	// A file of two games is said to have more than the one that is judged, unless that is chosen.
	for args, want := range map[string]bool{"image games.pgn": true, "image --game 1 games.pgn": false, "image --game 2 games.pgn": false} {
		if got := banchess(t, "", strings.Fields(args)...); got.code != 0 || strings.Contains(got.err, "The file has more games") != want {
			t.Errorf("%s: exit %d: %s", args, got.code, got.err)
		}
	}
	for _, args := range []string{"report -o games.pgn", "report -o games.pgn -"} {
		in, err := os.Open("games.pgn")
		if err != nil {
			t.Fatal(err)
		}
		var errOut strings.Builder
		code := run(t.Context(), strings.Fields(args), in, io.Discard, &errOut)
		in.Close()
		if code != cli.ExitUsage || !strings.Contains(errOut.String(), "it is the input") {
			t.Errorf("%s < games.pgn: exit %d: %s", args, code, errOut.String())
		}
	}
}
