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

// tries are how often the thread is watched. What holds it up every time is the page's
// own work; what does so once may be another program's.
const tries = 5

// least has a benchmark measure milliseconds several times, and gives the least.
func least(b *testing.B, name string, measure func() float64) {
	worst(b, name, func() float64 {
		took := measure()
		for range tries - 1 {
			took = min(took, measure())
		}
		return took
	})
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
// page: the time to the first three lines at a ban and at a move, how long the page's
// thread is not free while five lines come in and are drawn, and the time from the
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
		least(b, "page", func() float64 {
			return p.number(longestGap + `(async () => {
				for (const id of ["undo", "redo"]) {
					document.getElementById(id).click();
					await new Promise((done) => setTimeout(done, 500));
				}
			})`)
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

// BenchmarkDragGap measures the longest time for which the page's thread is not free
// while a piece is dragged and the engine thinks, but for the frames of the board:
// [BenchmarkDrag] measures those, and a mean of them does not show what comes between.
func BenchmarkDragGap(b *testing.B) {
	timing := inFrame(`
		const own = requestAnimationFrame;
		window.drawing = 0;
		window.requestAnimationFrame = (callback) => own((time) => {
			const begun = performance.now();
			callback(time);
			drawing += performance.now() - begun;
		});`)
	p := open(b, visit{wrap: timing}).ready()
	p.plays(firstActions(mate, 4))
	p.analyse()
	p.linesAreLegal(3)
	const watch = `window.longest = 0, window.over = false, (() => {
		const frame = document.getElementById("board").frameWindow, {port1, port2} = new MessageChannel();
		let last = performance.now(), drawn = frame.drawing;
		port1.onmessage = () => {
			const now = performance.now();
			longest = Math.max(longest, now - last - (frame.drawing - drawn));
			[last, drawn] = [now, frame.drawing];
			if (!over) port2.postMessage(0);
		};
		port2.postMessage(0);
	})(), 1`
	least(b, "page", func() float64 {
		from := p.at("d2")
		p.must(p.MouseMove(from))
		p.must(p.MouseDown(from))
		p.must(p.Eval(watch, nil))
		for i := range 40 {
			p.must(p.MouseMove(browser.Point{X: from.X + float64(i%100), Y: from.Y - float64(i%70)}))
		}
		p.must(p.MouseMove(from))
		gap := p.number("over = true, longest")
		p.must(p.MouseUp(from))
		return gap
	})
	limit(b, 50*time.Millisecond)
}
