package share

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
)

// inFrames opens a page with such frames and waits until each board is drawn.
func inFrames(t *testing.T, v e2e.Visit, body string) e2e.Player {
	t.Helper()
	v.Path, v.Wrap = "host.html", e2e.Hosting(body)
	p := e2e.Open(t, v)
	p.Await("[...document.querySelectorAll('iframe')].every(({id}) => told(id, 'ready').length > 0)")
	return p
}

// framed returns the middle of a square of the board in a frame of the same origin.
func framed(p e2e.Player, frame, square string) (at browser.Point) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const frame = document.getElementById(%q), outer = frame.getBoundingClientRect(), board = frame.contentDocument.getElementById("board");
		const inner = board.getBoundingClientRect(), r = board.squareRect(%q);
		return {X: outer.x + inner.x + r.x + r.width / 2, Y: outer.y + inner.y + r.y + r.height / 2};
	})()`, frame, square), &at))
	return at
}

// nearMate are the actions of [mate] without the ban that mates.
var nearMate = e2e.FirstActions(e2e.Mate, 10)

// Two frames in a page have separate games. What is played in one, by hand, is told to the page
// around, and the other stays as it is. Nothing is stored, and the focus stays in the host.
func TestEmbeds(t *testing.T) {
	p := inFrames(t, e2e.Visit{View: browser.View{Width: 960, Height: 620}}, `<input id=field autofocus>
		<iframe id=a width=430 height=560 src="embed.html?embed=1"></iframe>
		<iframe id=b width=430 height=560 src="embed.html?embed=1&mode=readonly#`+strings.ReplaceAll(nearMate, " ", "%20")+`"></iframe>`)
	p.Await("document.activeElement.id === 'field'")
	if got := p.Text("told('b', 'ready').map(({ply, banchess}) => [ply, banchess])"); got != "11,1" {
		t.Errorf("the second frame was ready with %s", got)
	}
	p.Must(p.Drag(framed(p, "a", "e2"), framed(p, "a", "e4")))
	p.Await("told('a', 'action').length === 1")
	p.Must(p.Click(framed(p, "a", "d2")))
	p.Must(p.Click(framed(p, "a", "d4")))
	p.Await("told('a', 'action').length === 2")
	if got := p.Text("told('a', 'action').map(({action, san, ply, fen}) => [action, san, ply, fen].join(' ')).join()"); got !=
		"b:e2e4 e2e4 1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4,m:d2d4 d4 2 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3" {
		t.Errorf("told was %s", got)
	}
	// Nothing can be picked up on a board that is only looked at.
	p.Must(p.Drag(framed(p, "b", "e8"), framed(p, "b", "f7")))
	p.Frames(5)
	if got := p.Text("[told('b', 'action').length, frames[1].document.getElementById('board').game.getPly()]"); got != "0,11" {
		t.Errorf("the board that is readonly: %s", got)
	}
	if got := p.Text("[...document.querySelectorAll('iframe')].map(({contentWindow: f}) => f).map(({localStorage, sessionStorage, history}) => localStorage.length + sessionStorage.length)"); got != "0,0" {
		t.Errorf("stored were %s entries", got)
	}
}

// The end of a game is told once, by the action that ended it.
func TestEmbedEnd(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=700 height=400 src="embed.html?embed=1#`+strings.ReplaceAll(nearMate, " ", "%20")+`"></iframe>`)
	p.Must(p.Click(framed(p, "a", "e8")))
	p.Must(p.Click(framed(p, "a", "f7")))
	p.Await("told('a', 'end').length > 0")
	if got := p.Text("told('a', 'end').map(({winner, reason}) => [winner, reason])"); got != "white,checkmate_by_ban" {
		t.Errorf("the end was told as %s", got)
	}
	if got := p.Text("await say('a', {type: 'goto', to: 'back'}).then(() => say('a', {type: 'goto', to: 'end'})).then(({ply}) => [ply, told('a', 'end').length])"); got != "12,1" {
		t.Errorf("after going back and forward: %s", got)
	}
}

