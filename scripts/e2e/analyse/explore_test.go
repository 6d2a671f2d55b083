package analyse

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/explore"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// exploreRows is JavaScript for what the rows of the explorer have: "b:e2e4 120, m:d2d4 7".
const exploreRows = "[...document.querySelectorAll('#explore-rows button')].map((row) => `${row.dataset.action} ${row.dataset.games}`).join(', ')"

// explores opens the explorer.
func explores(p e2e.Player) e2e.Player {
	p.T.Helper()
	p.Press("#mode-analyse")
	p.Press("#tab-explore")
	p.Await("document.getElementById('explore-panel')?.checkVisibility() && document.getElementById('explore-engine')")
	return p
}

// finds waits until the explorer has these rows.
func finds(p e2e.Player, want string) {
	p.T.Helper()
	if err := p.Wait(exploreRows + " === " + e2e.Quote(want)); err != nil {
		p.T.Fatalf("the explorer has %q, want %q: %s", p.Text(exploreRows), want, p.Text("document.getElementById('explore-panel').innerText"))
	}
}

// rowsOf writes what was found as exploreRows does.
func rowsOf(found explore.Found) string {
	var rows []string
	for _, r := range found.Rows {
		rows = append(rows, fmt.Sprintf("%s %d", r.Action, r.Games()))
	}
	return strings.Join(rows, ", ")
}

// book is the opening book that the site has.
func book(t *testing.T) *explore.Book {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(os.Getenv("BANCHESS_SITE"), "assets", "book.txt"))
	if err != nil {
		text, err = os.ReadFile("../../../assets/book.txt")
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := explore.ReadBook(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The explorer shows what the book says of each position, and a click plays a ban or a move.
// Nothing moves meanwhile, and it says whose games these are.
func TestExplore(t *testing.T) {
	b := book(t)
	for _, view := range []browser.View{
		{Width: 1280, Height: 800, Still: true}, {Width: 768, Height: 1024, Touch: true, Still: true}, {Width: 390, Height: 844, Touch: true, Still: true},
		{Width: 844, Height: 390, Touch: true, Still: true}, {Width: 320, Height: 568, Touch: true, Still: true},
	} {
		t.Run(fmt.Sprintf("%dx%d", view.Width, view.Height), func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{View: view}).Ready()
			p.Await("!performance.getEntriesByType('resource').some(({name}) => /explore|book/.test(name))")
			explores(p)
			at := rules.StartPosition()
			var boxes []string
			for range 4 {
				found := b.At(at)
				finds(p, rowsOf(found))
				boxes = append(boxes, p.Text("scrollTo(0, 0), document.querySelector('.panel').scrollTop = 0, JSON.stringify(['board', 'moves', 'explore-rows'].map((id) => { const {top, left, width} = document.getElementById(id).getBoundingClientRect(); return [top, left, width]; }))"))
				if view.Width < 1000 {
					p.Must(p.Eval("document.querySelector('#explore-rows button').scrollIntoView({block: 'center'})", nil))
				}
				a := found.Rows[min(1, len(found.Rows)-1)].Action
				p.Press(fmt.Sprintf("#explore-rows [data-action='%s']", a))
				next, err := at.Play(a)
				if err != nil {
					t.Fatal(err)
				}
				at = next
				p.Await(e2e.Game + ".fen() === " + e2e.Quote(at.FEN()))
			}
			found := b.At(at)
			finds(p, rowsOf(found))
			// The parts of a bar are as wide as the shares of White, of draws and of Black.
			var bars [][]float64
			p.Must(p.Eval("[...document.querySelectorAll('.explore-bar')].map((bar) => [...bar.children].map(({style}) => parseFloat(style.width)))", &bars))
			for i, row := range append(found.Rows, explore.Row{Count: found.Total}) {
				ended := max(1, row.White+row.Drawn+row.Black)
				for j, n := range []int{row.White, row.Drawn, row.Black} {
					if want := 100 * float64(n) / float64(ended); math.Abs(bars[i][j]-want) > 0.01 {
						t.Errorf("part %d of bar %d is %g%% wide, want %g%%", j, i, bars[i][j], want)
					}
				}
			}
			p.Words("explore-said", "that the engine played against itself")
			if boxes = slices.Compact(boxes); len(boxes) > 1 {
				t.Errorf("something moves: %s", strings.Join(boxes, "\n"))
			}
			if wide := p.Number("document.documentElement.scrollWidth - innerWidth"); wide > 0 {
				t.Errorf("the page is wider than the window by %g", wide)
			}
			if low := p.Number("Math.min(...[...document.querySelectorAll('#explore-rows button, .explore-source')].map((e) => e.getBoundingClientRect().height))"); view.Touch && low < 44 {
				t.Errorf("something to touch is %g high", low)
			}
			// Going back looks there again, and what has no game says so.
			p.Must(p.Key(browser.ArrowLeft))
			p.Await(exploreRows + ".length > 0")
			p.LoadTime("8/8/8/4k3/8/8/8/4K2R w - - 0 1 1")
			p.Await("document.querySelector('.explore-none')?.textContent === 'No game has reached this position.'")
		})
	}
}

