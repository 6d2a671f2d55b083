package main

import (
	"os"
	"strings"
	"testing"

	"github.com/banchess/banchess/game"
)

// TestSixFields holds the rule of testdata/six_fields.txt: a FEN of six fields is
// taken, with a note, where a person gives one position, and refused where a program
// or a file says what it is.
func TestSixFields(t *testing.T) {
	text, err := os.ReadFile("../../testdata/six_fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for line := range strings.Lines(string(text)) {
		fen, want, ok := strings.Cut(strings.TrimSpace(line), " ; ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, name := range []string{"six.fen", "six.txt"} {
			if err := os.WriteFile(name, []byte(fen+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		bad := !strings.Contains(want, "/")
		ply := want[strings.LastIndexByte(want, ' ')+1:]
		note := "bans first, at ply " + strings.TrimRight(ply, "+#=") + "."
		for _, tt := range []struct {
			in   string
			args []string
			note string
		}{
			{"", []string{"perft", "--depth", "1", "--fen", fen}, note},
			{"", []string{"analyze", "--depth", "1", fen}, note},
			{"", append([]string{"analyze", "--depth", "1"}, strings.Fields(fen)...), note},
			{"", []string{"solve", "--turns", "1", fen}, note},
			{"fen\n", []string{"play", "--fen", fen}, note},
			{"load " + fen + "\nfen\n", []string{"play"}, note},
			{fen + "\n", []string{"analyze", "--depth", "1"}, "FENs with six fields"},
			{"", []string{"analyze", "--depth", "1", "six.fen"}, "FENs with six fields"},
			{fen + "\n", []string{"convert", "--to", "fen"}, "FENs with six fields"},
			{"", []string{"convert", "--to", "fen", "six.fen"}, "FENs with six fields"},
			{"", []string{"convert", "--to", "fen", "six.txt"}, "FENs with six fields"},
		} {
			got := banchess(t, tt.in, tt.args...)
			said := got.out + got.err
			switch {
			case bad && (got.code == 0 || !strings.Contains(said, "not possible")):
				t.Errorf("%q, %q: exit %d: %s", tt.args, tt.in, got.code, said)
			case bad:
			case !strings.Contains(said, tt.note):
				t.Errorf("%q, %q: no note: %s", tt.args, tt.in, said)
			case (tt.args[0] == "convert" || tt.args[0] == "play") && !strings.Contains(got.out, want+"\n"):
				t.Errorf("%q, %q: %s", tt.args, tt.in, said)
			}
			if tt.args[0] == "perft" || tt.args[0] == "analyze" || tt.args[0] == "solve" {
				got := banchess(t, tt.in, append(tt.args, "--json")...)
				if !bad && (!strings.Contains(got.out, `"fen":"`+want+`"`) || got.err != "") || bad && !strings.Contains(got.err, `"code":"bad_fen"`) {
					t.Errorf("%q, %q, as JSON: %+v", tt.args, tt.in, got)
				}
			}
		}
		for _, strict := range []struct {
			in   string
			args []string
		}{
			{fen + "\n", []string{"convert", "--from", "fen", "--to", "bcn"}},
			{fen + "\n", []string{"convert", "--from", "bcn", "--to", "bcn"}},
			{game.StartFEN + "\n" + fen + "\n", []string{"convert", "--to", "bcn"}},
			{"[FEN \"" + fen + "\"]\n\n*\n", []string{"convert", "--to", "bcn"}},
			{`{"message_type":"new_game","fen":"` + fen + `"}` + "\n", []string{"json"}},
		} {
			got := banchess(t, strict.in, append(strict.args, "--json")...)
			if said := got.out + got.err; !strings.Contains(said, `"code":"standard_fen"`) {
				t.Errorf("%q, %q: %s", strict.args, strict.in, said)
			}
		}
		uci := banchess(t, "debug on\nposition fen "+fen+"\nd\nquit\n", "uci").out
		if bad && !strings.Contains(uci, "not possible") || !bad && (!strings.Contains(uci, "Fen: "+want+"\n") || !strings.Contains(uci, "info string the FEN has six fields, so a ban is due: "+want+"\n")) {
			t.Errorf("UCI takes %s: %s", fen, uci)
		}
	}
}
