//go:build js && wasm

package main

import (
	_ "embed"
	"strings"
	"syscall/js"
	"testing"
)

//go:embed testdata/hostile.js
var hostile string

// script runs a function expression of JavaScript.
func script(code string, args ...any) js.Value {
	return js.Global().Get("Function").New("return (" + strings.TrimSpace(code) + ")").Invoke().Invoke(args...)
}

// newTest returns a module of its own for a test.
func newTest(t *testing.T) *module {
	t.Helper()
	m := newModule()
	return m
}

// check runs a script that returns a text, or a list of them, with what is wrong.
func check(t *testing.T, m *module, code string) {
	t.Helper()
	if got := script(code, m.object); got.Type() == js.TypeString && got.String() != "" {
		t.Error(got.String())
	}
}

func TestNothingEndsTheProgram(t *testing.T) {
	m := newTest(t)
	m.prepareBoard()
	got := script(hostile, m.object)
	faults := got.Get("faults")
	for i := range min(faults.Length(), 20) {
		t.Error(faults.Index(i).String())
	}
	if n := got.Get("calls").Int(); n < 51 {
		t.Errorf("only %d functions were tried", n)
	}
	if m.depth != 0 {
		t.Errorf("%d calls are still going on", m.depth)
	}
}

// TestMatingGame plays the shortest known checkmate by ban.
func TestMatingGame(t *testing.T) {
	check(t, newTest(t), `(banchess) => {
		const g = banchess.newGame({actions: "b:a2a3 m:e2e4 b:a7a6 m:h7h6 b:a2a3 m:d1f3 b:a7a6 m:h6h5 b:a2a3 m:f3f7".split(" ")});
		const legal = JSON.stringify(g.getLegalActions());
		if (legal !== '[{"ban":{"from":"e8","to":"f7"}}]') return legal;
		const r = g.play({ban: {from: "e8", to: "f7"}});
		if (!r.success || r.san !== "e8f7#" || !r.flags.checkmate || "checkmate" in r || !r.flags.banCausedCheckmate || r.flags.stalemate || !r.newFen.endsWith(" 12:e8f7#")) return JSON.stringify(r);
		if (g.result().text !== "White wins: checkmate by ban" || g.result().winner !== "white" || g.result().token !== "1-0") return JSON.stringify(g.result());
		if (g.getLegalActions().length || !g.gameOver() || !g.inCheckmate()) return "goes on";
		if (g.play("m:a7a6").code !== "game_over") return "played on";
		const h = banchess.newGame({pgn: g.pgn()});
		if (h.fen() !== g.fen()) return g.pgn();
		const entry = g.history().at(-1);
		if (entry.ply !== 11 || entry.player !== "white" || entry.actionType !== "ban" || entry.action.from !== "e8" || entry.bannedMove.to !== "f7") return JSON.stringify(entry);
	}`)
}

// TestErrorsSayWhere shows what an error object holds.
func TestErrorsSayWhere(t *testing.T) {
	check(t, newTest(t), `(banchess) => {
		const pgn = banchess.newGame({pgn: "1. {banning: e2e4} d4\n {banning: e7e5} Nh7"});
		if (pgn.success !== false || pgn.line !== 2 || !pgn.column || !pgn.token || pgn.ply !== 4 || !pgn.code || !pgn.hint) return JSON.stringify(pgn);
		const fen = banchess.newGame({fen: "8/8/8/8/8/8/8/8 x KQ e9 0 1 1"});
		if (fen.code !== "bad_fen" || fen.faults.length < 2) return JSON.stringify(fen);
		if (banchess.newGame({fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}).code !== "standard_fen") return "six fields";
		if (banchess.newGame({position: "x"}).code !== "bad_option") return "unknown option";
		if (banchess.newGame({actions: ["b:e2e4", "m:e2e4"]}).code !== "banned") return "illegal actions";
		if (banchess.newGame({actions: ["b:e2e4", "m:e2e4"]}).ply !== 2) return "ply of an illegal action";
	}`)
}

// TestLoadIsAtomic has a failed load change nothing.
func TestLoadIsAtomic(t *testing.T) {
	check(t, newTest(t), `(banchess) => {
		const g = banchess.newGame({actions: ["b:e2e4", "m:d2d4"]});
		const before = JSON.stringify(g.record());
		for (const bad of [{fen: "x"}, {pgn: "1. {banning: e2e4} Ke5"}, {actions: ["b:e2e4", "m:e2e4"]}, {wrong: 1}, {actions: [1]}]) {
			if (g.load(bad).success !== false || JSON.stringify(g.record()) !== before) return JSON.stringify(bad);
		}
		g.resign("white");
		const copy = banchess.newGame(g.record());
		if (copy.result().text !== "Black wins: resignation" || JSON.stringify(copy.record()) !== JSON.stringify(g.record())) return JSON.stringify(g.record());
		for (const end of ["timeout", "agreement", "resignation", "timeout_insufficient_material"]) {
			const fen = end.endsWith("material") ? "8/8/4k3/8/8/4K3/P7/8 w - - 0 1 1" : banchess.newGame().fen();
			const r = banchess.newGame({fen, ended: end, ...(end === "timeout" || end === "resignation" ? {winner: "black"} : {})});
			if (r.success === false || r.result().reason !== end) return end + ": " + JSON.stringify(r);
		}
		if (g.load({}).success !== true || g.getPly() !== 1) return "load of nothing";
	}`)
}

// TestEvents has listeners told in one order, whatever they do.
func TestEvents(t *testing.T) {
	check(t, newTest(t), `(banchess) => {
		const seen = [], late = [];
		const quiet = console.error; console.error = () => {};
		const end = banchess.subscribe((e) => { seen.push(e.type + (e.action ?? "")); if (e.action === "b:e2e4") banchess.game.play("m:d2d4"); });
		const failing = banchess.subscribe(() => { throw new Error("no"); });
		banchess.subscribe((e) => late.push(e.type + (e.action ?? "")));
		const answer = banchess.play("b:e2e4");
		console.error = quiet;
		if (answer.san !== "e2e4") return JSON.stringify(answer);
		banchess.play("b:e2e4");
		failing();
		banchess.game.undo();
		end(); end();
		banchess.game.redo();
		banchess.newGame().play("b:e2e4");
		if (seen.join() !== "actionb:e2e4,actionm:d2d4,change") return seen.join();
		if (late.join() !== "actionb:e2e4,actionm:d2d4,change,change") return late.join();
	}`)
}

// TestGamesShareTheirMethods: a game has no function of its own.
func TestGamesShareTheirMethods(t *testing.T) {
	m := newTest(t)
	check(t, m, `(banchess) => {
		const a = banchess.newGame(), b = banchess.newGame(), c = a.clone();
		if (a.play !== b.play || a.play !== c.play || a.play !== banchess.game.play) return "not shared";
		if (Object.keys(a).length) return Object.keys(a).join();
		c.play("b:e2e4");
		if (a.getPly() !== 1 || c.getPly() !== 2) return "a copy is not apart";
		if (new Proxy(c, {}).getPly() !== 2) return "a proxied game does not work";
	}`)
	before := len(m.all)
	script(`(banchess) => { for (let i = 0; i < 1000; i++) { const g = banchess.newGame(); g.play("b:e2e4"); g.free(); } banchess.game.free(); }`, m.object)
	if len(m.all) != before {
		t.Errorf("%d games are left of 1000 freed ones", len(m.all)-before)
	}
}
