package main

import (
	"slices"
	"testing"
)

func TestLongFlags(t *testing.T) {
	for _, tt := range []struct{ in, want []string }{
		{[]string{"test", "-short", "-run", "X"}, []string{"test", "--short", "--run", "X"}},
		{[]string{"test", "-run=-a"}, []string{"test", "--run=-a"}},
		{[]string{"build", "-o", "dir"}, []string{"build", "-o", "dir"}},
		{[]string{"build", "-o=dir"}, []string{"build", "-o=dir"}},
		{[]string{"test", "--short"}, []string{"test", "--short"}},
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
