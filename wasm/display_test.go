//go:build js && wasm && !core

package main

import (
	"syscall/js"
	"testing"

	"github.com/banchess/banchess/wasm/board"
)

// prepareBoard makes banchess.board without a screen to draw on.
func (m *module) prepareBoard() {
	m.makeBoard()
	m.board.Resize(800, 800, 1)
}

// newBoardTest returns a module with a board without animation.
func newBoardTest(t *testing.T) *module {
	t.Helper()
	m := newTest(t)
	m.prepareBoard()
	return m
}

// TestBoardPlays clicks through a ban, a refused and a played move.
func TestBoardPlays(t *testing.T) {
	check(t, newBoardTest(t), `(banchess) => {
		const {board, game} = banchess, seen = [];
		banchess.subscribe((e) => seen.push(e));
		const tap = (...squares) => squares.forEach((s) => board.tap(s));
		tap("e7");
		if (seen.length !== 1 || seen[0].type !== "refused" || seen[0].code !== "illegal_ban" || seen[0].from !== "e7" || seen[0].to !== null) return JSON.stringify(seen);
		if (!seen[0].error.includes("Black's")) return seen[0].error;
		tap("e2");
		if (board.state().selected !== "e2" || board.state().targets.sort().join() !== "e3,e4") return JSON.stringify(board.state());
		tap("e4");
		if (game.fen().split(" ")[6] !== "2:e2e4") return game.fen();
		const played = seen.find((e) => e.type === "action");
		if (played.action !== "b:e2e4" || played.source !== "board") return JSON.stringify(played);
		tap("e2", "e4");
		const refused = seen.at(-1);
		if (refused.type !== "refused" || refused.code !== "banned" || refused.from !== "e2" || refused.to !== "e4") return JSON.stringify(refused);
		tap("e3");
		if (game.getPly() !== 3) return game.fen();
		game.undo(); game.undo();
		if (game.getPly() !== 1) return game.fen();
	}`)
}

// TestBoardPremoves chooses actions before the turn comes.
func TestBoardPremoves(t *testing.T) {
	check(t, newBoardTest(t), `(banchess) => {
		const {board, game} = banchess, seen = [];
		game.play("b:e2e4");
		banchess.subscribe((e) => e.type !== "select" && seen.push([e.type, e.action].join(" ")));
		const tap = (...squares) => { seen.length = 0; squares.forEach((s) => board.tap(s)); return seen.join(); };
		if (board.setPremoves(["b:e7e5", "b:e7e6", "b:d7d5"]).success !== true) return "bans";
		if (tap("e7") || board.state().targets.sort().join() !== "e5,e6") return JSON.stringify(board.state());
		if (tap("e5") !== "premove b:e7e5" || game.getPly() !== 2) return seen + " " + game.fen();
		if (tap("e2") !== "premove " || tap("h5") !== "premove " || tap("e7", "h5") !== "") return seen.join();
		board.setPremoves(["m:d2d4", "m:a2a8q", "m:a2a8n"]);
		if (tap("d2", "d4") !== "premove m:d2d4") return seen.join();
		if (tap("a2", "a8") !== "promotion " || board.key("n") !== true || seen.at(-1) !== "premove m:a2a8n") return seen.join();
		board.setPremoves([]);
		if (tap("d2") !== "premove " || board.state().selected !== null) return seen.join();
		for (const [bad, code] of [[7, "bad_argument"], [[7], "bad_bcn"], [["e2e4"], "bad_bcn"], [{}, "bad_option"]]) {
			if (board.setPremoves(bad).code !== code) return JSON.stringify([bad, board.setPremoves(bad)]);
		}
		tap("d2");
		if (board.setPremoves(null).success !== true || tap("d2", "d4") !== "action m:d2d4" || game.getPly() !== 3) return seen + " " + game.fen();
	}`)
}

// TestBoardPromotes opens the chooser, leaves it, and promotes.
func TestBoardPromotes(t *testing.T) {
	check(t, newBoardTest(t), `(banchess) => {
		const {board, game} = banchess;
		game.load({fen: "8/P6k/8/8/8/8/7K/8 w - - 0 1 2"});
		board.tap("a7"); board.tap("a8");
		const chooser = board.state().promotion;
		if (chooser?.square !== "a8" || chooser.roles.map((r) => r.role).sort().join("") !== "bnqr" || !(chooser.roles[0].width > 0)) return JSON.stringify(board.state());
		if (board.key("Tab") !== false || board.key("Escape") !== true || board.state().promotion !== null || game.getPly() !== 2) return "Escape";
		board.tap("a7"); board.tap("a8");
		if (board.key("n") !== true) return "n";
		if (game.getLastActionSerialized() !== "m:a7a8n") return game.getLastActionSerialized();
	}`)
}

