package uci

import (
	"fmt"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
)

// Text writes an action as UCI does; a ban is its pair: "e2e4", "e7e8q". The zero Action
// is "(none)".
func Text(a game.Action) string {
	if !a.IsValid() {
		return "(none)"
	}
	return a.Pair().Promoting(a.Promotion()).String()
}

// ParseAction reads an action that is legal in a game: a ban if a ban is due, otherwise a
// move. The letter of a promotion after a ban is ignored.
func ParseAction(g *game.Game, s string) (game.Action, error) {
	m, err := game.ParseMove(s)
	if err != nil {
		return game.Action{}, err
	}
	a := game.MoveAction(m)
	if g.Phase() == game.PhaseBan {
		a = game.BanAction(m.Pair())
	}
	return a, g.Check(a)
}

// ParsePosition reads what follows the word position, startpos|fen <fen> [moves
// <action>…], and returns the game.
func ParsePosition(args []string) (*game.Game, error) {
	at := slices.Index(args, "moves")
	var actions []string
	if at >= 0 {
		args, actions = args[:at], args[at+1:]
	}
	g := game.New()
	switch {
	case len(args) == 1 && args[0] == "startpos":
	case len(args) > 1 && args[0] == "fen":
		read := game.ParseFEN
		if sixFields(args) {
			read = game.FromStandardFEN
		}
		start, err := read(strings.Join(args[1:], " "))
		if err != nil {
			return nil, err
		}
		g = game.NewFrom(start)
	default:
		return nil, fmt.Errorf("position wants: position startpos|fen <fen> [moves <action> ...]")
	}
	for i, text := range actions {
		a, err := ParseAction(g, text)
		if err == nil {
			err = g.Play(a)
		}
		if err != nil {
			return nil, fmt.Errorf("action %d, %q: %w", i+1, text, err)
		}
	}
	return g, nil
}

// sixFields says whether what follows the word position has a FEN of chess.
func sixFields(args []string) bool {
	if at := slices.Index(args, "moves"); at >= 0 {
		args = args[:at]
	}
	return len(args) == 7 && args[0] == "fen"
}

// sayPosition answers d: the board to look at, and its FEN.
func (s *server) sayPosition() {
	p := s.game.Position()
	s.say("%sFen: %s", p.ASCII(), s.game.FEN())
	c := p.Chess()
	s.say("Key: %016X", c.Key())
	phase := fmt.Sprintf("%s, %s %ss", p.Phase(), p.ActivePlayer().Name(), p.Phase())
	if ban, ok := p.Ban(); ok {
		phase += fmt.Sprintf(", %s is banned", ban)
	}
	if s.game.Over() {
		phase = fmt.Sprintf("the game is over (%s)", s.game.Result())
	}
	s.say("Phase: %s", phase)
}
