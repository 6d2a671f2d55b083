package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/gallery"
)

// gameRows are the rows of the list of games.
const gameRows = "[...document.querySelectorAll('#games-list [data-game]')]"

// countDatabases counts how often the page opens a database.
const countDatabases = `window.opened = 0;
	const {open} = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...args) { opened++; return open.apply(this, args); };`

// listGames opens the list of the games, and waits until it has so many.
func (p player) listGames(n int) {
	p.t.Helper()
	p.menu("#games-open")
	p.wait("document.getElementById('games')?.open && (document.getElementById('games-said').textContent !== '' || document.getElementById('games-trouble').checkVisibility())") // an empty list may still be read
	p.gamesAre(n)
}

func (p player) gamesAre(n int) {
	p.t.Helper()
	if err := p.Wait(fmt.Sprintf("%s.length === %d", gameRows, n)); err != nil {
		p.t.Fatalf("the list has %g games, want %d: %s", p.number(gameRows+".length"), n, p.text("document.getElementById('games')?.innerText"))
	}
}

// rowSays waits until the n-th row of the list says texts.
func (p player) rowSays(n int, texts ...string) {
	p.t.Helper()
	row := fmt.Sprintf("%s[%d].innerText", gameRows, n)
	for _, text := range texts {
		if err := p.Wait(row + ".includes(" + quote(text) + ")"); err != nil {
			p.t.Fatalf("row %d says %q, want %q", n, p.text(row), text)
		}
	}
}

// inRow presses a button of the n-th row.
func (p player) inRow(n int, what string) {
	p.t.Helper()
	p.press(fmt.Sprintf("#games-list li:nth-child(%d) [data-do=%s]", n+1, what))
}

// twoGamesPlayed plays a game against the computer, which the user resigns, and one of two
// people with a clock, which ends in a mate. It returns the actions of the first.
func (p player) twoGamesPlayed() string {
	p.t.Helper()
	p.newGame("against=computer", "level=1", "side=white")
	p.wait(shownPly + "2")
	p.playsFirst()
	p.playsFirst()
	p.wait(shownPly + "6 && document.body.dataset.engine === 'off'")
	p.menu("#resign")
	p.words("headline", "You lost by resignation")
	first := p.actions()
	p.timedGame("against=friend")
	p.plays(mate)
	p.words("headline", "checkmate by ban")
	return first
}

// A game that is played is kept: it is listed with the last game first, also after the page is
// loaded again, and is found, opened, deleted and brought back.
func TestMyGames(t *testing.T) {
	p := open(t, visit{}).ready()
	first := p.twoGamesPlayed()
	p.listGames(2)
	p.must(p.Key(browser.Escape))
	p.reload()
	p.listGames(2)
	p.rowSays(0, "Two players at this screen", "White wins: checkmate by ban", "11 bans and moves", "· 3+3", "a2–a3 e4")
	p.rowSays(1, "Computer, level 1", "You lost by resignation", "as White", "5 bans and moves", p.text("String(new Date().getFullYear())"))
	p.words("games-said", "2 games")

	for search, found := range map[string]int{"computer": 1, "LOST resign": 1, "a2-a3 e4 qf3": 1, "a2a3 h6 qf3": 1, "level 1 checkmate": 0} {
		p.fill("#games-search", search)
		p.gamesAre(found)
	}
	p.fill("#games-search", "level ") // the space is kept until the next word is typed
	p.gamesAre(1)
	p.must(p.Type("1"))
	p.wait("document.getElementById('games-search').value === 'level 1'")
	p.gamesAre(1)
	p.must(p.Eval("(() => { const e = document.getElementById('games-search'); e.value = ''; e.dispatchEvent(new Event('input')); })()", nil))
	p.gamesAre(2)

	p.inRow(1, "open")
	p.wait("!document.getElementById('games').open")
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(first))
	p.words("headline", "You lost by resignation")
	p.words("notice", "Opened from your games.")
	p.press("#restore") // what was on the board is one press away
	p.wait(game + ".toJSON().actions.join(' ') === " + quote(mate))

	// To look at a game is not to change it.
	p.listGames(2)
	p.inRow(0, "delete")
	p.gamesAre(1)
	p.words("games-said", "Deleted: Two players at this screen.")
	p.inRow(0, "delete")
	p.gamesAre(0)
	p.wait("document.activeElement.id === 'games-undo'")
	p.must(p.Key(browser.Enter))
	p.gamesAre(1)
	p.rowSays(0, "Computer, level 1")
	p.press("#games-undo")
	p.gamesAre(2)
	p.rowSays(0, "Two players at this screen")
	p.wait("document.getElementById('games-undo').hidden")
	// Two presses at once bring back two.
	p.inRow(0, "delete")
	p.gamesAre(1)
	p.inRow(0, "delete")
	p.gamesAre(0)
	p.must(p.Eval("(({click}) => (click.call(window.undo), click.call(undo)))(window.undo = document.getElementById('games-undo')), 1", nil))
	p.gamesAre(2)
	p.wait("document.getElementById('games-undo').hidden")
	p.inRow(1, "delete")
	p.gamesAre(1)
	p.must(p.Key(browser.Escape))
	p.reload()
	p.listGames(1)
	p.rowSays(0, "Two players at this screen")
}

