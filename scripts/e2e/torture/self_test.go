package torture

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Torture compares everything that is stored: any change of it is noticed.
func TestTortureSeesWhatIsLost(t *testing.T) {
	const whole = `{
		"Shown": true, "FEN": "f", "Line": "b:a2a3 m:e2e4", "Stored": true, "In": {"localStorage": {"Written": true, "Has": true}, "sessionStorage": {"Written": true, "Has": true}}, "Start": "f",
		"Nodes": {"": {"comment": "c"}, "b:a2a3": {"nags": [1], "san": "s"}, "b:a2a3 m:e2e4": {"comment": "d"}},
		"Outcomes": {"b:a2a3 m:e2e4": {"ended": "resignation", "winner": "white"}},
		"Tags": {"White": "Ann"},
		"Clock": {"Base": 60000, "Increment": 2000, "White": 50000, "Black": 40000},
		"LoadedClock": {"Base": 60000, "Increment": 2000, "White": 49000, "Black": 40000},
		"At": 1000, "LoadedAt": 3000
	}`
	for _, row := range []struct {
		name string
		with string // the change
		lost bool
	}{
		{"nothing", `{}`, false},
		{"the game goes on", `{"Line": "b:a2a3 m:e2e4 b:a7a6", "Nodes": {"": {"comment": "c"}, "b:a2a3": {"nags": [1], "san": "s"}, "b:a2a3 m:e2e4": {"comment": "d"}, "b:a2a3 m:e2e4 b:a7a6": {}}}`, false},
		{"a report adds a glyph", `{"Nodes": {"b:a2a3": {"nags": [4, 1], "san": "s", "eval": {}}}}`, false},
		{"a glyph", `{"Nodes": {"b:a2a3": {"nags": [2], "san": "s"}}}`, true},
		{"the glyphs", `{"Nodes": {"b:a2a3": {"san": "s"}}}`, true},
		{"the comment on the start", `{"Nodes": {"": {}}}`, true},
		{"another comment", `{"Nodes": {"b:a2a3 m:e2e4": {"comment": "e"}}}`, true},
		{"an action", `{"Line": "b:a2a3", "Nodes": {"b:a2a3 m:e2e4": null}}`, true},
		{"where one is", `{"Line": ""}`, true},
		{"the start", `{"FEN": "g", "Start": "g"}`, true},
		{"the outcome", `{"Outcomes": {"b:a2a3 m:e2e4": null}}`, true},
		{"who won", `{"Outcomes": {"b:a2a3 m:e2e4": {"ended": "resignation", "winner": "black"}}}`, true},
		{"a tag", `{"Tags": {"White": "Bob"}}`, true},
		{"what is stored", `{"Stored": false}`, true},
		{"what all tabs have", `{"In": {"localStorage": {}}}`, true},
		{"what the tab has", `{"In": {"sessionStorage": {"Written": true}}}`, true},
		{"the clocks", `{"LoadedClock": null}`, true},
		{"time is given back", `{"LoadedClock": {"White": 60000, "Black": 60000}}`, true},
		{"what the load took", `{"LoadedClock": {"White": 48000}}`, false},
		{"more than the load took", `{"LoadedClock": {"White": 47000}}`, true},
		{"as much from both", `{"LoadedClock": {"White": 48000, "Black": 38000}}`, true},
		{"the increment", `{"LoadedClock": {"Increment": 0}}`, true},
	} {
		var before, after kept
		for _, text := range []string{whole, row.with} {
			if err := json.Unmarshal([]byte(text), &after); err != nil {
				t.Fatal(err)
			}
		}
		if err := json.Unmarshal([]byte(whole), &before); err != nil {
			t.Fatal(err)
		}
		u := &user{storage: storageFaults{}}
		err := first(u.acknowledged(before), sameLine(before, after), u.nothingLost(before, after), u.sameClock(before, after))
		if (err != nil) != row.lost {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// Only requests that the site has refused a few steps ago are excused.
func TestTorturedSiteRefuses(t *testing.T) {
	s := &torturedSite{step: 2 + excused, refused: map[string]int{"http://h/banchess/x.js": 2, "http://h/banchess/old.js": 1}}
	for problem, want := range map[string]bool{
		"network: Failed to load resource: net::ERR_EMPTY_RESPONSE http://h/banchess/x.js":     true,
		"network: Failed to load resource: net::ERR_EMPTY_RESPONSE http://h/banchess/x.js?a=b": true,
		"network: Failed to load resource: net::ERR_EMPTY_RESPONSE http://h/banchess/old.js":   false,
		"network: Failed to load resource: net::ERR_EMPTY_RESPONSE http://h/banchess/y.js":     false,
		"uncaught: TypeError: Failed to fetch":                                                 false,
	} {
		if s.refusedIn(problem) != want {
			t.Errorf("%q: %v", problem, !want)
		}
	}
}

// A fault that finds nothing to break counts as tried, not as broken.
func TestTortureCountsHits(t *testing.T) {
	all, one := hits{}, hits{}
	for _, s := range breakdowns {
		one.count(s.name, s.name != "lose WebGL")
	}
	one.count("hide", false)
	all.add(one)
	if got := all.missed(); !slices.Equal(got, []string{"lose WebGL"}) {
		t.Errorf("missed %q", got)
	}
	for _, want := range []string{"lose WebGL 0/1", "hide 1/2"} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%v, want %s", all, want)
		}
	}
}

// A panic is Ebitengine's if its calls to WebGL are below it on the stack.
func TestTortureKnowsEbitengine(t *testing.T) {
	const text, call = "panic: gl: unexpected return type", "log: github.com/hajimehoshi/ebiten/v2/internal/graphicsdriver/opengl/gl.(*defaultContext).GetShaderi(...)"
	for _, row := range []struct {
		console []string
		want    bool
	}{
		{[]string{"log: " + text, "log: goroutine 1 [running]:", call}, true},
		{[]string{"log: " + text, "log: goroutine 1 [running]:", "log: main.main()"}, false},
		{[]string{"log: " + text, "log: main.main()", "log: panic: another", call}, false},
		{[]string{call}, false},
	} {
		if got := isOfEbitengine(row.console, text); got != row.want {
			t.Errorf("%q: %v", row.console, got)
		}
	}
}
