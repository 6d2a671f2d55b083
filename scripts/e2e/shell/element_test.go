package shell

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// boards opens the example with two boards. Their games are first and second, and the
// events of the elements are recorded in heard.
func boards(t *testing.T, v e2e.Visit) e2e.Player {
	v.Path = "examples/boards.html"
	p := e2e.Open(t, v)
	p.Await("document.getElementById('first').drawn && document.getElementById('second').drawn")
	p.Must(p.Eval(fmt.Sprintf(`(async () => {
		window.lib = await import(new URL('%s', location).href);
		window.first = document.getElementById('first');
		window.second = document.getElementById('second');
		window.heard = [];
		for (const board of [first, second]) {
			for (const type of ['action', 'change', 'refused', 'stopped', 'select'])
				board.addEventListener(type, ({detail}) => heard.push([board.id, type, detail?.action ?? detail?.code ?? '', detail?.source ?? ''].join(' ').trim()));
		}
	})()`, e2e.Prefix+e2e.Place(t, "banchess.js")), nil))
	return p
}

// heard returns the events since the last call.
func heard(p e2e.Player) string {
	p.T.Helper()
	return p.Text("heard.splice(0).filter((said) => !said.includes('select')).join(', ')")
}

// Two boards in one page have separate games: an action on one, by hand or by a call, does
// not affect the other.
func TestTwoBoards(t *testing.T) {
	p := boards(t, e2e.Visit{})
	p.Must(p.Eval("window.told = [], first.game.subscribe((e) => told.push(e.san ?? e.type)), 1", nil))
	p.Must(p.Drag(p.OnBoard("first", "e2"), p.OnBoard("first", "e4")))
	p.Await("first.game.getPly() === 2")
	p.Must(p.Click(p.OnBoard("first", "d2")))
	p.Await("first.state.selected === 'd2'")
	p.Must(p.Click(p.OnBoard("first", "d4")))
	p.Await("first.game.getPly() === 3")
	p.Must(p.Eval("first.game.play('b:e7e5'), first.game.undo(), first.game.redo(), 1", nil))
	if got, want := heard(p), "first action b:e2e4 board, first action m:d2d4 board, first action b:e7e5 api, first change, first change"; got != want {
		t.Errorf("the first board told %q, want %q", got, want)
	}
	if got := p.Text("told"); got != "e2e4,d4,e7e5,change,change" {
		t.Errorf("its game told %s", got)
	}
	if got := p.Text("second.game.fen()"); !strings.HasSuffix(got, " 2:e2e4") {
		t.Errorf("on the second board is %s", got)
	}
	p.Must(p.Click(p.OnBoard("second", "e2")))
	p.Must(p.Click(p.OnBoard("second", "e4"))) // it is banned
	p.Await("heard.some((said) => said === 'second refused banned')")
	p.Must(p.Eval("heard.length = 0", nil))
	p.Must(p.Click(p.OnBoard("second", "e3")))
	p.Await("second.game.getPly() === 3")
	if got, want := heard(p), "second action m:e2e3 board"; got != want {
		t.Errorf("the second board told %q, want %q", got, want)
	}
	if got := p.Text("[first.options.orientation, second.options.orientation, second.options.theme]"); got != "white,black,slate" {
		t.Errorf("the boards look like %s", got)
	}
}

// A game can be on one board at a time. It moves to the other with all its actions,
// including those that can be redone.
func TestGameMovesBetweenBoards(t *testing.T) {
	p := boards(t, e2e.Visit{})
	p.Must(p.Eval(`(() => {
		window.game = new lib.BanChess(); // nobody has called initialize: it lives with a board
		game.play('b:e2e4'), game.play('m:d2d4'), game.undo(), game.setTag('White', 'Ada');
		first.game = game;
	})()`, nil))
	if got := heard(p); got != "first change" {
		t.Errorf("told %q", got)
	}
	p.Must(p.Click(p.OnBoard("first", "c2")))
	p.Await("first.state.targets.join() === 'c3,c4' || first.state.targets.join() === 'c4,c3'")
	p.Must(p.Eval("first.cancel(), second.game = game, 1", nil))
	if got, want := heard(p), "second change, first change"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	if got := p.Text("[first.game === game, second.game === game, first.game.getPly(), game.getPly(), game.canRedo(), game.tags().White]"); got != "false,true,1,2,true,Ada" {
		t.Errorf("after the game went to the other board: %s", got)
	}
	p.Must(p.Click(p.OnBoard("second", "d2")))
	p.Must(p.Click(p.OnBoard("second", "d4")))
	p.Await("game.getPly() === 3")
	if got, want := heard(p), "second action m:d2d4 board"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	// Without its board the game continues in the other board's WebAssembly.
	p.Must(p.Eval("second.remove(), window.copy = game.clone(), game.undo(), 1", nil))
	if got := p.Text("[game.getPly(), copy.getPly(), game.isLegal('m:d2d4')]"); got != "2,3,true" {
		t.Errorf("after its board was removed: %s", got)
	}
	for _, bad := range []string{"null", "5", "{}", "new Proxy(first.game, {}).fen"} {
		if got := p.Text("(() => { try { first.game = " + bad + "; } catch (e) { return e.code; } })()"); got != "bad_argument" {
			t.Errorf("a board took %s for a game: %s", bad, got)
		}
	}
}