// A game that is opened goes on where it was left, against the same opponent and as the
// same game, and is analysed.
func TestMyGameGoesOn(t *testing.T) {
	p := playsComputer(t)
	p.newGame("against=friend")
	p.plays(firstActions(mate, 2))
	p.reload()
	p.listGames(2)
	p.rowSays(1, "Unfinished", "5 bans and moves")
	p.inRow(1, "open")
	p.wait(shownPly + "6")
	p.wait("[...document.querySelectorAll('.who')].some((who) => who.textContent.startsWith('Computer, level 1'))")
	p.playsFirst()
	p.playsFirst()
	p.wait(shownPly + "10 && document.body.dataset.engine === 'off'")
	p.listGames(2)
	p.rowSays(0, "2 bans and moves")
	p.rowSays(1, "9 bans and moves")
	p.inRow(0, "analyse")
	p.wait("document.body.dataset.mode === 'analyse' && " + shownPly + "3")

	// An action that is added in Analyse belongs to the game.
	p.plays("b:e7e5")
	p.listGames(2)
	p.rowSays(0, "3 bans and moves")
}

// Nothing is kept of what is only looked at, of exercises and of analyses; a game that was
// loaded is kept once it is played on.
func TestOnlyGamesAreKept(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(countDatabases)}).ready()
	p.give("[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"1999.12.31\"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *")
	p.wait(shownPly + "5")
	p.press("#undo")
	p.press("#redo")
	p.press("#mode-analyse")
	p.plays("b:c2c4")
	if n := p.number("opened"); n != 0 {
		t.Errorf("the page has opened a database %g times, and nothing was played", n)
	}
	p.visits("learn/3", "The ban that mates") // Learn reads which mistakes are due
	p.must(p.Eval(game+".play('m:a1a8'), 1", nil))
	p.press("#mode-play")
	p.wait(shownPly + "6")
	p.plays("m:g1f3")
	p.listGames(1)
	p.rowSays(0, "Ann – Bob", "Unfinished", "6 bans and moves")
	p.must(p.Key(browser.Escape))
	p.wait(sharedPGN + ".includes('[Date \"1999.12.31\"]')")
}

