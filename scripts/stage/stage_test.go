package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func fixed(c Counts, err error) func(context.Context, io.Writer) (Counts, error) {
	return func(context.Context, io.Writer) (Counts, error) { return c, err }
}

func TestRunSums(t *testing.T) {
	for _, tt := range []struct {
		name   string
		stages []Stage
		want   string // in the output
		fails  bool
	}{
		{"all pass", []Stage{{Name: "a", Run: fixed(Counts{Passed: 2}, nil)}, {Name: "b", Run: fixed(Counts{Passed: 3, Skipped: 1}, nil)}},
			"5 passed, 0 failed, 1 skipped in", false},
		{"later stages run", []Stage{{Name: "a", Run: fixed(Counts{Failed: 1}, nil)}, {Name: "b", Run: fixed(Counts{Passed: 3}, nil)}},
			"3 passed, 1 failed in", true},
		{"an error without a count is one failure", []Stage{{Name: "a", Run: fixed(Counts{Passed: 1}, errors.New("boom"))}},
			"1 passed, 1 failed in", true},
		{"an error with a count adds none", []Stage{{Name: "a", Run: fixed(Counts{Failed: 2}, errors.New("boom"))}},
			"0 passed, 2 failed in", true},
		{"the slowest three of all", []Stage{
			{Name: "a", Run: fixed(Counts{Passed: 3, Slow: Slow{{"x", 3 * time.Hour}, {"y", time.Hour}}}, nil)},
			{Name: "b", Run: fixed(Counts{Passed: 3, Slow: Slow{{"x", 2 * time.Hour}, {"z", time.Minute}}}, nil)},
		}, "slowest:\n            3h0m0s  a x\n            2h0m0s  b x\n            1h0m0s  a y\n6 passed", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			err := Run(context.Background(), &out, tt.stages)
			if (err != nil) != tt.fails {
				t.Errorf("error %v, want one: %v", err, tt.fails)
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("output lacks %q:\n%s", tt.want, &out)
			}
		})
	}
}

// A stage runs beside those it names and after all others. Their outputs are shown one
// after the other.
func TestRunBeside(t *testing.T) {
	started := make(chan bool)
	var out strings.Builder
	err := Run(t.Context(), &out, []Stage{
		{Name: "a", Run: func(_ context.Context, w io.Writer) (Counts, error) {
			fmt.Fprintln(w, "a begins")
			<-started // otherwise neither ends
			fmt.Fprintln(w, "a ends")
			return Counts{Passed: 1}, nil
		}},
		{Name: "b", Beside: []string{"a"}, Run: func(_ context.Context, w io.Writer) (Counts, error) {
			fmt.Fprintln(w, "b")
			started <- true
			return Counts{Passed: 1}, nil
		}},
		{Name: "c", Beside: []string{"a"}, Run: fixed(Counts{Passed: 1}, nil)},
	})
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{"=== a:", "a begins", "a ends", "--- a:", "=== b:", "b\n", "--- b:", "=== c:"} {
		i := strings.Index(out.String()[at:], want)
		if i < 0 {
			t.Fatalf("no %q in its place:\n%s", want, &out)
		}
		at += i
	}
}

func TestRunStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ran := false
	err := Run(ctx, io.Discard, []Stage{
		{Name: "a", Run: func(context.Context, io.Writer) (Counts, error) { cancel(); return Counts{Passed: 1}, nil }},
		{Name: "b", Run: func(context.Context, io.Writer) (Counts, error) { ran = true; return Counts{}, nil }},
	})
	if !errors.Is(err, context.Canceled) || ran {
		t.Errorf("error %v, second stage ran: %v; want it stopped", err, ran)
	}
}

// A module with tests of every outcome is run by the real go command, because its output
// may change.
func TestGoTest(t *testing.T) {
	dir := t.TempDir()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n",
		"good/good_test.go": `package good
import "testing"
func TestOne(t *testing.T) {}
func TestSub(t *testing.T) { t.Run("a", func(t *testing.T) {}); t.Run("b", func(t *testing.T) { t.Skip("not today") }) }`,
		"bad/bad_test.go": `package bad
import "testing"
func TestPass(t *testing.T) {}
func TestParent(t *testing.T) { t.Run("child", func(t *testing.T) { t.Error("told so") }); t.Run("fine", func(t *testing.T) {}) }
func TestOnlyParent(t *testing.T) { t.Run("fine", func(t *testing.T) {}); t.Error("after its children") }`,
		"broken/broken_test.go": "package broken\nvar x int = \"text\"\n",
		"dies/dies_test.go": `package dies
import ("os"; "testing")
func TestDies(t *testing.T) { os.Exit(3) }`,
		"none/none.go": "package none\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		pkg    string
		want   Counts
		output string
	}{
		{"./good", Counts{Passed: 2, Skipped: 1}, "ok   example.com/m/good"},
		{"./bad", Counts{Passed: 3, Failed: 2}, "told so"},
		{"./broken", Counts{Failed: 1}, "cannot use"},
		{"./dies", Counts{Failed: 1}, "FAIL example.com/m/dies"},
		{"./none", Counts{}, ""},
		{"./...", Counts{Passed: 5, Failed: 4, Skipped: 1}, ""},
	} {
		t.Run(tt.pkg, func(t *testing.T) {
			var out strings.Builder
			got, err := GoTest(context.Background(), &out, Command{Dir: dir, Args: []string{tt.pkg}})
			got.Slow = Slow{}
			if got != tt.want {
				t.Errorf("counts %+v, want %+v\n%s", got, tt.want, &out)
			}
			if err != nil {
				t.Errorf("error %v, although the counts tell", err)
			}
			if !strings.Contains(out.String(), tt.output) {
				t.Errorf("output lacks %q:\n%s", tt.output, &out)
			}
		})
	}
}

