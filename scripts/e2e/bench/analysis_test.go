package bench

import (
	"fmt"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// worst reports a measurement in milliseconds: the maximum.
func worst(b *testing.B, name string, measure func() float64) {
	b.Run(name, func(b *testing.B) {
		most := 0.0
		for range b.N {
			most = max(most, measure())
		}
		b.ReportMetric(most*1e6, "ns/op")
	})
}

// task returns the longest task of the page's thread during an operation, in milliseconds.
func task(p e2e.Player, during func() error) float64 {
	p.T.Helper()
	took, err := p.LongestTask(during)
	p.Must(err)
	return float64(took) / float64(time.Millisecond)
}

// listening makes the page note the last time when one of its workers finished its
// work.
const listening = `
	window.answered = 0;
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args);
			this.addEventListener("message", ({data}) => { if ("answer" in data) answered = performance.now(); });
		}
	};`

// BenchmarkAnalysis measures the visible costs of the engine in Analyse on a warm
// page: the time to the first three lines at a ban and at a move, the longest task of the
// page's thread while five lines are received and drawn, and the time from the
// switch until the search has ended.
func BenchmarkAnalysis(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{Wrap: gallery.Before(listening)}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 6))
	p.Analyse()
	p.LinesAreLegal(3)
	p.Press("#engine")
	p.Await("document.body.dataset.analysis === 'off'")
	// JavaScript that waits for a condition and returns the milliseconds.
	const until = `(async (begun, is) => {
		while (!is()) await new Promise((done) => setTimeout(done));
		return performance.now() - begun;
	})`
	// Lines of another ply do not count.
	three := func() float64 {
		took := p.Number("(() => { const begun = performance.now(); document.getElementById('engine').click(); return " + until + "(begun, () => document.querySelectorAll('#engine-lines li').length === 3); })()")
		p.Press("#engine")
		p.Await("document.body.dataset.analysis === 'off'")
		return took
	}
	b.Run("lines", func(b *testing.B) {
		for _, phase := range []string{"ban", "move"} {
			p.Await(fmt.Sprintf("%s.getActionType() === '%s'", e2e.Game, phase))
			worst(b, phase, three)
			p.Press("#undo")
		}
		limit(b, 2*time.Second)
		p.Press("#end")
	})
	b.Run("thread", func(b *testing.B) {
		p.Must(p.Eval("(() => { const lines = document.getElementById('lines'); lines.value = '5'; lines.dispatchEvent(new Event('change')); })()", nil))
		p.Press("#engine")
		p.LinesAreLegal(5)
		worst(b, "page", func() float64 {
			return task(p, func() error {
				return p.Eval(`(async () => {
					for (const id of ["undo", "undo", "redo", "redo"]) {
						document.getElementById(id).click();
						await new Promise((done) => setTimeout(done, 500));
					}
				})()`, nil)
			})
		})
		limit(b, 50*time.Millisecond)
		p.Press("#engine")
	})
	b.Run("stop", func(b *testing.B) {
		worst(b, "page", func() float64 {
			p.Press("#engine")
			p.LinesAreLegal(5)
			return p.Number("(() => { const begun = performance.now(); document.getElementById('engine').click(); return " + until + "(begun, () => answered > begun && document.body.dataset.analysis === 'off'); })()")
		})
		limit(b, 200*time.Millisecond)
	})
}

// BenchmarkDragTask measures the longest task of the page's thread, including frames of
// the board, while a piece is dragged and the engine thinks. [BenchmarkDrag] measures only
// the mean of the frames, which hides single long tasks.
func BenchmarkDragTask(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	p.Analyse()
	p.LinesAreLegal(3)
	worst(b, "page", func() float64 {
		from := p.At("d2")
		p.Must(p.MouseMove(from))
		p.Must(p.MouseDown(from))
		longest := task(p, func() error {
			for i := range 120 {
				if err := p.MouseMove(browser.Point{X: from.X + float64(i%100), Y: from.Y - float64(i%70)}); err != nil {
					return err
				}
			}
			return p.MouseMove(from)
		})
		p.Must(p.MouseUp(from))
		return longest
	})
	limit(b, time.Second/60)
}

// BenchmarkPictureTask measures the longest task of the page's thread while a worker makes
// the animated GIF of a game.
func BenchmarkPictureTask(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	p.Must(p.Eval(e2e.KeepBlobs, nil))
	p.Plays(e2e.Mate)
	p.Pictures()
	worst(b, "page", func() float64 {
		p.Pictured("format", "png")
		p.Made("png")
		return task(p, func() error {
			p.Pictured("format", "gif")
			p.Made("gif")
			return nil
		})
	})
	limit(b, 50*time.Millisecond)
}