func TestBoardOptions(t *testing.T) {
	check(t, newBoardTest(t), `(banchess) => {
		const {board} = banchess;
		const set = {orientation: "black", theme: "slate", pieces: "contrast", coordinates: false, animation: 0, readonly: true, drawing: false, background: "#102030"};
		if (board.configure(set).success !== true) return JSON.stringify(board.configure(set));
		const all = board.options();
		for (const k in set) if (all[k] !== set[k]) return k + ": " + all[k];
		for (const bad of [{theme: "x"}, {pieces: "x"}, {orientation: 1}, {animation: -1}, {animation: NaN, theme: "wood"}, {background: "red"}, {colour: "x"}, {coordinates: false, theme: "x"}]) {
			if (bad.animation !== bad.animation) continue; // NaN is null as plain data, and says nothing
			if (board.configure(bad).code !== "bad_option") return JSON.stringify(bad);
		}
		if (board.configure({background: "transparent"}).success !== true || board.options().background !== "transparent") return "transparent";
		const r = board.squareRect("a1");
		if (r.width !== 100 || r.x !== 700 || r.y !== 0) return JSON.stringify(r);
		if (board.setArrows([{from: "e2", to: "e4", kind: "hint-ban"}]).success !== true) return "arrows";
		if (board.setArrows([{from: "e2", to: "e4", kind: "x"}]).success !== false) return "bad arrow";
		if (JSON.stringify(board.state().arrows.map(({from, to, kind}) => [from, to, kind])) !== '[["e2","e4","hint-ban"]]') return JSON.stringify(board.state().arrows);
		const ranked = [{from: "e2", to: "e4", kind: "hint-ban", rank: 0}, {from: "d2", to: "d4", kind: "hint-move", rank: 7}];
		if (board.setArrows(ranked).success !== true || board.state().arrows.map(({rank}) => rank).join() !== "0,7") return JSON.stringify(board.state().arrows);
		for (const rank of [-1, 0.5, "1"]) {
			if (board.setArrows([{...ranked[0], rank}]).code !== "bad_argument") return "rank " + rank;
		}
		for (const kind of ["premove", "preban"]) {
			if (board.setArrows([{...ranked[0], kind}]).success !== true || board.state().arrows[0].kind !== kind) return kind;
		}
		if (board.setArrows([]).success !== true || board.state().arrows.length !== 0) return "no arrows";
		const drawings = [{color: "red", from: "e2", to: "e4"}, {color: "blue", from: "d4"}];
		if (board.setDrawings(drawings).success !== true || JSON.stringify(board.state().drawings.map(({color, from, to}) => ({color, from, to}))) !== JSON.stringify(drawings)) return JSON.stringify(board.state().drawings);
		for (const bad of [[{color: "x", from: "e2"}], [{color: "red", from: "e9"}], [{color: "red", from: "e2", to: "e2"}], [{color: "red", from: "e2", to: "x"}], {}, 7, Array(501).fill(drawings[1])]) {
			if (board.setDrawings(bad).code !== "bad_argument") return JSON.stringify(bad);
		}
		banchess.game.play("b:e2e4");
		if (board.state().drawings.length !== 0) return "what was drawn about another position";
	}`)
}

// TestRulesOutliveTheScreen rejects ready and goes on.
func TestRulesOutliveTheScreen(t *testing.T) {
	m := newBoardTest(t)
	done := make(chan string, 1)
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- args[0].Get("code").String()
		return nil
	})
	defer take.Release()
	m.object.Get("board").Get("ready").Call("catch", take)
	m.board.failed.Invoke(m.boardError(board.ErrNoWebGL))
	if code := <-done; code != "no_webgl" {
		t.Errorf("rejected with %q", code)
	}
	check(t, m, `(banchess) => banchess.play("b:e2e4").success ? "" : "the rules are gone"`)
}
