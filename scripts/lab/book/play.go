// Package book plays the games that the opening book counts, and makes the book of them.
//
// The games are the engine's, against itself, at several strengths. A turn, a ban and
// the move after it, is one search. The first turns are drawn from the moves that the
// search likes, the better the likelier: of them one is banned, and one of the others is
// played. A game that is decided is not played to its end. Of 752 such games that were
// played on, 25 (3.3 %) ended otherwise, 13 of them drawn. A game of 280 actions is drawn.
//
// The book in assets is of two runs of go run ./scripts lab book, and a third that makes it:
//
//	--file games.txt --seed 1 --nodes 100,200,400,800 --games 30807
//	--file games2.txt --seed 2 --nodes 50,100,200,400 --games 69393
//	--file games.txt --more games2.txt --games 0 --positions 250
package book

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/engine"
)

// Config has the settings of games.
type Config struct {
	Nodes []uint64 // for a turn; both sides of a game use one of them
	Seed  uint64
	Bench uint64 // the engine's bench, which identifies its games
	// ToTheEnd plays games on that are decided, to see whether they are.
	ToTheEnd bool
}

const (
	// hash is the size of the transposition table, in MB.
	hash = 1
	// variety is the number of moves from which a ban and a move are drawn.
	variety = 7
	// firstNodes are those of a search of which one of the first turns is drawn, laterNodes
	// those of a later one, at all strengths.
	firstNodes, laterNodes = 4000, 1200
	// first is how many full moves begin a game.
	first = 3
	// mostLikes is how many positions of openings a player remembers.
	mostLikes = 100_000
	// shortest and longest are how many turns of a game are drawn.
	shortest, longest = 4, 9
	// softness is the number of centipawns by which a move is worse that is e times rarer.
	softness = 20
	// most is the number of actions after which a game is drawn.
	most = 280
	// decided is the advantage, in centipawns, that decides a game when the search sees
	// it at so many turns in a row.
	decided, inARow = 800, 3
)

// kept is the number of a game's first actions that its record has.
const kept = 60

// played is a game that was played.
type played struct {
	nodes  uint64
	winner game.Player
	// decided is whom the game was given to before its end, and at which action.
	decided   game.Player
	decidedAt int
	game      *game.Game
}

// record returns the game as a line: its number, the nodes, the result and the first actions.
func (p *played) record(number int) string {
	result := "1/2-1/2"
	switch p.winner {
	case game.White:
		result = "1-0"
	case game.Black:
		result = "0-1"
	}
	b := fmt.Appendf(nil, "%d %d %s", number, p.nodes, result)
	for i := range min(p.game.Len(), kept) {
		b = append(b, ' ')
		a := p.game.Entry(i).Action
		if m, ok := a.Move(); ok {
			b = m.AppendTo(b)
		} else {
			b = a.Pair().AppendTo(b)
		}
	}
	return string(append(b, '\n'))
}

// play plays the game with a number, counted from 1.
func (c *Config) play(ctx context.Context, e *player, number int) (*played, error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(number)))
	p := &played{nodes: c.Nodes[rng.IntN(len(c.Nodes))], game: game.New()}
	drawn := shortest + rng.IntN(longest-shortest+1)
	e.engine.Clear()
	sure := map[game.Player]int{}
	for g := p.game; !g.Over() && g.Len() < most; {
		var turn [2]game.Action
		var score int // the mover's
		var err error
		if g.Len() < 2*drawn && g.Phase() == game.PhaseBan {
			turn, score, err = e.drawTurn(ctx, g, rng)
		} else {
			turn, score, err = e.bestTurn(ctx, g, p.nodes)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		ahead := game.NoPlayer
		switch mover := g.Position().Mover(); {
		case score >= decided:
			ahead = mover
		case score <= -decided:
			ahead = mover.Opponent()
		}
		for _, side := range []game.Player{game.White, game.Black} {
			if side != ahead {
				sure[side] = 0
			}
		}
		if ahead != game.NoPlayer {
			if sure[ahead]++; p.decided == game.NoPlayer && (sure[ahead] == inARow || max(score, -score) >= mate) {
				p.decided, p.decidedAt = ahead, g.Len()
				if !c.ToTheEnd {
					p.winner = ahead
					return p, nil
				}
			}
		}
		for _, a := range turn {
			if a.IsValid() && !g.Over() {
				if err := g.Play(a); err != nil {
					return nil, err
				}
			}
		}
	}
	p.winner = p.game.Result().Winner
	return p, nil
}

