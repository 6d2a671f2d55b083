package torture

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"

	rules "github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/gametest"
	"github.com/banchess/banchess/scripts/browser"
	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// TestTortureStore plays, imports, deletes and opens games in two tabs of a browser, which may be
// reloaded at any moment and whose storage may be full. Every game that was listed is there, to the
// last action that was on the board then; nothing is half written; and the list shows what is stored.
func TestTortureStore(t *testing.T) {
	torturedPair(t, "store", func(ctx context.Context, p *pair, e extent) (int, error) {
		s := &stored{pair: p, games: map[string]string{}, last: map[string]*e2e.Tab{}}
		return s.round(ctx, e)
	})
}

const storeSteps, manyStoreSteps = 12, 40

// stored is a round with its two tabs.
type stored struct {
	*pair
	games  map[string]string   // the actions of the games that were listed
	last   map[string]*e2e.Tab // the tab that has played a game last
	given  []string            // PGNs that were imported
	isFull bool
}

func (s *stored) round(ctx context.Context, e extent) (count int, err error) {
	site := httptest.NewServer(gallery.Before(mayBeFull)(e2e.Files))
	defer site.Close()
	first, err := e2e.NewTab(e2e.Shared(), site.URL+e2e.Prefix, browser.Desktop)
	if err != nil {
		return 0, err
	}
	s.both[0] = e2e.Player{Tab: first, T: s.faults}
	second, err := first.Beside(site.URL+e2e.Prefix, browser.Desktop)
	if err != nil {
		return 0, err
	}
	s.both[1] = e2e.Player{Tab: second, T: s.faults}
	for _, tab := range s.both {
		tab.Ready()
	}
	order := s.r.Perm(len(storeDeeds))
	count, err = s.takeSteps(ctx, e, manyStoreSteps, storeSteps, func(i int) (string, string, func()) {
		deed := storeDeeds[s.r.IntN(len(storeDeeds))]
		if i < len(order) {
			deed = storeDeeds[order[i]]
		}
		n := s.r.IntN(len(s.both))
		return deed.name, fmt.Sprintf(" in %d", n), func() {
			s.both[n].Must(s.both[n].Run(cdppage.BringToFront()))
			deed.do(s, s.both[n])
		}
	})
	if err != nil {
		return count, err
	}
	s.fills(false)
	for _, tab := range s.both {
		tab.Must(tab.Run(cdppage.BringToFront()))
		s.acts(tab)
		if f := s.looks(tab); f.Trouble != "" {
			return count, fmt.Errorf("the storage has room, and the list says %q", f.Trouble)
		}
	}
	return count, nil
}

// storeDeeds are what may happen.
var storeDeeds = []struct {
	name string
	do   func(*stored, e2e.Player)
}{
	{"act", (*stored).acts},
	{"act and look", func(s *stored, p e2e.Player) { s.acts(p); s.looks(p) }},
	{"look", func(s *stored, p e2e.Player) { s.looks(p) }},
	{"new game", (*stored).begins},
	{"act and reload", func(s *stored, p e2e.Player) { s.acts(p); p.Reload() }},
	{"import", (*stored).imports},
	{"import and reload", (*stored).importsAndReloads},
	{"open", (*stored).opens},
	{"delete", (*stored).deletes},
	{"fill or empty the storage", func(s *stored, _ e2e.Player) { s.fills(!s.isFull) }},
}

// acts plays some actions of the game on the board, or of a new one if it is over.
func (s *stored) acts(p e2e.Player) {
	for range 1 + s.r.IntN(3) {
		if p.Text(e2e.Game+".result().over") == "true" {
			s.begins(p)
		}
		p.Must(p.Eval(fmt.Sprintf("((game) => { const legal = game.getLegalActions(); game.play(legal[%d %% legal.length]); })(%s)", s.r.IntN(1000), e2e.Game), nil))
	}
	// Another tab may have gone on with the game in another way. That of the last one is kept.
	id := p.Text(ownID)
	s.last[id] = p.Tab
	if listed, ok := s.games[id]; ok && !strings.HasPrefix(p.Actions()+" ", listed+" ") {
		delete(s.games, id)
		s.sum["forks"]++
	}
}

// ownID is JavaScript for the id of the game of a tab.
const ownID = `(JSON.parse(sessionStorage["banchess.game"] ?? "{}").begun?.id ?? "")`

func (s *stored) begins(p e2e.Player) { p.NewGame("against=friend", "timed=false") }

