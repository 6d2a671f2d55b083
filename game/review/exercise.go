package review

import (
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/report"
)

// Exercise is a mistake of a game, as plain data.
type Exercise struct {
	ID     string // follows from the position alone, without its counters
	Game   string // the caller's name for the game
	FEN    string // the position
	Played game.Action
	Mark   report.Mark
	Best   game.Eval     // the value that the better action keeps, from White's side
	Better []game.Action // the line of the better action
	Text   string        // why it was a mistake
}

// idOf is the 64-bit FNV-1a hash of the board, the mover, castling, en passant, and "b" or
// the ban in force.
func idOf(p game.Position) string {
	phase := "b"
	if p.Phase() == game.PhaseMove {
		ban, _ := p.Ban()
		phase = ban.String()
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, strings.Join(append(strings.Fields(p.FEN())[:4], phase), " "))
	return strconv.FormatUint(h.Sum64(), 36)
}

// openingPlies is how many plies make the opening: ten moves of both sides with their bans.
const openingPlies = 40

// IsOpening reports whether the exercise is from the opening.
func (x *Exercise) IsOpening() bool {
	p, err := game.ParseFEN(x.FEN)
	return err == nil && p.Ply() <= openingPlies
}

// Find returns the exercises of one side, or of both for NoPlayer, in a tree into which a
// report was written. game is the name of the game that the exercises get.
func Find(t *game.Tree, name string, side game.Player) (all []Exercise) {
	var add func(n *game.Node)
	add = func(n *game.Node) {
		better := betterThan(n)
		for _, child := range n.Children() {
			if mark := markOf(child); mark != 0 && better != nil && child != better && n.Eval != nil && (side == game.NoPlayer || child.Player() == side) {
				x := Exercise{ID: idOf(child.Before), Game: name, FEN: child.Before.FEN(), Played: child.Action, Mark: mark, Best: *n.Eval, Text: child.Comment}
				for at := better; at != nil; at = at.Next() {
					x.Better = append(x.Better, at.Action)
				}
				all = append(all, x)
			}
			add(child)
		}
	}
	add(t.Root())
	return all
}

// markOf returns the mark of an action, 0 without one.
func markOf(n *game.Node) report.Mark {
	for _, mark := range report.Marks {
		if slices.Contains(n.NAGs, uint8(mark)) {
			return mark
		}
	}
	return 0
}

// betterThan returns what a report has found to be better after a node.
func betterThan(n *game.Node) *game.Node {
	for _, child := range n.Children() {
		if slices.Contains(child.NAGs, report.Better) {
			return child
		}
	}
	return nil
}