// The wheel over a board scrolls the page around it, also where the page is of another
// origin. A finger scrolls it over a board that is readonly.
func TestEmbedWheel(t *testing.T) {
	site := e2e.Serve(t, e2e.Files)
	for _, address := range []string{"", site.URL + e2e.Prefix} {
		for _, mode := range []string{"readonly", "play", "find"} {
			p := inFrames(t, e2e.Visit{}, fmt.Sprintf(`<body style="height: 3000px"><iframe id=a width=420 height=500 src="%sembed.html?embed=1&mode=%s"></iframe>`, address, mode))
			p.Must(p.Wheel(browser.Point{X: 200, Y: 200}, 120))
			p.Await("scrollY > 0")
		}
	}
	p := inFrames(t, e2e.Visit{View: e2e.Phone}, `<meta name=viewport content="width=device-width"><body style="height: 3000px"><iframe id=a width=380 height=500 src="embed.html?embed=1&mode=readonly"></iframe>`)
	p.Must(p.Swipe(framed(p, "a", "e2"), framed(p, "a", "e7"))) // there is a piece
	p.Await("scrollY > 0")
}

// The colours are those of the page around, or of the parameters.
func TestEmbedColours(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<style>iframe { width: 300px; height: 260px }</style>
		<iframe id=light style="color-scheme: light" src="embed.html?embed=1"></iframe>
		<iframe id=dark style="color-scheme: dark" src="embed.html?embed=1"></iframe>
		<iframe id=asked style="color-scheme: light" src="embed.html?embed=1&scheme=dark&theme=slate&pieces=flat&coordinates=off&orientation=black"></iframe>
		<iframe id=wrong src="embed.html?embed=1&scheme=blue&theme=__proto__&pieces=&mode=constructor&orientation=left"></iframe>`)
	p.Must(p.Run(emulation.SetEmulatedMedia())) // a scheme that is emulated is that of every frame
	look := func(frame string) string {
		return p.Text(fmt.Sprintf(`(() => {
			const {contentWindow: view, contentDocument: page} = document.getElementById(%q), {theme, pieces, coordinates, orientation} = page.getElementById("board").options;
			const [red] = view.getComputedStyle(page.body).backgroundColor.match(/\d+/g);
			return [red < 128 ? "dark" : "light", theme, pieces, coordinates, orientation, page.body.dataset.mode];
		})()`, frame))
	}
	for frame, want := range map[string]string{
		"light": "light,wood,classic,true,white,play", "dark": "dark,wood,classic,true,white,play", "asked": "dark,slate,flat,false,black,play", "wrong": "light,wood,classic,true,white,play",
	} {
		if got := look(frame); got != want {
			t.Errorf("%s looks like %s, want %s", frame, got, want)
		}
	}
}

// Each command does what it says, and is answered with the position, or with a code.
func TestEmbedCommands(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=700 height=400 src="embed.html?embed=1"></iframe><iframe id=b width=700 height=400 src="embed.html?embed=1&mode=find"></iframe>`)
	ask := func(frame, command string) string {
		t.Helper()
		return p.Text(fmt.Sprintf("await say(%q, %s).then(({type, code, ply}) => [type, code ?? ply].join(' '))", frame, command))
	}
	state := func() string {
		return p.Text("(({game, options}) => [game.getPly(), options.orientation])(frames[0].document.getElementById('board'))")
	}
	for _, tt := range []struct{ command, answer, state string }{
		{`{type: 'load', game: ` + e2e.Quote(nearMate) + `}`, "done 11", "11,white"},
		{`{type: 'flip'}`, "done 11", "11,black"},
		{`{type: 'flip', orientation: 'black'}`, "done 11", "11,black"},
		{`{type: 'flip', orientation: 'left'}`, "error bad_argument", "11,black"},
		{`{type: 'goto', to: 'start'}`, "done 1", "1,black"},
		{`{type: 'goto', to: 'forward'}`, "done 2", "2,black"},
		{`{type: 'goto', to: 7}`, "done 8", "8,black"},
		{`{type: 'goto', to: 'back'}`, "done 7", "7,black"},
		{`{type: 'goto', to: 0}`, "done 1", "1,black"},
		{`{type: 'goto', to: 'back'}`, "done 1", "1,black"},
		{`{type: 'goto', to: 'end'}`, "done 11", "11,black"},
		{`{type: 'goto', to: 11}`, "error bad_argument", "11,black"},
		{`{type: 'goto', to: -1}`, "error bad_argument", "11,black"},
		{`{type: 'goto', to: 1.5}`, "error bad_argument", "11,black"},
		{`{type: 'goto', to: NaN}`, "error bad_argument", "11,black"},
		{`{type: 'goto'}`, "error bad_argument", "11,black"},
		{`{type: 'load', game: '` + e2e.Promotion + `', orientation: 'white'}`, "done 2", "2,white"},
		{`{type: 'load', game: '8/P6k/8/8/8/8/7K/8 w - - 0 1'}`, "done 1", "1,white"}, // of six fields: the ban comes first
		{`{type: 'load', game: '1. {banning: e2e4} d4 {banning: e7e5} d5 *'}`, "done 5", "5,white"},
		{`{type: 'load', game: '1. {banning: e2e4} e4 *'}`, "error banned", "5,white"},
		{`{type: 'load', game: 'b:e2e5'}`, "error illegal_ban", "5,white"},
		{`{type: 'load', game: '8/8/8/8/8/8/8/8 w - - 0 1 1'}`, "error bad_fen", "5,white"},
		{`{type: 'load', game: 'nothing of chess'}`, "error bad_pgn", "5,white"},
		{`{type: 'load', game: ''}`, "error bad_pgn", "5,white"},
		{`{type: 'load', game: '1.damaged0000'}`, "error bad_link", "5,white"},
		{`{type: 'load', game: '3.invitation0000'}`, "error no_game", "5,white"},
		{`{type: 'load', game: ['b:e2e4']}`, "error bad_argument", "5,white"},
		{`{type: 'load', game: 'x'.repeat(2 ** 20 + 1)}`, "error too_large", "5,white"},
		{`{type: 'load'}`, "error bad_argument", "5,white"},
		{`{type: 'close'}`, "error unknown_command", "5,white"},
		{`{type: 'constructor'}`, "error unknown_command", "5,white"},
		{`{type: 'flip', banchess: 2}`, "error bad_version", "5,white"},
		{`{type: 'flip', banchess: '1'}`, "error bad_version", "5,white"},
	} {
		if got := ask("a", tt.command); got != tt.answer {
			t.Errorf("%s was answered with %q, want %q", tt.command, got, tt.answer)
		}
		if got := state(); got != tt.state {
			t.Errorf("after %s the board has %s, want %s", tt.command, got, tt.state)
		}
	}
	// The link to the page opens the board as it is turned.
	const link = "frames[0].document.getElementById('open').href"
	before := p.Text(link)
	ask("a", "{type: 'flip'}")
	p.Await(link + " !== " + e2e.Quote(before))
	ask("a", "{type: 'flip'}")
	p.Await(link + " === " + e2e.Quote(before))
	if got := ask("b", "{type: 'goto', to: 'start'}"); got != "error wrong_mode" {
		t.Errorf("goto where a ban is to be found was answered with %q", got)
	}
	// Another # in the address is another game.
	p.Must(p.Eval("heard.length = 0, document.getElementById('a').contentWindow.location.hash = '#b:e2e4'", nil))
	p.Await("told('a', 'ready').some(({ply}) => ply === 2)")
	p.Must(p.Eval("document.getElementById('a').contentWindow.location.hash = '#nothing'", nil))
	p.Await("told('a', 'error').length > 0 && told('a', 'ready').length > 1")
	if got := p.Text("told('a', 'error').map(({code}) => code)"); got != "bad_pgn" {
		t.Errorf("an address that cannot be read is told as %s", got)
	}
	if got := state(); got != "2,white" {
		t.Errorf("after an address that cannot be read the board has %s", got)
	}
}