// mayBeFull lets the transactions of a page end as they do when the storage is full, in all tabs and
// after a reload: without what was written, and with an error.
const mayBeFull = `{
	const {put} = IDBObjectStore.prototype, {commit} = IDBTransaction.prototype;
	const ends = (transaction) => {
		try {
			Object.defineProperty(transaction, "error", {configurable: true, value: new DOMException("There is no room.", "QuotaExceededError")});
			transaction.abort();
		} catch { /* it has ended */ }
	};
	IDBObjectStore.prototype.put = function (...args) {
		const request = put.apply(this, args);
		if (localStorage["test.full"]) {
			this.transaction.isFull = true;
			Promise.resolve().then(() => ends(this.transaction));
		}
		return request;
	};
	IDBTransaction.prototype.commit = function () { this.isFull ? ends(this) : commit.call(this); };
}`

// fills fills the storage for games, or makes room.
func (s *stored) fills(isFull bool) {
	set := "delete localStorage['test.full'], 1"
	if isFull {
		set = "localStorage['test.full'] = 1"
	}
	s.both[0].Must(s.both[0].Eval(set, nil))
	s.isFull = isFull
}

// found is what the list shows, and what the database holds.
type found struct {
	Board   string // the id of the game on the board
	Actions string
	Trouble string
	Rows    []struct{ ID, Text string }
	Entries []struct {
		ID    string
		Plies int
	}
	Games map[string]string // the actions
}

// shows opens the list, and returns what it and the database have.
func (s *stored) shows(p e2e.Player) (f found) {
	p.Menu("#games-open")
	p.Await("document.getElementById('games')?.open && (document.getElementById('games-said').textContent !== '' || document.getElementById('games-trouble').checkVisibility())")
	return s.listed(p)
}

// listed returns what the open list and the database have, at a moment at which no other tab writes.
func (s *stored) listed(p e2e.Player) (f found) {
	p.Await("!document.getElementById('games-import').disabled")
	var text string
	p.Must(p.Eval(`(async () => {
		const database = await new Promise((done, fail) => { const request = indexedDB.open("banchess.games"); request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });
		const stores = database.objectStoreNames.contains("games") ? database.transaction(["entries", "games"]) : null;
		const all = (name, what) => new Promise((done) => { const request = stores?.objectStore(name)[what](); request ? request.onsuccess = () => done(request.result) : done([]); });
		const [entries, ids, games] = await Promise.all([all("entries", "getAll"), all("games", "getAllKeys"), all("games", "getAll")]);
		database.close();
		const line = (game) => JSON.parse(game).record.nodes.map(({action}) => action).join(" ");
		return JSON.stringify({
			Board: `+ownID+`, Actions: `+e2e.Game+`.toJSON().actions.join(" "), Trouble: document.getElementById("games-trouble").textContent,
			Rows: [...document.querySelectorAll("#games-list [data-game]")].map((row) => ({ID: row.dataset.game, Text: row.innerText})),
			Entries: entries.map(({id, plies}) => ({ID: id, Plies: plies})), Games: Object.fromEntries(ids.map((id, i) => [id, line(games[i])])),
		});
	})()`, &text))
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		s.faults.Fatal(err)
	}
	return f
}

// looks opens the list and checks what it shows. The game on the board is stored then, unless the
// storage is full.
func (s *stored) looks(p e2e.Player) found {
	f := s.shows(p)
	s.checks(f)
	switch {
	case f.Trouble == "" && f.Actions != "" && s.last[f.Board] == p.Tab:
		if got, ok := f.Games[f.Board]; !ok || got != f.Actions {
			s.faults.Fatalf("on the board is %s %q, and stored is %q, %v", f.Board, f.Actions, got, ok)
		}
		s.games[f.Board] = f.Actions
		s.sum["listed"]++
	case f.Trouble != "":
		s.sum["not stored, as it says"]++
	}
	s.closes(p)
	return f
}

func (s *stored) closes(p e2e.Player) {
	p.Press("#games .head button")
	p.Await("!document.getElementById('games').open")
	p.Await(e2e.HistoryIsFlat)
}

