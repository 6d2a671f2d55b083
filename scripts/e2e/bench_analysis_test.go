package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// worst has a benchmark measure milliseconds, and gives the most.
func worst(b *testing.B, name string, measure func() float64) {
	b.Run(name, func(b *testing.B) {
		most := 0.0
		for range b.N {
			most = max(most, measure())
		}
		b.ReportMetric(most*1e6, "ns/op")
	})
}

// task is how long the longest task of the page's thread is while something is done, in
// milliseconds.
func (p player) task(during func() error) float64 {
	p.t.Helper()
	took, err := p.LongestTask(during)
	p.must(err)
	return float64(took) / float64(time.Millisecond)
}

// listening has the page remember when a worker of its last said that it has done what
// it was asked for.
const listening = `
	window.answered = 0;
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args);
			this.addEventListener("message", ({data}) => { if ("answer" in data) answered = performance.now(); });
		}
	};`

// BenchmarkAnalysis measures what a person notices of the engine in Analyse, on a warm
// page: the time to the first three lines at a ban and at a move, the longest task of the
// page's thread while five lines come in and are drawn, and the time from the
// switch until nothing is searched any more.
func BenchmarkAnalysis(b *testing.B) {
	p := open(b, visit{wrap: gallery.Before(listening)}).ready()
	p.plays(firstActions(mate, 6))
	p.analyse()
	p.linesAreLegal(3)
	p.press("#engine")
	p.wait("document.body.dataset.analysis === 'off'")
	// JavaScript that waits until something is so, and gives the milliseconds.
	const until = `(async (begun, is) => {
		while (!is()) await new Promise((done) => setTimeout(done));
		return performance.now() - begun;
	})`
	// What is seen, at whichever ply: lines of another one are not it.
	three := func() float64 {
		took := p.number("(() => { const begun = performance.now(); document.getElementById('engine').click(); return " + until + "(begun, () => document.querySelectorAll('#engine-lines li').length === 3); })()")
		p.press("#engine")
		p.wait("document.body.dataset.analysis === 'off'")
		return took
	}
	b.Run("lines", func(b *testing.B) {
		for _, phase := range []string{"ban", "move"} {
			p.wait(fmt.Sprintf("%s.getActionType() === '%s'", game, phase))
			worst(b, phase, three)
			p.press("#undo")
		}
		limit(b, 2*time.Second)
		p.press("#end")
	})
	b.Run("thread", func(b *testing.B) {
		p.must(p.Eval("(() => { const lines = document.getElementById('lines'); lines.value = '5'; lines.dispatchEvent(new Event('change')); })()", nil))
		p.press("#engine")
		p.linesAreLegal(5)
		worst(b, "page", func() float64 {
			return p.task(func() error {
				return p.Eval(`(async () => {
					for (const id of ["undo", "undo", "redo", "redo"]) {
						document.getElementById(id).click();
						await new Promise((done) => setTimeout(done, 500));
					}
				})()`, nil)
			})
		})
		limit(b, 50*time.Millisecond)
		p.press("#engine")
	})
	b.Run("stop", func(b *testing.B) {
		worst(b, "page", func() float64 {
			p.press("#engine")
			p.linesAreLegal(5)
			return p.number("(() => { const begun = performance.now(); document.getElementById('engine').click(); return " + until + "(begun, () => answered > begun && document.body.dataset.analysis === 'off'); })()")
		})
		limit(b, 200*time.Millisecond)
	})
}

// BenchmarkDragTask measures the longest task of the page's thread, frames of the board
// among them, while a piece is dragged and the engine thinks: [BenchmarkDrag] has the
// mean of the frames, in which what comes between does not show.
func BenchmarkDragTask(b *testing.B) {
	p := open(b, visit{}).ready()
	p.plays(firstActions(mate, 4))
	p.analyse()
	p.linesAreLegal(3)
	worst(b, "page", func() float64 {
		from := p.at("d2")
		p.must(p.MouseMove(from))
		p.must(p.MouseDown(from))
		longest := p.task(func() error {
			for i := range 120 {
				if err := p.MouseMove(browser.Point{X: from.X + float64(i%100), Y: from.Y - float64(i%70)}); err != nil {
					return err
				}
			}
			return p.MouseMove(from)
		})
		p.must(p.MouseUp(from))
		return longest
	})
	limit(b, time.Second/60)
}
