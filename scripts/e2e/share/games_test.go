package share

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// countDatabases counts how often the page opens a database.
const countDatabases = `window.opened = 0;
	const {open} = IDBFactory.prototype;
	IDBFactory.prototype.open = function (...args) { opened++; return open.apply(this, args); };`

// A game that is played is kept: it is listed with the last game first, also after the page is
// loaded again, and is found, opened, deleted and brought back.
func TestMyGames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	first := p.TwoGamesPlayed()
	p.ListGames(2)
	p.Must(p.Key(browser.Escape))
	p.Reload()
	p.ListGames(2)
	p.RowSays(0, "Two players on this device", "White wins: checkmate by ban", "11 bans and moves", "· 3+3", "a2–a3 e4")
	p.RowSays(1, "Computer, level 1", "You lost by resignation", "as White", "5 bans and moves", p.Text("String(new Date().getFullYear())"))
	p.Words("games-said", "2 games")

	for search, found := range map[string]int{"computer": 1, "LOST resign": 1, "a2-a3 e4 qf3": 1, "a2a3 h6 qf3": 1, "level 1 checkmate": 0} {
		p.Fill("#games-search", search)
		p.GamesAre(found)
	}
	p.Fill("#games-search", "level ") // the space is kept until the next word is typed
	p.GamesAre(1)
	p.Must(p.Type("1"))
	p.Await("document.getElementById('games-search').value === 'level 1'")
	p.GamesAre(1)
	p.Must(p.Eval("(() => { const e = document.getElementById('games-search'); e.value = ''; e.dispatchEvent(new Event('input')); })()", nil))
	p.GamesAre(2)

	p.InRow(1, "open")
	p.Await("!document.getElementById('games').open")
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(first))
	p.Words("headline", "You lost by resignation")
	p.Words("notice", "Opened from your games.")
	p.Press("#restore") // what was on the board is one press away
	p.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(e2e.Mate))

	// To look at a game is not to change it.
	p.ListGames(2)
	p.InRow(0, "delete")
	p.GamesAre(1)
	p.Words("games-said", "Deleted: Two players on this device.")
	p.InRow(0, "delete")
	p.GamesAre(0)
	p.Await("document.activeElement.id === 'games-undo'")
	p.Must(p.Key(browser.Enter))
	p.GamesAre(1)
	p.RowSays(0, "Computer, level 1")
	p.Press("#games-undo")
	p.GamesAre(2)
	p.RowSays(0, "Two players on this device")
	p.Await("document.getElementById('games-undo').hidden")
	// Two presses at once bring back two.
	p.InRow(0, "delete")
	p.GamesAre(1)
	p.InRow(0, "delete")
	p.GamesAre(0)
	p.Must(p.Eval("(({click}) => (click.call(window.undo), click.call(undo)))(window.undo = document.getElementById('games-undo')), 1", nil))
	p.GamesAre(2)
	p.Await("document.getElementById('games-undo').hidden")
	p.InRow(1, "delete")
	p.GamesAre(1)
	p.Must(p.Key(browser.Escape))
	p.Reload()
	p.ListGames(1)
	p.RowSays(0, "Two players on this device")
}

// A game that is opened goes on where it was left, against the same opponent and as the
// same game, and is analysed.
func TestMyGameGoesOn(t *testing.T) {
	p := e2e.PlaysComputer(t)
	p.NewGame("against=friend")
	p.Plays(e2e.FirstActions(e2e.Mate, 2))
	p.Reload()
	p.ListGames(2)
	p.RowSays(1, "Unfinished", "5 bans and moves")
	p.InRow(1, "open")
	p.Await(e2e.ShownPly + "6")
	p.Await("[...document.querySelectorAll('.who')].some((who) => who.textContent.startsWith('Computer, level 1'))")
	p.PlaysFirst()
	p.PlaysFirst()
	p.Await(e2e.ShownPly + "10 && document.body.dataset.engine === 'off'")
	p.ListGames(2)
	p.RowSays(0, "2 bans and moves")
	p.RowSays(1, "9 bans and moves")
	p.InRow(0, "analyse")
	p.Await("document.body.dataset.mode === 'analyse' && " + e2e.ShownPly + "3")

	// An action that is added in Analyse belongs to the game.
	p.Plays("b:e7e5")
	p.ListGames(2)
	p.RowSays(0, "3 bans and moves")
}

