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