// All games are exported as one PGN with names, dates and time controls; imported, they are
// the same games, and those that are there already are not added again.
func TestMyGamesAsPGN(t *testing.T) {
	p := open(t, visit{}).ready()
	first := p.twoGamesPlayed()
	for _, tag := range []string{`[TimeControl "180+3"]`, `[White "?"]`, `[Date "` + p.text("new Date().getFullYear()")} {
		p.wait(sharedPGN + ".includes(" + quote(tag) + ")")
	}
	p.listGames(2)
	dir := t.TempDir()
	p.must(p.Downloads(dir))
	p.press("#games-export")
	p.words("games-said", "Exported 2 games.")
	var pgn string
	for deadline := time.Now().Add(browser.Patience); !strings.Contains(pgn, "0-1\n"); {
		text, err := os.ReadFile(filepath.Join(dir, "ban-chess-games.pgn"))
		pgn = string(text)
		if time.Now().After(deadline) {
			t.Fatalf("the file has %q, %v", pgn, err)
		}
		p.frames(1)
	}
	for _, tag := range []string{`[White "You"]`, `[Black "Computer, level 1"]`, `[TimeControl "-"]`, `[TimeControl "180+3"]`, `[Result "1-0"]`, `[Result "0-1"]`} {
		if strings.Count(pgn, tag) != 1 {
			t.Errorf("the PGN has %d times %s:\n%s", strings.Count(pgn, tag), tag, pgn)
		}
	}

	p.importGames(pgn)
	p.words("games-said", "Imported 0 games. 2 games were here already.")
	p.gamesAre(2)

	q := open(t, visit{}).ready()
	q.listGames(0)
	q.words("games-said", "The games that you play here are kept in this browser and listed here.")
	q.importGames(pgn + "\n[White \"Ann\"]\n\n1. {banning: e2e4} e4 *\n")
	q.words("games-said", "Imported 2 games. 1 game cannot be read. ")
	q.wait("!/; try /.test(document.getElementById('games-said').textContent)")
	q.words("games-said", "e2–e4 is banned")
	q.gamesAre(2)
	q.rowSays(0, "Two players at this screen", "White wins: checkmate by ban", "· 3+3")
	q.rowSays(1, "Computer, level 1", "You lost by resignation")
	q.inRow(1, "open")
	q.wait(game + ".toJSON().actions.join(' ') === " + quote(first))
	q.listGames(2)
	q.must(q.Eval("window.arrayBuffer = Blob.prototype.arrayBuffer, Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError')), 1", nil))
	q.importGames("a folder")
	q.words("games-said", "games.pgn cannot be read. Is it a folder?")
	q.wait("document.getElementById('games-trouble').hidden")
	q.must(q.Eval("Blob.prototype.arrayBuffer = window.arrayBuffer, 1", nil))
	q.inRow(0, "open")
	q.wait(game + ".toJSON().actions.join(' ') === " + quote(mate))

	// A game of another program has no id, and is known again by its text. Its day has no time.
	const other = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2025.03.04\"]\n\n1. {banning: e2e4} d4 *\n"
	q.listGames(2)
	q.importGames(other)
	q.words("games-said", "Imported 1 game.")
	q.rowSays(2, "Ann – Bob", "4 Mar 2025 ·")
	q.importGames(other)
	q.words("games-said", "Imported 0 games. 1 game was here already.")
	q.gamesAre(3)

	// A game whose date nobody knows gets none, in the list or in a PGN.
	q.importGames("[White \"Cid\"]\n[Black \"Dora\"]\n[Date \"????.??.??\"]\n\n1. {banning: e2e4} d4 *\n")
	q.words("games-said", "Imported 1 game.")
	q.rowSays(3, "Cid – Dora", "2 bans and moves")
	if got := q.text(gameRows + "[3].textContent"); strings.Contains(got, "20") {
		t.Errorf("a game without a date is listed as %q", got)
	}
	q.inRow(3, "open")
	q.wait(game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	if got := q.text(sharedPGN); !strings.Contains(got, `[Date "????.??.??"]`) || strings.Contains(got, "[Time ") {
		t.Errorf("a game without a date has the PGN %s", got)
	}
}

// importGames imports a PGN into the list of games, which is open.
func (p player) importGames(pgn string) {
	p.t.Helper()
	p.wait("!document.getElementById('games-import').disabled")
	p.must(p.Eval(fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer(), input = document.getElementById("games-file");
		dataTransfer.items.add(new File([%s], "games.pgn"));
		input.files = dataTransfer.files;
		input.dispatchEvent(new Event("change"));
	})()`, quote(pgn)), nil))
}

// Chromium, which asks nobody, is asked once not to delete what is kept.
func TestMyGamesPersist(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(`window.persists = 0;
		StorageManager.prototype.persist = async () => { persists++; return true; };`)}).ready()
	p.plays(mate)
	p.listGames(1)
	p.must(p.Key(browser.Escape))
	p.newGame("against=friend")
	p.plays("b:e2e4 m:d2d4")
	p.listGames(2)
	p.wait("persists === 1")
}

// Where nothing can be stored the list says so, and the game goes on.
func TestMyGamesWithoutStorage(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"blocked": {`Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`, "This browser does not let the page store anything, so games are not kept here."},
		"full":    {`IDBObjectStore.prototype.put = function () { throw new DOMException("There is no room.", "QuotaExceededError"); };`, "This browser’s storage is full, so games are not kept here."},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, visit{wrap: gallery.Before(tt.script)}).ready()
			p.plays(mate)
			p.words("headline", "checkmate by ban")
			p.listGames(0)
			p.words("games-trouble", tt.want)
			p.importGames("1. {banning: e2e4} d4 *")
			p.words("games-trouble", tt.want)
			p.gamesAre(0)
		})
	}
}

// If the storage becomes full during an import, the list says how much was imported.
func TestImportFillsStorage(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(`{
		const {put} = IDBObjectStore.prototype;
		window.room = 150;
		IDBObjectStore.prototype.put = function (...args) {
			const {transaction} = this, request = put.apply(this, args);
			if (this.name === "games" && --room < 0) {
				Object.defineProperty(transaction, "error", {value: new DOMException("There is no room.", "QuotaExceededError")});
				transaction.abort();
			}
			return request;
		};
	}`)}).ready()
	p.listGames(0)
	var all strings.Builder
	for i := range 250 {
		fmt.Fprintf(&all, "[White \"Player %d.\"]\n\n1. {banning: e2e4} d4 *\n\n", i)
	}
	p.importGames(all.String())
	p.words("games-said", "Imported 100 games. This browser’s storage is full, so the rest of the file was not imported.")
	p.gamesAre(50)
	p.must(p.Eval("window.room = Infinity, 1", nil))
	p.importGames(all.String())
	p.words("games-said", "Imported 150 games. 100 games were here already.")
}

// A thousand games do not touch the start, which opens no database; the list draws as many
// as are looked at, and finds the others.
func TestThousandGames(t *testing.T) {
	p := open(t, visit{wrap: gallery.Before(countDatabases)}).ready()
	p.press("#begin-games")
	p.gamesAre(0)
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&all, "[White \"Player %d.\"]\n[Black \"Somebody\"]\n[Date \"2020.01.01\"]\n[Time \"%02d:%02d:00\"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *\n\n", i, i/60, i%60)
	}
	p.importGames(all.String())
	p.words("games-said", "Imported 1,000 games.")
	p.gamesAre(50)
	p.rowSays(0, "Player 999. – Somebody")
	if over := p.number("(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.getElementById('games'))"); over > 0 {
		t.Errorf("the dialog scrolls by %g px beside its list", over)
	}
	p.must(p.Key(browser.Escape))
	p.plays("b:e2e4")

	p.reload()
	p.plays("m:d2d4") // the first action opens it
	p.wait("opened === 1")
	p.reload()
	if n := p.number("opened"); n != 0 {
		t.Errorf("the start has opened a database %g times", n)
	}
	p.listGames(50)
	p.wait("opened === 1")
	p.words("games-said", "1,001 games")
	p.rowSays(0, "Two players at this screen")
	p.rowSays(49, "Player 951. – Somebody")
	p.press("#games-more")
	p.gamesAre(100)
	p.wait("document.activeElement === " + gameRows + "[50].querySelector('button')")
	p.fill("#games-search", "player 777.")
	p.gamesAre(1)
}

// What another tab has played is not lost to a tab that has an older copy of the game, or an older
// list: not when it only looks, when it takes back that it has deleted the game, or imports it.
func TestMyGamesInTwoTabs(t *testing.T) {
	here := open(t, visit{}).ready()
	here.plays("b:e2e4 m:d2d4")
	there := here.beside("")
	there.wait(shownPly + "3")
	here.plays("b:e7e5 m:d7d5")
	here.listGames(1)
	here.must(here.Key(browser.Escape))
	there.listGames(1)
	there.rowSays(0, "4 bans and moves")
	there.inRow(0, "delete")
	there.gamesAre(0)
	here.plays("b:c2c4")
	here.listGames(1)
	here.rowSays(0, "5 bans and moves")
	there.press("#games-undo")
	there.gamesAre(1)
	there.rowSays(0, "5 bans and moves")

	const given = "[GameId \"given\"]\n[White \"Ann\"]\n\n1. {banning: e2e4} d4 *\n"
	here.importGames(given)
	here.gamesAre(2)
	here.press("#games-list [data-game=given] [data-do=open]")
	here.wait(shownPly + "3")
	here.plays("b:e7e5")
	here.listGames(2)
	there.importGames(given)
	there.words("games-said", "Imported 0 games. 1 game was here already.")
	there.gamesAre(2)
	there.wait("document.querySelector('[data-game=given]').innerText.includes('3 bans and moves')")
}

// A database of a newer release is read, and what that has added stays.
func TestMyGamesOfNewerRelease(t *testing.T) {
	p := open(t, visit{}).ready()
	p.plays("b:e2e4 m:d2d4")
	p.listGames(1)
	p.must(p.Key(browser.Escape))
	const upgrade = `new Promise((done, fail) => {
		const request = indexedDB.open("banchess.games", 7);
		request.onupgradeneeded = () => request.result.createObjectStore("newer");
		request.onsuccess = () => done(request.result.close());
		request.onerror = () => fail(request.error);
	})`
	p.must(p.Eval(upgrade+".then(() => 1)", nil))
	p.reload()
	p.plays("b:e7e5")
	p.listGames(1)
	p.rowSays(0, "3 bans and moves")
	p.wait("indexedDB.databases().then((all) => all.some(({name, version}) => name === 'banchess.games' && version === 7))")
}
