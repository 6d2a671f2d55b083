package measure

import (
	"encoding/json"
	"fmt"
)

// Budget is what a result must be, against its peer.
type Budget struct {
	Name  string  // of the result
	Least float64 // times faster than its peer, or smaller
}

// Budgets are what is promised of speed. Times are no budgets: each is a ratio to
// something else in the same run, or to the most that it may take.
var Budgets = []Budget{
	{"Start/page", 1.0},
	{"FirstLine/first", 1.0},
	{"FirstLine/again", 1.0},
	{"Drag/thread", 1.0},
	{"LongGame/load/page", 1.0},
	{"LongGame/scroll/page", 1.0},
	{"Memory/after-200", 0.95},
	{"Idle/page", 1.0},
	{"Thinking/thread", 1.0},
	{"WorkerPerft/chromium", 0.4},
	{"WorkerSearch/chromium", 0.5},
	{"Kiwipete/banchess", 1.0},
	{"JSLegalAndPlay/banchess", 100},
	{"JSReplay/banchess", 100},
}

// Verdict is one budget held against the results.
type Verdict struct {
	Budget string  `json:"budget"`
	Held   bool    `json:"held"`
	Ratio  float64 `json:"ratio,omitempty"`
	Least  float64 `json:"least,omitempty"`
	Said   string  `json:"said"`
}

// Check holds budgets against results. What was not measured is not held.
func Check(results []Result, budgets []Budget) []Verdict {
	var verdicts []Verdict
	for _, b := range budgets {
		v := Verdict{Budget: b.Name, Least: b.Least, Said: fmt.Sprintf("%s was not measured", b.Name)}
		for _, r := range results {
			peer, ratio, ok := Peer(results, r)
			if r.Name != b.Name || !ok {
				continue
			}
			v.Ratio, v.Held = ratio, ratio >= b.Least
			v.Said = fmt.Sprintf("%s: %.2f × %s, at least %.2f", r.Name, ratio, peer, b.Least)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// JSON is the results with their peers, and the verdicts.
func JSON(results []Result, verdicts []Verdict) ([]byte, error) {
	type row struct {
		Name        string  `json:"name"`
		Nanoseconds float64 `json:"ns,omitempty"`
		Bytes       float64 `json:"bytes,omitempty"`
		Peer        string  `json:"peer,omitempty"`
		Ratio       float64 `json:"ratio,omitempty"`
	}
	var all struct {
		Results []row     `json:"results"`
		Budgets []Verdict `json:"budgets,omitempty"`
	}
	for _, r := range results {
		now := row{Name: r.Name}
		if r.Bytes {
			now.Bytes = r.Time
		} else {
			now.Nanoseconds = r.Time
		}
		now.Peer, now.Ratio, _ = Peer(results, r)
		all.Results = append(all.Results, now)
	}
	all.Budgets = verdicts
	return json.MarshalIndent(all, "", "  ")
}