// By keys alone: the tab, a row, and what it plays. The row that has the focus shows an arrow.
func TestExploreByKeys(t *testing.T) {
	b := book(t)
	var theRules, theBook sync.WaitGroup // for which they wait
	var books atomic.Int32
	p := explores(e2e.Open(t, e2e.Visit{View: e2e.Desktop, Wrap: func(files http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			isBook := strings.HasSuffix(r.URL.Path, "/book.txt")
			if isBook {
				books.Add(1)
				theBook.Wait()
			} else if strings.HasSuffix(r.URL.Path, ".wasm") {
				theRules.Wait()
			}
			w.Header().Set("Cache-Control", "no-store")
			files.ServeHTTP(w, r)
		})
	}}).Ready())
	rows := b.At(rules.StartPosition()).Rows
	finds(p, rowsOf(b.At(rules.StartPosition())))
	// A page that shows the explorer before it has the rules asks when it has them, and loads the
	// book once, whatever is shown meanwhile.
	theRules.Add(1)
	theBook.Add(1)
	books.Store(0)
	p.Must(p.Eval("window.before = true, setTimeout(() => location.reload()), 1", nil))
	p.Await("!window.before && document.getElementById('explore-said') !== null")
	theRules.Done()
	p.Ready()
	p.Plays("b:e2e4")
	p.Must(p.Key(browser.ArrowLeft))
	p.Await(e2e.ShownPly + "1")
	theBook.Done()
	finds(p, rowsOf(b.At(rules.StartPosition())))
	if n := books.Load(); n != 1 {
		t.Errorf("the book was loaded %d times", n)
	}
	p.Must(p.Eval("document.getElementById('tab-explore').focus()", nil))
	p.TabTo("document.activeElement.matches('#explore-rows li:first-child button')")
	p.Must(p.Key(browser.ArrowDown))
	p.Await("document.activeElement.dataset.action === " + e2e.Quote(rows[1].Action.String()))
	p.Must(p.Key(browser.Enter))
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(rows[1].Action.String()))
	after, _ := rules.StartPosition().Play(rows[1].Action)
	finds(p, rowsOf(b.At(after)))
	p.Await("document.activeElement.matches('#explore-rows button')")
	p.Must(p.Eval("document.getElementById('tab-explore').focus()", nil))
	p.Must(p.Key(browser.ArrowRight))
	p.Await("document.activeElement.id === 'tab-lines' && document.getElementById('explore-panel').hidden")
	p.Must(p.Key(browser.ArrowLeft))
	p.Await("document.activeElement.id === 'tab-explore' && document.getElementById('explore-panel').checkVisibility()")
}

// exploreGames returns games of a few people as a PGN, which begin alike.
func exploreGames(t *testing.T, count int, longest int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var pgn strings.Builder
	names := []string{"Ada", "Bo", "Cy"}
	for range count {
		g := rules.New()
		for !g.Over() && g.Len() < 8 {
			legal := g.LegalActions()
			if err := g.Play(legal[r.IntN(2)]); err != nil {
				t.Fatal(err)
			}
		}
		gametest.Shuffle(r, g, g.Len()+r.IntN(longest))
		if !g.Over() {
			_ = g.Resign([]rules.Player{rules.White, rules.Black}[r.IntN(2)])
		}
		_ = g.Tags.SetAll(rules.Tag{Name: "White", Value: names[r.IntN(3)]}, rules.Tag{Name: "Black", Value: names[r.IntN(3)]}, rules.Tag{Name: "Date", Value: fmt.Sprintf("202%d.0%d.15", r.IntN(3)+4, r.IntN(9)+1)})
		pgn.WriteString(g.PGN() + "\n")
	}
	return pgn.String()
}

// opensGames gives the explorer a PGN.
func opensGames(p e2e.Player, pgn string) {
	p.T.Helper()
	p.Must(p.Eval(`(() => {
		const data = new DataTransfer(), input = document.getElementById("explore-upload");
		data.items.add(new File([`+e2e.Quote(pgn)+`], "games.pgn"));
		input.files = data.files;
		input.dispatchEvent(new Event("change"));
	})()`, nil))
}

