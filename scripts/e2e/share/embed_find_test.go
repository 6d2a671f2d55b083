package share

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// wrongBan leaves the pawn of promotionBan its last step, which is what the right ban takes.
const wrongBan = "b:h2g3"

// found waits until a frame has told how an answer was judged, and returns what it told.
func found(p e2e.Player, answers int) string {
	p.T.Helper()
	p.Await(fmt.Sprintf("told('a', 'answer').length >= %d", answers))
	return p.Text("told('a', 'answer').map(({action, right}) => [action, right].join(' ')).join()")
}

// inFind evaluates an expression of the document of a frame.
func inFind(p e2e.Player, expression string) string {
	p.T.Helper()
	return p.Text("(({document}) => " + expression + ")(frames[0])")
}

// ban bans a pair on the board of a frame.
func ban(p e2e.Player, from, to string) {
	p.T.Helper()
	p.Must(p.Click(framed(p, "a", from)))
	p.Must(p.Click(framed(p, "a", to)))
}

// Without an answer in the game, the engine judges: a wrong ban is refuted on the board and
// explained, and can be taken back; the right one ends the exercise.
func TestEmbedFindByEngine(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=720 height=460 src="embed.html?embed=1&mode=find#`+e2e.PromotionBan+`"></iframe>`)
	if got := inFind(p, "[document.getElementById('find-task').textContent, document.getElementById('board').options.orientation, document.getElementById('record').hidden]"); got != "Black to ban.,black,true" {
		t.Errorf("the question is %s", got)
	}
	ban(p, "h2", "g3")
	if got := found(p, 1); got != wrongBan+" false" {
		t.Errorf("a wrong ban was told as %s", got)
	}
	p.Await("frames[0].document.querySelector('.find').dataset.phase === 'refuted'")
	if got := inFind(p, "document.getElementById('find-feedback').textContent"); !strings.HasPrefix(got, "That is not it. ") || len(got) < 30 {
		t.Errorf("a wrong ban is explained by %q", got)
	}
	if got := p.Number("told('a', 'action').length"); got < 2 {
		t.Errorf("it was refuted by %g actions", got-1)
	}
	p.Must(p.Eval("frames[0].document.getElementById('find-again').click()", nil))
	p.Await("frames[0].document.getElementById('board').game.getPly() === 1 && frames[0].document.querySelector('.find').dataset.phase === 'try'")
	ban(p, "a7", "a8")
	p.Await("told('a', 'end').length === 1")
	if got := found(p, 2) + " " + p.Text("told('a', 'end').map(({solved}) => solved)"); got != wrongBan+" false,b:a7a8 true true" {
		t.Errorf("told was %s", got)
	}
}

// The answers in the game are right, with what its author wrote; the solution is shown when it
// is asked for, which does not count as found.
func TestEmbedFindByAuthor(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=720 height=460 src="embed.html?embed=1&mode=find"></iframe>`)
	exercise, err := json.Marshal(map[string]any{
		"fen": e2e.PromotionBan, "at": 0, "end": 1, "start": map[string]any{"comment": "Stop the pawn!"},
		"nodes": []map[string]any{
			{"parent": 0, "action": "b:a7a8", "comment": "All four promotions are gone."},
			{"parent": 0, "action": wrongBan, "nags": []int{4}, "comment": "The pawn runs."},
			{"parent": 0, "action": "b:h2h1", "comment": "Strange, but the author says so."},
		},
	})
	p.Must(err)
	load := "await say('a', {type: 'load', game: " + e2e.Quote(string(exercise)) + "}).then(({type, error}) => error ?? type)"
	if got := p.Text(load); got != "done" {
		t.Fatalf("loading was answered with %s", got)
	}
	if got := inFind(p, "document.getElementById('find-task').textContent"); got != "Stop the pawn!" {
		t.Errorf("the question is %s", got)
	}
	ban(p, "h2", "g3")
	if got := found(p, 1); got != wrongBan+" false" {
		t.Errorf("a wrong ban was told as %s", got)
	}
	p.Await("frames[0].document.getElementById('find-feedback').textContent.includes('The pawn runs.')")
	p.Await("frames[0].document.querySelector('.find').dataset.phase === 'refuted'")
	p.Must(p.Eval("frames[0].document.getElementById('find-again').click()", nil))
	p.Await("frames[0].document.querySelector('.find').dataset.phase === 'try'")
	ban(p, "h2", "h1")
	p.Await("told('a', 'end').length === 1")
	p.Await("frames[0].document.getElementById('find-feedback').textContent.includes('the author says so.')")
	if got := p.Text(load); got != "done" {
		t.Fatalf("loading again was answered with %s", got)
	}
	p.Must(p.Eval("frames[0].document.getElementById('find-solution').click()", nil))
	p.Await("told('a', 'end').length === 2")
	if got := found(p, 2) + " " + p.Text("told('a', 'end').map(({solved}) => solved)"); got != wrongBan+" false,b:h2h1 true true,false" {
		t.Errorf("told was %s", got)
	}
}

