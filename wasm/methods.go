//go:build js && wasm

package main

import (
	"syscall/js"

	"github.com/banchess/banchess/game"
)

// method is one of a game's calls in JavaScript.
type method struct {
	name   string
	getter bool // a property that is read, not called
	do     func(m *module, h *heldGame, c call) (any, error)
}

// methods are the calls of a game. Their names and shapes are those that users
// of ban-chess.ts know.
func methods() []method {
	ask := func(name string, answer func(g *game.Game) any) method {
		return method{name, false, func(_ *module, h *heldGame, _ call) (any, error) { return answer(h.Game), nil }}
	}
	get := func(name string, answer func(g *game.Game) any) method {
		asked := ask(name, answer)
		asked.getter = true
		return asked
	}
	return append([]method{
		ask("getPly", func(g *game.Game) any { return int(g.Ply()) }),
		ask("getActivePlayer", func(g *game.Game) any { return g.ActivePlayer().String() }),
		ask("getActionType", func(g *game.Game) any { return g.Phase().String() }),
		ask("nextMoveColor", func(g *game.Game) any { return g.Mover().String() }),
		get("currentBannedMove", func(g *game.Game) any { ban, _ := g.Ban(); return pairOrNull(ban) }),
		get("turn", func(g *game.Game) any { return g.ActivePlayer().String() }),
		ask("getLegalActions", func(g *game.Game) any { return actionList(g.LegalActions()) }),
		{"legalActionsFrom", false, legalActionsFrom},
		{"isLegal", false, isLegal},
		{"check", false, checkAction},
		{"analyze", false, analyze},

		ask("fen", func(g *game.Game) any { return g.FEN() }),
		ask("pgn", func(g *game.Game) any { return g.PGN() }),
		ask("movetext", func(g *game.Game) any { return g.Movetext() }),
		ask("ascii", func(g *game.Game) any { return g.ASCII() }),
		ask("history", func(g *game.Game) any { return historyList(g) }),
		ask("getActionLog", func(g *game.Game) any { return textList(g.ActionLog()) }),
		ask("getActionHistory", func(g *game.Game) any { return textList(g.BCN()) }),
		ask("getLastActionSerialized", lastAction),
		ask("getSyncState", func(g *game.Game) any { return syncValue(g) }),
		ask("record", func(g *game.Game) any { return recordOf(g) }),
		ask("getIndicatorConfig", func(g *game.Game) any {
			return indicatorValue{g.Indicators.PGN, g.Indicators.BCN, g.Indicators.SAN}
		}),

		ask("inCheck", func(g *game.Game) any { return g.InCheck() }),
		ask("inCheckmate", func(g *game.Game) any { return g.Result().Reason.IsCheckmate() }),
		ask("inStalemate", func(g *game.Game) any { return g.Result().Reason.IsStalemate() }),
		ask("inDraw", func(g *game.Game) any { return g.Result().Draw() }),
		ask("inThreefoldRepetition", func(g *game.Game) any { return isRepeated(g) }),
		ask("insufficientMaterial", func(g *game.Game) any { return isInsufficient(g) }),
		ask("gameOver", func(g *game.Game) any { return g.Over() }),
		ask("result", func(g *game.Game) any { return resultValue(g.Result()) }),
		ask("canUndo", func(g *game.Game) any { return g.CanUndo() }),
		ask("canRedo", func(g *game.Game) any { return g.CanRedo() }),
		{"clone", false, func(m *module, h *heldGame, _ call) (any, error) { return m.wrap(m.add(h.Clone())), nil }},

		// The names that ban-chess.ts gave up for those above.
		ask("nextActionType", func(g *game.Game) any { return g.Phase().String() }),
		ask("currentPlayer", func(g *game.Game) any { return g.ActivePlayer().String() }),
		ask("legalMoves", func(g *game.Game) any { return squareList(g, game.PhaseMove) }),
		ask("legalBans", func(g *game.Game) any { return squareList(g, game.PhaseBan) }),
	}, changes()...)
}

func lastAction(g *game.Game) any {
	bcn := g.BCN()
	if len(bcn) == 0 {
		return js.Null()
	}
	return bcn[len(bcn)-1]
}

func legalActionsFrom(m *module, h *heldGame, c call) (any, error) {
	text, err := m.text(c.arg(0), "the square")
	if err != nil {
		return nil, err
	}
	from, err := game.ParseSquare(text)
	if err != nil {
		return nil, err
	}
	return actionList(h.LegalActionsFrom(from)), nil
}

// isLegal answers with a plain false also for what is no action at all.
func isLegal(m *module, h *heldGame, c call) (any, error) {
	a, err := m.action(c.arg(0))
	return err == nil && h.IsLegal(a), nil
}

// checkAction says why an action is not legal, or {success: true}.
func checkAction(m *module, h *heldGame, c call) (any, error) {
	a, err := m.action(c.arg(0))
	if err != nil {
		return nil, err
	}
	if err := h.Check(a); err != nil {
		return nil, err
	}
	return success(), nil
}

func success() jsonText { return jsonText(`{"success":true}`) }