// checks compares what the list shows, what is stored, and what was listed before.
func (s *stored) checks(f found) {
	entries := map[string]int{}
	for _, e := range f.Entries {
		entries[e.ID] = e.Plies
	}
	if len(entries) != len(f.Games) {
		s.faults.Fatalf("there are %d entries and %d games: %v, %v", len(entries), len(f.Games), f.Entries, slices.Sorted(maps.Keys(f.Games)))
	}
	for id, actions := range f.Games {
		if plies, ok := entries[id]; !ok || plies != len(strings.Fields(actions)) {
			s.faults.Fatalf("%s has %q, and its entry says %d", id, actions, plies)
		}
	}
	if len(f.Rows) != min(len(entries), 50) {
		s.faults.Fatalf("the list has %d rows of %d games", len(f.Rows), len(entries))
	}
	for _, row := range f.Rows {
		if plies, ok := entries[row.ID]; !ok || plies > 1 && !strings.Contains(row.Text, fmt.Sprintf("%d bans and moves", plies)) {
			s.faults.Fatalf("a row of %s says %q, its entry %d, %v", row.ID, row.Text, plies, ok)
		}
	}
	for id, actions := range s.games {
		if got, ok := f.Games[id]; !ok || !strings.HasPrefix(got+" ", actions+" ") {
			s.faults.Fatalf("%s was listed with %q, and there is %q, %v", id, actions, got, ok)
		}
	}
}

// imports imports games, some of which are there already, or were, or have gone on since.
func (s *stored) imports(p e2e.Player) {
	s.shows(p)
	p.ImportGames(s.pgn())
	p.Await("/^Imported|were? here already/.test(document.getElementById('games-said').textContent) || document.getElementById('games-trouble').checkVisibility()")
	f := s.listed(p)
	s.checks(f)
	if f.Trouble == "" {
		for id, actions := range f.Games {
			if s.games[id] == "" && strings.HasPrefix(id, "given-") {
				s.games[id] = actions
			}
		}
	}
	s.closes(p)
}

func (s *stored) importsAndReloads(p e2e.Player) {
	s.shows(p)
	p.ImportGames(s.pgn())
	p.Must(p.Eval("window.before = true, setTimeout(() => location.reload()), 1", nil))
	p.Await("!window.before")
	p.Ready()
	s.looks(p)
}

func (s *stored) pgn() string {
	for range 1 + s.r.IntN(2) {
		g := rules.New()
		gametest.Play(s.r, g, 1+s.r.IntN(8))
		tree := rules.NewTree(g)
		_ = tree.Tags.SetAll(rules.Tag{Name: "GameId", Value: fmt.Sprintf("given-%d", len(s.given))}, rules.Tag{Name: "White", Value: "Ann"})
		s.given = append(s.given, tree.PGN())
	}
	some := slices.Clone(s.given)
	s.r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	return strings.Join(some[:1+s.r.IntN(len(some))], "\n")
}

// opens opens a game of the list, and goes on with it.
func (s *stored) opens(p e2e.Player) {
	f := s.shows(p)
	s.checks(f)
	if len(f.Rows) == 0 {
		s.closes(p)
		return
	}
	p.InRow(s.r.IntN(len(f.Rows)), "open")
	p.Await("!document.getElementById('games').open")
	p.Await(e2e.HistoryIsFlat)
}

// deletes deletes a game of the list, and mostly brings it back; meanwhile it may go on in the other
// tab.
func (s *stored) deletes(p e2e.Player) {
	f := s.shows(p)
	s.checks(f)
	if len(f.Rows) == 0 {
		s.closes(p)
		return
	}
	n := s.r.IntN(len(f.Rows))
	id := f.Rows[n].ID
	p.InRow(n, "delete")
	p.Await("/^Deleted/.test(document.getElementById('games-said').textContent) || document.getElementById('games-trouble').checkVisibility()")
	after := s.listed(p)
	before, wasListed := s.games[id]
	delete(s.games, id)
	if s.r.IntN(3) > 0 && after.Trouble == "" {
		other := s.both[0]
		if other.Tab == p.Tab {
			other = s.both[1]
		}
		if s.r.IntN(2) == 0 {
			other.Must(other.Run(cdppage.BringToFront()))
			s.acts(other)
			s.looks(other)
			p.Must(p.Run(cdppage.BringToFront()))
		}
		p.Press("#games-undo")
		p.Await("document.getElementById('games-said').textContent === 'The game is back.' || document.getElementById('games-trouble').checkVisibility()")
		last := s.listed(p)
		if last.Trouble == "" {
			if _, wentOn := s.games[id]; wasListed && !wentOn {
				s.games[id] = before
			}
			s.checks(last)
		}
	}
	s.closes(p)
}