// In every size of a frame the board and the buttons are inside, the board in the middle, nothing
// scrolls, a list has room for a row, and at the height that the frame asks for there is a list.
func TestEmbedSizes(t *testing.T) {
	for mode, game := range map[string]string{"play": e2e.BeforeMate, "find": e2e.BeforeMate, "broken": "1.zzz"} {
		p := inFrames(t, e2e.Visit{}, fmt.Sprintf(`<style>body { margin: 0 } iframe { display: block }</style>
			<iframe id=a width=320 height=568 src="embed.html?embed=1&mode=%s#%s"></iframe>`, mode, game))
		// resize gives the frame a size, or only a height if the width is 0.
		resize := func(width, height int) {
			t.Helper()
			p.Must(p.Eval(fmt.Sprintf("(({style}) => { style.width = %d ? '%[1]dpx' : style.width; style.height = '%dpx'; })(document.getElementById('a'))", width, height), nil))
			p.Await(fmt.Sprintf("frames[0].innerHeight === %d && [0, frames[0].innerWidth].includes(%d)", height, width))
			p.Frames(5)
		}
		for _, size := range [][2]int{{320, 568}, {390, 844}, {844, 390}, {560, 460}, {768, 1024}, {1280, 800}, {280, 280}, {240, 448}, {240, 300}, {360, 448}, {328, 448}} {
			p.Must(p.SetView(browser.View{Width: size[0], Height: size[1]}))
			resize(size[0], size[1])
			const inside = `(({document, innerWidth, innerHeight}) => {
				const {scrollWidth, scrollHeight} = document.documentElement, board = document.querySelector(".board").getBoundingClientRect(), list = document.querySelector(".record").getBoundingClientRect();
				const faults = [...document.querySelectorAll("#tools > *, .find button, .find h2, #headline")].filter((each) => {
					const r = each.getBoundingClientRect();
					return r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1 || each.matches("button, a") && r.height < 43;
				}).map(({id, title}) => id || title);
				if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push("scrolls " + [scrollWidth, scrollHeight]);
				if (board.right > innerWidth + 1 || board.bottom > innerHeight + 1 || board.width < 90) faults.push("board " + [board.width, board.right, board.bottom]);
				const isBeside = document.getElementById("panel").getBoundingClientRect().left >= board.right - 1;
				const headline = document.getElementById("headline").getBoundingClientRect();
				if (!isBeside && headline.height > 0 && headline.top < board.bottom - 1) faults.push("covered headline");
				if (!isBeside && Math.abs(board.left - innerWidth + board.right) > 2) faults.push("board at " + board.left);
				if (list.height > 1 && list.height < 30 && !document.querySelector("#notice[data-kind=error]")) faults.push("list " + list.height);
				return faults.concat(isBeside ? "beside" : "below", list.height);
			})(frames[0])`
			got := p.Text(inside)
			where := map[bool]string{true: "beside,", false: "below,"}[size[0] >= 560 && size[0]*5 >= size[1]*6]
			if !strings.HasPrefix(got, where) {
				t.Errorf("%s at %v: %s", mode, size, got)
			}
			resize(0, int(p.Number("told('a', 'resize').at(-1).height")))
			if got := p.Text(inside); mode == "play" && !(strings.HasPrefix(got, "below,1") || strings.HasPrefix(got, "beside,")) {
				t.Errorf("%s at %d and the height it asks for: %s", mode, size[0], got)
			}
		}
	}
}

