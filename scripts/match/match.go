// Package match plays engines against each other.
//
// Both engines speak UCI; every action is checked by package game, which also
// decides when a game is over. Openings are random, roughly balanced, and played
// twice with colours swapped, so that a match measures the players and not the
// draw of openings. A pair of games is the unit the error bars are made of.
package match

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/banchess/banchess/game"
	"github.com/banchess/banchess/game/bitboard"
	"github.com/banchess/banchess/game/engine"
	"github.com/banchess/banchess/game/uci"
)

// Config describes a match.
type Config struct {
	Names    [2]string
	Players  [2]*uci.Client
	Limits   [2]string     // each player's go command: "movetime 50", "nodes 5000"
	Pairs    int           // openings, each played twice
	Seed     uint64        // of the openings
	Opening  int           // actions of an opening
	Most     int           // actions after which a game is a draw; 0: none
	MoveTime time.Duration // when set, a player that takes Grace longer loses
	Grace    time.Duration
	PGN      io.Writer // receives the games, when set
	Progress io.Writer // receives a line for each pair, when set
}

// Record is one game.
type Record struct {
	Game  *game.Game
	White int       // which player had White
	Score float64   // of the first player
	Fault [2]string // an illegal action, a crash, a loss on time, by player
	// Broken are the mates that a player claimed and then lost sight of, or did
	// not deliver, and where.
	Broken  [2][]string
	Longest [2]time.Duration
}

// Play plays the match. It stops early when the context ends or an engine fails.
func Play(ctx context.Context, c Config) (Tally, error) {
	var t Tally
	openings := newOpenings(c.Seed, c.Opening)
	for range c.Pairs {
		opening := openings.next()
		var pair [2]Record
		for i := range pair {
			r, err := c.game(ctx, opening, i)
			if err != nil {
				return t, err
			}
			pair[i] = r
			if c.PGN != nil {
				fmt.Fprintf(c.PGN, "%s\n\n", strings.TrimSpace(c.pgn(r, t.Games+i+1)))
			}
		}
		t.add(pair)
		if c.Progress != nil {
			fmt.Fprintf(c.Progress, "%v\n", t)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return t, ctx.Err()
}

func (c *Config) pgn(r Record, number int) string {
	tags := &r.Game.Tags
	tags.Set("Event", "Engine match")
	tags.Set("Round", fmt.Sprint(number))
	tags.Set("White", c.Names[r.White])
	tags.Set("Black", c.Names[1-r.White])
	return r.Game.PGN()
}

// game plays one game from an opening.
func (c *Config) game(ctx context.Context, opening []engine.Action, white int) (Record, error) {
	r := Record{Game: game.New(), White: white}
	var actions []string
	play := func(s string) error {
		prefix := "m:"
		if r.Game.Phase() == game.PhaseBan {
			prefix = "b:"
		}
		a, err := game.ParseAction(prefix + s)
		if err == nil {
			err = r.Game.Play(a)
		}
		if err == nil {
			actions = append(actions, s)
		}
		return err
	}
	for _, a := range opening {
		if err := play(a.String()); err != nil {
			return r, fmt.Errorf("opening: %w", err)
		}
	}
	for _, p := range c.Players {
		if err := p.NewGame(); err != nil {
			return r, err
		}
	}
	var claim [2]int
	for !r.Game.Over() && (c.Most == 0 || len(actions) < c.Most) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		i := white
		if r.Game.ActivePlayer() == game.Black {
			i = 1 - white
		}
		begun := time.Now()
		answer, err := c.Players[i].Search("startpos moves "+strings.Join(actions, " "), c.Limits[i])
		if err != nil {
			return r, fmt.Errorf("%s: %w", c.Names[i], err)
		}
		took := time.Since(begun)
		r.Longest[i] = max(r.Longest[i], took)
		active := r.Game.ActivePlayer()
		if err := play(answer.Best); err != nil {
			r.Fault[i] = err.Error()
			r.Game.Resign(active)
			break
		}
		if c.MoveTime > 0 && took > c.MoveTime+c.Grace && !r.Game.Over() {
			r.Fault[i] = fmt.Sprintf("%v taken for action %d", took, len(actions))
			r.Game.TimeOut(active)
			break
		}
		if claim[i] > 0 && answer.Score.Mate <= 0 {
			r.Broken[i] = append(r.Broken[i], fmt.Sprintf("mate in %d before %s", claim[i], r.Game.FEN()))
		}
		claim[i] = answer.Score.Mate
	}
	result := r.Game.Result()
	first := game.White
	if white != 0 {
		first = game.Black
	}
	switch {
	case result.Winner == first:
		r.Score = 1
	case result.Winner == game.NoPlayer:
		r.Score = 0.5
	}
	for i, n := range claim {
		if n > 0 && r.Game.Over() && (result.Winner == first) != (i == 0) {
			r.Broken[i] = append(r.Broken[i], fmt.Sprintf("mate in %d before the end at %s", n, r.Game.FEN()))
		}
	}
	return r, nil
}

// board returns the search's view of a game, history included.
func board(actions []engine.Action) *bitboard.Board {
	b := bitboard.Start()
	for _, a := range actions {
		a.Play(b)
	}
	return b
}
