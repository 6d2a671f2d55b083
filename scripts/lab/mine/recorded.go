package mine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/chess"
	"github.com/banchess/banchess/game/engine"
)

// Recorded returns the source of the games in a file of go run ./scripts lab book: a line
// is a game of a number, the nodes, the result and the actions.
func (m *Miner) Recorded(path string) (Source, error) {
	games, err := recordedGames(path)
	return func(ctx context.Context, number int) ([]Find, error) {
		if number > len(games) {
			return nil, nil
		}
		g, err := recordedGame(games[number-1], math.MaxInt)
		if err != nil {
			return nil, fmt.Errorf("%s, game %d: %w", path, number, err)
		}
		return m.look(ctx, g, number%4 != 1)
	}, err
}

// atOnce is how many positions of openings a number has.
const atOnce = 100

// Openings returns the source of the positions in the openings of such a file, those that
// were played most first.
func (m *Miner) Openings(path string) (Source, error) {
	games, err := recordedGames(path)
	if err != nil {
		return nil, err
	}
	type place struct{ game, plies, count int }
	var places []place
	index := map[string]int{}
	for i, line := range games {
		g, err := recordedGame(line, opening-1)
		if err != nil {
			return nil, fmt.Errorf("%s, game %d: %w", path, i+1, err)
		}
		replay := game.NewFrom(g.Start())
		for n, e := range g.History() {
			if err := replay.Play(e.Action); err != nil {
				return nil, err
			}
			fen := replay.FEN()
			at, known := index[fen]
			if !known {
				at = len(places)
				index[fen] = at
				places = append(places, place{i, n + 1, 0})
			}
			places[at].count++
		}
	}
	slices.SortStableFunc(places, func(x, y place) int { return y.count - x.count })
	return func(ctx context.Context, number int) ([]Find, error) {
		m.judge.Clear()
		var finds []Find
		for _, p := range places[min(len(places), (number-1)*atOnce):min(len(places), number*atOnce)] {
			g, err := recordedGame(games[p.game], p.plies)
			if err != nil {
				return nil, err
			}
			f, err := m.candidate(ctx, g, false)
			f.Past = pastOf(g)
			if finds, err = add(finds, f, err); err != nil {
				return nil, err
			}
		}
		return finds, nil
	}, nil
}

// recordedGames returns the lines of such a file.
func recordedGames(path string) (games []string, err error) {
	text, err := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			games = append(games, line)
		}
	}
	return games, err
}

// recordedGame reads a line of such a file, up to a number of plies.
func recordedGame(line string, most int) (*game.Game, error) {
	words := strings.Fields(line)
	if len(words) < 3 {
		return nil, errors.New("this is not a game")
	}
	g := game.New()
	for _, word := range words[3 : min(len(words)-3, most)+3] {
		m, err := chess.ParseMove(word)
		if err != nil {
			return nil, err
		}
		a := game.MoveAction(m)
		if g.Phase() == game.PhaseBan {
			a = game.BanAction(m.Pair())
		}
		if err := g.Play(a); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// sprouts is how many openings a number of the source Sprouts has.
const sprouts = 60

// Sprouts is the source of short games of beginners: three actions of four are at random, the others
// are those of a search of few positions. It looks at each position of the opening. With an even
// number every second action is at random, and the kinds that every game has are ignored, because
// most of them are the ban and the mate on f7 and f2.
func (m *Miner) Sprouts(ctx context.Context, number int) ([]Find, error) {
	rng := rand.New(rand.NewPCG(m.seed, uint64(number)|1<<42))
	rare, wild := number%2 == 0, 4
	if rare {
		wild = 2
	}
	var finds []Find
	for range sprouts {
		g := game.New()
		m.judge.Clear()
		for !g.Over() && g.Ply() < opening {
			actions := g.LegalActions()
			action := actions[rng.IntN(len(actions))]
			if rng.IntN(wild) == 0 {
				r, err := m.judge.Search(ctx, g, engine.Limits{Nodes: 60}, nil)
				if err := errors.Join(err, ctx.Err()); err != nil {
					return nil, err
				}
				action = r.Best
			}
			if err := g.Play(action); err != nil {
				return nil, err
			}
			if g.Over() || g.Ply() < 6 {
				continue
			}
			f, err := m.candidate(ctx, g, rare)
			if err == nil {
				f.Past = pastOf(g)
				finds = append(finds, f)
				break
			}
			if err != errNone {
				return nil, err
			}
		}
	}
	return finds, nil
}
