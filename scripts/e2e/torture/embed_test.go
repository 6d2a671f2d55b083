package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// TestTortureEmbed sends messages of every kind to embedded boards: from the page around them, from
// a frame of another origin beside them, and from themselves; damaged commands, floods, what is
// transferred, and other addresses. Nothing throws and no text is run; each message has one answer
// at the most, of a known form, and the next good command is done.
func TestTortureEmbed(t *testing.T) {
	tortured(t, "embed", "messages", embedRound)
}

// embedSteps is the number of steps of the short form and of a long round.
const embedSteps, manyEmbedSteps = 12, 60

func embedRound(ctx context.Context, r *rand.Rand, e extent) (count int, err error) {
	other := httptest.NewServer(e2e.Files)
	defer other.Close()
	body := `<iframe id=play width=500 height=420 src="embed.html?embed=1#b:e2e4"></iframe>
		<iframe id=find width=300 height=420 src="` + other.URL + e2e.Prefix + `embed.html?embed=1&mode=find#1.%20{banning: e2e4} {<img src=x onerror=top.hacked=1>} d4 *"></iframe>
		<iframe id=stranger width=50 height=50 sandbox=allow-scripts srcdoc="<script>addEventListener('message', ({data}) => eval(data.run))</script>"></iframe>`
	site := httptest.NewServer(e2e.Hosting(body)(e2e.Files))
	defer site.Close()
	p, err := e2e.NewTab(e2e.Shared(), site.URL+e2e.Prefix+"host.html", browser.Desktop)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	var steps []string
	defer func() {
		if err != nil {
			err = fmt.Errorf("after %s: %w\n    the console: %s", strings.Join(steps, ", "), err, strings.Join(p.Console(), "\n        "))
		}
	}()
	if err := p.Wait("['play', 'find'].every((id) => told(id, 'ready').length > 0)"); err != nil {
		return 0, err
	}
	text, err := os.ReadFile("../../../web/test/random.mjs")
	if err != nil {
		return 0, err
	}
	if err := p.Eval(strings.ReplaceAll(string(text), "export ", "")+hostile+fmt.Sprintf("; window.begin(%d)", r.Int32()), nil); err != nil {
		return 0, err
	}
	for i := range manyEmbedSteps {
		if e.over(ctx, i, embedSteps) {
			break
		}
		var step struct {
			Name, Fault string
			Sent        int
		}
		if err := p.Eval(fmt.Sprintf("window.step(%d)", i), &step); err != nil {
			return count, err
		}
		steps = append(steps, step.Name)
		count += step.Sent
		if step.Fault != "" {
			return count, errors.New(step.Fault)
		}
		if problems := p.Problems(); len(problems) > 0 {
			return count, errors.New("the page has a problem: " + problems[0])
		}
		if foreign := slices.DeleteFunc(p.Foreign(strings.TrimPrefix(site.URL, "http://")), func(url string) bool { return strings.HasPrefix(url, other.URL) }); len(foreign) > 0 {
			return count, fmt.Errorf("another host was asked: %v", foreign)
		}
	}
	return count, nil
}

