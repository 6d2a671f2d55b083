package measure

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/banchess/banchess/scripts/site"
)

// Budget is the required ratio of a result to its peer.
type Budget struct {
	Name  string  // of the result
	Least float64 // times faster than its peer, or smaller
	// Limit is true if the peer is a time, which depends on the machine: the result is
	// reported, but is not a budget.
	Limit bool
	// Without says why the result may be missing; the budget is then left out.
	Without string
}

const (
	startRatio = 1.0  // the time to the board, compared to an empty Ebitengine program
	roomRatio  = 0.25 // an action in a room may take four times an echo
	longRatio  = 0.5  // a ply of a long game may take twice the time of one of a short game
	memoryFlat = 0.95 // of the earlier memory: the collector starts at any time
)

// Budgets are the promises about speed and size. Each is a ratio to something else in the
// same run, except the limits for tasks that block the page while the engine thinks.
var Budgets = slices.Concat(
	[]Budget{
		{Name: "Size/banchess.wasm/gzip", Least: 1 / site.FullRatio},
		{Name: "Size/banchess-core.wasm/gzip", Least: 1},
		{Name: "Size/page/gzip", Least: 1},
		{Name: "Size/package/gzip", Least: 1},
		{Name: "Size/constant/minified", Least: 1},
		{Name: "Start/page", Least: 1 / startRatio},
		{Name: "StartText/text", Least: 1},
		{Name: "JSLegalAndPlay/banchess", Least: 100},
		{Name: "JSReplay/banchess", Least: 100},
		{Name: "Kiwipete/banchess", Least: 1},
		{Name: "PerftFairy/banchess", Least: 1, Without: "no Fairy-Stockfish was found: FAIRY_STOCKFISH names one"},
		{Name: "Rooms/median/banchess", Least: roomRatio},
		{Name: "WorkerPerft/chromium", Least: 0.4},
		{Name: "WorkerPerft/node", Least: 0.4},
		{Name: "WorkerSearch/chromium", Least: 0.5},
		{Name: "IdleFrames/board", Least: 1},
		{Name: "Thinking/thread", Least: 1},
		{Name: "Analysis/thread/page", Least: 1},
		{Name: "Memory/after-200", Least: memoryFlat},
	},
	growth("Growth/", "play", "undo", "fen", "repetition", "pgn-out", "pgn-in"),
	growth("JSGrowth/", "play", "undo", "fen", "repetition", "pgn-out", "pgn-in"),
	growth("PageGrowth/", "load"),
	[]Budget{
		{Name: "Idle/page", Least: 1, Limit: true},
		{Name: "Thinking/stop", Least: 0.25, Limit: true}, // of the limit for a task: 200 milliseconds
		{Name: "Analysis/lines/ban", Least: 1, Limit: true},
		{Name: "Analysis/lines/move", Least: 1, Limit: true},
		{Name: "Analysis/stop/page", Least: 1, Limit: true},
		{Name: "FirstLine/first", Least: 1, Limit: true},
		{Name: "FirstLine/again", Least: 1, Limit: true},
		{Name: "Drag/thread", Least: 1, Limit: true},
		{Name: "DragTask/page", Least: 1, Limit: true},
		{Name: "PictureTask/page", Least: 1, Limit: true},
		{Name: "Click/again", Least: 1, Limit: true},
		{Name: "LongGame/load/page", Least: 1, Limit: true},
		{Name: "LongGame/scroll/page", Least: 1, Limit: true},
	},
)

// growth returns the budgets of work with games of several lengths.
func growth(prefix string, what ...string) (budgets []Budget) {
	for _, w := range what {
		budgets = append(budgets, Budget{Name: prefix + w + "/5000plies", Least: longRatio})
	}
	return budgets
}

