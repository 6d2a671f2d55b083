package main

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
)

func TestDescribeBuild(t *testing.T) {
	built := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	revision := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-21T00:00:00Z"}, {Key: "vcs.modified", Value: "true"}}
	for _, tt := range []struct {
		name, release string
		info          *debug.BuildInfo
		version, last string
	}{
		{"a release", "v1.2.3", built("(devel)"), "v1.2.3", ""},
		{"go install", "", built("v1.2.3"), "v1.2.3", ""},
		{"go build in a checkout", "", built("v0.0.0-2026-abc+dirty", revision...), "v0.0.0-2026-abc+dirty", "revision abc of 2026-11-21T00:00:00Z, modified\n"},
		{"go run", "", built("(devel)"), "dev", ""},
		{"no module", "", built(""), "dev", ""},
		{"nothing known", "", nil, "dev", ""},
	} {
		b := describeBuild(tt.release, tt.info)
		if s := b.String(); b.Version != tt.version || !strings.HasPrefix(s, "banchess "+tt.version+"\n") || !strings.HasSuffix(s, tt.last) || strings.Contains(s, "revision") != (tt.last != "") {
			t.Errorf("%s: %+v\n%s", tt.name, b, s)
		}
	}
}

func TestVersion(t *testing.T) {
	want := thisBuild().Version
	if got := banchess(t, "", "version"); got.code != 0 || !strings.HasPrefix(got.out, "banchess "+want+"\n") {
		t.Errorf("%+v", got)
	}
	if got := banchess(t, "", "--version"); got.code != 0 || !strings.Contains(got.out, want) {
		t.Errorf("%+v", got)
	}
	var b buildJSON
	if got := banchess(t, "", "version", "--json"); json.Unmarshal([]byte(got.out), &b) != nil || b != thisBuild() {
		t.Errorf("%+v", got)
	}
	if got := banchess(t, "uci\nquit\n", "uci"); !strings.HasPrefix(got.out, "id name banchess "+want+"\n") {
		t.Errorf("%+v", got)
	}
}
