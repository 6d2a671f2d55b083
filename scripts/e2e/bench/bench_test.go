package bench

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
	"github.com/banchess/banchess/scripts/needs"
	"github.com/banchess/banchess/scripts/site"
)

// openings are the positions of the search benchmarks, as actions after the start: the start
// itself, a quiet opening, and one with developed bishops.
var openings = []string{
	"",
	"b:a2a3 m:e2e4 b:a7a6 m:e7e5 b:a2a3 m:g1f3",
	"b:a2a3 m:e2e4 b:a7a6 m:e7e5 b:a2a3 m:g1f3 b:a7a6 m:b8c6 b:a2a3 m:f1c4 b:a7a6",
}

const (
	searchNodes = 200_000
	kiwipete    = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1"
	perftDepth  = 9 // lines of four moves, and the bans before and after each
)

// worker opens a page in which ask(task) does what web/test/bench/tasks.mjs does.
func worker(b *testing.B) func(task string) {
	tasks, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "test", "bench", "tasks.mjs"))
	if err != nil {
		b.Fatal(err)
	}
	p := e2e.Open(b, e2e.Visit{Wrap: gallery.Instead("/review.js", string(tasks))}).Ready()
	p.Must(p.Eval(fmt.Sprintf(`(async () => {
		const at = (name) => new URL(name, new URL('%s', location)).href;
		const [{tasks}, engine, rules] = await Promise.all([import(at('review.js')), import(at('engine.js')), import(at('banchess.js'))]);
		window.ask = await tasks(engine, rules);
	})()`, e2e.Prefix+e2e.Place(b, "engine.js")), nil))
	return func(task string) { p.Must(p.Eval("ask("+task+")", nil)) }
}

// inNode does the same tasks in Node.
func inNode(b *testing.B) func(task string) {
	e2e.NeedSite(b)
	node, err := needs.Node.Find()
	if err != nil {
		b.Skip(err)
	}
	cmd := exec.Command(node, filepath.Join("..", "..", "..", "web", "test", "bench", "tasks.mjs"))
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			b.Error("Node:", err)
		}
	})
	said := bufio.NewScanner(out)
	return func(task string) {
		fmt.Fprintln(in, task)
		if !said.Scan() {
			b.Fatal("Node ended")
		}
	}
}

// turns is the number of measurements of each way.
const turns = 6

// inTurns measures several ways to do the same in turns, and reports the fastest run of
// each, because other programs slow down single runs at random. The first run of each does
// not count: WebAssembly is still being compiled.
func inTurns(b *testing.B, names []string, ways []func(), report func(b *testing.B, fastest time.Duration)) {
	fastest := make([]time.Duration, len(ways))
	for turn := range 1 + turns {
		for i, do := range ways {
			begun := time.Now()
			do()
			if took := time.Since(begun); turn == 1 || turn > 1 && took < fastest[i] {
				fastest[i] = took
			}
		}
	}
	for i, name := range names {
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(float64(fastest[i]), "ns/op")
			report(b, fastest[i])
		})
	}
}

// places are the environments of a measurement, in the order of the ways.
var places = []string{"chromium", "node", "peer=native"}

