package site

import "testing"

func TestNPMVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":            "1.2.3",
		"v1.2.3-rc.1":       "1.2.3-rc.1",
		"dev-abc1234-dirty": "0.0.0-dev-abc1234-dirty",
		"v0.1.0-4-gabcdef":  "0.1.0-4-gabcdef",
		"dev":               "0.0.0-dev",
		"feature/x+y":       "0.0.0-feature-x-y",
	} {
		if got := NPMVersion(version); got != want {
			t.Errorf("%s is %s for npm, want %s", version, got, want)
		}
	}
}
