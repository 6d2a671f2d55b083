package e2e

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
	"github.com/banchess/banchess/scripts/torture"
)

// Boards that are put into a page and taken out of it, at whatever moment, leave
// nothing behind: no element, no frame, no listener, no game.
func TestTortureBoards(t *testing.T) {
	if shared == nil {
		t.Skip(needsSite)
	}
	path := place(t, "examples/boards.html")
	tortured(t, torture.Part{Name: "boards", Unit: "boards", Round: func(_ context.Context, r *rand.Rand) (int, error) {
		return boardsRound(r, path)
	}}, 1)
}

// boardsOfRound is how many boards come and go in a round, after some that show what
// is there for good.
const boardsOfRound = 20

func boardsRound(r *rand.Rand, path string) (count int, err error) {
	server := httptest.NewServer(files)
	defer server.Close()
	p, err := shared.Open(server.URL+prefix+path, browser.Desktop)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	if err := first(
		p.Wait("document.getElementById('first').drawn && document.getElementById('second').drawn"),
		p.Eval("import(new URL('../banchess.js', location).href).then((lib) => { window.lib = lib; document.getElementById('second').remove(); })", nil),
		comesAndGoes(p, "drawn", r), comesAndGoes(p, "loaded", r),
	); err != nil {
		return 0, err
	}
	if err := anyCalls(p, r); err != nil {
		return 0, err
	}
	before, err := p.Counts()
	if err != nil {
		return 0, err
	}
	for range boardsOfRound {
		// Few are waited for until they are drawn, which takes long.
		when := []string{"drawn", "loaded", "loaded", "state", "isConnected", "isConnected", "isConnected"}[r.IntN(7)]
		if err := comesAndGoes(p, when, r); err != nil {
			return count, fmt.Errorf("a board that is taken away when it is %s: %w", when, err)
		}
		count++
	}
	after, err := p.Counts()
	for deadline := time.Now().Add(browser.Patience); err == nil && grown(after, before) && time.Now().Before(deadline); {
		if err = p.Eval("new Promise(requestAnimationFrame)", nil); err == nil { // what is collected is gone a while after
			after, err = p.Counts()
		}
	}
	if err != nil {
		return count, err
	}
	if grown(after, before) {
		return count, fmt.Errorf("there are %+v, before %d boards there were %+v", after, count, before)
	}
	if problems := p.Problems(); len(problems) > 0 {
		return count, errors.New("the page has a problem: " + problems[0])
	}
	return count, p.Wait("document.getElementById('first').game.play('b:e2e4').success")
}

// grown is whether something has grown.
func grown(after, before browser.Counts) bool {
	return after.Documents > before.Documents || after.Frames > before.Frames || after.Nodes > before.Nodes || after.Listeners > before.Listeners
}

// comesAndGoes puts a board into the page, has something played once there are rules,
// and takes it away when it is loaded, drawn, …. Its game goes on without it.
func comesAndGoes(p *browser.Page, when string, r *rand.Rand) error {
	var plies int
	err := p.Eval(fmt.Sprintf(`(async () => {
		const board = document.createElement('ban-chess-board');
		board.setAttribute('orientation', %q);
		board.style.width = board.style.height = '%dpx';
		document.body.append(board);
		const pause = () => new Promise((done) => setTimeout(done, 10));
		for (const end = performance.now() + 60_000; !board.%s && performance.now() < end;) await pause();
		if (!board.%[3]s) throw new Error("it never is");
		for (let i = %d; i > 0; i--) await pause();
		if (board.loaded) board.game.play(board.game.getLegalActions()[0]);
		const {game} = board, plies = board.loaded ? game.getPly() : 1;
		board.remove();
		if (game.getPly() !== plies) throw new Error("the game was at ply " + plies + ", now it is at " + game.getPly());
		return plies;
	})()`, []string{"white", "black"}[r.IntN(2)], 100+r.IntN(400), when, r.IntN(20)), &plies)
	return err
}

// anyCalls calls what the element has with values of every kind, which web/test has,
// in any place: an answer or an error of the library's own comes of it, and the board
// works after.
func anyCalls(p *browser.Page, r *rand.Rand) error {
	kinds, err := os.ReadFile("../../web/test/kinds.mjs")
	if err != nil {
		return err
	}
	var faults []string
	err = p.Eval(fmt.Sprintf(`(() => {
		%s
		let state = %d;
		const below = (n) => (state = (1103515245 * state + 12345) %% 2147483648) %% n;
		const board = document.getElementById('first'), faults = [], members = [];
		for (const [name, {value, get, set}] of Object.entries(Object.getOwnPropertyDescriptors(board.constructor.prototype))) {
			if (/^constructor$|Callback$|^restart$/.test(name)) continue; // which the browser calls, or which ends it
			for (const f of [value, get, set]) if (f) members.push([name, f]);
		}
		for (let i = 0; i < 1000 && faults.length < 5; i++) {
			const [name, f] = members[below(members.length)];
			const args = Array.from({length: below(4)}, () => VALUES[below(VALUES.length)]);
			const astray = below(10) === 0;
			try {
				const fault = faultOf(Reflect.apply(f, astray ? args[0] : board, args));
				if (fault) faults.push(name + ": " + fault);
			} catch (e) {
				if (!isOurs(e) && !(astray && e instanceof TypeError)) faults.push(name + "(" + args.map(shown).join() + ") threw " + e);
			}
		}
		board.cancel();
		board.setArrows([]);
		board.setDrawings([]);
		return faults;
	})()`, strings.ReplaceAll(string(kinds), "export ", ""), 1+r.IntN(1<<30)), &faults)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return errors.New(strings.Join(faults, "; "))
	}
	return p.Wait("document.getElementById('first').drawn && document.getElementById('first').squareRect('e4').width > 0")
}
