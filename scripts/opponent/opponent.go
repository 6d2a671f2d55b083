// Package opponent holds simple players to measure the engine against. They are
// what one would write first, without the engine's idea: each bans by looking at
// bans. They speak as much UCI as a match needs.
package opponent

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
)

// A Player chooses a legal action. It has until the deadline and leaves the
// board as it was.
type Player func(b *bitboard.Board, rng *rand.Rand, deadline time.Time) engine.Action

// Players are the players by name.
func Players() map[string]Player {
	return map[string]Player{"random": random, "greedy": greedy, "bans": alphaBeta}
}

// random plays and bans anything.
func random(b *bitboard.Board, rng *rand.Rand, _ time.Time) engine.Action {
	actions := engine.Actions(b)
	return actions[rng.IntN(len(actions))]
}

var worth = [8]int{bitboard.Pawn: 100, bitboard.Knight: 300, bitboard.Bishop: 310, bitboard.Rook: 500, bitboard.Queen: 900}

// material is the board's balance for a side.
func material(b *bitboard.Board, side bitboard.Color) int {
	n := 0
	for t := bitboard.Pawn; t <= bitboard.Queen; t++ {
		n += worth[t] * (b.Pieces(side, t).Count() - b.Pieces(side.Other(), t).Count())
	}
	return n
}

// score values a board for a side when nothing more is played.
func score(b *bitboard.Board, side bitboard.Color, depth int) int {
	switch {
	case len(engine.Actions(b)) == 0 && !b.InCheck(), b.BanPly() && b.Drawn():
		return 0
	case len(engine.Actions(b)) == 0 && b.Mover() == side:
		return -100_000 - depth
	case len(engine.Actions(b)) == 0:
		return 100_000 + depth
	}
	return material(b, side)
}

// greedy looks two actions ahead and counts pieces: at a ban ply, each ban and
// the best move it leaves; at a move ply, each move and its own best ban after it.
func greedy(b *bitboard.Board, rng *rand.Rand, _ time.Time) engine.Action {
	side := b.Active()
	return best(b, rng, func() int {
		if engine.Over(b) {
			return score(b, side, 1)
		}
		value, found := 0, false
		next := b.Active()
		for _, a := range engine.Actions(b) {
			a.Play(b)
			v := score(b, side, 0)
			b.Undo()
			if !found || (next == side) == (v > value) {
				value, found = v, true
			}
		}
		return value
	})
}

// best returns the action with the highest value, a random one of equals.
func best(b *bitboard.Board, rng *rand.Rand, value func() int) engine.Action {
	actions := engine.Actions(b)
	rng.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	return slices.MaxFunc(actions, func(x, y engine.Action) int {
		return valueOf(b, x, value) - valueOf(b, y, value)
	})
}

func valueOf(b *bitboard.Board, a engine.Action, value func() int) int {
	a.Play(b)
	defer b.Undo()
	return value()
}

// alphaBeta is the straightforward search: iterative deepening over actions,
// bans and moves alike, with alpha-beta, captures first, and an evaluation of
// material and mobility.
func alphaBeta(b *bitboard.Board, rng *rand.Rand, deadline time.Time) engine.Action {
	return deepen(b, rng, deadline, 40)
}

// deepen searches one action deeper at a time, up to a depth or the deadline.
func deepen(b *bitboard.Board, rng *rand.Rand, deadline time.Time, deepest int) engine.Action {
	actions := engine.Actions(b)
	rng.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	side := b.Active()
	s := searcher{b: b, deadline: deadline}
	for depth := 1; depth <= deepest; depth++ {
		alpha, chosen := -1_000_000, 0
		for i, a := range actions {
			a.Play(b)
			v := s.value(side, alpha, 1_000_000, depth-1)
			b.Undo()
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
	b        *bitboard.Board
	deadline time.Time
	nodes    int
	late     bool
}

// value searches actions for one side, which maximises whenever it is active.
func (s *searcher) value(side bitboard.Color, alpha, beta, depth int) int {
	if s.nodes++; s.nodes%256 == 0 && !time.Now().Before(s.deadline) {
		s.late = true
	}
	if s.late {
		return 0
	}
	b := s.b
	if engine.Over(b) {
		return score(b, side, depth)
	}
	if depth == 0 {
		moves, _ := b.Count()
		if b.Mover() != side {
			moves = -moves
		}
		return material(b, side) + moves
	}
	actions := engine.Actions(b)
	slices.SortStableFunc(actions, func(x, y engine.Action) int {
		return worth[b.At(y.Move.To()).Type()] - worth[b.At(x.Move.To()).Type()]
	})
	mine := b.Active() == side
	for _, a := range actions {
		a.Play(b)
		v := s.value(side, alpha, beta, depth-1)
		b.Undo()
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
	b := bitboard.Start()
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
			var err error
			if b, err = position(words[1:]); err != nil {
				return err
			}
		case "go":
			best := engine.Action{}
			if !engine.Over(b) {
				best = player(b, rng, time.Now().Add(allowance(words)))
			}
			fmt.Fprintf(out, "bestmove %s\n", best)
		case "quit":
			return nil
		}
	}
	return lines.Err()
}

// allowance is the time a go command gives, a little kept back.
func allowance(words []string) time.Duration {
	for i, w := range words[:len(words)-1] {
		if n, err := strconv.Atoi(words[i+1]); w == "movetime" && err == nil {
			return time.Duration(n)*time.Millisecond - 2*time.Millisecond
		}
	}
	return 20 * time.Millisecond
}

// position reads "startpos|fen <fen> [moves …]".
func position(words []string) (*bitboard.Board, error) {
	b := bitboard.Start()
	at := slices.Index(words, "moves")
	setup, actions := words, []string(nil)
	if at >= 0 {
		setup, actions = words[:at], words[at+1:]
	}
	if len(setup) > 1 && setup[0] == "fen" {
		var err error
		if b, err = bitboard.Parse(strings.Join(setup[1:], " ")); err != nil {
			return nil, err
		}
	}
	for _, s := range actions {
		a, ok := engine.FindAction(b, s)
		if !ok {
			return nil, fmt.Errorf("%s is no legal action at %s", s, b.FEN())
		}
		a.Play(b)
	}
	return b, nil
}
