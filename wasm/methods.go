//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"

	"github.com/banchess/banchess/game"
)

func methods() []method[*heldGame] {
	ask := func(name string, answer func(g *game.Game) any) method[*heldGame] {
		return method[*heldGame]{name, func(_ *module, h *heldGame, _ call) (any, error) { return answer(h.Game), nil }}
	}
	return append([]method[*heldGame]{
		ask("getPly", func(g *game.Game) any { return int(g.Ply()) }),
		ask("getActivePlayer", func(g *game.Game) any { return g.ActivePlayer().String() }),
		ask("getActionType", func(g *game.Game) any { return g.Phase().String() }),
		ask("getLegalActions", func(g *game.Game) any { return actionList(g.LegalActions()) }),
		ask("legalActionDetails", func(g *game.Game) any { return detailedList(g) }),
		ask("inCheck", func(g *game.Game) any { return g.InCheck() }),
		ask("inCheckmate", func(g *game.Game) any { return g.Result().Reason.IsCheckmate() }),
		ask("gameOver", func(g *game.Game) any { return g.Over() }),
		ask("result", func(g *game.Game) any { return resultValue(g.Result()) }),

		ask("fen", func(g *game.Game) any { return g.FEN() }),
		ask("pgn", func(g *game.Game) any { return g.PGN() }),
		ask("movetext", func(g *game.Game) any { return g.Movetext() }),
		ask("ascii", func(g *game.Game) any { return g.ASCII() }),
		ask("history", func(g *game.Game) any { return historyList(g) }),
		ask("getActionLog", func(g *game.Game) any { return textList(g.ActionLog()) }),
		ask("getActionHistory", func(g *game.Game) any { return textList(g.BCN()) }),
		ask("getLastActionSerialized", lastAction),
		ask("getSyncState", func(g *game.Game) any { return syncValue(g) }),
		ask("comments", func(g *game.Game) any { return commentList(g) }),
		ask("record", func(g *game.Game) any { return recordOf(g) }),
		ask("getIndicatorConfig", func(g *game.Game) any {
			return indicatorValue{g.Indicators.PGN, g.Indicators.BCN, g.Indicators.SAN}
		}),

		{"parseInput", func(m *module, h *heldGame, c call) (any, error) {
			text, err := m.text(c.arg(0), "the action")
			if err != nil {
				return nil, err
			}
			a, err := parseInput(h.Position(), text)
			if err != nil {
				return nil, err
			}
			return a.String(), nil
		}},
		{"clone", func(m *module, h *heldGame, _ call) (any, error) { return m.wrap(m.add(h.Clone())), nil }},
		{"tree", func(m *module, h *heldGame, _ call) (any, error) { return m.wrapTree(game.NewTree(h.Game)), nil }},
		{"analyze", analyze},
	}, changes()...)
}

// parseInput reads an action as people write it; what begins as BCN is nothing else.
func parseInput(p game.Position, text string) (game.Action, error) {
	if strings.HasPrefix(text, "b:") || strings.HasPrefix(text, "m:") {
		return game.ParseAction(text)
	}
	return p.ParseInput(text)
}

func lastAction(g *game.Game) any {
	bcn := g.BCN()
	if len(bcn) == 0 {
		return js.Null()
	}
	return bcn[len(bcn)-1]
}

func success() jsonText { return jsonText(`{"success":true}`) }
