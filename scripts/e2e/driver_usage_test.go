package e2e

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Busy is the time that processors have spent on the page's thread. What else the
// machine does is not in it.
func (p *page) Busy() (busy time.Duration, err error) {
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

// Held is how many bytes of JavaScript's memory the page holds on to.
func (p *page) Held() (bytes float64, err error) {
	err = p.Run(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		bytes, _, _, _, err = runtime.GetHeapUsage().Do(ctx)
		return err
	}))
	if err != nil {
		return 0, fmt.Errorf("measuring the page's memory: %w", err)
	}
	return bytes, nil
}

// counts are what is alive in the page once garbage is collected: documents, frames,
// nodes of the DOM, and listeners, those of its frames too.
type counts struct{ Documents, Frames, Nodes, Listeners int }

// Counts counts what is alive.
func (p *page) Counts() (c counts, err error) {
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
		return counts{}, fmt.Errorf("counting what is alive: %w", err)
	}
	return c, nil
}
