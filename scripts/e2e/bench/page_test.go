package bench

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// limit sets the maximum that the page promises as the benchmark's yardstick.
func limit(b *testing.B, most time.Duration) {
	b.Run("peer=limit", func(b *testing.B) { b.ReportMetric(float64(most), "ns/op") })
}

// reports reports a measurement in milliseconds: the mean.
func reports(b *testing.B, name string, measure func() float64) {
	b.Run(name, func(b *testing.B) {
		sum := 0.0
		for range b.N {
			sum += measure()
		}
		b.ReportMetric(sum/float64(b.N)*1e6, "ns/op")
	})
}

// BenchmarkFirstLine measures the time from the engine's switch to its first line, with and
// without loading the engine.
func BenchmarkFirstLine(b *testing.B) {
	const switched = `(async () => {
		const lines = document.getElementById('engine-lines'), begun = performance.now();
		const first = new Promise((done) => new MutationObserver((_, o) => lines.children.length && (o.disconnect(), done(performance.now() - begun))).observe(lines, {childList: true}));
		document.getElementById('engine').click();
		const took = await first;
		document.getElementById('engine').click();
		return took;
	})()`
	visited := func() e2e.Player {
		p := e2e.Open(b, e2e.Visit{}).Ready()
		p.Plays(e2e.FirstActions(e2e.Mate, 4))
		p.Press("#mode-analyse")
		p.Await("document.getElementById('engine-lines')")
		return p
	}
	reports(b, "first", func() float64 { return visited().Number(switched) })
	p := visited()
	p.Number(switched)
	reports(b, "again", func() float64 { return p.Number(switched) })
	limit(b, 1500*time.Millisecond)
}

