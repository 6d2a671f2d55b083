package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/banchess/banchess/scripts/site"
)

// Budget is what a result must be, against its peer.
type Budget struct {
	Name  string  // of the result
	Least float64 // times faster than its peer, or smaller
	// Without says why the result may be missing; then the budget is left out.
	Without string
}

// startRatio is how much later than an empty Ebitengine program the board may be there.
const startRatio = 1.3

// Budgets are what is promised of speed and size. Times are no budgets: each is a ratio
// to something else in the same run, or to the most that it may take.
var Budgets = slices.Concat(fixed, growth("Growth/", "play", "undo", "fen", "repetition", "pgn-out", "pgn-in"),
	growth("JSGrowth/", "play", "undo", "fen", "repetition", "pgn-out", "pgn-in"), growth("PageGrowth/", "load"))

// growth are the budgets of what is done with games of several lengths: a ply of the
// longest takes no more than twice what one of a short game takes.
func growth(prefix string, what ...string) (budgets []Budget) {
	for _, w := range what {
		budgets = append(budgets, Budget{prefix + w + "/5000plies", 0.5, ""})
	}
	return budgets
}

var fixed = []Budget{
	{"Size/banchess.wasm/gzip", 1 / site.FullRatio, ""},
	{"Size/banchess-core.wasm/gzip", 1, ""},
	{"Size/page/gzip", 1, ""},
	{"Size/package/gzip", 1, ""},
	{"Start/page", 1 / startRatio, ""},
	{"StartText/text", 1, ""},
	{"JSLegalAndPlay/banchess", 100, ""},
	{"JSReplay/banchess", 100, ""},
	{"Kiwipete/banchess", 1, ""},
	{"PerftFairy/banchess", 1, "no Fairy-Stockfish was found: --fairy names one"},
	{"WorkerPerft/chromium", 0.4, ""},
	{"WorkerPerft/node", 0.4, ""},
	{"WorkerSearch/chromium", 0.5, ""},
	{"Idle/page", 1, ""},
	{"IdleFrames/board", 1, ""},
	{"Thinking/thread", 1, ""},
	{"Thinking/stop", 0.25, ""}, // of what a task may take: 200 milliseconds
	{"Analysis/lines/ban", 1, ""},
	{"Analysis/lines/move", 1, ""},
	{"Analysis/thread/page", 1, ""},
	{"Analysis/stop/page", 1, ""},
	{"FirstLine/first", 1, ""},
	{"FirstLine/again", 1, ""},
	{"Drag/thread", 1, ""},
	{"DragTask/page", 1, ""},
	{"Click/page", 1, ""},
	{"LongGame/load/page", 1, ""},
	{"LongGame/scroll/page", 1, ""},
	{"Memory/after-200", 0.95, ""},
}

// Verdict is one budget held against the results.
type Verdict struct {
	Budget string  `json:"budget"`
	Held   bool    `json:"held"`
	Ratio  float64 `json:"ratio,omitempty"` // 0 for what is not there at all
	Least  float64 `json:"least,omitempty"`
	Said   string  `json:"said"`
}

// Word is the verdict in a word.
func (v Verdict) Word() string {
	if v.Held {
		return "held"
	}
	return "OVER"
}

// Check holds budgets against results. What was not measured is not held, but for what
// may be missing: left says which those are.
func Check(results []Result, budgets []Budget) (verdicts []Verdict, left []string) {
	for _, b := range budgets {
		v := Verdict{Budget: b.Name, Least: b.Least, Said: fmt.Sprintf("%s was not measured", b.Name)}
		measured := false
		for _, r := range results {
			peer, ratio, ok := Peer(results, r)
			if r.Name != b.Name || !ok {
				continue
			}
			measured, v.Held = true, ratio >= b.Least
			if !math.IsInf(ratio, 1) {
				v.Ratio = ratio
			}
			v.Said = fmt.Sprintf("%s: %s %s, at least %.2f", r.Name, times(ratio), peer, b.Least)
		}
		if !measured && b.Without != "" {
			left = append(left, fmt.Sprintf("%s: %s", b.Name, b.Without))
			continue
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, left
}

// JSON is the results with their peers, and the verdicts.
func JSON(results []Result, verdicts []Verdict) ([]byte, error) {
	type row struct {
		Name        string  `json:"name"`
		Nanoseconds float64 `json:"ns,omitempty"`
		Bytes       float64 `json:"bytes,omitempty"`
		Frames      float64 `json:"frames,omitempty"`
		Peer        string  `json:"peer,omitempty"`
		Ratio       float64 `json:"ratio,omitempty"`
	}
	var all struct {
		Results []row     `json:"results"`
		Budgets []Verdict `json:"budgets,omitempty"`
	}
	for _, r := range results {
		now := row{Name: r.Name}
		switch r.Unit {
		case Bytes:
			now.Bytes = r.Amount
		case Frames:
			now.Frames = r.Amount
		default:
			now.Nanoseconds = r.Amount
		}
		if peer, ratio, ok := Peer(results, r); ok && !math.IsInf(ratio, 1) {
			now.Peer, now.Ratio = peer, ratio
		}
		all.Results = append(all.Results, now)
	}
	all.Budgets = verdicts
	return json.MarshalIndent(all, "", "  ")
}