// BenchmarkWorkerSearch searches the same number of positions in the worker, in Node
// and in native code.
func BenchmarkWorkerSearch(b *testing.B) {
	through := func(ask func(task string)) func() {
		return func() {
			for _, actions := range openings {
				ask(fmt.Sprintf(`{"search": %q, "nodes": %d}`, actions, searchNodes))
			}
		}
	}
	e, err := engine.New(engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	natively := func() {
		for _, actions := range openings {
			g := rules.New()
			for text := range strings.FieldsSeq(actions) {
				a, err := rules.ParseAction(text)
				if err == nil {
					err = g.Play(a)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			e.Clear()
			if _, err := e.Search(context.Background(), g, engine.Limits{Nodes: searchNodes}, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
	inTurns(b, places, []func(){through(worker(b)), through(inNode(b)), natively}, func(b *testing.B, fastest time.Duration) {
		b.ReportMetric(float64(len(openings)*searchNodes)/fastest.Seconds()/1e3, "knodes/s")
	})
}

// BenchmarkWorkerPerft counts the same lines in all three environments.
func BenchmarkWorkerPerft(b *testing.B) {
	through := func(ask func(task string)) func() {
		return func() { ask(fmt.Sprintf(`{"perft": %q, "depth": %d}`, kiwipete, perftDepth)) }
	}
	p, err := rules.ParseFEN(kiwipete)
	if err != nil {
		b.Fatal(err)
	}
	natively := func() { rules.Divide(p, perftDepth, nil) }
	inTurns(b, places, []func(){through(worker(b)), through(inNode(b)), natively}, func(*testing.B, time.Duration) {})
}

// BenchmarkThinking measures the visible costs of the engine at full strength: the time to
// stop it, and the longest task of the page's own thread while it thinks.
func BenchmarkThinking(b *testing.B) {
	p := e2e.Open(b, e2e.Visit{}).Ready()
	address := p.Text("new URL('" + e2e.Prefix + e2e.Place(b, "engine.js") + "', location).href")
	p.Must(p.Eval(fmt.Sprintf(`(async () => {
		const {Engine} = await import(%q);
		window.start = document.getElementById('board').game;
		window.engine = new Engine();
		await engine.best(start, {depth: 1});
	})()`, address), nil))
	limit(b, 50*time.Millisecond)
	for _, measure := range []struct {
		name string
		take func() float64 // milliseconds
	}{
		{"stop", func() float64 {
			return p.Number(`(async () => {
				let begun = 0;
				for await (const {depth} of engine.analyze(start)) {
					if (depth < 6 || begun) continue;
					begun = performance.now();
					engine.stop();
				}
				return performance.now() - begun;
			})()`)
		}},
		{"thread", func() float64 {
			return task(p, func() error { return p.Eval("engine.best(start, {time: 2000, lines: 3}).then(() => 0)", nil) })
		}},
	} {
		b.Run(measure.name, func(b *testing.B) {
			worst := 0.0
			for range b.N {
				worst = max(worst, measure.take())
			}
			b.ReportMetric(worst*1e6, "ns/op")
		})
	}
}

// emptyProgram serves an Ebitengine program that draws nothing.
func emptyProgram(b *testing.B) http.Handler {
	e2e.NeedSite(b)
	dir := b.TempDir()
	if err := site.BuildBaseline(b.Context(), filepath.Join("..", "..", ".."), filepath.Join(dir, "empty.wasm")); err != nil {
		b.Fatal(err)
	}
	glue, err := os.ReadFile(filepath.Join(os.Getenv("BANCHESS_SITE"), e2e.Place(b, "wasm_exec.js")))
	if err != nil {
		b.Fatal(err)
	}
	page := `<!doctype html><script src="wasm_exec.js"></script><script>
		const go = new Go();
		WebAssembly.instantiateStreaming(fetch("empty.wasm"), go.importObject).then(({instance}) => {
			window.memory = instance.exports.mem;
			go.run(instance);
		});
	</script>`
	for name, text := range map[string][]byte{"index.html": []byte(page), "wasm_exec.js": glue} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return site.Handler(dir, e2e.Prefix)
}

// look is JavaScript that returns the time, from the beginning of the visit, of the first
// frame in which a condition holds.
func look(holds string) string {
	return fmt.Sprintf(`new Promise((done) => {
		const look = () => %s ? done(performance.now()) : requestAnimationFrame(look);
		look();
	})`, holds)
}

const boardReady = "document.body?.dataset.boot === 'ready'"

// BenchmarkStart measures the time of a first visit until the board can be used, and that
// of an Ebitengine program that draws nothing.
func BenchmarkStart(b *testing.B) {
	empty := emptyProgram(b)
	for _, program := range []struct {
		name, ready string
		wrap        func(http.Handler) http.Handler
	}{
		{"page", boardReady, nil},
		{"peer=ebitengine", "document.querySelector('canvas')?.width > 0", func(http.Handler) http.Handler { return empty }},
	} {
		b.Run(program.name, func(b *testing.B) {
			visits := e2e.Visit{Wrap: program.wrap, Allow: func(string) bool { return true }} // for example a missing icon
			first := func() float64 { return e2e.Open(b, visits).Number(look(program.ready)) }
			first() // makes the server compress its files
			sum := 0.0
			for range b.N {
				sum += first()
			}
			b.ReportMetric(sum/float64(b.N)*1e6, "ns/op")
		})
	}
}

// BenchmarkStartText measures the times of a first visit until the text board can be read
// and until it can be used. The text is only useful if it comes first.
func BenchmarkStartText(b *testing.B) {
	const readable = `document.querySelectorAll("#grid[data-mode='solid'] .cell img, #grid[data-mode='solid'] .cell svg").length === 32`
	// It runs before the page's own scripts, so that it sees early frames.
	watched := gallery.Before(`(() => {
		window.seen = {};
		const look = () => {
			if (` + readable + `) seen.text ??= performance.now();
			if (` + boardReady + `) seen.ready = performance.now();
			else requestAnimationFrame(look);
		};
		look();
	})()`)
	text, ready, visits := 0.0, 0.0, 0
	b.Run("text", func(b *testing.B) {
		for range b.N {
			var seen struct{ Text, Ready float64 }
			p := e2e.Open(b, e2e.Visit{Wrap: watched, Allow: func(string) bool { return true }})
			p.Await("seen.ready")
			p.Must(p.Eval("seen", &seen))
			if seen.Text == 0 || seen.Text >= seen.Ready {
				b.Fatalf("the board could be used after %.0f ms, before it could be read (%.0f ms, 0 for never)", seen.Ready, seen.Text)
			}
			text, ready, visits = text+seen.Text, ready+seen.Ready, visits+1
		}
		b.ReportMetric(text/float64(visits)*1e6, "ns/op")
	})
	b.Run("peer=board", func(b *testing.B) { b.ReportMetric(ready/float64(visits)*1e6, "ns/op") })
}