// mate is what a proven mate is worth, more than any other score.
const mate = 10_000

// worth returns a score in centipawns.
func worth(s engine.Score) int {
	switch {
	case s.Mate > 0:
		return mate
	case s.Mate < 0:
		return -mate
	}
	return s.Centipawns
}

// bestTurn returns the ban and the move that a search recommends, and what they are worth to the
// mover. The move may be missing.
func (p *player) bestTurn(ctx context.Context, g *game.Game, nodes uint64) (turn [2]game.Action, score int, err error) {
	r, err := p.engine.Search(ctx, g, engine.Limits{Nodes: nodes}, nil)
	turn = [2]game.Action{r.Best, r.Reply}
	score = worth(r.Score)
	if g.Phase() == game.PhaseBan {
		score = -score
	}
	return turn, score, err
}

// player plays one game after the other.
type player struct {
	engine *engine.Engine
	// opening searches the positions of openings, each from an empty table, so that what it
	// finds is the same in every series; likes has what it found.
	opening *engine.Engine
	likes   map[uint64][]liking
}

// liking is a move that the search likes, and what it is worth to the mover.
type liking struct {
	move  game.Action
	score int
}

func newPlayer() (*player, error) {
	first, err := engine.New(engine.Options{Hash: hash})
	second, err2 := engine.New(engine.Options{Hash: hash})
	return &player{first, second, map[uint64][]liking{}}, cmp.Or(err, err2)
}

// find returns the moves that a search of a position at a ban ply likes, as if nothing were
// banned: to the search all bans but the best are worth the same, and a good ban is that
// of a good move.
func (p *player) find(ctx context.Context, at game.Position) ([]liking, error) {
	nodes := uint64(firstNodes)
	if at.FullmoveNumber() > first {
		nodes = laterNodes
	}
	key := at.Hash() ^ nodes
	if found, ok := p.likes[key]; ok {
		return found, nil
	}
	free, err := withoutBan(at)
	if err != nil {
		return nil, err
	}
	p.opening.Clear()
	r, err := p.opening.Search(ctx, free, engine.Limits{Nodes: nodes, Lines: variety}, nil)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	var found []liking
	for _, l := range r.Lines {
		found = append(found, liking{l.Actions[0], worth(l.Score)})
	}
	if len(p.likes) < mostLikes {
		p.likes[key] = found
	}
	return found, nil
}

// withoutBan returns the game from a position at a ban ply on, as if nothing had been banned.
func withoutBan(p game.Position) (*game.Game, error) {
	fen := p.FEN()
	return game.NewFromFEN(fmt.Sprintf("%s %d", fen[:strings.LastIndexByte(fen, ' ')], p.Ply()+1))
}

// drawTurn draws a ban and a move from those that a search likes.
func (p *player) drawTurn(ctx context.Context, g *game.Game, rng *rand.Rand) (turn [2]game.Action, score int, err error) {
	found, err := p.find(ctx, g.Position())
	if err != nil {
		return turn, 0, err
	}
	if len(found) == 0 {
		return p.bestTurn(ctx, g, laterNodes)
	}
	ban := draw(found, rng).move.Pair()
	others := slices.DeleteFunc(slices.Clone(found), func(l liking) bool { return l.move.Pair() == ban })
	turn[0] = game.BanAction(ban)
	if len(others) == 0 {
		return turn, found[0].score, nil
	}
	turn[1] = draw(others, rng).move
	return turn, others[0].score, nil
}

// draw returns a random liking, the better the likelier.
func draw(all []liking, rng *rand.Rand) liking {
	weights := make([]float64, len(all))
	sum := 0.0
	for i, l := range all {
		weights[i] = math.Exp(float64(l.score-all[0].score) / softness)
		sum += weights[i]
	}
	at := rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return all[i]
		}
	}
	return all[0]
}