// Nothing is kept of what is only looked at, of exercises and of analyses; a game that was
// loaded is kept once it is played on.
func TestOnlyGamesAreKept(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(countDatabases)}).Ready()
	p.Give("[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"1999.12.31\"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *")
	p.Await(e2e.ShownPly + "5")
	p.Press("#undo")
	p.Press("#redo")
	p.Press("#mode-analyse")
	p.Plays("b:c2c4")
	if n := p.Number("opened"); n != 0 {
		t.Errorf("the page has opened a database %g times, and nothing was played", n)
	}
	p.Visits("learn/3", "The ban that mates") // Learn reads which mistakes are due
	p.Must(p.Eval(e2e.Game+".play('m:a1a8'), 1", nil))
	p.Press("#mode-play")
	p.Await(e2e.ShownPly + "6")
	p.Plays("m:g1f3")
	p.ListGames(1)
	p.RowSays(0, "Ann – Bob", "Unfinished", "6 bans and moves")
	p.Must(p.Key(browser.Escape))
	p.Await(e2e.SharedPGN + ".includes('[Date \"1999.12.31\"]')")
}

// All games are exported as one PGN with names, dates and time controls; imported, they are
// the same games, and those that are there already are not added again.
func TestMyGamesAsPGN(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	first := p.TwoGamesPlayed()
	for _, tag := range []string{`[TimeControl "180+3"]`, `[White "?"]`, `[Date "` + p.Text("new Date().getFullYear()")} {
		p.Await(e2e.SharedPGN + ".includes(" + e2e.Quote(tag) + ")")
	}
	p.ListGames(2)
	dir := t.TempDir()
	p.Must(p.Downloads(dir))
	p.Press("#games-export")
	p.Words("games-said", "Exported 2 games.")
	var pgn string
	for deadline := time.Now().Add(browser.Patience); !strings.Contains(pgn, "0-1\n"); {
		text, err := os.ReadFile(filepath.Join(dir, "ban-chess-games.pgn"))
		pgn = string(text)
		if time.Now().After(deadline) {
			t.Fatalf("the file has %q, %v", pgn, err)
		}
		p.Frames(1)
	}
	for _, tag := range []string{`[White "You"]`, `[Black "Computer, level 1"]`, `[TimeControl "-"]`, `[TimeControl "180+3"]`, `[Result "1-0"]`, `[Result "0-1"]`} {
		if strings.Count(pgn, tag) != 1 {
			t.Errorf("the PGN has %d times %s:\n%s", strings.Count(pgn, tag), tag, pgn)
		}
	}

	p.ImportGames(pgn)
	p.Words("games-said", "Imported 0 games. 2 games were here already.")
	p.GamesAre(2)

	q := e2e.Open(t, e2e.Visit{}).Ready()
	q.ListGames(0)
	q.Words("games-said", "The games that you play are kept in this browser and listed here.")
	q.Await("!document.getElementById('games-search').checkVisibility()")
	q.ImportGames(pgn + "\n[White \"Ann\"]\n\n1. {banning: e2e4} e4 *\n")
	q.Words("games-said", "Imported 2 games. 1 game cannot be read. ")
	q.Await("!/; try /.test(document.getElementById('games-said').textContent)")
	q.Words("games-said", "e2–e4 is banned")
	q.GamesAre(2)
	q.RowSays(0, "Two players on this device", "White wins: checkmate by ban", "· 3+3")
	q.RowSays(1, "Computer, level 1", "You lost by resignation")
	q.InRow(1, "open")
	q.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(first))
	q.ListGames(2)
	q.Must(q.Eval("window.arrayBuffer = Blob.prototype.arrayBuffer, Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError')), 1", nil))
	q.ImportGames("a folder")
	q.Words("games-said", "games.pgn cannot be read. Is it a folder?")
	q.Await("document.getElementById('games-trouble').hidden")
	q.Must(q.Eval("Blob.prototype.arrayBuffer = window.arrayBuffer, 1", nil))
	q.InRow(0, "open")
	q.Await(e2e.Game + ".toJSON().actions.join(' ') === " + e2e.Quote(e2e.Mate))

	// A game of another program has no id, and is known again by its text. Its day has no time.
	const other = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2025.03.04\"]\n\n1. {banning: e2e4} d4 *\n"
	q.ListGames(2)
	q.ImportGames(other)
	q.Words("games-said", "Imported 1 game.")
	q.RowSays(2, "Ann – Bob", "4 Mar 2025 ·")
	q.ImportGames(other)
	q.Words("games-said", "Imported 0 games. 1 game was here already.")
	q.GamesAre(3)

	// A game whose date nobody knows gets none, in the list or in a PGN.
	q.ImportGames("[White \"Cid\"]\n[Black \"Dora\"]\n[Date \"????.??.??\"]\n\n1. {banning: e2e4} d4 *\n")
	q.Words("games-said", "Imported 1 game.")
	q.RowSays(3, "Cid – Dora", "2 bans and moves")
	if got := q.Text(e2e.GameRows + "[3].textContent"); strings.Contains(got, "20") {
		t.Errorf("a game without a date is listed as %q", got)
	}
	q.InRow(3, "open")
	q.Await(e2e.Game + ".toJSON().actions.join(' ') === 'b:e2e4 m:d2d4'")
	if got := q.Text(e2e.SharedPGN); !strings.Contains(got, `[Date "????.??.??"]`) || strings.Contains(got, "[Time ") {
		t.Errorf("a game without a date has the PGN %s", got)
	}
}

