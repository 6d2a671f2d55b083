package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// Boards that are added to a page and removed at any moment leave nothing in memory: no
// element, no frame, no listener, no game.
func TestTortureBoards(t *testing.T) {
	e2e.NeedSite(t)
	path := e2e.Place(t, "examples/boards.html")
	tortured(t, "boards", "boards", func(ctx context.Context, r *rand.Rand, e extent) (int, error) {
		return boardsRound(ctx, r, e, path)
	})
}

// boardsOfRound is the number of boards that come and go in a round, and boardsOfTest that
// of a test, after some boards that show the permanent memory.
const boardsOfRound, boardsOfTest = 1000, 20

func boardsRound(ctx context.Context, r *rand.Rand, e extent, path string) (count int, err error) {
	server := httptest.NewServer(e2e.Files)
	defer server.Close()
	p, err := e2e.NewTab(e2e.Shared(), server.URL+e2e.Prefix+path, browser.Desktop)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := p.Wait("document.getElementById('first').drawn && document.getElementById('second').drawn"); err != nil {
		return 0, err
	}
	if err := p.Eval("import(new URL('../banchess.js', location).href).then((lib) => { window.lib = lib; document.getElementById('second').remove(); })", nil); err != nil {
		return 0, err
	}
	if err := p.Eval(coming, nil); err != nil {
		return 0, err
	}
	for _, when := range []string{"drawn", "loaded", "drawn", "state"} {
		if err := comesAndGoes(p, when, r); err != nil {
			return 0, err
		}
	}
	if err := anyCalls(p, r); err != nil {
		return 0, err
	}
	before, err := heldBy(p)
	if err != nil {
		return 0, err
	}
	for ; count < boardsOfRound && !e.over(ctx, count, boardsOfTest); count++ {
		// Only few wait for the rules, or until they are drawn, because that is slow.
		when := []string{"state", "isConnected"}[r.IntN(2)]
		if n := r.IntN(20); n < 3 {
			when = []string{"drawn", "loaded", "loaded"}[n]
		}
		if err := comesAndGoes(p, when, r); err != nil {
			return count, fmt.Errorf("board %d, which is taken away when it is %s: %w", count, when, err)
		}
	}
	if ctx.Err() != nil {
		return count, nil
	}
	after, err := heldBy(p)
	for deadline := time.Now().Add(browser.Patience); err == nil && after.grown(before, count) && time.Now().Before(deadline); {
		if err = p.Eval("new Promise(requestAnimationFrame)", nil); err == nil { // collected objects are freed some time later
			after, err = heldBy(p)
		}
	}
	if err != nil {
		return count, err
	}
	fmt.Printf("boards: %d on one page; it holds %+v, before them %+v\n", count, after, before)
	if after.grown(before, count) {
		return count, fmt.Errorf("there are %+v, before %d boards there were %+v", after, count, before)
	}
	if problems := p.Problems(); len(problems) > 0 {
		return count, errors.New("the page has a problem: " + problems[0])
	}
	return count, p.Wait("document.getElementById('first').game.play('b:e2e4').success")
}

// held is the memory of a page: its live objects and bytes.
type held struct {
	e2e.Counts
	Script   float64  // bytes of JavaScript's memory
	Memories float64  // of the WebAssembly of removed boards
	Stays    struct { // the WebAssembly of the remaining board, after a collection of its garbage
		Heap, Handles, References float64 // bytes; games; JavaScript values
	}
}

func heldBy(p *e2e.Tab) (h held, err error) {
	if h.Counts, err = p.Counts(); err != nil {
		return h, err
	}
	if err := p.Eval(`(() => {
		const {exports, go} = `+gallery.InstanceOf+`(document.getElementById('first'));
		return {Heap: exports.banchess_heap(), Handles: exports.banchess_live(), References: go._ids.size};
	})()`, &h.Stays); err != nil {
		return h, err
	}
	if err := p.Eval("memories.filter((memory) => memory.deref()).length", &h.Memories); err != nil {
		return h, err
	}
	h.Script, err = p.Held()
	return h, err
}

