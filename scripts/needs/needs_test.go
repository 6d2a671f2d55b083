package needs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "thing")
	if err := os.WriteFile(tool, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := Program{Name: "Thing", Env: "THING", Names: []string{"other", "thing"}, Package: "thingd", Elsewhere: "a thing"}

	t.Setenv("PATH", dir)
	if got, err := p.Find(); err != nil || got != tool {
		t.Errorf("in PATH: %q, %v; want %q", got, err, tool)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := p.Find(); err == nil || !strings.Contains(err.Error(), "apt-get install -y thingd") {
		t.Errorf("missing: %v; want the command that installs it", err)
	}
	t.Setenv("THING", tool)
	if got, err := p.Find(); err != nil || got != tool {
		t.Errorf("by variable: %q, %v; want %q", got, err, tool)
	}
}

// A program is worth another package only where it was found in PATH and is not its best.
func TestImprovable(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"best", "thing"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	best, thing := filepath.Join(dir, "best"), filepath.Join(dir, "thing")
	absent := filepath.Join(dir, "absent")
	for _, tt := range []struct {
		about, best, env string
		names            []string
		want             bool
	}{
		{"another was found", absent, "", []string{absent, thing}, true},
		{"the best was found", best, "", []string{best, thing}, false},
		{"nothing was found", absent, "", []string{absent}, false},
		{"the variable names one", absent, thing, []string{absent, thing}, false},
		{"there is no best", "", "", []string{thing}, false},
	} {
		t.Setenv("THING", tt.env)
		got := improvable([]Program{{Name: "Thing", Env: "THING", Names: tt.names, Package: "thingd", Best: tt.best}})
		if (len(got) == 1) != tt.want {
			t.Errorf("%s: %q", tt.about, got)
		}
	}
}

func TestOSID(t *testing.T) {
	for text, want := range map[string]string{
		"PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n": "debian",
		"ID=\"rocky\"\nID_LIKE=\"rhel\"\n":                 "rocky",
		"NAME=x\n":                                         "",
	} {
		if got := osID(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