// Chromium, which asks nobody, is asked once not to delete what is kept.
func TestMyGamesPersist(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(`window.persists = 0;
		StorageManager.prototype.persist = async () => { persists++; return true; };`)}).Ready()
	p.Plays(e2e.Mate)
	p.ListGames(1)
	p.Must(p.Key(browser.Escape))
	p.NewGame("against=friend")
	p.Plays("b:e2e4 m:d2d4")
	p.ListGames(2)
	p.Await("persists === 1")
}

// Where nothing can be stored the list says so, and the game goes on.
func TestMyGamesWithoutStorage(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"blocked": {`Object.defineProperty(window, "indexedDB", {get() { throw new DOMException("Access is denied for this document.", "SecurityError"); }});`, "This browser does not let the page store anything, so games are not kept here."},
		"full":    {`IDBObjectStore.prototype.put = function () { throw new DOMException("There is no room.", "QuotaExceededError"); };`, "This browser’s storage is full, so games are not kept here."},
	} {
		t.Run(name, func(t *testing.T) {
			p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(tt.script)}).Ready()
			p.Plays(e2e.Mate)
			p.Words("headline", "checkmate by ban")
			p.Await("document.getElementById('unkept').checkVisibility()") // before the game is lost
			p.Words("unkept", strings.Replace(tt.want, "games are not kept here.", "this game is not in My games.", 1))
			p.ListGames(0)
			p.Words("games-trouble", tt.want)
			p.Await("document.getElementById('games-said').textContent === ''") // not that games are kept here
			p.ImportGames("1. {banning: e2e4} d4 *")
			p.Words("games-trouble", tt.want)
			p.GamesAre(0)
		})
	}
}

// If the storage becomes full during an import, the list says how much was imported.
func TestImportFillsStorage(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(`{
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
	}`)}).Ready()
	p.ListGames(0)
	var all strings.Builder
	for i := range 250 {
		fmt.Fprintf(&all, "[White \"Player %d.\"]\n\n1. {banning: e2e4} d4 *\n\n", i)
	}
	p.ImportGames(all.String())
	p.Words("games-said", "Imported 100 games. This browser’s storage is full, so the rest of the file was not imported.")
	p.GamesAre(50)
	p.Must(p.Eval("window.room = Infinity, 1", nil))
	p.ImportGames(all.String())
	p.Words("games-said", "Imported 150 games. 100 games were here already.")
}