// grown reports whether something has grown. Code that is compiled once takes memory too,
// and a browser keeps a little for each frame that it had, and for each script of a test:
// about 1 kB a board. An element that is not freed takes more, and also counts as a
// node.
func (h held) grown(before held, boards int) bool {
	const once, each = 512 << 10, 2 << 10
	return h.Documents > before.Documents || h.Frames > before.Frames || h.Nodes > before.Nodes || h.Listeners > before.Listeners ||
		h.Script > before.Script+once+each*float64(boards) || h.Memories > before.Memories ||
		h.Stays.Heap > before.Stays.Heap+64<<10 || h.Stays.Handles > before.Stays.Handles || h.Stays.References > before.Stays.References
}

// comesAndGoes adds a board to the page, plays an action once the rules are loaded, and
// removes it when it is loaded, drawn, …. Its game continues without it.
func comesAndGoes(p *e2e.Tab, when string, r *rand.Rand) error {
	side := []string{"white", "black"}[r.IntN(2)]
	return p.Eval(fmt.Sprintf("comesAndGoes(%q, %q, %d, %d)", when, side, 100+r.IntN(400), r.IntN(20)), nil)
}

// coming is the JavaScript for that.
const coming = `window.memories = [], window.comesAndGoes = async (when, side, size, pauses) => {
	const board = document.createElement('ban-chess-board');
	board.setAttribute('orientation', side);
	board.style.width = board.style.height = size + 'px';
	document.body.append(board);
	const pause = () => new Promise((done) => setTimeout(done, 10));
	for (const end = performance.now() + 60_000; !board[when] && performance.now() < end;) await pause();
	if (!board[when]) throw new Error("it never is");
	for (; pauses > 0; pauses--) await pause();
	if (board.loaded) {
		memories.push(new WeakRef(` + gallery.InstanceOf + `(board).exports.mem));
		board.game.play(board.game.getLegalActions()[0]);
	}
	const {game} = board, plies = board.loaded ? game.getPly() : 1;
	board.remove();
	if (game.getPly() !== plies) throw new Error("the game was at ply " + plies + ", now it is at " + game.getPly());
}, 1`

// anyCalls calls the members of the element with values of every kind, from web/test, in
// any place. The result must be an answer or an error of the library, and the board must
// work afterwards.
func anyCalls(p *e2e.Tab, r *rand.Rand) error {
	var modules strings.Builder
	for _, file := range []string{"kinds.mjs", "random.mjs"} {
		text, err := os.ReadFile("../../../web/test/" + file)
		if err != nil {
			return err
		}
		modules.WriteString(strings.ReplaceAll(string(text), "export ", ""))
	}
	var faults []string
	err := p.Eval(fmt.Sprintf(`(async () => {
		%s
		const next = random(%d), below = (n) => Math.floor(n * next());
		const board = document.getElementById('first'), faults = [], members = [];
		for (const [name, {value, get, set}] of Object.entries(Object.getOwnPropertyDescriptors(board.constructor.prototype))) {
			if (/^constructor$|Callback$|^restart$/.test(name)) continue; // the browser calls these, or they end the board
			for (const f of [value, get, set]) if (f) members.push([name, f]);
		}
		const called = new Set();
		for (let i = 0; i < 1000 && faults.length < 5; i++) {
			const [name, f] = members[below(members.length)];
			called.add(f);
			const args = Array.from({length: below(4)}, () => VALUES[below(VALUES.length)]);
			const astray = below(10) === 0;
			try {
				const answer = Reflect.apply(f, astray ? args[0] : board, args), fault = faultOf(answer);
				if (answer instanceof Promise) answer.catch((e) => { if (!isOurs(e)) faults.push(name + " rejected with " + e); });
				if (fault) faults.push(name + ": " + fault);
			} catch (e) {
				if (!isOurs(e) && !(astray && e instanceof TypeError)) faults.push(name + "(" + args.map(shown).join() + ") threw " + e);
			}
		}
		board.cancel();
		board.setArrows([]);
		board.setDrawings([]);
		if (called.size < members.length && faults.length === 0) faults.push(called.size + " of " + members.length + " members were called");
		await new Promise((done) => setTimeout(done));
		return faults;
	})()`, modules.String(), 1+r.IntN(1<<30)), &faults)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return errors.New(strings.Join(faults, "; "))
	}
	return p.Wait("document.getElementById('first').drawn && document.getElementById('first').squareRect('e4').width > 0")
}
