package torture

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/banchess/banchess/scripts/e2e"
	"github.com/banchess/banchess/scripts/gallery"
)

// torturedSite serves the site to one browser. It stores the faults of the network, the
// storage and the clock, which also apply to a page that is reloaded.
type torturedSite struct {
	server  *httptest.Server
	address string

	mu      sync.Mutex
	down    bool
	step    int             // the user's step
	refused map[string]int  // the last step of each URL that was requested while the network was down
	blocked map[string]bool // names of storages
	shift   float64         // the shift of the system's clock, in milliseconds
}

func newTorturedSite() *torturedSite {
	s := &torturedSite{refused: map[string]int{}, blocked: map[string]bool{}}
	s.server = httptest.NewServer(s)
	s.address = s.server.URL + e2e.Prefix
	return s
}

func (s *torturedSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	down, script := s.down, s.script()
	if down {
		s.refused[s.server.URL+r.URL.Path] = s.step
	}
	s.mu.Unlock()
	if down {
		panic(http.ErrAbortHandler) // closes the connection without an answer
	}
	w.Header().Set("Cache-Control", "no-store") // the script is different each time
	gallery.Before(script)(e2e.Files).ServeHTTP(w, r)
}

func (s *torturedSite) host() string { return strings.TrimPrefix(s.server.URL, "http://") }

// does changes the faults.
func (s *torturedSite) does(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *torturedSite) isDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

// excused is the number of steps for which a refusal excuses messages in the console.
const excused = 5

// refusedIn reports whether a problem of the page is a request that was refused at most a
// few steps ago.
func (s *torturedSite) refusedIn(problem string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, url, ok := strings.Cut(problem, "net::ERR_")
	if _, url, _ = strings.Cut(url, " "); !ok {
		return false
	}
	url, _, _ = strings.Cut(url, "?")
	url, _, _ = strings.Cut(url, "#")
	at, ok := s.refused[strings.TrimSpace(url)]
	return ok && s.step-at <= excused
}

// script returns the script that runs in the page before its own scripts.
func (s *torturedSite) script() string {
	var blocked []string
	for name := range s.blocked {
		blocked = append(blocked, name)
	}
	list, _ := json.Marshal(blocked) // names
	return fmt.Sprintf("const torture = (%s)(%s ?? [], %g);", instruments, list, s.shift)
}

