package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"regexp"
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
		inPage := slices.ContainsFunc([]string{harness, endToEnd}, func(name string) bool { return strings.HasSuffix(p, name[1:]) })
		if inPage == slices.Contains(inGo, p) {
			t.Errorf("%s: in the stage page %v, in the stage go %v", p, inPage, !inPage)
		}
	}
}

// Each test is in one share, also one whose name begins with that of another.
func TestShares(t *testing.T) {
	names := strings.Fields("TestLink TestLinkOfATree TestLearn TestReport TestLinkLength TestAxe TestBack")
	for n := 2; n < 5; n++ {
		shares := sharesOf(names, n)
		for _, name := range names {
			in := 0
			for _, share := range shares {
				if regexp.MustCompile(share).MatchString(name) {
					in++
				}
			}
			if in != 1 || len(shares) != n {
				t.Errorf("%s is in %d of %d shares", name, in, len(shares))
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