// No message but a command changes anything, throws or gets an answer.
func TestEmbedHostileMessages(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=700 height=400 src="embed.html?embed=1#b:e2e4"></iframe><iframe id=b width=100 height=100 src="embed.html?embed=1"></iframe>`)
	const state = "(({game, options, state}) => JSON.stringify([game.toJSON(), options, state?.selected]))(frames[0].document.getElementById('board'))"
	before := p.Text(state)
	p.Must(p.Eval(`(async () => {
		window.answers = [];
		addEventListener("message", ({data}) => answers.push(data));
		frames[0].addEventListener("error", ({message}) => answers.push({thrown: message}));
		frames[0].addEventListener("unhandledrejection", ({reason}) => answers.push({thrown: String(reason)}));
		const own = JSON.parse('{"__proto__": {"banchess": 1, "type": "flip"}}'), polluted = JSON.parse('{"banchess": 1, "type": "flip", "__proto__": {"orientation": "black"}, "orientation": "left", "id": 1}');
		const round = {banchess: 1, type: "load"};
		round.game = round;
		const deep = {};
		for (let at = deep, n = 0; n < 1000; n++) at = at.banchess = {};
		const values = [undefined, null, true, 0, 1, NaN, 1n, "", "banchess", "x".repeat(2 ** 22), [], [1], [["banchess", 1]], {}, {type: "flip"}, {type: "load", game: "b:e2e4"},
			{banchess: 1}, {banchess: 1, type: 1}, {banchess: 1, type: null}, {banchess: 1, type: ["flip"]}, {banchess: undefined, type: "flip"}, own, polluted, round, deep,
			{banchess: {valueOf: 1}, type: "flip"}, {banchess: -1, type: "flip"}, {banchess: Infinity, type: "flip"}, {banchess: 1, type: "__proto__"}, {banchess: 1, type: "toString"},
			{banchess: 1, type: "load", game: {toString: "b:e2e4"}}, {banchess: 1, type: "goto", to: {start: 1}}, {banchess: 1, type: "goto", to: "__proto__"}, {banchess: 1, type: "goto", to: 2 ** 53},
			{banchess: 1, type: "load", game: "x".repeat(2 ** 22)}, {banchess: 1, type: "load", game: "\0"}, {banchess: 1, type: "load", game: "{" + '"a":'.repeat(5000)}, {banchess: 1, type: "load", game: '{"nodes": 5}'},
			{banchess: 1, type: "load", game: '{"fen": {}, "nodes": [null]}'}, {banchess: 1, type: "load", game: "(".repeat(100000)}, {banchess: 1, type: "load", game: "1." + "A".repeat(70000)},
			{banchess: 1, type: "load", game: "https://host.invalid/#1.AAAA0000"}, {banchess: 1, type: "load", game: "javascript:alert(1)"}, {banchess: 1, type: "load", game: "<img src=x onerror=alert(1)>"},
			new Map([["banchess", 1]]), new Date(), new Error("flip"), new Uint8Array(1 << 20), new Blob(["x"]), Object.assign([], {banchess: 2, type: "flip"}), {banchess: 1, type: "flip", orientation: null, id: {}}];
		for (const type of ["ready", "action", "answer", "end", "resize", "done", "error"]) values.push({banchess: 1, type, code: "x"}, {banchess: 2, type});
		for (const value of values) frames[0].postMessage(value, "*");
		frames[1].postMessage("x", "*");
		return say("a", {type: "goto", to: 1});
	})()`, nil))
	if got := p.Text(state); got != before {
		t.Errorf("the messages changed the board from %s to %s", before, got)
	}
	if got := p.Text("answers.filter(({thrown, type}) => thrown || !['error', 'done'].includes(type)).map((each) => JSON.stringify(each))"); got != "" {
		t.Errorf("beside errors there was %s", got)
	}
	if got := p.Text("[...new Set(answers.map(({code}) => code).filter(Boolean))].every((code) => /^[a-z_]+$/.test(code)) && answers.filter(({id}) => id === 1).map(({code}) => code)"); got != "bad_argument" {
		t.Errorf("the codes were %s: %s", got, p.Text("answers.map(({code}) => code)"))
	}
	// Boards that frame or write to each other never answer an answer.
	p.Must(p.Eval("answers.length = 0, frames[0].eval === undefined || frames[1].postMessage({banchess: 1, type: 'error', id: 'ask 0'}, '*'), 1", nil))
	p.Frames(10)
	if got := p.Number("answers.length"); got != 0 {
		t.Errorf("an answer got %g answers", got)
	}
}
