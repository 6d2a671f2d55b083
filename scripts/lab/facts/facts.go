package facts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/puzzle"
)

// Facts are statistics of self-play games.
type Facts struct {
	Games    int
	Distinct int // the number of different games
	Seed     string
	Bench    string                    // of the engine
	Nodes    []uint64                  // for an action, by game, each value once
	By       map[group]*outcomes       // results by settings
	Reasons  map[game.Reason]*outcomes // of games that ended on the board
	Broken   int                       // games that were stopped
	Lengths  []int                     // actions, sorted
	Edge     [edges]outcomes           // of the side that was ahead, by material
	Scored   [scores]outcomes          // of the side that was better, by the search's score
	Bans     map[game.Pair]*outcomes   // of varied openings, by the first ban
	First    []FirstMove               // White's first moves, the best first
}

// group is the settings of games: an opening and a number of nodes, 0 for all.
type group struct {
	kind  Opening
	nodes uint64
}

// outcomes counts results from the view of White, or of the side that a field names.
type outcomes struct{ wins, draws, losses int }

func (o *outcomes) add(r game.Result, side game.Player) {
	switch share(r, side) {
	case 1:
		o.wins++
	case 0:
		o.losses++
	default:
		o.draws++
	}
}

// Count returns the number of results.
func (o outcomes) Count() int { return o.wins + o.draws + o.losses }

// share returns the share of the points, and its 95 % error.
func (o outcomes) share() (mean, off float64) {
	n := float64(o.Count())
	if n == 0 {
		return 0.5, 0.5
	}
	mean = (float64(o.wins) + float64(o.draws)/2) / n
	square := (float64(o.wins) + float64(o.draws)/4) / n
	// Two points each way are added, so that a few games never seem certain.
	padded := (mean*n + 2) / (n + 4)
	variance := (square*n+2)/(n+4) - padded*padded
	return mean, 1.96 * math.Sqrt(max(variance, 0)/(n+4))
}

// The largest values that are distinguished, in pawns and in hundreds of centipawns.
const (
	edges  = 10
	scores = 9
)

// Gather reads games.
func Gather(games []byte) (*Facts, error) {
	f := &Facts{By: map[group]*outcomes{}, Reasons: map[game.Reason]*outcomes{}, Bans: map[game.Pair]*outcomes{}}
	seen := map[string]bool{}
	for g, err := range each(games) {
		if err != nil {
			return nil, err
		}
		bench := g.Tags.Get(tagBench)
		if bench == "" || f.Games > 0 && bench != f.Bench {
			return nil, fmt.Errorf("game %d has the tag Bench %q, those before it %q: facts are of one engine's games", f.Games+1, bench, f.Bench)
		}
		f.Bench = bench
		f.add(g)
		seen[g.Movetext()] = true
	}
	f.Distinct = len(seen)
	slices.Sort(f.Lengths)
	slices.Sort(f.Nodes)
	return f, nil
}

func (f *Facts) add(g played) {
	r := g.Result()
	f.Games++
	f.Seed = g.Tags.Get(tagSeed)
	if !slices.Contains(f.Nodes, g.nodes) {
		f.Nodes = append(f.Nodes, g.nodes)
	}
	for _, key := range []group{{g.kind, 0}, {g.kind, g.nodes}} {
		count(f.By, key).add(r, game.White)
	}
	if g.Over() {
		count(f.Reasons, r.Reason).add(r, game.White)
	} else {
		f.Broken++
	}
	f.Lengths = append(f.Lengths, g.Len())
	if ban, ok := g.Entry(0).Action.Ban(); ok && g.kind == Varied {
		count(f.Bans, ban).add(r, game.White)
	}
	f.addEdges(g)
	f.addScore(g)
}

func count[K comparable](m map[K]*outcomes, key K) *outcomes {
	if m[key] == nil {
		m[key] = new(outcomes)
	}
	return m[key]
}

// addEdges counts, for each size of a side's material advantage, the first time in
// the game that it lasts over two moves of each side, so that it does not count a piece
// that is recaptured.
func (f *Facts) addEdges(g played) {
	const lasting = 8 // actions
	var met [2][edges]bool
	held, since := 0, g.opening
	for i := g.opening; i < g.Len(); i++ {
		board := g.Entry(i).Before.Chess()
		n := puzzle.Balance(&board, game.White)
		if n != held {
			held, since = n, i
		}
		if held == 0 || i-since < lasting {
			continue
		}
		side, size := game.White, held
		if held < 0 {
			side, size = game.Black, -held
		}
		size = min(size, edges-1)
		if !met[side.Index()][size] {
			met[side.Index()][size] = true
			f.Edge[size].add(g.Result(), side)
		}
	}
}

// addScore counts the result for the search's score just after the opening.
func (f *Facts) addScore(g played) {
	if g.Len() <= g.opening {
		return
	}
	score := g.Annotation(g.opening + 1).Eval
	if score == nil {
		return
	}
	side, centipawns := game.White, score.Centipawns
	if score.Mate < 0 || score.Mate == 0 && centipawns < 0 {
		side, centipawns = game.Black, -centipawns
	}
	at := min((centipawns+50)/100, scores-1)
	if score.Mate != 0 {
		at = scores - 1
	}
	f.Scored[at].add(g.Result(), side)
}

// A FirstMove is a first move of White's with the search's opinion.
type FirstMove struct {
	Move  string // as SAN
	Pair  game.Pair
	Score engine.Score // White's, who then bans
	Ban   game.Action  // White's best ban
	Reply string       // Black's best answer under it
}

// FirstMoves searches each first move of White's with a number of nodes, and
// returns them with the best first. Black should ban the best of
// them.
func FirstMoves(ctx context.Context, nodes uint64) ([]FirstMove, error) {
	e, err := engine.New(engine.Options{Hash: 64})
	if err != nil {
		return nil, err
	}
	start := game.New().AppendLegalActions(nil)
	var moves []FirstMove
	for i, a := range start {
		pair := a.Pair()
		g, err := game.Replay(game.StartPosition(), start[(i+1)%len(start)])
		if err != nil {
			return nil, err
		}
		if err := g.Play(game.MoveAction(game.Move(pair))); err != nil {
			return nil, err
		}
		first := FirstMove{Move: g.Entry(1).SAN, Pair: pair}
		e.Clear()
		found, err := e.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		first.Score, first.Ban = found.Score, found.Best
		if err := g.Play(found.Best); err != nil {
			return nil, err
		}
		if found.Reply.IsValid() && g.Play(found.Reply) == nil {
			first.Reply = g.Entry(3).SAN
		}
		moves = append(moves, first)
	}
	slices.SortStableFunc(moves, func(a, b FirstMove) int { return cmp.Compare(worth(b.Score), worth(a.Score)) })
	return moves, nil
}
