package selfplay

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine"
)

// phases are those of a game by the men on the board, of at least so many.
var phases = []struct {
	name string
	men  int
}{{"28 to 32 men", 28}, {"20 to 27 men", 20}, {"12 to 19 men", 12}, {"3 to 11 men", 3}}

// Worth writes what the best ban takes from the mover, by the phase of the game, in positions at
// ban plies, each is the one of a random turn of its game. The first line of a search is the
// best ban; the second is a ban that takes nothing, unless two pairs are worth the same.
func Worth(ctx context.Context, w io.Writer, games []Record, perPhase int, nodes uint64) error {
	e, err := engine.New(engine.Options{Hash: 16})
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 1))
	pawns, shares := make([][]float64, len(phases)), make([][]float64, len(phases))
	mates := make([]int, len(phases))
	for _, r := range games {
		g := game.New()
		for i := range random.IntN(max(r.turns()-1, 1)) {
			turn := r[gameHead+i*turnSize:]
			ban := chess.Pair(binary.LittleEndian.Uint16(turn))
			if err := g.Play(game.NewBan(ban.From(), ban.To())); err != nil {
				return err
			}
			if err := g.Play(game.MoveAction(chess.Move(binary.LittleEndian.Uint16(turn[2:])))); err != nil {
				return err
			}
		}
		board := g.Position().Chess()
		men := bits.OnesCount64(uint64(board.Occupied()))
		at := slices.IndexFunc(phases, func(p struct {
			name string
			men  int
		}) bool {
			return men >= p.men
		})
		if at < 0 || len(pawns[at]) >= perPhase {
			continue
		}
		if g.Result().Over() || len(g.LegalActions()) < 2 {
			continue
		}
		e.Clear()
		found, err := e.Search(ctx, g, engine.Limits{Nodes: nodes, Lines: 2}, nil)
		if err != nil {
			return err
		}
		after, before := found.Lines[0].Score, found.Lines[1].Score // of the banner
		shares[at] = append(shares[at], 100*(share(after)-share(before)))
		pawns[at] = append(pawns[at], float64(inPawns(after)-inPawns(before))/100)
		if before.Mate < 0 && after.Mate >= 0 {
			mates[at]++
		}
	}
	for i, p := range phases {
		n := len(pawns[i])
		slices.Sort(pawns[i])
		mean, square, small := 0.0, 0.0, 0
		for _, s := range shares[i] {
			mean += s / float64(n)
			square += s * s / float64(n)
		}
		for _, x := range pawns[i] {
			if x < 0.3 {
				small++
			}
		}
		fmt.Fprintf(w, "%s: %d positions, median %.2f pawns, quarters %.2f and %.2f, share %.1f ± %.1f, mates prevented %.1f %%, below 0.3 pawns %.1f %%\n", p.name, n,
			pawns[i][n/2], pawns[i][n/4], pawns[i][3*n/4], mean, 1.96*math.Sqrt((square-mean*mean)/float64(n)), 100*float64(mates[i])/float64(n), 100*float64(small)/float64(n))
	}
	return nil
}

// share returns what a score brings of the points, by what leads brought in games of self-play.
func share(s engine.Score) float64 {
	switch cmp.Compare(s.Mate, 0) {
	case 1:
		return 1
	case -1:
		return 0
	}
	return 1 / (1 + math.Exp(-0.37*float64(s.Centipawns)/100))
}

// inPawns bounds a score at ten pawns.
func inPawns(s engine.Score) int {
	switch cmp.Compare(s.Mate, 0) {
	case 1:
		return 1000
	case -1:
		return -1000
	}
	return max(-1000, min(1000, s.Centipawns))
}
