package gallery

import (
	"fmt"

	"github.com/banchess/banchess/scripts/browser"
)

const (
	// middle is a game with moves of both sides, a marked last move, a ban in force,
	// and a possible capture.
	middle = "b:e2e4 m:d2d4 b:d7d5 m:g8f6 b:c2c4 m:b1c3 b:d7d5 m:e7e6 b:e2e4 m:c1g5 b:f8b4 m:d7d5 " +
		"b:e2e3 m:g1f3 b:f8b4 m:f8e7 b:e2e3 m:g5f6 b:e7f6"

	// mate ends in checkmate by ban.
	mate = "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7 b:e8f7"

	// lost is a game that White lost, between two of the weaker levels.
	lost = "b:e2e3 m:e2e4 b:b8a6 m:e7e6 b:d1f3 m:f1b5 b:d8g5 m:a7a6 b:d1h5 m:b5f1 b:b7b6 m:f8c5 b:d1f3 m:d2d4 " +
		"b:c5f8 m:d8f6 b:d4c5 m:g1f3 b:c5f8 m:c5d4 b:d1d4 m:c2c3 b:d4c5 m:d4f2 b:e1f2 m:e1e2 b:f2b6 m:f2c5 " +
		"b:d1d3 m:c1e3 b:c5e3 m:f6g6 b:e3c5 m:e2f2 b:c5e3 m:g8h6 b:e3c5 m:f2g1 b:c5e3 m:h6g4 b:e3c5 m:d1e2 " +
		"b:c5e3 m:g6e4 b:e3c5 m:e2f2 b:e4e3 m:c5e3 b:f2e3 m:f1b5 b:e4b1 m:e3f2 b:g1f1"
)

var (
	dark       = browser.View{Width: 1280, Height: 800, Dark: true}
	phoneLying = browser.View{Width: 844, Height: 390, Ratio: 2, Touch: true}
	smallPhone = browser.View{Width: 320, Height: 568, Ratio: 2, Touch: true}
)

// setting makes a choice in the settings dialog.
func setting(name, value string) step {
	return run("%s", Choose(name, value))
}

// Choose returns JavaScript that makes a choice in the settings dialog, which it opens
// and closes. For a switch the value is empty.
func Choose(name, value string) string {
	if value != "" {
		value = "[value=" + value + "]"
	}
	return fmt.Sprintf(`(async () => {
		document.getElementById("settings-open").click();
		while (!document.getElementById("settings")?.open) await new Promise(requestAnimationFrame);
		document.querySelector("#settings [name=%s]%s").click();
		document.getElementById("settings").close();
	})()`, name, value)
}

// explored shows the opening explorer after the first turn.
var explored = []step{
	visited, load("b:e2e4 m:e2e3", 0), press("#mode-analyse"), press("#tab-explore"), wait("document.querySelector('#explore-rows [data-action]')"),
}