// A test that fails once is flaky, and one that fails twice has failed. Nothing is run again
// if many tests fail, or if some did not run.
func TestGoTestAgain(t *testing.T) {
	dir := t.TempDir()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n",
		"once/once_test.go": `package once
import ("os"; "testing")
func TestPass(t *testing.T) {}
func TestParent(t *testing.T) {
	t.Run("fine", func(t *testing.T) {})
	t.Run("once", func(t *testing.T) {
		if _, err := os.Stat("tried"); err != nil { os.WriteFile("tried", nil, 0o644); t.Error("for once") }
	})
}`,
		"twice/twice_test.go": "package twice\nimport \"testing\"\nfunc TestPass(t *testing.T) {}\nfunc TestFail(t *testing.T) { t.Error() }\n",
		"many/many_test.go":   "package many\nimport \"testing\"\nfunc TestA(t *testing.T) { t.Error() }\nfunc TestB(t *testing.T) { t.Error() }\nfunc TestC(t *testing.T) { t.Error() }\nfunc TestD(t *testing.T) { t.Error() }\nfunc TestE(t *testing.T) { t.Error() }\nfunc TestF(t *testing.T) { t.Error() }\n",
		"dies/dies_test.go":   "package dies\nimport (\"os\"; \"testing\")\nfunc TestDies(t *testing.T) { if _, err := os.Stat(\"tried\"); err != nil { os.WriteFile(\"tried\", nil, 0o644); os.Exit(3) } }\n",
		"panics/p_test.go":    "package panics\nimport (\"os\"; \"testing\")\nfunc TestPanics(t *testing.T) { if _, err := os.Stat(\"tried\"); err != nil { os.WriteFile(\"tried\", nil, 0o644); panic(3) } }\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		pkg   string
		want  Counts
		again bool
	}{
		{"./once", Counts{Passed: 3, Flaky: 1}, true},
		{"./twice", Counts{Passed: 1, Failed: 1}, true},
		{"./many", Counts{Failed: 6}, false},
		{"./dies", Counts{Failed: 1}, false},
		{"./panics", Counts{Failed: 1}, false},
	} {
		t.Run(tt.pkg, func(t *testing.T) {
			var out strings.Builder
			got, err := GoTestAgain(t.Context(), &out, Command{Dir: dir, Args: []string{"-count=1"}}, tt.pkg)
			got.Slow = Slow{}
			if got != tt.want || err != nil {
				t.Errorf("counts %+v, %v; want %+v\n%s", got, err, tt.want, &out)
			}
			if again := strings.Contains(out.String(), "once more"); again != tt.again {
				t.Errorf("run again: %v, want %v", again, tt.again)
			}
		})
	}
}

// Times are those of this run, not of a package with a cached result.
func TestGoTestTimes(t *testing.T) {
	r := newReport(io.Discard)
	if err := r.read(strings.NewReader(`
{"Action":"pass","Package":"m/a","Test":"TestA/sub","Elapsed":2}
{"Action":"pass","Package":"m/a","Test":"TestA","Elapsed":2}
{"Action":"fail","Package":"m/a","Test":"TestB","Elapsed":3}
{"Action":"fail","Package":"m/a","Elapsed":5}
{"Action":"pass","Package":"m/b","Test":"TestC","Elapsed":60}
{"Action":"output","Package":"m/b","Output":"ok  \tm/b\t(cached)\n"}
{"Action":"pass","Package":"m/b","Elapsed":60}
`)); err != nil {
		t.Fatal(err)
	}
	if want := (Slow{{"m/a TestB", 3 * time.Second}, {"m/a TestA", 2 * time.Second}}); r.counts.Slow != want {
		t.Errorf("the slowest are %v, want %v", r.counts.Slow, want)
	}
}

func TestTapTotals(t *testing.T) {
	for _, tt := range []struct {
		name, tap string
		want      Counts
		found     bool
	}{
		{"passed", "TAP version 13\nok 1 - a\n1..1\n# tests 3\n# suites 0\n# pass 3\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n# duration_ms 5.1\n", Counts{Passed: 3}, true},
		{"times", "ok 1 - a\n  ---\n  duration_ms: 5.5\n  ...\n    ok 1 - inside\n      ---\n      duration_ms: 7\n      ...\nnot ok 2 - b\n  ---\n  duration_ms: 8\n  ...\n# pass 2\n",
			Counts{Passed: 2, Slow: Slow{{"b", 8 * time.Millisecond}, {"a", 5500 * time.Microsecond}}}, true},
		{"all kinds", "# pass 1\n# fail 2\n# cancelled 1\n# skipped 4\n# todo 1\n", Counts{Passed: 1, Failed: 3, Skipped: 5}, true},
		{"died early", "TAP version 13\nok 1 - a\n", Counts{}, false},
	} {
		got, found := tapTotals(strings.NewReader(tt.tap))
		if got != tt.want || found != tt.found {
			t.Errorf("%s: %+v, %v; want %+v, %v", tt.name, got, found, tt.want, tt.found)
		}
	}
}