// Verdict is a budget applied to the results.
type Verdict struct {
	Budget string  `json:"budget"`
	Held   bool    `json:"held"`
	Left   bool    `json:"left,omitempty"`  // out, because there is no result and need not be
	Ratio  float64 `json:"ratio,omitempty"` // 0 for a result of nothing
	Least  float64 `json:"least,omitempty"`
	Limit  bool    `json:"limit,omitempty"` // a limit of time: reported, but not a budget
	Said   string  `json:"said"`
}

// count returns the number of budgets that are met, and of all; or the same for limits of time.
func count(verdicts []Verdict, limits bool) (held, all int) {
	for _, v := range verdicts {
		if v.Limit != limits || v.Left {
			continue
		}
		if all++; v.Held {
			held++
		}
	}
	return held, all
}

// leftOut returns what is said of the budgets that are left out.
func leftOut(verdicts []Verdict) (said []string) {
	for _, v := range verdicts {
		if v.Left {
			said = append(said, v.Said)
		}
	}
	return said
}

// Sums returns the last lines of the report, and an error if a budget is not met.
func Sums(verdicts []Verdict) (text string, err error) {
	if held, all := count(verdicts, true); all > 0 {
		text = fmt.Sprintf("%d of %d limits of time held, which this machine has a part in\n", held, all)
	}
	held, all := count(verdicts, false)
	text += fmt.Sprintf("%d of %d budgets held", held, all)
	if left := leftOut(verdicts); left != nil {
		text += fmt.Sprintf(", %d left out", len(left))
	}
	if held < all {
		err = fmt.Errorf("%d of %d budgets are not held", all-held, all)
	}
	return text + "\n", err
}

// Word is the verdict in a word or two.
func (v Verdict) Word() string {
	switch {
	case v.Left:
		return "left out"
	case v.Held:
		return "held"
	}
	return "OVER"
}

// Check applies budgets to results. A budget without a result is not met, unless the result
// may be missing.
func Check(results []Result, budgets []Budget) (verdicts []Verdict) {
	for _, b := range budgets {
		v := Verdict{Budget: b.Name, Least: b.Least, Limit: b.Limit, Said: fmt.Sprintf("%s was not measured", b.Name)}
		if b.Without != "" {
			v.Left, v.Said = true, fmt.Sprintf("%s: %s", b.Name, b.Without)
		}
		for _, r := range results {
			peer, ratio, ok := Peer(results, r)
			if r.Name != b.Name || !ok {
				continue
			}
			v.Left, v.Held = false, ratio >= b.Least
			if !math.IsInf(ratio, 1) {
				v.Ratio = ratio
			}
			v.Said = fmt.Sprintf("%s: %s %s, at least %.2f", r.Name, times(ratio), peer, b.Least)
		}
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// report is the content of the JSON.
type report struct {
	Results []row     `json:"results"`
	Budgets []Verdict `json:"budgets,omitempty"`
}

type row struct {
	Name        string  `json:"name"`
	Nanoseconds float64 `json:"ns,omitempty"`
	Bytes       float64 `json:"bytes,omitempty"`
	Frames      float64 `json:"frames,omitempty"`
	Peer        string  `json:"peer,omitempty"`
	Ratio       float64 `json:"ratio,omitempty"`
}

// JSON returns the results with their peers, and the verdicts.
func JSON(results []Result, verdicts []Verdict) ([]byte, error) {
	all := report{Budgets: verdicts}
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
	return json.MarshalIndent(all, "", "  ")
}

// ReadJSON returns the results that JSON wrote, in this version or another.
func ReadJSON(text []byte) ([]Result, error) {
	var all report
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	var results []Result
	for _, r := range all.Results {
		switch {
		case r.Bytes > 0:
			results = append(results, Result{r.Name, r.Bytes, Bytes})
		case r.Frames > 0:
			results = append(results, Result{r.Name, r.Frames, Frames})
		default:
			results = append(results, Result{r.Name, r.Nanoseconds, Nanoseconds})
		}
	}
	return results, nil
}
