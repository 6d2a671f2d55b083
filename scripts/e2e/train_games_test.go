//go:build !js

package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
)

// listsKept shows the list of the games, which is so long, from Learn.
func (p player) listsKept(n int) {
	p.t.Helper()
	p.press("#mode-play")
	p.listGames(n)
}

// findsGame searches for a game of the list, which says texts.
func (p player) findsGame(search string, texts ...string) {
	p.t.Helper()
	p.fill("#games-search", search)
	p.gamesAre(1)
	p.rowSays(0, texts...)
}

// backToProgress closes the list.
func (p player) backToProgress() {
	p.t.Helper()
	p.press("dialog[open] .head button")
	p.wait("!document.getElementById('games').open")
	p.toProgress()
}

// pastes gives the page a code of progress.
func (p player) pastes(code string) {
	p.t.Helper()
	p.must(p.Eval(`(() => {
		const field = document.getElementById("train-code");
		field.value = `+quote(code)+`;
		field.dispatchEvent(new Event("input"));
	})()`, nil))
	if err := p.Wait("!document.getElementById('train-take').disabled"); err != nil {
		p.t.Fatal(p.text("document.getElementById('learning').innerText + document.getElementById('train').outerHTML.slice(-1500)"))
	}
	p.press("#train-take")
}

// taken waits until the page says exactly what it has taken in.
func (p player) taken(said string) {
	p.t.Helper()
	if err := p.Wait("document.getElementById('train-said').textContent === " + quote(said)); err != nil {
		p.t.Fatalf("the page says %q, want %q", p.text("document.getElementById('train-said').textContent"), said)
	}
}

