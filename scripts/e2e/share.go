package e2e

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// Hosting serves a page with frames, host.html, beside the site. It keeps what the frames say in
// heard, and sends a command with say(frame, command), which resolves with the answer.
func Hosting(body string) func(http.Handler) http.Handler {
	const script = `<script>
		const heard = [];
		let asked = 0;
		addEventListener("message", ({data, source}) => {
			const from = [...document.querySelectorAll("iframe")].find((frame) => frame.contentWindow === source)?.id;
			if (from && data?.banchess) heard.push({from, ...data});
		});
		const say = (frame, command) => new Promise((done) => {
			const id = "ask " + ++asked;
			const hear = ({data}) => {
				if (data?.id !== id) return;
				removeEventListener("message", hear);
				done(data);
			};
			addEventListener("message", hear);
			setTimeout(() => done({type: "no answer"}), 20_000);
			document.getElementById(frame).contentWindow.postMessage({banchess: 1, id, ...command}, "*");
		});
		const told = (from, type) => heard.filter((each) => each.from === from && each.type === type);
	</script>`
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/host.html") {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				fmt.Fprint(w, "<!doctype html><link rel=icon href=data:,><title>Host</title><style>iframe { border: 0 }</style>", script, body)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// GameRows are the rows of the list of games.
const GameRows = "[...document.querySelectorAll('#games-list [data-game]')]"

// ListGames opens the list of the games, and waits until it has so many.
func (p Player) ListGames(n int) {
	p.T.Helper()
	p.Menu("#games-open")
	p.Await("document.getElementById('games')?.open && (document.getElementById('games-said').textContent !== '' || document.getElementById('games-trouble').checkVisibility())") // an empty list may still be read
	p.GamesAre(n)
}

// GamesAre waits until My games has n of them.
func (p Player) GamesAre(n int) {
	p.T.Helper()
	if err := p.Wait(fmt.Sprintf("%s.length === %d", GameRows, n)); err != nil {
		p.T.Fatalf("the list has %g games, want %d: %s", p.Number(GameRows+".length"), n, p.Text("document.getElementById('games')?.innerText"))
	}
}

// RowSays waits until the n-th row of the list says texts.
func (p Player) RowSays(n int, texts ...string) {
	p.T.Helper()
	row := fmt.Sprintf("%s[%d].innerText", GameRows, n)
	for _, text := range texts {
		if err := p.Wait(row + ".includes(" + Quote(text) + ")"); err != nil {
			p.T.Fatalf("row %d says %q, want %q", n, p.Text(row), text)
		}
	}
}

// InRow presses a button of the n-th row.
func (p Player) InRow(n int, what string) {
	p.T.Helper()
	p.Press(fmt.Sprintf("#games-list li:nth-child(%d) [data-do=%s]", n+1, what))
}

// TwoGamesPlayed plays a game against the computer, which the user resigns, and one of two
// people with a clock, which ends in a mate. It returns the actions of the first.
func (p Player) TwoGamesPlayed() string {
	p.T.Helper()
	p.NewGame("against=computer", "level=1", "side=white")
	p.Await(ShownPly + "2")
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(ShownPly + "6 && document.body.dataset.engine === 'off'")
	p.Menu("#resign")
	p.Words("headline", "You lost by resignation")
	first := p.Actions()
	p.TimedGame("against=friend")
	p.Plays(Mate)
	p.Words("headline", "checkmate by ban")
	return first
}

// ImportGames imports a PGN into the list of games, which is open.
func (p Player) ImportGames(pgn string) {
	p.T.Helper()
	p.Await("!document.getElementById('games-import').disabled")
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer(), input = document.getElementById("games-file");
		dataTransfer.items.add(new File([%s], "games.pgn"));
		input.files = dataTransfer.files;
		input.dispatchEvent(new Event("change"));
	})()`, Quote(pgn)), nil))
}

// Link returns the link of the game on the page, without the part before the #.
func (p Player) Link() string {
	p.T.Helper()
	p.Shares()
	p.Settle()
	link := p.Text("document.getElementById('link').value")
	p.Must(p.Eval("document.getElementById('share').close()", nil))
	if !strings.HasPrefix(link, p.Text("location.href.split('#')[0]")+"#") {
		p.T.Errorf("the link is to another page: %s", link)
	}
	return link[strings.IndexByte(link, '#'):]
}

// Settle waits until the address is up to date.
func (p Player) Settle() {
	p.T.Helper()
	p.Await("document.body.dataset.link === 'made' && (document.querySelector('#share[open] #link')?.value ?? '#' + history.state.game).endsWith('#' + history.state.game)")
}

// Reload reloads the page at the same address.
func (p Player) Reload() {
	p.T.Helper()
	p.Await(HistoryIsFlat) // or the step back goes before the reload
	p.Must(p.Eval("window.before = true, setTimeout(() => location.reload()), 1", nil))
	p.Await("!window.before")
	p.Ready()
}

// VisitLink opens a link in a new page without stored data.
func VisitLink(t *testing.T, link string) Player {
	t.Helper()
	return Open(t, Visit{Hash: link})
}

// Pack returns a link with some content, given as JSON.
func (p Player) Pack(content string) (link string) {
	p.T.Helper()
	return p.PackAs(1, content)
}

// PackAs returns a link of a format.
func (p Player) PackAs(format int, content string) (link string) {
	p.T.Helper()
	p.Must(p.Eval(`(async () => {
		const bytes = new Uint8Array(await new Response(new Blob([`+Quote(content)+`]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
		const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
		let sum = 0x811c9dc5;
		for (const c of packed) sum = Math.imul(sum ^ c.charCodeAt(0), 0x01000193);
		return "#`+strconv.Itoa(format)+`." + packed + ((sum >>> 0) % 36 ** 4).toString(36).padStart(4, "0");
	})()`, &link))
	return link
}

// Paste pastes a text, given as JavaScript, outside text fields.
func (p Player) Paste(text string) {
	p.T.Helper()
	p.Must(p.Eval(fmt.Sprintf(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
	})()`, text), nil))
}