// A PGN is counted as the command line counts it, with all filters, and what cannot be read
// is told.
func TestExplorePGN(t *testing.T) {
	pgn := exploreGames(t, 60, 30) + "[Event \"x\"]\n\n1. {banning: e2e4} e4 *\n"
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte(pgn), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "banchess")
	if out, err := exec.Command("go", "build", "-o", program, "../../../game/cmd/banchess").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	command := func(fen string, flags ...string) string {
		t.Helper()
		out, err := exec.Command(program, append([]string{"explore", fen, "--json", "--pgn", file}, flags...)...).Output()
		var answer struct {
			Rows []struct {
				Action                    string
				White, Drawn, Black, Open int
			}
		}
		if err == nil {
			err = json.Unmarshal(out, &answer)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var rows []string
		for _, r := range answer.Rows {
			rows = append(rows, fmt.Sprintf("%s %d", r.Action, r.White+r.Drawn+r.Black+r.Open))
		}
		return strings.Join(rows, ", ")
	}
	p := explores(e2e.Open(t, e2e.Visit{View: e2e.Desktop}).Ready())
	opensGames(p, pgn)
	p.Words("explore-said", "60 games of games.pgn. 1 game cannot be read: line")
	at := rules.StartPosition()
	for range 5 { // bans and moves
		want := command(at.FEN())
		finds(p, want)
		first, _, _ := strings.Cut(want, " ")
		p.Press("#explore-rows li:first-child button")
		at, _ = at.Play(rules.MustParseAction(first))
		p.Await(e2e.Game + ".fen() === " + e2e.Quote(at.FEN()))
	}
	p.Must(p.Key(browser.Home))
	start := rules.StartFEN
	p.Press("#explore-filters summary")
	p.Fill("#explore-player", "ada")
	finds(p, command(start, "--player", "ada"))
	p.Choice("explore-side", "white")
	finds(p, command(start, "--player", "ada", "--side", "white"))
	p.Fill("#explore-opponent", "Bo")
	finds(p, command(start, "--player", "ada", "--side", "white", "--opponent", "Bo"))
	p.Press("#explore-clear")
	finds(p, command(start))
	for _, id := range []string{"explore-since", "explore-until"} {
		p.Must(p.Eval(fmt.Sprintf("(() => { const e = document.getElementById(%q); e.value = '2025-04-01'; e.dispatchEvent(new Event('change')); })()", id), nil))
		flag := strings.Replace(id, "explore-", "--", 1)
		finds(p, command(start, flag, "2025.04.01"))
		p.Press("#explore-clear")
		finds(p, command(start))
	}
	p.Fill("#explore-player", "nobody")
	p.Await("document.querySelector('.explore-none')?.textContent === 'No game matches the filters here.'")
	p.Press("#explore-engine")
	finds(p, rowsOf(book(t).At(rules.StartPosition())))
	p.Press("#explore-file") // goes back to the games that were read
	p.Words("explore-said", "60 games of games.pgn.")
	p.Press("#explore-filters summary")
	p.Press("#explore-clear")
	finds(p, command(start))
	// A letter of an old program is not lost where a piece of the file ends.
	p.Must(p.Eval(`(() => {
		const text = new TextEncoder().encode("[White \"Andr"), data = new DataTransfer(), input = document.getElementById("explore-upload");
		const pad = new Uint8Array((1 << 15) - 1 - text.length).fill(10);
		data.items.add(new File([pad, text, new Uint8Array([0xe9]), "\"]\n\n1. {banning: e2e4} d4 *\n"], "games.pgn"));
		input.files = data.files;
		input.dispatchEvent(new Event("change"));
	})()`, nil))
	p.Words("explore-said", "1 game of games.pgn.")
	p.Await("document.querySelector('#explore-players [value=\"André\"]') !== null")
	opensGames(p, "no games")
	p.Words("explore-said", "cannot be read")
	opensGames(p, "")
	p.Words("explore-said", "There are no games in games.pgn.")
}

// A book that could not be loaded is loaded for the next position, and nothing says any more
// that the explorer does not work.
func TestExploreAfterAFailure(t *testing.T) {
	var books atomic.Int32
	isFirst := func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/book.txt") && books.Add(1) == 1 }
	p := explores(e2e.Open(t, e2e.Visit{Wrap: e2e.While(isFirst, gallery.Without("book.txt")), Allow: e2e.Faulty("book.txt")}).Ready())
	p.Words("explore-said", "The explorer is not working")
	p.Plays("b:e2e4")
	after, err := rules.StartPosition().Play(rules.MustParseAction("b:e2e4"))
	p.Must(err)
	finds(p, rowsOf(book(t).At(after)))
	p.Words("explore-said", "that the engine played against itself")
	p.Await("!document.getElementById('explore-retry').checkVisibility()")
}

