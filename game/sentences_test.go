package game

import (
	"encoding/json"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what the errors say now to testdata/errors.txt")

// provoke makes an error of the input of a row in testdata/errors.txt, by the
// row's first word.
var provoke = map[string]func(input string) error{
	"fen":      func(s string) error { return zeroOrNil(ParseFEN(s)) },
	"standard": func(s string) error { return zeroOrNil(FromStandardFEN(s)) },
	"pgn":      func(s string) error { return zeroOrNil(ParsePGN(strings.ReplaceAll(s, `\n`, "\n"))) },
	"ordinary": func(s string) error { return zeroOrNil(FromStandardPGN(s)) },
	"action":   func(s string) error { return zeroOrNil(ParseAction(s)) },
	"pair":     func(s string) error { return zeroOrNil(ParsePair(s)) },
	"move":     func(s string) error { return zeroOrNil(ParseMove(s)) },
	"player":   func(s string) error { return zeroOrNil(ParsePlayer(s)) },
	"reason":   func(s string) error { return zeroOrNil(ParseReason(s)) },
	"square":   func(s string) error { _, err := ParseSquare(s); return err },
	"tag":      func(s string) error { return new(Tags).Set(s, "value") },
	"input": func(s string) error {
		fen, text, _ := strings.Cut(s, " ; ")
		_, err := positionNamed(fen).ParseInput(text)
		return err
	},
	"end": func(s string) error {
		var r Result
		fen, said, _ := strings.Cut(s, " ; ")
		reason, winner, _ := strings.Cut(said, " ")
		r.Reason = Reason(reason)
		r.Winner, _ = ParsePlayer(winner)
		return NewFrom(positionNamed(fen)).EndAs(r)
	},
	"sync": func(s string) error {
		var state SyncState
		if err := json.Unmarshal([]byte(strings.ReplaceAll(s, "START", StartFEN[:len(StartFEN)-2])), &state); err != nil {
			return err
		}
		return zeroOrNil(FromSyncState(state))
	},
	"clock": func(s string) error {
		base, increment, _ := strings.Cut(s, "+")
		b, _ := time.ParseDuration(base)
		i, _ := time.ParseDuration(increment)
		_, err := NewClock(b, i, time.Now)
		return err
	},
	"call": func(s string) error {
		switch s {
		case "NewClock without a source":
			_, err := NewClock(1, 0, nil)
			return err
		case "ParsePGN of 2 MiB":
			_, err := ParsePGN("{" + strings.Repeat("yyyyyyy\n", 1<<18) + "}")
			return err
		case "ParsePGN of UTF-16":
			_, err := ParsePGN("\xff\xfe[\x00W\x00")
			return err
		case "ParsePGN of UTF-16, high bytes first, without a mark":
			_, err := ParsePGN("\x001\x00.")
			return err
		case "Check in no position":
			return Position{}.Check(NewBan(12, 28))
		case "Check of no action":
			return StartPosition().Check(Action{})
		case "Check of one square":
			return StartPosition().Check(BanAction(Pair(12 | 12<<6)))
		case "Resign of nobody":
			return New().Resign(NoPlayer)
		case "EndAs a resignation to no player":
			return New().EndAs(Result{9, Resignation})
		case "MarshalText of a game with a clock":
			g := New()
			c, _ := NewClock(time.Minute, 0, time.Now)
			g.SetClock(c)
			_, err := json.Marshal(g)
			return err
		case "ParseTree of variations 300 deep":
			tree, _ := ParseTree("1. {banning: e2e4} d4 " + strings.Repeat("(1. e3 ", 300) + strings.Repeat(")", 300))
			return tree.Unplayed[0]
		case "MarshalText of a glyph 0":
			g := New()
			g.Annotation(0).NAGs = []uint8{0}
			_, err := json.Marshal(g)
			return err
		case "MarshalText of a resignation of nobody":
			_, err := json.Marshal(&Tree{Result: Result{NoPlayer, Resignation}})
			return err
		case "MarshalText of a tag twice":
			g := New()
			g.Tags = Tags{{"Note", "Ada"}, {"Note", "Bob"}}
			_, err := json.Marshal(g)
			return err
		case "UnmarshalText of a phase":
			return json.Unmarshal([]byte(`"band"`), new(Phase))
		case "TimeOut of nobody":
			return New().TimeOut(NoPlayer)
		}
		return nil
	},
}

// positionNamed is the position of a FEN, or of "start".
func positionNamed(fen string) Position {
	if fen == "start" {
		return StartPosition()
	}
	return MustParseFEN(fen)
}

// zeroOrNil returns the error, and nil if a value came with it.
func zeroOrNil[T comparable](v T, err error) error {
	if v != *new(T) {
		return nil
	}
	return err
}

// TestSentences shows every error of the table testdata/errors.txt with its code
// and with all that it says. No other test asserts what an error of this package
// says. With -update the table is written anew.
func TestSentences(t *testing.T) {
	const file = "testdata/errors.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var now strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		now.WriteString(line)
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		kind, input, _ := strings.Cut(line, " ")
		err := provoke[kind](input)
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%s gives no error but %v", line, err)
		}
		checkError(t, err)
		now.WriteString("    " + string(e.Code) + ": " + e.Error() + "\n")
		for _, f := range e.Faults {
			if f.Code != CodeBadFEN || f.Hint == "" || !strings.Contains(e.Message, f.Error()) {
				t.Errorf("%s: a fault is not told: %#v", line, f)
			}
		}
		if parts := strings.Count(e.Message, ". Also, ") + 1; len(e.Faults) > 0 && parts != len(e.Faults) {
			t.Errorf("%s: %d faults, %d of them told", line, len(e.Faults), parts)
		}
	}
	for _, words := range literals(t) {
		if !strings.Contains(now.String(), words) {
			t.Errorf("no row of %s shows %q", file, words)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(now.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, is := strings.Split(string(data), "\n"), strings.Split(now.String(), "\n")
	if len(was) != len(is) {
		t.Fatal("a row has no error, or two: run the test with -update")
	}
	for i := range was {
		if was[i] != is[i] {
			t.Errorf("%s:%d: %s\n%s, the table has\n%s", file, i+1, is[i-1], is[i], was[i])
		}
	}
}

// literals returns the texts of which sentences.go makes what it says.
func literals(t *testing.T) (texts []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "sentences.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				texts = append(texts, text)
			}
			return true
		})
	}
	return texts
}