// By keys alone the focus stays on the button that was pressed, even if the press turns it off.
func TestEmbedFindKeepsFocus(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<iframe id=a width=720 height=460 src="embed.html?embed=1&mode=find#`+e2e.PromotionBan+`"></iframe>`)
	for _, step := range []struct{ button, says string }{{"hint", "Ban a move of the pawn on a7."}, {"hint", "Ban a7–a8."}, {"solution", "That was the solution."}, {"solution", "That was the solution."}, {"again", ""}} {
		p.Must(p.Eval("document.getElementById('a').focus(), frames[0].document.getElementById('find-"+step.button+"').focus(), 1", nil))
		p.Must(p.Key(browser.Enter))
		p.Await("frames[0].document.getElementById('find-feedback').textContent.trim().startsWith(" + e2e.Quote(step.says) + ") && frames[0].document.querySelector('.find').dataset.phase !== 'answer'")
		if got := inFind(p, "document.activeElement.id"); got != "find-"+step.button {
			t.Errorf("after %s the focus is at %q", step.button, got)
		}
	}
	if got := inFind(p, "document.querySelector('.find').dataset.phase"); got != "try" {
		t.Errorf("begun again, it is %s", got)
	}
}

// Tab goes into the frame, through it and out of it; in it the board is played by keys, and the
// arrows elsewhere go through the game.
func TestEmbedKeys(t *testing.T) {
	p := inFrames(t, e2e.Visit{}, `<button id=before>Before</button><iframe id=a width=720 height=460 src="embed.html?embed=1"></iframe><button id=behind>After</button>`)
	p.Press("#before")
	p.Must(p.Key(browser.Tab))
	p.Await("frames[0].document.activeElement.dataset.square === 'e2'")
	for _, key := range []string{browser.Enter, browser.ArrowUp, browser.ArrowUp, browser.Enter} {
		p.Must(p.Key(key))
	}
	p.Await("told('a', 'action').length === 1")
	if got := p.Text("told('a', 'action')[0].action"); got != "b:e2e4" {
		t.Errorf("by keys %s was played", got)
	}
	for n := 0; n < 20 && p.Text("document.activeElement.id") != "behind"; n++ {
		p.Must(p.Key(browser.Tab))
		if p.Text("frames[0].document.activeElement.closest('.tools') !== null") == "true" && p.Text("frames[0].document.getElementById('board').game.getPly()") == "2" {
			p.Must(p.Key(browser.ArrowLeft))
			p.Await("frames[0].document.getElementById('board').game.getPly() === 1")
		}
	}
	if got := p.Text("[document.activeElement.id, frames[0].document.getElementById('board').game.getPly()]"); got != "behind,1" {
		t.Errorf("after Tab: %s", got)
	}
}

// A frame whose sandbox gives it no origin says what it needs; one that has an origin and
// scripts works, in a page of another origin too.
func TestEmbedSandbox(t *testing.T) {
	header := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "embed.html") {
				w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
			}
			next.ServeHTTP(w, r)
		})
	}
	p := e2e.Open(t, e2e.Visit{Path: "embed.html", Wrap: gallery.Wrap(header), Allow: e2e.Faulty("CORS", "Failed to load", "net::ERR_FAILED", "blocked")})
	p.Await("document.querySelector('.sandbox').checkVisibility() && !document.querySelector('main').checkVisibility()")
	other := e2e.Serve(t, e2e.Files)
	q := inFrames(t, e2e.Visit{}, `<iframe id=a sandbox="allow-scripts allow-same-origin" width=720 height=460 src="`+other.URL+e2e.Prefix+`embed.html?embed=1"></iframe>`)
	if got := q.Text("await say('a', {type: 'load', game: 'b:e2e4'}).then(({type, ply}) => [type, ply])"); got != "done,2" {
		t.Errorf("in a sandbox with an origin load was answered with %s", got)
	}
}

// The markup that the dialog under Share writes works in an empty page of another origin. An
// address of the page with embed=1 leads to the board too.
func TestSnippet(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays(e2e.BeforeMate)
	p.Shares()
	p.Press("#share-embed")
	p.Await("document.getElementById('snippet').open && document.getElementById('snippet-text').value.includes('#1.')")
	markup := p.Text("document.getElementById('snippet-text').value")
	if strings.Contains(markup, "mode=") {
		t.Errorf("nothing was chosen, and the markup is %s", markup)
	}
	p.Must(p.Eval("document.querySelector('#snippet [value=dark]').click(), document.querySelector('#snippet [value=readonly]').click()", nil))
	p.Await("document.getElementById('snippet-text').value.includes('embed=1&amp;mode=readonly&amp;scheme=dark#1.')")
	p.Press("#snippet-copy")
	p.Await("/Copied|refused/.test(document.getElementById('snippet').textContent)")
	for _, frame := range []string{markup, strings.Replace(markup, "embed.html?", "index.html?", 1)} {
		host := e2e.Serve(t, e2e.Hosting(strings.Replace(frame, "<iframe", "<iframe id=a", 1))(http.NotFoundHandler()))
		q := e2e.Open(t, e2e.Visit{Path: "host.html", Server: host.URL})
		q.Await("told('a', 'ready').length > 0")
		if got := q.Text("JSON.stringify(heard)"); !strings.Contains(got, `"ply":11`) {
			t.Errorf("%s said %s", frame, got)
		}
		at := func(x, y float64) (point browser.Point) {
			q.Must(q.Eval(fmt.Sprintf(`(() => {
				// The board is beside the buttons, or in the middle above them.
				const {x, y, width, height} = document.getElementById("a").getBoundingClientRect(), isBeside = width >= 560;
				const size = isBeside ? Math.min(height, width - 272) : Math.min(width, height - 98), left = isBeside ? 0 : (width - size) / 2;
				return {X: x + left + %g * size / 8, Y: y + %g * size / 8};
			})()`, x, y), &point))
			return point
		}
		q.Must(q.Click(at(4.5, 0.5)))
		q.Must(q.Click(at(5.5, 1.5)))
		q.Await("told('a', 'end').some(({reason}) => reason === 'checkmate_by_ban')")
	}
}

// The example with three boards works as it stands.
func TestEmbedExample(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Path: "examples/embed.html"})
	p.Await("/^(look|play|find): /.test(document.getElementById('said').textContent)")
	p.Must(p.Eval("document.getElementById('find').scrollIntoView({behavior: 'instant'})", nil))
	p.Await("document.getElementById('find').contentDocument.body.dataset.boot === 'ready' && document.getElementById('find').contentDocument.querySelector('.find')?.dataset.phase === 'try'")
	p.Must(p.Click(framed(p, "find", "e8")))
	p.Must(p.Click(framed(p, "find", "f7")))
	p.Await("!document.getElementById('next').hidden")
}