// Pictures are the states, those of a working page first.
var Pictures = []Picture{
	{Name: "first-visit", About: "the first of three steps", View: browser.Desktop, steps: []step{ready}},
	{Name: "opening-ban", About: "Black has a knight in hand, and where it could go", View: browser.Desktop, steps: []step{
		visited, against(3, "black"), run(board + ".tap('g1'), 1"),
	}},
	{Name: "new-game", About: "the dialog of a new game", View: browser.Desktop, steps: []step{
		visited, load(middle, 0), press("#new"), press("#new-form [name=timed][value=true]"),
	}},
	{Name: "analysis", About: "the engine at a ban, with arrows", View: browser.Desktop, Shown: true, steps: []step{
		visited, load(middle, 1), analysed(8),
	}},
	{Name: "report", About: "a lost game and what the engine says of it", View: browser.Desktop, Shown: true, steps: []step{
		visited, load(lost, 0), press("#mode-analyse"), press("#tab-report"), press("#report"), wait("document.body.dataset.report === 'done'"),
		run("document.querySelector('#moments [data-mark=blunder] button').click(), 1"),
	}},
	{Name: "lesson", About: "a lesson whose answer was wrong", View: browser.Desktop, Shown: true, steps: []step{
		visited, learn("learn/3"), run(board + ".game.play('m:a1a2'), 1"), wait("document.body.dataset.learn === 'refuted'"),
	}},
	{Name: "puzzle", About: "a puzzle that is solved, in the dark", View: dark, steps: []step{
		visited, learn("puzzle/zq82ztv"), run(board + ".game.play('b:d2f2'), 1"), wait("document.body.dataset.learn === 'done'"),
	}},
	{Name: "mistake", About: "a mistake of a game that is made again", View: browser.Desktop, steps: []step{
		visited, load(mate, 0), press("#mode-analyse"), press("#tab-report"), press("#report"), wait("document.body.dataset.report === 'done'"),
		press("#report-learn-black"), wait("document.body.dataset.learn === 'try'"),
		run(board + ".game.play('b:a2a4'), 1"), wait("document.body.dataset.learn === 'refuted'"),
	}},
	{Name: "phone-lesson", About: "a lesson on a phone", View: browser.Phone, steps: []step{visited, learn("learn/4")}},
	{Name: "phone-lying-puzzle", About: "a puzzle on a phone on its side", View: phoneLying, steps: []step{visited, learn("puzzle/zq82ztv")}},
	{Name: "small-phone-lesson", About: "a lesson on a small phone", View: smallPhone, steps: []step{visited, learn("learn/3")}},
	{Name: "win-by-ban", About: "a checkmate by ban", View: browser.Desktop, steps: []step{
		visited, against(5, "white"), load(mate, 0), wait("document.getElementById('status').dataset.phase === 'over'"),
	}},
	{Name: "phone-play", About: "a game on a phone", View: browser.Phone, steps: []step{
		visited, load(middle, 0),
	}},
	{Name: "phone-analysis", About: "the engine on a phone", View: browser.Phone, steps: []step{
		visited, load(middle, 1), analysed(8),
	}},
	{Name: "explorer", About: "the opening explorer", View: browser.Desktop, steps: explored},
	{Name: "explorer-dark", About: "the opening explorer in the dark", View: dark, steps: explored},
	{Name: "phone-explorer", About: "the opening explorer on a phone", View: browser.Phone, steps: explored},
	{Name: "small-phone-explorer", About: "the opening explorer on a small phone", View: smallPhone, steps: explored},
	{Name: "phone-lying-explorer", About: "the opening explorer on a phone on its side", View: phoneLying, steps: explored},
	{Name: "dark", About: "the engine at a ban, in the dark", View: dark, Shown: true, steps: []step{
		visited, load(middle, 1), analysed(8),
	}},
	{Name: "contrast", About: "board and pieces of high contrast", View: browser.Desktop, steps: []step{
		visited, load(middle, 0), setting("theme", "contrast"), setting("pieces", "contrast"), run(board + ".tap('d8'), 1"),
	}},
	{Name: "load-error", About: "nothing of the program can be loaded", View: browser.Desktop, Fault: true, wrap: Without(".wasm"), steps: []step{
		wait("document.body.dataset.boot === 'failed'"),
	}},
	{Name: "engine-failed", About: "the engine's worker dies", View: browser.Desktop, Fault: true, wrap: Instead("/worker.js", DeadWorker), steps: []step{
		visited, against(5, "white"), wait("document.body.dataset.engine === 'failed'"),
	}},

	{Name: "analysis-failed", About: "the same in the analysis", View: browser.Desktop, Fault: true, wrap: Instead("/worker.js", DeadWorker), steps: []step{
		visited, load(middle, 1), press("#mode-analyse"), press("#engine"), wait("document.body.dataset.analysis === 'failed'"),
	}},
	{Name: "no-webgl", About: "a browser without WebGL", View: browser.Desktop, Fault: true, flags: []string{"disable-3d-apis"}, steps: []step{
		wait("document.body.dataset.boot === 'text'"), load(middle, 0),
	}},
	{Name: "board-crashed", About: "the board's program crashed again and again", View: browser.Desktop, Fault: true, steps: []step{
		visited, load(middle, 0), run(CrashBoard + "(4)"), wait("document.body.dataset.boot === 'text'"),
	}},
	{Name: "no-wasm", About: "a browser without WebAssembly", View: browser.Desktop, Fault: true, flags: []string{"js-flags=--jitless"}, steps: []step{
		wait("document.body.dataset.boot === 'failed'"),
	}},
	{Name: "storage-full", About: "no room in the browser's storage", View: browser.Desktop, Fault: true, wrap: Before(StorageFull), steps: []step{
		ready, wait("document.getElementById('unkept').checkVisibility()"),
	}},
	{Name: "storage-blocked", About: "the browser keeps nothing", View: browser.Desktop, Fault: true, wrap: Before(StorageBlocked), steps: []step{
		ready, wait("document.getElementById('unkept').checkVisibility()"),
	}},
	{Name: "other-release", About: "a link of another release", View: browser.Desktop, Fault: true, steps: []step{
		visited, run("location.hash = '#99.abcdefgh', 1"), wait("document.getElementById('notice').dataset.code === 'other_release'"),
	}},
	{Name: "share", About: "the dialog that shares and loads", View: browser.Desktop, steps: []step{visited, load(middle, 0), press("#share-open"), wait("document.getElementById('share')?.open")}},
	{Name: "phone-lying", About: "a phone on its side", View: phoneLying, steps: []step{visited, load(middle, 0)}},
	{Name: "phone-small", About: "a small phone, with the engine", View: smallPhone, steps: []step{visited, load(middle, 1), analysed(6)}},
}
