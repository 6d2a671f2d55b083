package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"github.com/banchess/banchess/scripts/browser"
)

// LongestTask returns the longest task of the page's thread during an operation. Only
// processor time counts: neither other programs nor waiting for the renderer, which is
// software in a browser without a graphics card.
func (p *page) LongestTask(during func() error) (longest time.Duration, err error) {
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