// A thousand games do not touch the start, which opens no database; the list draws as many
// as are looked at, and finds the others.
func TestThousandGames(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{Wrap: gallery.Before(countDatabases)}).Ready()
	p.Press("#begin-games")
	p.GamesAre(0)
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&all, "[White \"Player %d.\"]\n[Black \"Somebody\"]\n[Date \"2020.01.01\"]\n[Time \"%02d:%02d:00\"]\n\n1. {banning: e2e4} d4 {banning: e7e5} d5 *\n\n", i, i/60, i%60)
	}
	p.ImportGames(all.String())
	p.Words("games-said", "Imported 1,000 games.")
	p.GamesAre(50)
	p.RowSays(0, "Player 999. – Somebody")
	if over := p.Number("(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.getElementById('games'))"); over > 0 {
		t.Errorf("the dialog scrolls by %g px beside its list", over)
	}
	p.Must(p.Key(browser.Escape))
	p.Plays("b:e2e4")

	p.Reload()
	p.Plays("m:d2d4") // the first action opens it
	p.Await("opened === 1")
	p.Reload()
	if n := p.Number("opened"); n != 0 {
		t.Errorf("the start has opened a database %g times", n)
	}
	p.ListGames(50)
	p.Await("opened === 1")
	p.Words("games-said", "1,001 games")
	p.RowSays(0, "Two players on this device")
	p.RowSays(49, "Player 951. – Somebody")
	p.Press("#games-more")
	p.GamesAre(100)
	p.Await("document.activeElement === " + e2e.GameRows + "[50].querySelector('button')")
	p.Fill("#games-search", "player 777.")
	p.GamesAre(1)
}

// What another tab has played is not lost to a tab that has an older copy of the game, or an older
// list: not when it only looks, when it takes back that it has deleted the game, or imports it.
func TestMyGamesInTwoTabs(t *testing.T) {
	here := e2e.Open(t, e2e.Visit{}).Ready()
	here.Plays("b:e2e4 m:d2d4")
	there := here.OpenBeside("")
	there.Await(e2e.ShownPly + "3")
	here.Plays("b:e7e5 m:d7d5")
	here.ListGames(1)
	here.Must(here.Key(browser.Escape))
	there.ListGames(1)
	there.RowSays(0, "4 bans and moves")
	there.InRow(0, "delete")
	there.GamesAre(0)
	here.Plays("b:c2c4")
	here.ListGames(1)
	here.RowSays(0, "5 bans and moves")
	there.Press("#games-undo")
	there.GamesAre(1)
	there.RowSays(0, "5 bans and moves")

	const given = "[GameId \"given\"]\n[White \"Ann\"]\n\n1. {banning: e2e4} d4 *\n"
	here.ImportGames(given)
	here.GamesAre(2)
	here.Press("#games-list [data-game=given] [data-do=open]")
	here.Await(e2e.ShownPly + "3")
	here.Plays("b:e7e5")
	here.ListGames(2)
	there.ImportGames(given)
	there.Words("games-said", "Imported 0 games. 1 game was here already.")
	there.GamesAre(2)
	there.Await("document.querySelector('[data-game=given]').innerText.includes('3 bans and moves')")
}

// A database of a newer release is read, and what that has added stays.
func TestMyGamesOfNewerRelease(t *testing.T) {
	p := e2e.Open(t, e2e.Visit{}).Ready()
	p.Plays("b:e2e4 m:d2d4")
	p.ListGames(1)
	p.Must(p.Key(browser.Escape))
	const upgrade = `new Promise((done, fail) => {
		const request = indexedDB.open("banchess.games", 7);
		request.onupgradeneeded = () => request.result.createObjectStore("newer");
		request.onsuccess = () => done(request.result.close());
		request.onerror = () => fail(request.error);
	})`
	p.Must(p.Eval(upgrade+".then(() => 1)", nil))
	p.Reload()
	p.Plays("b:e7e5")
	p.ListGames(1)
	p.RowSays(0, "3 bans and moves")
	p.Await("indexedDB.databases().then((all) => all.some(({name, version}) => name === 'banchess.games' && version === 7))")
}
