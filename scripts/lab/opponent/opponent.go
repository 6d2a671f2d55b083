// Package opponent provides players for matches. They speak as much UCI as a match needs.
// The simple ones are what anybody would write first, without the engine's idea, to
// measure the engine against. Another is the engine in a browser's worker.
package opponent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/uci"
)

// A Player chooses a legal action of a game that is not over. It has until the
// deadline.
type Player func(g *game.Game, rng *rand.Rand, deadline time.Time) game.Action

// Players returns the players by name.
func Players() map[string]Player {
	return map[string]Player{"random": random, "greedy": greedy, "bans": alphaBeta}
}

// random plays any action.
func random(g *game.Game, rng *rand.Rand, _ time.Time) game.Action {
	actions := g.LegalActions()
	return actions[rng.IntN(len(actions))]
}

var worth = [8]int{game.Pawn: 100, game.Knight: 300, game.Bishop: 310, game.Rook: 500, game.Queen: 900}

// material returns the balance of pieces for a side.
func material(p *chess.Position, side game.Player) int {
	n := 0
	for r := game.Pawn; r <= game.Queen; r++ {
		n += worth[r] * (p.Pieces(side, r).Count() - p.Pieces(side.Opponent(), r).Count())
	}
	return n
}

// score evaluates a game for a side as if no more actions were played.
func score(g *game.Game, side game.Player, depth int) int {
	switch r := g.Result(); {
	case r.Draw():
		return 0
	case r.Winner == side:
		return 100_000 + depth
	case r.Over():
		return -100_000 - depth
	}
	p := g.Position().Chess()
	return material(&p, side)
}

// greedy looks two actions ahead and counts pieces: at a ban ply, each ban and
// the best move it leaves; at a move ply, each move and its own best ban after it.
func greedy(g *game.Game, rng *rand.Rand, _ time.Time) game.Action {
	g = g.Clone()
	side := g.ActivePlayer()
	return best(g, rng, func() int {
		if g.Over() {
			return score(g, side, 1)
		}
		value, found := 0, false
		next := g.ActivePlayer()
		for _, a := range g.AppendLegalActions(nil) {
			v := valueOf(g, a, func() int { return score(g, side, 0) })
			if !found || (next == side) == (v > value) {
				value, found = v, true
			}
		}
		return value
	})
}

// best returns the action with the highest value, a random one of equals.
func best(g *game.Game, rng *rand.Rand, value func() int) game.Action {
	actions := shuffled(g, rng)
	values := map[game.Action]int{}
	for _, a := range actions {
		values[a] = valueOf(g, a, value)
	}
	return slices.MaxFunc(actions, func(x, y game.Action) int { return values[x] - values[y] })
}

func shuffled(g *game.Game, rng *rand.Rand) []game.Action {
	actions := g.AppendLegalActions(nil)
	rng.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	return actions
}

// valueOf returns the value after a legal action.
func valueOf(g *game.Game, a game.Action, value func() int) int {
	_ = g.Play(a)
	defer g.Undo()
	return value()
}

// alphaBeta is the straightforward search: iterative deepening over actions,
// bans and moves alike, with alpha-beta, captures first, and an evaluation of
// material and mobility.
func alphaBeta(g *game.Game, rng *rand.Rand, deadline time.Time) game.Action {
	return deepen(g, rng, deadline, 40)
}

// deepen searches one action deeper at a time, up to a depth or the deadline.
func deepen(g *game.Game, rng *rand.Rand, deadline time.Time, deepest int) game.Action {
	actions := shuffled(g, rng)
	side := g.ActivePlayer()
	s := searcher{game: g.Clone(), deadline: deadline}
	for depth := 1; depth <= deepest; depth++ {
		alpha, chosen := -1_000_000, 0
		for i, a := range actions {
			v := valueOf(s.game, a, func() int { return s.value(side, alpha, 1_000_000, depth-1) })
			if s.late {
				return actions[0]
			}
			if v > alpha {
				alpha, chosen = v, i
			}
		}
		a := actions[chosen]
		copy(actions[1:chosen+1], actions[:chosen])
		actions[0] = a
	}
	return actions[0]
}

type searcher struct {
	game     *game.Game
	deadline time.Time
	nodes    int
	late     bool
}

// value searches for one side, which maximises whenever it is active.
func (s *searcher) value(side game.Player, alpha, beta, depth int) int {
	if s.nodes++; s.nodes%256 == 0 && !time.Now().Before(s.deadline) {
		s.late = true
	}
	if s.late {
		return 0
	}
	if s.game.Over() {
		return score(s.game, side, depth)
	}
	p := s.game.Position().Chess()
	if depth == 0 {
		moves, _ := p.Count()
		if p.Mover() != side {
			moves = -moves
		}
		return material(&p, side) + moves
	}
	actions := s.game.AppendLegalActions(nil)
	slices.SortStableFunc(actions, func(x, y game.Action) int {
		return worth[p.At(y.Pair().To()).Role()] - worth[p.At(x.Pair().To()).Role()]
	})
	mine := s.game.ActivePlayer() == side
	for _, a := range actions {
		v := valueOf(s.game, a, func() int { return s.value(side, alpha, beta, depth-1) })
		if mine {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	if mine {
		return alpha
	}
	return beta
}

// Serve speaks UCI for a player until quit or the end of the input.
func Serve(ctx context.Context, in io.Reader, out io.Writer, name string, seed uint64) error {
	player, ok := Players()[name]
	if !ok {
		return fmt.Errorf("no player %q", name)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	return Speak(ctx, in, out, name, func(g *game.Game, limits []string) (game.Action, error) {
		return player(g, rng, time.Now().Add(allowance(limits))), nil
	})
}

// errGo is the error of a go command that a player cannot obey.
var errGo = errors.New("go is not understood")

// Speak speaks UCI until quit or the end of the input, and calls choose for an action of
// every game that is not over, with the words after go. Unknown commands are reported and
// ignored.
func Speak(ctx context.Context, in io.Reader, out io.Writer, name string, choose func(g *game.Game, limits []string) (game.Action, error)) error {
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
				var err error
				if best, err = choose(g, words[1:]); errors.Is(err, errGo) {
					fmt.Fprintf(out, "info string %v\n", err)
				} else if err != nil {
					return err
				}
			}
			fmt.Fprintf(out, "bestmove %s\n", uci.Text(best))
		case "quit":
			return nil
		}
	}
	return lines.Err()
}

// allowance returns the time that a go command gives, minus a small reserve.
func allowance(limits []string) time.Duration {
	for i := range len(limits) - 1 {
		if n, err := strconv.Atoi(limits[i+1]); limits[i] == "movetime" && err == nil {
			return time.Duration(n)*time.Millisecond - 2*time.Millisecond
		}
	}
	return 20 * time.Millisecond
}