// A file that could not be read is read when one tries again.
func TestExploreReadsAgain(t *testing.T) {
	var isDown atomic.Bool
	isDown.Store(true)
	p := explores(e2e.Open(t, e2e.Visit{
		Wrap:  e2e.While(func(*http.Request) bool { return isDown.Load() }, gallery.Without("explore-worker.js")),
		Allow: e2e.Faulty("explore-worker.js"),
	}).Ready())
	p.Words("explore-said", "The explorer is not working")
	opensGames(p, "1. {banning: e2e4} d4 *")
	p.Await("document.getElementById('explore-file').ariaPressed === 'true'")
	p.Words("explore-said", "The explorer is not working")
	isDown.Store(false)
	p.Press("#explore-retry")
	finds(p, "b:e2e4 1")
	p.Words("explore-said", "1 game of games.pgn.")
}

// My games are counted: those against the computer by side and opponent.
func TestExploreOwnGames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{View: e2e.Desktop}).Ready()
	explores(p)
	p.Press("#explore-own")
	p.Words("explore-said", "There are no games in this browser yet")
	p.Press("#mode-play")
	first, _, _ := strings.Cut(p.TwoGamesPlayed(), " ")
	p.Press("#mode-analyse")
	p.Must(p.Key(browser.Home))
	p.Press("#explore-own")
	p.Words("explore-said", "2 games.")
	want := fmt.Sprintf("b:a2a3 1, %s 1", first)
	if first == "b:a2a3" {
		want = "b:a2a3 2"
	} else if first < "b:a2a3" {
		want = fmt.Sprintf("%s 1, b:a2a3 1", first)
	}
	finds(p, want)
	p.Press("#explore-filters summary")
	p.Choice("explore-side", "white")
	finds(p, first+" 1")
	p.Choice("explore-side", "black")
	p.Await("document.querySelector('.explore-none')?.textContent === 'No game matches the filters here.'")
	p.Press("#explore-clear")
	p.Fill("#explore-opponent", "level 1")
	finds(p, first+" 1")
}

// Ten thousand games are read while the page goes on: no task of it is long, and bans and moves
// are played meanwhile. Reading can be stopped; more games are not read.
func TestExploreManyGames(t *testing.T) {
	some := exploreGames(t, 50, 12)
	p := explores(e2e.Open(t, e2e.Visit{View: e2e.Desktop}).Ready())
	finds(p, rowsOf(book(t).At(rules.StartPosition())))
	p.Must(p.Eval(`window.longest = 0, new PerformanceObserver((list) => { for (const {duration} of list.getEntries()) longest = Math.max(longest, duration); }).observe({type: "longtask"}), 1`, nil))
	opens := func() {
		t.Helper()
		p.Must(p.Eval(`(() => {
			const data = new DataTransfer(), input = document.getElementById("explore-upload");
			data.items.add(new File(Array(210).fill(`+e2e.Quote(some)+`), "many.pgn"));
			input.files = data.files;
			input.dispatchEvent(new Event("change"));
		})()`, nil))
	}
	const isReading = "document.getElementById('explore-progress').checkVisibility() && document.querySelector('#explore-rows button')"
	opens()
	p.Await(isReading)
	p.Press("#explore-rows li:first-child button")
	p.Await(e2e.Game + ".toJSON().actions.length === 1")
	p.Must(p.Key(browser.Home))
	p.Press("#explore-stop")
	p.Words("explore-said", "Stopped.")
	if n := p.Number("Number(document.querySelector('.explore-all').dataset.games)"); n < 1 || n >= 10_000 {
		t.Errorf("stopped after %g games", n)
	}
	p.Press("#explore-engine")
	finds(p, rowsOf(book(t).At(rules.StartPosition())))
	// Going over to the engine's games stops it, too.
	opens()
	p.Await(isReading)
	p.Press("#explore-engine")
	finds(p, rowsOf(book(t).At(rules.StartPosition())))
	p.Press("#explore-file")
	p.Words("explore-said", "Stopped.")
	const all = "Number(document.querySelector('.explore-all')?.dataset.games)"
	if err := p.Wait("document.getElementById('explore-said').textContent.includes(`Stopped. ${" + all + ".toLocaleString('en')} games`)"); err != nil {
		t.Errorf("%g games are counted, and it says %q", p.Number(all), p.Text("document.getElementById('explore-said').textContent"))
	}
	opens()
	for before, now := -1.0, 0.0; now > before; before, now = now, p.Number("Number(document.querySelector('.explore-all')?.dataset.games ?? 0)") {
		if p.Wait("document.querySelector('.explore-all')?.dataset.games === '10000'") == nil {
			break // as long as more come, they are waited for
		}
	}
	p.Words("explore-said", "10,000 games of many.pgn. Only the first 10,000 were read.")
	t.Logf("the longest task of the page took %g ms", p.Number("longest"))
}