// instruments can kill workers, block storage and move the clock, keep links from leaving
// the page, and report the page's game and its stored form.
const instruments = `((blockedNames, shift) => {
	const JUNK = ` + junkTexts + `;
	const GAME = "banchess.game", CLOCK = "banchess.clock";
	const workers = new Set(), Real = Worker;
	window.Worker = class extends Real {
		constructor(...args) { super(...args); workers.add(this); }
		terminate() { workers.delete(this); super.terminate(); }
	};
	addEventListener("click", (event) => {
		const link = event.target.closest?.("a[href]");
		if (link && (link.origin !== location.origin || link.pathname !== location.pathname || link.target || !link.hash)) event.preventDefault();
	}, true);

	const realNow = Date.now, sinceLoad = performance.now.bind(performance);
	const clock = {shift, slept: 0};
	Date.now = () => realNow() + clock.shift;
	performance.now = () => sinceLoad() + clock.slept;

	// The values that the page wrote last, by storage and key, if it could; also before this tab was reloaded.
	const NAMES = ["sessionStorage", "localStorage"];
	const real = Object.fromEntries(NAMES.map((name) => [name, window[name]]));
	const blocked = new Set(blockedNames);
	const had = (() => { try { return JSON.parse(window.name) ?? {}; } catch { return {}; } })();
	window.name = "";
	const written = Object.fromEntries(NAMES.map((name) => [name, Object.fromEntries((had[name] ?? []).map((key) => [key, real[name].getItem(key)]))]));
	const isWritten = (name, key) => !blocked.has(name) && key in written[name] && real[name].getItem(key) === written[name][key];
	for (const name of NAMES) {
		Object.defineProperty(window, name, {configurable: true, get() {
			if (!blocked.has(name)) return real[name];
			written[name] = {}; // it could not be written
			throw new DOMException("Access is denied for this document.", "SecurityError");
		}});
	}
	const {setItem} = Storage.prototype;
	Storage.prototype.setItem = function (key, value) {
		const name = NAMES.find((name) => real[name] === this);
		delete written[name][key];
		setItem.call(this, key, value);
		written[name][key] = String(value);
	};

	// The value that a reload would read by a key, and whether it is the one that was written last.
	const stored = (key) => {
		for (const name of NAMES) {
			const text = blocked.has(name) ? null : real[name].getItem(key);
			if (text !== null && !JUNK.includes(text)) return {value: JSON.parse(text), trusted: isWritten(name, key)};
		}
		return {value: null, trusted: false};
	};
	const clockIn = ({value, trusted}) => {
		if (!trusted || !value?.base) return null;
		const left = (side) => Math.max(0, value[side] - (value.running === side ? performance.now() - value.since : 0));
		return {Base: value.base, Increment: value.increment, White: left("white"), Black: left("black")};
	};
	const recordIn = ({fen, tags, start, nodes, ...end}) => {
		const paths = [""], kept = {}, outcomes = {}, main = [0];
		const keep = (path, {ended, winner, ...rest}) => {
			kept[path] = rest;
			if (ended) outcomes[path] = {ended, winner};
		};
		keep("", start ?? {});
		nodes.forEach(({parent, action, ...rest}, i) => {
			paths.push((paths[parent ?? i] + " " + action).trim());
			keep(paths[i + 1], rest);
			if ((parent ?? i) === main.at(-1)) main.push(i + 1);
		});
		if (end.ended) outcomes[paths[main.at(-1)]] = {ended: end.ended, winner: end.winner}; // of the main line
		return {Start: fen, Nodes: kept, Tags: tags ?? {}, Outcomes: outcomes};
	};
	const loadedClock = clockIn(stored(CLOCK)), loadedAt = realNow(); // when this page was loaded
	const snapshot = () => {
		const board = document.getElementById("board"), {mode} = document.body.dataset;
		const kept = {Away: /^#(learn|puzzle)/.test(location.hash), LoadedClock: loadedClock, Clock: clockIn(stored(CLOCK)), At: realNow(), LoadedAt: loadedAt};
		kept.Clocks = mode === "play" && !kept.Away ? document.querySelectorAll(".clock:not([hidden])").length : 0;
		try {
			const {fen, actions} = board.game.toJSON();
			Object.assign(kept, {Shown: true, FEN: fen, Line: actions.join(" ")});
			const computer = [...document.querySelectorAll(".who")].some((who) => who.textContent.startsWith("Computer, level"));
			kept.Engine = !kept.Away && (mode === "analyse" ? document.getElementById("engine")?.checked === true : computer && !board.game.result().over);
		} catch {}
		const {value, trusted} = stored(GAME);
		if (trusted) Object.assign(kept, {Stored: true}, recordIn(value.record));
		kept.In = Object.fromEntries(NAMES.map((name) => {
			const Written = isWritten(name, GAME), has = Written && recordIn(JSON.parse(written[name][GAME]).record);
			return [name, {Written, Has: Written && has.Start === kept.FEN && kept.Line in has.Nodes}];
		}));
		return kept;
	};

	return {
		real, blocked, clock, snapshot,
		killWorkers() {
			const killed = [...workers];
			for (const worker of killed) worker.terminate(), worker.dispatchEvent(new ErrorEvent("error", {message: "killed for the test", cancelable: true}));
			return killed.length;
		},
		hide(is) {
			Object.defineProperty(document, "hidden", {configurable: true, get: () => is});
			document.dispatchEvent(new Event("visibilitychange"));
		},
		corrupt(name, junk) {
			try {
				for (const key of ["game", "settings", "clock", "learn", "lesson", "stale"]) setItem.call(real[name], "banchess." + key, JUNK[junk]);
			} catch {} // the storage may be full
		},
		repairStorage() {
			blocked.clear();
			for (const name of NAMES) for (const key of Object.keys(real[name])) if (key.startsWith("other")) real[name].removeItem(key);
		},
		reload() {
			const before = snapshot();
			// When it is left, the page writes its clock to each storage that allows it.
			const willBe = (name, key) => isWritten(name, key) || key === CLOCK && before.Clock && !blocked.has(name);
			window.name = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, [GAME, CLOCK].filter((key) => willBe(name, key))])));
			this.leaving = true;
			setTimeout(() => location.reload());
			return before;
		},
	};
})`