// BenchmarkDrag measures a frame while a piece is dragged and the engine thinks: the time
// between two frames shown, which includes the browser's software renderer, and the time of
// the page's own thread for a frame.
func BenchmarkDrag(b *testing.B) {
	timing := e2e.InFrame(`
		const own = requestAnimationFrame;
		window.drawn = [];
		window.requestAnimationFrame = (callback) => own((time) => {
			const begun = performance.now();
			callback(time);
			drawn.push([time, performance.now() - begun]);
		});`)
	p := e2e.Open(b, e2e.Visit{Wrap: timing}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	p.Analyse()
	p.LinesAreLegal(3)
	drag := func() {
		from := p.At("d2")
		p.Must(p.MouseMove(from))
		p.Must(p.MouseDown(from))
		p.Must(p.Eval("document.getElementById('board').frameWindow.drawn.length = 0", nil))
		for i := range 300 {
			p.Must(p.MouseMove(browser.Point{X: from.X + float64(i%100), Y: from.Y - float64(i%70)}))
		}
		p.Must(p.MouseMove(from))
		p.Must(p.MouseUp(from))
	}
	const frames = "document.getElementById('board').frameWindow.drawn"
	reports(b, "shown", func() float64 {
		drag()
		return p.Number("(" + frames + ".at(-1)[0] - " + frames + "[0][0]) / (" + frames + ".length - 1)")
	})
	reports(b, "thread", func() float64 {
		drag()
		return p.Number(frames + ".reduce((sum, [, took]) => sum + took, 0) / " + frames + ".length")
	})
	limit(b, time.Second/60)
}

// BenchmarkLongGame measures the time to load a game of a thousand plies, and the longest
// task while its list is scrolled through for the first time, from the end that was not
// shown.
func BenchmarkLongGame(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	long := e2e.RandomGame(b, 1000)
	short := e2e.RandomGame(b, 4)
	p.Number(e2e.LoadTime(short)) // the first game also loads the reader
	b.Run("load", func(b *testing.B) {
		reports(b, "page", func() float64 {
			p.Number(e2e.LoadTime(short))
			p.Still()
			return p.Number(e2e.LoadTime(long))
		})
		limit(b, 300*time.Millisecond)
	})
	b.Run("scroll", func(b *testing.B) {
		reports(b, "page", func() float64 {
			p.Number(e2e.LoadTime(short))
			p.Number(e2e.LoadTime(long))
			p.Listed(long.Len())
			p.Still()
			return task(p, func() error {
				return p.Eval(`(async () => {
					const list = document.getElementById('moves');
					for (let y = 0; y < list.scrollHeight; y += 400) {
						list.scrollTop = y;
						await new Promise((done) => requestAnimationFrame(done));
					}
				})()`, nil)
			})
		})
		limit(b, 50*time.Millisecond)
	})
}

// memoryOf returns the size of the memory of a board's WebAssembly.
const memoryOf = `((board) => ` + gallery.InstanceOf + `(board).exports.mem.buffer.byteLength)`

// BenchmarkMemory measures the page's memory after 200 games were loaded one after
// another, compared to that after 100, when all one-time allocations have been made.
func BenchmarkMemory(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	var games []*rules.Game
	for i := range 20 {
		games = append(games, e2e.RandomGame(b, 60+i))
	}
	loads := func(n int) float64 {
		for i := range n {
			p.Number(e2e.LoadTime(games[i%len(games)]))
		}
		held, err := p.Held()
		p.Must(err)
		return held + p.Number(memoryOf+`(document.getElementById("board"))`)
	}
	for _, row := range []struct {
		name  string
		games int
	}{{"peer=after-100", 100}, {"after-200", 100}} {
		bytes := 0.0
		b.Run(row.name, func(b *testing.B) {
			if bytes == 0 { // once, whatever the number of iterations
				bytes = loads(row.games)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(bytes, "bytes")
		})
	}
}

// BenchmarkIdle measures the time in a second that the thread of an idle page is at
// work.
func BenchmarkIdle(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	p.Still()
	busy := func() float64 {
		spent, err := p.Busy()
		p.Must(err)
		return float64(spent) / float64(time.Millisecond)
	}
	reports(b, "page", func() float64 {
		const seconds = 5
		p.Number("new Promise((done) => setTimeout(done, 1000, 0))") // earlier work has ended
		before := busy()
		p.Number(fmt.Sprintf("new Promise((done) => setTimeout(done, %d, 0))", seconds*1000))
		return (busy() - before) / seconds
	})
	limit(b, 5*time.Millisecond)
}

// BenchmarkIdleFrames counts the frames of the board while nothing happens.
func BenchmarkIdleFrames(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	p.Plays(e2e.FirstActions(e2e.Mate, 4))
	p.Still()
	const count = "document.getElementById('board').state.drawCount"
	b.Run("board", func(b *testing.B) {
		most := 0.0
		for range b.N {
			before := p.Number(count)
			p.Number("new Promise((done) => setTimeout(done, 2000, 0))")
			most = max(most, p.Number(count)-before)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(most, "frames")
	})
	b.Run("peer=limit", func(b *testing.B) {
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(0.5, "frames") // one is too many
	})
}

// BenchmarkClick measures the time from the release of the mouse that completes a ban, or a
// move, to the browser's frame that shows it: for the first two clicks of a page, which compile
// what they need, and for later ones. It takes the slower of the two.
func BenchmarkClick(b *testing.B) {
	const painted = `window.painted = new Promise((done) => {
		const board = document.getElementById('board'), { frameWindow } = board, ply = board.game.getPly();
		frameWindow.addEventListener('pointerup', ({timeStamp}) => {
			const drawn = board.state.drawCount;
			const look = () => {
				// The frame's own requestAnimationFrame belongs to the board: see holdFrames.
				if (board.game.getPly() === ply || board.state.drawCount === drawn) return requestAnimationFrame(look);
				// A task after the frame in which it was drawn: the frame is on its way to the screen.
				const {port1, port2} = new MessageChannel();
				port1.onmessage = () => done(frameWindow.performance.now() - timeStamp);
				port2.postMessage(0);
			};
			look();
		}, {capture: true, once: true});
	}), 1`
	shows := func(p e2e.Player, from, to string) float64 {
		p.Must(p.Click(p.At(from)))
		p.Await("document.getElementById('board').state.selected === " + e2e.Quote(from))
		p.Number(painted)
		p.Must(p.Click(p.At(to)))
		took := p.Number("painted")
		p.Still()
		return took
	}
	slower := func(p e2e.Player) float64 { return max(shows(p, "a2", "a3"), shows(p, "e2", "e4")) }
	reports(b, "first", func() float64 { return slower(e2e.Open(b, e2e.Visit{}).Ready()) })
	p := e2e.Open(b, e2e.Visit{}).Ready()
	slower(p)
	reports(b, "again", func() float64 {
		p.Number(e2e.Game + ".undo(), " + e2e.Game + ".undo(), 1")
		p.Still()
		return slower(p)
	})
	limit(b, 100*time.Millisecond)
}

// BenchmarkMemoryBoard measures the memory of one more board in a page, in JavaScript and
// in its WebAssembly, compared to an empty Ebitengine program in an iframe.
func BenchmarkMemoryBoard(b *testing.B) {
	const boards = 3
	empty := emptyProgram(b)
	measured := map[string]float64{}
	measure := func(b *testing.B, p e2e.Player, one string) {
		held := func() float64 {
			bytes, err := p.Held()
			p.Must(err)
			return bytes
		}
		if measured[one] == 0 { // once, whatever the number of iterations
			before, wasm := held(), 0.0
			for range boards {
				wasm += p.Number(one)
			}
			measured[one] = (held() - before + wasm) / boards
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(measured[one], "bytes")
	}
	b.Run("board", func(b *testing.B) {
		p := e2e.Open(b, e2e.Visit{}).Ready()
		measure(b, p, fmt.Sprintf(`(async () => {
			const board = document.createElement('ban-chess-board');
			board.style.cssText = 'display: block; width: 400px; height: 400px';
			document.body.append(board);
			while (!board.drawn) await new Promise((done) => setTimeout(done, 50));
			return %s(board);
		})()`, memoryOf))
	})
	b.Run("peer=ebitengine", func(b *testing.B) {
		p := e2e.Open(b, e2e.Visit{Wrap: func(http.Handler) http.Handler { return empty }, Allow: func(string) bool { return true }})
		measure(b, p, `(async () => {
			const frame = document.createElement('iframe');
			frame.src = location.href + "?framed"; // a page may not embed its own address
			frame.style.cssText = 'width: 400px; height: 400px';
			document.body.append(frame);
			while (!(frame.contentDocument?.querySelector('canvas')?.width > 0)) await new Promise((done) => setTimeout(done, 50));
			await new Promise((done) => setTimeout(done, 500)); // it has drawn
			return frame.contentWindow.memory.buffer.byteLength;
		})()`)
	})
}