// A board whose program crashes starts again with the same game; the other board is not
// affected.
func TestBoardCrashes(t *testing.T) {
	p := boards(t, e2e.Visit{})
	p.Must(p.Eval(`(() => {
		first.game.play('b:e2e4'), first.game.play('m:d2d4'), first.game.undo();
		window.keeper = second.game;
		`+gallery.InstanceOf+`(first).go.exited = true; // as it is after a program has ended
		window.answer = first.game.play('m:d2d3');
	})()`, nil))
	if got := p.Text("answer.code"); got != "crashed" {
		t.Errorf("a call in the crash answered %s", got)
	}
	p.Await("heard.includes('first stopped crashed') && first.drawn")
	if got := p.Text("[first.game.getPly(), first.game.canRedo(), second.game === keeper, second.drawn]"); got != "2,true,true,true" {
		t.Errorf("after the crash: %s", got)
	}
	p.Must(p.Click(p.OnBoard("first", "d2")))
	p.Must(p.Click(p.OnBoard("first", "d4")))
	p.Await("first.game.getPly() === 3")
}

// A board loads its files from the folder that it is given. Without it, the error says how to
// fix it, also to later listeners.
func TestBoardAssets(t *testing.T) {
	const folder = e2e.Prefix + "elsewhere/"
	p := boards(t, e2e.Visit{Allow: e2e.Faulty("404"), Wrap: func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if name, is := strings.CutPrefix(r.URL.Path, folder); is {
				r.URL.Path = e2e.Prefix + e2e.Place(t, name)
			}
			next.ServeHTTP(w, r)
		})
	}})
	var said []any
	p.Must(p.Eval(`(async () => {
		const board = window.third = document.createElement('ban-chess-board');
		board.setAttribute('assets', '/nowhere');
		document.body.append(board);
		const failure = await board.ready.catch((error) => error);
		return [failure.code, failure.hint, board.error === failure, await board.ready.catch((error) => error === failure)];
	})()`, &said))
	want := "[load_failed put board.html and banchess.wasm beside board.js, or name their folder in the attribute assets true true]"
	if got := fmt.Sprint(said); got != want {
		t.Errorf("without its files a board says %s, want %s", got, want)
	}
	p.Must(p.Eval(fmt.Sprintf(`(async () => {
		third.setAttribute('assets', %q);
		third.restart();
		await third.ready;
		await third.ready;
		return [third.drawn, third.error, third.game.play({from: 'e2', to: 'e4'}).san];
	})()`, folder), &said))
	if got := fmt.Sprint(said); got != "[true <nil> e2e4]" {
		t.Errorf("with its files a board says %s", got)
	}
}

// The attributes fen and pgn may change at any time; what cannot be read is told as the event
// error, and changes nothing.
func TestBoardAttributes(t *testing.T) {
	p := boards(t, e2e.Visit{})
	p.Must(p.Eval(`(() => {
		first.addEventListener("error", ({detail}) => heard.push("error " + detail.code));
		window.third = document.createElement("ban-chess-board");
		third.style.cssText = "width: 200px; height: 200px";
		third.addEventListener("error", ({detail}) => heard.push("third " + detail.code));
		third.setAttribute("pgn", "1. {banning: e2e4} d4 {banning: e7e5} d5 *");
		third.setAttribute("orientation", "black");
		third.toggleAttribute("readonly", true);
		document.body.append(third);
	})()`, nil))
	p.Await("third.drawn")
	if got := p.Text("[third.game.getPly(), third.options.orientation, third.options.readonly]"); got != "5,black,true" {
		t.Errorf("the attributes before the start gave %s", got)
	}
	set := func(name, value string) string {
		return p.Text(fmt.Sprintf("(first.setAttribute(%q, %q), [first.game.getPly(), ...heard.splice(0)])", name, value))
	}
	for _, tt := range []struct{ name, value, want string }{
		{"pgn", "1. {banning: e2e4} d4 *", "3,first change"},
		{"fen", e2e.Promotion, "2,first change"},
		{"fen", "8/8/8/8/8/8/8/8 w - - 0 1 1", "2,error bad_fen"},
		{"fen", "8/P6k/8/8/8/8/7K/8 w - - 0 1", "2,error standard_fen"},
		{"pgn", "1. {banning: e2e4} e4 *", "2,error banned"},
		{"pgn", "1. {banning", "2,error bad_pgn"},
		{"fen", "", "2"},
		{"pgn", "1. {banning: e2e4} *", "2,first change"},
	} {
		if got := set(tt.name, tt.value); got != tt.want {
			t.Errorf("%s=%q gave %s, want %s", tt.name, tt.value, got, tt.want)
		}
	}
	p.Must(p.Eval("first.toggleAttribute('readonly', true), first.setAttribute('orientation', 'black'), 1", nil))
	if got := p.Text("[first.options.readonly, first.options.orientation, first.error]"); got != "true,black," {
		t.Errorf("after the change of the attributes: %s", got)
	}
}