// The games of one device come to another by a file, and by a code through the terminal. A game
// that goes on there comes back as the same game, and of two that went on in different ways both
// stay. What is taken in again adds nothing.
func TestGamesMove(t *testing.T) {
	here, there := open(t, visit{}).ready(), open(t, visit{view: phone}).ready()
	here.twoGamesPlayed()
	here.newGame("against=friend")
	here.plays("b:a2a3 m:e2e4")
	here.newGame("against=friend")
	here.toProgress()
	file := here.saved()
	here.words("train-said", "with 3 games.")

	there.toProgress()
	there.opensProgress(file)
	there.taken("Progress imported, with 3 new games.")
	there.opensProgress(file)
	there.taken("Progress imported.")
	there.listsKept(3)
	there.findsGame("checkmate", "White wins: checkmate by ban", "· 3+3")
	there.findsGame("computer", "Computer, level 1", "You lost by resignation", "as White")
	there.findsGame("unfinished", "Unfinished", "2 bans and moves")
	there.inRow(0, "open")
	there.wait("!document.getElementById('games').open")
	there.plays("b:e7e5")

	// The game goes on here by another ban, and is not on the board when that of there comes.
	there.toProgress()
	longer := there.saved()
	here.opensProgress(longer)
	here.taken("Progress imported, with 1 updated game.")
	here.listsKept(3)
	here.findsGame("unfinished", "Unfinished", "3 bans and moves")
	here.backToProgress()
	other := strings.Replace(longer, "{banning: e7e5}", "{banning: d7d5}", 1)
	for _, said := range []string{"Progress imported, with 1 new game.", "Progress imported."} {
		here.opensProgress(other)
		here.taken(said)
	}
	here.listsKept(4)
	here.backToProgress()

	// What is on the board there stays, and a code brings the rest, by way of the terminal.
	here.press("#train-copy")
	here.words("train-said", "characters, with 4 games.")
	code := here.text("document.getElementById('train-code').value")
	// One that is made while a storm begins, which has no field for it, does no harm.
	here.must(here.Eval("document.getElementById('train-copy').click(), location.hash = '#storm', 1", nil))
	here.wait("document.getElementById('train-code') === null")
	here.toProgress()
	here.wait("!document.getElementById('train-copy').disabled")
	command, state := builtCommand(t), append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	file = filepath.Join(t.TempDir(), "code.txt")
	if err := os.WriteFile(file, []byte(code[:100]+"\n"+code[100:]), 0o600); err != nil {
		t.Fatal(err)
	}
	terminal := func(args ...string) string {
		t.Helper()
		banchess := exec.Command(command, args...)
		banchess.Env = state
		out, err := banchess.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if out := terminal("progress", "import", file); !strings.Contains(out, "Games from the page that are kept here: 4.") {
		t.Error(out)
	}
	there.pastes(terminal("progress", "code"))
	there.taken("Progress imported, with 1 new game.")
	there.pastes(code)
	there.taken("Progress imported.")
	there.listsKept(4)
	there.reload()
	there.listGames(4)
}

// A code has room for some games. A long one is offered without them too, and one that would be
// too long is made without them; both say so, and come to another device.
func TestLongCodes(t *testing.T) {
	p := open(t, visit{}).ready()
	r := rand.New(rand.NewPCG(5, 13))
	var games [][2]string
	takes := func(n int) {
		t.Helper()
		for range n {
			g := rules.New()
			gametest.Play(r, g, 300)
			games = append(games, [2]string{fmt.Sprintf("g%03d", len(games)), g.PGN()})
		}
		text, err := json.Marshal(games)
		p.must(err)
		p.toProgress()
		p.opensProgress(`{"banchess":"progress","version":1,"days":[[20000,3]],"games":` + string(text) + `}`)
		p.taken(fmt.Sprintf("Progress imported, with %d new games.", n))
		p.press("#train-copy")
	}
	code := "document.getElementById('train-code').value"
	takes(20)
	p.words("train-said", "characters, with 20 games.")
	p.wait(code + ".length > 16000")
	p.press("#train-less")
	p.wait(code + ".length < 200 && document.getElementById('train-less').hidden")
	takes(60)
	p.words("train-said", "With your 80 games it would be too long. Save a file instead.")
	p.wait(code + ".length < 200 && document.getElementById('train-less').hidden")
	there := open(t, visit{view: phone}).ready()
	there.toProgress()
	there.pastes(p.text(code))
	there.taken("Progress imported.")
}

// A hostile file or code, and a storage that is full in the middle, change nothing, and the page
// says in a sentence what is wrong.
func TestHostileGames(t *testing.T) {
	p := open(t, visit{}).ready()
	p.newGame("against=friend")
	p.plays("b:a2a3 m:e2e4")
	p.toProgress()
	p.listsKept(1)
	p.backToProgress()
	before := p.text(`localStorage.getItem("banchess.progress")`)
	of := func(games string) string {
		return `{"banchess":"progress","version":1,"days":[[20000,3]],"games":` + games + `}`
	}
	last := ""
	refuses := func(why string) {
		t.Helper()
		if err := p.Wait("document.getElementById('train-said').textContent.includes(" + quote(why) + ")"); err != nil {
			t.Fatalf("the page says %q, want %q of %.80s", p.text("document.getElementById('train-said').textContent"), why, last)
		}
		p.words("train-said", "Nothing has changed.")
		p.wait("document.getElementById('train-said').dataset.bad === 'true'")
		if got := p.text(`localStorage.getItem("banchess.progress")`); got != before {
			t.Errorf("%s: the progress has changed to %s", why, got)
		}
	}
	for _, row := range [][2]string{
		{`{}`, "its games cannot be read"}, {`[7]`, "its games cannot be read"}, {`[["a"]]`, "its games cannot be read"}, {`[[7,"*"]]`, "its games cannot be read"}, {`[["../a","*"]]`, "its games cannot be read"}, {`[["__proto__",{}]]`, "its games cannot be read"},
		{`[["a",""]]`, "its games cannot be read: a, "}, {`[["a","*"],["b","1. {banning: e2e4} e4 *"]]`, "its games cannot be read: b, "}, {`[["b","*"],["a","*"]]`, "its games cannot be read"},
		{`[["a","1. {banning: e2e4} ` + strings.Repeat("(", 1e4) + `"]]`, "its games cannot be read: a, "},
		{`[` + strings.Repeat(`["a","*"],`, 1e6) + `["b","*"]]`, "its games cannot be read"}, {`[["a","` + strings.Repeat(" ", 3<<20) + `"]]`, "its games cannot be read"}, {`[["a","` + strings.Repeat(" ", 17<<20) + `"]]`, "The file is too large"},
	} {
		last = row[0]
		p.opensProgress(of(row[0]))
		refuses(row[1])
	}
	for _, code := range []string{"5.", "5.AAAA0000", "1.AAAA0000", "not a code", strings.Repeat("A", 70_000)} {
		p.pastes(code)
		refuses("This is not a complete progress code")
	}
	const full = `{ const {prototype, method} = FULL; window.unfull = prototype[method]; prototype[method] = function () { throw new DOMException("There is no room.", "QuotaExceededError"); }; }`
	for where, method := range map[string]string{"IDBObjectStore": "put", "Storage": "setItem"} {
		p.must(p.Eval(strings.ReplaceAll(full, "FULL", `{prototype: `+where+`.prototype, method: "`+method+`"}`), nil))
		p.opensProgress(of(`[["a","1. {banning: e2e4} d4 *"]]`))
		refuses("This browser’s storage is full.")
		p.must(p.Eval(where+`.prototype.`+method+` = window.unfull`, nil))
		p.listsKept(1)
		p.backToProgress()
	}
	p.opensProgress(of(`[["a","1. {banning: e2e4} d4 *"]]`))
	p.taken("Progress imported, with 1 new game.")
	p.listsKept(2)
}