// hostile is the JavaScript of the page around the boards. step does one of the things that a
// hostile host or neighbour may do, and then sees whether the boards still do what they are asked.
const hostile = `
const TEXTS = ["", "x", "\0", "\ud800", "x".repeat(70_000), "(".repeat(50_000), "{" + '"a":'.repeat(5000), "<img src=x onerror=top.hacked=1>", "javascript:top.hacked=1", "</script><script>top.hacked=1</script>",
	"1. {banning: e2e4} d4 {<img src=x onerror=top.hacked=1>} *", '[White "<script>top.hacked=1</script>"]\n\n1. {banning: e2e4} *', "b:e2e4 m:d2d4", "b:e2e4", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "1.AAAA0000", "5.AAAA0000", "3.AAAA0000",
	"start", "end", "back", "forward", "white", "black", "load", "flip", "goto", "ready", "done", "error", "__proto__", "constructor", "toString", "https://host.invalid/#1.AAAA0000"];
window.begin = (seed) => {
	const next = random(seed), of = (list) => pick(next, list), below = (n) => Math.floor(n * next());
	const answers = []; // all that any frame has sent
	let thrown = "";
	addEventListener("message", (e) => answers.push(e));
	for (const view of [frames[0]]) {
		view.addEventListener("error", ({message}) => thrown ||= message);
		view.addEventListener("unhandledrejection", ({reason}) => thrown ||= String(reason));
	}
	const value = (depth = 0) => {
		switch (below(depth > 3 ? 8 : 14)) {
		case 0: return of([undefined, null, true, false]);
		case 1: return of([0, -1, 1, 2, 1.5, NaN, Infinity, 2 ** 53, 2 ** 31, -0]);
		case 2: case 3: case 4: return of(TEXTS);
		case 5: return 1n << BigInt(below(200));
		case 6: return of([new Date(), new Map([["banchess", 1]]), new Set([1]), new Error("flip"), new Blob(["x"]), /x/g, new Uint8Array(1000), new String("flip"), new Boolean(true)]);
		case 7: return of(["start", 1, 2, 0, "end"]);
		case 8: return Array.from({length: below(5)}, () => value(depth + 1));
		case 9: { const round = {banchess: 1, type: of(["load", "flip", "goto"])}; round.game = round.to = round.id = round; return round; }
		case 10: return JSON.parse('{"__proto__": {"banchess": 1, "type": "flip"}, "banchess": 1}');
		default: return Object.fromEntries(Array.from({length: below(5)}, () => [of(["banchess", "type", "game", "to", "id", "orientation", "__proto__", "constructor", "then", "toJSON"]), value(depth + 1)]));
		}
	};
	const good = () => ({banchess: 1, type: of(["load", "flip", "goto"]), game: of(TEXTS), to: of(["start", "end", "back", "forward", 1, 2]), ...below(2) ? {id: of([1, "an id", "x".repeat(100)])} : {}});
	const mutated = () => {
		const message = good();
		for (let n = 1 + below(3); n > 0; n--) message[of(Object.keys(message))] = value();
		return message;
	};
	const any = () => (below(3) ? mutated() : value());
	const target = () => document.getElementById(of(["play", "find"])).contentWindow;
	const stranger = document.getElementById("stranger").contentWindow;
	const KINDS = {
		messages() { const n = 20 + below(60); for (let i = 0; i < n; i++) target().postMessage(any(), "*"); return n; },
		"a flood"() { const n = 1000 + below(1000), to = target(); for (let i = 0; i < n; i++) to.postMessage(below(50) ? of([null, "x", {}, {banchess: 2}, {banchess: 1, type: "x"}]) : any(), "*"); return n; },
		"what is transferred"() {
			const to = target(), {port1, port2} = new MessageChannel(), buffer = new ArrayBuffer(1 << 20), stream = new ReadableStream();
			to.postMessage({banchess: 1, type: "load", game: buffer, id: port1}, "*", [buffer, port1, stream]);
			port2.postMessage({banchess: 1, type: "flip"});
			port2.close();
			return 1;
		},
		"large ones"() { const n = 3; for (let i = 0; i < n; i++) target().postMessage({banchess: 1, type: "load", game: of(["x", "(", "e4 ", "{"]).repeat(2 ** 18 + below(2 ** 20)), id: i}, "*"); return n; },
		"a neighbour"() { const n = 10 + below(20); stranger.postMessage({run: "for (const at of [0, 1]) for (let i = 0; i < " + n + "; i++) parent.frames[at].postMessage([null, {banchess: 1, type: 'flip', id: i}, {banchess: 1, type: 'load', game: '<b>'}, {banchess: 3, type: 'x'}, 'x'][i % 5], '*')"}, "*"); return 2 * n; },
		"from itself"() { const n = 10; const source = of([frames[0], null, new MessageChannel().port1]); for (let i = 0; i < n; i++) frames[0].dispatchEvent(new MessageEvent("message", {source, data: {banchess: 1, type: of(["flip", "done", "ready", "error", "x"]), id: i}})); return n; },
		"another address"() { frames[0].location.hash = "#" + encodeURIComponent(of(TEXTS).toWellFormed()); return 1; },
		"what boards say"() { const n = 20; for (let i = 0; i < n; i++) target().postMessage({banchess: of([1, 2, "1"]), type: of(["ready", "action", "answer", "end", "resize", "done", "error"]), id: i, height: 1e9}, "*"); return n; },
	};
	const order = Object.keys(KINDS).map((name) => [next(), name]).sort(([a], [b]) => a - b).map(([, name]) => name);
	window.step = async (i) => {
		const name = order[i] ?? of(order);
		answers.length = 0;
		const Sent = KINDS[name]();
		let Fault = "";
		const fault = (text) => Fault ||= text;
		for (const [id, command] of [["play", {type: "load", game: "b:e2e4 m:d2d4"}], ["play", {type: "goto", to: "start"}], ["find", {type: "flip", orientation: "white"}]]) {
			let answer = await say(id, command);
			for (const end = performance.now() + 20_000; answer.code === "not_ready" && performance.now() < end;) answer = await say(id, command); // after another address
			const {type, code, error, ply} = answer;
			if (type !== "done" || id === "play" && ply !== (command.to ? 1 : 3)) fault(id + " answers " + JSON.stringify(command) + " with " + [type, code, error, ply]);
		}
		if (name !== "another address" && answers.length > Sent + 20) fault(answers.length + " messages came for " + Sent);
		for (const {data} of answers) {
			if (data?.banchess !== 1 || !["ready", "action", "answer", "end", "resize", "done", "error"].includes(data.type)) fault("a frame sends " + JSON.stringify(data));
			if (data.type === "error" && !(/^[a-z_]+$/.test(data.code) && !["failed", "internal"].includes(data.code) && data.error.length < 1000)) fault("a frame refuses with " + data.code + ": " + String(data.error).slice(0, 300));
		}
		if (thrown) fault("a frame throws " + thrown);
		if (window.hacked) fault("a text was run");
		if (frames[0].document.querySelector("img[onerror], script:not([src])")) fault("a text is markup");
		return {Name: name, Fault, Sent};
	};
}`
