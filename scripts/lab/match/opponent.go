package match

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/puzzle"
	"github.com/banchess/banchess/game/uci"
)

// An opponent is a simple player, to measure the engine's weakest levels against. It
// chooses a legal action of a game that is not over.
type opponent func(g *game.Game, rng *rand.Rand) game.Action

// opponents are the simple players by name.
var opponents = map[string]opponent{"random": random, "greedy": greedy}

// random plays any action.
func random(g *game.Game, rng *rand.Rand) game.Action {
	actions := g.LegalActions()
	return actions[rng.IntN(len(actions))]
}

// greedy looks two actions ahead and counts pieces: at a ban ply, each ban and
// the best move it leaves; at a move ply, each move and its own best ban after it.
// Of equal actions it plays a random one.
func greedy(g *game.Game, rng *rand.Rand) game.Action {
	g = g.Clone()
	side := g.ActivePlayer()
	actions := g.AppendLegalActions(nil)
	rng.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	values := map[game.Action]int{}
	for _, a := range actions {
		values[a] = valueAfter(g, a, func() int {
			if g.Over() {
				return 2 * score(g, side) // counts more than a later end
			}
			var replies []int
			next := g.ActivePlayer()
			for _, reply := range g.AppendLegalActions(nil) {
				replies = append(replies, valueAfter(g, reply, func() int { return score(g, side) }))
			}
			if next == side {
				return slices.Max(replies)
			}
			return slices.Min(replies)
		})
	}
	return slices.MaxFunc(actions, func(x, y game.Action) int { return values[x] - values[y] })
}

// valueAfter returns a value of the game after a legal action.
func valueAfter(g *game.Game, a game.Action, value func() int) int {
	_ = g.Play(a)
	defer g.Undo()
	return value()
}

// score evaluates a game for a side as if no more actions were played.
func score(g *game.Game, side game.Player) int {
	const won = 1000
	switch r := g.Result(); {
	case r.Draw():
		return 0
	case r.Winner == side:
		return won
	case r.Over():
		return -won
	}
	p := g.Position().Chess()
	return puzzle.Balance(&p, side)
}

// Serve speaks as much UCI as a match needs for a simple player, until quit or the end of
// the input. Unknown commands are ignored.
func Serve(ctx context.Context, in io.Reader, out io.Writer, name string, seed uint64) error {
	player, ok := opponents[name]
	if !ok {
		return fmt.Errorf("no player %q", name)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	g := game.New()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && ctx.Err() == nil {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "uci":
			fmt.Fprintf(out, "id name %s\nuciok\n", name)
		case "isready":
			fmt.Fprintln(out, "readyok")
		case "position":
			if at, err := uci.ParsePosition(words[1:]); err != nil {
				fmt.Fprintf(out, "info string %v\n", err)
			} else {
				g = at
			}
		case "go":
			var best game.Action
			if !g.Over() {
				best = player(g, rng)
			}
			fmt.Fprintf(out, "bestmove %s\n", uci.Text(best))
		case "quit":
			return nil
		}
	}
	return lines.Err()
}
