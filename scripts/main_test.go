package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/banchess/banchess/scripts/site"
	"github.com/banchess/banchess/scripts/stage"
)

func TestLongFlags(t *testing.T) {
	for _, tt := range []struct{ in, want []string }{
		{[]string{"test", "-short", "-run", "X"}, []string{"test", "--short", "--run", "X"}},
		{[]string{"test", "-run=-a"}, []string{"test", "--run=-a"}},
		{[]string{"build", "-o", "dir"}, []string{"build", "-o", "dir"}},
		{[]string{"build", "-o=dir"}, []string{"build", "-o=dir"}},
		{[]string{"test", "--short"}, []string{"test", "--short"}},
		{[]string{"torture", "--time", "-5s"}, []string{"torture", "--time", "-5s"}},
		{[]string{"bench", "--", "-benchtime"}, []string{"bench", "--", "-benchtime"}},
	} {
		if got := longFlags(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestPick(t *testing.T) {
	all := new(tests).stages()
	for _, tt := range []struct{ only, want []string }{
		{nil, []string{"go", "build", "browser", "core", "page"}},
		{[]string{"go"}, []string{"go"}},
		{[]string{"page"}, []string{"build", "page"}},
		{[]string{"core", "go"}, []string{"go", "build", "core"}},
	} {
		picked, err := pick(all, tt.only)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range picked {
			names = append(names, s.Name)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%q: %q, want %q", tt.only, names, tt.want)
		}
	}
	if _, err := pick(all, []string{"pages"}); err == nil {
		t.Error("a stage that is not there was accepted")
	}
}

// The help names the commands for contributors; those that measure the engine are below lab.
func TestCommands(t *testing.T) {
	names := func(cmd *cobra.Command) (all []string) {
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				all = append(all, c.Name())
			}
		}
		return all
	}
	root := newRoot()
	if got, want := names(root), strings.Fields("bench build fuzz lab lint release screenshot serve test torture"); !slices.Equal(got, want) {
		t.Errorf("scripts has %q, want %q", got, want)
	}
	lab, _, err := root.Find([]string{"lab"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(lab), strings.Fields("book ladder match puzzles selfplay tables train"); !slices.Equal(got, want) {
		t.Errorf("scripts lab has %q, want %q", got, want)
	}
}

// The stages go and page test every package once.
func TestPackages(t *testing.T) {
	inGo, err := (&tests{root: ".."}).goPackages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := stage.Command{Dir: "..", Args: []string{"go", "list", "./..."}}.Output(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(out) {
		inPage := strings.HasSuffix(p, harness[1:]) || strings.Contains(p+"/", strings.TrimSuffix(endToEnd[1:], "..."))
		if inPage == slices.Contains(inGo, p) {
			t.Errorf("%s: in the stage page %v, in the stage go %v", p, inPage, !inPage)
		}
	}
}

// Every package of the stage page is in its list, and a pattern chooses those that have such tests.
func TestPagePackages(t *testing.T) {
	out, err := stage.Command{Dir: "..", Args: []string{"go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", harness, endToEnd}}.Output(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]int{"": len(strings.Fields(out)) - 1, "TestBackClosesWhatIsOpen": 1, "^(TestLayout|TestReport)$/x": 2, "NoSuchTest": 0} { // bench has no test
		packages, err := (&tests{root: "..", run: pattern}).pagePackages()
		if err != nil || len(packages) != want {
			t.Errorf("%q: %q, %v; want %d", pattern, packages, err, want)
		}
		for _, p := range packages {
			if !strings.Contains(out, p[1:]+"\n") {
				t.Errorf("%q: %s is no package of the stage", pattern, p)
			}
		}
	}
}

// A site that is too large can be viewed; one that was not built cannot.
func TestUsable(t *testing.T) {
	broken := errors.New("does not compile")
	for _, tt := range []struct{ in, want error }{
		{nil, nil},
		{fmt.Errorf("1 of 4 %w", site.ErrOverBudget), nil},
		{broken, broken},
	} {
		if got := usable(tt.in); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.in, got, tt.want)
		}
	}
}

// TestServeTakenPort checks that a used port is reported before anything is built.
func TestServeTakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out bytes.Buffer
	cmd := newServe()
	cmd.SetArgs([]string{"--addr", l.Addr().String()})
	cmd.SetOut(&out)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "--addr") || out.Len() > 0 {
		t.Errorf("%v, after %q", err, out.String())
	}
}
