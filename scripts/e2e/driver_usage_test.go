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

// Busy returns the processor time of the page's thread. Other programs are not included.
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

// Held returns the bytes of JavaScript memory that the page holds.
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

// counts are the live objects of the page after a garbage collection: documents, frames,
// nodes of the DOM, and listeners, including those of its frames.
type counts struct{ Documents, Frames, Nodes, Listeners int }

// Counts counts the live objects.
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
