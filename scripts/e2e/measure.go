package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/scripts/browser"
)

// Listed waits until the list has all plies of a game, with the entries of each row.
func (p Player) Listed(plies int) {
	p.T.Helper()
	p.Number(fmt.Sprintf(`(async () => {
		const entries = document.getElementById('moves').getElementsByClassName('entry');
		while (entries.length !== %d) await new Promise((done) => setTimeout(done, 20));
		return 1;
	})()`, plies))
}

// RandomGame returns an unfinished game of that many plies, the same each time.
func RandomGame(b testing.TB, plies int) *rules.Game {
	b.Helper()
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 13))
		g := rules.New()
		gametest.Walk(g, plies, func(legal []rules.Action) rules.Action { return legal[r.IntN(len(legal))] })
		if g.Len() == plies {
			return g
		}
	}
	b.Fatalf("no random game has %d plies", plies)
	return nil
}

// LoadTime is JavaScript that drops a game on the page as a PGN, waits until it is visible, and
// returns the milliseconds.
func LoadTime(g *rules.Game) string {
	return fmt.Sprintf(`(async () => {
		const dataTransfer = new DataTransfer(), fen = %q;
		dataTransfer.items.add(new File([%q], "game.pgn"));
		const begun = performance.now();
		document.dispatchEvent(new DragEvent("drop", {dataTransfer, cancelable: true}));
		while (%s.fen() !== fen) await new Promise((done) => setTimeout(done));
		await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		return performance.now() - begun;
	})()`, g.FEN(), g.PGN(), Game)
}

// LongestTask returns the longest task of the page's thread during an operation. Only
// processor time counts: neither other programs nor waiting for the renderer, which is
// software in a browser without a graphics card.
func (p *Tab) LongestTask(during func() error) (longest time.Duration, err error) {
	ctx, cancel := context.WithCancel(p.Context())
	defer cancel()
	batches := make(chan []taskEvent, 1<<12)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			var batch []taskEvent
			for _, raw := range e.Value {
				var t taskEvent
				if json.Unmarshal(raw, &t) == nil {
					batch = append(batch, t)
				}
			}
			batches <- batch
		case *tracing.EventTracingComplete:
			close(batches)
		}
	})
	config := &tracing.TraceConfig{IncludedCategories: []string{"disabled-by-default-devtools.timeline", "toplevel"}, ExcludedCategories: []string{"*"}}
	if err := p.Run(tracing.Start().WithTransferMode(tracing.TransferModeReportEvents).WithTraceConfig(config)); err != nil {
		return 0, fmt.Errorf("tracing: %w", err)
	}
	failed := during()
	// A task may continue after its answer. The next one runs after it was recorded.
	if err := p.Eval("new Promise((done) => setTimeout(done))", nil); err != nil && failed == nil {
		failed = err
	}
	if err := p.Run(tracing.End()); err != nil {
		return 0, fmt.Errorf("tracing: %w", err)
	}
	if failed != nil {
		return 0, failed
	}
	type thread struct{ process, thread int }
	tasks, threads := map[thread]int64{}, map[thread]string{}
	for {
		select {
		case batch, more := <-batches:
			for _, t := range batch {
				of := thread{t.Process, t.Thread}
				if t.Name == "thread_name" {
					threads[of] = t.Args.Name
				}
				if t.Name == "RunTask" || t.Name == "ThreadControllerImpl::RunTask" {
					tasks[of] = max(tasks[of], t.Work)
				}
			}
			if more {
				continue
			}
		case <-time.After(browser.Patience):
			return 0, fmt.Errorf("tracing did not end")
		}
		break
	}
	found := false
	for of, name := range threads {
		if us, ok := tasks[of]; ok && name == "CrRendererMain" {
			longest, found = max(longest, time.Duration(us)*time.Microsecond), true
		}
	}
	if !found {
		return 0, fmt.Errorf("the trace has no task of the page: %v %v", threads, tasks)
	}
	return longest, nil
}

// taskEvent has the fields of a trace's event that are used.
type taskEvent struct {
	Name    string `json:"name"`
	Process int    `json:"pid"`
	Thread  int    `json:"tid"`
	Work    int64  `json:"tdur"` // microseconds of the thread
	Args    struct {
		Name string `json:"name"`
	} `json:"args"`
}

// Busy returns the processor time of the page's thread. Other programs are not included.
func (p *Tab) Busy() (busy time.Duration, err error) {
	err = p.Run(performance.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			if m.Name == "ThreadTime" {
				busy = time.Duration(m.Value * float64(time.Second))
			}
		}
		return err
	}))
	if err != nil {
		return 0, fmt.Errorf("measuring the page's thread: %w", err)
	}
	return busy, nil
}

// Held returns the bytes of JavaScript memory that the page holds.
func (p *Tab) Held() (bytes float64, err error) {
	err = p.Run(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		bytes, _, _, _, err = runtime.GetHeapUsage().Do(ctx)
		return err
	}))
	if err != nil {
		return 0, fmt.Errorf("measuring the page's memory: %w", err)
	}
	return bytes, nil
}

// Counts are the live objects of the page after a garbage collection: documents, frames,
// nodes of the DOM, and listeners, including those of its frames.
type Counts struct{ Documents, Frames, Nodes, Listeners int }

// Counts counts the live objects.
func (p *Tab) Counts() (c Counts, err error) {
	err = p.Run(performance.Enable(), heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			for name, to := range map[string]*int{"Documents": &c.Documents, "Frames": &c.Frames, "Nodes": &c.Nodes, "JSEventListeners": &c.Listeners} {
				if m.Name == name {
					*to = int(m.Value)
				}
			}
		}
		return err
	}))
	if err != nil {
		return Counts{}, fmt.Errorf("counting what is alive: %w", err)
	}
	return c, nil
}
