package learn

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
	"github.com/banchess/banchess/scripts/e2e"
)

// listsKept shows the list of the games, which is so long, from Learn.
func listsKept(p e2e.Player, n int) {
	p.T.Helper()
	p.Press("#mode-play")
	p.ListGames(n)
}

// findsGame searches for a game of the list, which says texts.
func findsGame(p e2e.Player, search string, texts ...string) {
	p.T.Helper()
	p.Fill("#games-search", search)
	p.GamesAre(1)
	p.RowSays(0, texts...)
}

// backToProgress closes the list.
func backToProgress(p e2e.Player) {
	p.T.Helper()
	p.Press("dialog[open] .head button")
	p.Await("!document.getElementById('games').open")
	p.ToProgress()
}

// The games of one device come to another by a file, and by a code through the terminal. A game
// that goes on there comes back as the same game, and of two that went on in different ways both
// stay. What is taken in again adds nothing.
func TestGamesMove(t *testing.T) {
	here, there := e2e.Open(t, e2e.Visit{}).Ready(), e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	here.TwoGamesPlayed()
	here.NewGame("against=friend")
	here.Plays("b:a2a3 m:e2e4")
	here.NewGame("against=friend")
	here.ToProgress()
	file := here.Saved()
	here.Words("train-said", "with 3 games.")

	there.ToProgress()
	there.OpensProgress(file)
	there.Taken("Progress imported, with 3 new games.")
	there.OpensProgress(file)
	there.Taken("Progress imported.")
	listsKept(there, 3)
	findsGame(there, "checkmate", "White wins: checkmate by ban", "· 3+3")
	findsGame(there, "computer", "Computer, level 1", "You lost by resignation", "as White")
	findsGame(there, "unfinished", "Unfinished", "2 bans and moves")
	there.InRow(0, "open")
	there.Await("!document.getElementById('games').open")
	there.Plays("b:e7e5")

	// The game goes on here by another ban, and is not on the board when that of there comes.
	there.ToProgress()
	longer := there.Saved()
	here.OpensProgress(longer)
	here.Taken("Progress imported, with 1 updated game.")
	listsKept(here, 3)
	findsGame(here, "unfinished", "Unfinished", "3 bans and moves")
	backToProgress(here)
	other := strings.Replace(longer, "{banning: e7e5}", "{banning: d7d5}", 1)
	for _, said := range []string{"Progress imported, with 1 new game.", "Progress imported."} {
		here.OpensProgress(other)
		here.Taken(said)
	}
	listsKept(here, 4)
	backToProgress(here)

	// What is on the board there stays, and a code brings the rest, by way of the terminal.
	here.Press("#train-copy")
	here.Words("train-said", "characters, with 4 games.")
	code := here.Text("document.getElementById('train-code').value")
	// One that is made while a storm begins, which has no field for it, does no harm.
	here.Must(here.Eval("document.getElementById('train-copy').click(), location.hash = '#storm', 1", nil))
	here.Await("document.getElementById('train-code') === null")
	here.ToProgress()
	here.Await("!document.getElementById('train-copy').disabled")
	command, state := e2e.BuiltCommand(t), append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
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
	there.Pastes(terminal("progress", "code"))
	there.Taken("Progress imported, with 1 new game.")
	there.Pastes(code)
	there.Taken("Progress imported.")
	listsKept(there, 4)
	there.Reload()
	there.ListGames(4)
}

// A code has room for some games. A long one is offered without them too, and one that would be
// too long is made without them; both say so, and come to another device.
func TestLongCodes(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
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
		p.Must(err)
		p.ToProgress()
		p.OpensProgress(`{"banchess":"progress","version":1,"days":[[20000,3]],"games":` + string(text) + `}`)
		p.Taken(fmt.Sprintf("Progress imported, with %d new games.", n))
		p.Press("#train-copy")
	}
	code := "document.getElementById('train-code').value"
	takes(20)
	p.Words("train-said", "characters, with 20 games.")
	p.Await(code + ".length > 16000")
	p.Press("#train-less")
	p.Await(code + ".length < 200 && document.getElementById('train-less').hidden")
	takes(60)
	p.Words("train-said", "With your 80 games it would be too long. Save a file instead.")
	p.Await(code + ".length < 200 && document.getElementById('train-less').hidden")
	there := e2e.Open(t, e2e.Visit{View: e2e.Phone}).Ready()
	there.ToProgress()
	there.Pastes(p.Text(code))
	there.Taken("Progress imported.")
}

// A hostile file or code, and a storage that is full in the middle, change nothing, and the page
// says in a sentence what is wrong.
func TestHostileGames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.NewGame("against=friend")
	p.Plays("b:a2a3 m:e2e4")
	p.ToProgress()
	listsKept(p, 1)
	backToProgress(p)
	before := p.Text(`localStorage.getItem("banchess.progress")`)
	of := func(games string) string {
		return `{"banchess":"progress","version":1,"days":[[20000,3]],"games":` + games + `}`
	}
	last := ""
	refuses := func(why string) {
		t.Helper()
		if err := p.Wait("document.getElementById('train-said').textContent.includes(" + e2e.Quote(why) + ")"); err != nil {
			t.Fatalf("the page says %q, want %q of %.80s", p.Text("document.getElementById('train-said').textContent"), why, last)
		}
		p.Words("train-said", "Nothing has changed.")
		p.Await("document.getElementById('train-said').dataset.bad === 'true'")
		if got := p.Text(`localStorage.getItem("banchess.progress")`); got != before {
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
		p.OpensProgress(of(row[0]))
		refuses(row[1])
	}
	for _, code := range []string{"5.", "5.AAAA0000", "1.AAAA0000", "not a code", strings.Repeat("A", 70_000)} {
		p.Pastes(code)
		refuses("This is not a complete progress code")
	}
	const full = `{ const {prototype, method} = FULL; window.unfull = prototype[method]; prototype[method] = function () { throw new DOMException("There is no room.", "QuotaExceededError"); }; }`
	for where, method := range map[string]string{"IDBObjectStore": "put", "Storage": "setItem"} {
		p.Must(p.Eval(strings.ReplaceAll(full, "FULL", `{prototype: `+where+`.prototype, method: "`+method+`"}`), nil))
		p.OpensProgress(of(`[["a","1. {banning: e2e4} d4 *"]]`))
		refuses("This browser’s storage is full.")
		p.Must(p.Eval(where+`.prototype.`+method+` = window.unfull`, nil))
		listsKept(p, 1)
		backToProgress(p)
	}
	p.OpensProgress(of(`[["a","1. {banning: e2e4} d4 *"]]`))
	p.Taken("Progress imported, with 1 new game.")
	listsKept(p, 2)
}
